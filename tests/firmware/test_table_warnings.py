"""When a warning is shown: quiet, no hand, stood for a second, once, and never for a play under way."""

from __future__ import annotations

import pytest

from engine.plays import Roll
from engine.position import START
from engine.rulings import ONLY_ON_PASSING, Broken, Ruling
from firmware import facts
from firmware.effects import Sound
from firmware.policy import House, Policy
from firmware.table_state import State
from firmware.verdicts import Illegal, Underway, Unmoved
from hardware.ports import Colour, Lamp, Rhythm
from tests.firmware.table_driver import NEAR, PLAY, Driver, begun, going_on

NINE = Ruling(Broken.NOT_ON_DICE, (24, 15), (5, 3), 9)
ILLEGAL = Illegal(NINE, (11, 18))
WORDS = ("24 to 15 is 9:", "you rolled 5 3")
RED = Lamp(Colour.RED, Rhythm.BLINK_2HZ)
LEFT = Ruling(Broken.NUMBER_LEFT, (8, 5), (3,), 1)


def moving(policy: str = "club", house: House | None = None) -> Driver:
    return going_on(START, roll=Roll(5, 3), match=begun(policy=policy), house=house)


def check_warnings_never_come_under_a_hand() -> None:
    driver = moving()
    driver.move(ILLEGAL, is_hand=True)
    driver.wait(30)
    assert driver.lines == ("", "")
    assert RED not in driver.lamps
    driver.settle(ILLEGAL)
    driver.wait(0.9)
    assert driver.lines == ("", "")  # the second begins when the hand is gone
    driver.wait(0.2)
    assert driver.lines == WORDS


def test_warnings_never_come_under_a_hand() -> None:
    check_warnings_never_come_under_a_hand()


def test_illegal_position_is_warned_of_when_it_has_stood_for_a_second() -> None:
    driver = moving()
    driver.sounds.clear()
    driver.move(ILLEGAL)
    driver.wait(0.9)
    assert driver.lines == ("", "")
    assert RED not in driver.lamps
    driver.wait(0.2)
    assert driver.lines == WORDS
    assert driver.screen.is_warning
    assert driver.sounds == [Sound.WARNING]
    assert [place for place, lamp in enumerate(driver.lamps) if lamp == RED] == [11, 18]


def test_warning_comes_once_until_the_board_changes() -> None:
    driver = moving()
    driver.move(ILLEGAL)
    driver.wait(60)
    driver.settle(ILLEGAL, is_hand=True)
    driver.settle(ILLEGAL)
    driver.wait(60)
    assert driver.sounds.count(Sound.WARNING) == 1
    assert driver.lines == WORDS
    driver.stir()
    assert driver.lines == ("", "")
    driver.settle(ILLEGAL)
    driver.wait(1.1)
    assert driver.sounds.count(Sound.WARNING) == 2


def test_board_that_changes_within_the_second_is_not_warned_of() -> None:
    driver = moving()
    for _ in range(20):
        driver.move(ILLEGAL)
        driver.wait(0.9)
    assert Sound.WARNING not in driver.sounds


def test_play_on_an_illegal_position_warns_at_once_and_passes_nothing() -> None:
    driver = moving()
    driver.move(ILLEGAL)
    before = driver.state.standing
    driver.tap(NEAR, PLAY)
    assert driver.lines == WORDS
    assert driver.state.standing == before
    assert driver.at() is State.MOVING


@pytest.mark.parametrize("ruling", [None, NINE, LEFT])
def test_play_under_way_is_never_warned_of_by_itself(ruling: Ruling | None) -> None:
    driver = moving()
    driver.sounds.clear()
    driver.move(Underway(ruling, (4,)))
    driver.wait(600)
    assert driver.lines == ("", "")
    assert driver.sounds == []


@pytest.mark.parametrize("kind", sorted(ONLY_ON_PASSING))
def test_what_is_only_unplayed_is_told_in_answer_to_play_alone(kind: Broken) -> None:
    driver = moving()
    driver.move(Illegal(Ruling(kind, (8, 5), (5, 3), 1), (4,)))
    driver.wait(60)
    assert driver.lines == ("", "")
    driver.tap(NEAR, PLAY)
    assert driver.lines != ("", "")
    assert driver.screen.is_warning


def test_unmoved_board_is_told_in_answer_to_play() -> None:
    driver = moving()
    driver.settle(Unmoved())
    driver.wait(60)
    assert driver.lines == ("", "")
    driver.tap(NEAR, PLAY)
    assert driver.lines == ("No checker moved:", "play 5 3")


def test_checker_that_no_play_takes_off_is_said_to_be_missing_with_where_to_look() -> None:
    driver = moving()
    driver.move(Underway(None, (4,), None, missing=1, look_at=(4, 7)))
    driver.tap(NEAR, PLAY)
    assert driver.lines == ("1 checker too few:", "look at 8, 5")
    assert driver.facts[-1] == facts.Asked("missing", 1)


@pytest.mark.parametrize(
    ("ruling", "places", "words"),
    [
        (Ruling(Broken.HIGHER_CHECKER, (4, 6), (5,)), (8,), ("No 5 off from 4:", "a checker is on 6")),
        (Ruling(Broken.NUMBER_TOO_SMALL, (6,), (4,)), (6,), ("A 4 is too small", "to bear off 6")),
        (Ruling(Broken.NOT_HOME, (9,), count=1), (7, 10), ("Not home yet:", "1 checker on 9")),
        (Ruling(Broken.NOT_HOME, (9,), count=1), (3, 10), ("1 checker too few:", "look at 8")),
    ],
)
def test_checker_borne_off_against_the_rules_is_not_said_to_be_lost(
    ruling: Ruling, places: tuple[int, ...], words: tuple[str, str]
) -> None:
    driver = moving()
    driver.move(Underway(ruling, places, None, missing=1, look_at=(4,)))
    driver.tap(NEAR, PLAY)
    assert driver.lines == words


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ("home", ("You must also play 3", "e.g. 8/5")),
        ("club", ("One more number", "can be played: 3")),
        ("tournament", ("One more number", "can be played: 3")),
    ],
)
@pytest.mark.parametrize("house", [Policy.HOME, Policy.TOURNAMENT])
def test_example_of_a_play_is_a_hint_of_the_match_s_policy(policy: str, words: tuple[str, str], house: Policy) -> None:
    driver = moving(policy, House(policy=house))
    driver.move(Underway(LEFT, (4,)))
    driver.tap(NEAR, PLAY)
    assert driver.lines == words
