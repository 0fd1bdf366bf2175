"""What is known of stacks: hands lay and take checkers on a real row of discs, some of them out of the cells' sight."""

from __future__ import annotations

import pytest

from firmware.likelihood import PlaceLikelihood, likelihood_of
from firmware.readings import Reading, Reference
from firmware.stacks import gestures, is_neat, known_on_top
from hardware.geometry import R1, R1_PLUS, SENSED_PLACES, Geometry, place_xy_mm
from hardware.virtual.discs import Discs

PLACE = 4
BY_GEOMETRY = pytest.mark.parametrize("geometry", [R1, R1_PLUS], ids=lambda geometry: str(geometry.name))


class Point:
    """One point of a board, checker by checker; every gesture comes to rest. `others`: the rows on other points, so
    that people are known to be neat."""

    def __init__(self, geometry: Geometry, row: int, others: int = 0) -> None:
        self.geometry = geometry
        self.discs = Discs(geometry)
        for place in range(12, 12 + 2 * others, 2):
            for number in range(4):
                self.discs.lay(self.discs.add(1), *place_xy_mm(place, 18.0 + 36.0 * number), 0)
        self.count = 0
        self.laid: list[int] = []
        for _ in range(row):
            self.lay_beside()
        self.accept(frozenset())

    def accept(self, on_top: frozenset[int]) -> None:
        self.reference = Reference(tuple(self.discs.levels), (0,) * SENSED_PLACES, on_top)
        self.was = self.count
        self.rests: list[tuple[int, ...]] = []

    def lay_beside(self) -> None:
        """The next of the row; the sixth is squeezed in beyond the last cell."""
        self._lay(18.0 + 36.0 * len([n for n in self.laid if self.discs[n].layer == 0]), 0)

    def lay_on(self, below: int, polarity: int = 0) -> None:
        self._lay(18.0 + 36.0 * below, 1, polarity)

    def _lay(self, from_rim_mm: float, layer: int, polarity: int = 0) -> None:
        disc = self.discs.add(polarity or (1 if self.count % 2 else -1))
        self.discs.lay(disc, *place_xy_mm(PLACE, from_rim_mm), layer)
        self.laid.append(disc)
        self.count += 1
        self._rest()

    def take(self) -> None:
        """The one that was laid last."""
        self.discs.take(self.laid.pop())
        self.count -= 1
        self._rest()

    def push_fifth(self, by_mm: float) -> None:
        self.discs.lay(self.laid[4], *place_xy_mm(PLACE, 18.0 + 36.0 * 4 + by_mm), 0)
        self._rest()

    def _rest(self) -> None:
        if hasattr(self, "rests"):
            cells = self.geometry.cells_of[PLACE]
            self.rests.append(tuple(self.discs.levels[cells.start : cells.stop]))

    def known(self) -> bool:
        """Whether it is known now that nothing lies beyond the row; the board as it is becomes the reference."""
        levels = tuple(self.discs.levels)
        rests = tuple(tuple(self.rests) if place == PLACE else () for place in range(SENSED_PLACES))
        reading = Reading(levels, tuple(abs(level) >= 160 for level in levels), rests=rests)
        was, now = ([count if p == PLACE else 0 for p in range(SENSED_PLACES)] for count in (self.was, self.count))
        found = known_on_top(self.reference, reading, self.geometry, was, now)
        self.accept(found)
        return PLACE in found


@BY_GEOMETRY
def test_sixth_that_is_laid_on_another_is_known_to_lie_there(geometry: Geometry) -> None:
    for below in range(5):
        point = Point(geometry, 5)
        point.lay_on(below)
        is_known = below < 4  # the last of the row is pushed now and then, which looks the same
        assert point.known() is is_known
        assert point.known() is is_known, "nobody has touched it since"


@BY_GEOMETRY
def test_sixth_that_no_cell_saw_come_may_lie_beyond_the_row(geometry: Geometry) -> None:
    point = Point(geometry, 5)
    point.lay_beside()
    assert not point.known()
    point.lay_on(2)
    assert not point.known(), "the seventh lies on top, the sixth does not"


@BY_GEOMETRY
def test_two_of_which_only_one_was_seen_come_leave_it_open(geometry: Geometry) -> None:
    point = Point(geometry, 5)
    point.lay_beside()
    point.lay_on(1)
    assert not point.known()


@BY_GEOMETRY
def test_one_that_was_laid_on_top_and_taken_and_laid_again_is_known(geometry: Geometry) -> None:
    point = Point(geometry, 4)
    point.lay_beside()
    point.lay_on(0)
    point.take()
    point.lay_on(3)
    assert point.known()


@BY_GEOMETRY
def test_one_taken_from_the_top_and_put_back_beyond_the_row_is_not_known(geometry: Geometry) -> None:
    point = Point(geometry, 5)
    point.lay_on(1)
    assert point.known()
    point.take()
    point.lay_beside()
    assert not point.known()


