"""From scans to the table with a hand over the board: nothing is warned of, won or recorded that nobody asked for."""

from __future__ import annotations

from engine.actions import Played
from engine.plays import Roll
from engine.position import START, Position
from firmware.table_state import State
from tests.firmware.oracle_images import Counts, counts, near_place
from tests.firmware.table_driver import NEAR, PLAY, Driver, going_on, position
from tests.firmware.test_chain import Board

LAST_ONE = position({1: 1}, {24: 5, 23: 5})


class Game:
    """A board's scans go through the chain to the table; White, near, has rolled."""

    def __init__(self, at: Position, roll: Roll) -> None:
        self.driver: Driver = going_on(at, roll=roll)
        self.board = Board(self.driver.state, counts(at))
        self.board.now_s = self.driver.now_s
        self.scan(1.0)
        self.board.chain.accept()
        self.board.prepare(at, roll)
        self.scan(1.0)

    def scan(self, seconds: float) -> None:
        for _ in range(round(seconds * 50)):
            events = self.board.scan()
            self.driver.wait(self.board.now_s - self.driver.now_s)
            for event in events:
                self.driver.feed(event)
            self.board.state = self.driver.state

    def lay(self, read: Counts, *, is_hand: bool) -> None:
        self.board.is_hand = is_hand
        self.scan(0.1)
        self.board.lay(read)
        self.board.now_s = self.driver.now_s
        self.board.chain.read_again()
        self.scan(5.0)


def moved(at: Position, start: int, end: int) -> Counts:
    """One checker of the near player from point to point; 0 is off."""
    read = list(counts(at))
    read[near_place(start)] -= 1
    if end:
        read[near_place(end)] += 1
    return tuple(read)


def check_no_warning_comes_under_a_hand() -> None:
    game = Game(START, Roll(5, 3))
    game.lay(moved(START, 24, 15), is_hand=True)
    assert game.driver.lines == ("", "")
    game.board.is_hand = False
    game.scan(2.0)
    assert game.driver.lines == ("24 to 15 is 9:", "you rolled 5 3")


def check_no_game_ends_under_a_hand() -> None:
    game = Game(LAST_ONE, Roll(6, 5))
    game.lay(moved(LAST_ONE, 1, 0), is_hand=True)
    assert game.driver.at() is State.MOVING
    game.board.is_hand = False
    game.scan(2.0)
    assert game.driver.at() is State.GAME_OVER


def check_an_illegal_play_is_never_recorded() -> None:
    """24/15 with 5-3, one pip more than the legal 24/16: PLAY does not pass it, however near it is."""
    game = Game(START, Roll(5, 3))
    game.lay(moved(START, 24, 15), is_hand=False)
    game.driver.tap(NEAR, PLAY)
    game.scan(2.0)
    assert game.driver.at() is State.MOVING
    assert not [body for body in game.driver.facts if isinstance(body, Played)]


def test_no_warning_comes_under_a_hand() -> None:
    check_no_warning_comes_under_a_hand()


def test_no_game_ends_under_a_hand() -> None:
    check_no_game_ends_under_a_hand()


def test_an_illegal_play_is_never_recorded() -> None:
    check_an_illegal_play_is_never_recorded()
