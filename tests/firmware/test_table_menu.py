"""The menu: its gesture, its items, settings that last, corrections, the director's code, unfinished matches."""

from __future__ import annotations

import pytest

from engine.actions import Played
from engine.position import START
from firmware import facts
from firmware.effects import Effect, ListMatches, LoadMatch, SetBrightness, SetVolume, ShutDown
from firmware.inputs import MatchesListed, MatchLoaded
from firmware.menu import Item
from firmware.policy import House, IllegalPlay, Policy
from firmware.screens import Screen
from firmware.settings import with_settings
from firmware.standing import fold
from firmware.table_menu import items_of
from firmware.table_state import State
from tests.firmware.table_driver import BLACK, CUBE, FAR, NEAR, PLAY, WHITE, Driver, begun, going_on
from tests.firmware.table_places import game_over, table_in, to_roll


def at_item(driver: Driver, item: Item) -> Driver:
    """The menu open at an item of its page."""
    if driver.at() is not State.MENU:
        driver.chord(NEAR)
    for _ in range(20):
        if driver.state.menu.item is item:
            return driver
        driver.tap(NEAR, PLAY)
    raise AssertionError(f"no {item} in {items_of(driver.state)}")


def correcting(driver: Driver, item: Item) -> Driver:
    at_item(driver, Item.CORRECT).hold(NEAR, PLAY)
    return at_item(driver, item)


# The gesture


@pytest.mark.parametrize(("apart_s", "for_s", "opens"), [(0.0, 1.6, True), (0.19, 1.6, True), (0.3, 3, False)])
def test_both_keys_within_a_fifth_of_a_second_held_open_the_menu(apart_s: float, for_s: float, opens: bool) -> None:
    driver = going_on(START)
    driver.press(FAR, CUBE)
    driver.wait(apart_s)
    driver.press(FAR, PLAY)
    driver.wait(for_s)
    assert (driver.at() is State.MENU) == opens


def test_bar_fills_while_both_are_held() -> None:
    driver = going_on(START)
    driver.press(NEAR, PLAY)
    driver.press(NEAR, CUBE)
    driver.wait(1.0)
    assert driver.screen.bar is not None
    driver.let_go(NEAR, CUBE)
    assert driver.screen.bar is None
    driver.wait(3)
    assert driver.at() is State.TO_ROLL


def test_neither_key_means_anything_until_both_are_up() -> None:
    driver = going_on(START)
    driver.press(NEAR, PLAY)
    driver.press(NEAR, CUBE)
    driver.let_go(NEAR, PLAY)
    driver.tap(NEAR, PLAY)
    assert not driver.state.is_rolling
    driver.let_go(NEAR, CUBE)
    driver.tap(NEAR, PLAY)
    assert driver.state.is_rolling


# Sleep


def test_first_press_after_five_minutes_only_wakes_the_screen() -> None:
    driver = going_on(START)
    driver.wait(301)
    assert driver.screen == Screen()
    driver.tap(NEAR, PLAY)
    assert not driver.state.is_rolling
    assert driver.screen.white_name == "Ann"
    driver.tap(NEAR, PLAY)
    assert driver.state.is_rolling


# Settings


@pytest.mark.parametrize(
    ("item", "changed", "effect"),
    [
        (Item.SOUND, facts.SettingChanged("volume", "loud"), SetVolume("loud")),
        (Item.BRIGHTNESS, facts.SettingChanged("brightness", "20"), SetBrightness(20)),
        (Item.LENGTH, facts.SettingChanged("length", "9"), None),
        (Item.POLICY, facts.SettingChanged("policy", "tournament"), None),
    ],
)
def test_cube_changes_a_setting_at_once_and_as_a_fact(
    item: Item, changed: facts.SettingChanged, effect: Effect | None
) -> None:
    driver = at_item(to_roll(), item)
    driver.tap(NEAR, CUBE)
    assert driver.last() == changed
    assert effect is None or effect in driver.effects


def test_settings_of_the_journal_are_the_house_s_after_a_restart() -> None:
    driver = at_item(Driver(), Item.POLICY)
    driver.tap(NEAR, CUBE)
    changes = [body for body in driver.facts if isinstance(body, facts.SettingChanged)]
    assert with_settings(House(), changes).policy is Policy.TOURNAMENT
    unknown = [facts.SettingChanged("colour", "red"), facts.SettingChanged("brightness", "many")]
    assert with_settings(House(), unknown) == House()


