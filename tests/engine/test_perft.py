"""Counts of the opening position, as several independent engines give them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.perft import ROLLS, perft
from engine.position import START, Position

COUNTS = json.loads((Path(__file__).parents[1] / "data" / "oracle" / "perft.json").read_text())


@pytest.mark.parametrize(("depth", "by_roll", "total"), [(1, "ply1", 447), (2, "ply2_by_first_roll", 202782)])
def test_counts_of_the_opening_position_per_first_roll(depth: int, by_roll: str, total: int) -> None:
    counted = perft(START, depth)
    assert {f"{roll.first}-{roll.second}": count for roll, count in counted.by_roll.items()} == COUNTS[by_roll]
    assert counted.total == total


def test_there_are_21_rolls_the_larger_number_first() -> None:
    assert len(set(ROLLS)) == 21
    assert all(roll.first >= roll.second for roll in ROLLS)


def test_a_turn_without_a_play_counts_one() -> None:
    shut_out = Position.of({25: 1}, dict.fromkeys(range(1, 7), 2))
    assert perft(shut_out, 1).total == 21
    only_the_other_moves = perft(shut_out.turned, 1).total
    assert perft(shut_out, 2).total == 21 * only_the_other_moves


def test_depth_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        perft(START, 0)
