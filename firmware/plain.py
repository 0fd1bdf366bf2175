"""Whether what happened to the cells is so plain that counts can be taken as they are read. Pure.

Plain is: at every place where anything was noticed, each step turned one cell, or two beside each other, from clearly
empty to clearly covered or back, left the others as they were, and changed the count by one; and at the end the cells
alone read the same count, none of them near the limit between on and off, and no stack is among them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from firmware.likelihood_data import tables_of
from hardware.geometry import Geometry

EMPTY_10UT: Final = 100
COVERED_10UT: Final = 240
STIRRED_10UT: Final = 150
SLIGHTLY_10UT: Final = 90

Levels = tuple[int, ...]


def are_plain(
    steps: Mapping[int, Sequence[Levels]],
    start: Sequence[int],
    counts: Sequence[int],
    places: Sequence[int],
    geometry: Geometry,
) -> bool:
    """Whether all places of these steps (by spot, as levels at rest one after another) are plain and read `counts`."""
    for spot, levels in steps.items():
        place = places[spot]
        if start[spot] > geometry.capacity[place]:
            return False
        if _plain_count(start[spot], levels, geometry, place) != counts[place]:
            return False
    return True


def _plain_count(count: int, levels: Sequence[Levels], geometry: Geometry, place: int) -> int | None:
    """The count at the end, followed step by step; None if a step is not plain."""
    read = _reader(geometry)[place]
    if _pattern(read, levels[0]) != count:
        return None
    before = levels[0]
    for after in levels[1:]:
        change = _plain_change(before, after)
        if change is None:
            return None
        count += change
        if _pattern(read, after) != count:
            return None
        before = after
    return count


def _plain_change(before: Levels, after: Levels) -> int | None:
    turned = []
    for cell, (a, b) in enumerate(zip(before, after, strict=True)):
        if abs(b - a) > STIRRED_10UT:
            turned.append((cell, abs(a), abs(b)))
    if not turned:
        return 0
    if len(turned) > 2 or turned[-1][0] - turned[0][0] > 1:
        return None
    if all(a < EMPTY_10UT and b > COVERED_10UT for _, a, b in turned):
        return 1
    if all(a > COVERED_10UT and b < EMPTY_10UT for _, a, b in turned):
        return -1
    return None


def _pattern(counts: tuple[int, ...], levels: Levels) -> int | None:
    """What the cells read, None if one of them is near the limit between on and off."""
    on = 0
    for cell, level in enumerate(levels):
        strength = abs(level)
        if strength >= COVERED_10UT:
            on |= 1 << cell
        elif strength > EMPTY_10UT:
            return None
    return counts[on]


@cache
def _reader(geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """By place, what each pattern of cells counts."""
    tables = tables_of(geometry)
    if tables is None:
        return ()
    return tuple(tables.of(place).patterns for place in range(len(geometry.cells_of)))
