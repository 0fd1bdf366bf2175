"""Taking a play back, the way back to where a turn began, hints, and the dice already played."""

from __future__ import annotations

import pytest

from engine.actions import Played, Rolled
from engine.plays import Roll
from engine.position import START
from firmware import facts
from firmware.effects import ForgetBoard, PrepareTurn
from firmware.inputs import CheckerLaid, CheckerLifted
from firmware.screens import Die
from firmware.standing import fold
from firmware.table_state import State
from firmware.verdicts import Complete, Illegal, Underway, Unmoved
from hardware.ports import DARK, Colour, Lamp, Rhythm
from tests.firmware.table_driver import CUBE, FAR, NEAR, PLAY, WHITE, Driver, begun, going_on, playing, position

AFTER_8_5 = position({24: 2, 13: 5, 8: 2, 6: 5, 5: 1}, {1: 2, 12: 5, 17: 3, 19: 5})
HALF = ((4, 2, 3), (7, 1, 0))
"""White's 8 (place 4) has one too few, his 5 (place 7) one too many."""


def passed() -> Driver:
    driver = going_on(START, roll=Roll(3, 1))
    driver.make(playing(driver, "8/5 6/5"))
    driver.settle()
    return driver


def asked() -> Driver:
    driver = passed()
    driver.hold(NEAR, PLAY)
    assert driver.at() is State.TAKE_BACK
    driver.think()
    return driver


def lit(driver: Driver) -> dict[int, Lamp]:
    return {place: lamp for place, lamp in enumerate(driver.lamps) if lamp != DARK}


# Take back


def test_taking_back_is_asked_by_who_passed_and_granted_by_the_other() -> None:
    driver = asked()
    assert driver.lines == ("White: take back?", "hold PLAY yes CUBE no")
    driver.hold(FAR, PLAY)
    assert driver.at() is State.MOVING
    assert driver.last() == facts.TakenBack(WHITE)
    assert (driver.match.position, driver.match.roll, driver.match.on_roll) == (START, Roll(3, 1), WHITE)
    assert driver.state.standing is not None
    assert isinstance(driver.state.standing.actions[-1], Rolled)
    assert ForgetBoard() in driver.effects
    assert driver.effects[-5:].count(PrepareTurn(START, WHITE, Roll(3, 1))) <= 1
    driver.make(playing(driver, "24/20"))
    assert driver.at() is State.TO_ROLL
    assert fold(driver.facts) == driver.state.standing


def test_cube_says_no() -> None:
    driver = asked()
    driver.tap(FAR, CUBE)
    assert driver.at() is State.TO_ROLL
    assert isinstance(driver.last(), Played)


def test_who_asked_withdraws_with_held_cube() -> None:
    driver = asked()
    driver.hold(NEAR, CUBE)
    assert driver.at() is State.TO_ROLL


def test_who_asked_cannot_grant() -> None:
    driver = asked()
    driver.hold(NEAR, PLAY)
    driver.tap(NEAR, CUBE)
    assert driver.at() is State.TAKE_BACK


def test_nothing_to_take_back_before_the_first_play() -> None:
    driver = going_on(START)
    driver.hold(FAR, PLAY)
    assert driver.lines[0] == "Nothing to take back"


# The way back


def moved() -> Driver:
    driver = going_on(START, roll=Roll(3, 1))
    driver.stir()
    driver.settle(Underway(None, (4, 7), AFTER_8_5), HALF)
    return driver


def test_cube_shows_the_way_back_once_a_checker_has_moved() -> None:
    driver = moved()
    assert driver.screen.dice == (Die(3, True), Die(1))
    driver.tap(NEAR, CUBE)
    assert {place: lamp.colour for place, lamp in lit(driver).items()} == {4: Colour.BLUE, 7: Colour.VIOLET}
    assert driver.lines == ("Put back: 8", "from 5")
    assert driver.screen.dice == (Die(3), Die(1))


def test_way_back_ends_by_itself_when_the_board_stands_as_the_turn_began() -> None:
    driver = moved()
    driver.tap(NEAR, CUBE)
    driver.stir()
    assert driver.lines[0] == "Back to the start"
    driver.settle(Unmoved())
    assert lit(driver) == {}
    assert driver.lines == ("", "")


def test_way_back_ends_at_the_next_cube() -> None:
    driver = moved()
    driver.tap(NEAR, CUBE)
    driver.tap(NEAR, CUBE)
    assert lit(driver) == {}


def test_no_warning_comes_on_the_way_back() -> None:
    from engine.rulings import Broken, Ruling

    driver = going_on(START, roll=Roll(3, 1))
    driver.stir()
    driver.settle(Illegal(Ruling(Broken.NOT_ON_DICE, (24, 15), (3, 1), 9), (4, 7)), HALF)
    driver.tap(NEAR, CUBE)
    driver.wait(5)
    assert not driver.screen.is_warning


# Hints, landing, numbers left


def test_home_policy_shows_what_may_be_moved() -> None:
    driver = going_on(START, roll=Roll(6, 5), match=begun(policy="home"))
    driver.settle(Unmoved())
    driver.tap(NEAR, CUBE)
    dim = Lamp(Colour.WHITE, Rhythm.DIM)
    assert lit(driver) == dict.fromkeys([driver.state.layout.place_of(WHITE, point) for point in (24, 13, 8)], dim)


@pytest.mark.parametrize("policy", ["club", "tournament"])
def test_no_hints_under_other_policies(policy: str) -> None:
    driver = going_on(START, roll=Roll(6, 5), match=begun(policy=policy))
    driver.settle(Unmoved())
    driver.tap(NEAR, CUBE)
    driver.feed(CheckerLifted(driver.now_s, driver.state.layout.place_of(WHITE, 13)))
    assert lit(driver) == {}


def test_lifted_checker_shows_where_it_may_land_until_it_is_laid() -> None:
    driver = going_on(START, roll=Roll(6, 5), match=begun(policy="home"))
    driver.settle(Unmoved())
    driver.feed(CheckerLifted(driver.now_s, driver.state.layout.place_of(WHITE, 24)))
    driver.stir()
    green = Lamp(Colour.GREEN)
    assert lit(driver) == dict.fromkeys([driver.state.layout.place_of(WHITE, point) for point in (18, 13)], green)
    driver.feed(CheckerLaid(driver.now_s, driver.state.layout.place_of(WHITE, 18)))
    assert lit(driver) == {}


def test_numbers_played_are_greyed_and_those_left_are_told() -> None:
    driver = moved()
    assert driver.lines[0] == "Still to play: 1"


def test_tournament_tells_no_numbers() -> None:
    driver = going_on(START, roll=Roll(3, 1), match=begun(policy="tournament"))
    driver.move(Underway(None, (4, 7), AFTER_8_5))
    assert driver.screen.dice == (Die(3), Die(1))
    assert driver.lines == ("", "")


def test_hit_checker_in_the_hand_makes_its_bar_breathe_after_four_seconds() -> None:
    at = position({8: 3, 6: 5, 13: 5, 24: 2}, {5: 1, 1: 4, 12: 5, 19: 5})
    driver = going_on(at, roll=Roll(3, 1))
    driver.move(Complete(playing(driver, "8/5* 6/5"), in_hand=1))
    bar = driver.state.layout.place_of(WHITE.other, 25)
    driver.wait(3.9)
    assert bar not in lit(driver)
    driver.wait(0.2)
    assert lit(driver)[bar] == Lamp(Colour.AMBER, Rhythm.SLOW)
