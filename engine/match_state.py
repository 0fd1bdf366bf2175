"""What a match is at one moment: rules, score, cube, position, and who must act.

Owns the values only; what may happen next and what follows from it is engine/match.py. Knows nothing of
names, seats, clocks or records.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.actions import Level
from engine.plays import Roll
from engine.position import BAR, START, EngineError, Position, Side, checked


class Phase(Enum):
    """Where a match stands; every action belongs to some of these."""

    GAME_TO_START = "game to start"
    OPENING_ROLL = "opening roll"
    TO_ROLL = "to roll"
    MOVING = "moving"
    DOUBLE_OFFERED = "double offered"
    RESIGNATION_OFFERED = "resignation offered"
    GAME_OVER = "game over"
    MATCH_OVER = "match over"


class Refusal(Enum):
    """Why an action may not be done now. The values are for logs; screens have their own words."""

    NO_GAME = "no game is being played"
    GAME_UNDERWAY = "a game is being played"
    MATCH_OVER = "the match is over"
    NOT_YOUR_TURN = "the other side must act"
    WRONG_PHASE = "not at this moment of the turn"
    INVALID_DICE = "a die shows 1 to 6"
    INVALID_POSITION = "checkers cannot stand like this"
    INVALID_POINTS = "points are never taken away"
    ILLEGAL_PLAY = "not the end of a legal play"
    FIRST_ROLL = "no double before the opening roll"
    ALREADY_ROLLED = "a double comes before the roll"
    NO_CUBE = "this match is played without a cube"
    CRAWFORD = "no doubling in the Crawford game"
    NOT_YOUR_CUBE = "the other side owns the cube"
    CUBE_DEAD = "the cube is worth all the points needed"
    CUBE_AT_LIMIT = "the cube cannot go higher"
    HOLLAND = "after the Crawford game no double before both have rolled twice"
    DOUBLE_PENDING = "a double waits for its answer"
    RESIGNATION_PENDING = "a resignation waits for its answer"
    NO_DOUBLE_OFFERED = "no double was offered"
    NO_RESIGNATION_OFFERED = "no resignation was offered"
    LEVEL_TOO_LOW = "as much or more was declined this turn"


class Refused(EngineError):
    """An action that may not be done now; `refusal` says why, and the match is as it was."""

    def __init__(self, refusal: Refusal, what: str) -> None:
        super().__init__(f"{what}: {refusal.value}")
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Rules:
    """What was agreed before the match. `length` 0 is a money session: no Crawford game and no end.

    `has_jacoby`, `has_beavers` and `automatic_doubles` work in money sessions only: the last is how often in a game
    equal opening dice turn the cube, 0 for never. `has_holland` (an old rule of matches): after the Crawford game
    nobody doubles before both sides have rolled twice. `cube_limit` is the highest value the cube may get.
    Raises ValueError for a length or a number of doubles below 0, or a limit that is no power of two.
    """

    length: int = 7
    has_crawford: bool = True
    has_jacoby: bool = False
    has_beavers: bool = False
    has_cube: bool = True
    cube_limit: int = 1024
    start: Position = START
    automatic_doubles: int = 0
    has_holland: bool = False

    def __post_init__(self) -> None:
        if self.length < 0:
            raise ValueError(f"a match length of {self.length}: it is 1 or more, or 0 for a money session")
        if self.cube_limit < 1 or self.cube_limit & (self.cube_limit - 1):
            raise ValueError(f"a cube limit of {self.cube_limit}: it is a power of two")
        if self.automatic_doubles < 0:
            raise ValueError(f"{self.automatic_doubles} automatic doubles a game: it is 1 or more, or 0 for none")
        checked(self.start)

    @property
    def is_money(self) -> bool:
        return self.length == 0


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. `level` is None where the players settled it by word; 0 points: broken off."""

    winner: Side
    points: int
    level: Level | None = None
    is_resigned: bool = False
    is_dropped: bool = False

    @property
    def is_settled(self) -> bool:
        return self.level is None


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one moment. Never changed: engine.match.apply returns the next one.

    `score` is (White's, Black's) raw points and may pass the length (formats: 12-7 in an 11-point match).
    `position` is always White's view. `game` counts from 1; 0 before the first. `turns` counts the finished turns
    of this game. `opening` holds the dice pairs (White's, Black's) of this game's opening roll, equal ones too.
    `cube` is the value before an open offer; `beavers` counts the redoubles in answer to an open offer.
    `declined` is the highest level each side offered and saw declined in this turn, 0 for none.
    """

    rules: Rules
    score: tuple[int, int] = (0, 0)
    phase: Phase = Phase.GAME_TO_START
    game: int = 0
    is_crawford: bool = False
    was_crawford_played: bool = False
    cube: int = 1
    cube_owner: Side | None = None
    position: Position = START
    on_roll: Side | None = None
    roll: Roll | None = None
    opening: tuple[tuple[int, int], ...] = ()
    offered_by: Side | None = None
    offered_level: Level | None = None
    beavers: int = 0
    declined: tuple[int, int] = (0, 0)
    turns: int = 0
    result: Result | None = None

    def seen_by(self, side: Side) -> Position:
        """The position as this side sees it."""
        return self.position if side is Side.WHITE else self.position.turned

    def away(self, side: Side) -> int | None:
        """Points this side still needs, 0 at the least; None in a money session."""
        return None if self.rules.is_money else max(0, self.rules.length - self.score[side])

    @property
    def decider(self) -> Side | None:
        """The side that must act now; None where both or neither may."""
        if self.phase in (Phase.DOUBLE_OFFERED, Phase.RESIGNATION_OFFERED):
            return None if self.offered_by is None else self.offered_by.other
        return self.on_roll if self.phase in (Phase.TO_ROLL, Phase.MOVING) else None

    @property
    def is_playing(self) -> bool:
        """A game has been started and has not ended."""
        return self.phase not in (Phase.GAME_TO_START, Phase.GAME_OVER, Phase.MATCH_OVER)

    @property
    def is_crawford_next(self) -> bool:
        """A game started at this score would be the Crawford game (facts: exactly one side is 1-away, once a match).

        Never in a 1-point match, where the cube is dead from the start, nor in a money session.
        """
        if self.rules.length < 2 or not self.rules.has_crawford or self.was_crawford_played:
            return False
        return (self.away(Side.WHITE) == 1) != (self.away(Side.BLACK) == 1)

    @property
    def is_holland(self) -> bool:
        """The Holland rule forbids doubling now: a game after the Crawford game, and not two rolls of each side yet."""
        is_after_crawford = self.was_crawford_played and not self.rules.is_money
        return self.rules.has_holland and is_after_crawford and self.turns < 4

    @property
    def winner(self) -> Side | None:
        """Who won the match, once it is over (R26)."""
        return self.result.winner if self.result and self.phase is Phase.MATCH_OVER else None


def level_of(end: Position) -> Level:
    """What a game is worth whose winner has just borne off his last checker, in the winner's view (R27-R29)."""
    if end.opp_off:
        return Level.SINGLE
    in_winners_home = any(end.opp >> 4 * slot & 15 for slot in range(19, BAR))
    return Level.BACKGAMMON if end.opp_bar or in_winners_home else Level.GAMMON
