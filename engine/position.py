"""Checkers on points, bars and off.

Owns what a position is. Knows nothing of dice, cube, score or boards of wood.
A position is always seen by one side: `own` are the checkers of the side that looks, `opp` those of its
opponent, each numbered from its own home (R03): 1 is the ace point, 24 the furthest, 25 the bar, 0 off.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Final, NamedTuple

OFF: Final = 0
BAR: Final = 25
POINTS: Final = 24
CHECKERS: Final = 15


class EngineError(Exception):
    """Base of every error of the rules engine that a caller may want to catch."""


class InvalidPosition(EngineError):
    """Checkers that cannot stand like this; the message names the side and the reason."""


class Side(IntEnum):
    """The two players. Colours are names only: the board never shows them."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Side:
        return Side(1 - self)


class Position(NamedTuple):
    """Where thirty checkers are, as one side sees them.

    `own` and `opp` are packed: four bits a slot, slot `n` at bit `4 * n`, slot 0 = borne off, 1-24 = points in
    that side's own numbering, 25 = its bar. Fifteen fits a slot exactly, so moving one checker is one addition.
    """

    own: int
    opp: int

    @classmethod
    def of(cls, own: Mapping[int, int], opp: Mapping[int, int], checkers: int = CHECKERS) -> Position:
        """Build from `{point: checkers}` of each side in its own numbering; what is missing to `checkers` is off.

        Raises InvalidPosition if a side has too many checkers or both stand on one point.
        """
        return checked(cls(_pack(own, checkers), _pack(opp, checkers)))

    @property
    def turned(self) -> Position:
        """The same position as the other side sees it."""
        return Position(self.opp, self.own)

    def own_on(self, slot: int) -> int:
        """Own checkers on a slot (0 off, 1-24 points, 25 bar)."""
        return self.own >> 4 * slot & 15

    def opp_on(self, point: int) -> int:
        """The opponent's checkers on one of *our* points, 1-24 (their point 25 - `point`)."""
        return self.opp >> 4 * (25 - point) & 15

    @property
    def own_off(self) -> int:
        return self.own & 15

    @property
    def opp_off(self) -> int:
        return self.opp & 15

    @property
    def own_bar(self) -> int:
        return self.own >> 100

    @property
    def opp_bar(self) -> int:
        return self.opp >> 100

    @property
    def own_pips(self) -> int:
        """Pip count of the side that looks; a checker on the bar counts 25."""
        return sum(slot * n for slot, n in slots(self.own))

    @property
    def opp_pips(self) -> int:
        return sum(slot * n for slot, n in slots(self.opp))


def slots(packed: int) -> Iterator[tuple[int, int]]:
    """Pairs (slot, checkers) of one side's packed checkers, the occupied ones only, lowest first."""
    slot = 0
    while packed:
        if packed & 15:
            yield slot, packed & 15
        packed >>= 4
        slot += 1


def _pack(checkers: Mapping[int, int], total: int) -> int:
    packed = 0
    for slot, count in checkers.items():
        if not 0 <= slot <= BAR:
            raise InvalidPosition(f"there is no point {slot}: points are 1 to 24, the bar is 25")
        if not 0 <= count <= total:
            raise InvalidPosition(f"{count} checkers on point {slot}: a side has {total}")
        packed += count << 4 * slot
    missing = total - sum(checkers.values())
    if missing < 0:
        raise InvalidPosition(f"{total - missing} checkers of one side: a side has {total}")
    return packed + missing


def checked(position: Position) -> Position:
    """The position itself; raises InvalidPosition if both sides hold a point or the sides' numbers differ."""
    for point in range(1, 25):
        if position.own_on(point) and position.opp_on(point):
            raise InvalidPosition(f"both sides have checkers on point {point}")
    if sum(n for _, n in slots(position.own)) != sum(n for _, n in slots(position.opp)):
        raise InvalidPosition("the two sides do not have the same number of checkers")
    return position


START: Final = Position.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
