"""The letters of points in `.sgf`: `a` to `x` are White's points 1 to 24 for both sides, `y` the bar, `z` off.

Owns the letters (facts: SGF for backgammon).
"""

from __future__ import annotations

from typing import Final

from engine.position import BAR, OFF, POINTS, Side

_BAR: Final = "y"
_OFF: Final = "z"


def letter(slot: int, side: Side) -> str:
    """The letter of a slot in a side's own numbering (0 off, 25 bar)."""
    if slot in (OFF, BAR):
        return _BAR if slot == BAR else _OFF
    return chr(ord("a") + (slot if side is Side.WHITE else POINTS + 1 - slot) - 1)


def slot_of(named: str, side: Side) -> int:
    """The slot in a side's own numbering that a letter `a` to `z` names."""
    if named in (_BAR, _OFF):
        return BAR if named == _BAR else OFF
    point = ord(named) - ord("a") + 1
    return point if side is Side.WHITE else POINTS + 1 - point
