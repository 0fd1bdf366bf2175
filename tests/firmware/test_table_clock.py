"""The players' clock at the table: whose time runs when, what stops it, and what follows when it is out.

Times are those of the rules (US 2013: 2 minutes a point, 12 seconds a turn free of charge; 1 minute a point and 10 s).
"""

from __future__ import annotations

from typing import Any

from engine.actions import GameSettled
from engine.match import Phase
from engine.plays import Roll
from engine.position import START
from firmware import facts
from firmware.inputs import DiceDrawn, PartLost
from firmware.policy import House
from firmware.screens import Mark
from firmware.standing import fold
from firmware.table_clock import clock_of
from firmware.table_state import State
from firmware.verdicts import Complete, Unreadable
from tests.firmware.table_driver import BLACK, CUBE, FAR, NEAR, PLAY, WHITE, Driver, begun, going_on, playing, position

MINUTE: dict[str, Any] = {"reserve_s": 60.0, "delay_s": 10.0}


def moving(**changes: object) -> Driver:
    """White has rolled 3-1 with a minute on the clock and ten seconds a turn free."""
    return going_on(START, roll=Roll(3, 1), match=begun(**{**MINUTE, **changes}))


def running(driver: Driver) -> object:
    clock = clock_of(driver.state)
    assert clock is not None
    return clock.running


def left_s(driver: Driver, side: object) -> float:
    clock = clock_of(driver.state)
    assert clock is not None
    return clock.left(WHITE if side is WHITE else BLACK, driver.now_s)


def test_match_without_a_clock_shows_none_and_keeps_no_readings() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    assert driver.screen.clock == ""
    assert clock_of(driver.state) is None
    assert not [body for body in driver.facts if isinstance(body, facts.ClockStarted)]


def test_match_by_the_us_rules_begins_with_two_minutes_a_point_and_twelve_seconds_a_turn() -> None:
    driver = Driver(House(length=7, clock="us_2013"))
    driver.set_up()
    agreed = next(body for body in driver.facts if isinstance(body, facts.MatchBegun))
    assert (agreed.reserve_s, agreed.delay_s) == (14 * 60, 12)


def test_own_times_are_taken_as_set_and_in_a_money_session_too() -> None:
    driver = Driver(House(length=0, clock="free", clock_reserve_s=300, clock_delay_s=5))
    driver.set_up()
    agreed = next(body for body in driver.facts if isinstance(body, facts.MatchBegun))
    assert (agreed.reserve_s, agreed.delay_s) == (300, 5)


def test_money_session_has_no_clock_by_the_point() -> None:
    assert House(length=0, clock="us_2013").time_control is None


def test_loser_of_the_opening_roll_starts_the_winners_time() -> None:
    driver = Driver(House(length=1, clock="minute_a_point"), dice=[(3, 1)])
    driver.set_up()
    driver.wait(30)
    assert driver.at() is State.OPENING_ROLL
    assert driver.lines == ("White begins", "Black: PLAY starts")
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.OPENING_ROLL
    driver.tap(FAR, PLAY)
    assert driver.at() is State.MOVING
    assert driver.last() == facts.ClockStarted(WHITE, 60, 60, 10)


def test_opening_roll_without_a_clock_starts_by_itself() -> None:
    driver = Driver(House(length=1), dice=[(3, 1)])
    driver.set_up()
    driver.wait(1.5)
    assert driver.at() is State.MOVING


def test_reserve_is_used_only_after_the_delay_and_shown_as_seconds_go_by() -> None:
    driver = moving()
    since_s = driver.state.clock_since_s
    assert since_s is not None
    driver.wait(since_s + 9.5 - driver.now_s)
    assert driver.screen.clock == "1:00"
    driver.wait(2)
    assert driver.screen.clock == "0:59"
    driver.wait(10)
    assert driver.screen.clock == "0:49"


def test_passing_the_turn_starts_the_other_sides_time_with_its_own_delay() -> None:
    driver = moving()
    driver.wait(30)
    driver.make(playing(driver, "8/5 6/5"))
    assert driver.at() is State.TO_ROLL
    assert running(driver) is BLACK
    started = driver.last()
    assert isinstance(started, facts.ClockStarted)
    assert (started.side, started.black_s, started.delay_s) == (BLACK, 60, 10)
    assert 35 < started.white_s < 40


def test_press_that_waits_for_a_quiet_board_counts_from_when_it_was_made() -> None:
    driver = moving()
    play = playing(driver, "8/5 6/5")
    driver.stir(is_hand=False)
    driver.tap(NEAR, PLAY)
    pressed_s = driver.now_s
    driver.wait(1.2)
    driver.settle(Complete(play))
    assert driver.at() is State.TO_ROLL
    assert driver.state.clock_since_s == pressed_s


def test_offer_starts_the_takers_time_and_the_answer_gives_it_back() -> None:
    driver = moving()
    driver.make(playing(driver, "8/5 6/5"))
    driver.settle()
    driver.tap(FAR, CUBE)
    driver.think()
    assert running(driver) is BLACK
    driver.tap(FAR, CUBE)
    assert running(driver) is WHITE
    driver.think()
    driver.tap(NEAR, CUBE)
    driver.think()
    driver.tap(NEAR, CUBE)
    assert driver.at() is State.TO_ROLL
    assert running(driver) is BLACK


