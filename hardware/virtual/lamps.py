"""The lamps of a virtual board: what was commanded, and how bright each one is at a time.

The rhythms are those of docs/protocol.md, made by the board itself. Knows nothing of what a lamp means.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hardware.ports import LAMPS, Rhythm

WireLamp = tuple[int, int, int, int]
DARK: Final[WireLamp] = (0, 0, 0, 0)
PULSE_S: Final = 0.5
BREATH_S: Final = 2.0


def brightness(rhythm: int, now_s: float, since_s: float) -> float:
    """The share 0..1 of its colour that a lamp shows at `now_s` when its command has stood since `since_s`.

    Blinking and breathing follow the clock, so that all lamps go together; a pulse starts with its command.
    A rhythm not known here is shown steady.
    """
    match rhythm:
        case Rhythm.BLINK_2HZ:
            return 1.0 if now_s % 0.5 < 0.25 else 0.0
        case Rhythm.BLINK_1HZ:
            return 1.0 if now_s % 1.0 < 0.5 else 0.0
        case Rhythm.SLOW:
            return 1.0 - abs(now_s % BREATH_S / (BREATH_S / 2) - 1.0)
        case Rhythm.PULSE:
            return 1.0 if now_s - since_s < PULSE_S else 0.0
        case Rhythm.DIM:
            return 0.25
        case _:
            return 1.0


class VirtualLamps:
    """`commanded` is the last frame taken over, `number` its number (None before the first), `frames` how many."""

    def __init__(self) -> None:
        self.commanded: tuple[WireLamp, ...] = (DARK,) * LAMPS
        self.number: int | None = None
        self.frames = 0
        self._since_s = [0.0] * LAMPS

    def command(self, number: int, lamps: Sequence[WireLamp], now_s: float) -> None:
        """Take over a frame. A lamp whose command stays as it was goes on in its rhythm."""
        if number != self.number:
            self.frames += 1
        self.number = number
        for i, lamp in enumerate(lamps):
            if lamp != self.commanded[i]:
                self._since_s[i] = now_s
        self.commanded = tuple(lamps)

    def at(self, now_s: float) -> tuple[tuple[int, int, int], ...]:
        """The colour (red, green, blue; 0-255) each lamp shows at that time."""
        shown = []
        for (red, green, blue, rhythm), since_s in zip(self.commanded, self._since_s, strict=True):
            share = brightness(rhythm, now_s, since_s)
            shown.append((round(red * share), round(green * share), round(blue * share)))
        return tuple(shown)
