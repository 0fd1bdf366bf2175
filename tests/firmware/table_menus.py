"""Scenes in the menu: its items, the corrections, digits; table_scenes.py has the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.position import START
from firmware.menu import Item
from firmware.policy import House
from tests.firmware.table_driver import CUBE, NEAR, PLAY, Driver, begun, going_on


def menu_after(presses: int) -> Driver:
    driver = going_on(START, match=begun(7, white_score=3, black_score=1))
    driver.chord(NEAR)
    for _ in range(presses):
        driver.tap(NEAR, PLAY)
    return driver


def correct_after(presses: int) -> Driver:
    """The page of corrections, so many items down."""
    driver = menu_after(ITEMS.index(Item.CORRECT))
    driver.hold(NEAR, PLAY)
    for _ in range(presses):
        driver.tap(NEAR, PLAY)
    return driver


def _items(make: Callable[[int], Driver]) -> tuple[Item, ...]:
    """All items of a page, in order, found by pressing PLAY."""
    found: list[Item] = []
    while (item := make(len(found)).state.menu.item) not in found:
        found.append(item)
    return tuple(found)


ITEMS: Final = _items(menu_after)
CORRECTIONS: Final = _items(correct_after)


def digits() -> Driver:
    """The score is corrected."""
    driver = correct_after(CORRECTIONS.index(Item.SCORE))
    driver.hold(NEAR, PLAY)
    driver.tap(NEAR, CUBE)
    return driver


def tournament_menu() -> Driver:
    driver = going_on(
        START, match=begun(7, white_score=3, black_score=1, policy="tournament"), house=House(director_code="1234")
    )
    driver.chord(NEAR)
    return driver
