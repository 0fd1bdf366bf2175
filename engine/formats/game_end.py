"""How a game ended: the words of the file, the play itself and the next score brought together.

Owns the result. The points the file gives stand, except where the game was played out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.actions import Action, Dropped, GameSettled, Level, ResignationAccepted, ResignationOffered, Took
from engine.formats.cells import NOWHERE, Cell, Kind
from engine.formats.game_log import GameLog
from engine.formats.record import GameRecord
from engine.match import points_for
from engine.match_state import Match, Rules, level_of
from engine.position import Side

_SIDES: Final = ("left", "right")


class RulesShown(Exception):
    """The record does what its rules forbid: it was played by other rules, which `rules` are."""

    def __init__(self, rules: Rules, reason: str) -> None:
        super().__init__(reason)
        self.rules = rules
        self.reason = reason


@dataclass(slots=True)
class Ending:
    """What the file says of the end: the cell of the result and the one in which a side gave up; else of the game."""

    wins: Cell | None = None
    gave_up: Cell | None = None
    game: Cell = NOWHERE

    @property
    def cell(self) -> Cell:
        return self.wins or self.gave_up or self.game


def close_game(
    log: GameLog,
    ending: Ending,
    number: int,
    score: tuple[int, int],
    following: tuple[int, int] | None,
    is_last: bool,
) -> GameRecord:
    """Close the game. `following` is the score at which the file begins the next game, if it says so.

    Raises RulesShown where the result tells that it was played by the Jacoby rule.
    """
    written = _result(log, ending, score, following)
    if log.match.is_playing:
        if written is None and not is_last:
            is_told = following == score  # broken off: the next game begins at the same score
            log.odd(ending.cell, "no result is known: the game counts for nobody", is_damage=not is_told)
            log.do(GameSettled(Side.WHITE, 0))
        elif written is not None:
            _close(log, written)
    elif written is not None and (reached := _reached(log.match)) != written:
        if _is_jacoby(log.match, written):
            rules = replace(log.match.rules, has_jacoby=True)
            raise RulesShown(rules, "a gammon counts single while the cube is not turned: read as with the Jacoby rule")
        log.odd(ending.cell, f"the play gives the {_SIDES[reached[0]]} side {reached[1]}")
    return GameRecord(number, score, tuple(log.actions), tuple(log.oddities), written)


def _reached(match: Match) -> tuple[Side, int]:
    """Winner and points by the rules; 0 points while the game is played."""
    result = match.result
    return (Side.WHITE, 0) if result is None else (result.winner, result.points)


def _is_jacoby(match: Match, written: tuple[Side, int]) -> bool:
    """Borne off to a gammon with the cube in the middle, and written as a single game."""
    result = match.result
    if result is None or not match.rules.is_money or match.rules.has_jacoby or match.cube_owner is not None:
        return False
    is_gammon = result.level not in (None, Level.SINGLE) and level_of(match.seen_by(result.winner)) == result.level
    return is_gammon and written == (result.winner, match.cube)


def _result(
    log: GameLog, ending: Ending, score: tuple[int, int], following: tuple[int, int] | None
) -> tuple[Side, int] | None:
    """Winner and points as written; the next game's score decides where the words leave it open."""
    by_score = _won_between(score, following)
    if ending.wins is not None:
        winner = ending.wins.side.other if ending.wins.is_near else ending.wins.side
        points = int(ending.wins.value)
        if by_score is not None and by_score[1] == points and by_score[0] is not winner:
            winner = by_score[0]
        return (winner, points) if points else None
    if ending.gave_up is not None and ending.gave_up.kind is Kind.LOSES:
        return ending.gave_up.side.other, int(ending.gave_up.value)
    if by_score is not None and log.match.is_playing:
        log.odd(ending.cell, "no result is written: taken from the next score")
    return by_score


def _won_between(before: tuple[int, int], after: tuple[int, int] | None) -> tuple[Side, int] | None:
    if after is None:
        return None
    white, black = after[0] - before[0], after[1] - before[1]
    if white > 0 and black == 0:
        return Side.WHITE, white
    return (Side.BLACK, black) if black > 0 and white == 0 else None


def _close(log: GameLog, written: tuple[Side, int]) -> None:
    if not any(_ends_with(log, actions, written) for actions in _ways_to_end(log, written)):
        log.do(GameSettled(*written))


def _ways_to_end(log: GameLog, written: tuple[Side, int]) -> list[tuple[Action, ...]]:
    """How the game may have ended, the likeliest first; nothing is known of it once the position is lost."""
    if log.lost_at is not None:
        return []
    winner, points = written
    resigned = [
        (ResignationOffered(winner.other, level), ResignationAccepted(winner))
        for level in Level
        if points_for(log.match, level) == points
    ]
    return [(Dropped(winner.other),), *resigned, *_after_beaver(log.match, winner)]


def _after_beaver(match: Match, winner: Side) -> list[tuple[Action, ...]]:
    """A beaver needs no written answer: it was accepted if the game was then resigned."""
    if not match.beavers or match.decider is None:
        return []
    took = Took(match.decider)
    return [(took, ResignationOffered(winner.other, level), ResignationAccepted(winner)) for level in Level]


def _ends_with(log: GameLog, actions: tuple[Action, ...], written: tuple[Side, int]) -> bool:
    done = log.try_all(actions)
    if not log.match.is_playing and _reached(log.match) == written:
        return True
    for _ in range(done):
        log.undo()
    return False