@BY_GEOMETRY
def test_column_that_was_laid_anew_is_not_known_any_more(geometry: Geometry) -> None:
    point = Point(geometry, 5)
    point.lay_on(1)
    assert point.known()
    for _ in range(6):
        point.take()
    for _ in range(6):
        point.lay_beside()
    assert not point.known()


@pytest.mark.parametrize("by_mm", [-1.0, 1.0])
def test_last_of_the_row_that_was_pushed_is_not_taken_for_one_laid_on_it(by_mm: float) -> None:
    point = Point(R1, 5)
    point.lay_beside()
    point.rests.clear()  # so quickly that it did not come to rest in between
    point.push_fifth(by_mm)
    assert not point.known()


def test_stack_on_a_row_that_is_not_full_is_not_known() -> None:
    point = Point(R1, 3)
    for below in (0, 1, 2, 0):
        point.lay_on(below)
    assert not point.known(), "two may lie out of sight later where the fourth and the fifth belong"


# Where people are neat, the strength of a level tells more


def column_of(geometry: Geometry) -> PlaceLikelihood:
    likelihoods = likelihood_of(geometry)
    assert likelihoods is not None
    return likelihoods[0]


def levels_of_point(point: Point) -> tuple[int, ...]:
    cells = point.geometry.cells_of[PLACE]
    return tuple(point.discs.levels[cells.start : cells.stop])


@BY_GEOMETRY
@pytest.mark.parametrize("polarity", [1, -1])
@pytest.mark.parametrize("below", range(5))
def test_neat_stack_shows_whether_it_grew_or_shrank(geometry: Geometry, polarity: int, below: int) -> None:
    point, column = Point(geometry, 5), column_of(geometry)
    low = levels_of_point(point)
    point.lay_on(below, polarity)
    high = levels_of_point(point)
    seen = [
        gestures(way, geometry, column) for way in ((low, high), (high, low), (low, high, low), (low, high, low, high))
    ]
    told = [None if each is None else each.more_on_top for each in seen]
    if geometry is R1 and below > 2:  # the outer ones lie so far beside their cells that it may be a push
        assert told in ([1, -1, 0, 1], [None] * 4)
    else:
        assert told == [1, -1, 0, 1]


@BY_GEOMETRY
def test_nothing_is_told_of_stacks_where_people_are_not_neat(geometry: Geometry) -> None:
    point = Point(geometry, 5)
    low = levels_of_point(point)
    point.lay_on(0)
    seen = gestures((low, levels_of_point(point)), geometry, None)
    assert seen is not None
    assert (seen.on_top, seen.more_on_top) == (1, None)


@BY_GEOMETRY
def test_one_more_beyond_the_row_leaves_it_open_whether_the_stack_grew(geometry: Geometry) -> None:
    point, column = Point(geometry, 5), column_of(geometry)
    levels = [levels_of_point(point)]
    point.lay_on(0)
    levels.append(levels_of_point(point))
    point.take()
    levels.append(levels_of_point(point))
    point.lay_beside()
    levels.append(levels_of_point(point))
    assert column.is_faint(levels[-2], levels[-1])
    seen = gestures(levels, geometry, column)
    assert seen is not None
    assert (seen.more_on_top, seen.beyond) == (0, 1)


@BY_GEOMETRY
def test_neat_stack_laid_beyond_the_row_is_not_known_any_more_though_as_many_gestures_were_seen(
    geometry: Geometry,
) -> None:
    point = Point(geometry, 5, others=4)
    point.lay_on(1)
    assert point.known()
    point.take()
    point.lay_beside()
    point.lay_beside()
    assert not point.known(), "one was taken from the top; that one and another lie beyond"


@BY_GEOMETRY
def test_neat_stack_of_which_all_are_seen_has_none_beyond_whatever_was_done_before(geometry: Geometry) -> None:
    point = Point(geometry, 5, others=4)
    for below in (0, 1):
        point.lay_on(below)
    assert is_neat(tuple(point.discs.levels), geometry)
    point.accept(frozenset())
    assert point.known()
    point = Point(geometry, 5, others=4)
    point.lay_beside()
    point.lay_on(0)
    point.accept(frozenset())
    assert not point.known(), "one lies beyond"


@BY_GEOMETRY
def test_checker_beyond_the_row_is_faint_and_nothing_else_is(geometry: Geometry) -> None:
    column = column_of(geometry)
    point = Point(geometry, 5)
    row = levels_of_point(point)
    assert not column.is_faint(row, row)
    point.push_fifth(2.0)
    assert not column.is_faint(row, levels_of_point(point))
    point.push_fifth(0.0)
    point.lay_beside()
    assert column.is_faint(row, levels_of_point(point))
    assert column.is_faint(levels_of_point(point), row)
