"""Positions: how they are built, what is refused, and pip counts of both sides."""

from __future__ import annotations

import pytest

from engine.position import START, InvalidPosition, Position


def test_pips_of_both_sides_are_167_at_the_start() -> None:
    assert (START.own_pips, START.opp_pips) == (167, 167)


def test_a_checker_on_the_bar_counts_25_pips_and_one_off_none() -> None:
    position = Position.of({25: 1, 6: 2}, {24: 1})
    assert (position.own_pips, position.opp_pips) == (37, 24)
    assert (position.own_off, position.opp_off) == (12, 14)


@pytest.mark.parametrize("count", [-1, 16])
def test_a_point_cannot_have_less_than_no_checker_nor_more_than_a_side(count: int) -> None:
    with pytest.raises(InvalidPosition, match=f"{count} checkers on point 6: a side has 15"):
        Position.of({6: count}, {})
