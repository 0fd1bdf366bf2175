"""A whole table of virtual parts around the real daemon: board, scanner on a pseudo-terminal, panel, journal, dice.

Everything between the cells and the journal is what runs on the real board; only the ends are virtual.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any, TypeVar

from firmware.daemon import Daemon, World
from firmware.dice import ScriptedDice
from firmware.effects import Effect
from firmware.journal import Journal, open_journal
from firmware.policy import House
from firmware.simulated_time import InFlight, SimulatedLoop
from hardware.geometry import R1, Geometry
from hardware.oled import open_oled
from hardware.ports import Display, Traffic
from hardware.scanner import SerialScanner
from hardware.virtual.board import VirtualBoard
from hardware.virtual.hands import Hands, Step, perform
from hardware.virtual.panel import Panel, PanelBus
from hardware.virtual.scanner import VirtualScanner

POLL_S = 0.02
T = TypeVar("T")


class StuckError(Exception):
    """The table did not get where the players expected it; the message says where it stands."""


class Rig:
    """Virtual parts in one loop of simulated time. `folder` keeps the journal."""

    def __init__(
        self,
        loop: SimulatedLoop,
        folder: Path,
        house: House,
        *,
        style: str = "exact",
        seed: int = 1,
        geometry: Geometry = R1,
        rate_hz: float = 50.0,
        on_effect: Callable[[Effect], None] = lambda effect: None,
        make_journal: Callable[[Path], Journal] = open_journal,
        make_scanner: Callable[[str, Geometry, Traffic], SerialScanner] = SerialScanner,
        make_bus: Callable[[dict[int, Panel]], PanelBus] = PanelBus,
    ) -> None:
        self.loop = loop
        self.house = house
        self.geometry = geometry
        self.path = folder / "gammond.db"
        self.dice = ScriptedDice()
        self.board = VirtualBoard(geometry, seed)
        self.hands = Hands(self.board, style, seed)
        self.panel = Panel("ssd1309")
        self.wire = loop.in_flight.account("bytes on the wire")
        self.scanner = VirtualScanner(self.board, self.wire, rate_hz, on_lost=self.wire.forget)
        self.on_effect = on_effect
        self._make_journal = make_journal
        self._make_scanner = make_scanner
        self._make_bus = make_bus
        self._boots = 0
        self.daemon = self._new_daemon()
        self._scanning: asyncio.Task[None] | None = None

    def _new_daemon(self) -> Daemon:
        self._boots += 1
        work = self.loop.in_flight.account(f"commits and pictures of boot {self._boots}")
        self.work = work
        path = self.path  # an abandoned daemon's writer must never open the journal of its successor
        world = World(
            open_scanner=lambda: self._make_scanner(self.scanner.port_name, self.geometry, self.wire),
            open_journal=lambda: self._make_journal(path),
            open_display=self._open_display,
            dice=self.dice,
            wall_time=self.wall_time,
            boot=f"rehearsal-{self._boots}",
            traffic=work,
            on_effect=lambda effect: self.on_effect(effect),
        )
        return Daemon(self.house, self.geometry, world)

    def _open_display(self) -> Display:
        return open_oled("ssd1309", smbus=self._make_bus({0x3C: self.panel}), now_s=self.loop.time)

    def wall_time(self) -> tuple[str, bool]:
        """A made-up date that goes on with simulated time, so that a rehearsal is the same every time."""
        seconds = int(self.loop.time())
        return f"2026-01-01T{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}:{seconds % 60:02}Z", False

    async def start(self) -> None:
        """Begin to scan and start the daemon."""
        if self._scanning is None:
            self._scanning = asyncio.create_task(self.scanner.run())
        await self.daemon.start()

    async def restart(self, path: Path) -> None:
        """After a crash: a new daemon on the same board, with the journal at `path` and no dice told yet."""
        self.path = path
        self.work.forget()
        self.dice = ScriptedDice()
        self.daemon = self._new_daemon()
        await self.daemon.start()

    async def stop(self) -> None:
        """End in order: daemon first, so that everything is written, then the board."""
        self.daemon.close()
        self.work.forget()
        if self._scanning is not None:
            self._scanning.cancel()
        self.scanner.close()

    # What players do and see

    async def do(self, steps: Iterable[Step]) -> None:
        """Carry out gestures at their pace."""
        await perform(steps, asyncio.sleep)

    async def press(self, seat: int, key: int) -> None:
        await self.do(self.hands.press_key(2 * seat + key))

    async def hold(self, seat: int, key: int, hold_s: float = 0.9) -> None:
        self.board.press(2 * seat + key)
        await asyncio.sleep(hold_s)
        self.board.release(2 * seat + key)
        await asyncio.sleep(0.1)

    async def until(self, is_so: Callable[[], bool], what: str, patience_s: float = 20.0) -> None:
        """Wait until something is so. Raises StuckError if it is not after `patience_s` of table time."""
        end_s = self.loop.time() + patience_s
        while not is_so():
            if self.loop.time() > end_s:
                raise StuckError(f"waited for {what}; {self.where()}")
            await asyncio.sleep(POLL_S)

    def where(self) -> str:
        """Where the table stands, for a person who looks for a fault."""
        state = self.daemon.state
        lines = self.daemon.screen.lines if self.daemon.screen else ("", "")
        return f"the table is in {state.at.value!r}, its screen says {' / '.join(lines)!r}, board {state.board}"


def run_simulated(main: Callable[[SimulatedLoop], Coroutine[Any, Any, T]]) -> T:
    """Run a coroutine function, given the loop, in simulated time."""
    loop = SimulatedLoop(InFlight())
    asyncio.set_event_loop(loop)
    try:
        return loop.run_until_complete(main(loop))
    finally:
        asyncio.set_event_loop(None)
        loop.close()
