"""A turn: rolling, moving, passing, asking which play it was. Part of the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.actions import OpeningRolled, Played, Rolled
from engine.match import Phase
from engine.plays import Play, Roll
from engine.position import BAR, Position, Side
from engine.rulings import ONLY_ON_PASSING, Broken
from firmware import facts
from firmware.effects import AcceptBoard, DrawDice, MakeSound, PrepareTurn, Sound
from firmware.inputs import DiceDrawn, TurnPrepared
from firmware.policy import Policy
from firmware.table_board import displaced, mark_board, open_correcting
from firmware.table_games import game_ended
from firmware.table_state import State, Step, TableState
from firmware.verdicts import Ambiguous, Complete, Illegal, Underway, Unmoved, Unreadable
from firmware.warnings import nothing_moved, unfinished_lines, warning_lines
from firmware.words import point_list, side_word

_WRONGLY_OFF: Final = frozenset({Broken.HIGHER_CHECKER, Broken.NUMBER_TOO_SMALL})
LOOK_AT_MOST: Final = 3
"""More unreadable places than these are put right in Correcting, not by a nudge."""


# Rolling


def roll(work: Step, seat: int) -> None:
    """PLAY in To roll. A whole checker displaced stops it; a checker lifted early does not."""
    state = work.state
    if state.board is None:
        work.set(kept_press=(seat, state.now_s))
        return
    wrong = displaced(state)
    if any(have > want for _, have, want in wrong):
        mark_board(work)
        return
    if not wrong and not state.board.is_hand:
        work.ask_for(AcceptBoard(state.match.position, state.in_hand))
    work.ask_for(DrawDice())
    work.deaden_keys()
    work.set(rolling_until_s=state.now_s + state.house.times.roll_shown_s, is_prepared=False, lines=None)


def not_your_turn(work: Step, seat: int) -> None:
    word = side_word(work.state.layout.side_of(1 - seat))
    work.say("Not your turn:", f"{word} must {'roll' if work.state.at is State.TO_ROLL else 'pass'}")


def dice_drawn(work: Step, event: DiceDrawn) -> None:
    """The dice have fallen: a fact first; shown once it is kept and the dice have tumbled for a second."""
    is_awaited = work.state.standing is not None and work.state.at is not State.RESUME
    match = work.state.match if is_awaited else None
    if match is not None and match.phase is Phase.OPENING_ROLL:
        work.happened(OpeningRolled(event.first, event.second))
    elif match is not None and match.phase is Phase.TO_ROLL and work.state.is_rolling:
        work.happened(Rolled(work.state.mover, Roll(event.first, event.second)))
    else:
        return  # dice that nobody waits for: never a second roll for one turn
    if work.state.board is not None:  # what was judged before is not about this roll
        work.set(board=replace(work.state.board, verdict=None))
    work.ask_for(MakeSound(Sound.ROLL))
    work.set(rolling_until_s=event.at_s + work.state.house.times.roll_shown_s, is_prepared=False, lines=None)
    prepare_if_moving(work)


def prepare_if_moving(work: Step) -> None:
    """Let the referee work out the roll that is on the table, if there is one; a resignation may lie over it."""
    match = work.state.match
    if match.roll is not None and match.on_roll is not None:
        side = work.state.mover
        work.ask_for(PrepareTurn(match.seen_by(side), side, match.roll))


def prepared(work: Step, event: TurnPrepared) -> None:
    work.set(is_prepared=True, is_dance=event.is_dance)
    if work.state.at is State.MOVING and event.is_dance:  # gone on with after a restart before the referee was ready
        work.go(State.NO_LEGAL_PLAY)


def _roll_is_shown(work: Step) -> None:
    """The dice lie still. An opening roll of equal dice is rolled again (R05)."""
    state = work.state
    if state.match.phase is Phase.OPENING_ROLL:
        white, _ = state.match.opening[-1] if state.match.opening else (0, 0)
        work.set(rolling_until_s=None)
        work.say(f"{white}-{white}: again")
        work.ask_for(DrawDice())
    elif state.match.phase is Phase.MOVING and state.is_prepared:
        work.set(rolling_until_s=None)
        work.go(State.NO_LEGAL_PLAY if state.is_dance else State.MOVING)


# Moving


def pass_turn(work: Step, seat: int) -> None:
    """PLAY in Moving: judge the quiet board, or keep the press until it is quiet."""
    state = work.state
    if state.board is None or state.board.verdict is None:
        work.set(kept_press=(seat, state.now_s))
        return
    match state.board.verdict:
        case Complete() as complete if complete.reads_like_start:
            work.go(State.TAKEN_OFF, choices=(complete.play,))
        case Complete(play):
            _played(work, play)
        case Ambiguous(plays):
            work.happened(facts.Asked("which play", len(plays)))
            work.go(State.WHICH_PLAY, choices=plays, choice=None)
        case Unmoved():
            _warn(work, nothing_moved(state.match.roll))
        case Underway(missing=missing, look_at=places) as underway if missing and not _was_borne_off(state, underway):
            _say_missing(work, missing, places)
        case Underway(ruling):
            _warn(work, unfinished_lines(ruling, _policy(state), state.mover))
        case Illegal(ruling):
            _warn(work, warning_lines(ruling, state.mover, state.match.roll, _policy(state)))
        case Unreadable(places):
            _ask_to_nudge(work, places)


def _was_borne_off(state: TableState, verdict: Underway) -> bool:
    """Whether a checker that is nowhere to be seen was rather borne off too early than lost sight of."""
    kind = verdict.ruling.kind if verdict.ruling is not None else None
    home = {state.layout.place_of(state.mover, point) for point in range(1, 7)}
    return kind in _WRONGLY_OFF or (kind is Broken.NOT_HOME and home.issuperset(verdict.places))


def _policy(state: TableState) -> Policy:
    """The match's policy: what it was agreed to be played by, whatever the house has become since."""
    return state.house.policy if state.standing is None else state.standing.policy


