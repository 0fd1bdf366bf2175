"""The cube where it has more rules: beavers, raccoons, Jacoby and automatic doubles of money, Holland in a match."""

from __future__ import annotations

from engine.actions import Doubled, Dropped, GameSettled, Level, Took
from engine.plays import Roll
from engine.position import START
from firmware import facts
from firmware.policy import House
from firmware.settings import next_value, with_settings
from firmware.table_state import State
from firmware.verdicts import Complete
from tests.firmware.table_driver import BLACK, CUBE, FAR, NEAR, PLAY, WHITE, Driver, begun, going_on, position


def money(**rules: object) -> Driver:
    """White is to roll in a money session."""
    return going_on(START, match=begun(0, **rules))


def offer(driver: Driver) -> None:
    driver.tap(driver.roller, CUBE)
    driver.think()
    driver.tap(driver.roller, CUBE)
    driver.think()


def test_beaver_keeps_the_cube_and_the_doubler_must_answer() -> None:
    driver = money(has_beavers=True)
    offer(driver)
    driver.hold(FAR, PLAY)
    assert driver.last() == Doubled(BLACK)
    assert driver.at() is State.DOUBLE_OFFERED
    assert (driver.screen.turn, driver.screen.cube) == ("White: take a beaver?", 4)
    assert driver.lines == ("hold PLAY: raccoon", "CUBE take, hold: drop")
    assert driver.match.decider is WHITE
    driver.think()
    driver.tap(FAR, CUBE)
    assert driver.at() is State.DOUBLE_OFFERED
    driver.tap(NEAR, CUBE)
    driver.think()
    driver.tap(NEAR, CUBE)
    assert driver.last() == Took(WHITE)
    assert (driver.match.cube, driver.match.cube_owner) == (4, BLACK)
    assert driver.match.on_roll is WHITE


def test_raccoon_answers_a_beaver_and_leaves_the_cube_with_its_owner() -> None:
    driver = money(has_beavers=True)
    offer(driver)
    driver.hold(FAR, PLAY)
    driver.think()
    driver.hold(NEAR, PLAY)
    assert (driver.screen.turn, driver.screen.cube) == ("Black: take raccoon?", 8)
    driver.think()
    driver.tap(FAR, CUBE)
    driver.think()
    driver.tap(FAR, CUBE)
    assert (driver.match.cube, driver.match.cube_owner) == (8, BLACK)


def test_who_drops_a_beaver_loses_the_doubled_stake() -> None:
    driver = money(has_beavers=True)
    offer(driver)
    driver.hold(FAR, PLAY)
    driver.think()
    driver.hold(NEAR, CUBE)
    driver.think()
    driver.tap(NEAR, CUBE)
    assert driver.last() == Dropped(WHITE)
    assert driver.match.score == (0, 2)


def test_screen_says_that_a_double_may_be_beavered_only_where_it_may() -> None:
    for match, first in (
        (begun(0, has_beavers=True), "hold PLAY: beaver"),
        (begun(0), "Double to 2"),
        (begun(7), "Double to 2"),
    ):
        driver = going_on(START, match=match)
        offer(driver)
        assert driver.lines == (first, "CUBE take, hold: drop")


def test_beaver_is_refused_by_name_where_it_was_not_agreed_on() -> None:
    for match in (begun(0), begun(7)):
        driver = going_on(START, match=match)
        offer(driver)
        driver.hold(FAR, PLAY)
        assert driver.lines[0] == "No beavers here"
        assert driver.match.decider is BLACK


def test_equal_opening_dice_turn_the_cube_as_often_as_agreed() -> None:
    driver = Driver(House(length=0, automatic_doubles=1), dice=[(5, 5), (2, 2), (3, 1)])
    driver.set_up()
    driver.wait(1.05)
    assert driver.lines[0] == "5-5: cube now 2"
    driver.wait(1.05)
    assert driver.lines[0] == "2-2: again"
    driver.wait(1.05)
    assert (driver.at(), driver.match.cube, driver.match.cube_owner) == (State.MOVING, 2, None)


def test_equal_opening_dice_of_a_match_only_roll_again() -> None:
    driver = Driver(House(length=5, automatic_doubles=3), dice=[(5, 5), (3, 1)])
    driver.set_up()
    driver.wait(1.05)
    assert driver.lines[0] == "5-5: again"
    assert driver.match.cube == 1


def test_gammon_counts_under_jacoby_only_once_the_cube_was_turned() -> None:
    won = position({1: 1}, {24: 5, 23: 10})
    for rule, points in ((True, 1), (False, 2)):
        driver = going_on(won, roll=Roll(6, 5), match=begun(0, has_jacoby=rule))
        driver.move(Complete(driver.plays()[0]))
        driver.wait(1.1)
        assert driver.match.score == (points, 0)


def test_a_gammon_that_the_players_put_right_counts_under_jacoby_as_any_other() -> None:
    for rule, points in ((True, 1), (False, 2)):
        driver = going_on(START, match=begun(0, has_jacoby=rule), then=(GameSettled(WHITE, 1),))
        driver.think()
        driver.tap(NEAR, CUBE)
        assert driver.lines[0] == f"White +{points} gammon"
        driver.next_game()
        corrected = next(body for body in driver.facts if isinstance(body, facts.ResultCorrected))
        assert (corrected.points, corrected.level) == (points, Level.GAMMON)


def test_holland_rule_forbids_early_doubles_after_the_crawford_game() -> None:
    match = begun(5, white_score=4, has_holland=True)
    driver = going_on(START, match=match, then=(GameSettled(BLACK, 1),))
    driver.next_game()
    driver.wait(1.5)
    driver.move(Complete(driver.plays()[0]))
    driver.tap(driver.roller, PLAY)
    driver.settle()
    driver.tap(driver.roller, CUBE)
    assert driver.lines[0] == "Holland: 2 rolls each"


def test_match_begins_by_the_rules_of_the_house() -> None:
    house = House(length=0, has_jacoby=True, has_beavers=True, automatic_doubles=2, cube_limit=64)
    driver = Driver(house)
    driver.set_up()
    rules = driver.match.rules
    assert (rules.has_jacoby, rules.has_beavers, rules.automatic_doubles, rules.cube_limit) == (True, True, 2, 64)


def test_rules_are_stepped_in_the_menu_and_kept() -> None:
    house = House(length=0)
    for name, values in (("has_beavers", ("yes", "no")), ("automatic_doubles", ("1", "2", "3", "0"))):
        for value in values:
            assert next_value(house, name) == value
            house = with_settings(house, [facts.SettingChanged(name, value)])
    assert house == House(length=0)
    assert with_settings(house, [facts.SettingChanged("has_jacoby", "maybe")]) == house
