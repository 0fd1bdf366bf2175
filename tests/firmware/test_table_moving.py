"""A turn: the roll, a play, what is asked about it, a dance, and the last checker off."""

from __future__ import annotations

import pytest

from engine.actions import Played
from engine.plays import Play, Roll
from engine.position import START, Position
from firmware import facts
from firmware.effects import AcceptBoard, PrepareTurn, Sound
from firmware.policy import House, Times
from firmware.screens import Die
from firmware.table_state import State
from firmware.verdicts import Ambiguous, Complete, Underway, Unmoved
from tests.firmware.table_driver import (
    BLACK,
    CUBE,
    FAR,
    NEAR,
    PLAY,
    WHITE,
    Driver,
    going_on,
    playing,
    position,
)

DANCE = position({25: 1, 6: 14}, {24: 2, 23: 2, 22: 2, 21: 2, 20: 2, 19: 2})
LAST_ONE = position({1: 1}, {24: 5, 23: 5})
STACK = position({1: 8}, {24: 5, 23: 5})
TWO_STACKS = position({2: 6, 1: 7}, {24: 5, 23: 5})


def test_roll_is_shown_once_the_dice_have_tumbled_for_a_second() -> None:
    driver = going_on(START)
    driver.dice = [(6, 3)]
    driver.tap(NEAR, PLAY)
    assert driver.screen.is_rolling
    assert PrepareTurn(START, WHITE, Roll(6, 3)) in driver.effects
    driver.wait(0.9)
    assert driver.at() is State.TO_ROLL
    driver.wait(0.2)
    assert driver.at() is State.MOVING
    assert driver.screen.dice == (Die(6), Die(3))
    assert driver.screen.turn == "White to move"


def test_roll_waits_for_the_referee() -> None:
    driver = going_on(START)
    driver.answers_prepare = False
    driver.tap(NEAR, PLAY)
    driver.wait(5)
    assert driver.at() is State.TO_ROLL
    assert driver.screen.is_rolling


def test_complete_play_is_shown_sounds_and_is_passed_with_play() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.sounds.clear()
    driver.move(Complete(playing(driver, "8/5 6/5")))
    assert driver.lines[0] == "8/5 6/5"
    assert driver.sounds == [Sound.COMPLETE]
    assert driver.screen.dice == (Die(3, True), Die(1, True))
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.TO_ROLL
    assert driver.match.on_roll is BLACK
    assert AcceptBoard(driver.match.position) in driver.effects
    played = driver.facts[-1]
    assert isinstance(played, Played)
    assert played.side is WHITE


def test_a_play_too_long_for_a_line_goes_on_in_the_next() -> None:
    at = position({24: 2, 13: 5, 8: 3, 6: 5}, {21: 1, 10: 1, 3: 1, 1: 2, 19: 5, 17: 3, 12: 2})
    driver = going_on(at, roll=Roll(3, 3))
    driver.move(Complete(playing(driver, "24/21* 13/10* 8/5 6/3*")))
    assert " ".join(driver.lines) == "24/21* 13/10* 8/5 6/3*"
    assert max(map(len, driver.lines)) <= 21


def test_new_count_of_a_tall_stack_is_told() -> None:
    driver = going_on(STACK, roll=Roll(6, 5))
    driver.move(Complete(driver.plays()[0]))
    assert driver.lines[1] == "Point 1: 6 now"


# A legal end that reads like the start


def test_taking_off_what_nobody_sees_is_told_and_asked_again() -> None:
    driver = going_on(STACK, roll=Roll(6, 5))
    driver.move(Complete(driver.plays()[0], reads_like_start=True))
    assert driver.lines == ("Take 2 off point 1", "then PLAY")
    driver.wait(10)
    assert driver.at() is State.MOVING
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.TAKEN_OFF
    assert driver.lines[0] == "2 taken off?"
    driver.think()
    driver.tap(NEAR, PLAY)
    assert driver.match.position.own_off == 9
    assert driver.at() is State.TO_ROLL


def test_cube_leads_back_from_taken_off() -> None:
    driver = going_on(STACK, roll=Roll(6, 5))
    driver.move(Complete(driver.plays()[0], reads_like_start=True))
    driver.tap(NEAR, PLAY)
    driver.think()
    driver.tap(NEAR, CUBE)
    assert driver.at() is State.MOVING
    assert not isinstance(driver.facts[-1], Played)


# Which play?


def alike(driver: Driver) -> tuple[Play, Play]:
    first, second = driver.plays()[:2]
    return first, second


def asked(at: Position = TWO_STACKS, roll: tuple[int, int] = (2, 1)) -> Driver:
    driver = going_on(at, roll=Roll(*roll))
    driver.move(Ambiguous(alike(driver)))
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.WHICH_PLAY
    driver.think()
    return driver


def test_play_that_reads_like_another_is_asked_about_and_put_on_record() -> None:
    driver = asked()
    assert driver.facts[-1] == facts.Asked("which play", 2)


def test_nothing_is_preselected_and_nothing_chosen_unseen() -> None:
    driver = asked()
    assert driver.state.choice is None
    driver.hold(NEAR, PLAY)
    assert driver.at() is State.WHICH_PLAY


def test_cube_steps_through_the_plays_and_held_play_takes_the_one_shown() -> None:
    driver = asked(START, (3, 1))
    first, second = alike(driver)
    shown = []
    for _ in range(3):
        driver.tap(NEAR, CUBE)
        shown.append(driver.lines[0])
    assert shown[0] == shown[2] != shown[1]
    driver.tap(NEAR, CUBE)
    driver.hold(NEAR, PLAY)
    played = driver.facts[-1]
    assert isinstance(played, Played)
    assert played.end == second.end != first.end


