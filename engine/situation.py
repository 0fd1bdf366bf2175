"""A moment of a game as an ID of another program can say it: position, turn, dice, cube and score.

Owns the value that Match IDs and XGIDs share, and the error for text that is none. Knows nothing of their letters.
White is player 0 and drawn at the top, Black player 1 and at the bottom, as in GNU Backgammon's files.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from engine.actions import Level
from engine.match_state import Match, Phase
from engine.plays import Roll
from engine.position import EngineError, Position, Side


class InvalidId(EngineError):
    """Text that is no ID of the kind wanted; the message names the part at fault."""


class Progress(IntEnum):
    """How far a game has come; the numbers are those of the Match ID."""

    NOT_STARTED = 0
    PLAYING = 1
    BORNE_OFF = 2
    RESIGNED = 3
    DROPPED = 4


@dataclass(frozen=True, slots=True)
class Situation:
    """`position` is seen by `on_roll`, who stays the side on roll while his double or resignation is answered.

    `cube` is the value before an open double. `length` 0 is money. `beavers` counts the redoubles in answer to an
    open double (0 to 2). A resignation may be offered by either side: `resigned_by`.
    """

    position: Position
    on_roll: Side
    roll: Roll | None = None
    cube: int = 1
    cube_owner: Side | None = None
    score: tuple[int, int] = (0, 0)
    length: int = 0
    is_crawford: bool = False
    has_jacoby: bool = False
    has_beavers: bool = False
    is_doubled: bool = False
    beavers: int = 0
    resigned: Level | None = None
    resigned_by: Side | None = None
    progress: Progress = Progress.PLAYING
    cube_limit: int = 1024

    @property
    def decider(self) -> Side:
        """Who must act: the other side while a double is open, the one not resigning while a resignation is."""
        if self.resigned_by is not None:
            return self.resigned_by.other
        return self.on_roll.other if self.is_doubled else self.on_roll


def situation_of(match: Match) -> Situation:
    """What an ID can say of a match. With nobody on roll, the position is the winner's view, else White's."""
    side = match.on_roll
    if side is None:
        side = match.result.winner if match.result else Side.WHITE
    is_doubled = match.phase is Phase.DOUBLE_OFFERED
    is_resigning = match.phase is Phase.RESIGNATION_OFFERED
    rules = match.rules
    return Situation(
        position=match.seen_by(side),
        on_roll=side,
        roll=match.roll,
        cube=match.cube,
        cube_owner=match.cube_owner,
        score=match.score,
        length=rules.length,
        is_crawford=match.is_crawford,
        has_jacoby=rules.is_money and rules.has_jacoby,
        has_beavers=rules.is_money and rules.has_beavers,
        is_doubled=is_doubled,
        beavers=match.beavers,
        resigned=match.offered_level,
        resigned_by=match.offered_by if is_resigning else None,
        progress=_progress(match),
        cube_limit=rules.cube_limit if rules.has_cube else 1,
    )


def _progress(match: Match) -> Progress:
    if match.is_playing:
        return Progress.PLAYING
    if match.result is None:
        return Progress.NOT_STARTED
    if match.result.is_dropped:
        return Progress.DROPPED
    return Progress.RESIGNED if match.result.is_resigned or match.result.is_settled else Progress.BORNE_OFF
