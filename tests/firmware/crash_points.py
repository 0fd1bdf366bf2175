"""A replay with one crash in it: where it strikes, what is left on disk at that instant, and how the match goes on.

The daemon of a crash is abandoned: nothing it still does reaches the new one, which gets copies of the journal's
files as they lay at the instant, on the same board, with the same players.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from engine.formats.record import MatchRecord
from engine.match import Phase
from firmware.daemon import Daemon
from firmware.effects import Effect, Show
from firmware.facts import decode
from firmware.journal import Journal, Row
from firmware.lights import lights_of
from firmware.policy import House
from firmware.rehearsal.replay import MEMORY, differences, recorded
from firmware.rehearsal.rig import Rig, run_simulated
from firmware.screen_drawing import draw
from firmware.simulated_time import SimulatedLoop
from firmware.standing import fold
from firmware.table_state import State
from hardware.geometry import Geometry
from hardware.ports import Traffic
from hardware.scanner import SerialScanner
from hardware.virtual.panel import Panel, PanelBus
from tests.firmware.crash_parts import CrashError, CutBus, CutScanner, PointedJournal
from tests.firmware.crash_players import ReturningPlayers
from tests.firmware.crash_shown import Shown, on_disk, rows_on_disk, shown_on

BEFORE_COMMIT = "before a commit"
AFTER_COMMIT = "after a commit"
MID_SENTENCE = "in mid-sentence"
MID_PICTURE = "in mid-picture"
MID_LAMPS = "in mid-lamps"
IN_THE_HAND = "with a checker in the hand"


class Point(NamedTuple):
    """The crash strikes at the `number`-th occasion of its kind, from 1. A kind is one of those above, or the name of
    a state: then it strikes when the table has just come there; `Moving with a checker in the hand` is one, too."""

    kind: str
    number: int


class CrashedReplay:
    """A record played on a rig; without a point it is played through, and only the occasions are counted."""

    def __init__(
        self,
        loop: SimulatedLoop,
        folder: Path,
        record: MatchRecord,
        point: Point | None = None,
        players: type[ReturningPlayers] = ReturningPlayers,
        style: str = "exact",
    ) -> None:
        self.loop = loop
        self.record = record
        self.point = point
        self.players = players
        self.occasions: Counter[str] = Counter()
        self.commits: list[tuple[str, ...]] = []
        self.shown: list[Shown] = []
        self.shown_before: list[Shown] = []
        self.rows_left: tuple[Row, ...] = ()
        self._files = threading.Lock()
        self._happened = asyncio.Event()
        self._is_dark = False
        self._seen: tuple[State, int] | None = None
        self._buses: list[CutBus] = []
        self._abandoned: list[Daemon] = []
        (folder / "first").mkdir()
        (folder / "second").mkdir()
        self._left = folder / "second" / "gammond.db"
        rules = record.rules
        house = House(length=rules.length, score=record.score_before, has_crawford=rules.has_crawford)
        self.rig = Rig(
            loop,
            folder / "first",
            house,
            style=style,
            on_effect=self._see,
            make_journal=self._open_journal,
            make_scanner=self._make_scanner,
            make_bus=self._make_bus,
        )
        self.rig.scanner.on_scan = self._on_scan

    # The course of it

    async def run(self) -> None:
        """Play, crash, look at what is left, go on and finish. Raises AssertionError where an invariant is broken."""
        await self.rig.start()
        try:
            await self._play_until_crash()
            if self.point is not None:
                assert self._happened.is_set(), f"{self.point} never came; there were {self.occasions}"
                self.check_nothing_shown_was_lost()
                await self._go_on()
        finally:
            await self.rig.stop()
            for daemon in self._abandoned:
                daemon.close()  # only its threads end: its files and its parts are its own
        self._check_the_record()

    async def _play_until_crash(self) -> None:
        playing = asyncio.create_task(self.players(self.rig, self.record).play())
        crashing = asyncio.create_task(self._happened.wait())
        await asyncio.wait((playing, crashing), return_when=asyncio.FIRST_COMPLETED)
        crashing.cancel()
        if self._happened.is_set() and not playing.done():
            playing.cancel()
            await asyncio.wait((playing,))
        else:
            await playing

    async def _go_on(self) -> None:
        await asyncio.sleep(0.1)  # the scanner notices that nobody listens any more
        self.rig.scanner.cut_after = None
        if self.point is not None and self.point.number % 2 == 0:
            self.rig.scanner.reset()  # the power went, not only the daemon
        self._is_dark = False
        await self.rig.restart(self._left)
        await self._check_what_is_seen()
        standing = fold(decode(row.kind, row.body) for row in self.rows_left)
        if standing is None or standing.match.phase is not Phase.MATCH_OVER:
            await ReturningPlayers(self.rig, self.record).resume()

    async def _check_what_is_seen(self) -> None:
        """Half a picture and half a lamp frame leave no trace."""
        await asyncio.sleep(0.5)
        daemon = self.rig.daemon
        assert daemon.screen is not None
        assert self.rig.panel.picture().tobytes() == draw(daemon.screen).tobytes()
        lamps = tuple((*lamp.colour.value, int(lamp.rhythm)) for lamp in lights_of(daemon.state))
        assert self.rig.board.lamps.commanded == lamps

    def check_nothing_shown_was_lost(self) -> None:
        """Whatever any screen told before the crash follows from facts that were on disk at that instant."""
        lost = [shown for shown in self.shown if shown not in on_disk(self.rows_left)]
        assert not lost, f"shown, but not on disk at the crash {self.point}: {lost[0]}"

    def _check_the_record(self) -> None:
        rows = rows_on_disk(self.rig.path)
        assert rows[: len(self.rows_left)] == self.rows_left, "facts on disk at the crash have changed"
        assert differences(self.record, recorded(self.rig.path)) == []
        known = on_disk(rows)
        assert all(shown in known for shown in self.shown)

    # The instant

    def _is_now(self, kind: str) -> bool:
        """Count an occasion; whether the crash strikes at it."""
        if self._happened.is_set():
            return False
        self.occasions[kind] += 1
        return self.point == (kind, self.occasions[kind])

    def _strike(self) -> None:
        """Everything stops: the files are what they are now, and nothing that the old daemon does counts any more."""
        if self._happened.is_set():
            return
        with self._files:
            for name in ("gammond.db", "gammond.db-wal"):
                if (file := self.rig.path.with_name(name)).exists():
                    shutil.copy(file, self._left.with_name(name))
        self._is_dark = True
        self._happened.set()
        for bus in self._buses:
            bus.is_dead = True
        self.rig.daemon.abandon()
        self.rig.work.forget()
        self.loop.call_soon(self.rig.work.forget)  # what the old daemon still sends in this very callback
        self._abandoned.append(self.rig.daemon)
        shutil.copytree(self._left.parent, self._left.parent.with_name("looked at"))
        self.rows_left = rows_on_disk(self._left.parent.with_name("looked at") / "gammond.db")

    def _strike_from_thread(self) -> None:
        self.loop.call_soon_threadsafe(self._strike)

    # The occasions

    def _see(self, effect: Effect) -> None:
        if isinstance(effect, Show) and effect.screen.white_name and not self._is_dark:
            self.shown.append(shown_on(effect.screen))

    def _open_journal(self, path: Path) -> Journal:
        return PointedJournal(path, self._append)

    def _append(self, rows: Sequence[Row], append: Callable[[Sequence[Row]], None]) -> None:
        with self._files:
            if self._is_now(BEFORE_COMMIT):
                self._strike_from_thread()
                raise CrashError("before the commit")
            append(rows)
            if not self._happened.is_set():
                self.commits.append(tuple(row.kind for row in rows))
            if self._is_now(AFTER_COMMIT):
                self._strike_from_thread()
                raise CrashError("after the commit")

    def _on_scan(self, sequence: int, now_s: float) -> None:
        if self._is_now(MID_SENTENCE):
            self.rig.scanner.cut_after = 20 + sequence % 100
            self.loop.call_later(0.005, self._strike)
        seen = (self.rig.daemon.state.at, len(self.rig.hands.in_hand))
        before, self._seen = self._seen, seen
        if before is None or self._happened.is_set():
            return
        has_come = seen[0] is not before[0] and self._is_now(seen[0].value)
        is_held = seen[0] is not before[0] and seen[1] > 0 and self._is_now(f"{seen[0].value} {IN_THE_HAND}")
        has_lifted = seen[1] > before[1] and self._is_now(IN_THE_HAND)
        if has_come or is_held or has_lifted:
            self.loop.call_soon(self._strike)

    def _make_scanner(self, port: str, geometry: Geometry, traffic: Traffic) -> SerialScanner:
        return CutScanner(port, geometry, traffic, lambda: self._is_now(MID_LAMPS), self._strike)

    def _make_bus(self, panels: dict[int, Panel]) -> PanelBus:
        bus = CutBus(panels, self._cut_picture)
        self._buses.append(bus)
        return bus

    def _cut_picture(self) -> bool:
        is_now = self._is_now(MID_PICTURE)
        if is_now:
            self._strike_from_thread()
        return is_now


def replay_with_crash(
    folder: Path,
    record: MatchRecord,
    point: Point | None = None,
    players: type[ReturningPlayers] = ReturningPlayers,
    style: str = "exact",
) -> CrashedReplay:
    """Play a record in simulated time, crash at the point and go on. AssertionError where an invariant is broken."""

    async def main(loop: SimulatedLoop) -> CrashedReplay:
        crashed = CrashedReplay(loop, folder, record, point, players, style)
        await crashed.run()
        return crashed

    return run_simulated(main)


@contextmanager
def memory_folder() -> Iterator[Path]:
    """A folder for a journal that nobody keeps."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        yield Path(name)
