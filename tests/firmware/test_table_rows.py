"""Every state x seat x key of the specification's table, transcribed by hand, against the data and the behaviour."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine import actions
from firmware import facts
from firmware.table import KEYS_LATER, KEYS_OF, Later, Press, Who, seat_on_turn
from firmware.table_state import State, TableState
from tests.firmware.table_driver import CUBE, FAR, NEAR, PLAY, Driver
from tests.firmware.table_places import AT, table_in

S, P = State, Press
TURN, OTHER = Who.TURN, Who.OTHER
LATER = "later"
Expected = State | type | str
"""A state that it leads to, a kind of fact, or words that the screen then shows; or LATER."""


def both(state: State, press: Press, expected: Expected) -> list[tuple[State, Who, Press, Expected]]:
    return [(state, TURN, press, expected), (state, OTHER, press, expected)]


ROWS: list[tuple[State, Who, Press, Expected]] = [
    # Set up: PLAY ready (both must), CUBE step length, held PLAY swap seats, held CUBE menu: resume an old match; same
    *both(S.SET_UP, P.PLAY, "ready"),
    *both(S.SET_UP, P.CUBE, facts.SettingChanged),
    *both(S.SET_UP, P.HELD_PLAY, facts.SettingChanged),
    *both(S.SET_UP, P.HELD_CUBE, "2026-01-01 3-1/7"),
    # Opening roll: loser's PLAY starts the winner's clock; no clock: by itself
    (S.OPENING_ROLL, OTHER, P.PLAY, facts.ClockStarted),
    # To roll
    (S.TO_ROLL, TURN, P.PLAY, actions.Rolled),
    (S.TO_ROLL, TURN, P.CUBE, S.DOUBLE),
    (S.TO_ROLL, TURN, P.HELD_CUBE, S.RESIGN_MENU),
    (S.TO_ROLL, OTHER, P.PLAY, "Not your turn:"),
    (S.TO_ROLL, OTHER, P.HELD_PLAY, S.TAKE_BACK),
    (S.TO_ROLL, OTHER, P.HELD_CUBE, S.RESIGN_MENU),
    # Take back?: CUBE no, held PLAY yes; the other seat withdraws with held CUBE
    (S.TAKE_BACK, TURN, P.CUBE, S.TO_ROLL),
    (S.TAKE_BACK, TURN, P.HELD_PLAY, facts.TakenBack),
    (S.TAKE_BACK, OTHER, P.HELD_CUBE, S.TO_ROLL),
    # Double?: PLAY back, CUBE offers it
    (S.DOUBLE, TURN, P.PLAY, S.TO_ROLL),
    (S.DOUBLE, TURN, P.CUBE, actions.Doubled),
    # Double offered: CUBE to Take?, held PLAY beaver, held CUBE to Drop?
    (S.DOUBLE_OFFERED, TURN, P.CUBE, S.TAKE),
    (S.DOUBLE_OFFERED, TURN, P.HELD_PLAY, actions.Doubled),
    (S.DOUBLE_OFFERED, TURN, P.HELD_CUBE, S.DROP),
    (S.TAKE, TURN, P.PLAY, S.DOUBLE_OFFERED),
    (S.TAKE, TURN, P.CUBE, actions.Took),
    (S.DROP, TURN, P.PLAY, S.DOUBLE_OFFERED),
    (S.DROP, TURN, P.CUBE, actions.Dropped),
    # Moving
    (S.MOVING, TURN, P.PLAY, actions.Played),
    (S.MOVING, TURN, P.CUBE, "Put back: 6"),
    *both(S.MOVING, P.BOTH_PLAY, "More than one way"),
    (S.MOVING, TURN, P.HELD_CUBE, S.RESIGN_MENU),
    (S.MOVING, OTHER, P.PLAY, "Not your turn:"),
    (S.MOVING, OTHER, P.HELD_CUBE, S.RESIGN_MENU),
    (S.TAKEN_OFF, TURN, P.PLAY, actions.Played),
    (S.TAKEN_OFF, TURN, P.CUBE, S.MOVING),
    (S.PASS_IT, TURN, P.PLAY, actions.Played),
    (S.PASS_IT, TURN, P.CUBE, S.MOVING),
    # Which play?: CUBE next choice, held PLAY choose it
    (S.WHICH_PLAY, TURN, P.CUBE, "choice"),
    (S.WHICH_PLAY, TURN, P.HELD_PLAY, actions.Played),
    (S.NO_LEGAL_PLAY, TURN, P.PLAY, actions.Played),
    (S.NO_LEGAL_PLAY, TURN, P.HELD_CUBE, S.RESIGN_MENU),
    (S.NO_LEGAL_PLAY, OTHER, P.HELD_CUBE, S.RESIGN_MENU),
    # Resign menu (of one seat): PLAY back, CUBE step, held CUBE offer it
    (S.RESIGN_MENU, TURN, P.PLAY, S.TO_ROLL),
    (S.RESIGN_MENU, TURN, P.CUBE, "Resign gammon?"),
    (S.RESIGN_MENU, TURN, P.HELD_CUBE, actions.ResignationOffered),
    # Resignation offered (to the other): CUBE decline, held PLAY accept
    (S.RESIGNATION_OFFERED, TURN, P.CUBE, actions.ResignationDeclined),
    (S.RESIGNATION_OFFERED, TURN, P.HELD_PLAY, actions.ResignationAccepted),
    # Illegal play passed (opponent on turn): PLAY let it stand, CUBE demand correction
    (S.ILLEGAL_PASSED, TURN, P.PLAY, facts.IllegalPlayStands),
    (S.ILLEGAL_PASSED, TURN, P.CUBE, facts.TakenBack),
    # How did it end?: winner's PLAY proposes, other's PLAY confirms; CUBE steps
    *both(S.HOW_ENDED, P.PLAY, "won? PLAY: yes"),
    *both(S.HOW_ENDED, P.CUBE, "Ended: gammon"),
    # Game over: PLAY next game (both), CUBE "Not right": step the result
    *both(S.GAME_OVER, P.PLAY, "ready"),
    *both(S.GAME_OVER, P.CUBE, "+2 gammon"),
    # Time is out: CUBE go on playing, both seats 2 s: end the match
    *both(S.TIME_OUT, P.CUBE, facts.TimeForgiven),
    *both(S.TIME_OUT, P.BOTH_PLAY, actions.GameSettled),
    # Match over: CUBE code of the record, held PLAY new match
    *both(S.MATCH_OVER, P.CUBE, LATER),
    *both(S.MATCH_OVER, P.HELD_PLAY, S.SET_UP),
    # Correcting: CUBE next doubtful place, both seats 2 s: accept
    *both(S.CORRECTING, P.CUBE, "2/2 hold both PLAY"),
    *both(S.CORRECTING, P.BOTH_PLAY, facts.Corrected),
    # Paused, resume: PLAY go on (both), held CUBE put away (both)
    *both(S.PAUSED, P.PLAY, "ready"),
    *both(S.PAUSED, P.BOTH_CUBE, "leaving"),
    *both(S.RESUME, P.PLAY, "ready"),
    *both(S.RESUME, P.BOTH_CUBE, "leaving"),
    # Part missing: held CUBE put away (both, if the keys are there)
    *both(S.PART_MISSING, P.BOTH_CUBE, "leaving"),
    # Menu: next, change, enter, leave
    *both(S.MENU, P.PLAY, "Undo the turn"),
    *both(S.MENU, P.CUBE, "Pause the match"),
    *both(S.MENU, P.HELD_PLAY, S.PAUSED),
    *both(S.MENU, P.HELD_CUBE, S.TO_ROLL),
    # Digits: next digit, step it, accept, leave
    *both(S.DIGITS, P.PLAY, "0[0]00"),
    *both(S.DIGITS, P.CUBE, "[1]000"),
    *both(S.DIGITS, P.HELD_PLAY, facts.MatchCorrected),
    *both(S.DIGITS, P.HELD_CUBE, S.MENU),
]

LATER_ROWS = {
    *((name, press) for name in ("Calibrating", "First start") for press in (P.PLAY, P.CUBE, P.HELD_PLAY, P.HELD_CUBE)),
    ("Roll entry", P.PLAY),
    ("Roll entry", P.CUBE),
    ("Roll entry", P.HELD_CUBE),
}
"""Rows of the specification whose states later work brings."""


def use(driver: Driver, seat: int, press: Press) -> None:
    """Use the key of a seat as `press` says; the dice then lie."""
    match press:
        case Press.PLAY:
            driver.tap(seat, PLAY)
        case Press.CUBE:
            driver.tap(seat, CUBE)
        case Press.HELD_PLAY:
            driver.hold(seat, PLAY)
        case Press.HELD_CUBE | Press.BOTH_CUBE:
            driver.hold(seat, CUBE)
        case Press.BOTH_PLAY:
            driver.hold_both()


def seat_of(driver: Driver, who: Who) -> int:
    seat = seat_on_turn(driver.state)
    return seat if who is TURN else 1 - seat


@pytest.mark.parametrize(("state", "who", "press", "expected"), ROWS, ids=lambda value: getattr(value, "value", None))
def test_key_does_what_its_cell_says(state: State, who: Who, press: Press, expected: Expected) -> None:
    driver = table_in(state)
    seat, before = seat_of(driver, who), driver.state
    count = len(driver.facts)
    use(driver, seat, press)
    if isinstance(expected, State):
        assert driver.at() is expected
    elif isinstance(expected, type):
        assert expected in [type(body) for body in driver.facts[count:]]
    elif expected in CHANGES:
        assert CHANGES[expected](driver.state, seat) != CHANGES[expected](before, seat)
    elif expected is not LATER:
        assert expected in f"{driver.screen.lines[0]} {driver.screen.lines[1]} {driver.screen.big}"


CHANGES: dict[str, Callable[[TableState, int], object]] = {
    "ready": lambda state, seat: seat in state.ready,
    "leaving": lambda state, seat: seat in state.leaving,
    "choice": lambda state, seat: state.choice,
}
"""Cells that are seen in the state alone."""


def test_data_has_exactly_the_cells_of_the_specification() -> None:
    cells = {(state, who, press) for state, keys in KEYS_OF.items() for who, press in keys}
    assert cells == {(state, who, press) for state, who, press, _ in ROWS}
    assert len(ROWS) == len(cells)


def test_later_cells_are_marked_and_no_others() -> None:
    marked = {
        (state, who, press)
        for state, keys in KEYS_OF.items()
        for (who, press), cell in keys.items()
        if isinstance(cell, Later)
    }
    assert marked == {(state, who, press) for state, who, press, expected in ROWS if expected is LATER}
    assert {(name, press) for name, keys in KEYS_LATER.items() for _, press in keys} == LATER_ROWS
    assert all(isinstance(cell, Later) for keys in KEYS_LATER.values() for cell in keys.values())


def _key_of(press: Press) -> object:
    return PLAY if press in (P.PLAY, P.HELD_PLAY, P.BOTH_PLAY) else CUBE


def _empty_cells() -> list[tuple[State, Who, Press]]:
    """Cells in which a key of that seat means nothing at all, however it is used; those of later work too."""
    meant = {(state, who, _key_of(press)) for state, who, press, expected in ROWS if expected is not LATER}
    presses = (P.PLAY, P.CUBE, P.HELD_PLAY, P.HELD_CUBE)
    return [(s, who, press) for s in State for who in Who for press in presses if (s, who, _key_of(press)) not in meant]


@pytest.mark.parametrize(("state", "who", "press"), _empty_cells(), ids=lambda value: value.value)
def test_key_of_an_empty_cell_changes_nothing(state: State, who: Who, press: Press) -> None:
    driver = table_in(state)
    before, facts_before = driver.state, list(driver.facts)
    use(driver, seat_of(driver, who), press)
    assert driver.facts == facts_before
    moment: dict[str, Any] = {"now_s": 0.0, "active_s": 0.0}
    assert replace(driver.state, **moment) == replace(before, **moment)


def test_there_is_a_table_in_every_state() -> None:
    assert set(AT) == set(State) == set(KEYS_OF)


@pytest.mark.parametrize("state", list(State), ids=lambda state: state.value)
def test_both_keys_of_a_seat_open_the_menu_and_held_cube_leads_back(state: State) -> None:
    driver = table_in(state)
    driver.chord(FAR)
    if state in (S.PART_MISSING, S.OPENING_ROLL):
        assert driver.at() is state
        return
    if state is S.DIGITS:
        assert driver.at() is S.DIGITS
        return
    assert driver.at() is S.MENU
    if state is not S.MENU:
        driver.hold(NEAR, CUBE)
        assert driver.at() is state
