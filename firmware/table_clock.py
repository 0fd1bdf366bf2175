"""The players' clock at the table: whose time passes in which state, and what follows once it is out. A table part.

Readings are facts: each start and stop says what both sides have left, so a restart loses no more than the turn that
was being thought about. The reckoning itself is engine/clock.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil
from typing import Final

from engine.actions import GameSettled, Level
from engine.clock import Clock
from engine.match import Phase, points_for
from engine.position import Side
from firmware import facts
from firmware.table_games import game_ended
from firmware.table_state import State, Step, TableState, resume_state, turn_state

RUNS_IN: Final = frozenset(
    {
        State.TO_ROLL,
        State.DOUBLE,
        State.DOUBLE_OFFERED,
        State.TAKE,
        State.DROP,
        State.MOVING,
        State.TAKEN_OFF,
        State.PASS_IT,
        State.WHICH_PLAY,
        State.NO_LEGAL_PLAY,
        State.ILLEGAL_PASSED,
    }
)
"""States in which the time of whoever must act passes."""
_RUNS_ON_IN: Final = frozenset({State.MENU, State.DIGITS, State.RESIGN_MENU})
"""Opening a menu is no break: what ran runs on, what stood stands."""
_TICK_S: Final = 0.001
"""A moment past the second, so that the reading has changed for certain."""


def clock_of(state: TableState) -> Clock | None:
    """The clock as it is now; None in a match without one. After a restart it stands until both go on."""
    clock = state.standing.clock if state.standing is not None else None
    if clock is None:
        return None
    since_s = state.clock_since_s
    return replace(clock, running=None) if since_s is None else replace(clock, since_s=since_s)


def keep(work: Step) -> None:
    """At the end of each step: start or stop the clock as the state has it. Each change is a fact."""
    clock = clock_of(work.state)
    if clock is None:
        work.set(clock_since_s=None)
        return
    side = _whose_time(work.state, clock)
    if side is clock.running:
        return
    at_s = work.state.now_s if work.pressed_s is None else work.pressed_s
    if side is None:
        stop(work)
        return
    goes_on = clock.running is None and clock.turn is side
    started = clock.resume(at_s) if goes_on else clock.start(side, at_s)
    white_s, black_s = started.reserve_s
    work.happened(facts.ClockStarted(side, round(white_s, 3), round(black_s, 3), round(started.delay_left_s, 3)))
    work.set(clock_since_s=at_s)


def stop(work: Step) -> None:
    """The clock stands, if it was running; the turn keeps what is left of its delay."""
    clock = clock_of(work.state)
    if clock is None or clock.running is None:
        return
    stopped = clock.stop(work.state.now_s)
    white_s, black_s = stopped.reserve_s
    work.happened(facts.ClockStopped(round(white_s, 3), round(black_s, 3), round(stopped.delay_left_s, 3)))
    work.set(clock_since_s=None)


def _whose_time(state: TableState, clock: Clock) -> Side | None:
    """Whose time passes in this state; nobody's while the board cannot be read."""
    if state.at in _RUNS_ON_IN:
        return clock.running
    return state.match.decider if state.at in RUNS_IN and not state.doubtful else None


def is_held_up(state: TableState) -> bool:
    """Whether the clock stands because of the board, which the players should know."""
    is_board = state.at is State.CORRECTING or (state.at in RUNS_IN and bool(state.doubtful))
    return is_board and clock_of(state) is not None


def reading(state: TableState) -> str:
    """What the side that must act has in reserve, as `12:05`; empty without a clock."""
    clock = clock_of(state)
    side = None if clock is None else state.match.decider
    if clock is None or side is None:
        return ""
    left_s = ceil(clock.left(side, state.now_s))
    return f"{left_s // 60}:{left_s % 60:02}"


# The opening roll


def waits_for_start(state: TableState) -> bool:
    """Whether the opening roll lies and its loser must start the winner's clock."""
    if state.at is not State.OPENING_ROLL or state.is_rolling or clock_of(state) is None:
        return False
    return state.match.phase is Phase.MOVING and state.is_prepared


def start_winner(work: Step, seat: int) -> None:
    """PLAY of who lost the opening roll: the winner's time begins."""
    if waits_for_start(work.state):
        work.go(turn_state(work.state))


# Time is out


def go_on_playing(work: Step, seat: int) -> None:
    """CUBE: the match goes on where it was; that side is not asked again."""
    standing = work.state.standing
    if standing is None or standing.time_out is None:
        return
    work.happened(facts.TimeForgiven(standing.time_out))
    at = resume_state(replace(standing, time_out=None)) or State.TO_ROLL
    if work.state.is_rolling:
        at = State.TO_ROLL
    elif at is State.MOVING:
        at = turn_state(work.state)
    work.go(at)


def end_match(work: Step, seat: int) -> None:
    """Both held PLAY: who ran out of time loses the match; in a money session the game."""
    standing = work.state.standing
    if standing is None or standing.time_out is None:
        return
    winner = standing.time_out.other
    away = standing.match.away(winner)
    points = points_for(standing.match, Level.SINGLE) if away is None else away
    work.happened(GameSettled(winner, points))
    game_ended(work)


# Time


def time_passed(work: Step) -> None:
    """A side whose time is out is told so once."""
    clock, standing = clock_of(work.state), work.state.standing
    if clock is None or standing is None or clock.running is None or standing.ran_out[clock.running]:
        return
    if clock.is_out(clock.running, work.state.now_s):
        work.happened(facts.TimeRanOut(clock.running))
        work.go(State.TIME_OUT)


def deadlines(state: TableState) -> Iterator[float]:
    """When this part of the table wants to be woken: as the seconds go by, and when the time is out."""
    clock = clock_of(state)
    runs_out_s = None if clock is None else clock.runs_out_at_s
    if clock is None or clock.running is None or runs_out_s is None:
        return
    left_s = clock.left(clock.running, state.now_s)
    yield runs_out_s + _TICK_S
    if left_s > 0 and not state.is_asleep:
        yield state.now_s + clock.delay_left(state.now_s) + left_s - (ceil(left_s) - 1) + _TICK_S
