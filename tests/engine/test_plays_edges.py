"""The edges of the generator: cases that only one number or condition of the code decides."""

from __future__ import annotations

import pytest

from engine.plays import Move, Roll, legal_ends, legal_plays, single_moves
from engine.position import Position

LONE_ON_BAR = Position.of({25: 1}, {23: 1}, checkers=1)


@pytest.mark.parametrize(
    ("roll", "ends"), [(Roll(2, 2), {17}), (Roll(6, 6), {1}), (Roll(2, 1), {22}), (Roll(6, 1), {18})]
)
def test_a_lone_checker_on_the_bar_enters_and_goes_on(roll: Roll, ends: set[int]) -> None:
    reached = {Position(1 << 4 * end, LONE_ON_BAR.opp) for end in ends}
    assert set(legal_ends(LONE_ON_BAR, roll)) == reached
    assert {play.end for play in legal_plays(LONE_ON_BAR, roll)} == reached


def test_a_lone_checker_on_the_bar_can_do_nothing_but_enter() -> None:
    assert single_moves(LONE_ON_BAR, 5) == (Move(25, 20, 5),)


HOME = Position.of({6: 1, 5: 1, 2: 1}, {24: 2})


def test_near_home_the_larger_number_is_moved_first_where_one_checker_makes_both() -> None:
    plays = {play.end: play.moves for play in legal_plays(HOME, Roll(2, 1))}
    assert plays[Position.of({5: 1, 3: 1, 2: 1}, {24: 2})] == (Move(6, 4, 2), Move(4, 3, 1))


@pytest.mark.parametrize("roll", [Roll(2, 1), Roll(6, 5), Roll(4, 3)])
def test_near_home_plays_come_in_order_the_furthest_checkers_first(roll: Roll) -> None:
    moves = [play.moves for play in legal_plays(HOME, roll)]
    assert len(moves) > 0
    assert moves == sorted(moves, reverse=True)
