"""The cube and resignation at the table: asked again, refused by name, answered by the other seat alone."""

from __future__ import annotations

from typing import Any

import pytest

from engine.actions import (
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
    Took,
)
from engine.plays import Roll
from engine.position import START
from firmware import facts
from firmware.effects import Sound
from firmware.table_state import State
from tests.firmware.table_driver import BLACK, CUBE, FAR, NEAR, PLAY, WHITE, Driver, begun, going_on, position

DANCE = position({25: 1, 6: 14}, {24: 2, 23: 2, 22: 2, 21: 2, 20: 2, 19: 2})


def doubling(**match: Any) -> Driver:
    driver = going_on(START, match=begun(**match))
    driver.tap(NEAR, CUBE)
    driver.think()
    return driver


def offered(**match: Any) -> Driver:
    driver = doubling(**match)
    driver.tap(NEAR, CUBE)
    driver.think()
    assert driver.at() is State.DOUBLE_OFFERED
    return driver


# Doubling


def test_double_is_asked_again_before_it_is_offered() -> None:
    driver = doubling()
    assert driver.at() is State.DOUBLE
    assert driver.lines == ("Double? CUBE: offer", "PLAY: back")
    assert Doubled(WHITE) not in driver.facts


def test_play_leads_back_from_double_and_nothing_is_rolled() -> None:
    driver = doubling()
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.TO_ROLL
    assert not driver.state.is_rolling


def test_offered_double_shows_the_value_it_would_have_and_asks_the_taker() -> None:
    driver = offered()
    assert driver.last() == Doubled(WHITE)
    assert Sound.DOUBLE in driver.sounds
    assert (driver.screen.cube, driver.screen.cube_offered, driver.screen.on_turn) == (2, True, BLACK)
    assert driver.screen.facing == FAR


def test_take_is_asked_again_and_gives_the_taker_the_cube_and_the_roller_the_turn() -> None:
    driver = offered()
    driver.tap(FAR, CUBE)
    assert driver.at() is State.TAKE
    driver.think()
    driver.tap(FAR, CUBE)
    assert driver.last() == Took(BLACK)
    assert driver.at() is State.TO_ROLL
    assert (driver.match.cube, driver.match.cube_owner, driver.match.on_roll) == (2, BLACK, WHITE)


def test_drop_is_held_and_asked_again_with_what_it_means() -> None:
    driver = offered(white_score=4, black_score=3)
    driver.hold(FAR, CUBE)
    assert driver.at() is State.DROP
    assert driver.lines[0] == "Drop: White 5-3"
    driver.think()
    driver.tap(FAR, CUBE)
    assert driver.last() == Dropped(BLACK)
    assert driver.at() is State.GAME_OVER
    assert driver.match.score == (5, 3)


def test_drop_of_a_redouble_costs_the_cube_as_it_was() -> None:
    owns_two: list[facts.Body] = [Doubled(BLACK), Took(WHITE), facts.Corrected(START, START, WHITE, "entered")]
    driver = going_on(START, BLACK, match=begun(5, white_score=2), then=owns_two)
    driver.tap(NEAR, CUBE)
    driver.think()
    driver.tap(NEAR, CUBE)
    driver.think()
    driver.hold(FAR, CUBE)
    assert driver.lines[0] == "Drop: White 4-0"


@pytest.mark.parametrize("hold", [False, True])
def test_play_leads_back_from_take_and_drop_to_the_offer(hold: bool) -> None:
    driver = offered()
    (driver.hold if hold else driver.tap)(FAR, CUBE)
    driver.think()
    driver.tap(FAR, PLAY)
    assert driver.at() is State.DOUBLE_OFFERED


@pytest.mark.parametrize("state", [State.DOUBLE_OFFERED, State.TAKE, State.DROP])
def test_no_key_of_the_doubler_and_no_time_answers_a_double(state: State) -> None:
    driver = offered()
    if state is State.TAKE:
        driver.tap(FAR, CUBE)
    elif state is State.DROP:
        driver.hold(FAR, CUBE)
    driver.think()
    before = (driver.state.standing, list(driver.facts))
    for key in (PLAY, CUBE):
        driver.tap(NEAR, key)
        driver.hold(NEAR, key)
    driver.hold_both()
    driver.wait(3600)
    assert (driver.state.standing, driver.facts) == before


def test_play_never_decides_a_cube_question() -> None:
    driver = offered()
    driver.tap(FAR, PLAY)
    driver.hold(FAR, PLAY)
    assert driver.at() is State.DOUBLE_OFFERED


# Refusals by name


def refused(driver: Driver, words: str) -> None:
    before = (driver.state.standing, list(driver.facts))
    driver.tap(driver.roller, CUBE)
    assert driver.at() is State.TO_ROLL
    assert driver.lines[0] == words
    assert (driver.state.standing, driver.facts) == before


def test_crawford_game_has_no_doubling() -> None:
    bodies: list[facts.Body] = [
        begun(5, white_score=3),
        GameStarted(),
        GameSettled(WHITE, 1),
        GameStarted(START, WHITE),
    ]
    driver = Driver(bodies=bodies)
    driver.settle()
    driver.tap(NEAR, PLAY)
    driver.tap(FAR, PLAY)
    refused(driver, "Crawford: no doubling")


def test_cube_of_the_other_side_is_named() -> None:
    refused(going_on(START, then=[Doubled(WHITE), Took(BLACK)]), "Black owns the cube")


def test_dead_cube_is_named() -> None:
    refused(going_on(START, match=begun(1)), "Cube is dead: no use")


