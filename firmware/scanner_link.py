"""The loop's side of the scanner: connects, watches the port, looks after the lamps, and finds the scanner again.

Owns the port in use and when it is tried again. Knows nothing of the table; what happens is told to a listener.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, Protocol

from firmware.scan_watch import ScanWatch
from hardware.ports import HardwareError, Hello, Lamp, Scan, WrongScannerError

_log = logging.getLogger("gammond")

BACKOFF_S: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
"""How long to wait before a missing part is tried again, more and more patiently."""
NOT_THERE: Final = "check the USB cable"


class Scanner(Protocol):
    """A scanner as the loop sees it (hardware.scanner.SerialScanner). `hello` is None until it has said who it is."""

    @property
    def hello(self) -> Hello | None: ...
    def open(self) -> None: ...
    def close(self) -> None: ...
    def fileno(self) -> int: ...
    def read_scans(self) -> list[Scan]: ...
    def send_lamps(self, frame: tuple[Lamp, ...], now_s: float) -> None: ...
    def tick(self, now_s: float) -> None: ...


class Listener(Protocol):
    """Who is told. `scanner_troubled` comes once for each kind of trouble, with what to check in a few words;
    `scanner_well` once when all is well again; `scanner_gone` whenever the port is given up."""

    def scanned(self, scan: Scan) -> None: ...
    def scanner_gone(self) -> None: ...
    def scanner_troubled(self, remedy: str) -> None: ...
    def scanner_well(self) -> None: ...


class ScannerLink:
    """The link to one scanner, which `open_scanner` looks for anew each time."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        open_scanner: Callable[[], Scanner],
        watch: ScanWatch,
        listener: Listener,
    ) -> None:
        self._loop = loop
        self._open_scanner = open_scanner
        self._watch = watch
        self._listener = listener
        self._scanner: Scanner | None = None
        self._lamps: tuple[Lamp, ...] | None = None
        self._failures = 0
        self._trouble = ""
        self._retry: asyncio.TimerHandle | None = None
        self._is_closed = False

    def connect(self) -> None:
        """Look for the scanner now; without success again and again, more slowly each time."""
        scanner: Scanner | None = None
        try:
            scanner = self._open_scanner()
            scanner.open()
            self._loop.add_reader(scanner.fileno(), self._on_readable)
        except HardwareError as error:
            if scanner is not None:
                scanner.close()
            self._lost(error)
            return
        self._scanner = scanner
        self._watch.opened(self._loop.time())
        self._send_lamps()

    def close(self) -> None:
        """Give the port back and look no more."""
        self._is_closed = True
        if self._retry is not None:
            self._retry.cancel()
        self._disconnect()

    def light(self, lamps: tuple[Lamp, ...]) -> None:
        """Command all lamps, now and after every loss."""
        self._lamps = lamps
        self._send_lamps()

    def tick(self, now_s: float) -> None:
        """A few times a second: is it silent, and what the driver has to send again."""
        scanner = self._scanner
        if scanner is None:
            return
        if self._watch.is_silent(now_s):
            silent = f"the scanner has sent no scan for {self._watch.silence_s:g} s; pull its plug and put it in again"
            self._lost(WrongScannerError(silent, "it is silent: replug"))
            return
        try:
            scanner.tick(now_s)
        except HardwareError as error:
            self._lost(error)

    def _on_readable(self) -> None:
        scanner = self._scanner
        if scanner is None:
            return
        try:
            scans = scanner.read_scans()
        except HardwareError as error:
            self._lost(error)
            return
        for scan in scans:
            if scanner is not self._scanner:
                return  # what an earlier scan led to found it gone
            if scanner.hello is not None:  # until then it may be another board's
                self._scanned(scan)

    def _scanned(self, scan: Scan) -> None:
        self._watch.heard(scan.at_ms, self._loop.time())
        self._failures = 0
        if self._watch.is_slow:
            slow = f"the scanner makes only {self._watch.rate_hz:.0f} scans a second, not {self._watch.min_scan_hz:g}"
            self._tell("it scans too slowly", slow)
        elif self._trouble:
            _log.info("the scanner is back")
            self._trouble = ""
            self._listener.scanner_well()
        self._listener.scanned(scan)

    def _lost(self, error: HardwareError) -> None:
        self._disconnect()
        self._listener.scanner_gone()
        wait_s = BACKOFF_S[min(self._failures, len(BACKOFF_S) - 1)]
        self._failures += 1
        if not self._is_closed:
            self._retry = self._loop.call_later(wait_s, self.connect)
        self._tell(error.short if isinstance(error, WrongScannerError) else NOT_THERE, str(error))

    def _tell(self, remedy: str, message: str) -> None:
        if remedy != self._trouble:
            self._trouble = remedy
            _log.warning("%s", message)
            self._listener.scanner_troubled(remedy)

    def _disconnect(self) -> None:
        scanner, self._scanner = self._scanner, None
        if scanner is not None:
            try:
                self._loop.remove_reader(scanner.fileno())
            except (HardwareError, ValueError):
                _log.debug("the scanner's port was closed already")
            scanner.close()

    def _send_lamps(self) -> None:
        if self._scanner is None or self._lamps is None:
            return
        try:
            self._scanner.send_lamps(self._lamps, self._loop.time())
        except HardwareError as error:
            self._lost(error)
