"""A model of the OLED panels on an I2C bus in memory: what the driver sends becomes a picture again.

Owns the chips' display RAM and command set as far as the drivers use it (data sheets SSD1306 rev 1.1 table 9,
SH1106 v2.3 commands 1-19). Counts bytes and transactions; fails and loses its power when told to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Protocol

from PIL import Image

WIDTH: Final = 128
HEIGHT: Final = 64
PAGES: Final = 8
NO_ANSWER: Final = 121
"""errno.EREMOTEIO of Linux: nobody acknowledged the address."""

_COMMANDS: Final = 0x00
_DATA: Final = 0x40
_HORIZONTAL: Final = 0
_BY_PAGE: Final = 2
_GARBAGE: Final = bytes((37 * k + 11) % 256 for k in range(256))

_SH_ARGUMENTS: Final = {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
_SSD_ARGUMENTS: Final = _SH_ARGUMENTS | {
    0x20: 1,
    0x21: 2,
    0x22: 2,
    0x26: 6,
    0x27: 6,
    0x29: 5,
    0x2A: 5,
    0x8D: 1,
    0xA3: 2,
}
"""How many bytes follow each command that has any."""


class Panel:
    """One panel. `kind` is ssd1306, ssd1309 or sh1106; it starts as after power-on: dark, RAM full of garbage."""

    def __init__(self, kind: str = "ssd1309") -> None:
        if kind not in ("ssd1306", "ssd1309", "sh1106"):
            raise ValueError(f"there is no model of the panel {kind!r}")
        self.kind = kind
        self._is_ssd = kind != "sh1106"
        self._columns = WIDTH if self._is_ssd else 132
        self._arguments = _SSD_ARGUMENTS if self._is_ssd else _SH_ARGUMENTS
        self.lose_power()

    def lose_power(self) -> None:
        """Forget everything, as after a loose contact: the reset values of the data sheet, and garbage in the RAM."""
        self.is_on = False
        self.contrast = 0x7F
        self.is_remapped = self.is_upside_down = self.is_inverted = False
        self._mode = _BY_PAGE
        self._column = self._page = 0
        self._column_window = (0, self._columns - 1)
        self._page_window = (0, PAGES - 1)
        self._pending: list[int] = []
        self._ram = [bytearray(_GARBAGE[: self._columns]) for _ in range(PAGES)]

    def receive(self, control: int, payload: Iterable[int]) -> None:
        """One transaction: control byte 0x00 and commands, or 0x40 and bytes for the display RAM."""
        if control == _DATA:
            for byte in payload:
                self._store(byte)
        elif control == _COMMANDS:
            for byte in payload:
                self._pending.append(byte)
                if len(self._pending) > self._arguments.get(self._pending[0], 0):
                    self._obey(*self._pending)
                    self._pending = []
        else:
            raise ValueError(f"a control byte is 0x00 or 0x40, not 0x{control:02X}")

    def picture(self) -> Image.Image:
        """What a person sees: dark while switched off; turned or mirrored if it was not set up for this module."""
        image = Image.new("1", (WIDTH, HEIGHT))
        if not self.is_on:
            return image
        first = 0 if self._is_ssd else 2
        for page, row in enumerate(self._ram):
            for x in range(WIDTH):
                byte = row[first + x] ^ (0xFF if self.is_inverted else 0)
                for bit in range(8):
                    if byte >> bit & 1:
                        image.putpixel((x, 8 * page + bit), 255)
        if not self.is_remapped:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        return image if self.is_upside_down else image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)

    def _store(self, byte: int) -> None:
        if self._column < self._columns:
            self._ram[self._page][self._column] = byte
        self._column += 1
        if self._mode == _HORIZONTAL and self._column > self._column_window[1]:
            self._column = self._column_window[0]
            self._page = self._page_window[0] if self._page == self._page_window[1] else (self._page + 1) % PAGES
        elif self._is_ssd and self._column == self._columns:
            self._column = 0

    def _obey(self, command: int, *arguments: int) -> None:
        match command:
            case 0x20 if self._is_ssd:
                self._mode = arguments[0] & 3
            case 0x21 if self._is_ssd:
                self._column_window = (arguments[0], arguments[1])
                self._column = arguments[0]
            case 0x22 if self._is_ssd:
                self._page_window = (arguments[0], arguments[1])
                self._page = arguments[0]
            case 0x81:
                self.contrast = arguments[0]
            case 0xAE | 0xAF:
                self.is_on = command == 0xAF
            case 0xA0 | 0xA1:
                self.is_remapped = command == 0xA1
            case 0xC0 | 0xC8:
                self.is_upside_down = command == 0xC8
            case 0xA6 | 0xA7:
                self.is_inverted = command == 0xA7
            case _ if command <= 0x0F:
                self._column = self._column & 0xF0 | command
            case _ if command <= 0x1F:
                self._column = self._column & 0x0F | (command & 15) << 4
            case _ if 0xB0 <= command <= 0xB7:
                self._page = command & 7


class Message(Protocol):
    """An smbus2 message: an address and bytes."""

    addr: int

    def __iter__(self) -> Iterator[int]: ...


class PanelBus:
    """An I2C bus with panels on it, in the place of smbus2.SMBus. Counts what goes over it, addresses not included."""

    def __init__(self, panels: dict[int, Panel]) -> None:
        self.panels = panels
        self.bytes = 0
        self.transactions = 0
        self.is_open = True
        self.fails_with: int | None = None
        """While set, every transaction raises OSError with this errno."""
        self.fails_after: int | None = None
        """So many more transactions go well, then all fail with `NO_ANSWER` until it is None again."""

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        """A write of at most 32 bytes after the control byte. Raises OSError as the kernel would."""
        if len(data) > 32:
            raise ValueError(f"SMBus blocks hold 32 bytes, not {len(data)}")
        self._transfer(address, [register, *data])

    def i2c_rdwr(self, *messages: Message) -> None:
        """Writes of any length, control byte first."""
        for message in messages:
            self._transfer(message.addr, list(bytes(message)))

    def close(self) -> None:
        self.is_open = False

    def _transfer(self, address: int, payload: list[int]) -> None:
        if not self.is_open:
            raise OSError(9, "Bad file descriptor")
        if self.fails_after is not None:
            if self.fails_after == 0:
                raise OSError(NO_ANSWER, "Remote I/O error")
            self.fails_after -= 1
        if self.fails_with is not None:
            raise OSError(self.fails_with, "failed on command")
        if address not in self.panels:
            raise OSError(NO_ANSWER, "Remote I/O error")
        self.transactions += 1
        self.bytes += len(payload)
        self.panels[address].receive(payload[0], payload[1:])
