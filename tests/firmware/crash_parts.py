"""Parts that break off half way: a journal around its commits, a bus within a picture, a driver within a lamp frame."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from firmware.journal import Journal, Row
from hardware.geometry import Geometry
from hardware.lamps import lamp_frame
from hardware.ports import Lamp, Traffic
from hardware.scanner import SerialScanner
from hardware.virtual.panel import Panel, PanelBus


class CrashError(OSError):
    """Raised in the thread that a crash stops."""


class PointedJournal(Journal):
    """The journal, with a way to stop in front of and behind a commit."""

    def __init__(self, path: Path, around: Callable[[Sequence[Row], Callable[[Sequence[Row]], None]], None]) -> None:
        self._around = around
        super().__init__(lambda: sqlite3.connect(path, timeout=1.0, isolation_level=None))

    def append(self, rows: Sequence[Row]) -> None:
        self._around(rows, super().append)


class CutBus(PanelBus):
    """An I2C bus on which a transaction can break off half way; what a dead daemon's thread then sends goes nowhere."""

    def __init__(self, panels: dict[int, Panel], is_cut: Callable[[], bool]) -> None:
        super().__init__(panels)
        self.is_dead = False
        self._is_cut = is_cut

    def _transfer(self, address: int, payload: list[int]) -> None:
        if self.is_dead:
            return
        self.is_dead = self._is_cut()
        super()._transfer(address, payload[: (len(payload) + 1) // 2] if self.is_dead else payload)


class CutScanner(SerialScanner):
    """A scanner's driver that can be stopped half way through a lamp frame."""

    def __init__(
        self, port: str, geometry: Geometry, traffic: Traffic, is_cut: Callable[[], bool], strike: Callable[[], None]
    ) -> None:
        super().__init__(port, geometry, traffic)
        self._wire = traffic
        self._is_cut = is_cut
        self._strike = strike

    def send_lamps(self, frame: Sequence[Lamp], now_s: float) -> None:
        if self._is_cut():
            half = lamp_frame(1, frame)[:40]
            self._wire.sent(os.write(self.fileno(), half))
            self._strike()
            return
        super().send_lamps(frame, now_s)
