"""The record of a match from its facts, with every correction by hand worked in, so that it can be written as a file.

A file knows actions only. Where the players set something by hand, the actions are changed as little as it takes for
them to lead to what was settled: result and score always, turn and position by an illegal play that ends there, the
cube by a double and a take where one can have been. What cannot be told so is left out. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine import match as rules_of
from engine.actions import (
    Action,
    Doubled,
    GameSettled,
    GameStarted,
    Played,
    ResignationDeclined,
    ResignationOffered,
    Rolled,
    Took,
)
from engine.formats import MatchRecord, record_of
from engine.match import Match, Phase, Refusal, apply, at_score, refusal
from engine.position import Side
from firmware import facts
from firmware.standing import Standing, after, begin

_TURN: Final = frozenset({Phase.TO_ROLL, Phase.MOVING})


@dataclass(frozen=True, slots=True)
class _Game:
    """A game as the record has it: the match before it, its actions, and the match that they lead to."""

    start: Match
    actions: tuple[Action, ...]
    match: Match


@dataclass(frozen=True, slots=True)
class _Course:
    """The match as it stands, and its games as the record tells them so far."""

    standing: Standing
    games: tuple[_Game, ...] = ()


class _CrawfordBrokenError(Exception):
    """A double in the game that the record must take for the Crawford game: that it is none was set by hand."""


def recorded(bodies: Sequence[facts.Body], name: str, began: str) -> MatchRecord | None:
    """The record of a match from all its facts, oldest first, with its players and date; None if no game has begun.

    `name`: the match's in the journal; `began`: the wall time of its first fact. Raises Refused for facts that break
    the rules of the match.
    """
    try:
        course = _course(bodies)
    except _CrawfordBrokenError:
        course = _course(
            [replace(body, has_crawford=False) if isinstance(body, facts.MatchBegun) else body for body in bodies]
        )
    if course is None or not course.games:
        return None
    standing = course.standing
    actions = [action for game in course.games for action in game.actions]
    scores = {number: game.start.score for number, game in enumerate(course.games, start=1)}
    names = (standing.white_name, standing.black_name)
    headers = (
        ("Site", "gammond"),
        ("Match ID", name),
        ("Player 1", names[0]),
        ("Player 2", names[1]),
        ("EventDate", began[:10].replace("-", ".")),
    )
    return record_of(actions, standing.match.rules, names, headers, scores[1], scores)


def _course(bodies: Iterable[facts.Body]) -> _Course | None:
    course, before_play = None, None
    for body in bodies:
        if isinstance(body, facts.MatchBegun):
            course = _Course(begin(body))
        elif course is not None:
            standing = after(course.standing, body)
            if isinstance(body, facts.TakenBack) and before_play is not None:
                course = replace(before_play, standing=standing)
                continue
            is_played = standing.before_play is not course.standing.before_play and standing.before_play is not None
            before_play = course if is_played else before_play
            course = _Course(standing, _games(course.games, body, standing.match))
    return course


def _games(games: tuple[_Game, ...], body: facts.Body, target: Match) -> tuple[_Game, ...]:
    """The games after one more fact; `target` is the match as it then stands."""
    if target.game > len(games):
        before = games[-1].match if games else rules_of.begin(target.rules)
        start = at_score(before, target.score)
        started = body if isinstance(body, GameStarted) else GameStarted(target.position, target.on_roll)
        return (*games, _Game(start, (started,), apply(start, started)))
    if not games:
        return games
    game = games[-1]
    if isinstance(body, Action) and (reason := refusal(game.match, body)) is None:
        game = _Game(game.start, (*game.actions, body), apply(game.match, body))
    elif isinstance(body, Doubled) and reason is Refusal.CRAWFORD:
        raise _CrawfordBrokenError
    if not target.is_playing:
        return (*games[:-1], _with_end(game, target))
    game = _with_turn(_with_score(game, target.score), target)
    return (*games[:-1], _with_cube(game, target) if isinstance(body, facts.MatchCorrected) else game)


def _followed(start: Match, actions: Iterable[Action]) -> _Game:
    """A game of all the actions that may be done when their turn comes; the others are left out."""
    match, kept = start, list[Action]()
    for action in actions:
        if refusal(match, action) is None:
            match = apply(match, action)
            kept.append(action)
    return _Game(start, tuple(kept), match)


# Score and result


def _with_score(game: _Game, score: tuple[int, int]) -> _Game:
    return game if game.start.score == score else _followed(at_score(game.start, score), game.actions)


def _with_end(game: _Game, target: Match) -> _Game:
    """The game ended as it was settled, after the score that then comes to the match's."""
    result = target.result
    if result is None:
        return game
    before = list(target.score)
    points = result.points if before[result.winner] >= result.points else 0  # else the game counts for nobody
    before[result.winner] -= points
    game = _with_score(game, (before[0], before[1]))
    ended = game.match.result
    if ended is not None and (ended.winner, ended.points) == (result.winner, points):
        return game
    actions = game.actions if ended is None else game.actions[:-1]
    return _followed(game.start, (*_without_offers(actions), GameSettled(result.winner, points)))


