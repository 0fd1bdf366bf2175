"""The panels: one, or two that show the same picture. Each has a thread of its own and is missed by itself.

Owns when a panel that failed is tried again and how its loss is told. Knows nothing of pictures nor of the game.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

from firmware.display_thread import DisplayThread
from firmware.scanner_link import BACKOFF_S
from firmware.screens import Screen
from hardware.ports import Display, Traffic

_log = logging.getLogger("gammond")

PARTS: Final = ("Display", "Display 2")
"""What the panels are called in messages and facts."""
REMEDY: Final = "check its wires"
STANDING_PICTURE_S: Final = 60.0
"""So often a picture that stands is put on the panels once more: one that lost its power is right again."""

OpenDisplay = Callable[[], Display]


class Listener(Protocol):
    """Who is told, in the loop's thread."""

    def part_lost(self, part: str, remedy: str) -> None: ...
    def part_found(self, part: str) -> None: ...


class Panels:
    """All panels of a table: each is made by its opener, in its thread; None: there is no such panel.

    `on_ready` is called once: when the first picture stands on some panel, or when every panel is known to be missing;
    with no panel at all by `start`.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        openers: tuple[OpenDisplay | None, OpenDisplay | None],
        listener: Listener,
        on_ready: Callable[[], None],
        traffic: Traffic,
    ) -> None:
        self._loop = loop
        self._on_ready = on_ready
        self._is_ready = False
        self._put_s = 0.0
        self._panels = [
            _Panel(loop, part, opener, listener, self._reported, traffic)
            for part, opener in zip(PARTS, openers, strict=True)
            if opener is not None
        ]

    def start(self) -> None:
        if not self._panels:
            self._ready()

    def put(self, screen: Screen) -> None:
        """Show this on every panel as soon as possible."""
        self._put_s = self._loop.time()
        for panel in self._panels:
            panel.put(screen)

    def tick(self, now_s: float, screen: Screen | None) -> None:
        """Once in a while: put the picture that should stand there again."""
        if screen is not None and now_s - self._put_s >= STANDING_PICTURE_S:
            self.put(screen)

    def set_brightness(self, percent: int) -> None:
        """How bright the panels are from now on, 0 (still readable in the dark) to 100 per cent."""
        for panel in self._panels:
            panel.set_brightness(percent)

    def stop(self) -> None:
        """Try nothing again: the daemon is about to end."""
        for panel in self._panels:
            panel.stop()

    def close(self) -> None:
        """Draw what is waiting, then switch the panels off."""
        for panel in self._panels:
            panel.thread.close()

    def _reported(self, is_there: bool) -> None:
        if is_there or all(panel.failures for panel in self._panels):
            self._ready()

    def _ready(self) -> None:
        if not self._is_ready:
            self._is_ready = True
            self._on_ready()


class _Panel:
    """One panel: what it is called, its thread, and how often it has failed since it last answered."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        part: str,
        opener: OpenDisplay,
        listener: Listener,
        reported: Callable[[bool], None],
        traffic: Traffic,
    ) -> None:
        self.failures = 0
        self._loop = loop
        self._part = part
        self._listener = listener
        self._reported = reported
        self._screen: Screen | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._is_stopped = False
        self.thread = DisplayThread(opener, self._lost_in_thread, self._found_in_thread, traffic)

    def put(self, screen: Screen) -> None:
        self._screen = screen
        self.thread.put(screen)

    def set_brightness(self, percent: int) -> None:
        self.thread.set_brightness(percent)
        self._put_again()

    def stop(self) -> None:
        self._is_stopped = True
        self._cancel_retry()

    def _lost_in_thread(self, reason: str) -> None:
        self._post(lambda: self._lost(reason))

    def _found_in_thread(self) -> None:
        self._post(self._found)

    def _post(self, act: Callable[[], None]) -> None:
        """Hand something from the panel's thread to the loop, if there still is one."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(act)

    def _lost(self, reason: str) -> None:
        """Told once; tried again with every new screen, and after a while with the one that should be there."""
        if self._is_stopped:
            return
        wait_s = BACKOFF_S[min(self.failures, len(BACKOFF_S) - 1)]
        self.failures += 1
        self._cancel_retry()
        self._retry = self._loop.call_later(wait_s, self._put_again)
        if self.failures == 1:
            _log.warning("%s", reason)
            self._listener.part_lost(self._part, REMEDY)
        self._reported(False)

    def _found(self) -> None:
        if self._is_stopped:
            return
        self._cancel_retry()
        if self.failures:
            self.failures = 0
            _log.info("the %s is back", self._part.lower())
            self._listener.part_found(self._part)
        self._reported(True)

    def _put_again(self) -> None:
        if self._screen is not None:
            self.thread.put(self._screen)

    def _cancel_retry(self) -> None:
        if self._retry is not None:
            self._retry.cancel()
