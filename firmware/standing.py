"""How a match stands: the fold of its facts. Pure; whatever survives a restart is here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine import match as rules
from engine.actions import Action, GameStarted, Played
from engine.match import Match, Phase, Rules
from engine.position import Side, slots
from firmware import facts
from firmware.board_map import REFERENCE_LAYOUT, Layout
from firmware.policy import Policy


@dataclass(frozen=True, slots=True)
class Standing:
    """A match with everything that belongs to it at this table.

    `actions`: the record so far, game after game. `position_before`, `record_before`: kept for nothing yet passed.
    """

    match: Match
    white_name: str = "White"
    black_name: str = "Black"
    policy: Policy = Policy.CLUB
    layout: Layout = REFERENCE_LAYOUT
    actions: tuple[Action, ...] = ()
    corrections: int = 0
    asked: int = 0
    is_put_away: bool = False

    def name_of(self, side: Side) -> str:
        return self.white_name if side is Side.WHITE else self.black_name


def begin(begun: facts.MatchBegun) -> Standing:
    """The standing of a match that has just been agreed on."""
    return Standing(
        match=rules.begin(_rules(begun), (begun.white_score, begun.black_score)),
        white_name=begun.white_name,
        black_name=begun.black_name,
        policy=Policy(begun.policy),
        layout=Layout(begun.white_seat, begun.home_is_right),
    )


def _rules(begun: facts.MatchBegun) -> Rules:
    return Rules(
        length=begun.length,
        has_crawford=begun.has_crawford,
        has_jacoby=begun.has_jacoby,
        has_beavers=begun.has_beavers,
    )


def after(standing: Standing, body: facts.Body) -> Standing:
    """The standing after one more fact. Raises engine.match.Refused for an action that the rules do not allow now."""
    match body:
        case facts.MatchBegun():
            return begin(body)
        case facts.SeatsSet(white_seat, home_is_right):
            return replace(standing, layout=Layout(white_seat, home_is_right))
        case facts.Asked():
            return replace(standing, asked=standing.asked + 1)
        case facts.Corrected():
            return _corrected(standing, body)
        case facts.PartWentMissing() | facts.PartCameBack():
            return standing
        case facts.MatchPutAway():
            return replace(standing, is_put_away=True)
        case facts.MatchResumed():
            return replace(standing, is_put_away=False)
        case _:
            return _acted(standing, body)


def fold(bodies: Iterable[facts.Body]) -> Standing | None:
    """The standing after all facts of one match, oldest first; None if there is no fact."""
    standing: Standing | None = None
    for body in bodies:
        if isinstance(body, facts.MatchBegun):
            standing = begin(body)
        elif standing is not None:
            standing = after(standing, body)
    return standing


def _acted(standing: Standing, action: Action) -> Standing:
    return replace(standing, match=rules.apply(standing.match, action), actions=(*standing.actions, action))


def can_correct(standing: Standing, body: facts.Corrected) -> bool:
    """Whether the new position can stand: as the end of a turn where a roll is being played, else in a game."""
    match = standing.match
    ended = _turn_ended(match, body)
    if ended is not None:
        return rules.refusal(match, ended) is None
    begun = rules.refusal(rules.begin(match.rules), GameStarted(body.new, body.on_roll))
    return begun is None and _checkers(body.new.own) == _checkers(match.rules.start.own)


def _checkers(packed: int) -> int:
    return sum(count for _, count in slots(packed))


def _turn_ended(match: Match, body: facts.Corrected) -> Played | None:
    """The play that a correction stands for: while a roll is being played, with the other side to move next."""
    mover = match.on_roll
    if match.phase is not Phase.MOVING or mover is None or body.on_roll is mover:
        return None
    return Played(mover, body.new if mover is Side.WHITE else body.new.turned, (), is_legal=False)


def _corrected(standing: Standing, body: facts.Corrected) -> Standing:
    """While a roll is being played a correction ends that turn with the position given; else it replaces it.

    An offer that waits for its answer is gone with the position it was made in.
    """
    match = standing.match
    counted = replace(standing, corrections=standing.corrections + 1)
    ended = _turn_ended(match, body)
    if ended is not None:
        return _acted(counted, ended)
    turn = replace(match, position=body.new, on_roll=body.on_roll, roll=None, phase=Phase.TO_ROLL, declined=(0, 0))
    corrected = replace(turn, offered_by=None, offered_level=None, beavers=0)
    if match.phase is Phase.GAME_TO_START:
        return _acted(counted, GameStarted(body.new, body.on_roll))
    return replace(counted, match=corrected)
