"""The display's own thread: a slow or dead panel never holds up the table.

Only the latest screen counts: one that was replaced before it could be drawn is never drawn. When to try again after
a failure is the caller's business; the display itself opens its panel anew with the next picture.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from firmware.screens import Screen
from hardware.ports import Display, HardwareError, NoTraffic, Traffic

DARKEST: Final = 1
BRIGHTEST: Final = 255


def contrast_of(percent: int) -> int:
    """The contrast register of a panel, 0 to 255, for a brightness in per cent; never 0, which some panels show dark.

    The light of a panel follows the register; the eye sees a quarter of the light as about half as bright, so the
    percentage is squared. Raises ValueError for what is no percentage.
    """
    if not 0 <= percent <= 100:
        raise ValueError(f"a brightness is 0 to 100 per cent, not {percent}")
    return max(DARKEST, round(BRIGHTEST * (percent / 100) ** 2))


class DisplayThread:
    """Draws what is put.

    `open_display` makes the display once, at the first picture, and again only if that fails; after a HardwareError
    of `show` the same display is asked again. `on_lost(reason)` is called for every picture that could not be drawn,
    `on_found()` for the first that could, and the first after a loss. All three run in the display's thread.
    """

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
        self._brightness: int | None = None
        self._changed = threading.Condition()
        self._is_closing = False
        self._is_there = False
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

    def set_brightness(self, percent: int) -> None:
        """How bright the panel is, 0 to 100 per cent, from the next picture on, and again if it comes back."""
        with self._changed:
            self._brightness = percent

    def close(self, timeout_s: float = 5.0) -> None:
        """Draw what is waiting, then close the panel; a bus that hangs is given up on after `timeout_s`."""
        with self._changed:
            self._is_closing = True
            self._changed.notify()
        self._thread.join(timeout_s)

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
            self._set_contrast(self._display)
            self._display.show(draw(screen))
        except HardwareError as error:
            self._is_there = False
            self._on_lost(str(error))
            return
        if not self._is_there:
            self._is_there = True
            self._on_found()

    def _set_contrast(self, display: Display) -> None:
        """The brightness that was asked for since the last picture. Raises HardwareError."""
        with self._changed:
            percent, self._brightness = self._brightness, None
        if percent is not None:
            display.set_contrast(contrast_of(percent))
