"""OGID: one line of text for a situation, as OpenGammon and GammonView write it.

Owns its letters and fields (facts: OGID). Both sides' checkers are told by Black's point numbers, one letter each; 0
is White's bar and p, 25, Black's. Jacoby, beavers, the cube's limit and resignations have no place in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.match_id import cube_power
from engine.plays import Roll
from engine.position import BAR, CHECKERS, InvalidPosition, Position, Side, slots
from engine.situation import InvalidId, Progress, Situation

_LETTERS: Final = "0123456789abcdefghijklmnop"
_PREFIX: Final = re.compile(r"ogid[=:]", re.I)
_CUBE: Final = re.compile(r"([NWBD?])(\d{1,2})([NOTP])")
_LOOKS: Final = re.compile(rf"[0-9a-p]*:[0-9a-p]*:{_CUBE.pattern}:")
_LENGTH: Final = re.compile(r"(\d{1,5})(C?)(?:L|G\d{0,5})?")
_SIDES: Final = {"W": Side.WHITE, "B": Side.BLACK}
_OWNERS: Final = {"N": None, "D": None, "?": None, **_SIDES}
_FEWEST: Final = 5
_MOST: Final = 11
_LARGEST_POWER: Final = 15
_LARGEST: Final = (1 << 15) - 1


def looks_like_ogid(text: str) -> bool:
    """Whether this must be meant as an OGID and nothing else."""
    return _PREFIX.match(text) is not None or _LOOKS.match(text) is not None


def write_ogid(situation: Situation) -> str:
    """The OGID without a prefix, smaller die first. Raises ValueError for a cube that is no power of two."""
    white = situation.position if situation.on_roll is Side.WHITE else situation.position.turned
    checkers = sum(count for _, count in slots(white.own))
    owner = "N" if situation.cube_owner is None else situation.cube_owner.name[0]
    fields = [
        _checkers(white.own, Side.WHITE),
        _checkers(white.opp, Side.BLACK),
        f"{owner}{cube_power(situation.cube)}{'O' if situation.is_doubled else 'N'}",
        "".join(map(str, sorted(situation.roll or ()))),
        (situation.on_roll if situation.is_doubled else situation.on_roll.other).name[0],
        _state(situation),
        str(situation.score[Side.WHITE]),
        str(situation.score[Side.BLACK]),
        f"{situation.length}{'C' if situation.is_crawford else ''}",
        "0",
    ]
    return ":".join(fields if checkers == CHECKERS else [*fields, str(checkers)])


def _checkers(packed: int, side: Side) -> str:
    return "".join(
        sorted(_LETTERS[slot if side is Side.BLACK else BAR - slot] * count for slot, count in slots(packed) if slot)
    )


def _state(situation: Situation) -> str:
    """What the game is at: the opening roll of a side, a double to be answered, dice rolled, the end, or going on."""
    if situation.progress is Progress.NOT_STARTED:
        return f"I{situation.on_roll.name[0]}"
    if situation.progress is not Progress.PLAYING:
        return "G"
    return "D" if situation.is_doubled else "R" if situation.roll else "C"


def read_ogid(text: str) -> Situation:
    """What an OGID says; an `OGID=` before it does not matter, and of its fields only the first five must be there.

    Raises InvalidId, naming the field.
    """
    fields = _PREFIX.sub("", text.strip(), count=1).split(":")
    if not _FEWEST <= len(fields) <= _MOST:
        raise InvalidId(f"OGID: {len(fields)} fields between colons, an OGID has {_FEWEST} to {_MOST}")
    white, black, cube, dice, acted, state, *numbers = [*fields, "IW"][:6] + fields[6:]
    number = dict(zip(("score", "other score", "length", "move", "checkers"), numbers, strict=False))
    power, owner, action = _cube(cube)
    roll = _roll(dice)
    side = _on_roll(acted, state, action, roll)
    position = _position(white, black, _number("checkers", number.get("checkers", str(CHECKERS)), CHECKERS))
    length, is_crawford = _length(number.get("length", "0"))
    scores = [_number(name, number.get(name, "0")) for name in ("score", "other score")]
    return Situation(
        position=position if side is Side.WHITE else position.turned,
        on_roll=side,
        roll=roll,
        cube=1 << power,
        cube_owner=owner,
        score=(scores[0], scores[1]),
        length=length,
        is_crawford=is_crawford and length > 0,
        is_doubled=action == "O",
        progress=_progress(state, action, roll),
    )


def _cube(text: str) -> tuple[int, Side | None, str]:
    found = _CUBE.fullmatch(text)
    if found is None or int(found[2]) > _LARGEST_POWER:
        raise InvalidId(f"OGID: cube {text!r}, it is owner (N, W or B), power of two and action (N, O, T or P)")
    return int(found[2]), _OWNERS[found[1]], found[3]


def _roll(text: str) -> Roll | None:
    if not text:
        return None
    if not re.fullmatch("[1-6][1-6]", text):
        raise InvalidId(f"OGID: dice {text!r}, they are two digits 1 to 6, or nothing")
    return Roll(int(text[0]), int(text[1]))


def _on_roll(acted: str, state: str, action: str, roll: Roll | None) -> Side:
    """The colour is that of whoever acted last: the other is on roll, unless it doubled or nobody has acted yet."""
    if acted not in _SIDES:
        raise InvalidId(f"OGID: colour {acted!r}, it is W or B")
    if re.fullmatch("[A-Z]{0,2}", state) is None:
        raise InvalidId(f"OGID: state {state!r}, it is one or two capital letters")
    if state == "IW" and roll is None:
        return Side.WHITE
    return _SIDES[acted] if action == "O" else _SIDES[acted].other


def _progress(state: str, action: str, roll: Roll | None) -> Progress:
    if state in ("G", "M"):
        return Progress.DROPPED if action == "P" else Progress.BORNE_OFF
    return Progress.NOT_STARTED if state in ("IW", "IB") and roll is None else Progress.PLAYING


def _position(white: str, black: str, checkers: int) -> Position:
    """White's view."""
    own = dict(_counts("White", [BAR - place for place in _places("White", white)]))
    opp = dict(_counts("Black", list(_places("Black", black))))
    try:
        return Position.of(own, opp, checkers)
    except InvalidPosition as error:
        raise InvalidId(f"OGID: {error}") from error


def _places(name: str, letters: str) -> Iterator[int]:
    for letter in letters:
        if letter not in _LETTERS:
            raise InvalidId(f"OGID: {letter!r} among {name}'s checkers, they are digits and letters a to p")
        yield _LETTERS.index(letter)


def _counts(name: str, places: list[int]) -> Iterator[tuple[int, int]]:
    if 0 in places:
        raise InvalidId(f"OGID: a checker of {name}'s on the other side's bar")
    for slot in set(places):
        yield slot, places.count(slot)


def _number(name: str, text: str, largest: int = _LARGEST) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= largest):
        raise InvalidId(f"OGID: {name} {text!r}, it is a number from 0 to {largest}")
    return int(text)


def _length(text: str) -> tuple[int, bool]:
    """Points to play to, and whether this is the Crawford game; marks for other games after it are passed over."""
    found = _LENGTH.fullmatch(text)
    if found is None:
        raise InvalidId(f"OGID: length {text!r}, it is a number, with a C in the Crawford game")
    return _number("length", found[1]), bool(found[2])
