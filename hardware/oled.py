"""The OLED panel: pictures to SSD1306, SSD1309 or SH1106 over I2C or SPI, through luma.oled's own drivers.

Owns which bytes go over the bus: luma sends the whole frame every time (23 ms at 400 kHz), this sends what changed.
Calls block for as long as the bus takes, up to a second a transaction on a dead one: call it from a thread of its own.
Knows nothing of what the pictures mean.
"""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol

import luma.core.error
from luma.core.interface import serial
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image

from hardware.ports import HardwareError

WIDTH: Final = 128
HEIGHT: Final = 64
PAGES: Final = HEIGHT // 8
WHOLE_FRAME_S: Final = 60.0
"""A panel that lost a byte or its power is right again after so long."""

_NOP: Final = 0xE3  # data sheets SSD1306 10.1.22, SH1106 command 19: no operation
_COLUMN_WINDOW: Final = 0x21
_PAGE_WINDOW: Final = 0x22
_PAGE: Final = 0xB0
_COLUMN_LOW: Final = 0x00
_COLUMN_HIGH: Final = 0x10
_WORTH_A_WINDOW: Final = 8  # addressing a window costs 8 bytes: a shorter gap is sent along instead
_REVERSED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))

_FAILURES: Final = (OSError, luma.core.error.Error)


class Line(Protocol):
    """What luma calls a serial interface: commands and data to one panel."""

    def command(self, *cmd: int) -> None: ...
    def data(self, data: list[int]) -> None: ...
    def cleanup(self) -> None: ...


class Window(NamedTuple):
    """A rectangle of display RAM to be written: pages of eight rows, columns, last ones included."""

    first_page: int
    last_page: int
    first: int
    last: int


def pages_of(image: Image.Image) -> tuple[bytes, ...]:
    """A picture as the chips keep it: eight pages of 128 bytes, each eight pixels of a column, the top one lowest."""
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes().translate(_REVERSED)
    return tuple(columns[page::PAGES] for page in range(PAGES))


def changes(old: tuple[bytes, ...], new: tuple[bytes, ...]) -> tuple[Window, ...]:
    """The windows in which two pictures differ; equal stretches of neighbouring pages are joined into one."""
    done: list[Window] = []
    for page in range(PAGES):
        for first, last in _runs(old[page], new[page]):
            above = Window(page - 1, page - 1, first, last)
            joined = next((k for k, w in enumerate(done) if w[1:] == above[1:]), None)
            if joined is None:
                done.append(Window(page, page, first, last))
            else:
                done[joined] = done[joined]._replace(last_page=page)
    return tuple(done)


def _runs(old: bytes, new: bytes) -> Iterator[tuple[int, int]]:
    if old == new:
        return
    first = last = -1
    for column in range(len(new)):
        if old[column] == new[column]:
            continue
        if first >= 0 and column - last > _WORTH_A_WINDOW:
            yield first, last
            first = column
        first = column if first < 0 else first
        last = column
    if first >= 0:
        yield first, last


