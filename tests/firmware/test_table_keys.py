"""How keys are used: short, held, let go in between, dead, deaf, kept. Times are those of TABLE.md."""

from __future__ import annotations

import pytest

from engine.actions import Doubled, Rolled
from engine.plays import Roll
from engine.position import START
from firmware.effects import DrawDice, Sound
from firmware.inputs import BoardSettled, DiceDrawn
from firmware.table_state import State
from firmware.verdicts import Complete, Unmoved
from tests.firmware.table_driver import CUBE, FAR, NEAR, PLAY, WHITE, Driver, counts_of, going_on

AT_ONCE, JUST_SHORT, IN_BETWEEN, JUST_HELD = 0.02, 0.34, 0.5, 0.71


@pytest.mark.parametrize("for_s", [AT_ONCE, JUST_SHORT])
def test_short_press_acts_on_release(for_s: float) -> None:
    driver = going_on(START)
    driver.press(NEAR, CUBE)
    driver.wait(for_s)
    assert driver.at() is State.TO_ROLL
    driver.let_go(NEAR, CUBE)
    assert driver.at() is State.DOUBLE


def test_letting_go_while_the_bar_fills_does_nothing() -> None:
    driver = going_on(START)
    before = list(driver.facts)
    driver.tap(NEAR, CUBE, IN_BETWEEN)
    assert driver.at() is State.TO_ROLL
    assert driver.facts == before
    assert driver.screen.bar is None


def test_held_key_fills_a_bar_and_acts_when_it_is_full() -> None:
    driver = going_on(START)
    driver.press(NEAR, CUBE)
    driver.wait(0.3)
    assert driver.screen.bar is None
    driver.wait(0.2)
    assert driver.screen.bar is not None
    assert 0 < driver.screen.bar < 1
    driver.wait(JUST_HELD - 0.5)
    assert driver.at() is State.RESIGN_MENU
    driver.let_go(NEAR, CUBE)
    assert driver.at() is State.RESIGN_MENU


def test_key_without_a_held_meaning_acts_however_long_it_was_down() -> None:
    driver = going_on(START)
    driver.tap(NEAR, PLAY, 5.0)
    assert driver.state.is_rolling


def test_key_that_is_down_when_the_state_changes_is_dead_until_it_is_released() -> None:
    driver = going_on(START)
    driver.press(NEAR, PLAY)
    driver.wait(0.3)
    driver.tap(NEAR, CUBE)
    assert driver.at() is State.DOUBLE
    driver.wait(2.0)
    driver.let_go(NEAR, PLAY)
    assert driver.at() is State.DOUBLE
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.TO_ROLL


def test_key_that_was_held_to_act_needs_to_be_released_before_it_acts_again() -> None:
    driver = going_on(START)
    driver.press(NEAR, CUBE)
    driver.wait(3.0)
    assert driver.at() is State.RESIGN_MENU  # not offered by the same long press


def test_keys_are_ignored_for_a_second_after_a_question() -> None:
    driver = going_on(START)
    driver.tap(NEAR, CUBE)
    driver.wait(0.8)
    driver.tap(NEAR, CUBE, 0.3)  # pressed 0.8 s after it, released 1.1 s after it
    assert driver.at() is State.DOUBLE
    driver.tap(NEAR, CUBE)
    assert driver.at() is State.DOUBLE_OFFERED


def test_keys_mean_nothing_while_the_dice_roll() -> None:
    driver = going_on(START)
    driver.tap(NEAR, PLAY)
    driver.tap(NEAR, CUBE)
    driver.tap(NEAR, PLAY)
    driver.wait(1.1)
    assert driver.at() is State.MOVING
    assert [body for body in driver.facts if isinstance(body, Rolled)] == [Rolled(WHITE, Roll(3, 1))]


def test_key_already_down_when_the_dice_begin_to_roll_is_dead() -> None:
    driver = going_on(START)
    driver.answers_dice = False  # the disk is slow: the dice have not fallen yet
    driver.press(NEAR, CUBE)
    driver.wait(0.3)
    driver.tap(NEAR, PLAY)
    driver.let_go(NEAR, CUBE)
    assert driver.at() is State.TO_ROLL
    driver.feed(DiceDrawn(driver.now_s, 6, 2))
    driver.wait(1.1)
    assert driver.at() is State.MOVING
    assert not any(isinstance(body, Doubled) for body in driver.facts)


