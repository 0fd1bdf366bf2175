"""What the house has set of its own: the colours of the set, two panels; and the lamps and the day at the beginning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from engine.actions import GameStarted
from engine.position import START, Side
from firmware import facts
from firmware.board_map import REFERENCE_LAYOUT
from firmware.config import parse
from firmware.effects import ReadAgain
from firmware.inputs import MatchLoaded, PartFound, PartLost
from firmware.lights import BLUE, VIOLET
from firmware.menu import Item
from firmware.policy import House
from firmware.running import house_of
from firmware.screens import Mark
from firmware.standing import fold
from firmware.table_state import State
from firmware.verdicts import Unmoved
from firmware.words import call_sides, side_letter, side_word
from hardware.ports import DARK
from tests.firmware.table_driver import CUBE, FAR, NEAR, PLAY, Driver, begun, going_on

RED = House(white_word="Red", black_word="Blue")


@pytest.fixture(autouse=True)
def _as_always_afterwards() -> Iterator[None]:
    yield
    call_sides("White", "Black")


# Colour words


def test_messages_call_the_sides_by_the_colours_of_the_set() -> None:
    driver = going_on(START, house=RED)
    assert driver.screen.turn == "Red to roll"
    driver.tap(FAR, PLAY)
    assert driver.lines == ("Not your turn:", "Red must roll")
    driver = Driver(RED)
    driver.settle(start_layout=REFERENCE_LAYOUT)
    assert driver.lines[0] == "Red home: near, R"


def test_colours_and_panels_come_from_the_settings() -> None:
    text = '[table]\nwhite_word = "Red"\nblack_word = "Blue"\n[display]\nscreen = "two"\n'
    house = house_of(parse(text))
    assert (house.white_word, house.black_word, house.panels) == ("Red", "Blue", 2)


@pytest.mark.parametrize(
    ("white", "black", "letters"),
    [("White", "Black", ("W", "B")), ("Brown", "Black", ("Br", "Bl")), ("I", "Ivory", ("I", "Iv"))],
)
def test_letters_of_the_sides_are_as_long_as_it_takes_to_tell_them_apart(
    white: str, black: str, letters: tuple[str, str]
) -> None:
    call_sides(white, black)
    assert (side_word(Side.WHITE), side_word(Side.BLACK)) == (white, black)
    assert (side_letter(Side.WHITE), side_letter(Side.BLACK)) == letters


# Panels


def marks_of(driver: Driver) -> tuple[Mark, ...]:
    return driver.screen.marks


def test_one_of_two_panels_missing_is_said_on_the_other_until_it_is_back() -> None:
    driver = going_on(START, house=House(panels=2))
    driver.feed(PartLost(driver.now_s, "Display 2", "check its wires"))
    assert marks_of(driver) == (Mark.PANEL_MISSING,)
    driver.feed(PartLost(driver.now_s, "Display", "check its wires"))
    assert not marks_of(driver)
    driver.feed(PartFound(driver.now_s, "Display 2"))
    assert marks_of(driver) == (Mark.PANEL_MISSING,)
    driver.feed(PartFound(driver.now_s, "Display"))
    assert not marks_of(driver)


def test_the_only_panel_missing_has_no_mark() -> None:
    driver = going_on(START)
    driver.feed(PartLost(driver.now_s, "Display", "check its wires"))
    assert not marks_of(driver)


# Set-up


def test_lamps_show_at_set_up_where_checkers_are_missing_and_where_they_are_too_many() -> None:
    driver = Driver()
    driver.settle(differs=((5, 1, 3), (11, 6, 5)))
    assert {place: lamp for place, lamp in enumerate(driver.lamps) if lamp != DARK} == {5: BLUE, 11: VIOLET}
    driver.settle(start_layout=REFERENCE_LAYOUT)
    assert set(driver.lamps) == {DARK}


def test_lamps_of_a_set_up_that_nobody_goes_on_with_go_out_with_the_screen() -> None:
    driver = Driver()
    driver.settle(differs=((5, 1, 3),))
    driver.wait(301)
    assert set(driver.lamps) == {DARK}
    driver.tap(NEAR, PLAY)
    assert driver.lamps[5] == BLUE


# Going on with a match


def test_day_of_a_match_is_told_when_it_may_be_gone_on_with() -> None:
    bodies: list[facts.Body] = [begun(7, white_score=3, black_score=1), GameStarted(START, Side.WHITE)]
    driver = Driver(bodies=bodies, day="2026-11-30")
    assert driver.lines == ("Go on? W3 B1 to 7", "2026-11-30 both PLAY")
    standing = fold([*bodies, facts.MatchPutAway()])
    driver = Driver()
    driver.feed(MatchLoaded(driver.now_s, standing, "2026-10-01"))
    assert driver.lines == ("Go on? W3 B1 to 7", "2026-10-01 both PLAY")


def test_money_session_has_no_length_to_go_on_to() -> None:
    driver = Driver(bodies=[begun(0, white_score=3), GameStarted(START, Side.WHITE)])
    assert driver.lines == ("Go on? W3 B0", "Both: PLAY")


# The board put right from the menu


def item_of(driver: Driver) -> Item:
    return driver.state.menu.item


def in_the_menu(driver: Driver) -> Driver:
    driver.chord(NEAR)
    while item_of(driver) is not Item.CORRECT:
        driver.tap(NEAR, PLAY)
    driver.hold(NEAR, PLAY)
    assert item_of(driver) is Item.BOARD
    return driver


def test_board_is_put_right_from_the_menu_without_waiting_to_be_noticed() -> None:
    driver = going_on(START)
    driver.stir()
    driver.settle(differs=((4, 2, 3), (7, 6, 5)))
    in_the_menu(driver).hold(NEAR, PLAY)
    assert driver.at() is State.CORRECTING
    assert ReadAgain() in driver.effects
    driver.stir()
    driver.settle()
    assert driver.at() is State.TO_ROLL


def test_board_that_is_right_is_left_alone() -> None:
    driver = going_on(START)
    driver.settle(Unmoved())
    in_the_menu(driver).hold(NEAR, PLAY)
    assert (driver.at(), driver.lines[0]) == (State.MENU, "The board is right")


def test_nothing_of_a_board_is_put_right_between_games() -> None:
    driver = going_on(START, match=replace(begun(7), white_score=3))
    driver.hold(NEAR, CUBE)
    driver.hold(NEAR, CUBE)
    driver.think()
    driver.hold(FAR, PLAY)
    assert driver.at() is State.GAME_OVER
    driver.chord(NEAR)
    while item_of(driver) is not Item.CORRECT:
        driver.tap(NEAR, PLAY)
    driver.hold(NEAR, PLAY)
    assert item_of(driver) is not Item.BOARD
