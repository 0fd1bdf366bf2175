"""A part goes missing and comes back: the game stops or goes on as TABLE.md says, and nobody is ever stuck."""

from __future__ import annotations

import pytest

from engine.plays import Roll
from engine.position import START
from firmware import facts
from firmware.board_map import REFERENCE_LAYOUT
from firmware.inputs import PartFound, PartLost
from firmware.screens import Mark
from firmware.table_state import State
from firmware.verdicts import Ambiguous, Unmoved
from tests.firmware.table_driver import CUBE, FAR, NEAR, PLAY, Driver, going_on


def lose(driver: Driver, part: str = "Scanner") -> None:
    driver.feed(PartLost(driver.now_s, part, "check the USB cable"))


def find(driver: Driver, part: str = "Scanner") -> None:
    driver.feed(PartFound(driver.now_s, part))


def test_missing_scanner_is_named_with_what_to_check_and_is_on_record() -> None:
    driver = going_on(START)
    lose(driver)
    assert driver.at() is State.PART_MISSING
    assert driver.lines == ("Scanner not found:", "check the USB cable")
    assert Mark.SCANNER_MISSING in driver.screen.marks
    assert driver.facts[-1] == facts.PartWentMissing("Scanner")


def test_scanner_back_with_the_same_board_goes_on_where_it_was() -> None:
    driver = going_on(START)
    lose(driver)
    find(driver)
    assert driver.facts[-1] == facts.PartCameBack("Scanner")
    assert driver.at() is State.PART_MISSING  # the board has not been compared yet
    driver.settle()
    assert driver.at() is State.TO_ROLL
    assert driver.screen.marks == ()


def test_scanner_back_with_another_board_asks_to_put_it_right() -> None:
    driver = going_on(START)
    lose(driver)
    find(driver)
    driver.settle(differs=((0, 3, 5),))
    assert driver.at() is State.CORRECTING
    driver.stir()
    driver.settle()
    assert driver.at() is State.TO_ROLL


def test_missing_display_stops_nothing() -> None:
    driver = going_on(START)
    lose(driver, "Display")
    assert driver.at() is State.TO_ROLL
    assert driver.facts[-1] == facts.PartWentMissing("Display")


def test_scanner_back_while_the_display_is_missing_goes_on() -> None:
    driver = going_on(START)
    lose(driver, "Display")
    lose(driver)
    find(driver)
    driver.settle()
    assert driver.at() is State.TO_ROLL


def test_scanner_lost_in_correcting_comes_back_to_it_and_out_of_it() -> None:
    driver = going_on(START)
    driver.settle(differs=((0, 3, 5),))
    driver.wait(3.1)
    assert driver.at() is State.CORRECTING
    lose(driver)
    find(driver)
    driver.settle(differs=((0, 3, 5),))
    assert driver.at() is State.CORRECTING
    driver.settle()
    assert driver.at() is State.TO_ROLL


def test_board_put_right_while_the_scanner_was_lost_ends_correcting() -> None:
    driver = going_on(START)
    driver.settle(differs=((0, 3, 5),))
    driver.wait(3.1)
    lose(driver)
    find(driver)
    driver.settle()
    assert driver.at() is State.TO_ROLL


@pytest.mark.parametrize("roll", [None, Roll(3, 1)])
def test_scanner_lost_while_a_resignation_waits_leads_back_to_the_turn_when_declined(roll: Roll | None) -> None:
    driver = going_on(START, roll=roll)
    driver.hold(NEAR, CUBE)
    driver.hold(NEAR, CUBE)
    assert driver.at() is State.RESIGNATION_OFFERED
    lose(driver)
    find(driver)
    driver.settle()
    assert driver.at() is State.RESIGNATION_OFFERED
    driver.think()
    driver.tap(driver.other, CUBE)
    assert driver.at() is (State.TO_ROLL if roll is None else State.MOVING)


def test_scanner_lost_in_the_resign_menu_closes_it() -> None:
    driver = going_on(START)
    driver.hold(NEAR, CUBE)
    assert driver.at() is State.RESIGN_MENU
    lose(driver)
    find(driver)
    driver.settle()
    assert driver.at() is State.TO_ROLL


def test_dice_still_rolling_when_the_scanner_is_lost_wait_for_it() -> None:
    driver = going_on(START)
    driver.tap(NEAR, PLAY)
    lose(driver)
    driver.wait(2.0)
    assert driver.at() is State.PART_MISSING
    find(driver)
    driver.settle(Unmoved())
    assert driver.at() is State.MOVING
    assert driver.match.roll == Roll(3, 1)


def test_question_about_a_board_that_was_out_of_sight_is_asked_anew() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.move(Ambiguous(driver.plays()[:2]))
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.WHICH_PLAY
    lose(driver)
    find(driver)
    driver.settle(Unmoved())
    assert driver.at() is State.MOVING


def test_set_up_goes_on_when_the_scanner_is_back_over_a_board_already_set_up() -> None:
    driver = Driver()
    lose(driver)
    assert driver.facts == []
    find(driver)
    driver.settle(start_layout=REFERENCE_LAYOUT)
    driver.tap(NEAR, PLAY)
    driver.tap(FAR, PLAY)
    driver.wait(1.1)
    assert driver.at() is State.OPENING_ROLL
