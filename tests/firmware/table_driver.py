"""Drives the table as a pure machine: keys, boards and time by hand. Answers dice and preparation as a daemon would.

The dice are handed in beforehand; the verdicts come from the tests, so the table is tested without the referee.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.actions import GameStarted
from engine.match import Match
from engine.notation import apply_hops, read_moves
from engine.plays import Play, Roll, legal_plays, play_to, play_tree
from engine.position import Position, Side
from firmware import facts, table
from firmware.board_map import REFERENCE_LAYOUT, Layout, counts_of_image, image_of
from firmware.effects import DrawDice, Effect, Light, MakeSound, PrepareTurn, Show, Sound, WakeAt
from firmware.inputs import (
    BoardSettled,
    BoardStirred,
    DiceDrawn,
    Input,
    KeyPressed,
    KeyReleased,
    TurnPrepared,
    Woke,
)
from firmware.policy import House
from firmware.screens import Screen
from firmware.standing import fold
from firmware.table_state import State, TableState
from firmware.verdicts import Complete, Verdict
from hardware.geometry import R1
from hardware.ports import DARK, LAMPS, Key, Lamp

NEAR, FAR = 0, 1
WHITE, BLACK = Side.WHITE, Side.BLACK
PLAY, CUBE = Key.PLAY, Key.CUBE
SHORT_S, HELD_S, BOTH_S, MENU_S = 0.1, 0.75, 2.05, 1.6

Differs = tuple[tuple[int, int, int], ...]


def position(own: dict[int, int], theirs: dict[int, int]) -> Position:
    """Both sides' checkers in the numbering of the side that looks."""
    return Position.of(own, {25 - point: n for point, n in theirs.items()})


def counts_of(match: Match, layout: Layout) -> tuple[int, ...]:
    """What the 26 places read when the match's position stands on the board."""
    return counts_of_image(image_of(match.position, R1), layout, WHITE)


def begun(length: int = 7, **changes: Any) -> facts.MatchBegun:
    values: dict[str, Any] = {
        "length": length,
        "policy": "club",
        "white_name": "Ann",
        "black_name": "Bob",
        "white_seat": NEAR,
        "home_is_right": True,
    }
    return facts.MatchBegun(**{**values, **changes})


