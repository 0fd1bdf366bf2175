"""The one position near the last one that a board may show: for accepting a board as it stands. Pure.

Only ever accepted by both players after it was drawn on the screen; never a guess: if two positions would read so, or
a checker is nowhere to be seen, there is none.
"""

from __future__ import annotations

from engine.position import BAR, InvalidPosition, Position, Side, checked
from firmware.board_map import Layout

Differs = tuple[tuple[int, int, int], ...]


def near_position(before: Position, differs: Differs, layout: Layout) -> Position | None:
    """The only position (White's view) with as many checkers in play that reads so.

    `before` is White's view too; `differs` as in BoardSettled: (place, is, should be).
    """
    lost = dict.fromkeys(Side, 0)
    packed = [before.own, before.opp]
    free: list[int] = []
    for place, have, want in differs:
        owner = _owner(before, place, layout)
        if owner is None:
            free += [place] * (have - want)
            continue
        slot = _slot(layout, owner, place)
        count = packed[owner] >> 4 * slot & 15
        if count != want or count + have - want > 15:
            return None  # more stand there than cells can see: how many is not known
        packed[owner] += (have - want) << 4 * slot
        lost[owner] += want - have
    return _with_the_free(packed, lost, free, layout)


def _with_the_free(packed: list[int], lost: dict[Side, int], free: list[int], layout: Layout) -> Position | None:
    """Put the checkers that came to empty places down for the one side that misses them."""
    sides = [side for side in Side if lost[side]]
    if any(count < 0 for count in lost.values()) or len(free) != sum(lost.values()) or len(sides) > 1:
        return None
    for place in free:
        packed[sides[0]] += 1 << 4 * _slot(layout, sides[0], place)
    try:
        position = Position(packed[0], packed[1])
        return checked(position) if position.own >> 4 and position.opp >> 4 else None
    except InvalidPosition:
        return None


def _owner(before: Position, place: int, layout: Layout) -> Side | None:
    """Whose checkers the place holds, or would: a bar place is its side's; None for an empty point."""
    for side in Side:
        if place == layout.place_of(side, BAR):
            return side
    point = layout.spot_of(Side.WHITE, place)
    if before.own_on(point):
        return Side.WHITE
    return Side.BLACK if before.opp_on(point) else None


def _slot(layout: Layout, side: Side, place: int) -> int:
    return BAR if place == layout.place_of(side, BAR) else layout.spot_of(side, place)