def test_resignation_stops_the_clock_and_its_refusal_goes_on_with_the_rest_of_the_turn() -> None:
    driver = moving()
    driver.wait(4)
    driver.hold(NEAR, CUBE)
    assert running(driver) is WHITE
    driver.hold(NEAR, CUBE)
    stopped = driver.last()
    assert isinstance(stopped, facts.ClockStopped)
    assert 0 < stopped.delay_s < 6
    driver.wait(300)
    driver.tap(FAR, CUBE)
    driver.tap(FAR, CUBE)
    assert driver.at() is State.MOVING
    assert driver.last() == facts.ClockStarted(WHITE, 60, 60, stopped.delay_s)


def test_pause_a_lost_scanner_and_a_board_that_cannot_be_read_stop_the_clock() -> None:
    driver = moving()
    driver.feed(PartLost(driver.now_s, "Scanner", "check the USB cable"))
    assert running(driver) is None
    driver = moving()
    driver.move(Unreadable((4,)))
    driver.tap(NEAR, PLAY)
    assert running(driver) is None
    assert Mark.CLOCK_STOPPED in driver.screen.marks
    driver.stir()
    assert running(driver) is WHITE
    driver = moving()
    driver.chord(NEAR)
    assert running(driver) is WHITE
    driver.hold(NEAR, PLAY)
    assert driver.at() is State.PAUSED
    assert running(driver) is None


def test_game_over_stops_the_clock_and_the_next_game_begins_with_a_whole_delay() -> None:
    driver = going_on(position({1: 1}, {24: 5, 23: 5}), roll=Roll(6, 5), match=begun(**MINUTE))
    driver.move(Complete(driver.plays()[0]))
    driver.wait(6)
    assert driver.at() is State.GAME_OVER
    assert isinstance(driver.last(), facts.ClockStopped)
    driver.next_game()
    driver.wait(1.5)
    driver.tap(FAR, PLAY)
    started = driver.last()
    assert isinstance(started, facts.ClockStarted)
    assert (started.side, started.delay_s) == (WHITE, 10)


def test_taken_back_play_takes_the_clock_back_to_the_beginning_of_that_turn() -> None:
    driver = moving()
    driver.wait(30)
    driver.make(playing(driver, "8/5 6/5"))
    driver.settle()
    driver.hold(NEAR, PLAY)
    assert driver.at() is State.TAKE_BACK
    assert running(driver) is None
    driver.think()
    driver.hold(FAR, PLAY)
    assert driver.at() is State.MOVING
    assert driver.last() == facts.ClockStarted(WHITE, 60, 60, 10)


def test_readings_survive_a_restart_and_the_clock_stands_until_both_go_on() -> None:
    driver = moving()
    driver.wait(30)
    driver.make(playing(driver, "8/5 6/5"))
    before = left_s(driver, WHITE)
    again = Driver(bodies=driver.facts)
    assert running(again) is None
    again.settle()
    again.wait(1000)
    again.tap(NEAR, PLAY)  # only wakes the screen
    again.tap(NEAR, PLAY)
    again.tap(FAR, PLAY)
    assert again.at() is State.TO_ROLL
    assert running(again) is BLACK
    assert abs(left_s(again, WHITE) - before) < 0.002
    assert left_s(again, BLACK) == 60


def test_time_out_is_on_record_and_asked_about_once() -> None:
    driver = moving()
    driver.wait(71)
    assert driver.at() is State.TIME_OUT
    assert facts.TimeRanOut(WHITE) in driver.facts
    assert driver.lines[0] == "White: time is out"
    assert fold(driver.facts) == driver.state.standing
    driver.think()
    driver.tap(FAR, CUBE)
    assert driver.at() is State.MOVING
    assert driver.screen.clock == "0:00"
    driver.wait(100)
    assert driver.at() is State.MOVING


def test_side_whose_time_is_out_loses_the_match_when_both_say_so() -> None:
    driver = moving(white_score=5, black_score=2)
    driver.wait(71)
    driver.think()
    driver.hold_both()
    assert driver.at() is State.MATCH_OVER
    assert GameSettled(BLACK, 5) in driver.facts
    assert driver.match.winner is BLACK


def test_in_a_money_session_it_loses_the_game() -> None:
    driver = moving(length=0)
    driver.wait(71)
    driver.think()
    driver.hold_both()
    assert driver.at() is State.GAME_OVER
    assert driver.match.phase is Phase.GAME_OVER
    assert driver.match.score == (0, 1)


def test_restart_while_time_is_out_asks_again() -> None:
    driver = moving()
    driver.wait(71)
    again = Driver(bodies=driver.facts)
    again.tap(NEAR, PLAY)
    again.tap(FAR, PLAY)
    assert again.at() is State.TIME_OUT
    again.think()
    again.tap(NEAR, CUBE)
    assert again.at() is State.MOVING


def test_time_that_runs_out_while_dice_roll_loses_no_roll() -> None:
    driver = moving()
    driver.make(playing(driver, "8/5 6/5"))
    driver.settle()
    driver.wait(68.6)
    driver.answers_dice = False
    assert driver.wake_s is not None
    driver.tap(FAR, PLAY)
    driver.wait(1.5)
    assert driver.at() is State.TIME_OUT
    driver.feed(DiceDrawn(driver.now_s, 5, 2))
    driver.think()
    driver.tap(FAR, CUBE)
    driver.wait(1.5)
    assert driver.at() is State.MOVING
    assert driver.match.roll == Roll(5, 2)
