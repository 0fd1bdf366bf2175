"""A turn's course: rolling, the referee's preparation, and what comes by itself. Part of the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.actions import OpeningRolled, Rolled
from engine.match import Phase
from engine.plays import Play, Roll
from engine.rulings import ONLY_ON_PASSING
from firmware.effects import AcceptBoard, DrawDice, MakeSound, PrepareTurn, Sound
from firmware.inputs import DiceDrawn, TurnPrepared
from firmware.policy import IllegalPlay
from firmware.table_board import displaced, mark_board
from firmware.table_clock import waits_for_start
from firmware.table_passing import pass_dance, pass_turn, play_made, warn
from firmware.table_state import State, Step, TableState, turn_state
from firmware.texts import _
from firmware.verdicts import Complete, Illegal
from firmware.warnings import warning_lines
from firmware.words import side_word

# Rolling


def roll(work: Step, seat: int) -> None:
    """PLAY in To roll. A whole checker displaced stops it; a checker lifted early does not."""
    state = work.state
    if state.board is None:
        work.set(kept_press=(seat, state.now_s))
        return
    wrong = displaced(state)
    if any(have > want for _place, have, want in wrong):
        mark_board(work)
        return
    if not wrong and not state.board.is_hand:
        work.ask_for(AcceptBoard(state.match.position, state.in_hand))
    work.ask_for(DrawDice())
    work.deaden_keys()
    work.set(rolling_until_s=state.now_s + state.house.times.roll_shown_s, is_prepared=False, tree=None, lines=None)


def not_your_turn(work: Step, seat: int) -> None:
    word = side_word(work.state.layout.side_of(1 - seat))
    # Translators: 21 characters; {side} is a colour word of at most 5 letters
    must = _("{side} must roll") if work.state.at is State.TO_ROLL else _("{side} must pass")
    # Translators: 21 characters
    work.say(_("Not your turn:"), must.format(side=word))


def dice_drawn(work: Step, event: DiceDrawn) -> None:
    """The dice have fallen: a fact first; shown once it is kept and the dice have tumbled for a second."""
    is_awaited = work.state.standing is not None and work.state.at not in (State.RESUME, State.PAUSED)
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
    shown_s = event.at_s + work.state.house.times.roll_shown_s
    lines = work.state.lines if match.opening else None  # why it is rolled again is read while the dice tumble
    work.set(rolling_until_s=shown_s, is_prepared=False, tree=None, lines=lines, nudges=0)
    prepare_if_moving(work)


def prepare_if_moving(work: Step) -> None:
    """Let the referee work out the roll that is on the table, if there is one; a resignation may lie over it."""
    match = work.state.match
    if match.roll is not None and match.on_roll is not None:
        side = work.state.mover
        work.ask_for(PrepareTurn(match.seen_by(side), side, match.roll))


def prepared(work: Step, event: TurnPrepared) -> None:
    work.set(is_prepared=True, is_dance=event.is_dance, tree=event.tree)
    is_told = event.is_dance and work.state.illegal is not IllegalPlay.SILENT
    if work.state.at is State.MOVING and is_told:  # gone on with after a restart before the referee was ready
        work.go(State.NO_LEGAL_PLAY)


def _roll_is_shown(work: Step) -> None:
    """The dice lie still. An opening roll of equal dice is rolled again (R05)."""
    state = work.state
    if state.match.phase is Phase.OPENING_ROLL:
        white, _black = state.match.opening[-1] if state.match.opening else (0, 0)
        work.set(rolling_until_s=None)
        # Translators: 21 characters; equal dice of the opening roll, such as "3-3: again"
        again = _("{first}-{second}: again")
        if state.match.cube == 1 << len(state.match.opening):  # this pair turned it, as each before it did
            # Translators: 21 characters; equal dice of the opening roll have doubled the stake
            again = _("{first}-{second}: cube now {value}")
        work.say(again.format(first=white, second=white, value=state.match.cube))
        work.ask_for(DrawDice())
    elif state.match.phase is Phase.MOVING and state.is_prepared:
        work.set(rolling_until_s=None, lines=None)
        if not waits_for_start(work.state):
            work.go(turn_state(work.state))


# Time


def time_passed(work: Step) -> None:
    """The rolling dice come to rest; a win stands; a dance passes; a warning is due; a kept press is too old."""
    state = work.state
    is_seen = state.at in (State.OPENING_ROLL, State.TO_ROLL)
    if state.rolling_until_s is not None and state.now_s >= state.rolling_until_s and is_seen:
        _roll_is_shown(work)
    state = work.state
    times = state.house.times
    if state.kept_press is not None:
        _kept_press(work)
    elif state.at is State.MOVING and _is_won(state) and state.now_s >= state.settled_since_s + times.win_stands_s:
        play_made(work, _complete_play(state))
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
            work.pressed_s = at_s
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
    """When an illegal position has stood long enough; None under a hand, once warned, or if PLAY must ask first.

    Nor on the way back to where the turn began, nor where an illegal play may be passed.
    """
    board = state.board
    if board is None or board.is_hand or state.is_warned or not isinstance(board.verdict, Illegal):
        return None
    if board.verdict.ruling.kind in ONLY_ON_PASSING or state.is_snapping:
        return None
    if state.illegal is not IllegalPlay.LEGAL_MOVES:
        return None
    return state.settled_since_s + state.house.times.warn_after_s


def _warn_of_illegal(work: Step) -> None:
    board = work.state.board
    if board is not None and isinstance(board.verdict, Illegal):
        warn(work, warning_lines(board.verdict.ruling, work.state.mover, work.state.match.roll))


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
