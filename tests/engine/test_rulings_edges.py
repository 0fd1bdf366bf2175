"""The edges of rulings: hits next to other faults, and checkers missing or too many where several answers seem near.

The expected rulings follow from what was done by hand in each case.
"""

from __future__ import annotations

import pytest

from engine.notation import apply_hops, read_moves
from engine.plays import Roll, play_tree
from engine.position import START, Position
from engine.rulings import Broken, Ruling, explain

FIVE_POINT = apply_hops(START, [(8, 5), (6, 5)])


def position(own: dict[int, int], theirs: dict[int, int]) -> Position:
    """Both sides' checkers in the mover's numbering."""
    return Position.of(own, {25 - point: n for point, n in theirs.items()})


def ruled(at: Position, roll: str, hops: str, *theirs: tuple[int, int]) -> Ruling:
    """The ruling on own hops, hits included, and on opposing checkers moved besides (the opponent's bar is 0)."""
    reached = apply_hops(at, read_moves(hops))
    opp = reached.opp
    for start, end in theirs:
        opp += (1 << 4 * (25 - end)) - (1 << 4 * (25 - start))
    rolled = Roll.parse(roll)
    return explain(at, rolled, Position(reached.own, opp), play_tree(at, rolled))


def counted(reached: Position, **more: int) -> Ruling:
    """The ruling on 3-1 from the start, with so many checkers more (or less) on each point: `own_13=-2`."""
    own, opp = reached
    for name, count in more.items():
        side, point = name.split("_")
        if side == "own":
            own += count << 4 * int(point)
        else:
            opp += count << 4 * (25 - int(point))
    return explain(START, Roll(3, 1), Position(own, opp), play_tree(START, Roll(3, 1)))


TWO_BLOTS = position({24: 2, 13: 5, 8: 3, 6: 5}, {1: 2, 4: 1, 10: 1, 12: 5, 17: 3, 19: 3})


def test_a_hit_is_seen_next_to_one_move_too_many() -> None:
    assert ruled(TWO_BLOTS, "31", "13/10* 6/5 24/23") == Ruling(Broken.TOO_MANY_MOVES, numbers=(3, 1), count=3)


def test_an_opponents_checker_that_was_moved_is_told_apart_from_the_one_that_was_hit() -> None:
    ruling = ruled(TWO_BLOTS, "31", "13/10* 6/5 24/23", (12, 14))
    assert ruling == Ruling(Broken.OPPONENT_MOVED, (12, 14))


def test_of_two_blots_gone_and_one_checker_on_the_bar_only_the_one_landed_on_was_hit() -> None:
    at = position({24: 2, 13: 5, 8: 3, 6: 5}, {1: 2, 9: 1, 10: 1, 12: 5, 17: 3, 19: 3})
    ruling = ruled(at, "31", "13/10* 6/5 24/23", (9, 15))
    assert ruling == Ruling(Broken.OPPONENT_MOVED, (9, 15))


@pytest.mark.parametrize("blot", [12, 11, 10, 9, 8])
def test_a_double_played_too_far_may_hit_wherever_it_stopped(blot: int) -> None:
    at = position({13: 1, 6: 7}, {blot: 1, 1: 7})
    reached = Position(apply_hops(at, [(13, 7)]).own, at.opp + (1 << 100) - (1 << 4 * (25 - blot)))
    ruling = explain(at, Roll(1, 1), reached, play_tree(at, Roll(1, 1)))
    assert ruling == Ruling(Broken.TOO_MANY_MOVES, numbers=(1, 1, 1, 1), count=6)


# Missing and too many


def test_the_end_of_a_play_is_believed_before_a_position_on_the_way() -> None:
    assert counted(FIVE_POINT, own_6=1) == Ruling(Broken.TOO_MANY, (6,), count=1)
    assert counted(FIVE_POINT, own_5=-1) == Ruling(Broken.TOO_FEW, (5,), count=1)


def test_missing_checkers_are_counted_on_the_point_where_they_are_missing() -> None:
    assert counted(FIVE_POINT, own_6=-3) == Ruling(Broken.TOO_FEW, (6,), count=3)
    assert counted(FIVE_POINT, own_13=-4) == Ruling(Broken.TOO_FEW, (13,), count=4)


def test_checkers_too_many_are_counted_on_the_point_where_they_are() -> None:
    assert counted(FIVE_POINT, own_13=2) == Ruling(Broken.TOO_MANY, (13,), count=2)
    assert counted(FIVE_POINT, own_6=3) == Ruling(Broken.TOO_MANY, (6,), count=3)
    assert counted(FIVE_POINT, own_6=9) == Ruling(Broken.TOO_MANY, (6,), count=9)
    assert counted(FIVE_POINT, theirs_12=2) == Ruling(Broken.TOO_MANY, (12,), count=2)


def test_checkers_missing_after_a_hit_are_told_where_they_are_missing() -> None:
    reached = apply_hops(TWO_BLOTS, read_moves("13/10* 6/5"))
    without_8 = Position(reached.own - (3 << 32), reached.opp)
    ruling = explain(TWO_BLOTS, Roll(3, 1), without_8, play_tree(TWO_BLOTS, Roll(3, 1)))
    assert ruling == Ruling(Broken.TOO_FEW, (8,), count=3)


def test_of_two_points_with_missing_checkers_the_furthest_is_told_with_its_own_count() -> None:
    assert counted(FIVE_POINT, own_24=-1, own_13=-2) == Ruling(Broken.TOO_FEW, (24,), count=1)
    assert counted(FIVE_POINT, theirs_1=-1, theirs_12=-2).count == 1


def test_a_checker_that_entered_and_was_hit_by_hand_is_told_as_the_opponents_fault() -> None:
    at = position({25: 1, 20: 1, 13: 5, 8: 3, 6: 5}, {1: 2, 12: 5, 17: 3, 19: 5})
    played = apply_hops(at, [(25, 22), (6, 5)])
    on_20 = Position(played.own + (1 << 100) - (1 << 80), played.opp + (1 << 20) - (1 << 52))
    ruling = explain(at, Roll(3, 1), on_20, play_tree(at, Roll(3, 1)))
    assert ruling == Ruling(Broken.OPPONENT_MOVED, (12, 20))


def test_of_the_end_of_a_legal_play_there_is_nothing_to_tell() -> None:
    ruling = counted(FIVE_POINT)
    assert (ruling.points, ruling.count) == ((), 0)


def test_four_checkers_are_paired_with_their_ends_in_the_way_that_breaks_least() -> None:
    ruling = ruled(START, "33", "13/10 13/4 13/4 8/5")
    assert ruling == Ruling(Broken.TOO_MANY_MOVES, numbers=(3, 3, 3, 3), count=8)