def _without_offers(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Without offers that nobody answered."""
    while actions and isinstance(actions[-1], Doubled | ResignationOffered):
        actions = actions[:-1]
    return actions


# Turn and position


def _with_turn(game: _Game, target: Match) -> _Game:
    """The game led to the side on roll, the checkers and the roll of the match, if any of the ways to it does."""
    if target.phase not in _TURN or _is_turn(game.match, target):
        return game
    rolled = () if target.roll is None or target.on_roll is None else (Rolled(target.on_roll, target.roll),)
    for actions in _ways_to_turn(game, target):
        led = _followed(game.start, (*actions, *rolled))
        if _is_turn(led.match, target):
            return led
    return game


def _is_turn(match: Match, target: Match) -> bool:
    return (match.phase, match.on_roll, match.roll) == (target.phase, target.on_roll, target.roll) and (
        match.position == target.position
    )


def _ways_to_turn(game: _Game, target: Match) -> Iterator[tuple[Action, ...]]:
    """The roll played to the position; offers and roll void; the other side's last play ended there; begun there."""
    mover = target.on_roll
    if mover is None:
        return
    ended = Played(mover.other, target.seen_by(mover.other), is_legal=False)
    yield (*game.actions, ended)
    actions = game.actions
    while isinstance(actions[-1], Doubled | ResignationOffered | ResignationDeclined | Rolled):
        actions = actions[:-1]
    yield actions
    last = next((n for n in reversed(range(len(actions))) if _is_play_of(actions[n], mover.other)), 0)
    started = GameStarted(target.position, mover)
    for begun, at in (((*actions[:last], ended), last), ((started,), 0)):
        yield (*begun, *(action for action in actions[at:] if isinstance(action, Doubled | Took)))


def _is_play_of(action: Action, side: Side) -> bool:
    return isinstance(action, Played) and action.side is side


# Cube


def _with_cube(game: _Game, target: Match) -> _Game:
    """The game with the cube of the match, if doubles more or less make it so."""
    owner = target.cube_owner
    if target.phase not in _TURN or _is_cube(game.match, target):
        return game
    without = _without_double(game.actions)
    bare = tuple(action for action in game.actions if not isinstance(action, Doubled | Took))
    ways = [without, bare]
    if owner is not None:
        count = target.cube.bit_length() - 1
        doublers = [owner.other if (count - n) % 2 else owner for n in range(count)]
        several = ((game.actions, doublers[-1:]), (without, doublers[-1:]), (bare, doublers))
        ways += [_doubled(actions, sides, not_now) for actions, sides in several for not_now in (0, 1)]
    for actions in ways:
        led = _followed(game.start, actions)
        if _is_cube(led.match, target) and _is_turn(led.match, target):
            return led
    return game


def _is_cube(match: Match, target: Match) -> bool:
    return (match.cube, match.cube_owner) == (target.cube, target.cube_owner)


def _without_double(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Without the last double that was taken, and its beavers."""
    end = next((n for n in reversed(range(len(actions))) if isinstance(actions[n], Took)), None)
    if end is None:
        return actions
    begin_at = end
    while isinstance(actions[begin_at - 1], Doubled):
        begin_at -= 1
    return (*actions[:begin_at], *actions[end + 1 :])


def _doubled(actions: tuple[Action, ...], doublers: Sequence[Side], not_now: int) -> tuple[Action, ...]:
    """With doubles of these sides one after the other, each taken, as late as they can have been; or before now."""
    found = actions
    limit = len(actions) - not_now
    for side in reversed(doublers):
        at = next((n for n in reversed(range(limit + 1)) if n == len(actions) or _is_roll_of(actions[n], side)), None)
        if at is None:
            return ()
        found = (*found[:at], Doubled(side), Took(side.other), *found[at:])
        limit = at - 1
    return found


def _is_roll_of(action: Action, side: Side) -> bool:
    return isinstance(action, Rolled) and action.side is side
