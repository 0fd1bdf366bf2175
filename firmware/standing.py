"""How a match stands: the fold of its facts. Pure; whatever survives a restart is here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine import match as rules
from engine.actions import Action, GameStarted, Played
from engine.clock import Clock, TimeControl
from engine.match import Match, Phase, Rules
from engine.position import Side, slots
from engine.ratings import Rating, rated
from engine.variants import VARIANTS
from firmware import facts
from firmware.board_map import REFERENCE_LAYOUT, Layout
from firmware.match_corrections import corrected_match, with_result
from firmware.policy import IllegalPlay, Policy


@dataclass(frozen=True, slots=True)
class Standing:
    """A match with everything that belongs to it at this table.

    `actions`: the record so far, game after game. `before_play`: as it stood before the last play, until the next
    action; a play is taken back to there. `is_illegal_open`: an illegal play was passed and the opponent has not let
    it stand yet. `clock`: its readings at the last start or stop, its times counted from there. `time_out`: the side
    whose time is out, until that is decided; `ran_out`: whether that has happened to White, to Black.
    `ratings`: both players' before the match, if both have one.
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
    is_abandoned: bool = False
    illegal_play: IllegalPlay = IllegalPlay.LEGAL_MOVES
    before_play: Standing | None = None
    is_illegal_open: bool = False
    clock: Clock | None = None
    time_out: Side | None = None
    ran_out: tuple[bool, bool] = (False, False)
    ratings: tuple[Rating, Rating] | None = None

    @property
    def illegal(self) -> IllegalPlay:
        """What becomes of an illegal play in this match: the choice is a tournament's only."""
        return self.illegal_play if self.policy is Policy.TOURNAMENT else IllegalPlay.LEGAL_MOVES

    @property
    def shows_legality(self) -> bool:
        """Whether the table may say that a play is legal or not."""
        return self.illegal is IllegalPlay.LEGAL_MOVES

    @property
    def ratings_after(self) -> tuple[Rating, Rating] | None:
        """White's and Black's ratings once the match is over; None until then, in a money session and without them."""
        winner = self.match.winner
        if winner is None or self.ratings is None:
            return None
        ours, theirs = rated(self.ratings[winner], self.ratings[winner.other], self.match.rules.length)
        return (ours, theirs) if winner is Side.WHITE else (theirs, ours)

    def name_of(self, side: Side) -> str:
        return self.white_name if side is Side.WHITE else self.black_name


def begin(begun: facts.MatchBegun) -> Standing:
    """The standing of a match that has just been agreed on."""
    return Standing(
        match=rules.begin(_rules(begun), (begun.white_score, begun.black_score)),
        white_name=begun.white_name,
        black_name=begun.black_name,
        policy=Policy(begun.policy),
        illegal_play=IllegalPlay(begun.illegal_play),
        layout=Layout(begun.white_seat, begun.home_is_right),
        ratings=_ratings(begun),
        clock=None if begun.reserve_s is None else Clock.of(TimeControl(begun.reserve_s, begun.delay_s)),
    )


def _ratings(begun: facts.MatchBegun) -> tuple[Rating, Rating] | None:
    white, black = begun.white_rating, begun.black_rating
    if white is None or black is None:
        return None
    return Rating(white, begun.white_experience), Rating(black, begun.black_experience)


def _rules(begun: facts.MatchBegun) -> Rules:
    return Rules(
        length=begun.length,
        has_crawford=begun.has_crawford,
        has_jacoby=begun.has_jacoby,
        has_beavers=begun.has_beavers,
        automatic_doubles=begun.automatic_doubles,
        has_holland=begun.has_holland,
        cube_limit=begun.cube_limit,
        start=VARIANTS[begun.variant].start,
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
        case facts.MatchPaused():
            return standing
        case facts.MatchPutAway():
            return replace(standing, is_put_away=True)
        case facts.MatchAbandoned():
            return replace(standing, is_abandoned=True)
        case facts.MatchResumed():
            return replace(standing, is_put_away=False)
        case facts.TakenBack():
            return _taken_back(standing)
        case facts.IllegalPlayStands():
            return replace(standing, is_illegal_open=False)
        case facts.ResultCorrected(winner, points, level):
            return replace(standing, match=with_result(standing.match, winner, points, level))
        case facts.MatchCorrected(what, value):
            match = corrected_match(standing.match, what, value) or standing.match
            return replace(standing, match=match, corrections=standing.corrections + 1, before_play=None)
        case facts.ClockStarted(side, white_s, black_s, delay_s):
            return _clock_read(standing, side, (white_s, black_s), delay_s)
        case facts.ClockStopped(white_s, black_s, delay_s):
            return _clock_read(standing, None, (white_s, black_s), delay_s)
        case facts.TimeRanOut(side):
            white, black = standing.ran_out
            return replace(standing, time_out=side, ran_out=(white or side is Side.WHITE, black or side is Side.BLACK))
        case facts.TimeForgiven():
            return replace(standing, time_out=None)
        case facts.SettingChanged(name, value):
            return _setting_changed(standing, name, value)
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


def _clock_read(standing: Standing, running: Side | None, reserve_s: tuple[float, float], delay_s: float) -> Standing:
    clock = standing.clock
    if clock is None:
        return standing
    turn = clock.turn if running is None else running
    read = replace(clock, reserve_s=reserve_s, running=running, turn=turn, since_s=0.0, delay_left_s=delay_s)
    return replace(standing, clock=read)


def _acted(standing: Standing, action: Action) -> Standing:
    match = rules.apply(standing.match, action)
    clock = standing.clock
    if clock is not None and isinstance(action, GameStarted):  # whose turn it was in the game before means nothing
        clock = replace(clock, running=None, turn=None)
    is_illegal = isinstance(action, Played) and not action.is_legal
    return replace(
        standing,
        match=match,
        actions=(*standing.actions, action),
        clock=clock,
        time_out=standing.time_out if match.is_playing else None,
        before_play=replace(standing, before_play=None) if isinstance(action, Played) else None,
        is_illegal_open=is_illegal and match.is_playing and standing.illegal is IllegalPlay.CONDONE,
    )


def _taken_back(standing: Standing) -> Standing:
    """Board, dice, cube and record as before the last play; raises ValueError if there is nothing to take back."""
    before = standing.before_play
    if before is None:
        raise ValueError("no play to take back: it was not the last thing that happened")
    return replace(
        before,
        policy=standing.policy,
        illegal_play=standing.illegal_play,
        layout=standing.layout,
        corrections=standing.corrections,
        asked=standing.asked,
    )


def _setting_changed(standing: Standing, name: str, value: str) -> Standing:
    """What a change of the table's settings means for the match that is being played."""
    if name == "policy":
        return replace(standing, policy=Policy(value))
    return replace(standing, illegal_play=IllegalPlay(value)) if name == "illegal_play" else standing


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
        return replace(_acted(counted, ended), is_illegal_open=False)
    counted = replace(counted, before_play=None, is_illegal_open=False)
    turn = replace(match, position=body.new, on_roll=body.on_roll, roll=None, phase=Phase.TO_ROLL, declined=(0, 0))
    corrected = replace(turn, offered_by=None, offered_level=None, beavers=0)
    if match.phase is Phase.GAME_TO_START:
        return _acted(counted, GameStarted(body.new, body.on_roll))
    return replace(counted, match=corrected)
