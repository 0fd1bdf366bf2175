"""The games of the backgammon family by the names that match files give them.

Owns these names: those of `[Variation "..."]` in .mat headers and of RU in .sgf (facts: header comment lines, SGF).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.position import Position
from engine.variants import BACKGAMMON, HYPERGAMMON, LONGGAMMON, NACKGAMMON


class _Names(NamedTuple):
    mat: str
    sgf: str
    start: Position


def _last_points(checkers: int) -> Position:
    side = {24 - index: 1 for index in range(checkers)}
    return Position.of(side, side, checkers)


_VARIATIONS: Final = (
    _Names("Backgammon", "", BACKGAMMON.start),
    _Names("NackGammon", "Nackgammon", NACKGAMMON.start),
    _Names("HyperGammon (3)", "Hypergammon3", HYPERGAMMON.start),
    _Names("HyperGammon (2)", "Hypergammon2", _last_points(2)),
    _Names("HyperGammon (1)", "Hypergammon1", _last_points(1)),
    _Names("HyperGammon", "Hypergammon", HYPERGAMMON.start),
    _Names("LongGammon", "Longgammon", LONGGAMMON.start),
)


def start_named(name: str) -> Position | None:
    """The start position of a game by its name in either format; None for a name that is none of these."""
    plain = name.strip().lower()
    return next(
        (names.start for names in _VARIATIONS if plain and plain in (names.mat.lower(), names.sgf.lower())), None
    )


def mat_name(start: Position) -> str | None:
    """The game's name in .mat headers; None for the usual game and for a start that no name tells."""
    return next((names.mat for names in _VARIATIONS[1:] if names.start == start), None)


def sgf_name(start: Position) -> str | None:
    """The game's name in RU of .sgf; None for the usual game and for a start that no name tells."""
    return next((names.sgf for names in _VARIATIONS[1:] if names.start == start), None)
