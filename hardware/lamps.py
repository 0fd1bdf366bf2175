"""From Lamp values to the bytes of a lamp frame. Knows nothing of what a lamp tells the players."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.link.codec import lamps_sentence
from hardware.ports import LAMPS, Lamp


def lamp_frame(number: int, frame: Sequence[Lamp]) -> bytes:
    """The sentence that commands all lamps, in the order of the places 0-27.

    Raises ValueError unless there is a lamp for each of them. The brightness limit is the scanner's business: it
    knows its supply.
    """
    if len(frame) != LAMPS:
        raise ValueError(f"{len(frame)} lamps given; the board has {LAMPS}, one a place")
    return lamps_sentence(number, [(*lamp.colour.value, int(lamp.rhythm)) for lamp in frame])
