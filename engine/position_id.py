"""GNU Position ID: the checkers of both sides in fourteen characters.

Owns the writing and reading of that text. It carries no dice, no cube, no score and not whose turn it is, only
which side is on roll by the order: the opponent's checkers come first. Knows nothing of the Match ID or XGID.

The bits: for each of a side's 25 places (points 1-24 in its own numbering, then its bar) as many ones as checkers,
then a zero; both sides, 80 bits, the lowest bit of each byte first, Base64 without padding.
"""

from __future__ import annotations

import binascii
from typing import Final

from engine.position import CHECKERS, EngineError, InvalidPosition, Position, checked

_PLACES: Final = 25
_LENGTH: Final = 14
_LAST: Final = "AQgw"  # the last character holds only two bits of the eighty


class PositionIdError(EngineError):
    """A text that is no Position ID; the message says why."""


def write_position_id(position: Position) -> str:
    """The Position ID of a position seen by the side on roll.

    Raises InvalidPosition if a side has more than fifteen checkers on points and bar.
    """
    bits = 0
    length = 0
    for packed in (position.opp, position.own):
        side = 0
        for _ in range(_PLACES):
            packed >>= 4
            count = packed & 15
            bits |= ((1 << count) - 1) << length
            length += count + 1
            side += count
        if side > CHECKERS:
            raise InvalidPosition(f"{side} checkers of one side: a Position ID holds at most {CHECKERS}")
    return binascii.b2a_base64(bits.to_bytes(10, "little"), newline=False)[:_LENGTH].decode("ascii")


def read_position_id(text: str, checkers: int = CHECKERS) -> Position:
    """The position of an ID, seen by the side on roll; what is missing to `checkers` a side has been borne off.

    Raises PositionIdError (length, alphabet, something behind the last place) or InvalidPosition (too many
    checkers, both sides on one point).
    """
    bits = _bits(text)
    opp, bits = _read_side(text, bits, checkers)
    own, bits = _read_side(text, bits, checkers)
    if bits:
        raise PositionIdError(f"'{text}' is no Position ID: something stands behind the last bar")
    return checked(Position(own, opp))


def _bits(text: str) -> int:
    if len(text) != _LENGTH:
        raise PositionIdError(f"'{text}' is no Position ID: it has {len(text)} characters, not {_LENGTH}")
    try:
        raw = binascii.a2b_base64(text.encode("ascii") + b"==", strict_mode=True)
    except (ValueError, UnicodeEncodeError):
        raise PositionIdError(f"'{text}' is no Position ID: only A-Z a-z 0-9 + / may stand in it") from None
    if text[-1] not in _LAST:
        raise PositionIdError(f"'{text}' is no Position ID: its last character must be one of {_LAST}")
    return int.from_bytes(raw, "little")


def _read_side(text: str, bits: int, checkers: int) -> tuple[int, int]:
    """One side's packed checkers and the bits that are left."""
    packed = 0
    total = 0
    for place in range(1, _PLACES + 1):
        count = (~bits & bits + 1).bit_length() - 1
        bits >>= count + 1
        total += count
        if total > checkers:
            raise InvalidPosition(f"Position ID '{text}': a side has {total} checkers or more, not {checkers}")
        packed |= count << 4 * place
    return packed + checkers - total, bits
