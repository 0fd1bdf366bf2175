"""The course of a match: what may be done now, and what follows from it.

Owns the rules between the plays: opening roll, cube, Crawford, Jacoby, beavers, resignation, score (R05, R20-R29).
Pure: a match goes in, the next match comes out. Screens, keys and readers of records ask the same `refusal`.
"""

from __future__ import annotations

from dataclasses import replace

from engine.actions import (
    Action,
    Doubled,
    Dropped,
    GameSettled,
    GameStarted,
    Level,
    OpeningRolled,
    Played,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    Rolled,
    Took,
)
from engine.match_state import Match, Phase, Refusal, Refused, Result, Rules, level_of
from engine.plays import Roll, legal_ends
from engine.position import InvalidPosition, Position, Side, checked, slots

__all__ = [
    "Match",
    "Phase",
    "Refusal",
    "Refused",
    "Result",
    "Rules",
    "allowed",
    "apply",
    "at_score",
    "begin",
    "level_of",
    "may_double",
    "points_for",
    "refusal",
    "resignable",
]


def begin(rules: Rules, score: tuple[int, int] = (0, 0), was_crawford_played: bool = False) -> Match:
    """A match whose first game is about to start, at 0-0 or at a score (White's, Black's) handed in.

    With `was_crawford_played` the Crawford game of a match that is taken up again lies behind it.
    """
    return Match(rules=rules, score=score, position=rules.start, was_crawford_played=was_crawford_played)


def at_score(match: Match, score: tuple[int, int]) -> Match:
    """The match between two games, at a score (White's, Black's) that was set by hand; it may be over by that.

    Raises ValueError while a game is played.
    """
    if match.is_playing:
        raise ValueError("a game is being played: its score is what stood before it")
    if score == match.score:
        return match
    is_over = not match.rules.is_money and max(score) >= match.rules.length
    between = Phase.GAME_OVER if match.phase is Phase.MATCH_OVER else match.phase
    return replace(match, score=score, phase=Phase.MATCH_OVER if is_over else between)


def apply(match: Match, action: Action) -> Match:
    """The match after an action. Raises Refused, with the reason, if it may not be done now."""
    reason = refusal(match, action)
    if reason is not None:
        raise Refused(reason, type(action).__name__)
    return _after(match, action)


def points_for(match: Match, level: Level) -> int:
    """What a game won at this level is worth now (R27-R29).

    Money with Jacoby: gammons count only once a double has been taken (facts: money sessions).
    """
    return match.cube * _counted(match, level)


def _counted(match: Match, level: Level) -> Level:
    is_jacoby = match.rules.is_money and match.rules.has_jacoby
    return Level.SINGLE if is_jacoby and match.cube_owner is None else level


# What may be done now


def refusal(match: Match, action: Action) -> Refusal | None:
    """Why an action may not be done now; None if it may."""
    if isinstance(action, GameStarted):
        return _refuse_start(match, action)
    if not match.is_playing:
        return Refusal.MATCH_OVER if match.phase is Phase.MATCH_OVER else Refusal.NO_GAME
    match action:
        case OpeningRolled():
            return _refuse_opening(match, action)
        case Rolled():
            return _refuse_roll(match, action)
        case Played():
            return _refuse_play(match, action)
        case Doubled():
            return _refuse_double(match, action.side)
        case Took() | Dropped():
            return _refuse_answer(match, action.side, Phase.DOUBLE_OFFERED, Refusal.NO_DOUBLE_OFFERED)
        case ResignationOffered():
            return _refuse_resignation(match, action)
        case ResignationAccepted() | ResignationDeclined():
            return _refuse_answer(match, action.side, Phase.RESIGNATION_OFFERED, Refusal.NO_RESIGNATION_OFFERED)
    # Only GameSettled is left; the types hold it.
    return None if action.points >= 0 else Refusal.INVALID_POINTS


def allowed(match: Match, side: Side) -> frozenset[type[Action]]:
    """The kinds of actions that this side may do now, as `refusal` has it; what belongs to no side counts for both.

    Of a play it says only that one is due, of a resignation that some level may be offered: see `resignable`.
    """
    return frozenset(type(action) for action in _examples(match, side) if refusal(match, action) is None)


def may_double(match: Match, side: Side) -> bool:
    """Whether this side may double now, or redouble, or answer a double with a beaver."""
    return refusal(match, Doubled(side)) is None


def resignable(match: Match, side: Side) -> tuple[Level, ...]:
    """The levels at which this side may offer its resignation now, the lowest first."""
    return tuple(level for level in Level if refusal(match, ResignationOffered(side, level)) is None)


def _examples(match: Match, side: Side) -> tuple[Action, ...]:
    """One action of each kind, which is refused only if the whole kind is."""
    return (
        GameStarted(),
        OpeningRolled(2, 1),
        Rolled(side, Roll(2, 1)),
        Played(side, match.seen_by(side), is_legal=False),
        Doubled(side),
        Took(side),
        Dropped(side),
        ResignationOffered(side, Level.BACKGAMMON),
        ResignationAccepted(side),
        ResignationDeclined(side),
        GameSettled(side, 0),
    )


