"""Builds what the referee must know of how checkers lie: `python -m firmware.likelihood_tables` writes firmware/data.

Hands of three styles lay columns of every height on the virtual board, again and again. Kept are: how strong each
cell reads given the one before it (`absolute`), where the next checker comes to lie in a row (`rows`), how the levels
change when one is stacked (`stacked`) or two or three are laid at once (`added`), and which count a pattern of cells
most often means (`patterns`). Run only by people who change the geometry, the magnets or the hands; it takes about a
minute a geometry. The same seed gives the same file.
"""

from __future__ import annotations

import json
import sys
from base64 import b85encode
from bisect import bisect
from collections.abc import Iterator
from dataclasses import replace
from math import hypot, log
from pathlib import Path
from random import Random
from typing import Final
from zlib import compress

from firmware.likelihood_data import (
    ANY_TIP,
    BESIDE_MM,
    EDGES_10UT,
    HIGHEST,
    MOST_ADDED,
    ON_STACK,
    ROW_MM,
    SAMPLES,
    SCALE,
    STEPS,
    WIDTHS_MT,
    file_name,
    pack,
    tip,
)
from hardware.cells import ON_10UT
from hardware.geometry import BAR_FAR, BAR_NEAR, CHECKER_DIAMETER_MM, COLUMNS, GEOMETRIES, PLACES, TRAY_NEAR, Geometry
from hardware.virtual import styles
from hardware.virtual.board import VirtualBoard
from hardware.virtual.field import level_10ut
from hardware.virtual.hands import Hands, Step

STYLES: Final = ("tidy", "loose", "sloppy")
ABSOLUTE: Final = 3000
POOL: Final = 2400
FEWEST_OF_TIP: Final = 20
BINS: Final = len(EDGES_10UT) + 1
SEEN_WITHIN_MM, OVER_WITHIN_MM = 13.0, 11.0
"""A cell reads a checker's middle within about so much of it, and certainly within so much."""
SLACK_MM: Final = 2.0
_SIDES: Final = (range(COLUMNS), range(BAR_NEAR, BAR_FAR + 1))


class Sampler:
    """Columns laid by hands of all styles in turn, as levels of their cells."""

    def __init__(self, geometry: Geometry, seed: int) -> None:
        self._geometry = geometry
        self._board = VirtualBoard(geometry, seed)
        turning = [replace(styles.STYLES[style], flipped=0.2) for style in STYLES]  # any checker, either way up
        self._hands = [Hands(self._board, style, seed + number) for number, style in enumerate(turning)]
        self._draw = Random(seed)
        self._scan_no = 0

    def laid(self, places: range, count: int) -> Iterator[tuple[Hands, list[list[int]]]]:
        """For ever: all these places with so many checkers, some with one taken off again, and their levels."""
        number = 0
        while True:
            hands = self._hands[number % len(STYLES)]
            number += 1
            more = {place for place in places if count and self._draw.random() < 0.25}
            hands.set_up([count + (place in more) if place in places else 0 for place in range(PLACES)])
            for place in sorted(more):
                _do(hands.move(place, TRAY_NEAR))
            yield hands, self.levels(places)
            hands.set_up([0] * PLACES)

    def levels(self, places: range) -> list[list[int]]:
        self._scan_no += 1
        levels = self._board.levels(self._scan_no)
        return [levels[cells.start : cells.stop] for cells in (self._geometry.cells_of[place] for place in places)]


def _do(steps: list[Step]) -> None:
    for step in steps:
        step.do()