class Driver:
    """One table. `facts`, `effects`, `sounds` and `changes` of state grow; `screen` and `lamps` are the latest."""

    def __init__(
        self,
        house: House | None = None,
        dice: Sequence[tuple[int, int]] = (),
        bodies: Sequence[facts.Body] = (),
        answers_prepare: bool = True,
        day: str = "",
    ) -> None:
        self.house = house or House(white_name="Ann", black_name="Bob")
        self.dice = list(dice)
        self.facts: list[facts.Body] = list(bodies)
        self.effects: list[Effect] = []
        self.sounds: list[Sound] = []
        self.changes: set[tuple[State, State]] = set()
        self.screen = Screen()
        self.lamps: tuple[Lamp, ...] = (DARK,) * LAMPS
        self.answers_dice, self.answers_prepare = True, answers_prepare
        self.now_s = 100.0
        self._inbox: list[Input] = []
        self.wake_s: float | None = None
        first = table.start(self.house, fold(self.facts), self.now_s, day=day)
        self.state: TableState = first.state
        self._carry_out(first.effects)
        self.feed(Woke(self.now_s))

    # Inputs

    def feed(self, event: Input) -> None:
        """One input, and those that the daemon would answer its effects with."""
        self._inbox.append(event)
        while self._inbox:
            outcome = table.step(self.state, self._inbox.pop(0))
            if outcome.state.at is not self.state.at:
                self.changes.add((self.state.at, outcome.state.at))
            self.state = outcome.state
            self.facts += outcome.facts
            self._carry_out(outcome.effects)

    def _carry_out(self, effects: Sequence[Effect]) -> None:
        self.effects += effects
        for effect in effects:
            match effect:
                case Show(screen):
                    self.screen = screen
                case Light(lamps):
                    self.lamps = lamps
                case MakeSound(sound):
                    self.sounds.append(sound)
                case WakeAt(at_s):
                    self.wake_s = at_s
                case DrawDice() if self.answers_dice:
                    self._inbox.append(DiceDrawn(self.now_s, *(self.dice.pop(0) if self.dice else (3, 1))))
                case PrepareTurn(seen, _, roll) if self.answers_prepare:
                    tree = play_tree(seen, roll)
                    self._inbox.append(TurnPrepared(self.now_s, not tree.plays, tree))
                case _:
                    pass

    def wait(self, seconds: float) -> None:
        """Let time pass; the table is woken when it asked to be, and at the end."""
        until_s = self.now_s + seconds
        while self.wake_s is not None and self.wake_s <= until_s:
            self.now_s, self.wake_s = max(self.now_s, self.wake_s), None
            self.feed(Woke(self.now_s))
        self.now_s = until_s

    def press(self, seat: int, key: Key) -> None:
        self.feed(KeyPressed(self.now_s, seat, key))

    def let_go(self, seat: int, key: Key) -> None:
        self.feed(KeyReleased(self.now_s, seat, key))

    def tap(self, seat: int, key: Key, for_s: float = SHORT_S) -> None:
        self.press(seat, key)
        self.wait(for_s)
        self.let_go(seat, key)

    def hold(self, seat: int, key: Key) -> None:
        self.tap(seat, key, HELD_S)

    def hold_both(self, for_s: float = BOTH_S) -> None:
        self.press(NEAR, PLAY)
        self.press(FAR, PLAY)
        self.wait(for_s)
        self.let_go(NEAR, PLAY)
        self.let_go(FAR, PLAY)

    def chord(self, seat: int, for_s: float = MENU_S) -> None:
        """Both keys of a seat at once, as for the menu."""
        self.press(seat, PLAY)
        self.wait(0.1)
        self.press(seat, CUBE)
        self.wait(for_s)
        self.let_go(seat, PLAY)
        self.let_go(seat, CUBE)

    def think(self) -> None:
        """Wait until keys are no longer ignored after a question."""
        self.wait(1.1)

    def stir(self, is_hand: bool = True) -> None:
        self.feed(BoardStirred(self.now_s, is_hand))

    def settle(
        self,
        verdict: Verdict | None = None,
        differs: Differs = (),
        is_hand: bool = False,
        start_layout: Layout | None = None,
        counts: tuple[int, ...] | None = None,
    ) -> None:
        if counts is None:
            counts = counts_of(self.match, self.state.layout) if self.state.standing else (0,) * 26
        self.feed(BoardSettled(self.now_s, is_hand, verdict, differs, start_layout, counts))

    def move(self, verdict: Verdict, *, is_hand: bool = False) -> None:
        """A hand moves checkers; the board is then quiet and reads so."""
        self.stir()
        self.wait(0.5)
        self.settle(verdict, is_hand=is_hand)

    # Whole turns

    def at(self) -> State:
        """Where the table is; a call, so that type checkers do not take it to stay so."""
        return self.state.at

    def last(self) -> facts.Body:
        """The latest fact."""
        return self.facts[-1]

    @property
    def match(self) -> Match:
        return self.state.match

    @property
    def lines(self) -> tuple[str, str]:
        return self.screen.lines

    @property
    def roller(self) -> int:
        """The seat of the side on turn."""
        side = self.match.on_roll
        assert side is not None
        return self.state.layout.seat_of(side)

    @property
    def other(self) -> int:
        return 1 - self.roller

    def set_up(self, layout: Layout = REFERENCE_LAYOUT) -> None:
        """The start position stands and both are ready; after a second the game begins and the opening is rolled."""
        self.settle(start_layout=layout)
        self.tap(NEAR, PLAY)
        self.tap(FAR, PLAY)
        self.wait(1.1)

    def next_game(self, layout: Layout = REFERENCE_LAYOUT) -> None:
        """After a game both want the next, and set up for it."""
        self.tap(NEAR, PLAY)
        self.tap(FAR, PLAY)
        self.settle(start_layout=layout)
        self.wait(1.05)

    def plays(self) -> tuple[Play, ...]:
        side, roll = self.match.on_roll, self.match.roll
        assert side is not None
        assert roll is not None
        return legal_plays(self.match.seen_by(side), roll)

    def roll(self, first: int, second: int) -> None:
        """The side on turn rolls these dice and sees them lie."""
        self.dice.append((first, second))
        self.settle()
        self.tap(self.roller, PLAY)
        self.wait(1.1)

    def make(self, play: Play) -> None:
        """The side on turn makes a play and passes the turn."""
        self.move(Complete(play))
        self.tap(self.roller, PLAY)


def going_on(
    at: Position,
    on_roll: Side = WHITE,
    *,
    roll: Roll | None = None,
    house: House | None = None,
    match: facts.MatchBegun | None = None,
    then: Sequence[facts.Body] = (),
) -> Driver:
    """A table in the middle of a game: `at` is the view of `on_roll`. With a roll that is what is on the table."""
    seen_by_white = at if on_roll is WHITE else at.turned
    bodies: list[facts.Body] = [match or begun(), GameStarted(seen_by_white, on_roll), *then]
    driver = Driver(house, bodies=bodies)
    driver.settle()
    driver.tap(NEAR, PLAY)
    driver.tap(FAR, PLAY)
    if roll is not None:
        driver.roll(*roll)
    return driver


def playing(driver: Driver, text: str) -> Play:
    """The legal play written so, as in `8/5 6/5`."""
    side, roll = driver.match.on_roll, driver.match.roll
    assert side is not None
    assert roll is not None
    seen = driver.match.seen_by(side)
    play = play_to(seen, roll, apply_hops(seen, read_moves(text)))
    assert play is not None, f"{text} is no legal play"
    return play
