"""The board's scanner on a serial port: find it, open it, read its scans, command its lamps. Never blocks.

Owns the port, the parser and what is still to be written. An event loop outside watches `fileno()` and calls
`read_scans()`; `tick()` is called a few times a second. Knows nothing of cells' meaning or of the game.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import serial

from hardware.geometry import Geometry
from hardware.lamps import lamp_frame
from hardware.link.codec import (
    HELLO,
    LAMP_ECHO,
    PROTOCOL,
    SCAN,
    Sentences,
    hello_request_sentence,
    read_echo,
    read_hello,
    read_scan,
)
from hardware.ports import DARK, LAMPS, HardwareError, Hello, Lamp, NoTraffic, Scan, Traffic, WrongScannerError

BY_ID: Final = Path("/dev/serial/by-id")
KNOWN_BY: Final = ("gammond", "micropython", "pico")  # in the names that the boards' USB descriptors make
BAUD: Final = 115200  # means nothing over USB; for a scanner on a real serial line
RESEND_S: Final = 1.0
ECHO_S: Final = 0.25
READ_BYTES: Final = 65536
UNSENT_LIMIT: Final = 4096  # bytes; a port that takes nothing is a broken one, not a reason to grow

_REMEDIES: Final = {
    errno.ENOENT: "check the USB cable, and that the scanner has power",
    errno.EACCES: "no permission; add this user to the group dialout and log in again",
    errno.EAGAIN: "another program has the port open; close it (`fuser -v PORT` names it)",
    errno.EBUSY: "another program has the port open; close it (`fuser -v PORT` names it)",
    errno.ENXIO: "check the USB cable, and that the scanner has power",
}
_GONE: Final = "check the USB cable; the scanner may have restarted"


@dataclass(frozen=True, slots=True)
class LinkHealth:
    """What has gone over the wire since the port was opened.

    `lost`: scans missing by their sequence numbers; `restarts`: the scanner began counting anew; `dropped_bytes` and
    `damaged` as in link.codec.Sentences; `strange`: whole sentences that could not be used; `repeated_frames`: lamp
    frames sent again because their echo was missing.
    """

    scans: int = 0
    lost: int = 0
    restarts: int = 0
    dropped_bytes: int = 0
    damaged: int = 0
    strange: int = 0
    repeated_frames: int = 0


def find_port(hint: str = "", by_id: Path = BY_ID) -> str:
    """The scanner's port: `hint` if given, else the one board below `by_id` that looks like a scanner.

    Names by id do not change when the cable is put in again, `/dev/ttyACM0` may. Raises HardwareError if there is
    none, or if there are several to choose from.
    """
    if hint:
        if not Path(hint).exists():
            raise HardwareError(f"scanner: no port {hint}; {_REMEDIES[errno.ENOENT]}")
        return hint
    names = sorted(path.name for path in by_id.iterdir()) if by_id.is_dir() else []
    found = [name for name in names if any(word in name.lower() for word in KNOWN_BY)]
    if not found:
        others = f" (there: {', '.join(names)})" if names else ""
        raise HardwareError(f"scanner: none found in {by_id}{others}; check the USB cable, or name the port")
    if len(found) > 1:
        raise HardwareError(f"scanner: {' and '.join(found)} in {by_id}; name the one to use as the port")
    return str(by_id / found[0])


class SerialScanner:
    """A scanner behind pyserial. `hello` is what it said of itself, None until it has."""

    def __init__(self, port: str, geometry: Geometry, traffic: Traffic | None = None) -> None:
        self.port = port
        self.hello: Hello | None = None
        self._geometry = geometry
        self._traffic: Traffic = traffic or NoTraffic()
        self._serial: serial.Serial | None = None
        self._fd = -1
        self._number = 0
        self._frame: tuple[Lamp, ...] = (DARK,) * LAMPS
        self._begin()

    def _begin(self) -> None:
        self._sentences = Sentences()
        self._health = LinkHealth()
        self._scans = self._lost = 0
        self._last: int | None = None
        self._unsent = b""
        self._echoed: int | None = None
        self._sent_s: float | None = None
        self._wants_frame = False
        self._asked_s: float | None = None

    # -- open and close --------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        return self._serial is not None

    def open(self) -> None:
        """Open the port for ourselves alone and ask for a hello. HardwareError if that cannot be done."""
        self.close()
        self._begin()
        self.hello = None
        try:
            self._serial = serial.Serial(self.port, BAUD, timeout=0, exclusive=True)
        except (OSError, serial.SerialException) as error:
            remedy = _REMEDIES.get(getattr(error, "errno", None) or 0, _GONE)
            raise HardwareError(f"scanner on {self.port}: cannot be opened; {remedy} ({error})") from error
        self._fd = self._serial.fileno()
        self._write(hello_request_sentence())

    def fileno(self) -> int:
        """The descriptor to watch for reading. HardwareError if the port is not open."""
        if self._serial is None:
            raise HardwareError(f"scanner on {self.port}: not open")
        return self._fd

    def close(self) -> None:
        """Give the port back; harmless if it is not open."""
        if self._serial is None:
            return
        try:
            self._serial.close()
        except OSError:
            os.close(self._fd)  # the tty is gone, the descriptor still ours
        self._serial, self._fd = None, -1

    # -- from the board --------------------------------------------------------------------------------------------

    @property
    def health(self) -> LinkHealth:
        """Counts since the port was opened."""
        return replace(
            self._health,
            scans=self._scans,
            lost=self._lost,
            dropped_bytes=self._sentences.dropped_bytes,
            damaged=self._sentences.damaged,
        )

    def read_scans(self) -> list[Scan]:
        """The scans that have arrived, oldest first; empty if none. Raises HardwareError if the port is gone or the
        board is not the one configured."""
        port = self._serial
        if port is None:
            raise HardwareError(f"scanner on {self.port}: not open")
        try:
            data = port.read(READ_BYTES)
        except (OSError, serial.SerialException) as error:
            raise self._gone(error) from error
        if not data:
            return []
        self._traffic.arrived(len(data))
        scans = []
        for kind, payload in self._sentences.feed(data):
            if kind == SCAN:
                scan = self._scan(payload)
                if scan is not None:
                    scans.append(scan)
            else:
                self._other(kind, payload)
        return scans

    def _scan(self, payload: bytes) -> Scan | None:
        try:
            scan = Scan(*read_scan(payload))
        except ValueError:
            self._strange()
            return None
        if len(scan.levels_10ut) != self._geometry.cells:
            self._strange()
            return None
        if self._last is not None and scan.sequence != self._last + 1:
            self._count_gap(scan.sequence - self._last & 0xFFFFFFFF)
        self._last = scan.sequence
        self._scans += 1
        return scan

    def _count_gap(self, step: int) -> None:
        if 0 < step < 0x80000000:
            self._lost += step - 1
        else:
            self._health = replace(self._health, restarts=self._health.restarts + 1)
            self._wants_frame = True  # its lamps are dark now

    def _other(self, kind: int, payload: bytes) -> None:
        try:
            if kind == LAMP_ECHO:
                self._echoed = read_echo(payload)
            elif kind == HELLO:
                self._greet(Hello(*read_hello(payload)))
            else:
                self._strange()
        except ValueError:
            self._strange()

    def _greet(self, hello: Hello) -> None:
        """Raises WrongScannerError if the board speaks another protocol or has other cells than configured."""
        wanted = self._geometry
        if hello.protocol != PROTOCOL:
            raise WrongScannerError(
                f"scanner on {self.port}: speaks protocol {hello.protocol}, this program {PROTOCOL}; "
                "bring the firmware of the scanner up to date",
                "its firmware is old",
            )
        if (hello.geometry, hello.cells) != (wanted.name, wanted.cells):
            raise WrongScannerError(
                f"scanner on {self.port}: its board is {hello.geometry} with {hello.cells} cells, the configured one "
                f"{wanted.name} with {wanted.cells}; set the geometry to {hello.geometry}",
                f"its board is {hello.geometry}",
            )
        self.hello = hello

    def _strange(self) -> None:
        self._health = replace(self._health, strange=self._health.strange + 1)

    # -- to the board ----------------------------------------------------------------------------------------------

    def send_lamps(self, frame: Sequence[Lamp], now_s: float) -> None:
        """Command all lamps; a frame equal to the last one is not sent anew. Raises HardwareError if the port is
        gone, ValueError if the frame is no frame."""
        wanted = tuple(frame)
        if wanted == self._frame and self._sent_s is not None:
            return
        lamp_frame(0, wanted)
        self._frame = wanted
        self._number = self._number + 1 & 0xFFFF
        self._send_frame(now_s)

    def tick(self, now_s: float) -> None:
        """Send again what needs it: the frame once a second or when its echo is missing, the question for a hello
        while it is unanswered, the rest of a write the port did not take. HardwareError if the port is gone."""
        if self._unsent:
            self._write(b"")
        if self.hello is None:
            if self._asked_s is None:
                self._asked_s = now_s
            elif now_s - self._asked_s >= RESEND_S:
                self._asked_s = now_s
                self._write(hello_request_sentence())
        if self._sent_s is None:
            return
        waited_s = now_s - self._sent_s
        is_missing = self._echoed != self._number and waited_s >= ECHO_S
        if is_missing:
            self._health = replace(self._health, repeated_frames=self._health.repeated_frames + 1)
        if is_missing or self._wants_frame or waited_s >= RESEND_S:
            self._send_frame(now_s)

    def _send_frame(self, now_s: float) -> None:
        self._sent_s = now_s
        self._wants_frame = False
        if len(self._unsent) < UNSENT_LIMIT:
            self._write(lamp_frame(self._number, self._frame))

    def _write(self, data: bytes) -> None:
        """Write what the port takes now and keep the rest. pyserial's own write would spin on a full port."""
        self._unsent += data
        try:
            written = os.write(self.fileno(), self._unsent)
        except BlockingIOError:
            return
        except OSError as error:
            raise self._gone(error) from error
        self._traffic.sent(written)
        self._unsent = self._unsent[written:]

    def _gone(self, error: Exception) -> HardwareError:
        return HardwareError(f"scanner on {self.port}: gone; {_GONE} ({error})")