def _say_missing(work: Step, missing: int, places: tuple[int, ...]) -> None:
    """A checker is in somebody's hand, or lies where no cell sees it."""
    work.happened(facts.Asked("missing", missing))
    names = point_list(work.state.layout, work.state.mover, places[:LOOK_AT_MOST])
    _warn(work, (f"{missing} checker{'' if missing == 1 else 's'} too few:", f"look at {names}"[:21]))


def _ask_to_nudge(work: Step, places: tuple[int, ...]) -> None:
    work.happened(facts.Asked("nudge", len(places)))
    if len(places) > LOOK_AT_MOST:
        open_correcting(work, State.MOVING)
        return
    side = work.state.mover
    work.set(doubtful=len(places))
    work.say("Cannot see it well:", "nudge " + point_list(work.state.layout, side, places), is_warning=True)


def _warn(work: Step, lines: tuple[str, str]) -> None:
    work.set(lines=lines, is_warning=True, is_warned=True)
    work.ask_for(MakeSound(Sound.WARNING))


def pass_taken_off(work: Step, seat: int) -> None:
    _played(work, work.state.choices[0])


def back_to_moving(work: Step, seat: int) -> None:
    work.go(State.MOVING)


def pass_dance(work: Step, seat: int) -> None:
    """The turn passes without a play (R13); the board must stand as it did."""
    state = work.state
    if state.board is None:
        work.set(kept_press=(seat, state.now_s))
    elif displaced(state):
        mark_board(work)
    else:
        _played(work, Play((), state.match.seen_by(state.mover)))


def _played(work: Step, play: Play) -> None:
    side = work.state.mover
    board = work.state.board
    work.happened(Played(side, play.end, play.moves))
    hand = _in_hand(work.state, board.counts) if board is not None else (0, 0)
    work.set(in_hand=hand)
    work.ask_for(AcceptBoard(work.state.match.position, hand))
    if work.state.match.is_playing:
        work.go(State.TO_ROLL, choices=())
    else:
        game_ended(work)


def _in_hand(state: TableState, counts: tuple[int, ...]) -> tuple[int, int]:
    """How many checkers of each side the position has on the bar and the board has not."""
    position: Position = state.match.position
    bars = (min(position.own_bar, 3), min(position.opp_bar, 3))
    return (
        max(0, bars[0] - counts[state.layout.place_of(Side.WHITE, BAR)]),
        max(0, bars[1] - counts[state.layout.place_of(Side.BLACK, BAR)]),
    )


