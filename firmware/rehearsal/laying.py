"""What hands lay down of a position: true checkers by place, trays included."""

from __future__ import annotations

from engine.position import BAR, OFF, Position, Side
from firmware.board_map import Layout
from hardware.geometry import PLACES


def counts_by_place(position: Position, layout: Layout) -> list[int]:
    """True checkers by place, trays included, of a position in White's view: what hands lay down."""
    counts = [0] * PLACES
    for side, packed in ((Side.WHITE, position.own), (Side.BLACK, position.opp)):
        for slot in range(OFF, BAR + 1):
            counts[layout.place_of(side, slot)] += packed >> 4 * slot & 15
    return counts
