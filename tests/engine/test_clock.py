"""The delay clock. Times of usual settings are those of the US clock rules of 2013 and of players' own match files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock import TIME_RULES, Clock, TimeControl, TimeRule
from engine.position import Side

WHITE, BLACK = Side.WHITE, Side.BLACK
US = TIME_RULES["us_2013"]


def minutes(reserve_s: float) -> str:
    return f"{int(reserve_s) // 60}:{int(reserve_s) % 60:02}"


@pytest.mark.parametrize(
    ("length", "score", "reserve"),
    [(7, (0, 0), "14:00"), (7, (3, 2), "9:00"), (7, (2, 3), "9:00"), (5, (0, 0), "10:00"), (11, (10, 10), "2:00")],
)
def test_us_2013_gives_two_minutes_a_point_less_one_for_each_point_scored(
    length: int, score: tuple[int, int], reserve: str
) -> None:
    control = US.control(length, score)
    assert (minutes(control.reserve_s), control.delay_s) == (reserve, 12)


def test_us_2013_gives_doubles_teams_two_and_a_half_minutes_a_point_and_eighteen_seconds() -> None:
    doubles = TIME_RULES["us_2013_doubles"]
    assert doubles.control(8) == (20 * 60, 18)
    assert doubles.control(8, (1, 1)) == (17.5 * 60, 18)


@pytest.mark.parametrize(("length", "control"), [(13, (780, 10)), (5, (300, 10)), (15, (900, 10)), (11, (660, 10))])
def test_a_minute_a_point_and_ten_seconds_is_the_usual_setting_online(
    length: int, control: tuple[float, float]
) -> None:
    assert TIME_RULES["minute_a_point"].control(length) == control


def test_a_rule_of_ones_own_is_free() -> None:
    """Players' files: 7 points with 1260 s and a delay of 15 s."""
    assert TimeRule(180, 15).control(7) == (1260, 15)


@pytest.mark.parametrize(("length", "score"), [(0, (0, 0)), (7, (7, 0)), (7, (0, -1))])
def test_time_by_the_point_needs_a_match_that_is_still_to_be_played(length: int, score: tuple[int, int]) -> None:
    with pytest.raises(ValueError):
        US.control(length, score)


@pytest.mark.parametrize("control", [TimeControl(-1, 12), TimeControl(60, -1), TimeControl(float("nan"), 12)])
def test_times_below_nothing_are_refused(control: TimeControl) -> None:
    with pytest.raises(ValueError):
        Clock.of(control)


def clock(reserve_s: float = 840, delay_s: float = 12) -> Clock:
    return Clock.of(TimeControl(reserve_s, delay_s))


def test_clock_stands_until_it_is_started() -> None:
    assert (clock().running, clock().left(WHITE, 1e6), clock().runs_out_at_s) == (None, 840, None)


def test_a_turn_within_the_delay_costs_nothing() -> None:
    after = clock().start(WHITE, 100).press(WHITE, 112)
    assert (after.running, after.left(WHITE, 500)) == (BLACK, 840)


def test_a_turn_costs_what_is_longer_than_the_delay() -> None:
    after = clock().start(WHITE, 100).press(WHITE, 142)
    assert after.left(WHITE, 142) == 810


def test_unused_delay_is_not_saved() -> None:
    after = clock().start(WHITE, 0).press(WHITE, 1).press(BLACK, 2).press(WHITE, 2 + 13)
    assert after.left(WHITE, 15) == 839


def test_time_left_is_seen_while_it_runs() -> None:
    running = clock().start(BLACK, 50)
    assert [running.left(BLACK, at) for at in (50, 60, 62, 63.5)] == [840, 840, 840, 838.5]
    assert [running.delay_left(at) for at in (50, 60, 63)] == [12, 2, 0]
    assert running.left(WHITE, 63.5) == 840


