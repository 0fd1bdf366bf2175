"""Before and after a game: set-up, readiness, the end of a game, the next one. Part of the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from engine.actions import GameSettled, GameStarted
from engine.match import Phase, refusal
from firmware import facts
from firmware.effects import AcceptBoard, DrawDice, MakeSound, ReadAgain, Sound
from firmware.inputs import ResultEntered
from firmware.policy import House
from firmware.settings import next_value
from firmware.table_state import State, Step, TableState

BOTH: Final = frozenset({0, 1})


def ready(work: Step, seat: int) -> None:
    """PLAY at set-up: this seat is ready; both must be."""
    work.set(ready=work.state.ready | {seat})


def step_length(work: Step, seat: int) -> None:
    """CUBE at set-up: the next length of the match to come."""
    if work.state.standing is None:
        work.happened(facts.SettingChanged("length", next_value(work.state.house, "length")))


def swap_seats(work: Step, seat: int) -> None:
    """Held PLAY at set-up: the colours change places; the board is held against the start position anew."""
    state = work.state
    white_seat = 1 - (state.layout.white_seat if state.standing else state.house.white_seat)
    work.happened(facts.SettingChanged("white_seat", str(white_seat)))
    work.set(layout=replace(state.layout, white_seat=white_seat))
    work.set(start_since_s=None, ready=frozenset())
    work.ask_for(ReadAgain())


def game_ended(work: Step) -> None:
    """A result is on record: show it."""
    work.ask_for(MakeSound(Sound.GAME_OVER))
    is_over = work.state.match.phase is Phase.MATCH_OVER
    over = State.MATCH_OVER if is_over else State.GAME_OVER
    work.go(over, ready=frozenset(), in_hand=(0, 0), choices=(), choice=None, rolling_until_s=None)


def new_match(work: Step, seat: int) -> None:
    set_up(work, ready=frozenset(), standing=None)


def set_up(work: Step, **changes: Any) -> None:
    """Set-up begins: the board is now held against the start position."""
    work.go(State.SET_UP, start_since_s=None, board=None, **changes)
    work.ask_for(ReadAgain())


def result_entered(work: Step, event: ResultEntered) -> None:
    """A result given on the paired page ends the game that is being played."""
    standing, settled = work.state.standing, GameSettled(event.winner, event.points)
    if standing is not None and standing.match.is_playing and refusal(standing.match, settled) is None:
        work.happened(settled)
        game_ended(work)


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
        first = (house.length, house.policy.value)
        control = house.time_control
        begun = facts.MatchBegun(*first, *names, *seats, *house.score, *options, illegal_play=house.illegal_play.value)
        begun = replace(
            begun,
            variant=house.variant,
            automatic_doubles=house.automatic_doubles,
            has_holland=house.has_holland,
            cube_limit=house.cube_limit,
        )
        begun = _with_ratings(begun, house)
        if control is not None:
            begun = replace(begun, reserve_s=control.reserve_s, delay_s=control.delay_s)
        work.happened(begun)
    elif layout != work.state.standing.layout:
        work.happened(facts.SeatsSet(layout.white_seat, layout.home_is_right))
    work.happened(GameStarted())
    work.go(State.OPENING_ROLL, layout=layout, ready=frozenset(), in_hand=(0, 0))
    work.ask_for(AcceptBoard(work.state.match.position))
    work.ask_for(DrawDice())


def _with_ratings(begun: facts.MatchBegun, house: House) -> facts.MatchBegun:
    (white, black), (white_experience, black_experience) = house.ratings, house.experience
    if white is None or black is None:
        return begun
    begun = replace(begun, white_rating=white, black_rating=black)
    return replace(begun, white_experience=white_experience, black_experience=black_experience)


def deadlines(state: TableState) -> Iterator[float]:
    """When this part of the table wants to be woken."""
    if state.at is State.SET_UP and state.start_since_s is not None and state.ready == BOTH:
        yield state.start_since_s + state.house.times.start_stands_s
