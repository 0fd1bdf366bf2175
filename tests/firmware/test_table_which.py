"""Which play? asks about the difference between plays that read alike: how many off, whose checker, else the plays."""

from __future__ import annotations

import pytest

from engine.plays import Play, Roll
from engine.position import Position
from firmware.table_state import State
from firmware.verdicts import Ambiguous
from tests.firmware.replay_expectations import seen
from tests.firmware.table_driver import CUBE, NEAR, PLAY, Driver, going_on, playing, position

TWO_HITS = position(
    {25: 1, 2: 3, 5: 1, 6: 4, 7: 1, 13: 2, 14: 1, 16: 1, 20: 1},
    {24: 1, 23: 1, 22: 2, 21: 1, 19: 2, 17: 1, 15: 2, 12: 1, 4: 1, 3: 1, 1: 1, 0: 1},
)
"""Met by chance in play: from the bar White may hit on 23 and on his ace point, or on 21 and on his 3 point."""
TALL = position({2: 6, 1: 5, 3: 3, 6: 1}, {24: 15})


def asked(at: Position, roll: Roll, *texts: str) -> tuple[Driver, tuple[Play, ...]]:
    """The table asks which of these plays it was; cells must really read them alike."""
    driver = going_on(at, roll=roll)
    plays = tuple(playing(driver, text) for text in texts)
    assert len({seen(play.end) for play in plays}) == 1
    driver.move(Ambiguous(plays))
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.WHICH_PLAY
    driver.think()
    return driver, plays


def test_plays_that_differ_in_colours_are_told_apart_by_whose_checker_stands_on_a_point() -> None:
    driver, (first, second) = asked(TWO_HITS, Roll(4, 2), "bar/23* 5/1*", "bar/21* 5/3*")
    assert driver.lines == ("Whose is the checker", "on 23?")
    driver.tap(NEAR, CUBE)
    assert driver.lines == ("On 23: White", "CUBE: next, hold PLAY")
    driver.tap(NEAR, CUBE)
    assert driver.lines == ("On 23: Black", "CUBE: next, hold PLAY")
    driver.hold(NEAR, PLAY)
    assert driver.match.position == second.end != first.end


def test_plays_that_bear_off_so_many_are_told_apart_by_how_many() -> None:
    driver, _ = asked(position({1: 7, 2: 1, 3: 4, 6: 1}, {24: 15}), Roll(6, 5), "6/1 3/off", "6/off 3/off")
    assert driver.lines == ("How many off?", "CUBE: show them")
    driver.tap(NEAR, CUBE)
    assert driver.lines == ("How many off? 1", "CUBE: next, hold PLAY")


@pytest.mark.parametrize("presses", [1, 2])
def test_plays_that_differ_in_neither_are_shown_in_turn(presses: int) -> None:
    driver, _ = asked(TALL, Roll(5, 4), "6/2 3/off", "6/1 3/off")
    assert driver.lines == ("Which play was it?", "CUBE: show them")
    for _press in range(presses):
        driver.tap(NEAR, CUBE)
    assert driver.lines == (("6/2 3/off", "6/1 3/off")[presses - 1], "CUBE: next, hold PLAY")


def test_only_play_that_it_may_be_is_shown_and_confirmed() -> None:
    driver, (play,) = asked(TALL, Roll(5, 4), "6/2 3/off")
    assert driver.lines == ("Was it this play?", "CUBE: show it")
    driver.tap(NEAR, CUBE)
    assert driver.lines == ("6/2 3/off", "hold PLAY: yes")
    driver.hold(NEAR, PLAY)
    assert driver.match.position == play.end