# Which play?


def next_choice(work: Step, seat: int) -> None:
    """CUBE: the next of the plays that read alike. Nothing is preselected."""
    choice = work.state.choice
    work.set(choice=0 if choice is None else (choice + 1) % len(work.state.choices))


def choose(work: Step, seat: int) -> None:
    if work.state.choice is not None:
        _played(work, work.state.choices[work.state.choice])


# Time


def time_passed(work: Step) -> None:
    """The rolling dice come to rest; a win stands; a dance passes; a warning is due; a kept press is too old."""
    state = work.state
    is_seen = state.at is not State.PART_MISSING
    if state.rolling_until_s is not None and state.now_s >= state.rolling_until_s and is_seen:
        _roll_is_shown(work)
    state = work.state
    times = state.house.times
    if state.kept_press is not None:
        _kept_press(work)
    elif state.at is State.MOVING and _is_won(state) and state.now_s >= state.settled_since_s + times.win_stands_s:
        _played(work, _complete_play(state))
    elif state.at is State.MOVING and _warning_due_s(state) is not None and state.now_s >= (_warning_due_s(state) or 0):
        _warn_of_illegal(work)
    elif _dance_passes_now(state):
        pass_dance(work, 0)


def _dance_passes_now(state: TableState) -> bool:
    after_s = state.house.times.no_play_passes_after_s
    is_due = after_s > 0 and state.now_s >= state.since_s + after_s
    return state.at is State.NO_LEGAL_PLAY and is_due and state.board is not None and not displaced(state)


def _kept_press(work: Step) -> None:
    """A PLAY before the board was quiet is judged at the first quiet reading, or forgotten."""
    kept = work.state.kept_press
    if kept is None:
        return
    seat, at_s = kept
    if work.state.now_s - at_s > work.state.house.times.press_kept_s:
        work.set(kept_press=None)
    elif work.state.board is not None and (work.state.at is not State.MOVING or work.state.board.verdict is not None):
        work.set(kept_press=None)
        handler = {State.TO_ROLL: roll, State.MOVING: pass_turn, State.NO_LEGAL_PLAY: pass_dance}.get(work.state.at)
        if handler is not None:
            handler(work, seat)


def _complete_play(state: TableState) -> Play:
    assert state.board is not None
    assert isinstance(state.board.verdict, Complete)
    return state.board.verdict.play


def _is_won(state: TableState) -> bool:
    """A winning last play stands, quiet and without a hand."""
    board = state.board
    if board is None or board.is_hand or not isinstance(board.verdict, Complete) or board.verdict.reads_like_start:
        return False
    return board.verdict.play.end.own >> 4 == 0


def _warning_due_s(state: TableState) -> float | None:
    """When an illegal position has stood long enough; None under a hand, once warned, or if PLAY must ask first."""
    board = state.board
    if board is None or board.is_hand or state.is_warned or not isinstance(board.verdict, Illegal):
        return None
    if board.verdict.ruling.kind in ONLY_ON_PASSING:
        return None
    return state.settled_since_s + state.house.times.warn_after_s


def _warn_of_illegal(work: Step) -> None:
    board = work.state.board
    if board is not None and isinstance(board.verdict, Illegal):
        _warn(work, warning_lines(board.verdict.ruling, work.state.mover, work.state.match.roll))


def deadlines(state: TableState) -> Iterator[float]:
    """When this part of the table wants to be woken."""
    times = state.house.times
    if state.rolling_until_s is not None:
        yield state.rolling_until_s
    if state.kept_press is not None:
        yield state.kept_press[1] + times.press_kept_s + 0.001
    if state.at is State.MOVING:
        due = _warning_due_s(state)
        if due is not None:
            yield due
        if _is_won(state):
            yield state.settled_since_s + times.win_stands_s
    if state.at is State.NO_LEGAL_PLAY and times.no_play_passes_after_s:
        yield state.since_s + times.no_play_passes_after_s
