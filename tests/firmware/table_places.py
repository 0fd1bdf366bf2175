"""A table in each state, for tests that walk over all of them. What has led there is what players would do."""

from __future__ import annotations

from collections.abc import Callable

from engine.plays import Roll
from engine.position import START
from engine.rulings import Broken, Ruling
from firmware.board_map import REFERENCE_LAYOUT
from firmware.inputs import MatchesListed, PartLost
from firmware.menu import Item
from firmware.policy import House
from firmware.table_state import State
from firmware.verdicts import Ambiguous, Complete, Illegal
from tests.firmware.table_driver import (
    CUBE,
    NEAR,
    PLAY,
    Driver,
    begun,
    going_on,
    playing,
    position,
)

DANCE = position({25: 1, 6: 14}, {24: 2, 23: 2, 22: 2, 21: 2, 20: 2, 19: 2})
STACK = position({1: 8}, {24: 5, 23: 5})
LAST_ONE = position({1: 1}, {24: 5, 23: 5})
LATER = position({13: 5, 6: 5, 3: 5}, {24: 5, 12: 5, 19: 5})
REACHED = position({24: 1, 15: 1, 13: 5, 8: 3, 6: 5}, {1: 2, 12: 5, 17: 3, 19: 5})
ILLEGAL = Illegal(Ruling(Broken.NOT_ON_DICE, (24, 15), (5, 3), 9), (12, 18), REACHED)
ONE_MOVED = ((6, 4, 5), (5, 1, 0))
"""White's 6 point has one too few, his 7 one too many: that can be only one position."""


def set_up() -> Driver:
    driver = Driver()
    driver.feed(MatchesListed(driver.now_s, (("2026-01-01-1", "2026-01-01 3-1/7"),)))
    return driver


def opening_roll() -> Driver:
    driver = Driver(House(clock="minute_a_point"))
    driver.set_up()
    return driver


def to_roll() -> Driver:
    driver = going_on(START, roll=Roll(3, 1))
    driver.make(playing(driver, "8/5 6/5"))
    driver.settle()
    return driver


def take_back() -> Driver:
    driver = to_roll()
    driver.hold(driver.other, PLAY)
    return driver


def double() -> Driver:
    driver = to_roll()
    driver.tap(driver.roller, CUBE)
    return driver


def offered() -> Driver:
    driver = going_on(START, roll=Roll(3, 1), match=begun(0, has_beavers=True))
    driver.make(playing(driver, "8/5 6/5"))
    driver.settle()
    driver.tap(driver.roller, CUBE)
    driver.think()
    driver.tap(driver.roller, CUBE)
    return driver


def take() -> Driver:
    driver = offered()
    driver.think()
    driver.tap(driver.other, CUBE)
    return driver


def drop() -> Driver:
    driver = offered()
    driver.think()
    driver.hold(driver.other, CUBE)
    return driver


def moving() -> Driver:
    driver = going_on(START, roll=Roll(3, 1))
    driver.move(Complete(playing(driver, "8/5 6/5")))
    driver.settle(Complete(playing(driver, "8/5 6/5")), ONE_MOVED)
    return driver


def taken_off() -> Driver:
    driver = going_on(STACK, roll=Roll(6, 5))
    driver.move(Complete(driver.plays()[0], reads_like_start=True))
    driver.tap(NEAR, PLAY)
    return driver


def condoned() -> Driver:
    match = begun(policy="tournament", illegal_play="condone")
    driver = going_on(START, roll=Roll(5, 3), match=match)
    driver.move(ILLEGAL)
    return driver


def pass_it() -> Driver:
    driver = condoned()
    driver.tap(NEAR, PLAY)
    return driver


def illegal_passed() -> Driver:
    driver = pass_it()
    driver.think()
    driver.tap(NEAR, PLAY)
    return driver


def which_play() -> Driver:
    driver = going_on(START, roll=Roll(3, 1))
    driver.move(Ambiguous(driver.plays()[:2]))
    driver.tap(NEAR, PLAY)
    driver.think()
    driver.tap(NEAR, CUBE)
    return driver


def no_legal_play() -> Driver:
    return going_on(DANCE, roll=Roll(6, 5))


def resign_menu() -> Driver:
    driver = to_roll()
    driver.hold(driver.roller, CUBE)
    return driver


def resigned() -> Driver:
    driver = resign_menu()
    driver.hold(driver.roller, CUBE)
    return driver


def how_ended() -> Driver:
    driver = going_on(LATER)
    driver.stir()
    driver.settle(differs=((0, 5, 1), (1, 0, 5)), start_layout=REFERENCE_LAYOUT)
    driver.wait(3.1)
    return driver


def game_over() -> Driver:
    driver = going_on(LAST_ONE, roll=Roll(6, 5))
    driver.move(Complete(driver.plays()[0]))
    driver.wait(1.1)
    return driver


def match_over() -> Driver:
    driver = going_on(LAST_ONE, roll=Roll(6, 5), match=begun(1))
    driver.move(Complete(driver.plays()[0]))
    driver.wait(1.1)
    return driver


def time_out() -> Driver:
    driver = going_on(START, roll=Roll(3, 1), match=begun(reserve_s=60.0, delay_s=10.0))
    driver.wait(71)
    return driver


def correcting() -> Driver:
    driver = going_on(START)
    driver.stir()
    driver.settle(differs=ONE_MOVED)
    driver.wait(3.1)
    return driver


def menu(item: Item = Item.PAUSE) -> Driver:
    driver = to_roll()
    driver.chord(NEAR)
    for _ in range(20):
        if driver.state.menu.item is item:
            break
        driver.tap(NEAR, PLAY)
    return driver


def paused() -> Driver:
    driver = menu()
    driver.hold(NEAR, PLAY)
    return driver


def resume() -> Driver:
    driver = Driver(bodies=to_roll().facts)
    driver.settle()
    return driver


def part_missing() -> Driver:
    driver = to_roll()
    driver.feed(PartLost(driver.now_s, "Scanner", "check the USB cable"))
    return driver


def digits() -> Driver:
    driver = menu(Item.CORRECT)
    driver.hold(NEAR, PLAY)
    while driver.state.menu.item is not Item.SCORE:
        driver.tap(NEAR, PLAY)
    driver.hold(NEAR, PLAY)
    return driver


AT: dict[State, Callable[[], Driver]] = {
    State.SET_UP: set_up,
    State.OPENING_ROLL: opening_roll,
    State.TO_ROLL: to_roll,
    State.TAKE_BACK: take_back,
    State.DOUBLE: double,
    State.DOUBLE_OFFERED: offered,
    State.TAKE: take,
    State.DROP: drop,
    State.MOVING: moving,
    State.TAKEN_OFF: taken_off,
    State.PASS_IT: pass_it,
    State.WHICH_PLAY: which_play,
    State.NO_LEGAL_PLAY: no_legal_play,
    State.RESIGN_MENU: resign_menu,
    State.RESIGNATION_OFFERED: resigned,
    State.ILLEGAL_PASSED: illegal_passed,
    State.HOW_ENDED: how_ended,
    State.GAME_OVER: game_over,
    State.TIME_OUT: time_out,
    State.MATCH_OVER: match_over,
    State.CORRECTING: correcting,
    State.PAUSED: paused,
    State.RESUME: resume,
    State.PART_MISSING: part_missing,
    State.MENU: menu,
    State.DIGITS: digits,
}


def table_in(state: State) -> Driver:
    """A table in this state, past the second in which a question is deaf."""
    driver = AT[state]()
    driver.think()
    assert driver.at() is state, driver.at()
    return driver
