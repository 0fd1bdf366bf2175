"""From every state that a restart or a lost scanner leaves behind a way leads on. The pure table, no daemon."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.actions import Level, ResignationDeclined, ResignationOffered, Rolled
from engine.plays import Roll
from firmware.effects import PrepareTurn
from firmware.inputs import PartFound, PartLost, TurnPrepared
from firmware.table_state import State
from firmware.verdicts import Ambiguous, Complete
from tests.firmware.table_driver import BLACK, CUBE, FAR, NEAR, PLAY, WHITE, Driver, begun, going_on, playing, position

SHUT_OUT = position({25: 1, 6: 14}, {24 - k: 2 for k in range(6)} | {1: 3})
"""Own checker on the bar, every point of the other home board held: no roll can be played."""
RACE = position({6: 8, 5: 7}, {19: 8, 20: 7})


def restarted(before: Driver, *, answers_prepare: bool = True) -> Driver:
    """The table after a restart, with nothing but the facts; both have pressed PLAY."""
    driver = Driver(before.house, bodies=before.facts, answers_prepare=answers_prepare)
    assert driver.at() is State.RESUME
    driver.settle()
    driver.tap(NEAR, PLAY)
    driver.tap(FAR, PLAY)
    return driver


def offer(driver: Driver) -> None:
    """White, near, offers to resign a single game."""
    driver.hold(NEAR, CUBE)
    driver.hold(NEAR, CUBE)
    assert driver.at() is State.RESIGNATION_OFFERED


def decline(driver: Driver) -> None:
    driver.think()
    driver.tap(FAR, CUBE)


def test_resignation_declined_after_a_restart_leads_back_to_a_turn_that_can_be_played() -> None:
    before = going_on(RACE, WHITE, roll=Roll(6, 5))
    offer(before)
    driver = restarted(before)
    assert driver.at() is State.RESIGNATION_OFFERED
    assert any(isinstance(effect, PrepareTurn) for effect in driver.effects)
    decline(driver)
    assert driver.at() is State.MOVING


def test_resignation_declined_after_a_restart_leads_back_to_no_legal_play() -> None:
    before = going_on(SHUT_OUT, WHITE, roll=Roll(6, 5))
    assert before.at() is State.NO_LEGAL_PLAY
    offer(before)
    driver = restarted(before)
    decline(driver)
    assert driver.at() is State.NO_LEGAL_PLAY
    driver.settle()
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.TO_ROLL
    assert driver.match.on_roll is BLACK


def test_resignation_declined_before_the_roll_leads_back_to_the_roll_after_a_restart() -> None:
    before = going_on(RACE, WHITE)
    offer(before)
    driver = restarted(before)
    decline(driver)
    assert driver.at() is State.TO_ROLL


def test_dance_is_told_when_players_go_on_before_the_referee_is_ready() -> None:
    before = going_on(SHUT_OUT, WHITE, roll=Roll(6, 5))
    driver = restarted(before, answers_prepare=False)
    driver.feed(TurnPrepared(driver.now_s, is_dance=True))
    assert driver.at() is State.NO_LEGAL_PLAY


def test_roll_is_the_same_after_a_restart() -> None:
    before = going_on(RACE, WHITE, roll=Roll(6, 5))
    driver = restarted(before)
    assert driver.match.roll == Roll(6, 5)
    assert [die.number for die in driver.screen.dice] == [6, 5]
    assert len([fact for fact in driver.facts if isinstance(fact, Rolled)]) == 1


def lose_and_find(driver: Driver) -> None:
    """The scanner's cable is pulled and put back; the board has not changed."""
    driver.feed(PartLost(driver.now_s, "Scanner", "check the USB cable"))
    driver.wait(5.0)
    driver.feed(PartFound(driver.now_s, "Scanner"))
    driver.settle()


def test_resignation_can_be_declined_after_the_scanner_was_lost() -> None:
    driver = going_on(RACE, WHITE, roll=Roll(6, 5))
    offer(driver)
    lose_and_find(driver)
    assert driver.at() is State.RESIGNATION_OFFERED
    decline(driver)
    assert driver.at() is State.MOVING
    assert isinstance(driver.facts[-1], ResignationDeclined)


def test_resign_menu_is_closed_when_the_scanner_is_lost() -> None:
    driver = going_on(RACE, WHITE)
    driver.hold(NEAR, CUBE)
    assert driver.at() is State.RESIGN_MENU
    lose_and_find(driver)
    assert driver.at() is State.TO_ROLL


def ask_which(driver: Driver) -> None:
    driver.move(Ambiguous((playing(driver, "6/off 5/off"), playing(driver, "6/1 6/off"))))
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.WHICH_PLAY


def ask_taken_off(driver: Driver) -> None:
    driver.move(Complete(playing(driver, "6/off 5/off"), reads_like_start=True))
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.TAKEN_OFF


@pytest.mark.parametrize("ask", [ask_which, ask_taken_off])
def test_question_about_a_reading_is_not_answered_by_a_board_of_later(ask: Callable[[Driver], None]) -> None:
    driver = going_on(RACE, WHITE, roll=Roll(6, 5))
    ask(driver)
    lose_and_find(driver)
    assert driver.at() is State.MOVING


def test_correcting_is_left_for_the_state_before_it_when_the_scanner_was_lost() -> None:
    driver = going_on(RACE, WHITE)
    driver.stir()
    driver.settle(differs=((11, 4, 5), (10, 5, 4)))
    driver.wait(3.5)
    assert driver.at() is State.CORRECTING
    lose_and_find(driver)
    assert driver.at() is State.TO_ROLL


def test_open_offer_is_open_after_a_restart() -> None:
    bodies = [ResignationOffered(WHITE, Level.GAMMON)]
    driver = going_on(RACE, WHITE, match=begun(5), then=bodies)
    assert driver.at() is State.RESIGNATION_OFFERED
    assert driver.match.offered_level is Level.GAMMON
