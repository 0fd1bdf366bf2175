"""The scanner of a virtual board: speaks the protocol through a pseudo-terminal, as a Pico does through USB.

Owns the pseudo-terminal's master side, the scan's rhythm, key debounce and what is still to be sent. It never blocks
and never sends half a sentence before another. Knows nothing of the daemon.
"""

from __future__ import annotations

import asyncio
import os
import select
import tty
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final

from hardware.link.codec import (
    ASK_HELLO,
    LAMP_FRAME,
    PROTOCOL,
    Sentences,
    echo_sentence,
    hello_sentence,
    read_lamps,
    scan_sentence,
)
from hardware.link.debounce import Debounce
from hardware.ports import KEYS, HardwareError, NoTraffic, Traffic
from hardware.virtual.board import VirtualBoard

FIRMWARE: Final = "gammond virtual 1"
UNSENT_SCANS: Final = 4
READ_BYTES: Final = 65536


class VirtualScanner:
    """Scans `board` `rate_hz` times a second and answers the daemon.

    `link`: a path kept as a symbolic link to the pseudo-terminal while it is plugged in, so that it is found again
    under the same name. `on_lost`: called when bytes on the way are lost for good (port closed or unplugged).
    Faults for tests: `spoil` gets each scan sentence and returns what is sent instead (None: nothing);
    `cut_after`: write only so many bytes of the next scan sentence and say nothing more until it is None again.
    """

    def __init__(
        self,
        board: VirtualBoard,
        traffic: Traffic | None = None,
        rate_hz: float = 50.0,
        *,
        link: Path | None = None,
        board_id: str = "virtual",
        on_lost: Callable[[], None] = lambda: None,
    ) -> None:
        if rate_hz <= 0:
            raise ValueError(f"a rate of {rate_hz} scans/s; it must be above 0")
        self.board = board
        self.period_s = 1.0 / rate_hz
        self.port_name = ""
        self.scans = 0
        self.dropped_scans = 0
        self.spoil: Callable[[bytes], bytes | None] | None = None
        self.on_scan: Callable[[int, float], None] | None = None
        self.cut_after: int | None = None
        self._traffic: Traffic = traffic or NoTraffic()
        self._link = link
        self._board_id = board_id
        self._on_lost = on_lost
        self._master = -1
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_heard = False
        self._poll = select.poll()
        self._events: select.epoll | None = None
        self._now_s = 0.0
        self._due_s: float | None = None
        self.reset()
        self.plug()

    # -- the cable -------------------------------------------------------------------------------------------------

    @property
    def is_plugged(self) -> bool:
        """Whether the cable is in."""
        return self._master >= 0

    def plug(self) -> None:
        """Put the cable in: a new pseudo-terminal `port_name`. Nothing happens if it is in."""
        if self.is_plugged:
            return
        self._master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        self.port_name = os.ttyname(slave)
        os.close(slave)  # from here on POLLHUP on the master tells whether anybody has the port open
        self._poll.register(self._master, select.POLLIN)
        # A pty that nobody has open is "ready" all the time, which would keep a loop busy: tell only what changes.
        self._events = select.epoll()
        self._events.register(self._master, select.EPOLLIN | select.EPOLLET)
        self._listen()
        if self._link is not None:
            new = self._link.with_name(self._link.name + ".new")
            new.unlink(missing_ok=True)
            new.symlink_to(self.port_name)
            new.replace(self._link)

    def unplug(self) -> None:
        """Pull the cable: the daemon's next read or write fails, what is on the way is lost."""
        if not self.is_plugged:
            return
        self._hang_up()
        self._poll.unregister(self._master)
        if self._events is not None:
            self._ignore()
            self._events.close()
            self._events = None
        os.close(self._master)
        self._master = -1
        self.port_name = ""  # the system gives the name to the next pseudo-terminal, which may be another board's
        if self._link is not None:
            self._link.unlink(missing_ok=True)

    def reset(self) -> None:
        """Start the scanner's program anew, as after a power cut: sequence, clock, counters and lamps' number."""
        self._sequence = 0
        self._started_s = self._now_s
        self._keys = [Debounce() for _ in range(KEYS)]
        self._sentences = Sentences()
        self._answers = self._hello() if self._is_heard else b""
        self._unsent: deque[bytes] = deque(maxlen=UNSENT_SCANS)
        self._rest = b""

    def close(self) -> None:
        """Stop for good."""
        self.unplug()

    # -- the work --------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Scan and answer on the running loop until cancelled."""
        self._loop = asyncio.get_running_loop()
        self._listen()
        start_s = self._loop.time()
        beats = 0
        try:
            while True:
                now_s = self._loop.time()
                self.tick(now_s)
                beats = max(beats + 1, int((now_s - start_s) / self.period_s))  # late: leave beats out, never burst
                await asyncio.sleep(start_s + beats * self.period_s - now_s)
        finally:
            self._ignore()
            self._loop = None

    def tick(self, now_s: float) -> None:
        """Make the scan that is due now, send what can be sent and take what has come. Times never go back."""
        self._now_s = now_s
        if not self.is_plugged:
            return
        self._watch_port()
        for key, contact in zip(self._keys, self.board.keys, strict=True):
            key.feed(contact, self._now_ms())
        if not self._is_heard:
            return
        if self._loop is None:
            self.receive()
        self._scan()
        self._flush()

    def fileno(self) -> int:
        """The master side, for a loop of one's own. HardwareError if unplugged."""
        if not self.is_plugged:
            raise HardwareError("virtual scanner: the cable is out; plug() it in")
        return self._master

    def receive(self) -> None:
        """Take all that the daemon has sent and answer it."""
        while True:
            try:
                data = os.read(self._master, READ_BYTES)
            except BlockingIOError:
                break
            except OSError:  # EIO: the daemon has closed the port
                self._hang_up()
                return
            self._traffic.arrived(len(data))
            for kind, payload in self._sentences.feed(data):
                self._take(kind, payload)
        self._flush()

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == ASK_HELLO:
            self._answers += self._hello()
        elif kind == LAMP_FRAME:
            number, lamps = read_lamps(payload)
            self.board.lamps.command(number, lamps, self._now_s)
            self._answers += echo_sentence(number)

    def _hello(self) -> bytes:
        geometry = self.board.geometry
        return hello_sentence(PROTOCOL, FIRMWARE, self._board_id, geometry.name, geometry.cells)

    def _now_ms(self) -> int:
        return int((self._now_s - self._started_s) * 1000 + 0.5)

    def _scan(self) -> None:
        board = self.board
        presses = tuple([key.presses for key in self._keys])
        is_down = tuple([key.is_down for key in self._keys])
        levels = board.levels(self.scans)
        scan = scan_sentence(self._sequence, self._now_ms(), board.is_hand, presses, is_down, levels)
        if self.on_scan is not None:
            self.on_scan(self._sequence, self._now_s)
        self._sequence += 1
        self.scans += 1
        sent = scan if self.spoil is None else self.spoil(scan)
        if sent:
            if len(self._unsent) == UNSENT_SCANS:
                self.dropped_scans += 1  # the deque lets the oldest go
            self._unsent.append(sent)

    def _flush(self) -> None:
        """Send: first the rest of a begun sentence, then answers, then scans, oldest first, until the pty is full."""
        while self._is_heard:
            if self._rest:
                if not self._write():
                    return
            elif self._answers:
                self._rest, self._answers = self._answers, b""
            elif self._unsent and self.cut_after is None:
                self._rest = self._unsent.popleft()
            elif self._unsent and self.cut_after:
                self._rest, self.cut_after = self._unsent.popleft()[: self.cut_after], 0
            else:
                return

    def _write(self) -> bool:
        try:
            written = os.write(self._master, self._rest)
        except BlockingIOError:
            return False
        except OSError:
            self._hang_up()
            return False
        self._traffic.sent(written)
        self._rest = self._rest[written:]
        return not self._rest

    # -- whether anybody listens -----------------------------------------------------------------------------------

    def _watch_port(self) -> None:
        """Note that the daemon has opened the port, and greet it, or that it has closed it."""
        is_open = not any(event & select.POLLHUP for _, event in self._poll.poll(0))
        if is_open and not self._is_heard:
            self._is_heard = True
            self._answers = self._hello()
        elif not is_open and self._is_heard:
            self._hang_up()

    def _hang_up(self) -> None:
        self._is_heard = False
        self._rest = self._answers = b""
        self._unsent.clear()
        self._sentences = Sentences()
        self._on_lost()

    def _listen(self) -> None:
        if self._loop is not None and self._events is not None:
            self._loop.add_reader(self._events.fileno(), self._on_event)

    def _ignore(self) -> None:
        if self._loop is not None and self._events is not None:
            self._loop.remove_reader(self._events.fileno())

    def _on_event(self) -> None:
        if self._events is None:
            return
        self._events.poll(0)
        self._watch_port()
        self.receive()
