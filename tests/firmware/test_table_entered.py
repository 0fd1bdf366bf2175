"""A position that is entered from outside says nothing of the board as it stands: no reading of before counts then."""

from __future__ import annotations

from engine.position import START
from firmware.effects import AcceptBoard, ForgetBoard
from firmware.inputs import PositionEntered
from tests.firmware.table_driver import BLACK, going_on, position

LATER = position({13: 5, 6: 5, 3: 5}, {24: 5, 12: 5, 19: 5})


def test_what_the_cells_held_before_a_position_was_entered_is_forgotten() -> None:
    driver = going_on(START)
    driver.effects.clear()
    driver.feed(PositionEntered(driver.now_s, LATER, BLACK))
    assert ForgetBoard() in driver.effects
    assert not any(isinstance(effect, AcceptBoard) for effect in driver.effects)
