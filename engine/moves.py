"""Rolls, moves and plays as values: what is done with dice and checkers.

Owns the three types only; which plays are legal is engine/plays.py. Knows nothing of cube, score or match.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.position import Position


class Roll(NamedTuple):
    """Two dice in the order they were rolled, 1-6 each."""

    first: int
    second: int

    @classmethod
    def parse(cls, text: str) -> Roll:
        """Read `31` or `3-1`, in either order; the order is kept. Raises ValueError for anything else."""
        digits = text.strip().replace("-", "", 1)
        if len(digits) == 2 and all(digit in "123456" for digit in digits):
            return cls(int(digits[0]), int(digits[1]))
        raise ValueError(f"'{text}' is no roll: two numbers 1 to 6, such as 31 or 3-1")

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
