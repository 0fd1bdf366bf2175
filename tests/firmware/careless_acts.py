"""What careless people do at a table, as plain numbers: checkers anywhere, keys at any time, cables, a restart.

An act is four integers, so that hypothesis can make it smaller and a file can hold it. Whatever they are, it can be
done: a place without a checker stands for the next one that has some. Knows nothing of the game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from enum import IntEnum
from random import Random
from typing import Final, NamedTuple

from firmware.dice import ScriptedDice
from firmware.rehearsal.rig import Rig
from hardware.geometry import PLACES, SENSED_PLACES
from hardware.ports import KEYS
from hardware.virtual.hands import Step

DICE: Final = 400
"""More rolls than a sequence can ask for."""
HOLDS_S: Final = (0.1, 0.3, 0.45, 0.9, 1.7, 2.3)
MENU_S: Final = 1.7
WAITS_S: Final = (0.1, 0.5, 1.2, 2.2, 3.5, 6.0)


class Kind(IntEnum):
    LIFT = 0
    DROP = 1
    MOVE = 2
    TWO = 3
    SLIDE = 4
    BUMP = 5
    KEY = 6
    CHORD = 7
    KEY_DOWN = 8
    KEY_UP = 9
    HAND = 10
    WAIT = 11
    SWEEP = 12
    CABLE = 13
    RESTART = 14
    LAY = 15
    GO_ON = 16
    MEANT = 17
    MENU = 18
    ENTER = 19


WEIGHTS: Final = (
    *((Kind.LIFT, Kind.DROP, Kind.SLIDE, Kind.BUMP, Kind.HAND, Kind.CHORD, Kind.LAY) * 2),
    *((Kind.MOVE, Kind.TWO, Kind.WAIT, Kind.KEY_DOWN, Kind.KEY_UP) * 3),
    *((Kind.KEY,) * 6),
    *((Kind.GO_ON,) * 10),
    *((Kind.MEANT,) * 18),
    *((Kind.MENU,) * 2),
    *((Kind.ENTER,) * 3),
    *(Kind.SWEEP, Kind.CABLE, Kind.RESTART),
)
"""How often each is done: careless people mostly mean to play."""
LARGEST: Final = 29
"""The numbers of an act run from 0 to this; each act takes what it needs of them."""


class Act(NamedTuple):
    """What is done, and three numbers that say where, which key or how long."""

    kind: Kind
    first: int = 0
    second: int = 0
    third: int = 0


def acts_from(random: Random, count: int) -> list[Act]:
    """So many acts by chance."""
    return [Act(random.choice(WEIGHTS), *(random.randint(0, LARGEST) for _ in range(3))) for _ in range(count)]


class Careless:
    """Two people at a rig who do acts. Those from LAY on, but for MENU, are for who knows the game.."""

    def __init__(self, rig: Rig, random: Random) -> None:
        self.rig = rig
        self.random = random
        self.throw_dice_ahead()

    def throw_dice_ahead(self) -> None:
        """The dice of a rig are told before they fall."""
        assert isinstance(self.rig.dice, ScriptedDice)
        for _ in range(DICE):
            self.rig.dice.put(self.random.randint(1, 6), self.random.randint(1, 6))

    async def do(self, act: Act) -> None:
        """Do it, and be a while about it."""
        kind, first, second, third = act
        match kind:
            case Kind.LIFT | Kind.DROP | Kind.MOVE | Kind.TWO | Kind.SLIDE | Kind.BUMP | Kind.SWEEP:
                await self._checkers(act)
            case Kind.KEY:
                await self.hold((first % KEYS,), HOLDS_S[second % len(HOLDS_S)])
            case Kind.CHORD:
                await self.hold(_chord(first), HOLDS_S[second % len(HOLDS_S)])
            case Kind.MENU:
                await self.hold(_chord(first % 2), MENU_S)
            case Kind.KEY_DOWN:
                self.rig.board.press(first % KEYS)
                await asyncio.sleep(HOLDS_S[second % len(HOLDS_S)])
            case Kind.KEY_UP:
                self.rig.board.release(first % KEYS)
                await asyncio.sleep(HOLDS_S[second % len(HOLDS_S)])
            case Kind.HAND:
                self.rig.board.is_hand = not self.rig.board.is_hand
            case Kind.WAIT:
                await asyncio.sleep(WAITS_S[third % len(WAITS_S)])
            case Kind.CABLE:
                self.turn_cable()
                await asyncio.sleep(WAITS_S[third % len(WAITS_S)])
            case Kind.RESTART:
                await self.restart()
            case _:
                raise ValueError(f"{kind!r} is for people who know the game")

    async def hold(self, keys: Sequence[int], hold_s: float) -> None:
        """Press these keys together, and let them go after a while."""
        for key in keys:
            self.rig.board.press(key)
        await asyncio.sleep(hold_s)
        for key in keys:
            self.rig.board.release(key)
        await asyncio.sleep(0.15)

    def turn_cable(self) -> None:
        """Pull the scanner's cable, or put it in again."""
        if self.rig.scanner.is_plugged:
            self.rig.scanner.unplug()
        else:
            self.rig.scanner.plug()

    async def restart(self) -> None:
        """Stop the daemon in order and start it on the same journal."""
        self.rig.daemon.close()
        self.rig.work.forget()  # nobody waits any more for what was on its way to the disk
        await asyncio.sleep(0.1)  # so that the scanner sees its port closed
        await self.rig.restart(self.rig.path)
        self.throw_dice_ahead()
        await asyncio.sleep(1.0)

    async def _checkers(self, act: Act) -> None:
        hands = self.rig.hands
        await self.rig.do(hands.reach())
        for step in self._gestures(act):
            await self.rig.do(step)
        if act.third % 3:
            await self.rig.do(hands.withdraw())

    def _gestures(self, act: Act) -> list[Sequence[Step]]:
        kind, first, second, third = act
        hands, target = self.rig.hands, second % PLACES
        source = self._from(first)
        match kind:
            case Kind.LIFT:
                return [hands.lift(source)] if source is not None else []
            case Kind.DROP:
                return [hands.drop(target)] if hands.in_hand else []
            case Kind.BUMP:
                return [hands.nudge(first % SENSED_PLACES, 1.0 + second)]
            case Kind.SWEEP:
                return [hands.sweep()]
            case _ if source is None:
                return []
            case Kind.MOVE:
                return [hands.move(source, target)]
            case Kind.SLIDE:
                return [hands.slide(source, target, rest_s=0.6 if third % 2 else 0.0)]
            case _:
                return self._two(source, target, third)

    def _two(self, source: int, target: int, third: int) -> list[Sequence[Step]]:
        """Two checkers in the hand at once, laid on two places or both on one."""
        hands = self.rig.hands
        sources = [source, source if hands.count(source) > 1 else self._from(third, but=source)]
        lifts: list[Sequence[Step]] = [hands.lift(place) for place in sources if place is not None]
        targets = (target, third % PLACES)
        return [*lifts, *(hands.drop(place) for place in targets[: len(lifts)])]

    def _from(self, first: int, but: int | None = None) -> int | None:
        """The place meant, or the next one with a checker."""
        places = [(first + step) % PLACES for step in range(PLACES)]
        return next((place for place in places if self.rig.hands.count(place) and place != but), None)


def _chord(number: int) -> tuple[int, ...]:
    """Two keys or more: of one seat, of both seats, or all."""
    return ((0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (0, 1, 2, 3))[number % 6]
