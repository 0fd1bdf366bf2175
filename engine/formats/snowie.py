"""Snowie position text: forty fields and a semicolon after each, as it stands in `Illegal play (...)`.

Owns the fields (facts: Snowie position text). The position is seen by the player on roll, who is named in it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.formats.record import FormatError
from engine.match_state import Match
from engine.position import CHECKERS, InvalidPosition, Position, Side

_FIELDS: Final = 40
_ON_ROLL_NAME: Final = 5
_OTHER_NAME: Final = 6
_OTHER_BAR: Final = 12
_OWN_BAR: Final = 37


class SnowiePosition(NamedTuple):
    """Checkers as the player called `on_roll` sees them."""

    position: Position
    on_roll: str
    other: str


def read_snowie(text: str, checkers: int = CHECKERS) -> SnowiePosition:
    """Read the checkers and the names. Raises FormatError."""
    fields = [field.strip() for field in text.strip().split(";")]
    if len(fields) not in (_FIELDS, _FIELDS + 1):
        raise FormatError(f"{len(fields)} fields of a Snowie position, it has {_FIELDS}")
    try:
        counts = [int(field) for field in fields[_OTHER_BAR : _OWN_BAR + 1]]
    except ValueError:
        raise FormatError("a Snowie position has numbers of checkers from its 13th field on") from None
    own = {slot: count for slot, count in enumerate(counts) if count > 0}
    opp = {25 - slot: -count for slot, count in enumerate(counts) if count < 0}
    try:
        position = Position.of(own, opp, checkers)
    except InvalidPosition as error:
        raise FormatError(f"Snowie position: {error}") from error
    return SnowiePosition(position, fields[_ON_ROLL_NAME], fields[_OTHER_NAME])


def write_snowie(match: Match, on_roll: Side, names: tuple[str, str]) -> str:
    """The text for the position of a match and its score, seen by the side on roll.

    `names` must hold no semicolon. Dice are left out. The left player of a `.mat` file has number 1, the right 0: only
    so does GNU Backgammon put the checkers of an illegal play on the right sides.
    """
    position = match.seen_by(on_roll)
    other = on_roll.other
    points = [position.own_on(point) or -position.opp_on(point) for point in range(1, 25)]
    owner = 0 if match.cube_owner is None else 1 if match.cube_owner is on_roll else -1
    fields = (
        match.rules.length,
        int(match.rules.is_money and match.rules.has_jacoby),
        0,
        int(match.rules.is_money),
        int(on_roll is Side.WHITE),
        names[on_roll],
        names[other],
        int(match.is_crawford),
        match.score[on_roll],
        match.score[other],
        match.cube,
        owner,
        -position.opp_bar,
        *points,
        position.own_bar,
        0,
        0,
    )
    return ";".join(map(str, fields)) + ";"
