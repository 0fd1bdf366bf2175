"""The lamps: what they mean, and that none changes under a hand."""

from __future__ import annotations

from engine.plays import Roll
from engine.position import START
from engine.rulings import Broken, Ruling
from firmware.inputs import PartLost
from firmware.table_state import State
from firmware.verdicts import Complete, Illegal, Unmoved
from hardware.geometry import BAR_FAR
from hardware.ports import DARK, LAMPS, Colour, Lamp, Rhythm
from tests.firmware.table_driver import NEAR, PLAY, Driver, begun, going_on, playing, position

ILLEGAL = Illegal(Ruling(Broken.NOT_ON_DICE, (24, 15), (5, 3), 9), (11, 18))
HIT_ON_5 = position({8: 3, 6: 5, 13: 5, 24: 2}, {5: 1, 1: 4, 12: 5, 19: 5})
GREEN = Lamp(Colour.GREEN, Rhythm.PULSE)
RED = Lamp(Colour.RED, Rhythm.BLINK_2HZ)
BLUE = Lamp(Colour.BLUE, Rhythm.BLINK_1HZ)
VIOLET = Lamp(Colour.VIOLET, Rhythm.BLINK_1HZ)
AMBER = Lamp(Colour.AMBER, Rhythm.SLOW)


def lit(driver: Driver) -> dict[int, Lamp]:
    return {place: lamp for place, lamp in enumerate(driver.lamps) if lamp != DARK}


def warned() -> Driver:
    driver = going_on(START, roll=Roll(5, 3))
    driver.move(ILLEGAL)
    driver.wait(1.1)
    assert lit(driver) == {11: RED, 18: RED}
    return driver


def test_complete_play_pulses_green_on_the_points_it_touched() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.move(Complete(playing(driver, "8/5 6/5")))
    assert lit(driver) == dict.fromkeys((12 - 8, 12 - 6, 12 - 5), GREEN)


def test_complete_play_pulses_under_a_policy_that_does_not_hide_legality() -> None:
    driver = going_on(START, roll=Roll(3, 1), match=begun(policy="tournament"))
    driver.move(Complete(playing(driver, "8/5 6/5")))
    assert set(lit(driver).values()) == {GREEN}


def test_hit_checker_on_the_wrong_bar_side_lights_its_own_amber() -> None:
    driver = going_on(HIT_ON_5, roll=Roll(3, 1))
    driver.move(Complete(playing(driver, "8/5* 6/5"), on_wrong_bar=True))
    assert lit(driver)[BAR_FAR] == AMBER


def test_lamps_do_not_change_when_a_hand_comes_nor_while_it_moves_checkers() -> None:
    driver = warned()
    before = driver.lamps
    driver.settle(ILLEGAL, is_hand=True)
    assert driver.lamps == before
    driver.stir()
    assert driver.lamps == before
    driver.wait(3)
    driver.settle(Unmoved(), is_hand=True)
    assert driver.lamps == before
    driver.settle(Unmoved())
    assert lit(driver) == {}


def test_lamps_that_say_where_to_put_back_stay_while_a_hand_puts_back() -> None:
    driver = going_on(START)
    driver.settle(differs=((6, 4, 5), (0, 3, 2)))
    driver.wait(3.1)
    assert lit(driver) == {6: BLUE, 0: VIOLET}
    driver.stir()
    driver.wait(1)
    assert lit(driver) == {6: BLUE, 0: VIOLET}
    driver.settle()
    assert lit(driver) == {}


def test_lamps_of_a_turn_passed_under_a_hand_go_when_the_hand_has_gone() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.move(Complete(playing(driver, "8/5 6/5")))
    before = driver.lamps
    driver.settle(Complete(playing(driver, "8/5 6/5")), is_hand=True)
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.TO_ROLL
    assert driver.lamps == before
    driver.settle()
    assert lit(driver) == {}


def test_no_lamp_stays_when_nobody_can_see_hands_any_more() -> None:
    driver = warned()
    driver.feed(PartLost(driver.now_s, "Scanner", "check the USB cable"))
    assert driver.lamps == (DARK,) * LAMPS


def test_policy_of_a_tournament_does_not_grey_dice_that_are_played() -> None:
    for policy, is_greyed in (("home", True), ("club", True), ("tournament", False)):
        driver = going_on(START, roll=Roll(3, 1), match=begun(policy=policy))
        driver.move(Complete(playing(driver, "8/5 6/5")))
        assert [die.is_played for die in driver.screen.dice] == [is_greyed, is_greyed]
