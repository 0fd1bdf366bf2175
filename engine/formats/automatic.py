"""Automatic doubles of a money session: equal opening dice, which neither format has a place for.

Owns the header that tells them, `[Automatic doubles "1: 44 66, 3: 11"]` (game: its equal dice). Other programs pass it
over; `.sgf` has the value of the cube besides (CV in the root), which is what GNU Backgammon goes by.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from engine.actions import OpeningRolled
from engine.formats.record import MatchRecord

HEADER: Final = "Automatic doubles"
_GAME: Final = re.compile(r"\s*(\d{1,5})\s*:((?:\s*([1-6])\3)+)\s*")
_MOST: Final = 15
_A_LINE: Final = 15

Dice = dict[int, tuple[int, ...]]
"""The equal opening dice that turned the cube, by the number of the game."""

Headers = tuple[tuple[str, str], ...]


def dice_of(record: MatchRecord) -> Dice:
    """The dice of a record; those that turn nothing, by agreement or at the cube's limit, are left out."""
    rules = record.rules
    most = min(rules.automatic_doubles, rules.cube_limit.bit_length() - 1) if rules.is_money and rules.has_cube else 0
    found: Dice = {}
    for number, game in enumerate(record.games, start=1):
        pairs = [action.white for action in game.actions if isinstance(action, OpeningRolled) and _is_equal(action)]
        if pairs[:most]:
            found[number] = tuple(pairs[:most])
    return found


def _is_equal(action: OpeningRolled) -> bool:
    return action.white == action.black


def header(record: MatchRecord) -> Headers:
    """The headers that tell them, none where there are none: one line would be too long for a long session."""
    games = [f"{number}: {' '.join(f'{die}{die}' for die in dice)}" for number, dice in dice_of(record).items()]
    return tuple((HEADER, ", ".join(games[at : at + _A_LINE])) for at in range(0, len(games), _A_LINE))


def part(headers: Iterable[tuple[str, str]]) -> tuple[Headers, Dice]:
    """The other headers, and the dice that this one tells."""
    others: list[tuple[str, str]] = []
    found: Dice = {}
    for key, value in headers:
        games = [_GAME.fullmatch(game) for game in value.split(",")] if key == HEADER else [None]
        if all(games):
            found |= {int(game[1]): tuple(int(pair[0]) for pair in game[2].split())[:_MOST] for game in games if game}
        else:
            others.append((key, value))
    return tuple(others), found


def most(dice: Dice) -> int:
    """How many in one game there are at the most, which is what must have been agreed."""
    return max(map(len, dice.values()), default=0)
