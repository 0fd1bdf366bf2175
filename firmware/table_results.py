"""Results by word: how a game ended whose board was swept, and a result that is not right. Part of the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.actions import GameSettled, Level
from engine.match import points_for
from engine.position import Side
from firmware import facts
from firmware.table_board import WATCHED, displaced, open_correcting
from firmware.table_games import BOTH, game_ended, set_up
from firmware.table_state import State, Step, TableState, settled_state
from firmware.verdicts import Complete, Underway, Unmoved

ENDINGS: Final[tuple[Level | None, ...]] = (*Level, None)
"""What CUBE steps through in How did it end?; None: the game is not finished."""
_ASKED_IN: Final = WATCHED | {State.MOVING, State.CORRECTING}


# How did it end?


def _asks_due_s(state: TableState) -> float | None:
    """When the start position has stood long enough in the middle of a game to ask how it ended."""
    board = state.board
    if state.at not in _ASKED_IN or state.is_rolling or board is None or board.is_hand or board.start_layout is None:
        return None
    if state.is_not_finished or not displaced(state) or isinstance(board.verdict, Complete | Underway | Unmoved):
        return None
    return state.settled_since_s + state.house.times.displaced_s


def ending_of(state: TableState) -> Level | None:
    """The ending that is shown; None: not finished."""
    return ENDINGS[(state.choice or 0) % len(ENDINGS)]


def step_ending(work: Step, seat: int) -> None:
    """CUBE: the next ending; whatever was proposed is withdrawn."""
    work.set(choice=((work.state.choice or 0) + 1) % len(ENDINGS), proposer=None, ready=frozenset())


def say_ending(work: Step, seat: int) -> None:
    """PLAY: the winner proposes, the other confirms; that the game goes on, both say."""
    state = work.state
    level = ending_of(state)
    if level is None:
        work.set(ready=state.ready | {seat})
        if work.state.ready == BOTH:
            work.set(is_not_finished=True)  # not asked again about the same board
            open_correcting(work, state.back)
    elif state.proposer is None:
        work.set(proposer=seat)
    elif state.proposer != seat:
        winner = state.layout.side_of(state.proposer)
        work.happened(GameSettled(winner, points_for(state.match, level)))
        game_ended(work)


# Game over: not right


def results_of(state: TableState) -> tuple[tuple[Side, Level], ...]:
    """The results that CUBE steps through: the one on record first, then its higher levels, then the other side's."""
    result = state.match.result
    if result is None:
        return ()
    every = [(side, level) for side in (result.winner, result.winner.other) for level in Level]
    now = (result.winner, result.level or Level.SINGLE)
    at = every.index(now)
    return (*every[at:], *every[:at])


def not_right(work: Step, seat: int) -> None:
    """CUBE after a game: another result; it counts once both have gone on."""
    count = len(results_of(work.state)) or 1
    work.set(choice=((work.state.choice or 0) + 1) % count, ready=frozenset())


def correct_result(work: Step, choice: int) -> None:
    """The result chosen is on record, as a fact, if it is another one."""
    state = work.state
    results = results_of(state)
    if choice and choice < len(results):
        winner, level = results[choice]
        work.happened(facts.ResultCorrected(winner, points_for(state.match, level), level))


def next_game(work: Step, seat: int) -> None:
    """PLAY of both seats after a game: set up the next one; it begins when the start position stands."""
    work.set(ready=work.state.ready | {seat})
    if work.state.ready != BOTH:
        return
    if work.state.choice:
        correct_result(work, work.state.choice)
        if work.state.match.winner is not None:
            game_ended(work)
            return
    set_up(work, ready=BOTH)


# Time


def time_passed(work: Step) -> None:
    due = _asks_due_s(work.state)
    if due is not None and work.state.now_s >= due:
        back = settled_state(work.state, work.state.at)
        work.go(State.HOW_ENDED, back=back, choice=0, proposer=None, ready=frozenset())


def deadlines(state: TableState) -> Iterator[float]:
    """When this part of the table wants to be woken."""
    due = _asks_due_s(state)
    if due is not None:
        yield due
