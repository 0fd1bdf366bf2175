"""One door for every ID a player may paste: Position ID, Position ID with Match ID, XGID or OGID.

Owns telling them apart. What their characters mean is in position_id, match_id, xgid and ogid.
"""

from __future__ import annotations

from typing import Final

from engine import match_id
from engine.match_id import read_match_id, write_match_id
from engine.ogid import looks_like_ogid, read_ogid
from engine.position import InvalidPosition, Position, Side
from engine.position_id import PositionIdError, read_position_id, write_position_id
from engine.situation import InvalidId, Situation
from engine.xgid import read_xgid

_POSITION_ID_LENGTH: Final = 14


def read_id(text: str) -> Situation:
    """What an ID says: a Position ID (then money, nothing rolled), `PositionID:MatchID` in either order, an XGID or an
    OGID. Raises InvalidId, naming what is missing or at fault.
    """
    text = text.strip()
    if looks_like_ogid(text):
        return read_ogid(text)
    if text[:5].upper() == "XGID=" or text.count(":") > 1:
        return read_xgid(text)
    parts = [part.strip() for part in text.split(":")]
    lengths = [len(part) for part in parts]
    if lengths == [match_id.LENGTH]:
        raise InvalidId(f"{text} is a Match ID alone: give the Position ID before it, as PositionID:MatchID")
    if lengths == [_POSITION_ID_LENGTH]:
        return Situation(_position(parts[0]), Side.BLACK)
    if sorted(lengths) != [match_id.LENGTH, _POSITION_ID_LENGTH]:
        raise InvalidId(
            f"{text!r} is no ID: a Position ID has 14 characters, a Match ID 12, an XGID ten fields between colons"
        )
    first, second = sorted(parts, key=len, reverse=True)
    return read_match_id(second, _position(first))


def _position(text: str) -> Position:
    try:
        return read_position_id(text)
    except (PositionIdError, InvalidPosition) as error:
        raise InvalidId(f"Position ID {text}: {error}") from error


def write_gnu_id(situation: Situation) -> str:
    """`PositionID:MatchID`, as GNU Backgammon reads it. Raises ValueError if the Match ID cannot hold it."""
    return f"{write_position_id(situation.position)}:{write_match_id(situation)}"
