"""A virtual board in real time, the daemon in a process of its own that gets killed, and what its screens told.

Owns the process, the board and the keys; who plays on it is crash_people.py's business.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from firmware.journal import Row
from hardware.geometry import R1
from hardware.virtual.board import VirtualBoard
from hardware.virtual.hands import Hands
from hardware.virtual.scanner import VirtualScanner
from tests.firmware.crash_shown import Shown, on_disk, rows_on_disk

ROOT = Path(__file__).parents[2]
PATIENCE_S = 15.0
PRESS_SCANS = 5
"""A tenth of a second, and more than any key bounces."""
SETTINGS = """
[scanner]
port = "{port}"
[display]
chip = "none"
[keys]
pin_factory = "none"
[table]
length = 1
quiet_s = 0.2
[journal]
path = "{journal}"
"""


class KilledError(Exception):
    """The daemon has just been killed."""


class Seen(NamedTuple):
    """A screen as people see it."""

    shown: Shown
    turn: str
    lines: tuple[str, str]
    is_rolling: bool
    is_match: bool


class KilledTable:
    """The table. `kills`: at which moments, in this order, the daemon is killed."""

    def __init__(self, folder: Path, kills: list[str]) -> None:
        self.kills = kills
        self.board = VirtualBoard(R1, 1)
        self.hands = Hands(self.board, "exact", 1)
        self.scanner = VirtualScanner(self.board, link=folder / "scanner")
        self._scanned, self._changed = asyncio.Event(), asyncio.Event()
        self.scanner.on_scan = self._on_scan
        self.screen: Seen | None = None
        self.told: list[Shown] = []
        self.rows_at_kills: list[tuple[Row, ...]] = []
        self.journal = folder / "journal" / "gammond.db"
        self._settings = folder / "gammond.toml"
        self._settings.write_text(SETTINGS.format(port=folder / "scanner", journal=self.journal))
        self._scanning = asyncio.create_task(self.scanner.run())

    async def start(self) -> None:
        """Start the daemon and wait until it shows something and hears the board."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.firmware.crash_daemon",
            str(self._settings),
            str(len(self.rows_at_kills)),  # other dice after each kill: those that were seen must come from the disk
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
        )
        self._reading = asyncio.create_task(self._read())
        await self.until(lambda seen: True, "a first screen")
        await self._scans(1)

    def _on_scan(self, sequence: int, now_s: float) -> None:
        self._scanned.set()

    async def _scans(self, count: int) -> None:
        """Wait for so many scans: what the keys do is not told before."""
        async with asyncio.timeout(PATIENCE_S):
            for _ in range(count):
                self._scanned.clear()
                await self._scanned.wait()

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            told = json.loads(line)
            score, cube, owner, is_offered, dice, off = told["shown"]
            shown = Shown(tuple(score), cube, owner, is_offered, tuple(dice), tuple(off))
            self.screen = Seen(shown, told["turn"], tuple(told["lines"]), told["is_rolling"], told["is_match"])
            if self.screen.is_match:
                self.told.append(shown)
            self._changed.set()
        self._changed.set()

    async def until(self, is_so: Callable[[Seen], bool], what: str) -> Seen:
        """Wait until the screen says so. TimeoutError after PATIENCE_S."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while self.screen is None or not is_so(self.screen):
                    assert not self._reading.done(), f"the daemon ended while people waited for {what}"
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise TimeoutError(f"waited for {what}; the last screen is {self.screen}") from None
        return self.screen

    async def moment(self, name: str) -> None:
        """Something has just happened. Raises KilledError if it is the moment of the next kill."""
        if not self.kills or self.kills[0] != name:
            return
        self.kills.pop(0)
        self._process.kill()
        await self._process.wait()
        await self._reading
        self.screen = None
        self.board.is_hand = False
        for key in range(len(self.board.keys)):
            self.board.release(key)
        self._look_at_the_disk()
        raise KilledError(name)

    def _look_at_the_disk(self) -> None:
        """What was told must be on disk now. A copy is looked at: opening the journal would mend it."""
        copy = self.journal.parent.with_name(f"after kill {len(self.rows_at_kills) + 1}")
        shutil.copytree(self.journal.parent, copy)
        self.rows_at_kills.append(rows_on_disk(copy / self.journal.name))
        known = on_disk(self.rows_at_kills[-1])
        lost = [shown for shown in self.told if shown not in known]
        assert not lost, f"shown, but not on disk after the kill: {lost[0]}"

    async def stop(self) -> int:
        """End the daemon in order; its exit status."""
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        status = await asyncio.wait_for(self._process.wait(), PATIENCE_S)
        await self._reading
        self._scanning.cancel()
        self.scanner.close()
        return status

    # Keys, at a person's pace

    async def press(self, seat: int, key: int, until: Callable[[Seen], bool] | None = None) -> None:
        """Press a key shortly, or hold it until the screen says so."""
        self.board.press(2 * seat + key)
        await (self._scans(PRESS_SCANS) if until is None else self.until(until, "what a held key does"))
        self.board.release(2 * seat + key)
        await self._scans(PRESS_SCANS)
