"""Perft: how many ways a position can go on, counted to a depth.

Owns the counting that proves the generator against others, and nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.ends import ends
from engine.packed import OPP_SHIFT, OWN_PART
from engine.plays import Roll
from engine.position import Position

ROLLS = tuple(Roll(larger, smaller) for larger in range(1, 7) for smaller in range(1, larger + 1))
"""The 21 rolls, the larger number first: 11, 21, 22, 31 ..."""


class Perft(NamedTuple):
    """Counts by first roll, and in all."""

    by_roll: dict[Roll, int]
    total: int


def perft(position: Position, depth: int) -> Perft:
    """Count the paths of `depth` turns from a position with every roll, by the first roll.

    A turn is any of the 21 rolls and one distinct end of it; a turn without a legal play counts one. Paths are not
    merged where they meet. Depth 1 of the start is 447, depth 2 is 202782. Raises ValueError for a depth below 1.
    """
    if depth < 1:
        raise ValueError(f"perft to depth {depth}: at least 1")
    by_roll = {roll: _turn(position.own, position.opp, roll, depth) for roll in ROLLS}
    return Perft(by_roll, sum(by_roll.values()))


def _turn(own: int, opp: int, roll: Roll, depth: int) -> int:
    found = ends(own, opp, roll.first, roll.second)
    if depth == 1:
        return len(found) or 1
    if not found:
        return _count(opp, own, depth - 1)
    return sum(_count(joint >> OPP_SHIFT, joint & OWN_PART, depth - 1) for joint in found)


def _count(own: int, opp: int, depth: int) -> int:
    return sum(_turn(own, opp, roll, depth) for roll in ROLLS)