def test_dice_that_nobody_rolled_are_no_roll() -> None:
    driver = going_on(START)
    driver.feed(DiceDrawn(driver.now_s, 6, 2))
    assert driver.match.roll is None
    assert Driver().state.standing is None
    driver = Driver()
    driver.feed(DiceDrawn(driver.now_s, 6, 2))
    assert driver.facts == []


def test_one_press_never_rolls_twice() -> None:
    driver = going_on(START)
    driver.tap(NEAR, PLAY)
    driver.feed(DiceDrawn(driver.now_s, 6, 2))
    assert sum(isinstance(body, Rolled) for body in driver.facts) == 1
    assert sum(isinstance(effect, DrawDice) for effect in driver.effects) == 1


# PLAY before the board is quiet


def test_play_before_the_board_is_quiet_is_judged_at_the_first_quiet_reading() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.stir()
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.MOVING
    driver.wait(1.2)
    driver.settle(Complete(driver.plays()[0]))
    assert driver.at() is State.TO_ROLL


def test_play_is_forgotten_when_the_board_is_not_quiet_within_a_second_and_a_half() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.stir()
    driver.tap(NEAR, PLAY)
    driver.wait(1.6)
    driver.settle(Complete(driver.plays()[0]))
    assert driver.at() is State.MOVING


def test_play_to_roll_is_kept_as_well() -> None:
    driver = going_on(START)
    driver.stir()
    driver.tap(NEAR, PLAY)
    assert not driver.state.is_rolling
    driver.wait(0.5)
    driver.settle()
    assert driver.state.is_rolling


def test_play_with_a_hand_over_a_quiet_board_is_judged_anyway() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.move(Complete(driver.plays()[0]), is_hand=True)
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.TO_ROLL


def test_play_before_the_referee_has_judged_waits_for_the_verdict() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.settle(None)
    driver.tap(NEAR, PLAY)
    driver.settle(Unmoved())
    assert driver.lines == ("No checker moved:", "play 3 1")


# The other seat


def test_play_of_the_other_seat_says_whose_turn_it_is() -> None:
    driver = going_on(START)
    driver.tap(FAR, PLAY)
    assert driver.lines == ("Not your turn:", "White must roll")
    driver.tap(NEAR, PLAY)
    driver.wait(1.1)
    driver.tap(FAR, PLAY)
    assert driver.lines == ("Not your turn:", "White must pass")
    assert driver.at() is State.MOVING


def test_cube_of_the_other_seat_means_nothing() -> None:
    driver = going_on(START)
    driver.tap(FAR, CUBE)
    assert driver.at() is State.TO_ROLL


# Both seats


def test_both_play_keys_count_from_the_second_press() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.settle(Unmoved())
    driver.press(NEAR, PLAY)
    driver.wait(1.5)
    driver.press(FAR, PLAY)
    driver.wait(1.9)
    assert driver.lines == ("", "")
    driver.wait(0.2)
    assert driver.lines[0] == "More than one way"


def test_letting_go_of_both_play_keys_too_early_does_nothing() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.settle(Complete(driver.plays()[0]))
    driver.hold_both(1.5)
    assert driver.at() is State.MOVING


def test_slow_press_of_one_play_key_passes_where_only_both_have_a_held_meaning() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.settle(Complete(driver.plays()[0]))
    driver.tap(NEAR, PLAY, IN_BETWEEN)
    assert driver.at() is State.TO_ROLL


def test_every_press_clicks() -> None:
    driver = going_on(START)
    driver.sounds.clear()
    driver.tap(FAR, CUBE)
    assert driver.sounds == [Sound.CLICK]


def test_a_reading_alone_never_passes_a_turn() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    counts = counts_of(driver.match, driver.state.layout)
    for _ in range(5):
        driver.feed(BoardSettled(driver.now_s, False, Complete(driver.plays()[0]), (), None, counts))
        driver.wait(10)
    assert driver.at() is State.MOVING
