"""Two careless people at a table of virtual parts, and what must hold whatever they do.

Never an exception, never a lost checker, and always a way on: in the end they do what the documents say and no more,
until a turn is played or a new game begins, without a restart.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from engine.actions import Action, GameStarted, Played
from engine.position import Position, Side, slots
from firmware.facts import Corrected, decode
from firmware.inputs import PositionEntered
from firmware.journal import open_journal
from firmware.old_matches import standing_of
from firmware.policy import House, IllegalPlay, Policy, Times
from firmware.rehearsal.rig import Rig, run_simulated
from firmware.screens import COLUMNS
from firmware.simulated_time import SimulatedLoop
from firmware.standing import Standing
from firmware.table_state import State
from hardware.ports import KEYS
from hardware.virtual.styles import STYLES
from tests.firmware.careless_acts import Act, Careless, Kind
from tests.firmware.careless_way_on import Way, WayOn
from tests.firmware.table_driver import position

TOURNAMENT: Final = House(policy=Policy.TOURNAMENT)
HOUSES: Final = (
    House(),
    House(length=1, policy=Policy.HOME, white_seat=1),
    House(length=0, has_jacoby=True, has_beavers=True, automatic_doubles=2),
    House(length=3, clock="free", clock_reserve_s=20.0, clock_delay_s=3.0, times=Times(no_play_passes_after_s=3.0)),
    replace(TOURNAMENT, director_code="1234", clock="us_2013"),
    replace(TOURNAMENT, illegal_play=IllegalPlay.CONDONE),
    replace(TOURNAMENT, illegal_play=IllegalPlay.SILENT, has_holland=True),
    House(variant="hypergammon", length=0, policy=Policy.HOME, is_flipping=False),
    House(variant="nackgammon", length=5),
)
"""Tables of every policy, with and without cube rules, clock and other starts."""
SCANS_HZ: Final = 25.0
"""As slow as a scanner may be: half the time of the usual rate."""
POSITIONS: Final = (
    position({1: 15}, {24: 15}),
    position({1: 8, 2: 6, 3: 1}, {22: 7, 23: 7, 24: 1}),
    position({25: 1, 6: 14}, {24: 2, 23: 2, 22: 2, 21: 2, 20: 2, 19: 5}),
    position({24: 2, 13: 1, 1: 12}, {23: 1, 22: 1, 6: 13}),
    position({1: 1}, {24: 1}),
    position({25: 2, 20: 2, 13: 5, 6: 6}, {0: 2, 5: 2, 12: 5, 19: 6}),
)
"""Entered on the page: tall stacks to bear off, a side that cannot move, blots and bars, a game nearly over."""
ANSWERS: Final = 60
"""So many things people do, one after the other, before they give up."""
WAY_ON_S: Final = 400.0
"""So much table time they take at most, with the half minute a cable may need."""


class CarelessError(AssertionError):
    """What must never happen did; the message says what, and where the table stood."""


class Ride(NamedTuple):
    """What came of a sequence: table time in all and for the way on, facts kept, and the states the acts led to."""

    table_s: float
    way_on_s: float
    facts: int
    states: tuple[State, ...]


def ride(
    acts: Sequence[Act],
    house: int = 0,
    seed: int = 1,
    way: Way = Way.PUT_RIGHT,
    style: str = "exact",
    tell: Callable[[str], None] = lambda line: None,
) -> Ride:
    """Do these acts at a table, then find the way on. Raises CarelessError, or whatever the table raised.

    `house` chooses one of HOUSES, `style` the hands. `tell` is told where the table stands after each act.
    """
    with TemporaryDirectory() as folder, _no_thread_fails():
        return run_simulated(lambda loop: _Table(loop, Path(folder), house, seed, style, tell).ride(acts, way))


@contextmanager
def _no_thread_fails() -> Iterator[None]:
    failed: list[threading.ExceptHookArgs] = []
    before, threading.excepthook = threading.excepthook, failed.append
    try:
        yield
    finally:
        threading.excepthook = before
    for args in failed:
        raise CarelessError(f"a thread failed: {args.exc_value!r}") from args.exc_value


class _Table:
    """One table and its two people."""

    def __init__(
        self, loop: SimulatedLoop, folder: Path, house: int, seed: int, style: str, tell: Callable[[str], None]
    ) -> None:
        self.loop = loop
        self._tell = tell
        self.failure: BaseException | None = None
        loop.set_exception_handler(self._failed)
        self.rig = Rig(loop, folder, HOUSES[house % len(HOUSES)], style=style, seed=seed, rate_hz=SCANS_HZ)
        self.people = WayOn(self.rig, Random(seed))
        self.careless = Careless(self.rig, Random(seed))

    def _failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.failure = self.failure or context.get("exception") or CarelessError(context["message"])

    async def ride(self, acts: Sequence[Act], way: Way) -> Ride:
        """From the start position, through all acts, to a turn that is played."""
        await self.rig.start()
        try:
            await self.people.answer()
            states = []
            for act in acts:
                await self._do(act)
                states.append(self.rig.daemon.state.at)
                self._say(f"{act.kind.name} {act[1:]}")
                self._check()
            began_s = self.loop.time()
            await self._find_the_way_on(way)
            took_s = self.loop.time() - began_s
            facts = self._check_record()
        finally:
            await self.rig.stop()
        return Ride(self.loop.time(), took_s, facts, tuple(states))

    def _say(self, what: str) -> None:
        self._tell(f"{self.loop.time():7.1f} s {what}: {self.rig.where()}")

    async def _do(self, act: Act) -> None:
        if act.kind is Kind.GO_ON:
            await self.people.answer()
        elif act.kind is Kind.LAY:
            standing = self.rig.daemon.state.standing
            start = standing.match.rules.start if standing else self.rig.daemon.state.house.start
            await self.people.lay(start if standing is None or act.first % 2 else standing.match.position)
        elif act.kind is Kind.MEANT:
            await self.people.press_what_means_something(act.first)
        elif act.kind is Kind.ENTER:
            position = POSITIONS[act.first % len(POSITIONS)]
            await self.people.lay(position)
            self.rig.daemon.take(PositionEntered(self.loop.time(), position, Side(act.second % 2)))
        else:
            await self.careless.do(act)

    # What must hold

    def _check(self) -> None:
        """After each act: nothing has failed, what the screen says fits, and all checkers are there."""
        if self.failure is not None:
            raise CarelessError(f"{self.failure!r}; {self.rig.where()}") from self.failure
        screen = self.rig.daemon.screen
        if screen is not None and any(len(line) > COLUMNS for line in screen.lines):
            raise CarelessError(f"{screen.lines} are more than {COLUMNS} characters; {self.rig.where()}")
        standing = self.rig.daemon.state.standing
        if standing is not None:
            self._count(standing.match.position, standing)

    def _count(self, position: Position, standing: Standing) -> None:
        whole = _checkers(standing.match.rules.start)
        if _checkers(position) != whole:
            raise CarelessError(f"{_checkers(position)} checkers, not {whole}: {position}; {self.rig.where()}")

    def _check_record(self) -> int:
        """What is on disk: every position whole, and together what the table holds. Returns how many facts."""
        self.rig.daemon.close()
        self._check()
        standing = self.rig.daemon.state.standing
        journal = open_journal(self.rig.path)
        try:
            rows = list(journal.rows())
            kept = {summary.match: standing_of(journal, summary.match) for summary in journal.matches()}
        finally:
            journal.close()
        for row in rows:
            body, of_match = decode(row.kind, row.body), kept.get(row.match)
            if of_match is not None and isinstance(body, Played | Corrected):
                self._count(body.new if isinstance(body, Corrected) else body.end, of_match)
        if standing is not None and standing not in kept.values():
            raise CarelessError(f"the journal's facts do not come to what the table holds; {self.rig.where()}")
        return len(rows)

    # The way on

    async def _find_the_way_on(self, way: Way) -> None:
        for key in range(KEYS):
            self.rig.board.release(key)
        self.rig.scanner.plug()
        self.rig.hands.style = STYLES["exact"]  # now they mind what they do
        self.rig.board.is_hand = False
        await asyncio.sleep(1.0)
        end_s = self.loop.time() + WAY_ON_S
        states = []
        for number in range(ANSWERS):
            before, state = self._actions(), self.rig.daemon.state.at
            states.append(state)
            if way is Way.ACCEPT and number < 3:
                await self.people.accept()
            elif way is Way.LAY_THE_START and number < 12:
                await self.people.lay_the_start()
            if self.rig.daemon.state.at is state:
                await self.people.answer()
            self._say(f"the way on from {state.value}")
            self._check()
            if _has_gone_on(before, self._actions()):
                return
            if self.loop.time() > end_s:
                break
        names = ", ".join(state.value for state in states[-12:])
        raise CarelessError(f"no way on after {len(states)} answers, last in {names}; {self.rig.where()}")

    def _actions(self) -> tuple[Action, ...]:
        standing = self.rig.daemon.state.standing
        return standing.actions if standing is not None else ()


def _checkers(position: Position) -> tuple[int, int]:
    own, opp = (sum(count for _, count in slots(packed)) for packed in (position.own, position.opp))
    return own, opp


def _has_gone_on(before: tuple[Action, ...], now: tuple[Action, ...]) -> bool:
    """Whether a legal play was made or a game has begun meanwhile."""
    new = now[len(before) :] if now[: len(before)] == before else now
    return any(isinstance(action, GameStarted) or (isinstance(action, Played) and action.is_legal) for action in new)
