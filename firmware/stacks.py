"""What is known of stacks: whether all that a full row does not hold lies on top of it, or one perhaps beyond it. Pure.

A sixth checker lies on another, where cells see it come and go, or is squeezed in beyond the last cell, and so may be
what lies on that one. Which it was is plain when it comes; from then on it is known as long as nobody stirs the point
in another way.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from firmware.readings import Reading, Reference, absolute_counts, levels_of
from hardware.cells import ON_10UT
from hardware.geometry import COLUMNS, Geometry

STACKED_10UT: Final = (120, 180, 450)
"""How strongly a cell sees one that is laid right over the one it covers, or taken: up to 3.6 mT. Where the last of the
row lies it must be more, and tells something only where all lie neatly: that one is pushed now and then."""
NEAT_10UT, NEAT_SHARE, NEAT_CELLS = 800, 0.97, 10
"""People are neat if so many of the cells with a checker, and no fewer than these, have it right over them."""
ASIDE_10UT: Final = 120
"""How much the others may change."""
STILL_10UT: Final = 60
EMPTY_10UT, COVERED_10UT = 120, 400

Levels = tuple[int, ...]


def known_on_top(
    before: Reference, reading: Reading, geometry: Geometry, was: Sequence[int], now: Sequence[int]
) -> frozenset[int]:
    """The places of which it is known that all their checkers beside the row's lie on top.

    `was` and `now`: how many stand on each place in truth, when the reference was taken and when it was read. What
    comes or goes beyond the row is not seen: nothing did if as many were seen on top as there are more or fewer, or
    also some to and fro.
    """
    high = [place for place in range(COLUMNS) if now[place] > geometry.capacity[place]]
    if not high:
        return frozenset()
    is_on = tuple([abs(level) >= ON_10UT for level in before.levels_10ut])
    shown = absolute_counts(Reading(before.levels_10ut, is_on), geometry)
    neat, found = is_neat(before.levels_10ut, geometry), []
    for place in high:
        holds = geometry.capacity[place]
        is_known = place in before.on_top if was[place] > holds else shown[place] == was[place]
        seen = gestures(levels_of(before, reading, geometry, place), geometry, neat) if is_known else None
        laid, more = max(0, holds - was[place]), now[place] - max(was[place], holds)
        if seen is not None and seen.beside == laid and seen.on_top - abs(more) in (0, 2, 4, 6):
            found.append(place)
    return frozenset(found)


def is_neat(levels: Levels, geometry: Geometry) -> bool:
    """Whether checkers lie so well all over the board that nobody will have pushed one by a millimetre or two."""
    strengths = [abs(level) for level in levels[: geometry.cells_of[COLUMNS].start]]
    covered = [strength for strength in strengths if strength > EMPTY_10UT]
    over = sum([strength > NEAT_10UT for strength in covered])
    return len(covered) >= NEAT_CELLS and over >= NEAT_SHARE * len(covered)


class Gestures(NamedTuple):
    """How many more lie side by side, and how often one was laid on top or taken from there."""

    beside: int
    on_top: int


def gestures(levels: Sequence[Levels], geometry: Geometry, neat: bool) -> Gestures | None:
    """What was done at a place from rest to rest, if each time one cell saw one checker; else None."""
    beside = on_top = 0
    reach = 1 if len(levels[0]) > geometry.column_holds + 1 else 0
    for then, now in pairwise(levels):
        differ = [abs(b - a) for a, b in zip(then, now, strict=True)]
        most = max(differ)
        if most <= STILL_10UT:
            continue
        peak, last = differ.index(most), max((cell for cell, d in enumerate(now) if abs(d) > COVERED_10UT), default=0)
        if any(d > ASIDE_10UT for cell, d in enumerate(differ) if abs(cell - peak) > reach):
            return None
        low, high = sorted((abs(then[peak]), abs(now[peak])))
        if low < EMPTY_10UT and high > COVERED_10UT:
            beside += 1 if abs(now[peak]) > abs(then[peak]) else -1
        elif _is_stacked(most, low) and (peak < last or (neat and most > STACKED_10UT[1])):
            on_top += 1
        else:
            return None
    return Gestures(beside, on_top)


def _is_stacked(change: int, least: int) -> bool:
    return STACKED_10UT[0] <= change <= STACKED_10UT[2] and least > COVERED_10UT
