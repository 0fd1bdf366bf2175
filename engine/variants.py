"""The games that can be played on the same board: where the checkers stand at the start.

Owns start positions and numbers of checkers (facts: variants). The rules of moving are the same in all.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.position import START, Position


class Variant(NamedTuple):
    """A game of the backgammon family; `checkers` a side."""

    name: str
    start: Position
    checkers: int = 15


def _both(points: dict[int, int], checkers: int = 15) -> Position:
    return Position.of(points, points, checkers)


BACKGAMMON: Final = Variant("backgammon", START)
NACKGAMMON: Final = Variant("nackgammon", _both({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}))
HYPERGAMMON: Final = Variant("hypergammon", _both({24: 1, 23: 1, 22: 1}, 3), 3)
HYPERGAMMON_2: Final = Variant("hypergammon-2", _both({24: 1, 23: 1}, 2), 2)
HYPERGAMMON_1: Final = Variant("hypergammon-1", _both({24: 1}, 1), 1)
LONGGAMMON: Final = Variant("longgammon", _both({24: 15}))

VARIANTS: Final = {
    variant.name: variant for variant in (BACKGAMMON, NACKGAMMON, HYPERGAMMON, HYPERGAMMON_2, HYPERGAMMON_1, LONGGAMMON)
}


def variant_of(start: Position) -> Variant | None:
    """The variant that begins like this; None for a start position of nobody's."""
    return next((variant for variant in VARIANTS.values() if variant.start == start), None)
