"""A play that cells cannot tell for sure: a nudge is asked for twice, then which play it was. Nobody is ever stuck."""

from __future__ import annotations

from engine.actions import Played
from engine.plays import Play, Roll
from engine.position import START
from firmware import facts
from firmware.effects import AcceptBoard
from firmware.table_state import State
from firmware.verdicts import Complete, Unreadable
from tests.firmware.table_driver import CUBE, FAR, NEAR, PLAY, Driver, going_on


def in_doubt(places: tuple[int, ...] = (3, 6)) -> tuple[Driver, tuple[Play, ...]]:
    """White has played 3-1, and the cells do not tell which of two plays it was."""
    driver = going_on(START, roll=Roll(3, 1))
    plays = tuple(driver.plays()[:2])
    driver.move(Unreadable(places, plays=plays))
    return driver, plays


def nudge_in_vain(driver: Driver, verdict: Unreadable) -> None:
    driver.stir()
    driver.settle(verdict)
    driver.tap(NEAR, PLAY)


def test_place_in_doubt_is_to_be_nudged_twice_and_the_third_time_the_play_is_asked_for() -> None:
    driver, plays = in_doubt()
    verdict = Unreadable((3, 6), plays=plays)
    driver.tap(NEAR, PLAY)
    assert driver.facts[-1] == facts.Asked("nudge", 2)
    nudge_in_vain(driver, verdict)
    assert driver.at() is State.MOVING
    assert driver.facts[-1] == facts.Asked("nudge", 2)
    nudge_in_vain(driver, verdict)
    assert driver.at() is State.WHICH_PLAY
    assert driver.state.choices == plays


def test_pressing_without_a_nudge_leads_on_too() -> None:
    driver, _ = in_doubt()
    for _ in range(3):
        driver.tap(NEAR, PLAY)
    assert driver.at() is State.WHICH_PLAY


def test_play_that_is_chosen_goes_on_record_and_its_end_is_what_stands() -> None:
    driver, plays = in_doubt()
    for _ in range(3):
        driver.tap(NEAR, PLAY)
    driver.think()
    driver.tap(NEAR, CUBE)
    driver.tap(NEAR, CUBE)
    driver.hold(NEAR, PLAY)
    played = next(fact for fact in driver.facts if isinstance(fact, Played))
    assert played.end == plays[1].end
    assert any(isinstance(effect, AcceptBoard) for effect in driver.effects)


def test_single_play_in_doubt_is_asked_about_as_well_and_never_passed_by_itself() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.move(Unreadable((3,), plays=(driver.plays()[0],)))
    for _ in range(3):
        driver.tap(NEAR, PLAY)
    assert driver.at() is State.WHICH_PLAY
    assert not any(isinstance(fact, Played) for fact in driver.facts)


def test_next_turn_begins_with_a_nudge_again() -> None:
    driver, plays = in_doubt()
    driver.tap(NEAR, PLAY)
    driver.tap(NEAR, PLAY)
    driver.stir()
    driver.settle(Complete(plays[0]))
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.TO_ROLL
    driver.roll(5, 2)
    driver.move(Unreadable((3,), plays=tuple(driver.plays()[:1])))
    driver.tap(FAR, PLAY)
    assert driver.facts[-1] == facts.Asked("nudge", 1)
