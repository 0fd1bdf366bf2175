"""What one cell of a record says: the vocabulary that readers of all formats share.

Owns the values only. What a cell means at its place in the game is engine/formats/game_reader.py.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from engine.position import Side


class Kind(Enum):
    """What a cell says. A gap is no cell: row numbers jump there."""

    ROLL = auto()
    DOUBLE = auto()
    TAKE = auto()
    DROP = auto()
    BEAVER = auto()
    GIVE_UP = auto()
    LOSES = auto()
    WINS = auto()
    GAP = auto()
    UNKNOWN = auto()


class Cell(NamedTuple):
    """One cell at its line and column (from 1; 0 unknown). `value` is the dice, cube or points as written; `moves`
    what follows the dice.

    `is_near` is True where it stands close behind bare dice: a word there belongs to the same cell, whatever its
    column; dice there replace the ones before (facts: dice edited by hand). `is_cut` is True where the file ends
    within its line, so that the cell may not be whole.
    """

    line: int
    side: Side
    kind: Kind
    value: str
    moves: str
    text: str
    is_near: bool = False
    column: int = 0
    is_cut: bool = False


NOWHERE = Cell(0, Side.WHITE, Kind.UNKNOWN, "", "", "")
