"""What stands where, by difference: from levels by place to counts by place.

The reference is what the cells measured when the last position was accepted, and what stood there. A place whose
levels have not changed since holds what it held; only what changed is counted anew. So a stack of nine, a crooked
column or a cell that is off by a little stays right until somebody touches it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from firmware.likelihood_data import tables_of
from hardware.cells import ON_10UT
from hardware.geometry import SENSED_PLACES, Geometry

CHANGED_10UT: Final = 90
"""A level that moved by more than 0.9 mT has changed (facts: second layer 3.5 mT, third 1.3 mT, noise 0.05 mT)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All cells at rest.

    `levels_10ut`: signed, zero taken off; `is_on`: after hysteresis and debounce; `lifts` and `drops`: how many
    cells of each place went off and came on since the reference; `doubtful`: cells within their margin or unhealthy;
    `unhealthy`: of these the ones that are stuck, noisy or at the end of their range, wherever they are.
    `rests`: per place the levels of its cells each time it came to rest since the reference, if they are known.
    """

    levels_10ut: tuple[int, ...]
    is_on: tuple[bool, ...]
    lifts: tuple[int, ...] = (0,) * SENSED_PLACES
    drops: tuple[int, ...] = (0,) * SENSED_PLACES
    doubtful: frozenset[int] = frozenset()
    rests: tuple[tuple[tuple[int, ...], ...], ...] = ()
    unhealthy: frozenset[int] = frozenset()

    def doubtful_places(self, geometry: Geometry) -> frozenset[int]:
        """The places that have a doubtful cell."""
        return _places_of(self.doubtful, geometry)

    def unhealthy_places(self, geometry: Geometry) -> frozenset[int]:
        """The places that have an unhealthy cell."""
        return _places_of(self.unhealthy, geometry)


def _places_of(cells: frozenset[int], geometry: Geometry) -> frozenset[int]:
    if not cells:
        return cells
    return frozenset(place for place, own in enumerate(geometry.cells_of) if any(cell in cells for cell in own))


@dataclass(frozen=True, slots=True)
class Reference:
    """The levels at acceptance and the counts by place that stood then.

    `on_top`: places with more than a row holds where all the rest is known to lie on top (stacks.py).
    """

    levels_10ut: tuple[int, ...]
    counts: tuple[int, ...]
    on_top: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that a settled board says of a turn.

    `counts` by place (26), by difference; `touched`: places whose levels changed since the reference; `doubtful`: those
    of them that have a cell in doubt, and all that have an unhealthy one, which may hide a change. `reading` and
    `reference` are what they were worked out from: signed levels, and the lifts and drops seen during the turn; None
    where only counts are known.
    """

    counts: tuple[int, ...]
    doubtful: frozenset[int] = frozenset()
    touched: tuple[int, ...] = ()
    reading: Reading | None = None
    reference: Reference | None = None


def evidence_of(reference: Reference | None, reading: Reading, geometry: Geometry) -> Evidence:
    """What a reading says against its reference. What has not changed holds what it held, whatever its cells say."""
    counts = counts_by_difference(reference, reading, geometry)
    doubtful, unhealthy = reading.doubtful_places(geometry), reading.unhealthy_places(geometry)
    if reference is None:
        return Evidence(counts, doubtful | unhealthy, (), reading)
    touched = changed_places(reference, reading, geometry)
    return Evidence(counts, doubtful & frozenset(touched) | unhealthy, touched, reading, reference)


def absolute_counts(reading: Reading, geometry: Geometry) -> tuple[int, ...]:
    """Counts by place from the cells alone, each capped at what the place holds side by side.

    Where cells lie closer than checkers a checker covers one or two: there it is what each pattern most often means.
    """
    on, tables = reading.is_on, tables_of(geometry)
    if tables is None:
        return tuple(
            min(sum(on[cells.start : cells.stop]), holds)
            for cells, holds in zip(geometry.cells_of, geometry.capacity, strict=True)
        )
    return tuple(
        tables.of(place).patterns[sum([1 << bit for bit, is_on in enumerate(on[cells.start : cells.stop]) if is_on])]
        for place, cells in enumerate(geometry.cells_of)
    )


def changed_places(reference: Reference, reading: Reading, geometry: Geometry) -> tuple[int, ...]:
    """Places with a cell whose level differs from the reference by more than CHANGED_10UT."""
    far = [abs(now - then) > CHANGED_10UT for now, then in zip(reading.levels_10ut, reference.levels_10ut, strict=True)]
    if True not in far:
        return ()
    return tuple(p for p, cells in enumerate(geometry.cells_of) if True in far[cells.start : cells.stop])


def shown_counts(levels: tuple[int, ...], geometry: Geometry) -> tuple[int, ...]:
    """What the cells alone count at these levels."""
    return absolute_counts(Reading(levels, tuple([abs(level) >= ON_10UT for level in levels])), geometry)


def counts_by_difference(reference: Reference | None, reading: Reading, geometry: Geometry) -> tuple[int, ...]:
    """Counts by place: the reference's where nothing changed, the cells' own where something did."""
    absolute = absolute_counts(reading, geometry)
    if reference is None:
        return absolute
    counts = list(reference.counts)
    for place in changed_places(reference, reading, geometry):
        counts[place] = absolute[place]
    return tuple(counts)


def levels_of(before: Reference, reading: Reading, geometry: Geometry, place: int) -> tuple[tuple[int, ...], ...]:
    """The levels of a place at the reference, at each rest, and now."""
    cells = geometry.cells_of[place]
    rests = reading.rests[place] if reading.rests else ()
    return (before.levels_10ut[cells.start : cells.stop], *rests, reading.levels_10ut[cells.start : cells.stop])
