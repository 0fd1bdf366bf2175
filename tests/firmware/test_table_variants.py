"""Nackgammon, Hypergammon and LongGammon at the table: chosen in the menu, set up, played with their own checkers.

Start positions as the variants' rules give them: Nackgammon moves two checkers to 23; Hypergammon has one each on 24,
23 and 22; LongGammon all fifteen on 24.
"""

from __future__ import annotations

import pytest

from engine.actions import GameSettled
from engine.position import Position
from firmware import facts
from firmware.board_map import REFERENCE_LAYOUT
from firmware.effects import ReadAgain
from firmware.inputs import BoardSettled
from firmware.menu import Item
from firmware.policy import House
from firmware.table_state import State, TableState
from firmware.verdicts import Complete
from tests.firmware.oracle_images import counts
from tests.firmware.table_driver import CUBE, FAR, NEAR, PLAY, WHITE, Driver, begun, going_on
from tests.firmware.test_chain import Board

STARTS = {
    "nackgammon": {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    "hypergammon": {24: 1, 23: 1, 22: 1},
    "hypergammon-2": {24: 1, 23: 1},
    "hypergammon-1": {24: 1},
    "longgammon": {24: 15},
}


def start_of(name: str) -> Position:
    return Position.of(STARTS[name], STARTS[name], sum(STARTS[name].values()))


@pytest.mark.parametrize("name", STARTS)
def test_start_of_the_variant_is_what_set_up_waits_for(name: str) -> None:
    board = Board(TableState(House(variant=name)))
    told = board.lay(counts(start_of(name)))
    settled = [event for event in told if isinstance(event, BoardSettled)]
    assert settled[-1].start_layout == REFERENCE_LAYOUT
    assert settled[-1].differs == ()


@pytest.mark.parametrize("name", STARTS)
def test_start_of_another_game_is_none_of_the_variant(name: str) -> None:
    board = Board(TableState(House()))
    told = board.lay(counts(start_of(name)))
    settled = [event for event in told if isinstance(event, BoardSettled)]
    assert settled[-1].start_layout is None


@pytest.mark.parametrize("name", STARTS)
def test_match_is_begun_and_kept_with_its_variant(name: str) -> None:
    driver = Driver(House(variant=name), dice=[(3, 1)])
    driver.set_up()
    begun_with = next(body for body in driver.facts if isinstance(body, facts.MatchBegun))
    assert begun_with.variant == name
    assert driver.match.position == start_of(name)
    again = Driver(bodies=driver.facts)
    assert again.match.position == start_of(name)


def test_hypergammon_is_played_to_its_end_with_three_checkers() -> None:
    match = begun(1, variant="hypergammon")
    driver = going_on(Position.of({1: 1}, {1: 2, 2: 1}, 3), match=match)
    assert driver.screen.white_off == 2
    driver.roll(6, 5)
    driver.move(Complete(driver.plays()[0]))
    driver.wait(1.1)
    assert driver.at() is State.MATCH_OVER


def test_next_game_begins_with_the_variant_again() -> None:
    driver = going_on(start_of("nackgammon"), match=begun(5, variant="nackgammon"), then=(GameSettled(WHITE, 1),))
    driver.next_game()
    assert driver.match.position == start_of("nackgammon")


def test_variant_is_stepped_in_the_menu_and_the_board_held_against_it() -> None:
    driver = Driver()
    driver.settle(start_layout=REFERENCE_LAYOUT)
    driver.chord(NEAR)
    while driver.state.menu.item is not Item.VARIANT:
        driver.tap(NEAR, PLAY)
    driver.effects.clear()
    names = []
    for _ in range(6):
        driver.tap(NEAR, CUBE)
        names.append(driver.state.house.variant)
    assert names == [*STARTS, "backgammon"]
    assert ReadAgain() in driver.effects
    driver.hold(FAR, CUBE)
    assert driver.at() is State.SET_UP
    driver.tap(NEAR, PLAY)
    driver.tap(FAR, PLAY)
    driver.wait(2)
    assert driver.at() is State.SET_UP  # until the board was read anew
    driver.settle(start_layout=REFERENCE_LAYOUT)
    driver.wait(1.1)
    assert driver.at() is State.OPENING_ROLL
