"""A turn on the page in a real browser: by dragging, by clicking, by the keyboard alone."""

from __future__ import annotations

from tests.web.conftest import Demo, Sit
from tests.web.page_driver import NEAR_PLAY, Player

# Near player's places: White's points 1 to 12 are places 11 to 0 with the homes on the right.
POINT_8, POINT_6, POINT_5 = 4, 6, 7


def begin(player: Player, is_keyboard: bool = False) -> None:
    """Both are ready; White has won the opening roll and begins."""
    player.wait_line("White home: near, R")
    player.ready(is_keyboard, state="Opening roll")
    player.press_until(NEAR_PLAY, is_keyboard, state="Moving", rolling="false", onTurn="white")


def test_turn_by_dragging(demo: Demo, sit: Sit) -> None:
    demo.start("31")
    player = sit()
    begin(player)
    player.drag(POINT_8, POINT_5)
    player.drag(POINT_6, POINT_5)
    assert player.count(POINT_5) == 2
    player.wait_line("8/5 6/5")
    player.press_until(NEAR_PLAY, state="To roll", onTurn="black")


def test_turn_by_keyboard_alone(demo: Demo, sit: Sit) -> None:
    demo.start("31")
    player = sit()
    begin(player, is_keyboard=True)
    player.go_to(POINT_8)
    assert player.label(POINT_8) == "White point 8: 3 white checkers"
    player.carry(POINT_8, POINT_5)
    player.carry(POINT_6, POINT_5)
    player.wait_line("8/5 6/5")
    player.wait_spoken("8/5 6/5")
    player.press_until(NEAR_PLAY, is_keyboard=True, state="To roll", onTurn="black")


def test_checker_may_be_clicked_and_then_laid_and_a_page_that_goes_puts_it_back(demo: Demo, sit: Sit) -> None:
    demo.start("31")
    player, watcher = sit(), sit()
    player.wait_line("White home")
    mouse = player.page.mouse
    mouse.click(*player.top_of(POINT_6))
    player.wait(busy="1")
    mouse.click(*player.at_mm(100, 230))  # between the rows
    player.settle()
    watcher.wait_white(POINT_6, 4)
    mouse.click(*player.top_of(POINT_8))
    watcher.wait_white(POINT_8, 2)
    player.page.close()
    watcher.wait_white(POINT_8, 3)
