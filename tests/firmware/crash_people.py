"""Two people at a table in real time: they know the game and the screen, nothing of the daemon.

After a kill they look at the screen, press PLAY and go on; they remember which dice they saw.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from engine.plays import Play, Roll, legal_plays
from engine.position import BAR, START, Position, Side
from firmware.board_map import REFERENCE_LAYOUT
from firmware.rehearsal.laying import counts_by_place
from firmware.rehearsal.players import QUESTION_S
from hardware.geometry import PLACES
from hardware.ports import Key
from hardware.virtual.hands import perform
from tests.firmware.crash_killed import KilledError, KilledTable, Seen
from tests.firmware.replay_expectations import seen as read_as

PACE = 0.3
"""They are quick to reach and to answer, but lay one checker after the other."""
SIDES = {"White": Side.WHITE, "Black": Side.BLACK}


async def brisk(wait_s: float) -> None:
    await asyncio.sleep(wait_s * PACE)


class People:
    """Play a match of one point that is resigned after `turns` turns. `rolls` and `ends`: what they saw and did."""

    def __init__(self, table: KilledTable, turns: int) -> None:
        self.table = table
        self.turns = turns
        self.position = START
        self.rolls: list[Roll] = []
        self.ends: list[Position] = []
        self._begun: Play | None = None
        self.table.hands.set_up(counts_by_place(START, REFERENCE_LAYOUT))

    async def play(self) -> None:
        """The whole match, starting the daemon again whenever it was killed."""
        await self.table.start()
        while True:
            try:
                while not _is_over(await self.table.until(_is_at_rest, "the table at rest")):
                    await self._act()
                return
            except KilledError:
                await self.table.start()

    async def _act(self) -> None:
        """Do what the screen asks for, and wait until it asks for something else."""
        screen = self.table.screen
        assert screen is not None
        first = screen.lines[0]
        word, _, doing = screen.turn.partition(" to ")
        if first.startswith("Go on?"):
            await self._both_press(lambda seen: not seen.lines[0].startswith("Go on?"))
        elif not word:
            self._see(await self._both_press(lambda seen: bool(seen.shown.dice)))
            await self.table.moment("opening dice shown")
        elif first.startswith("Resigns"):
            await brisk(QUESTION_S / PACE)
            await self.table.press(_seat(SIDES[word]), Key.PLAY, _is_over)
        elif doing == "roll":
            await self._roll_or_resign(SIDES[word])
        else:
            await self._play(SIDES[word], screen, doing)

    async def _both_press(self, until: Callable[[Seen], bool]) -> Seen:
        for seat in (0, 1):
            await self.table.press(seat, Key.PLAY)
        return await self.table.until(until, "an answer to both PLAY")

    async def _roll_or_resign(self, side: Side) -> None:
        if len(self.ends) < len(self.rolls):
            self._passed(side.other)
        seat = _seat(side)
        if len(self.ends) == self.turns:
            await self.table.press(seat, Key.CUBE, lambda seen: seen.lines[0].startswith("Resign "))
            await self.table.press(seat, Key.CUBE, lambda seen: seen.lines[0].startswith("Resigns"))
            await self.table.moment("resignation offered")
            return
        await self.table.press(seat, Key.PLAY)
        await self.table.moment("PLAY pressed to roll")
        self._see(await self.table.until(lambda seen: bool(seen.shown.dice), "the dice"))
        await self.table.moment("dice shown")

    def _passed(self, side: Side) -> None:
        """The screen asks the other side to roll: the play of the last roll is passed."""
        assert self._begun is not None, "dice that were seen are gone, or the turn went on without a play"
        end, self._begun = self._begun.end, None
        self.ends.append(end)
        self.position = end if side is Side.WHITE else end.turned

    async def _play(self, side: Side, screen: Seen, doing: str) -> None:
        self._see(screen)
        if self._begun is None:
            self._begun = self._choose(side)
            await self._move(side, self._begun)
        elif doing == "move":
            await self._finish(side, self._begun)
        await self.table.press(_seat(side), Key.PLAY)
        await self.table.moment("PLAY pressed to pass")
        await self.table.until(lambda seen: seen.turn != screen.turn, "the turn to pass")

    def _see(self, screen: Seen) -> None:
        """Dice seen for this turn; once seen they never change. Equal dice of the opening are rolled again."""
        first, second = screen.shown.dice[:2]
        if first == second and not self.ends and " to " not in screen.turn:
            return
        roll = Roll(max(first, second), min(first, second))
        if len(self.rolls) == len(self.ends):
            self.rolls.append(roll)
        assert self.rolls[-1] == roll, f"the dice were {self.rolls[-1]} and are {roll}"

    def _choose(self, side: Side) -> Play:
        """The first legal play that no other reads like, so that nothing must be asked."""
        seen = self.position if side is Side.WHITE else self.position.turned
        plays = legal_plays(seen, self.rolls[-1]) or (Play((), seen),)
        alike = Counter(read_as(play.end) for play in plays)
        return next(play for play in plays if alike[read_as(play.end)] == 1)

    async def _move(self, side: Side, play: Play) -> None:
        hands, place = self.table.hands, REFERENCE_LAYOUT.place_of
        await perform(hands.reach(), brisk)
        for move in play.moves:
            if move.is_hit:
                await perform(hands.move(place(side, move.end), place(side.other, BAR)), asyncio.sleep)
            await perform(hands.lift(place(side, move.start)), asyncio.sleep)
            await self.table.moment("checker in the hand")
            await perform(hands.drop(place(side, move.end)), asyncio.sleep)
        await perform(hands.withdraw(), brisk)

    async def _finish(self, side: Side, play: Play) -> None:
        """Lay what the kill has left in the hand or where it was."""
        hands = self.table.hands
        target = counts_by_place(play.end if side is Side.WHITE else play.end.turned, REFERENCE_LAYOUT)
        lacking = [place for place in range(PLACES) for _ in range(target[place] - hands.count(place))]
        for place in lacking:
            if not hands.in_hand:
                source = next(p for p in range(PLACES) if hands.count(p) > target[p])
                await perform(hands.lift(source), asyncio.sleep)
            await perform(hands.drop(place), asyncio.sleep)


def _seat(side: Side) -> int:
    return REFERENCE_LAYOUT.seat_of(side)


def _is_at_rest(seen: Seen) -> bool:
    """The dice lie still, and it is somebody's turn or nobody's game yet."""
    asks = " to " in seen.turn or seen.lines[0].startswith("Go on?") or _is_over(seen)
    return not seen.is_rolling and (asks or not seen.is_match)


def _is_over(seen: Seen) -> bool:
    return "wins the match" in seen.lines[0]