def absolute(geometry: Geometry, side: int, count: int) -> tuple[list[int], list[float]]:
    """Scaled log densities of each cell's bin given the one before, and how often each pattern of cells is on."""
    places = _SIDES[side]
    cells = len(geometry.cells_of[places[0]])
    first = [0.05] * BINS
    pairs = [[[0.0] * BINS for _ in range(BINS)] for _ in range(cells - 1)]
    patterns = [0.0] * (1 << cells)
    samples = ABSOLUTE if count else ABSOLUTE // 4
    laid = Sampler(geometry, 1000 * side + count).laid(places, count)
    for _ in range(-(-samples // len(places)) if side == 0 else samples // 4):
        for levels in next(laid)[1]:
            bins = [bisect(EDGES_10UT, abs(level)) for level in levels]
            first[bins[0]] += 1
            for pair, before, after in zip(pairs, bins, bins[1:], strict=False):
                pair[before][after] += 1
            patterns[sum((abs(level) >= ON_10UT) << cell for cell, level in enumerate(levels))] += 1
    table = [_scaled(n / sum(first), b) for b, n in enumerate(first)]
    for pair in pairs:
        ends = [sum(row[b] for row in pair) + 0.02 for b in range(BINS)]
        for row in pair:
            shrunk = [n + 2.0 * end / sum(ends) for n, end in zip(row, ends, strict=True)]
            table += [_scaled(n / sum(shrunk), b) for b, n in enumerate(shrunk)]
    total = sum(patterns)
    return table, [n / total for n in patterns]


def _scaled(chance: float, number: int) -> int:
    return round(SCALE * log(chance / WIDTHS_MT[number]))


def disc(geometry: Geometry, side: int) -> list[int]:
    """The levels that one checker makes on the cells of a place, for each distance beside and each from the rim."""
    cells_mm = geometry.bar_mm if side else geometry.column_mm
    return [
        round(level_10ut(hypot(cell - from_rim, beside), 0))
        for beside in BESIDE_MM
        for from_rim in range(*ROW_MM)
        for cell in cells_mm
    ]


def added(geometry: Geometry, side: int, count: int, more: int, samples: int) -> list[list[int]]:
    """Samples of how the levels of a place change when it grows from `count` by `more` checkers, in 10 microtesla."""
    places = _SIDES[side]
    sampler = Sampler(geometry, 100_000 + 10_000 * side + 100 * count + more)
    found: list[list[int]] = []
    for hands, before in sampler.laid(places, count):
        _lay(hands, places, more)
        pairs = zip(before, sampler.levels(places), strict=True)
        found += [[y - x for x, y in zip(a, b, strict=True)] for a, b in pairs]
        if len(found) >= samples:
            break
    return found[:samples]


def row(geometry: Geometry, side: int, count: int) -> dict[int, list[int]]:
    """Where the next checker of a row comes to lie, in steps from the rim: how often, by the tip it is laid beside."""
    places = _SIDES[side]
    sampler = Sampler(geometry, 200_000 + 10_000 * side + 100 * count)
    low, _, step = ROW_MM
    groups: dict[int, list[int]] = {ANY_TIP: [0] * STEPS}
    for hands, before in sampler.laid(places, count):
        _lay(hands, places, 1)
        for place, levels in zip(places, before, strict=True):
            from_rim = hands.columns[place].row[-1].from_rim_mm
            at = min(max(0, int((from_rim - low + step / 2) / step)), STEPS - 1)
            for key in (ANY_TIP, tip(levels)):
                groups.setdefault(key, [0] * STEPS)[at] += 1
        if sum(groups[ANY_TIP]) >= POOL:
            break
    return {key: steps for key, steps in sorted(groups.items()) if sum(steps) >= FEWEST_OF_TIP}


def _lay(hands: Hands, places: range, more: int) -> None:
    for place in places:
        for _ in range(more):
            hands.in_hand.append(hands.board.new_disc())
            _do(hands.drop(place))


def patterns(chances: list[list[float]], holds: int, shown: list[int]) -> str:
    """For each pattern of cells the count, a digit each, that most often reads so; by the number of cells if none.

    Never more than `shown` there: samples hold few rows with a gap, and some checkers hardly seen.
    """
    size = len(chances[0])
    cells = size.bit_length() - 1
    if cells <= holds + 1:  # a cell a checker: what is covered is what stands there, wherever there are gaps
        return "".join(str(min(pattern.bit_count(), holds)) for pattern in range(size))
    digits = []
    for pattern in range(size):
        likely = max(range(holds + 1), key=lambda count: chances[count][pattern])
        rough = min(holds, round(pattern.bit_count() * holds / cells))
        digits.append(min(shown[pattern], likely if chances[likely][pattern] > 0.0005 else rough))
    return "".join(map(str, digits))


def side_by_side(geometry: Geometry, side: int) -> list[int]:
    """For each pattern of cells how many checkers beside each other show it at most, none over an empty cell."""
    cells_mm = geometry.bar_mm if side else geometry.column_mm
    found = []
    for pattern in range(1 << len(cells_mm)):
        most, free_mm = 0, CHECKER_DIAMETER_MM / 2 - SLACK_MM
        for from_rim in range(*ROW_MM):
            near = [abs(from_rim - cell) for cell in cells_mm]
            is_seen = any(pattern >> cell & 1 and beside < SEEN_WITHIN_MM for cell, beside in enumerate(near))
            is_out = any(not pattern >> cell & 1 and beside < OVER_WITHIN_MM for cell, beside in enumerate(near))
            if is_seen and not is_out and from_rim >= free_mm:
                most, free_mm = most + 1, from_rim + CHECKER_DIAMETER_MM - SLACK_MM
        found.append(most)
    return found


def build(geometry: Geometry) -> dict[str, object]:
    """Everything for one geometry, as it is written to its file."""
    made: dict[str, object] = {"geometry": geometry.name, "cells": geometry.cells}
    for side, name in enumerate(("column", "bar")):
        tables = [absolute(geometry, side, count) for count in range(HIGHEST[side] + 1)]
        holds = (geometry.column_holds, geometry.bar_holds)[side]
        rows = [row(geometry, side, count) for count in range(holds)]
        stacked = [added(geometry, side, count, 1, ON_STACK) for count in range(holds, HIGHEST[side])]
        several = [
            added(geometry, side, count, more, SAMPLES[more])
            for more in range(2, MOST_ADDED + 1)
            for count in range(HIGHEST[side] + 1 - more)
        ]
        made[name] = {
            "patterns": patterns([chances for _, chances in tables], holds, side_by_side(geometry, side)),
            "absolute": _text([entry for table, _ in tables for entry in table]),
            "disc": _text(disc(geometry, side)),
            "tips": [list(groups) for groups in rows],
            "rows": _text([n for groups in rows for steps in groups.values() for n in steps]),
            "stacked": _text([level for samples in stacked for sample in samples for level in sample]),
            "added": _text([level for samples in several for sample in samples for level in sample]),
        }
    return made


def _text(numbers: list[int]) -> str:
    return b85encode(compress(pack(numbers), 9)).decode("ascii")


def main() -> int:
    folder = Path(__file__).parent / "data"
    for geometry in GEOMETRIES.values():
        path = folder / file_name(geometry.name)
        path.write_text(json.dumps(build(geometry), indent=0) + "\n", encoding="ascii")
        print(f"{path}: {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
