"""What is known of stacks: whether all that a full row does not hold lies on top of it, or one perhaps beyond it. Pure.

A sixth checker lies on another, where cells see it come and go, or is squeezed in beyond the last cell, and so may be
what lies on that one. Which it was is plain when it comes; from then on it is known as long as nobody stirs the point
in another way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from firmware.likelihood import PlaceLikelihood, likelihood_of
from firmware.readings import Reading, Reference, levels_of, shown_counts
from hardware.geometry import COLUMNS, Geometry

STACKED_10UT: Final = (120, 180, 450)
"""How strongly a cell sees one that is laid right over the one it covers, or taken: up to 3.6 mT. Where the last of the
row lies it must be more, and tells something only where all lie neatly: that one is pushed now and then."""
NEAT, NEAT_SHARE, NEAT_CELLS = 0.63, 0.97, 10
"""People are neat if so many of the cells with a checker, and no fewer than these, see it with so much of the strength
of one in a neat row, or more: one stacked on it the other way up takes three tenths."""
ASIDE_10UT: Final = 120
"""How much the others may change."""
STILL_10UT: Final = 60
ALONE_10UT, MOST_ALONE_10UT, BETWEEN_10UT = 130, 1360, 220
"""How much weaker one of a neat row may be seen than in a row without gaps, and how strongly one alone at most, or how
much more strongly one between two cells."""
WEAKENED_10UT: Final = 990
"""How strongly one is seen at most with another on it the other way up."""
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
    shown = shown_counts(before.levels_10ut, geometry)
    likelihoods, found = likelihood_of(geometry), []
    neat = likelihoods[0] if likelihoods and is_neat(before.levels_10ut, geometry) else None
    for place in high:
        holds, levels = geometry.capacity[place], levels_of(before, reading, geometry, place)
        if neat and _seen_on_row(levels[-1], neat) == now[place] - holds:
            found.append(place)
            continue
        is_known = place in before.on_top if was[place] > holds else shown[place] == was[place]
        seen = gestures(levels, geometry, neat) if is_known else None
        laid, more = max(0, holds - was[place]), now[place] - max(was[place], holds)
        if seen is None or seen.beside != laid or seen.beyond or seen.more_on_top not in (None, more):
            continue
        if seen.on_top - abs(more) in (0, 2, 4, 6):
            found.append(place)
    return frozenset(found)


@lru_cache(maxsize=8)
def is_neat(levels: Levels, geometry: Geometry) -> bool:
    """Whether checkers lie so well all over the board that nobody will have pushed one by a millimetre or two."""
    likelihoods = likelihood_of(geometry)
    if likelihoods is None:
        return False
    covered = over = 0
    for cells in geometry.cells_of[:COLUMNS]:
        column = levels[cells.start : cells.stop]
        for seen_by in likelihoods[0].row:
            strength = sum([abs(column[cell]) for cell in seen_by])
            if strength > EMPTY_10UT * len(seen_by):
                covered += 1
                over += strength > NEAT * sum([likelihoods[0].alone[cell] for cell in seen_by])
    return covered >= NEAT_CELLS and over >= NEAT_SHARE * covered


class Gestures(NamedTuple):
    """How many more lie side by side, how often one was laid on top or taken from there, and how many more lie there
    now, if that is known; and how often one may have come or gone beyond the row.
    """

    beside: int
    on_top: int
    more_on_top: int | None
    beyond: int


def gestures(levels: Sequence[Levels], geometry: Geometry, neat: PlaceLikelihood | None) -> Gestures | None:
    """What was done at a point from rest to rest, if each time one cell saw one checker; else None.

    `neat`: how cells see a point's checkers, if people are neat.
    """
    beside = on_top = beyond = 0
    more: int | None = 0
    reach = 1 if len(levels[0]) > geometry.column_holds + 1 else 0
    for then, now in pairwise(levels):
        differ = [abs(b - a) for a, b in zip(then, now, strict=True)]
        most = max(differ)
        if most <= STILL_10UT:
            beyond += neat is not None and neat.is_faint(then, now)
            continue
        peak, last = differ.index(most), max((cell for cell, d in enumerate(now) if abs(d) > COVERED_10UT), default=0)
        if any(d > ASIDE_10UT for cell, d in enumerate(differ) if abs(cell - peak) > reach):
            return None
        low, high = sorted((abs(then[peak]), abs(now[peak])))
        if low < EMPTY_10UT and high > COVERED_10UT:
            beside += 1 if abs(now[peak]) > abs(then[peak]) else -1
        elif _is_stacked(most, low) and (peak < last or (neat and most > STACKED_10UT[1])):
            on_top += 1
            up = _laid(then, now, peak, neat) if neat else None
            more = None if more is None or up is None else more + up
        else:
            return None
    return Gestures(beside, on_top, more, beyond)


def _seen_on_row(levels: Levels, neat: PlaceLikelihood) -> int | None:
    """How many of a full neat row have another on them; None if any is not plain."""
    alone = [_is_alone(levels, cells, neat) for cells in neat.row]
    return None if None in alone else alone.count(False)


def _laid(then: Levels, now: Levels, peak: int, neat: PlaceLikelihood) -> int | None:
    """1 if one was laid on the checker that the cell `peak` sees, -1 if it was taken, None if neither is plain."""
    for cells in neat.row:
        was, is_ = (_is_alone(levels, cells, neat) for levels in (then, now))
        if peak in cells and was is not None and is_ is not None and was is not is_:
            return 1 if was else -1
    return None


def _is_alone(levels: Levels, cells: Sequence[int], neat: PlaceLikelihood) -> bool | None:
    """Whether the checker of a neat row that these cells see has no other on it; None if it is not plain.

    Cells see one alone at least as strongly as in a row without gaps, and at most as if it lay right over one of them;
    with another on it less or more strongly, whichever way up that is.
    """
    strength = sum([abs(levels[cell]) for cell in cells])
    alone: int = sum([neat.alone[cell] for cell in cells])
    most = MOST_ALONE_10UT if len(cells) == 1 else alone + BETWEEN_10UT
    if strength < COVERED_10UT or WEAKENED_10UT < strength <= alone - ALONE_10UT:
        return None
    return alone - ALONE_10UT < strength < most


def _is_stacked(change: int, least: int) -> bool:
    return STACKED_10UT[0] <= change <= STACKED_10UT[2] and least > COVERED_10UT
