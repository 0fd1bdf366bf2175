"""What the daemon needs of each part, as protocols. Drivers and virtual parts fulfil them."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from PIL.Image import Image


class HardwareError(Exception):
    """Base of every error of a part; the message names part, address and what to check."""


class WrongScannerError(HardwareError):
    """The scanner is there, but it is not the one wanted or does not do its work; `short`: why, for a small screen."""

    def __init__(self, message: str, short: str) -> None:
        super().__init__(message)
        self.short = short


class Key(IntEnum):
    """The keys of a seat. A key's number on the wire is `2 * seat + key`."""

    PLAY = 0
    CUBE = 1


KEYS = 4


class Colour(Enum):
    """Lamp colours as (red, green, blue), 0-255 before the brightness limit."""

    OFF = (0, 0, 0)
    WHITE = (255, 255, 255)
    GREEN = (0, 255, 0)
    RED = (255, 0, 0)
    BLUE = (0, 0, 255)
    VIOLET = (160, 0, 255)
    AMBER = (255, 140, 0)


class Rhythm(IntEnum):
    """How a lamp changes in time; the scanner makes the rhythm itself, so a stalled daemon never freezes one."""

    STEADY = 0
    BLINK_2HZ = 1
    BLINK_1HZ = 2
    SLOW = 3  # a breath of 2 s
    PULSE = 4  # once, 0.5 s, then dark
    DIM = 5  # steady at a quarter


class Lamp(NamedTuple):
    colour: Colour
    rhythm: Rhythm = Rhythm.STEADY


DARK = Lamp(Colour.OFF)
LAMPS = 28  # one a place: 24 points, 2 bar halves, 2 trays


class Scan(NamedTuple):
    """One reading of all cells as it came over the wire.

    `at_ms` is the scanner's clock; `presses` and `is_down` are per key in the order of `2 * seat + key`;
    `levels_10ut` has one signed level a cell, in 10 microtesla, numbered as in geometry.py.
    """

    sequence: int
    at_ms: int
    is_hand: bool
    presses: tuple[int, ...]
    is_down: tuple[bool, ...]
    levels_10ut: tuple[int, ...]


class Hello(NamedTuple):
    """What a scanner says of itself when asked or when it starts."""

    protocol: int
    firmware: str
    board_id: str
    geometry: str
    cells: int


class Traffic(Protocol):
    """Counts what is on its way between threads or processes, so that simulated time can stand still meanwhile."""

    def sent(self, amount: int = 1) -> None: ...
    def arrived(self, amount: int = 1) -> None: ...


class NoTraffic:
    """The real world: time does not wait for anybody."""

    def sent(self, amount: int = 1) -> None:
        pass

    def arrived(self, amount: int = 1) -> None:
        pass


class Display(Protocol):
    """A panel of `width` x `height` pixels, one bit each."""

    width: int
    height: int

    def show(self, image: Image) -> None:
        """Put a whole picture on the panel, sending only what changed. Raises HardwareError if the panel is gone."""

    def set_contrast(self, level: int) -> None:
        """Brightness 0 to 255, kept when the panel comes back. Raises HardwareError if the panel is gone."""

    def close(self) -> None: ...


class Buzzer(Protocol):
    def play(self, tones: tuple[tuple[float, float], ...]) -> None:
        """Play (frequency in Hz, 0 = silence; duration in s) one after another; never blocks."""

    def close(self) -> None: ...


class Keys(Protocol):
    """Keys wired to the Pi itself. `on_change(key number, is_down)` may come from any thread."""

    def watch(self, on_change: Callable[[int, bool], None]) -> None: ...
    def close(self) -> None: ...