def _refuse_start(match: Match, action: GameStarted) -> Refusal | None:
    if match.phase is Phase.MATCH_OVER:
        return Refusal.MATCH_OVER
    if match.is_playing:
        return Refusal.GAME_UNDERWAY
    if action.position is not None and not _can_stand(action.position, match.rules.start):
        return Refusal.INVALID_POSITION
    return None


def _refuse_opening(match: Match, action: OpeningRolled) -> Refusal | None:
    if match.phase is not Phase.OPENING_ROLL:
        return Refusal.WRONG_PHASE
    return _refuse_dice(action.white, action.black)


def _refuse_dice(first: int, second: int) -> Refusal | None:
    return None if 1 <= first <= 6 and 1 <= second <= 6 else Refusal.INVALID_DICE


def _pending(match: Match) -> Refusal | None:
    """An open offer stops rolls, plays and other offers; a double and a resignation exclude each other."""
    if match.phase is Phase.DOUBLE_OFFERED:
        return Refusal.DOUBLE_PENDING
    return Refusal.RESIGNATION_PENDING if match.phase is Phase.RESIGNATION_OFFERED else None


def _refuse_roll(match: Match, action: Rolled) -> Refusal | None:
    if (pending := _pending(match)) is not None:
        return pending
    if match.phase is Phase.OPENING_ROLL:
        return Refusal.WRONG_PHASE
    if action.side is not match.on_roll:
        return Refusal.NOT_YOUR_TURN
    return _refuse_dice(*action.roll) if match.phase is Phase.TO_ROLL else Refusal.WRONG_PHASE


def _refuse_play(match: Match, action: Played) -> Refusal | None:
    if (pending := _pending(match)) is not None:
        return pending
    if match.phase is Phase.OPENING_ROLL:
        return Refusal.WRONG_PHASE
    if action.side is not match.on_roll:
        return Refusal.NOT_YOUR_TURN
    if match.roll is None:
        return Refusal.WRONG_PHASE
    before = match.seen_by(action.side)
    if not action.is_legal:
        return None if _may_stand_after(before, action.end) else Refusal.INVALID_POSITION
    ends = legal_ends(before, match.roll)
    is_legal = action.end in ends if ends else action.end == before
    return None if is_legal else Refusal.ILLEGAL_PLAY


def _can_stand(position: Position, start: Position) -> bool:
    """Checkers that can stand like this in a game still being played, as many as the variant's start has."""
    try:
        checked(position)
    except InvalidPosition:
        return False
    if _checkers(position.own) != _checkers(start.own):
        return False
    return position.own >> 4 != 0 and position.opp >> 4 != 0


def _may_stand_after(before: Position, end: Position) -> bool:
    """After a play that broke a rule: any position with the same checkers in which the other side has not won."""
    try:
        checked(end)
    except InvalidPosition:
        return False
    return _checkers(end.own) == _checkers(before.own) and end.opp >> 4 != 0


def _checkers(packed: int) -> int:
    return sum(count for _, count in slots(packed))


def _refuse_double(match: Match, side: Side) -> Refusal | None:
    """R21, R23, R24; a dead cube is judged from the doubler's score alone (facts: cube in a match)."""
    if match.phase is Phase.DOUBLE_OFFERED:
        return _refuse_beaver(match, side)
    if match.phase is Phase.RESIGNATION_OFFERED:
        return Refusal.RESIGNATION_PENDING
    if match.phase is Phase.OPENING_ROLL:
        return Refusal.FIRST_ROLL
    if side is not match.on_roll:
        return Refusal.NOT_YOUR_TURN
    if match.phase is Phase.MOVING:
        return Refusal.ALREADY_ROLLED
    return _refuse_cube(match, side)


def _refuse_cube(match: Match, side: Side) -> Refusal | None:
    if not match.rules.has_cube:
        return Refusal.NO_CUBE
    if match.is_crawford:
        return Refusal.CRAWFORD
    if match.is_holland:
        return Refusal.HOLLAND
    if match.cube_owner not in (None, side):
        return Refusal.NOT_YOUR_CUBE
    away = match.away(side)
    if away is not None and match.cube >= away:
        return Refusal.CUBE_DEAD
    return Refusal.CUBE_AT_LIMIT if match.cube * 2 > match.rules.cube_limit else None


def _refuse_beaver(match: Match, side: Side) -> Refusal | None:
    """A double in answer to a double: a beaver, and in answer to that a raccoon; money sessions only."""
    if side is not match.decider or not (match.rules.is_money and match.rules.has_beavers):
        return Refusal.DOUBLE_PENDING
    return Refusal.CUBE_AT_LIMIT if match.cube * 4 > match.rules.cube_limit else None


def _refuse_answer(match: Match, side: Side, phase: Phase, not_offered: Refusal) -> Refusal | None:
    if match.phase is not phase:
        return not_offered
    return None if side is match.decider else Refusal.NOT_YOUR_TURN


