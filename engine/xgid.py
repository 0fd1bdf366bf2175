"""XGID: one line of text for a whole situation, as eXtreme Gammon writes it.

Owns its letters and fields (facts: XGID). The bottom player is Black; the position never turns with the turn.
"""

from __future__ import annotations

from typing import Final

from engine.match_id import cube_power
from engine.plays import Roll
from engine.position import BAR, CHECKERS, InvalidPosition, Position, Side
from engine.situation import InvalidId, Situation

_PREFIX: Final = "XGID="
_FIELDS: Final = 10
_OFFERS: Final = "DBR"  # doubled; doubled and beavered; raccooned
_LARGEST_POWER: Final = 15


def write_xgid(situation: Situation) -> str:
    """The XGID with its prefix, larger die first. A pending resignation has no place in it and is left out.

    Raises ValueError for a cube or cube limit that is no power of two.
    """
    fields = (
        _letters(situation),
        cube_power(situation.cube),
        _sign(situation.cube_owner),
        _sign(situation.on_roll),
        _dice(situation),
        situation.score[Side.BLACK],
        situation.score[Side.WHITE],
        _options(situation),
        situation.length,
        cube_power(situation.cube_limit),
    )
    return _PREFIX + ":".join(map(str, fields))


def _letters(situation: Situation) -> str:
    black = situation.position if situation.on_roll is Side.BLACK else situation.position.turned
    letters = [_letter("a", black.opp_bar)]
    for point in range(1, BAR):
        letters.append(_letter("A", black.own_on(point)) if black.own_on(point) else _letter("a", black.opp_on(point)))
    return "".join([*letters, _letter("A", black.own_bar)])


def _letter(first: str, count: int) -> str:
    return chr(ord(first) + count - 1) if count else "-"


def _sign(side: Side | None) -> int:
    return 0 if side is None else 1 if side is Side.BLACK else -1


def _dice(situation: Situation) -> str:
    if situation.is_doubled:
        return _OFFERS[min(situation.beavers, 2)]
    return str(situation.roll) if situation.roll else "00"


def _options(situation: Situation) -> int:
    if situation.length:
        return int(situation.is_crawford)
    return situation.has_jacoby + 2 * situation.has_beavers


def read_xgid(text: str, checkers: int = CHECKERS) -> Situation:
    """What an XGID says; text before it and a missing `XGID=` do not matter. `checkers` a side in this variant.

    Raises InvalidId, naming the field.
    """
    fields = text.strip().split(":")
    if len(fields) != _FIELDS:
        raise InvalidId(f"XGID: {len(fields)} fields between colons, an XGID has {_FIELDS}")
    black = _position(fields[0].rpartition("=")[2].split(), checkers)
    side = _side("whose turn", fields[3])
    if side is None:
        raise InvalidId("XGID: nobody is on roll; the fourth field is 1 or -1")
    length = _number("match length", fields[8], (1 << 15) - 1)
    options = _number("Crawford or Jacoby", fields[7], 1 if length else 3)
    roll, is_doubled, beavers = _rolled(fields[4])
    return Situation(
        position=black if side is Side.BLACK else black.turned,
        on_roll=side,
        roll=roll,
        cube=1 << _number("cube", fields[1], _LARGEST_POWER),
        cube_owner=_side("cube owner", fields[2]),
        score=(_number("top score", fields[6]), _number("bottom score", fields[5])),
        length=length,
        is_crawford=bool(length and options),
        has_jacoby=bool(not length and options & 1),
        has_beavers=bool(not length and options & 2),
        is_doubled=is_doubled,
        beavers=beavers,
        cube_limit=1 << _number("largest cube", fields[9], _LARGEST_POWER),
    )


def _position(words: list[str], checkers: int) -> Position:
    letters = words[-1] if words else ""
    if len(letters) != BAR + 1:
        raise InvalidId(f"XGID: {len(letters)} characters of position, it has {BAR + 1}")
    own: dict[int, int] = {}
    opp: dict[int, int] = {}
    for slot, letter in enumerate(letters):
        if "A" <= letter <= "O" and slot:
            own[slot] = ord(letter) - ord("A") + 1
        elif "a" <= letter <= "o" and slot < BAR:
            opp[25 - slot] = ord(letter) - ord("a") + 1
        elif letter != "-":
            raise InvalidId(f"XGID: {letter!r} cannot stand at character {slot + 1} of the position")
    try:
        return Position.of(own, opp, checkers)
    except InvalidPosition as error:
        raise InvalidId(f"XGID: {error}") from error


def _number(name: str, text: str, largest: int = (1 << 15) - 1) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= largest):
        raise InvalidId(f"XGID: {name} {text!r}, it is a number from 0 to {largest}")
    return int(text)


def _side(name: str, text: str) -> Side | None:
    sides = {"1": Side.BLACK, "-1": Side.WHITE, "0": None}
    if text not in sides:
        raise InvalidId(f"XGID: {name} {text!r}, it is 1 (bottom), -1 (top) or 0")
    return sides[text]


def _rolled(text: str) -> tuple[Roll | None, bool, int]:
    """The roll, whether a double is open, and how often it was redoubled."""
    if text == "00":
        return None, False, 0
    if len(text) == 1 and text in _OFFERS:
        return None, True, _OFFERS.index(text)
    if len(text) == 2 and all(die in "123456" for die in text):
        return Roll(int(text[0]), int(text[1])), False, 0
    raise InvalidId(f"XGID: dice {text!r}, they are two digits 1 to 6, 00, D, B or R")
