"""Readings by difference: what did not change holds what it held, what changed is counted anew."""

from __future__ import annotations

import pytest

from firmware.readings import (
    CHANGED_10UT,
    Reading,
    Reference,
    absolute_counts,
    changed_places,
    counts_by_difference,
)
from hardware.geometry import BAR_NEAR, R1, R1_PLUS, Geometry

FULL = 1290


def reading(counts: dict[int, int], geometry: Geometry = R1, **levels: int) -> Reading:
    """Checkers side by side from the rim; `levels` sets single cells, as `c7=200`."""
    made = [0] * geometry.cells
    for place, count in counts.items():
        for cell in geometry.cells_of[place][:count]:
            made[cell] = FULL
    for name, level in levels.items():
        made[int(name[1:])] = level
    return Reading(tuple(made), tuple(abs(level) > 160 for level in made))


def reference(of: Reading, counts: dict[int, int]) -> Reference:
    return Reference(of.levels_10ut, tuple(counts.get(place, 0) for place in range(26)))


def test_cells_alone_count_what_lies_side_by_side() -> None:
    assert absolute_counts(reading({0: 5, 3: 2, BAR_NEAR: 1}), R1)[:4] == (5, 0, 0, 2)


def test_bar_cells_count_no_more_checkers_than_lie_there() -> None:
    assert absolute_counts(reading({BAR_NEAR: 4}), R1)[BAR_NEAR] == 3


def test_geometry_with_more_cells_than_checkers_counts_checkers() -> None:
    assert absolute_counts(reading({2: 8}, R1_PLUS), R1_PLUS)[2] == 5


def test_without_a_reference_the_cells_alone_count() -> None:
    now = reading({0: 5, 7: 3})
    assert counts_by_difference(None, now, R1) == absolute_counts(now, R1)


def test_unchanged_stack_of_nine_stays_nine() -> None:
    before = reading({0: 5, 7: 3})
    counts = counts_by_difference(reference(before, {0: 9, 7: 3}), reading({0: 5, 7: 2}), R1)
    assert (counts[0], counts[7]) == (9, 2)


def test_changed_stack_is_counted_anew() -> None:
    before = reading({0: 5})
    assert counts_by_difference(reference(before, {0: 9}), reading({0: 4}), R1)[0] == 4


def test_crooked_checker_read_as_missing_stays_until_it_is_touched() -> None:
    crooked = reading({4: 2}, c21=130)  # the second cell of the place says off
    assert absolute_counts(crooked, R1)[4] == 1
    accepted = reference(crooked, {4: 2})
    assert counts_by_difference(accepted, crooked, R1)[4] == 2
    touched = reading({4: 2}, c21=130 - CHANGED_10UT - 1)
    assert counts_by_difference(accepted, touched, R1)[4] == 1


@pytest.mark.parametrize(
    ("by", "is_changed"), [(CHANGED_10UT, False), (CHANGED_10UT + 1, True), (-91, True), (-90, False)]
)
def test_level_has_changed_when_it_moved_by_more_than_the_limit_either_way(by: int, is_changed: bool) -> None:
    before = reading({4: 1})
    accepted = reference(before, {4: 1})
    now = reading({4: 1}, c20=FULL + by)
    assert changed_places(accepted, now, R1) == ((4,) if is_changed else ())


def test_a_checker_turned_over_has_changed() -> None:
    before = reading({4: 1})
    assert changed_places(reference(before, {4: 1}), reading({4: 1}, c20=-FULL), R1) == (4,)


def test_places_of_doubtful_cells_are_doubtful() -> None:
    plain = reading({})
    unsure = Reading(plain.levels_10ut, plain.is_on, doubtful=frozenset({20, 24, 121}))
    assert unsure.doubtful_places(R1) == frozenset({4, BAR_NEAR})
