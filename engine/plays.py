"""Rolls, moves, plays: every legal play of a roll, and the tree of positions on the way.

Owns what may be done with the dice (R06-R18). Knows nothing of cube, score or match.
Written for speed: the inner loops run on packed integers (engine/position.py) and make no objects.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.position import Position


class Roll(NamedTuple):
    """Two dice in the order they were rolled, 1-6 each."""

    first: int
    second: int

    @property
    def is_double(self) -> bool:
        return self.first == self.second

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers to play, the larger first; four of them for a double (R09)."""
        if self.first == self.second:
            return (self.first,) * 4
        return (max(self), min(self))

    def __str__(self) -> str:
        return f"{max(self)}{min(self)}"


class Move(NamedTuple):
    """One checker by one number: from `start` (25 = bar) to `end` (0 = off), in the mover's numbering.

    `number` is the die used: start - end, or more where a checker is borne off with a larger number (R17).
    """

    start: int
    end: int
    number: int
    is_hit: bool = False


class Play(NamedTuple):
    """All moves of a roll, in an order in which they can be made, and the position they lead to (mover's view)."""

    moves: tuple[Move, ...]
    end: Position


class PlayTree(NamedTuple):
    """Everything that can be done with a roll.

    `plays`: one canonical play for each distinct end position; empty when there is no legal play.
    `nodes`: every position on the way of some legal play, start and ends included, with moves that lead to it.
    """

    start: Position
    roll: Roll
    plays: tuple[Play, ...]
    nodes: dict[Position, tuple[Move, ...]]
