"""The sentences between the board and the daemon: bytes to plain tuples and back. Owns the layout and the CRC check.

Runs on the daemon (CPython) and on the scanner (MicroPython), hence only `binascii` and `struct`, no classes of the
daemon and no typing module. It knows nothing of ports, time or what the numbers mean. docs/protocol.md describes the
same layout byte by byte for other languages.
"""

import binascii
import struct

PROTOCOL = 1
SYNC = b"\xa5\x5a"
MAX_PAYLOAD = 1024  # bytes; room for 505 cells
KEYS = 4
LAMPS = 28

SCAN = 0x53  # S: one reading of all cells
HELLO = 0x48  # H: what the scanner says of itself
LAMP_FRAME = 0x4C  # L: the state of all lamps
LAMP_ECHO = 0x45  # E: the number of the lamp frame taken over
ASK_HELLO = 0x3F  # ?: the daemon asks for a hello

_HEADER = 5  # sync, type, length
_CRC = 4
_SCAN_HEAD = "<IIB4B"
_SCAN_HEAD_SIZE = 13
_DOWN = [tuple(bool(bits >> key & 1) for key in range(KEYS)) for bits in range(1 << KEYS)]


def sentence(kind: int, payload: bytes) -> bytes:
    """Wrap a payload: sync, type, length, payload, CRC-32 over all but the sync. ValueError above MAX_PAYLOAD."""
    if len(payload) > MAX_PAYLOAD:
        raise ValueError(f"payload of {len(payload)} bytes; a sentence holds at most {MAX_PAYLOAD}")
    body = struct.pack("<BH", kind, len(payload)) + payload
    return SYNC + body + struct.pack("<I", binascii.crc32(body) & 0xFFFFFFFF)


class Sentences:
    """Takes bytes as they come and gives back the whole, undamaged sentences; resynchronises after anything else.

    `dropped_bytes` counts bytes that belonged to no sentence, `damaged` the starts of sentences whose CRC was wrong
    (foreign bytes may look like one). Never keeps more than one longest sentence.
    """

    def __init__(self) -> None:
        self.dropped_bytes = 0
        self.damaged = 0
        self._kept = b""

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """Return (type, payload) of every sentence completed by `data`. Never raises, whatever the bytes are."""
        kept = self._kept + data if self._kept else data
        found = []
        at = 0
        while True:
            start = kept.find(SYNC, at)
            if start < 0:
                start = len(kept) - (1 if kept[at:].endswith(SYNC[:1]) else 0)
                break
            self.dropped_bytes += start - at
            at = start
            if len(kept) - at < _HEADER:
                break
            end = at + _HEADER + (kept[at + 3] | kept[at + 4] << 8)
            if end - at - _HEADER > MAX_PAYLOAD:
                self._skip()
                at += 1
                continue
            if len(kept) < end + _CRC:
                break
            if _is_intact(kept, at + 2, end):
                found.append((kept[at + 2], kept[at + _HEADER : end]))
                at = end + _CRC
            else:
                self._skip()
                at += 1
        self.dropped_bytes += start - at
        self._kept = kept[start:]
        return found

    def _skip(self) -> None:
        self.damaged += 1
        self.dropped_bytes += 1


def _is_intact(kept: bytes, start: int, end: int) -> bool:
    told = kept[end] | kept[end + 1] << 8 | kept[end + 2] << 16 | kept[end + 3] << 24
    return binascii.crc32(kept[start:end]) & 0xFFFFFFFF == told


def scan_sentence(
    sequence: int,
    at_ms: int,
    is_hand: bool,
    presses: tuple[int, ...],
    is_down: tuple[bool, ...],
    levels_10ut: "list[int] | tuple[int, ...]",
) -> bytes:
    """One reading: sequence and scanner milliseconds modulo 2^32, press counters modulo 256, levels in int16."""
    bits = 1 if is_hand else 0
    for key in range(KEYS):
        if is_down[key]:
            bits |= 2 << key
    head = struct.pack(_SCAN_HEAD, sequence & 0xFFFFFFFF, at_ms & 0xFFFFFFFF, bits, *presses)
    return sentence(SCAN, head + struct.pack(f"<{len(levels_10ut)}h", *levels_10ut))


def read_scan(payload: bytes) -> tuple[int, int, bool, tuple[int, ...], tuple[bool, ...], tuple[int, ...]]:
    """(sequence, ms, hand, presses, is_down, levels) of a scan's payload. ValueError if it has no such form."""
    size = len(payload) - _SCAN_HEAD_SIZE
    if size < 0 or size & 1:
        raise ValueError(f"scan of {len(payload)} bytes")
    sequence, at_ms, bits, *presses = struct.unpack_from(_SCAN_HEAD, payload, 0)
    levels = struct.unpack_from(f"<{size >> 1}h", payload, _SCAN_HEAD_SIZE)
    return sequence, at_ms, bool(bits & 1), tuple(presses), _DOWN[bits >> 1 & 15], levels


def hello_sentence(protocol: int, firmware: str, board_id: str, geometry: str, cells: int) -> bytes:
    """What the scanner says of itself; the three texts at most 255 bytes of UTF-8 each."""
    payload = struct.pack("<BH", protocol, cells)
    for text in (firmware, board_id, geometry):
        coded = text.encode()
        payload += struct.pack("<B", len(coded)) + coded
    return sentence(HELLO, payload)


def read_hello(payload: bytes) -> tuple[int, str, str, str, int]:
    """(protocol, firmware, board id, geometry, cells) of a hello's payload. ValueError if it has no such form."""
    if len(payload) < 6:
        raise ValueError(f"hello of {len(payload)} bytes")
    protocol, cells = struct.unpack_from("<BH", payload, 0)
    texts = []
    at = 3
    for _ in range(3):
        if at >= len(payload) or at + 1 + payload[at] > len(payload):
            raise ValueError("hello with a cut text")
        texts.append(payload[at + 1 : at + 1 + payload[at]].decode())
        at += 1 + payload[at]
    return protocol, texts[0], texts[1], texts[2], cells


def lamps_sentence(number: int, lamps: "list[tuple[int, int, int, int]]") -> bytes:
    """A frame of all lamps, each (red, green, blue, rhythm); `number` modulo 2^16 is echoed by the board."""
    if len(lamps) != LAMPS:
        raise ValueError(f"{len(lamps)} lamps; a frame has {LAMPS}")
    payload = struct.pack("<H", number & 0xFFFF)
    for lamp in lamps:
        payload += bytes(lamp)
    return sentence(LAMP_FRAME, payload)


def read_lamps(payload: bytes) -> tuple[int, list[tuple[int, int, int, int]]]:
    """(number, lamps) of a lamp frame's payload. ValueError if it has no such form."""
    if len(payload) != 2 + 4 * LAMPS:
        raise ValueError(f"lamp frame of {len(payload)} bytes")
    lamps = [(payload[i], payload[i + 1], payload[i + 2], payload[i + 3]) for i in range(2, len(payload), 4)]
    return payload[0] | payload[1] << 8, lamps


def echo_sentence(number: int) -> bytes:
    """The board has taken over lamp frame `number`."""
    return sentence(LAMP_ECHO, struct.pack("<H", number & 0xFFFF))


def read_echo(payload: bytes) -> int:
    """The number in a lamp echo's payload. ValueError if it has no such form."""
    if len(payload) != 2:
        raise ValueError(f"lamp echo of {len(payload)} bytes")
    return payload[0] | payload[1] << 8


def hello_request_sentence() -> bytes:
    """The daemon asks the board to say hello."""
    return sentence(ASK_HELLO, b"")
