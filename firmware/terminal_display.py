"""The OLED of a virtual board: the real driver on a bus in memory, its picture drawn in the terminal.

Owns how often the terminal is drawn. The picture is what the panel's model decoded from the bytes on its bus, so what
is seen here is what a panel would show.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TextIO

from firmware.terminal import framed, picture_text
from hardware.oled import HEIGHT, WIDTH, open_oled
from hardware.virtual.panel import Panel, PanelBus

if TYPE_CHECKING:
    from PIL.Image import Image

PERIOD_S: Final = 0.25
ADDRESS: Final = 0x3C
ROWS: Final = HEIGHT // 4 + 2
"""Rows of the terminal that the picture takes, its frame included."""


class TerminalDisplay:
    """A Display in `out`; without one (no terminal) the panel is only in memory.

    Like a slow panel it takes its time: `show` returns no sooner than `PERIOD_S` after the last one, so that the
    display's thread leaves out what changes faster. Log lines scroll below the picture.
    """

    width = WIDTH
    height = HEIGHT

    def __init__(
        self,
        chip: str,
        out: TextIO | None,
        now_s: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.panel = Panel(chip)
        self._oled = open_oled(chip, address=ADDRESS, smbus=PanelBus({ADDRESS: self.panel}), now_s=now_s)
        self._out = out
        self._now_s = now_s
        self._pause = pause
        self._next_s = now_s()
        if out is not None:  # clear; lines scroll below the picture only
            out.write(f"\x1b[2J\x1b[{ROWS + 1}r\x1b[{ROWS + 1};1H")

    def show(self, image: Image) -> None:
        """Put a picture on the panel and draw what the panel shows."""
        self._oled.show(image)
        if self._out is None:
            return
        self._pause(max(0.0, self._next_s - self._now_s()))
        self._next_s = self._now_s() + PERIOD_S
        self._out.write(f"\x1b7\x1b[H{framed(picture_text(self.panel.picture()))}\x1b8")
        self._out.flush()

    def set_contrast(self, level: int) -> None:
        """As bright as the panel's model has it; the terminal shows no difference."""
        self._oled.set_contrast(level)

    def close(self) -> None:
        """Switch the panel off and give the whole terminal back."""
        self._oled.close()
        if self._out is not None:
            self._out.write("\x1b7\x1b[r\x1b8")
            self._out.flush()