def test_plays_that_differ_in_checkers_off_are_asked_by_how_many() -> None:
    driver = going_on(TWO_STACKS, roll=Roll(2, 1))
    plays = {play.end.own_off: play for play in driver.plays()}
    driver.move(Ambiguous(tuple(plays[off] for off in sorted(plays))))
    driver.tap(NEAR, PLAY)
    assert driver.lines[0] == "How many off?"
    driver.think()
    driver.tap(NEAR, CUBE)
    assert driver.lines[0] == f"How many off? {min(plays) - 2}"


def test_touching_the_board_withdraws_the_question() -> None:
    driver = asked()
    driver.stir()
    assert driver.at() is State.MOVING


def test_short_play_answers_no_question_about_plays() -> None:
    driver = asked()
    driver.tap(NEAR, CUBE)
    driver.tap(NEAR, PLAY)
    driver.tap(FAR, PLAY)
    assert driver.at() is State.WHICH_PLAY


# No legal play


def test_dance_is_told_and_passed_with_play() -> None:
    driver = going_on(DANCE, roll=Roll(6, 5))
    assert driver.at() is State.NO_LEGAL_PLAY
    assert driver.lines == ("No legal play", "PLAY: pass")
    driver.wait(60)
    assert driver.at() is State.NO_LEGAL_PLAY
    driver.tap(NEAR, PLAY)
    assert driver.facts[-1] == Played(WHITE, DANCE, ())
    assert driver.at() is State.TO_ROLL


def test_dance_passes_by_itself_after_the_time_that_is_set() -> None:
    driver = going_on(DANCE, roll=Roll(6, 5), house=House(times=Times(no_play_passes_after_s=3)))
    driver.wait(2.8)
    assert driver.at() is State.NO_LEGAL_PLAY
    driver.wait(0.3)
    assert driver.at() is State.TO_ROLL


def test_dance_on_a_board_that_does_not_stand_right_waits_without_repeating_itself() -> None:
    driver = going_on(DANCE, roll=Roll(6, 5), house=House(times=Times(no_play_passes_after_s=1)))
    driver.stir()
    driver.settle(differs=((6, 4, 5),), is_hand=True)
    driver.sounds.clear()
    driver.wait(2)
    for _ in range(5):
        driver.press(FAR, CUBE)
        driver.let_go(FAR, CUBE)
    assert driver.sounds.count(Sound.WARNING) <= 1
    assert driver.at() is State.NO_LEGAL_PLAY
    driver.stir()
    driver.settle()
    assert driver.at() is State.TO_ROLL


# Winning


def winning(is_hand: bool = False) -> Driver:
    driver = going_on(LAST_ONE, roll=Roll(6, 5))
    driver.move(Complete(driver.plays()[0]), is_hand=is_hand)
    return driver


def test_winning_last_play_ends_the_game_without_play_after_a_second() -> None:
    driver = winning()
    driver.wait(0.9)
    assert driver.at() is State.MOVING
    driver.wait(0.2)
    assert driver.at() is State.GAME_OVER
    assert isinstance(driver.facts[-1], Played)


def check_a_win_never_comes_under_a_hand() -> None:
    driver = winning(is_hand=True)
    driver.wait(30)
    assert driver.at() is State.MOVING
    driver.settle(Complete(driver.plays()[0]))
    driver.wait(0.9)
    assert driver.at() is State.MOVING  # the second begins when the hand is gone
    driver.wait(0.2)
    assert driver.at() is State.GAME_OVER


def test_a_win_never_comes_under_a_hand() -> None:
    check_a_win_never_comes_under_a_hand()


def test_board_touched_within_the_second_is_no_win_yet() -> None:
    driver = winning()
    driver.wait(0.8)
    driver.stir()
    driver.wait(5)
    assert driver.at() is State.MOVING


def test_win_that_reads_like_the_start_is_never_taken_without_being_told() -> None:
    at = position({1: 2}, {24: 5, 23: 5})
    driver = going_on(at, roll=Roll(6, 5))
    driver.move(Complete(driver.plays()[0], reads_like_start=True))
    driver.wait(30)
    assert driver.at() is State.MOVING


def test_sweeping_the_board_after_a_win_never_revokes_it() -> None:
    driver = winning()
    driver.wait(1.1)
    standing = driver.state.standing
    driver.stir()
    driver.wait(3)
    driver.settle(None, differs=((20, 0, 5), (3, 9, 0)), counts=(0,) * 26)
    driver.wait(60)
    assert driver.at() is State.GAME_OVER
    assert driver.state.standing == standing


def test_play_that_is_not_the_last_waits_for_play_for_ever() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.move(Complete(driver.plays()[0]))
    driver.wait(600)
    assert driver.at() is State.MOVING


# The hit checker in the hand


HIT_ON_5 = position({8: 3, 6: 5, 13: 5, 24: 2}, {5: 1, 1: 4, 12: 5, 19: 5})


def test_hit_checker_on_the_wrong_bar_side_is_asked_to_move_and_play_passes() -> None:
    driver = going_on(HIT_ON_5, roll=Roll(3, 1))
    driver.move(Complete(playing(driver, "8/5* 6/5"), on_wrong_bar=True))
    assert driver.lines == ("Hit checker: move to", "Black's bar side")
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.TO_ROLL


@pytest.mark.parametrize("verdict", [Unmoved(), Underway()])
def test_play_on_an_unfinished_board_changes_nothing(verdict: Unmoved | Underway) -> None:
    driver = going_on(START, roll=Roll(3, 1))
    before = (driver.state.standing, list(driver.facts))
    driver.move(verdict)
    driver.tap(NEAR, PLAY)
    assert (driver.state.standing, driver.facts) == before
    assert driver.screen.is_warning
