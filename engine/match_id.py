"""GNU Match ID: twelve characters for turn, dice, cube and score; the checkers are in the Position ID.

Owns the bits (facts: Match ID). Nine bytes, least significant bit first, in Base64.
"""

from __future__ import annotations

import base64
import binascii
from typing import Final

from engine.actions import Level
from engine.plays import Roll
from engine.position import Position, Side
from engine.situation import InvalidId, Progress, Situation

LENGTH: Final = 12
_NO_OWNER: Final = 3

# (name, width in bits), from bit 0 on
_FIELDS: Final = (
    ("cube", 4),
    ("owner", 2),
    ("on_roll", 1),
    ("crawford", 1),
    ("progress", 3),
    ("decider", 1),
    ("doubled", 1),
    ("resigned", 2),
    ("first_die", 3),
    ("second_die", 3),
    ("length", 15),
    ("white_score", 15),
    ("black_score", 15),
    ("no_jacoby", 1),
)


def write_match_id(situation: Situation) -> str:
    """The Match ID as today's GNU Backgammon writes it, with the bit that says whether Jacoby is off.

    Raises ValueError for a score or length above 32767, or a cube that is no power of two up to 32768.
    """
    dice = sorted(situation.roll or (0, 0), reverse=True)
    owner = _NO_OWNER if situation.cube_owner is None else situation.cube_owner
    values = {
        "cube": cube_power(situation.cube),
        "owner": owner,
        "on_roll": situation.on_roll,
        "crawford": situation.is_crawford,
        "progress": situation.progress,
        "decider": situation.decider,
        "doubled": situation.is_doubled,
        "resigned": situation.resigned or 0,
        "first_die": dice[0],
        "second_die": dice[1],
        "length": situation.length,
        "white_score": situation.score[Side.WHITE],
        "black_score": situation.score[Side.BLACK],
        "no_jacoby": not situation.has_jacoby,
    }
    return base64.b64encode(_pack(values).to_bytes(9, "little")).decode("ascii")


def _pack(values: dict[str, int]) -> int:
    packed, at = 0, 0
    for name, width in _FIELDS:
        value = int(values[name])
        if not 0 <= value < 1 << width:
            raise ValueError(f"{name.replace('_', ' ')} {value} does not fit a Match ID")
        packed |= value << at
        at += width
    return packed


def cube_power(cube: int) -> int:
    """The power of two a cube shows. Raises ValueError if it is none."""
    if cube < 1 or cube & (cube - 1):
        raise ValueError(f"a cube of {cube}: it shows a power of two")
    return cube.bit_length() - 1


def read_match_id(text: str, position: Position) -> Situation:
    """What a Match ID says, with the position it goes with (as the side on roll sees it).

    Either die may come first. Older programs leave the Jacoby bit empty, so it is believed in money play only.
    Raises InvalidId.
    """
    fields = _unpack(text)
    side = Side(fields["on_roll"])
    decider = Side(fields["decider"])
    resigned = Level(fields["resigned"]) if fields["resigned"] else None
    is_money = fields["length"] == 0
    if is_money and fields["crawford"]:
        raise InvalidId(f"Match ID {text}: a Crawford game in a money session")
    return Situation(
        position=position,
        on_roll=side,
        roll=_roll(text, fields["first_die"], fields["second_die"]),
        cube=1 << fields["cube"],
        cube_owner=_owner(text, fields["owner"]),
        score=(fields["white_score"], fields["black_score"]),
        length=fields["length"],
        is_crawford=bool(fields["crawford"]),
        has_jacoby=is_money and not fields["no_jacoby"],
        is_doubled=bool(fields["doubled"]),
        resigned=resigned,
        resigned_by=decider.other if resigned else None,
        progress=_progress(text, fields["progress"]),
    )


def _unpack(text: str) -> dict[str, int]:
    if len(text) != LENGTH:
        raise InvalidId(f"Match ID {text!r}: it has {len(text)} characters, a Match ID has {LENGTH}")
    try:
        packed = int.from_bytes(base64.b64decode(text, validate=True), "little")
    except (binascii.Error, ValueError):
        raise InvalidId(f"Match ID {text!r}: only letters, digits, + and / belong in it") from None
    fields = {}
    for name, width in _FIELDS:
        fields[name] = packed & (1 << width) - 1
        packed >>= width
    return fields


def _roll(text: str, first: int, second: int) -> Roll | None:
    if first == second == 0:
        return None
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise InvalidId(f"Match ID {text}: dice {first} and {second}")
    return Roll(first, second)


def _owner(text: str, owner: int) -> Side | None:
    if owner == 2:
        raise InvalidId(f"Match ID {text}: the cube belongs to no known player")
    return None if owner == _NO_OWNER else Side(owner)


def _progress(text: str, value: int) -> Progress:
    if value > Progress.DROPPED:
        raise InvalidId(f"Match ID {text}: game state {value} is not known")
    return Progress(value)
