"""Whether the scanner talks, and often enough. Pure: time is an argument, the rate comes from the scanner's own stamps.

Nothing is guessed from the daemon's clock but silence: a busy Pi must not make a good scanner look slow.
"""

from __future__ import annotations

from typing import Final

WINDOW_S: Final = 2.0
SLACK: Final = 0.9
"""A scan lost here and there, or a stamp rounded to milliseconds, does not make a scanner slow."""


class ScanWatch:
    """`min_scan_hz`: fewer scans a second are too few to follow a hand. `silence_s`: without a scan for so long the
    scanner is missing, though its port is open."""

    def __init__(self, min_scan_hz: float, silence_s: float) -> None:
        self.min_scan_hz = min_scan_hz
        self.silence_s = silence_s
        self.opened(0.0)

    def opened(self, now_s: float) -> None:
        """The port was opened: everything before does not count."""
        self.rate_hz = self.min_scan_hz
        """Scans a second that arrived in the last whole window."""
        self._heard_s = now_s
        self._start_ms: int | None = None
        self._last_ms = 0
        self._scans = 0

    def heard(self, at_ms: int, now_s: float) -> None:
        """A scan with the scanner's stamp `at_ms` has arrived."""
        self._heard_s = now_s
        if self._start_ms is None or at_ms < self._last_ms:
            self._start_ms, self._scans = at_ms, 0
        else:
            self._scans += 1
        self._last_ms = at_ms
        passed_s = (at_ms - self._start_ms) / 1000
        if passed_s >= WINDOW_S:
            self.rate_hz = self._scans / passed_s
            self._start_ms, self._scans = at_ms, 0

    @property
    def is_slow(self) -> bool:
        return self.rate_hz < SLACK * self.min_scan_hz

    def is_silent(self, now_s: float) -> bool:
        """Whether no scan has come for `silence_s`."""
        return now_s - self._heard_s > self.silence_s
