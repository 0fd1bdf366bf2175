"""The daemon: one asyncio loop that brings scans to the table and the table's effects to the parts.

Owns threads, timers, ports and the order of facts and effects; decides nothing about the game. Everything it needs
of the world comes in as `World`, so that replays run the same code in simulated time.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Final, assert_never

from firmware import table
from firmware.chain import Chain
from firmware.dice import Dice
from firmware.effects import (
    AcceptBoard,
    DrawDice,
    Effect,
    ForgetBoard,
    Light,
    ListMatches,
    LoadMatch,
    MakeSound,
    PrepareTurn,
    ReadAgain,
    SetBrightness,
    SetVolume,
    Show,
    ShutDown,
    Sound,
    WakeAt,
)
from firmware.facts import Body, MatchBegun, SettingChanged, UnknownFactError, encode
from firmware.inputs import (
    DiceDrawn,
    Input,
    KeyPressed,
    KeyReleased,
    MatchesListed,
    MatchLoaded,
    PartFound,
    PartLost,
    SavingFailed,
    SavingResumed,
    ShutDownRefused,
    TurnPrepared,
    Woke,
)
from firmware.journal import Journal, JournalError, JournalWriter, Row
from firmware.old_matches import day_of, house_with_settings, standing_of, unfinished_matches
from firmware.outbox import Outbox
from firmware.panels import OpenDisplay, Panels
from firmware.policy import House
from firmware.referee import LIMITS, Limits
from firmware.scan_watch import ScanWatch
from firmware.scanner_link import BACKOFF_S, Scanner, ScannerLink
from firmware.screens import Screen
from firmware.standing import Standing
from firmware.table_state import TableState
from firmware.turn_sheet import TurnSheet, prepare
from hardware.geometry import Geometry
from hardware.ports import Key, NoTraffic, Scan, Traffic

_log = logging.getLogger("gammond")

COMMIT_S: Final = 2.0
"""A commit that takes longer than this is told to the players."""
TICK_S: Final = 0.25
REMEDY_LETTERS: Final = 21


@dataclass
class World:
    """What surrounds the daemon. `wall_time` returns ISO UTC and whether it is certain; `boot` names this start.

    `open_second_display` makes a panel that shows the same picture as that of `open_display`. `play_sound`,
    `set_volume` and `shut_down` never raise; `shut_down` is given what to call, from any thread, where that is not
    possible. `on_ready` is called once, when the players see the first screen or
    cannot see any; `on_progress` a few times a second as long as the loop gets on.
    """

    open_scanner: Callable[[], Scanner]
    open_journal: Callable[[], Journal]
    dice: Dice
    wall_time: Callable[[], tuple[str, bool]]
    boot: str
    open_display: OpenDisplay | None = None
    open_second_display: OpenDisplay | None = None
    play_sound: Callable[[Sound], None] = lambda sound: None
    set_volume: Callable[[str], None] = lambda volume: None
    shut_down: Callable[[Callable[[], None]], None] = lambda refused: refused()
    traffic: Traffic = field(default_factory=NoTraffic)
    on_ready: Callable[[], None] = lambda: None
    on_progress: Callable[[], None] = lambda: None
    on_effect: Callable[[Effect], None] = lambda effect: None


class Daemon:
    """One table, from its scanner to its display. Make it, `await start()`, and `close()` it at the end.

    `quiet_s`, `silence_s` and `min_scan_hz` as in docs/configuration.md, `limits` as its section [referee].
    """

    def __init__(
        self,
        house: House,
        geometry: Geometry,
        world: World,
        quiet_s: float = 0.4,
        silence_s: float = 1.0,
        min_scan_hz: float = 20.0,
        limits: Limits = LIMITS,
    ) -> None:
        self.house = house
        self.geometry = geometry
        self.world = world
        self.chain = Chain(geometry, quiet_s, limits)
        self.worst_lateness_s = 0.0
        self.screen: Screen | None = None
        self.rows_unsaved = 0
        self._inbox: deque[Input] = deque()
        self._is_taking = False
        self._is_carrying_out = False
        self._wake: asyncio.TimerHandle | None = None
        self._tick_handle: asyncio.TimerHandle | None = None
        self._watch = ScanWatch(min_scan_hz, silence_s)
        self._preparing: Generator[None, None, TurnSheet] | None = None
        self._is_closed = False
        self._commits = 0
        self._is_disk_waiting = False
        self._failed_saves = 0
        self._oldest_unsaved_s: float | None = None
        self._is_unsaved = False

    # Life

    async def start(self) -> None:
        """Read the journal, open the parts, show the first screen. A part that is missing is looked for again.

        Raises JournalError if the journal cannot be opened: without its last number no fact can be kept.
        """
        self._loop = asyncio.get_running_loop()
        journal = self.world.open_journal()
        try:
            unfinished, self._match = _unfinished_match(journal)
            day = day_of(journal, self._match)
            self._sequence = journal.last_sequence()
            configured, self.house = self.house, house_with_settings(journal, self.house)
            old_matches = unfinished_matches(journal)
        finally:
            journal.close()
        self._outbox = Outbox(self._sequence)
        self._writer = JournalWriter(self.world.open_journal, self._on_saved_in_thread)
        world = self.world
        displays = (world.open_display, world.open_second_display)
        self._panels = Panels(self._loop, displays, self, lambda: world.on_ready(), world.traffic)
        self._link = ScannerLink(self._loop, self.world.open_scanner, self._watch, self)
        if self.house.volume != configured.volume:
            self.world.set_volume(self.house.volume)
        self._panels.set_brightness(self.house.brightness)
        first = table.start(self.house, unfinished, self._loop.time(), old_matches, day)
        self.state: TableState = first.state
        self._outbox.put(0, first.effects)
        self._carry_out()
        self._link.connect()
        self._panels.start()
        self._next_tick_s = self._loop.time() + TICK_S
        self._tick_handle = self._loop.call_at(self._next_tick_s, self._tick)

    def close(self) -> tuple[Row, ...]:
        """Stop: nothing more is taken, what is on its way to the disk is written. Returns rows that could not be."""
        self._stop_timers()
        self._link.close()
        left = self._writer.close(timeout_s=5)
        self._panels.close()
        return left

    def abandon(self) -> None:
        """Stop as a crash would: nothing is flushed, nobody is told. For tests of what survives."""
        self._stop_timers()
        self._link.close()

    def _stop_timers(self) -> None:
        self._is_closed = True
        self._panels.stop()
        for handle in (self._wake, self._tick_handle):
            if handle is not None:
                handle.cancel()

    # Inputs and what follows from them

    @property
    def is_told(self) -> bool:
        """Whether players may know all that `state` holds: nothing of it waits to be on disk first."""
        return self.rows_unsaved == 0 or not self._outbox.is_waiting_for_disk

    def take(self, event: Input) -> None:
        """Give the table an input; facts are queued for the disk and effects behind them."""
        self._inbox.append(event)
        if self._is_taking or self._is_closed:
            return
        self._is_taking = True
        try:
            while self._inbox:
                outcome = table.step(self.state, self._inbox.popleft())
                self.state = outcome.state
                self._keep(outcome.facts)
                self._outbox.put(self._sequence, outcome.effects)
                self._carry_out()
        finally:
            self._is_taking = False

    def _keep(self, bodies: Iterable[Body]) -> None:
        rows = []
        for body in bodies:
            self._sequence += 1
            wall, is_certain = self.world.wall_time()
            if isinstance(body, MatchBegun):
                self._match = f"{wall[:10]}-{self._sequence}"
            kind, text = encode(body)
            is_outside = isinstance(body, SettingChanged) and self.state.standing is None
            match = "" if is_outside else self._match
            rows.append(Row(self._sequence, match, self.world.boot, self._loop.time(), wall, is_certain, kind, text))
        if rows:
            self._commits += 1
            if not self._is_disk_waiting:
                self.world.traffic.sent()
            self.rows_unsaved += len(rows)
            if self._oldest_unsaved_s is None:
                self._oldest_unsaved_s = self._loop.time()
            self._writer.commit(rows, (self._sequence, len(rows)))

    def _on_saved_in_thread(self, token: object, error: Exception | None) -> None:
        self._loop.call_soon_threadsafe(self._on_saved, token, error)

    def _on_saved(self, token: object, error: Exception | None) -> None:
        if self._is_closed:
            return
        if error is not None:
            self._save_failed(error)
            return
        assert isinstance(token, tuple)
        sequence, count = token
        self.world.traffic.arrived()
        self._commits -= 1
        self.rows_unsaved -= count
        self._failed_saves = 0
        self._oldest_unsaved_s = None if self.rows_unsaved == 0 else self._loop.time()
        self._outbox.committed(sequence)
        if self._is_unsaved and self.rows_unsaved == 0:
            _log.info("the journal is written again; everything is saved")
            self._is_unsaved = False
            self._outbox.is_waiting_for_disk = True
            self.take(SavingResumed(self._loop.time()))
        self._carry_out()

    def _save_failed(self, error: Exception) -> None:
        if self._failed_saves == 0:
            _log.error("the journal cannot be written: %s", error)
        wait_s = BACKOFF_S[min(self._failed_saves, len(BACKOFF_S) - 1)]
        self._failed_saves += 1
        self._is_disk_waiting = True
        self.world.traffic.arrived(self._commits)  # nothing is on its way until it is tried again
        self._not_saved()
        self._loop.call_later(wait_s, self._save_again)

    def _save_again(self) -> None:
        if not self._is_closed:
            self._is_disk_waiting = False
            self.world.traffic.sent(self._commits)
            self._writer.retry()

    def _not_saved(self) -> None:
        """The game goes on: effects no longer wait, and the screen says NOT SAVED."""
        if not self._is_unsaved:
            self._is_unsaved = True
            self._outbox.is_waiting_for_disk = False
            self.take(SavingFailed(self._loop.time()))
            self._carry_out()

    # Effects

    def _carry_out(self) -> None:
        """All effects that may go, in order: what follows from one of them waits until those before it are done."""
        if self._is_carrying_out:
            return
        self._is_carrying_out = True
        try:
            while ready := self._outbox.ready():
                for effect in ready:
                    self.world.on_effect(effect)
                    self._do(effect)
        finally:
            self._is_carrying_out = False

    def _do(self, effect: Effect) -> None:
        match effect:
            case Show(screen):
                self.screen = screen
                self._panels.put(screen)
            case Light(lamps):
                self._link.light(lamps)
            case MakeSound(sound):
                self.world.play_sound(sound)
            case WakeAt(at_s):
                self._wake_at(at_s)
            case DrawDice():
                first, second = self.world.dice.roll()
                self.take(DiceDrawn(self._loop.time(), first, second))
            case PrepareTurn(position, side, roll):
                hand = (self.state.in_hand[side], self.state.in_hand[side.other])
                self._preparing = prepare(position, side, roll, self.state.layout, self.geometry, hand)
                self._prepare_slice()
            case AcceptBoard(position):
                self.chain.accept(position)
            case ReadAgain():
                self.chain.read_again()
            case ForgetBoard():
                self.chain.forget()
            case ListMatches():
                self._list_matches()
            case LoadMatch(match):
                self._load_match(match)
            case SetBrightness(percent):
                self._panels.set_brightness(percent)
            case SetVolume(volume):
                self.world.set_volume(volume)
            case ShutDown():
                self.world.shut_down(self._shut_down_refused)
            case _:
                assert_never(effect)

    def _shut_down_refused(self) -> None:
        """May be called from any thread."""
        self._loop.call_soon_threadsafe(lambda: self.take(ShutDownRefused(self._loop.time())))

    def _list_matches(self) -> None:
        """Only asked for while nothing is played; a journal that cannot be read now lists nothing."""
        try:
            journal = self.world.open_journal()
        except JournalError as error:
            _log.error("the unfinished matches cannot be listed: %s", error)
            return
        try:
            matches = unfinished_matches(journal)
        finally:
            journal.close()
        self.take(MatchesListed(self._loop.time(), matches))

    def _load_match(self, match: str) -> None:
        standing, day = None, ""
        try:
            journal = self.world.open_journal()
            try:
                standing, day = standing_of(journal, match), day_of(journal, match)
            finally:
                journal.close()
        except (JournalError, UnknownFactError) as error:
            _log.error("the match %s cannot be gone on with: %s", match, error)
        if standing is not None and self.state.standing is None:
            self._match = match
        self.take(MatchLoaded(self._loop.time(), standing, day))

    def _wake_at(self, at_s: float) -> None:
        if self._wake is not None:
            self._wake.cancel()
        self._wake = self._loop.call_at(at_s, self._woke)

    def _woke(self) -> None:
        self._wake = None
        self.take(Woke(self._loop.time()))

    def _prepare_slice(self) -> None:
        """One slice of the turn's sheet, so that a big double never blocks the loop."""
        work = self._preparing
        if work is None or self._is_closed:
            return
        try:
            next(work)
        except StopIteration as done:
            self._preparing = None
            self.chain.take_sheet(done.value)
            tree = done.value.tree
            self.take(TurnPrepared(self._loop.time(), not tree.plays, tree))
            return
        self._loop.call_soon(self._prepare_slice)

    # Scanner: what its link tells (firmware.scanner_link.Listener)

    def scanned(self, scan: Scan) -> None:
        for event in self.chain.feed(scan, self._loop.time(), self.state):
            self.take(event)

    def scanner_gone(self) -> None:
        self.chain.lost()

    def scanner_troubled(self, remedy: str) -> None:
        self.part_lost("Scanner", remedy)

    def scanner_well(self) -> None:
        self.part_found("Scanner")
        self.chain.read_again()

    # Keys wired to the Pi, and parts that others look after

    def key_changed(self, number: int, is_down: bool) -> None:
        """A key on the Pi's own pins; may be called from any thread. `number` is 2 * seat + key."""
        self._loop.call_soon_threadsafe(self._key_changed, number, is_down)

    def _key_changed(self, number: int, is_down: bool) -> None:
        seat, key = divmod(number, 2)
        now_s = self._loop.time()
        self.take(KeyPressed(now_s, seat, Key(key)) if is_down else KeyReleased(now_s, seat, Key(key)))

    def part_lost(self, part: str, remedy: str) -> None:
        """A part that others look after (keys, buzzer, panels) is missing; called in the loop's thread."""
        self.take(PartLost(self._loop.time(), part, remedy[:REMEDY_LETTERS]))

    def part_found(self, part: str) -> None:
        """It is there; called in the loop's thread."""
        self.take(PartFound(self._loop.time(), part))

    # Time

    def _tick(self) -> None:
        """A few times a second: what the scanner needs, slow commits, the loop's lateness, a sign of life."""
        now_s = self._loop.time()
        self.worst_lateness_s = max(self.worst_lateness_s, now_s - self._next_tick_s)
        if self._oldest_unsaved_s is not None and now_s - self._oldest_unsaved_s > COMMIT_S:
            if not self._is_unsaved:
                _log.error("the journal has not answered for %g s", COMMIT_S)
            self._not_saved()
        self._link.tick(now_s)
        self._panels.tick(now_s, self.screen)
        self.world.on_progress()
        self._next_tick_s = now_s + TICK_S
        self._tick_handle = self._loop.call_at(self._next_tick_s, self._tick)


def _unfinished_match(journal: Journal) -> tuple[Standing | None, str]:
    """The latest match and its id, to go on with if it is unfinished; none in an empty journal."""
    match = journal.last_match()
    if match is None:
        return None, ""
    return standing_of(journal, match), match