def test_cube_at_its_limit_is_named() -> None:
    bodies: list[facts.Body] = []
    for number in range(10):
        side = (WHITE, BLACK)[number % 2]
        bodies += [Doubled(side), Took(side.other), facts.Corrected(START, START, side.other, "entered")]
    refused(going_on(START, match=begun(0), then=bodies), "The cube is at limit")


def test_no_double_before_the_opening_roll() -> None:
    driver = Driver()
    driver.answers_dice = False
    driver.set_up()
    driver.tap(NEAR, CUBE)
    assert driver.at() is State.OPENING_ROLL
    assert OpeningRolled(3, 1) not in driver.facts


# Resignation


def menu(roll: Roll | None = None, seat: int = NEAR, **match: Any) -> Driver:
    driver = going_on(START, roll=roll, match=begun(**match))
    driver.hold(seat, CUBE)
    assert driver.at() is State.RESIGN_MENU
    return driver


@pytest.mark.parametrize("roll", [None, Roll(3, 1)])
@pytest.mark.parametrize("seat", [NEAR, FAR])
def test_either_seat_may_open_the_resign_menu_and_leave_it_again(roll: Roll | None, seat: int) -> None:
    driver = menu(roll, seat)
    before = driver.state.standing
    assert driver.lines == ("Resign single?", "hold CUBE: offer it")
    driver.tap(1 - seat, PLAY)
    assert driver.at() is State.RESIGN_MENU  # the other seat has no say in it
    driver.tap(seat, PLAY)
    assert driver.at() is (State.TO_ROLL if roll is None else State.MOVING)
    assert driver.state.standing == before


def test_dance_may_be_resigned_on_and_comes_back_as_a_dance() -> None:
    driver = going_on(DANCE, roll=Roll(6, 5))
    driver.hold(FAR, CUBE)
    driver.tap(FAR, PLAY)
    assert driver.at() is State.NO_LEGAL_PLAY
    driver.hold(NEAR, CUBE)
    driver.hold(NEAR, CUBE)
    driver.think()
    driver.tap(FAR, CUBE)
    assert driver.at() is State.NO_LEGAL_PLAY


def test_cube_steps_through_the_three_levels() -> None:
    driver = menu()
    shown = []
    for _ in range(4):
        driver.tap(NEAR, CUBE)
        shown.append(driver.lines[0])
    assert shown == ["Resign gammon?", "Resign backgammon?", "Resign single?", "Resign gammon?"]


@pytest.mark.parametrize(("steps", "level"), [(0, Level.SINGLE), (1, Level.GAMMON), (2, Level.BACKGAMMON)])
@pytest.mark.parametrize("seat", [NEAR, FAR])
def test_resignation_of_each_level_is_offered_and_accepted(steps: int, level: Level, seat: int) -> None:
    driver = menu(seat=seat)
    for _ in range(steps):
        driver.tap(seat, CUBE)
    driver.hold(seat, CUBE)
    loser = driver.state.layout.side_of(seat)
    assert driver.last() == ResignationOffered(loser, level)
    assert driver.screen.facing == 1 - seat
    driver.think()
    driver.hold(1 - seat, PLAY)
    assert driver.last() == ResignationAccepted(loser.other)
    assert driver.at() is State.GAME_OVER
    assert driver.match.score[loser.other] == int(level)


def test_declined_resignation_goes_on_and_only_a_higher_one_may_follow_in_the_turn() -> None:
    driver = menu(Roll(3, 1))
    driver.hold(NEAR, CUBE)
    driver.think()
    driver.tap(FAR, CUBE)
    assert driver.last() == ResignationDeclined(BLACK)
    assert driver.at() is State.MOVING
    driver.hold(NEAR, CUBE)
    shown = [driver.lines[0]]
    for _ in range(2):
        driver.tap(NEAR, CUBE)
        shown.append(driver.lines[0])
    assert shown == ["Resign gammon?", "Resign backgammon?", "Resign gammon?"]


def test_after_a_declined_backgammon_nothing_more_can_be_offered_in_the_turn() -> None:
    driver = menu()
    driver.tap(NEAR, CUBE)
    driver.tap(NEAR, CUBE)
    driver.hold(NEAR, CUBE)
    driver.think()
    driver.tap(FAR, CUBE)
    driver.hold(NEAR, CUBE)
    before = (driver.state.standing, list(driver.facts))
    driver.hold(NEAR, CUBE)
    assert driver.at() is State.RESIGN_MENU
    assert driver.lines == ("Declined this turn:", "offer more, or play")
    assert (driver.state.standing, driver.facts) == before
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.TO_ROLL


def test_next_turn_may_offer_a_single_again() -> None:
    driver = menu(Roll(3, 1))
    driver.hold(NEAR, CUBE)
    driver.think()
    driver.tap(FAR, CUBE)
    driver.make(driver.plays()[0])
    assert isinstance(driver.last(), Played)
    driver.hold(NEAR, CUBE)
    assert driver.lines[0] == "Resign single?"


def test_resigner_can_neither_accept_nor_decline() -> None:
    driver = menu()
    driver.hold(NEAR, CUBE)
    driver.think()
    before = driver.state.standing
    driver.tap(NEAR, CUBE)
    driver.hold(NEAR, PLAY)
    driver.tap(FAR, PLAY)
    driver.wait(3600)
    assert driver.at() is State.RESIGNATION_OFFERED
    assert driver.state.standing == before


def test_resigned_match_is_over() -> None:
    driver = menu(length=1)
    driver.hold(NEAR, CUBE)
    driver.think()
    driver.hold(FAR, PLAY)
    assert driver.at() is State.MATCH_OVER
    assert driver.lines[0] == "Black wins the match"
