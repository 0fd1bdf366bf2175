"""Illegal plays under tournament policy: not passed, passed and decided by the opponent, or never told."""

from __future__ import annotations

import pytest

from engine.actions import Played
from engine.plays import Roll
from engine.position import START, Position
from engine.rulings import Broken, Ruling
from firmware import facts
from firmware.effects import ForgetBoard, Sound
from firmware.policy import IllegalPlay
from firmware.standing import fold
from firmware.table_state import State
from firmware.verdicts import Complete, Illegal, Underway, Unmoved
from hardware.ports import DARK, LAMPS
from tests.firmware.table_driver import BLACK, CUBE, FAR, NEAR, PLAY, WHITE, Driver, begun, going_on, playing, position

REACHED = position({24: 1, 15: 1, 13: 5, 8: 3, 6: 5}, {1: 2, 12: 5, 17: 3, 19: 5})
RULING = Ruling(Broken.NOT_ON_DICE, (24, 15), (5, 3), 9)
ILLEGAL = Illegal(RULING, (12, 18), REACHED)
DANCE = position({25: 1, 6: 14}, {24: 2, 23: 2, 22: 2, 21: 2, 20: 2, 19: 2})


def tournament(illegal: IllegalPlay, roll: tuple[int, int] = (5, 3), at: Position = START) -> Driver:
    match = begun(policy="tournament", illegal_play=illegal.value)
    return going_on(at, roll=Roll(*roll), match=match)


def test_legal_moves_lets_no_illegal_play_pass_and_warns() -> None:
    driver = tournament(IllegalPlay.LEGAL_MOVES)
    driver.move(ILLEGAL)
    driver.wait(1.1)
    assert driver.lines == ("24 to 15 is 9:", "you rolled 5 3")
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.MOVING


@pytest.mark.parametrize("policy", ["home", "club"])
def test_choice_counts_under_tournament_policy_only(policy: str) -> None:
    driver = going_on(START, roll=Roll(5, 3), match=begun(policy=policy, illegal_play="silent"))
    driver.move(ILLEGAL)
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.MOVING
    assert driver.screen.is_warning


# condone


def passed() -> Driver:
    driver = tournament(IllegalPlay.CONDONE)
    driver.move(ILLEGAL)
    driver.wait(5)
    assert driver.lines == ("", "")  # nothing is said before PLAY
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.PASS_IT
    assert driver.lines == ("24 to 15: not legal", "PLAY: pass CUBE: back")
    driver.think()
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.ILLEGAL_PASSED
    driver.think()
    return driver


def test_condoned_play_is_recorded_with_the_position_reached() -> None:
    driver = passed()
    assert driver.last() == Played(WHITE, REACHED, (), is_legal=False)
    assert driver.lines[0] == "24 to 15: not legal"


def test_opponent_lets_it_stand_and_rolls() -> None:
    driver = passed()
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.ILLEGAL_PASSED  # not whose play it was
    driver.tap(FAR, PLAY)
    assert driver.at() is State.TO_ROLL
    assert driver.last() == facts.IllegalPlayStands(BLACK)
    assert driver.match.position == REACHED


def test_opponent_demands_correction_with_the_same_roll() -> None:
    driver = passed()
    driver.tap(FAR, CUBE)
    assert driver.at() is State.MOVING
    assert driver.last() == facts.TakenBack(WHITE)
    assert (driver.match.position, driver.match.roll, driver.match.on_roll) == (START, Roll(5, 3), WHITE)
    assert ForgetBoard() in driver.effects


def test_restart_asks_the_opponent_again() -> None:
    driver = passed()
    again = Driver(bodies=driver.facts)
    again.settle()
    again.tap(NEAR, PLAY)
    again.tap(FAR, PLAY)
    assert again.at() is State.ILLEGAL_PASSED


def test_back_from_pass_it_changes_nothing() -> None:
    driver = tournament(IllegalPlay.CONDONE)
    driver.move(ILLEGAL)
    driver.tap(NEAR, PLAY)
    driver.think()
    driver.tap(NEAR, CUBE)
    assert driver.at() is State.MOVING
    assert not isinstance(driver.last(), Played)


@pytest.mark.parametrize("illegal", [IllegalPlay.CONDONE, IllegalPlay.SILENT])
def test_play_that_cannot_be_told_must_be_put_right(illegal: IllegalPlay) -> None:
    driver = tournament(illegal)
    driver.move(Illegal(RULING, (12, 18), None))
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.MOVING
    assert driver.lines == ("Cannot tell the play:", "put the board right")


# silent


def test_silent_passes_an_illegal_play_at_once() -> None:
    driver = tournament(IllegalPlay.SILENT)
    driver.move(ILLEGAL)
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.TO_ROLL
    assert driver.last() == Played(WHITE, REACHED, (), is_legal=False)


def test_silent_passes_an_unfinished_play_with_what_was_reached() -> None:
    driver = tournament(IllegalPlay.SILENT)
    driver.move(Underway(Ruling(Broken.NUMBER_LEFT, (8, 5), (3,)), (), REACHED))
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.TO_ROLL


def test_silent_asks_before_an_unmoved_board_passes() -> None:
    driver = tournament(IllegalPlay.SILENT)
    driver.move(Unmoved())
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.PASS_IT
    assert driver.lines[0] == "No checker moved."
    driver.think()
    driver.tap(NEAR, PLAY)
    assert driver.last() == Played(WHITE, START, (), is_legal=False)


def test_silent_does_not_tell_that_nothing_can_be_played() -> None:
    driver = tournament(IllegalPlay.SILENT, (6, 5), DANCE)
    assert driver.at() is State.MOVING
    driver.move(Unmoved())
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.PASS_IT
    driver.think()
    driver.tap(NEAR, PLAY)
    assert driver.last() == Played(WHITE, DANCE, ())


def test_condone_tells_that_nothing_can_be_played() -> None:
    assert tournament(IllegalPlay.CONDONE, (6, 5), DANCE).at() is State.NO_LEGAL_PLAY


def test_silent_shows_and_sounds_nothing_for_a_complete_play() -> None:
    driver = tournament(IllegalPlay.SILENT, (3, 1))
    driver.sounds.clear()
    driver.move(Complete(playing(driver, "8/5 6/5")))
    assert driver.lamps == (DARK,) * LAMPS
    assert Sound.COMPLETE not in driver.sounds
    assert driver.lines == ("", "")
    assert not any(die.is_played for die in driver.screen.dice)
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.TO_ROLL


def test_facts_of_a_corrected_illegal_play_fold_to_where_the_table_is() -> None:
    driver = passed()
    driver.tap(FAR, CUBE)
    assert fold(driver.facts) == driver.state.standing
