"""The tables of firmware/likelihood_tables.py, read from firmware/data and kept ready: one set a geometry.

Owns the format of those files. Knows nothing of games; levels in 10 microtesla.
"""

from __future__ import annotations

import json
import sys
from array import array
from base64 import b85decode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any, Final
from zlib import decompress

from hardware.geometry import BAR_NEAR, Geometry

EDGES_10UT: Final = (70, 150, 250, 400, 600, 850, 1100, 1400)
"""Between these strengths a cell's reading is taken to say the same."""
WIDTHS_MT: Final = (0.7, 0.8, 1.0, 1.5, 2.0, 2.5, 2.5, 3.0, 4.0)
HIGHEST: Final = (10, 5)
"""The most checkers in a column and on a bar side that the tables know; of more, these are taken."""
MOST_ADDED: Final = 3
SAMPLES: Final = (0, 0, 90, 48)
"""So many samples are kept of places that grow by 2 and 3 checkers at once."""
ON_STACK: Final = 240
"""And so many of a checker laid where the row is full."""
ROW_MM: Final = (10, 230, 2)
STEPS: Final = len(range(*ROW_MM))
BESIDE_MM: Final = (0, 5, 10)
ANY_TIP: Final = -1
SCALE: Final = 100.0
_COVERED_10UT: Final = 150
_BINS: Final = len(EDGES_10UT) + 1


def tip(levels: Sequence[int]) -> int:
    """Where a row of checkers ends, as far as cells tell: the outermost cell that is covered and how strongly."""
    for cell in range(len(levels) - 1, -1, -1):
        strength = abs(levels[cell])
        if strength >= _COVERED_10UT:
            return 1 + 3 * cell + (strength >= 400) + (strength >= 850)
    return 0


def file_name(geometry: str) -> str:
    """The file in firmware/data for a geometry of that name."""
    return f"likelihood_{geometry.lower().replace('+', 'plus')}.json"


def pack(numbers: list[int]) -> bytes:
    """Numbers of 16 bits, the lower byte first."""
    return b"".join(number.to_bytes(2, "little", signed=True) for number in numbers)


def _unpack(text: str) -> array[int]:
    raw = decompress(b85decode(text))
    numbers = array("h", raw)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


@dataclass(frozen=True)
class PlaceTables:
    """What is known of a column or a bar side.

    `absolute[count]`: log densities of the first cell's bin, then of each further cell's bin given the one before.
    `disc`: the levels one checker makes, by its distance beside the middle (BESIDE_MM) and from the rim (ROW_MM).
    `rows[count, tip]`: how often the next checker came to lie at each step of ROW_MM. `stacked[count]`: samples of
    level changes when one more is laid on a full row; `added[count, more]`: when so many more are laid at once.
    `patterns[on]`: the count that a pattern of cells (bit n: cell n is on) most often means.
    """

    cells: int
    highest: int
    holds: int
    patterns: tuple[int, ...]
    absolute: tuple[tuple[tuple[float, ...], tuple[tuple[tuple[float, ...], ...], ...]], ...]
    disc: tuple[tuple[tuple[int, ...], ...], ...]
    rows: dict[tuple[int, int], tuple[int, ...]]
    stacked: dict[int, tuple[tuple[int, ...], ...]]
    added: dict[tuple[int, int], tuple[tuple[int, ...], ...]]


@dataclass(frozen=True)
class Tables:
    """Both kinds of places of a geometry."""

    column: PlaceTables
    bar: PlaceTables

    def of(self, place: int) -> PlaceTables:
        """The tables of a sensed place."""
        return self.bar if place >= BAR_NEAR else self.column


@cache
def tables_of(geometry: Geometry) -> Tables | None:
    """The tables of a geometry; None if nobody has built any for it."""
    path = files("firmware").joinpath("data", file_name(geometry.name))
    if not path.is_file():
        return None
    made: dict[str, Any] = json.loads(path.read_text(encoding="ascii"))
    if made["geometry"] != geometry.name or made["cells"] != geometry.cells:
        return None
    return Tables(_place(made["column"], 0), _place(made["bar"], 1))


def _place(made: dict[str, Any], side: int) -> PlaceTables:
    cells = (len(made["patterns"]) - 1).bit_length()
    highest = HIGHEST[side]
    numbers = [number / SCALE for number in _unpack(made["absolute"])]
    size = _BINS + (cells - 1) * _BINS * _BINS
    absolute = tuple(_absolute(numbers[size * count : size * (count + 1)], cells) for count in range(highest + 1))
    discs = _split(_unpack(made["disc"]), cells)
    rows = _split(_unpack(made["rows"]), STEPS)
    tips = [(count, tip) for count, tips in enumerate(made["tips"]) for tip in tips]
    holds = len(made["tips"])
    return PlaceTables(
        cells,
        highest,
        holds,
        tuple(map(int, made["patterns"])),
        absolute,
        tuple(tuple(discs[at : at + STEPS]) for at in range(0, len(discs), STEPS)),
        dict(zip(tips, rows, strict=True)),
        _stacked(_split(_unpack(made["stacked"]), cells), holds, highest),
        _added(_split(_unpack(made["added"]), cells), highest),
    )


def _split(numbers: array[int], size: int) -> list[tuple[int, ...]]:
    return [tuple(numbers[at : at + size]) for at in range(0, len(numbers), size)]


def _absolute(numbers: list[float], cells: int) -> tuple[tuple[float, ...], tuple[tuple[tuple[float, ...], ...], ...]]:
    rows = [tuple(numbers[i : i + _BINS]) for i in range(0, len(numbers), _BINS)]
    return rows[0], tuple(tuple(rows[1 + _BINS * cell : 1 + _BINS * (cell + 1)]) for cell in range(cells - 1))


def _stacked(samples: list[tuple[int, ...]], holds: int, highest: int) -> dict[int, tuple[tuple[int, ...], ...]]:
    each = iter(samples)
    return {count: tuple(islice(each, ON_STACK)) for count in range(holds, highest)}


def _added(samples: list[tuple[int, ...]], highest: int) -> dict[tuple[int, int], tuple[tuple[int, ...], ...]]:
    each = iter(samples)
    return {
        (count, more): tuple(islice(each, SAMPLES[more]))
        for more in range(2, MOST_ADDED + 1)
        for count in range(highest + 1 - more)
    }
