"""Actions: everything that can happen in a match as the rules know it. A match record is a list of them.

Times, keys, sensors and corrections are not actions; they belong to the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from engine.plays import Move, Roll
from engine.position import Position, Side


class Level(IntEnum):
    """What a game is worth in cubes (R27-R29)."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A new game from the variant's start, or from a position handed in (White's view) with its side to move."""

    position: Position | None = None
    on_roll: Side | None = None


@dataclass(frozen=True, slots=True)
class OpeningRolled:
    """Each side's die of the opening roll (R05); equal dice are on record too and rolled again."""

    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Rolled:
    side: Side
    roll: Roll


@dataclass(frozen=True, slots=True)
class Played:
    """A finished turn. `end` is the position reached in the mover's view; `moves` is empty when nothing was playable.

    `is_legal` is False for a play that stands although it broke a rule; then `moves` may be unknown and empty.
    """

    side: Side
    end: Position
    moves: tuple[Move, ...] = ()
    is_legal: bool = True


@dataclass(frozen=True, slots=True)
class Doubled:
    side: Side


@dataclass(frozen=True, slots=True)
class Took:
    side: Side


@dataclass(frozen=True, slots=True)
class Dropped:
    side: Side


@dataclass(frozen=True, slots=True)
class ResignationOffered:
    side: Side
    level: Level


@dataclass(frozen=True, slots=True)
class ResignationAccepted:
    side: Side


@dataclass(frozen=True, slots=True)
class ResignationDeclined:
    side: Side


@dataclass(frozen=True, slots=True)
class GameSettled:
    """A game ended by word of both players (or an entry of a file that names only the result).

    0 points: broken off, it counts for nobody.
    """

    winner: Side
    points: int


Action = (
    GameStarted
    | OpeningRolled
    | Rolled
    | Played
    | Doubled
    | Took
    | Dropped
    | ResignationOffered
    | ResignationAccepted
    | ResignationDeclined
    | GameSettled
)
