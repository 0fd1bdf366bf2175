"""Corrections of a match by hand: score, cube, turn, Crawford, the last result. Pure functions of a match."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.actions import Level
from engine.match import Match, Phase, Result
from engine.position import Side

_QUIET: Final = frozenset({Phase.TO_ROLL, Phase.MOVING, Phase.GAME_TO_START, Phase.GAME_OVER})
"""Phases in which no offer and no opening roll waits, and the match is not over."""
OWNERS: Final = {"none": None, "white": Side.WHITE, "black": Side.BLACK}


def corrected_match(match: Match, what: str, value: str) -> Match | None:
    """The match with one thing set by hand; None if it cannot be set so now.

    `score`: `3-1`, White's first, below the length; `cube`: a power of two; `owner`: `none`, `white` or `black`;
    `turn`: `white` or `black` is to roll, a roll on the table is void; `crawford`: `yes` or `no` for this game.
    """
    if match.phase not in _QUIET:
        return None
    try:
        return _CORRECTIONS[what](match, value)
    except (KeyError, ValueError):
        return None


def with_result(match: Match, winner: Side, points: int, level: Level) -> Match:
    """The match with another result of its last game; it may be over by that, or be no longer over.

    ValueError unless a game has ended and the next has not begun.
    """
    old = match.result
    if old is None or match.phase not in (Phase.GAME_OVER, Phase.MATCH_OVER):
        raise ValueError("no game has just ended: there is no result to correct")
    score = list(match.score)
    score[old.winner] -= old.points
    score[winner] += points
    is_over = not match.rules.is_money and max(score) >= match.rules.length
    return replace(
        match,
        score=(score[0], score[1]),
        phase=Phase.MATCH_OVER if is_over else Phase.GAME_OVER,
        result=Result(winner, points, level),
    )


def _score(match: Match, value: str) -> Match:
    white, black = (int(points) for points in value.split("-"))
    limit = match.rules.length or 100
    if not (0 <= white < limit and 0 <= black < limit):
        raise ValueError(value)
    return replace(match, score=(white, black))


def _cube(match: Match, value: str) -> Match:
    cube = int(value)
    if cube < 1 or cube & (cube - 1) or cube > match.rules.cube_limit:
        raise ValueError(value)
    return replace(match, cube=cube)


def _owner(match: Match, value: str) -> Match:
    return replace(match, cube_owner=OWNERS[value])


def _turn(match: Match, value: str) -> Match:
    if match.phase not in (Phase.TO_ROLL, Phase.MOVING):
        raise ValueError(value)
    side = {"white": Side.WHITE, "black": Side.BLACK}[value]
    return replace(match, on_roll=side, phase=Phase.TO_ROLL, roll=None, declined=(0, 0))


def _crawford(match: Match, value: str) -> Match:
    is_crawford = {"yes": True, "no": False}[value]
    if match.rules.is_money or (is_crawford and match.cube > 1):
        raise ValueError(value)
    return replace(match, is_crawford=is_crawford)


_CORRECTIONS: Final = {"score": _score, "cube": _cube, "owner": _owner, "turn": _turn, "crawford": _crawford}
