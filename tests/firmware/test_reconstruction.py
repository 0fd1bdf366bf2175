"""Which position a faulty reading most likely shows: only ever one with the mover's own fifteen checkers."""

from __future__ import annotations

from random import Random

import pytest

from engine.position import START, Position, Side, slots
from firmware.board_map import REFERENCE_LAYOUT, image_of, image_of_counts
from firmware.reconstruction import reconstruct
from hardware.geometry import R1
from tests.firmware.oracle_images import counts, near_place, turns
from tests.firmware.table_driver import position

HIT_ON_5 = position({8: 3, 6: 5, 13: 5, 24: 2}, {5: 1, 1: 4, 12: 5, 19: 5})


def shown(before: Position, read: list[int], touched: tuple[int, ...] = ()) -> Position | None:
    image = image_of_counts(tuple(read), REFERENCE_LAYOUT, Side.WHITE)
    return reconstruct(before, image, image_of(before, R1), frozenset(touched))


def after(before: Position, *changes: tuple[int, int]) -> list[int]:
    read = list(counts(before))
    for place, change in changes:
        read[place] += change
    return read


def test_checker_gone_from_one_point_and_come_to_another_has_moved() -> None:
    reached = shown(START, after(START, (near_place(24), -1), (near_place(15), 1)))
    assert reached == position({24: 1, 15: 1, 13: 5, 8: 3, 6: 5}, {1: 2, 12: 5, 17: 3, 19: 5})


def test_opponents_checker_moved_stays_the_opponents() -> None:
    reached = shown(START, after(START, (near_place(19), -1), (near_place(20), 1)))
    assert reached == position({24: 2, 13: 5, 8: 3, 6: 5}, {1: 2, 12: 5, 17: 3, 19: 4, 20: 1})


def test_touched_blot_that_still_reads_one_was_hit_when_the_bar_has_one_more() -> None:
    reached = shown(HIT_ON_5, after(HIT_ON_5, (near_place(8), -1), (25, 1)), touched=(5,))
    assert reached is not None
    assert (reached.own_on(5), reached.opp_on(5), reached.opp_bar) == (1, 0, 1)


def test_own_checker_missing_is_taken_as_off() -> None:
    reached = shown(START, after(START, (near_place(6), -1)))
    assert reached is not None
    assert reached.own_off == 1


@pytest.mark.parametrize("changes", [((3, 1),), ((near_place(6), -1), (3, 1), (9, 1))])
def test_checkers_that_do_not_add_up_are_no_position(changes: tuple[tuple[int, int], ...]) -> None:
    assert shown(START, after(START, *changes)) is None


def test_hit_by_nobody_is_no_position() -> None:
    """The opponent's bar has one more and its blot was touched, but no checker of the mover has gone anywhere."""
    assert shown(HIT_ON_5, after(HIT_ON_5, (25, 1)), touched=(5,)) is None


def test_mover_always_has_fifteen_checkers() -> None:
    chance = Random(3)
    for turn in turns(53):
        for _ in range(40):
            read = list(counts(turn.start))
            for _ in range(chance.randint(1, 4)):
                place = chance.randrange(26)
                read[place] = min(max(0, read[place] + chance.choice((-1, 1))), 5 if place < 24 else 3)
            reached = shown(turn.start, read, tuple(chance.sample(range(26), 4)))
            if reached is not None:
                assert reached.own >= 0
                assert sum(count for _, count in slots(reached.own)) == 15