def test_policy_changed_in_a_match_counts_for_it() -> None:
    driver = at_item(to_roll(), Item.POLICY)
    driver.tap(NEAR, CUBE)
    assert driver.state.standing is not None
    assert driver.state.standing.policy is Policy.TOURNAMENT
    assert fold(driver.facts) == driver.state.standing
    assert driver.state.illegal is IllegalPlay.LEGAL_MOVES


def test_shut_down_is_asked_for() -> None:
    driver = at_item(to_roll(), Item.SHUT_DOWN)
    driver.hold(NEAR, PLAY)
    assert ShutDown() in driver.effects
    assert driver.at() is State.TO_ROLL


# Corrections


def test_score_is_corrected_with_digits() -> None:
    driver = correcting(to_roll(), Item.SCORE)
    driver.hold(NEAR, PLAY)
    driver.tap(NEAR, PLAY)
    for _ in range(3):
        driver.tap(NEAR, CUBE)
    driver.hold(NEAR, PLAY)
    assert driver.last() == facts.MatchCorrected("score", "3-0")
    assert driver.match.score == (3, 0)
    assert fold(driver.facts) == driver.state.standing


def test_score_that_would_end_the_match_is_not_possible() -> None:
    driver = correcting(to_roll(), Item.SCORE)
    driver.hold(NEAR, PLAY)
    driver.tap(NEAR, CUBE)
    driver.hold(NEAR, PLAY)
    assert driver.match.score == (0, 0)
    assert driver.lines[0] == "Not possible now"


@pytest.mark.parametrize(
    ("item", "steps", "fact"),
    [
        (Item.CUBE, 2, facts.MatchCorrected("cube", "4")),
        (Item.OWNER, 1, facts.MatchCorrected("owner", "white")),
        (Item.TURN, 1, facts.MatchCorrected("turn", "white")),
        (Item.CRAWFORD, 1, facts.MatchCorrected("crawford", "yes")),
    ],
)
def test_correction_is_stepped_with_cube_and_made_with_held_play(
    item: Item, steps: int, fact: facts.MatchCorrected
) -> None:
    driver = correcting(to_roll(), item)
    count = len(driver.facts)
    for _ in range(steps):
        driver.tap(NEAR, CUBE)
    assert len(driver.facts) == count
    driver.hold(NEAR, PLAY)
    assert driver.last() == fact
    assert fold(driver.facts) == driver.state.standing


def test_undo_takes_the_last_turn_back() -> None:
    driver = at_item(to_roll(), Item.UNDO)
    driver.hold(NEAR, PLAY)
    assert driver.last() == facts.TakenBack(WHITE)
    assert driver.at() is State.MOVING


def test_result_is_corrected_when_both_go_on() -> None:
    driver = game_over()
    driver.tap(FAR, CUBE)
    assert driver.lines[0] == "White +2 gammon"
    assert isinstance(driver.last(), Played)
    driver.tap(NEAR, PLAY)
    driver.tap(FAR, PLAY)
    assert driver.at() is State.SET_UP
    assert driver.match.score == (2, 0)
    assert fold(driver.facts) == driver.state.standing


def test_result_of_the_other_side_gives_its_points_to_it() -> None:
    driver = game_over()
    for _ in range(3):
        driver.tap(FAR, CUBE)
    assert driver.lines[0] == "Black +1 single"
    driver.tap(NEAR, PLAY)
    driver.tap(FAR, PLAY)
    assert driver.match.score == (0, 1)


# How did it end?


def test_winner_proposes_and_the_other_confirms() -> None:
    driver = table_in(State.HOW_ENDED)
    driver.tap(NEAR, CUBE)
    driver.tap(FAR, PLAY)
    driver.tap(FAR, PLAY)
    assert driver.at() is State.HOW_ENDED
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.GAME_OVER
    assert driver.match.score == (0, 2)


def test_not_finished_guides_back() -> None:
    driver = table_in(State.HOW_ENDED)
    for _ in range(3):
        driver.tap(NEAR, CUBE)
    driver.tap(NEAR, PLAY)
    driver.tap(FAR, PLAY)
    assert driver.at() is State.CORRECTING


def test_question_goes_away_when_the_board_stands_as_the_match_has_it() -> None:
    driver = table_in(State.HOW_ENDED)
    driver.stir()
    driver.settle()
    assert driver.at() is State.TO_ROLL


# Tournament


def tournament(code: str = "") -> Driver:
    house = House(policy=Policy.TOURNAMENT, director_code=code)
    return going_on(START, house=house, match=begun(policy="tournament"))