class _ClosableLine:
    """A line that does nothing once it is closed.

    luma leaves a hook at the program's end for every device ever made, which would blank a panel that has long been
    opened anew, or wait for a dead bus.
    """

    def __init__(self, line: Line) -> None:
        self._line: Line | None = line

    def command(self, *cmd: int) -> None:
        if self._line is not None:
            self._line.command(*cmd)

    def data(self, data: list[int]) -> None:
        if self._line is not None:
            self._line.data(data)

    def cleanup(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.cleanup()


def _write_ssd(device: Any, window: Window, pages: tuple[bytes, ...]) -> None:
    """Horizontal addressing: one window, then its bytes page by page (data sheet SSD1306 10.1.3-5)."""
    first_page, last_page, first, last = window
    device.command(_COLUMN_WINDOW, first, last, _PAGE_WINDOW, first_page, last_page)
    device.data([byte for page in pages[first_page : last_page + 1] for byte in page[first : last + 1]])


def _write_sh1106(device: Any, window: Window, pages: tuple[bytes, ...]) -> None:
    """The SH1106 has page addressing only, and 132 columns of which a panel of 128 shows those from 2 on."""
    first_page, last_page, first, last = window
    column = first + 2
    for page in range(first_page, last_page + 1):
        device.command(_PAGE + page, _COLUMN_LOW | column & 15, _COLUMN_HIGH | column >> 4)
        device.data(list(pages[page][first : last + 1]))


CHIPS: Final[dict[str, tuple[Any, Callable[[Any, Window, tuple[bytes, ...]], None]]]] = {
    "ssd1306": (ssd1306, _write_ssd),
    "ssd1309": (ssd1309, _write_ssd),
    "sh1106": (sh1106, _write_sh1106),
}
"""luma's driver of each chip, whose init sequence is used, and how a part of the display RAM is written."""


class Oled:
    """A Display on a panel that may come and go.

    It is opened by the first picture, and after an error by the next one, with its init sequence and a whole frame.
    `open_line` makes the bus; `where` and `check` are for the messages; `now_s` is the clock for whole frames;
    `is_persistent` leaves the last picture standing when the display is closed.
    """

    width = WIDTH
    height = HEIGHT

    def __init__(
        self,
        chip: str,
        open_line: Callable[[], Line],
        where: str,
        check: str,
        now_s: Callable[[], float] = time.monotonic,
        is_persistent: bool = False,
    ) -> None:
        if chip not in CHIPS:
            raise ValueError(f"there is no driver for the OLED chip {chip!r}: use one of {', '.join(CHIPS)}")
        self.name = f"OLED {chip} on {where}"
        self._driver, self._write = CHIPS[chip]
        self._open_line = open_line
        self._check = check
        self._now_s = now_s
        self._is_persistent = is_persistent
        self._contrast: int | None = None
        self._device: Any = None
        self._line: _ClosableLine | None = None
        self._shown: tuple[bytes, ...] | None = None
        self._whole_at_s = 0.0

    def show(self, image: Image.Image) -> None:
        """Put a picture (mode "1", 128 x 64) on the panel; only what changed is sent, once a minute all of it.

        Raises HardwareError if the panel is not there; the next call tries again from the start.
        """
        if image.size != (WIDTH, HEIGHT) or image.mode != "1":
            raise ValueError(f"the panel wants 128 x 64 pixels of mode '1', not {image.size} of mode {image.mode!r}")
        pages = pages_of(image)
        with _Guard(self):
            self._open()
            for window in self._due(pages):
                self._write(self._device, window, pages)
            self._shown = pages

    def set_contrast(self, level: int) -> None:
        """Brightness 0-255, kept across reopening. Raises HardwareError if the panel is not there."""
        if not 0 <= level <= 255:
            raise ValueError(f"the contrast is 0 to 255, not {level}")
        self._contrast = level
        if self._device is not None:
            with _Guard(self):
                self._device.contrast(level)

    def close(self) -> None:
        """Switch the panel off, unless its picture is to stay, and give the bus back. Never raises."""
        if self._device is not None and not self._is_persistent:
            with suppress(*_FAILURES):
                self._device.hide()
        self._drop()

    def _due(self, pages: tuple[bytes, ...]) -> tuple[Window, ...]:
        now_s = self._now_s()
        if self._shown is None or now_s - self._whole_at_s >= WHOLE_FRAME_S:
            self._whole_at_s = now_s
            return (Window(0, PAGES - 1, 0, WIDTH - 1),)
        return changes(self._shown, pages)

    def _open(self) -> None:
        if self._device is not None:
            return
        self._line = _ClosableLine(self._open_line())
        self._line.command(_NOP)  # before luma makes a device: a panel that is not there costs one transaction
        self._device = self._driver.__new__(self._driver)
        self._device.__init__(self._line)
        if self._contrast is not None:
            self._device.contrast(self._contrast)

    def _drop(self) -> None:
        """Forget the device. Emptied, because luma's hook at the end of the program holds on to it (130 KB each)."""
        device, line = self._device, self._line
        self._device = self._line = self._shown = None
        if line is not None:
            with suppress(*_FAILURES):
                line.cleanup()
        if device is not None:
            vars(device).clear()

    def failed(self, error: Exception) -> HardwareError:
        """Close after an error of the bus; returns what to raise."""
        self._drop()
        return HardwareError(f"{self.name}: {_reason(error)}. {self._check}")


class _Guard:
    """Turns errors of the bus into HardwareError and closes the panel."""

    def __init__(self, oled: Oled) -> None:
        self._oled = oled

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, _FAILURES):
            raise self._oled.failed(error) from error


def _reason(error: Exception) -> str:
    code = error.errno if isinstance(error, OSError) else None
    if code in (errno.EREMOTEIO, errno.EIO, errno.ENXIO):
        return "no answer"
    if code == errno.ETIMEDOUT:
        return "the bus hangs (a line held down)"
    return str(error)


def open_oled(
    chip: str = "ssd1309",
    bus: str = "i2c",
    port: int = 1,
    address: int = 0x3C,
    *,
    bus_hz: int = 8_000_000,
    dc_pin: int = 24,
    reset_pin: int = 25,
    smbus: Any = None,
    now_s: Callable[[], float] = time.monotonic,
    is_persistent: bool = False,
) -> Oled:
    """A panel on I2C (`port`, `address`) or on SPI 0 (`port` = chip select 0 or 1, `bus_hz`, BCM pins DC and reset).

    `smbus` takes the place of the system's I2C bus. Nothing is opened before the first picture.
    The speed of I2C is the system's: dtparam=i2c_arm_baudrate=400000. Raises ValueError for an unknown chip or bus.
    """
    if bus == "i2c":

        def open_i2c() -> Line:
            line: Line = serial.i2c(bus=smbus, port=port, address=address)
            return line

        check = (
            f"Check the wiring and `i2cdetect -y {port}`; if there is no /dev/i2c-{port}, switch I2C on with "
            "raspi-config; the user must be in the group i2c"
        )
        return Oled(chip, open_i2c, f"I2C bus {port}, address 0x{address:02X}", check, now_s, is_persistent)
    if bus == "spi":

        def open_spi() -> Line:
            return _open_spi(port, bus_hz, dc_pin, reset_pin)

        check = (
            f"Check the wiring (DC on GPIO{dc_pin}, RES on GPIO{reset_pin}); if there is no /dev/spidev0.{port}, "
            "switch SPI on with raspi-config; the user must be in the groups spi and gpio"
        )
        return Oled(chip, open_spi, f"SPI 0, chip select {port}", check, now_s, is_persistent)
    raise ValueError(f"the OLED's bus is 'i2c' or 'spi', not {bus!r}")


def _open_spi(device: int, bus_hz: int, dc_pin: int, reset_pin: int) -> Line:
    """luma's SPI line. Raises OSError or luma's Error, also where spidev or RPi.GPIO is missing."""
    try:
        line: Line = serial.spi(device=device, bus_speed_hz=bus_hz, gpio_DC=dc_pin, gpio_RST=reset_pin)
    except ImportError as error:
        raise luma.core.error.UnsupportedPlatform(
            f"the Python module {error.name} is missing: pip install 'gammond[spi]' and rpi-lgpio"
        ) from error
    except RuntimeError as error:  # what RPi.GPIO raises off a Pi, and rpi-lgpio without its header
        raise luma.core.error.UnsupportedPlatform(str(error)) from error
    return line
