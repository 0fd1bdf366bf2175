"""Before and after a game: set-up, readiness, results, the next game, going on with an old match. Part of the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from engine.actions import GameSettled, GameStarted
from engine.match import Phase, refusal
from firmware import facts
from firmware.effects import AcceptBoard, DrawDice, MakeSound, ReadAgain, Sound
from firmware.inputs import ResultEntered
from firmware.table_state import State, Step, TableState, resume_state, turn_state

LENGTHS: Final = (1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25, 0)
"""What CUBE steps through at set-up; 0 is a money session."""

_BOTH: Final = frozenset({0, 1})


def ready(work: Step, seat: int) -> None:
    """PLAY at set-up: this seat is ready; both must be."""
    work.set(ready=work.state.ready | {seat})


def step_length(work: Step, seat: int) -> None:
    if work.state.standing is None:
        house = work.state.house
        place = LENGTHS.index(house.length) if house.length in LENGTHS else -1
        work.set(house=replace(house, length=LENGTHS[(place + 1) % len(LENGTHS)]))


def swap_seats(work: Step, seat: int) -> None:
    """Held PLAY at set-up: the colours change places; the board is held against the start position anew."""
    state = work.state
    white_seat = 1 - (state.layout.white_seat if state.standing else state.house.white_seat)
    work.set(house=replace(state.house, white_seat=white_seat), layout=replace(state.layout, white_seat=white_seat))
    work.set(start_since_s=None, ready=frozenset())
    work.ask_for(ReadAgain())


def game_ended(work: Step) -> None:
    """A result is on record: show it."""
    work.ask_for(MakeSound(Sound.GAME_OVER))
    is_over = work.state.match.phase is Phase.MATCH_OVER
    work.go(State.MATCH_OVER if is_over else State.GAME_OVER, ready=frozenset(), in_hand=(0, 0), choices=())


def next_game(work: Step, seat: int) -> None:
    """PLAY of both seats after a game: set up the next one; it begins when the start position stands."""
    work.set(ready=work.state.ready | {seat})
    if work.state.ready == _BOTH:
        _set_up(work, ready=_BOTH)


def new_match(work: Step, seat: int) -> None:
    _set_up(work, ready=frozenset(), standing=None)


def _set_up(work: Step, **changes: Any) -> None:
    """Set-up begins: the board is now held against the start position."""
    work.go(State.SET_UP, start_since_s=None, board=None, **changes)
    work.ask_for(ReadAgain())


def result_entered(work: Step, event: ResultEntered) -> None:
    """A result given on the paired page ends the game that is being played."""
    standing, settled = work.state.standing, GameSettled(event.winner, event.points)
    if standing is not None and standing.match.is_playing and refusal(standing.match, settled) is None:
        work.happened(settled)
        work.set(rolling_until_s=None)
        game_ended(work)


def go_on(work: Step, seat: int) -> None:
    """PLAY of both seats: go on with the unfinished match where it was, the roll included."""
    work.set(ready=work.state.ready | {seat})
    if work.state.ready == _BOTH:
        work.happened(facts.MatchResumed())
        _continue(work)


def _continue(work: Step) -> None:
    assert work.state.standing is not None
    at = resume_state(work.state.standing) or State.SET_UP
    if at is State.MOVING:
        at = turn_state(work.state)
    resigner = work.state.match.offered_by
    seat = 0 if resigner is None else work.state.layout.seat_of(resigner)
    ready_again = _BOTH if at is State.SET_UP else frozenset()
    work.go(at, resigner=seat, ready=ready_again, leaving=frozenset())
    if at is State.OPENING_ROLL:
        work.ask_for(DrawDice())
    elif at is State.SET_UP:  # until now the board was held against the match's position
        work.set(board=None, start_since_s=None)
        work.ask_for(ReadAgain())


def put_away(work: Step, seat: int) -> None:
    """Held CUBE of both seats: the old match is kept unfinished and the table is set up anew."""
    work.set(leaving=work.state.leaving | {seat})
    if work.state.leaving == _BOTH:
        work.happened(facts.MatchPutAway())
        _set_up(work, ready=frozenset(), leaving=frozenset(), standing=None)


# Time


def time_passed(work: Step) -> None:
    """Set-up ends when a start position has stood for a second and both are ready."""
    state = work.state
    due = next(deadlines(state), None)
    if due is not None and state.now_s >= due:
        _begin_game(work)


def _begin_game(work: Step) -> None:
    board = work.state.board
    if board is None or board.start_layout is None:
        return
    layout = board.start_layout
    if work.state.standing is None:
        house = work.state.house
        names = (house.white_name, house.black_name)
        seats = (layout.white_seat, layout.home_is_right)
        options = (house.has_crawford, house.has_jacoby, house.has_beavers)
        begun = facts.MatchBegun(house.length, house.policy.value, *names, *seats, *house.score, *options)
        work.happened(begun)
    elif layout != work.state.standing.layout:
        work.happened(facts.SeatsSet(layout.white_seat, layout.home_is_right))
    work.happened(GameStarted())
    work.go(State.OPENING_ROLL, layout=layout, ready=frozenset(), in_hand=(0, 0))
    work.ask_for(AcceptBoard(work.state.match.position))
    work.ask_for(DrawDice())


def deadlines(state: TableState) -> Iterator[float]:
    """When this part of the table wants to be woken."""
    if state.at is State.SET_UP and state.start_since_s is not None and state.ready == _BOTH:
        yield state.start_since_s + state.house.times.start_stands_s