def test_tournament_match_allows_only_pause_and_shut_down_until_the_code_is_given() -> None:
    driver = tournament("0100")
    driver.chord(NEAR)
    assert items_of(driver.state) == (Item.PAUSE, Item.SHUT_DOWN, Item.DIRECTOR)
    at_item(driver, Item.DIRECTOR).hold(NEAR, PLAY)
    driver.hold(NEAR, PLAY)
    assert driver.lines[0] == "Not the code"
    driver.tap(NEAR, PLAY)
    driver.tap(NEAR, CUBE)
    driver.hold(NEAR, PLAY)
    assert Item.CORRECT in items_of(driver.state)
    driver.hold(NEAR, CUBE)
    driver.chord(NEAR)
    assert Item.CORRECT not in items_of(driver.state)


def test_code_is_set_with_the_tournament_policy() -> None:
    driver = at_item(Driver(), Item.POLICY)
    driver.tap(NEAR, CUBE)
    driver.hold(NEAR, PLAY)
    assert driver.at() is State.DIGITS
    driver.tap(NEAR, CUBE)
    driver.hold(NEAR, PLAY)
    assert driver.last() == facts.SettingChanged("director_code", "1000")


# Pausing and putting away


def test_pause_lasts_until_both_go_on() -> None:
    driver = table_in(State.PAUSED)
    assert driver.last() == facts.MatchPaused()
    driver.settle(differs=((6, 4, 5), (5, 1, 0)))
    driver.wait(10)
    assert driver.at() is State.PAUSED
    driver.tap(NEAR, PLAY)
    driver.tap(FAR, PLAY)
    assert driver.last() == facts.MatchResumed()
    assert driver.at() is State.CORRECTING  # the board does not compare


@pytest.mark.parametrize("state", [State.PAUSED, State.RESUME, State.PART_MISSING])
def test_both_put_the_match_away_at_once_or_one_after_the_other(state: State) -> None:
    for together in (True, False):
        driver = table_in(state)
        if together:
            driver.press(NEAR, CUBE)
            driver.press(FAR, CUBE)
            driver.wait(0.8)
        else:
            driver.hold(NEAR, CUBE)
            driver.hold(FAR, CUBE)
        assert driver.last() == facts.MatchPutAway()
        assert driver.state.standing is None
        assert ListMatches() in driver.effects


def test_match_put_away_is_taken_up_again_from_set_up() -> None:
    old = to_roll()
    driver = Driver()
    driver.feed(MatchesListed(driver.now_s, (("a", "2026-11-30 0-0/7"), ("b", "2026-11-29 1-0/7"))))
    driver.hold(NEAR, CUBE)
    driver.tap(NEAR, PLAY)
    assert driver.lines[0] == "2026-11-29 1-0/7"
    driver.hold(NEAR, PLAY)
    assert LoadMatch("b") in driver.effects
    driver.feed(MatchLoaded(driver.now_s, fold([*old.facts, facts.MatchPutAway()])))
    assert driver.at() is State.RESUME
    driver.settle()
    driver.tap(NEAR, PLAY)
    driver.tap(FAR, PLAY)
    assert driver.at() is State.TO_ROLL
    assert driver.match.on_roll is BLACK


def test_empty_board_is_set_up_white_first_then_black() -> None:
    driver = table_in(State.RESUME)
    layout, match = driver.state.layout, driver.match
    from tests.firmware.table_driver import counts_of

    want = counts_of(match, layout)
    driver.settle(differs=tuple((place, 0, count) for place, count in enumerate(want) if count))
    driver.tap(NEAR, PLAY)
    driver.tap(FAR, PLAY)
    assert driver.at() is State.CORRECTING
    assert driver.lines[1].startswith("White first")
    whites = {layout.place_of(WHITE, slot) for slot in range(1, 26) if match.position.own_on(slot)}
    assert {place for place, lamp in enumerate(driver.lamps) if lamp.colour.name == "BLUE"} == whites
    driver.stir()
    driver.settle(differs=tuple((p, 0, count) for p, count in enumerate(want) if count and p not in whites))
    assert driver.lines[1].startswith("then Black")
    driver.stir()
    driver.settle()
    assert driver.at() is State.TO_ROLL


def test_board_that_can_be_only_one_position_is_drawn_before_it_is_accepted() -> None:
    driver = table_in(State.CORRECTING)
    assert sum(driver.screen.board) == 0
    assert sum(map(abs, driver.screen.board)) == 30
    driver.hold_both()
    assert isinstance(driver.last(), facts.Corrected)
    assert driver.match.position.own_on(7) == 1
    assert driver.match.on_roll is WHITE
    assert fold(driver.facts) == driver.state.standing
