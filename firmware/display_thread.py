"""The display's own thread: a slow or dead panel never holds up the table.

Only the latest screen counts: one that was replaced before it could be drawn is never drawn. A panel that fails is
opened again after 1, 2, 4 ... 30 s; it is told lost once and found once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from firmware.screens import Screen
from hardware.ports import Display, HardwareError, NoTraffic, Traffic

BACKOFF_S: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)


class DisplayThread:
    """Draws what is put. `open_display` makes the panel, in this thread; `on_lost` and `on_found` run in it too."""

    def __init__(
        self,
        open_display: Callable[[], Display],
        on_lost: Callable[[str], None],
        on_found: Callable[[], None],
        traffic: Traffic | None = None,
    ) -> None:
        self._open_display = open_display
        self._on_lost = on_lost
        self._on_found = on_found
        self._traffic = traffic or NoTraffic()
        self._slot: Screen | None = None
        self._changed = threading.Condition()
        self._is_closing = False
        self._failures = 0
        self._display: Display | None = None
        self._thread = threading.Thread(target=self._run, name="display", daemon=True)
        self._thread.start()

    def put(self, screen: Screen) -> None:
        """Show this as soon as possible."""
        with self._changed:
            if self._slot is None:
                self._traffic.sent()
            self._slot = screen
            self._changed.notify()

    def close(self) -> None:
        """Draw what is waiting, then close the panel."""
        with self._changed:
            self._is_closing = True
            self._changed.notify()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        while (screen := self._next()) is not None:
            self._draw(screen)
            self._traffic.arrived()
        if self._display is not None:
            self._display.close()

    def _next(self) -> Screen | None:
        with self._changed:
            while self._slot is None and not self._is_closing:
                self._changed.wait()
            screen, self._slot = self._slot, None
            return screen

    def _draw(self, screen: Screen) -> None:
        from firmware.screen_drawing import draw  # PIL is loaded here, off the daemon's start

        try:
            if self._display is None:
                self._display = self._open_display()
            self._display.show(draw(screen))
        except HardwareError as error:
            self._fail(screen, error)
            return
        if self._failures:
            self._failures = 0
            self._on_found()

    def _fail(self, screen: Screen, error: HardwareError) -> None:
        if self._failures == 0:
            self._on_lost(str(error))
        if self._display is not None:
            self._display.close()
            self._display = None
        wait_s = BACKOFF_S[min(self._failures, len(BACKOFF_S) - 1)]
        self._failures += 1
        with self._changed:
            if self._is_closing:
                return
            self._changed.wait_for(lambda: self._is_closing, timeout=wait_s)
            if self._slot is None and not self._is_closing:
                self._slot = screen  # try again with what should be on the panel now
                self._traffic.sent()