def _refuse_resignation(match: Match, action: ResignationOffered) -> Refusal | None:
    if (pending := _pending(match)) is not None:
        return pending
    if match.phase is Phase.OPENING_ROLL:
        return Refusal.WRONG_PHASE
    return None if action.level > match.declined[action.side] else Refusal.LEVEL_TOO_LOW


# What follows


def _after(match: Match, action: Action) -> Match:
    match action:
        case GameStarted():
            return _start(match, action)
        case OpeningRolled():
            return _open(match, action)
        case Rolled():
            return replace(match, phase=Phase.MOVING, roll=action.roll)
        case Played():
            return _play(match, action)
        case Doubled():
            return _double(match, action.side)
        case Took():
            return _take(match, action.side)
        case Dropped():
            return _end(match, Result(action.side.other, match.cube, Level.SINGLE, is_dropped=True))
        case ResignationOffered():
            return replace(match, phase=Phase.RESIGNATION_OFFERED, offered_by=action.side, offered_level=action.level)
        case ResignationAccepted():
            return _resign(match, action.side)
        case ResignationDeclined():
            return _play_on(match)
    # Only GameSettled is left; the types hold it.
    return _end(match, Result(action.winner, action.points))


def _start(match: Match, action: GameStarted) -> Match:
    return Match(
        rules=match.rules,
        score=match.score,
        phase=Phase.OPENING_ROLL if action.on_roll is None else Phase.TO_ROLL,
        game=match.game + 1,
        is_crawford=match.is_crawford_next,
        was_crawford_played=match.was_crawford_played,
        position=match.rules.start if action.position is None else action.position,
        on_roll=action.on_roll,
    )


def _open(match: Match, action: OpeningRolled) -> Match:
    """R05: the higher die begins and plays both numbers; equal dice are rolled again."""
    rolled = replace(match, opening=(*match.opening, (action.white, action.black)))
    if action.white == action.black:
        return replace(rolled, cube=match.cube * 2) if _turns_the_cube(match) else rolled
    winner = Side.WHITE if action.white > action.black else Side.BLACK
    roll = Roll(max(action.white, action.black), min(action.white, action.black))
    return replace(rolled, phase=Phase.MOVING, on_roll=winner, roll=roll)


def _turns_the_cube(match: Match) -> bool:
    """Whether equal opening dice double the stake now (facts: automatic doubles); the cube stays in the middle.

    Every pair before this one was equal too, or there would be no further opening roll.
    """
    rules = match.rules
    if not (rules.is_money and rules.has_cube) or len(match.opening) >= rules.automatic_doubles:
        return False
    return match.cube * 2 <= rules.cube_limit


def _play(match: Match, action: Played) -> Match:
    end = action.end
    position = end if action.side is Side.WHITE else end.turned
    played = replace(match, position=position, turns=match.turns + 1)
    if end.own >> 4 == 0:
        level = _counted(match, level_of(end))
        return _end(played, Result(action.side, match.cube * level, level))
    return replace(played, phase=Phase.TO_ROLL, on_roll=action.side.other, roll=None, declined=(0, 0))


def _double(match: Match, side: Side) -> Match:
    """A double; as the answer to one it is a beaver, which accepts the value offered and keeps the cube."""
    if match.phase is not Phase.DOUBLE_OFFERED:
        return replace(match, phase=Phase.DOUBLE_OFFERED, offered_by=side)
    owner = match.cube_owner if match.beavers else side
    return replace(match, cube=match.cube * 2, cube_owner=owner, offered_by=side, beavers=match.beavers + 1)


def _take(match: Match, side: Side) -> Match:
    owner = match.cube_owner if match.beavers else side
    return replace(match, phase=Phase.TO_ROLL, cube=match.cube * 2, cube_owner=owner, offered_by=None, beavers=0)


def _resign(match: Match, winner: Side) -> Match:
    level = _counted(match, match.offered_level or Level.SINGLE)
    return _end(match, Result(winner, match.cube * level, level, is_resigned=True))


def _play_on(match: Match) -> Match:
    """After a declined resignation the turn goes on where it was; only a higher offer may follow in it."""
    white, black = match.declined
    offered = match.offered_level or 0
    declined = (offered, black) if match.offered_by is Side.WHITE else (white, offered)
    phase = Phase.TO_ROLL if match.roll is None else Phase.MOVING
    return replace(match, phase=phase, offered_by=None, offered_level=None, declined=declined)


def _end(match: Match, result: Result) -> Match:
    white, black = match.score
    score = (white + result.points, black) if result.winner is Side.WHITE else (white, black + result.points)
    is_over = not match.rules.is_money and max(score) >= match.rules.length
    return replace(
        match,
        score=score,
        phase=Phase.MATCH_OVER if is_over else Phase.GAME_OVER,
        was_crawford_played=match.was_crawford_played or match.is_crawford,
        on_roll=None,
        roll=None,
        offered_by=None,
        offered_level=None,
        beavers=0,
        declined=(0, 0),
        result=result,
    )