def test_press_of_the_side_whose_time_is_not_running_does_nothing() -> None:
    running = clock().start(WHITE, 0)
    assert running.press(BLACK, 5) == running
    stopped = running.stop(5)
    assert stopped.press(WHITE, 6) == stopped


def test_a_double_and_its_answer_are_presses() -> None:
    """The doubler's time runs while he thinks, the taker's while he decides, then the doubler's again."""
    offered = clock().start(WHITE, 0).press(WHITE, 22)
    answered = offered.press(BLACK, 22 + 32)
    assert (answered.running, answered.left(WHITE, 54), answered.left(BLACK, 54)) == (WHITE, 830, 820)


def test_stopped_clock_costs_nobody_anything() -> None:
    stopped = clock().start(WHITE, 0).stop(20)
    assert (stopped.running, stopped.left(WHITE, 9999), stopped.left(BLACK, 9999)) == (None, 832, 840)
    assert stopped.stop(30) == stopped


def test_after_a_break_the_turn_goes_on_with_what_was_left_of_its_delay() -> None:
    resumed = clock().start(WHITE, 0).stop(5).resume(1000)
    assert resumed.running is WHITE
    assert [resumed.left(WHITE, at) for at in (1000, 1007, 1008)] == [840, 840, 839]


def test_nothing_goes_on_that_never_stopped() -> None:
    running = clock().start(WHITE, 0)
    assert running.resume(9) == running
    assert clock().resume(9) == clock()


def test_next_game_begins_with_the_reserve_of_the_last() -> None:
    over = clock().start(WHITE, 0).stop(112)
    assert over.start(BLACK, 500).left(WHITE, 500) == 740


def test_time_is_out_when_the_reserve_is_used() -> None:
    running = clock(60).start(WHITE, 0)
    assert running.runs_out_at_s == 72
    assert [running.is_out(WHITE, at) for at in (0, 71.9, 72, 100)] == [False, False, True, True]
    assert running.left(WHITE, 100) == 0
    assert not running.is_out(BLACK, 100)


def test_with_no_reserve_left_the_delay_is_still_there_in_every_turn() -> None:
    last = clock(0).start(WHITE, 0)
    assert [last.is_out(WHITE, at) for at in (11.9, 12)] == [False, True]
    assert not last.press(WHITE, 5).is_out(WHITE, 100)


def test_without_reserve_or_delay_time_is_out_at_once() -> None:
    assert clock(0, 0).is_out(WHITE, 0)


def test_sides_may_have_different_times() -> None:
    handicap = Clock.of(TimeControl(600, 12), TimeControl(300, 8))
    assert (handicap.left(WHITE, 0), handicap.left(BLACK, 0)) == (600, 300)
    assert handicap.start(BLACK, 0).runs_out_at_s == 308


def test_director_may_set_a_reserve_while_the_clock_runs() -> None:
    corrected = clock().start(WHITE, 0).corrected(BLACK, 100, at_s=42)
    assert (corrected.left(BLACK, 42), corrected.left(WHITE, 43)) == (100, 809)
    own = clock().start(WHITE, 0).corrected(WHITE, 100, at_s=2)
    assert [own.left(WHITE, at) for at in (2, 12, 13)] == [100, 100, 99]


def test_a_time_before_the_last_press_counts_as_no_time() -> None:
    assert clock().start(WHITE, 100).left(WHITE, 90) == 840


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(0, 60)), max_size=40))
def test_no_side_gains_time_and_together_they_lose_no_more_than_passed(steps: list[tuple[int, float]]) -> None:
    now, current, start = 0.0, clock(300), 600.0
    for step, wait in steps:
        now += wait
        before = [current.left(side, now) for side in Side]
        side = current.running or WHITE
        following = (current.press(side, now), current.stop(now), current.resume(now), current.start(BLACK, now))
        current = following[step]
        assert [current.left(side, now) for side in Side] == pytest.approx(before)
    assert start - sum(current.left(side, now) for side in Side) <= now + 1e-6
