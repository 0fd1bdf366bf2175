"""Everything a roll allows, worked out once when it is rolled: a reading is then looked up here (`TurnSheet`).

Knows images and spots (board_map), not cells. Images are packed counts in the mover's order.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

from engine.plays import Play, PlayTree, Roll, play_tree_in_slices
from engine.position import Position, Side
from firmware.board_map import Layout, bounds, image_of
from firmware.likelihood_turn import Claims, claims_of
from hardware.geometry import Geometry


@dataclass(slots=True)
class TurnSheet:
    """All that readings of one turn are looked up in. Images are in the mover's order.

    `ends`: exact image of each legal end; `lent`: (play, checkers in the hand, laid on the wrong bar side) for the
    images with a hit checker not on its bar; `spans`: (low, high) between start and end of each play, or a position
    of the tree twice.
    """

    tree: PlayTree
    side: Side
    layout: Layout
    geometry: Geometry
    start: int
    ends: dict[int, list[Play]] = field(default_factory=dict)
    lent: dict[int, list[tuple[Play, int, bool]]] = field(default_factory=dict)
    spans: list[tuple[int, int]] = field(default_factory=list)
    in_hand: tuple[int, int] = (0, 0)
    claims: Claims = field(init=False)

    def __post_init__(self) -> None:
        self.claims = claims_of(self.tree.start)


def prepare(
    position: Position, side: Side, roll: Roll, layout: Layout, geometry: Geometry, in_hand: tuple[int, int] = (0, 0)
) -> Generator[None, None, TurnSheet]:
    """Work out a turn in slices; the sheet is the generator's value.

    `in_hand`: checkers hit before, own and the opponent's, that are not on the bar yet: until they are, the board
    reads so many short there.
    """
    tree = yield from play_tree_in_slices(position, roll)
    sheet = TurnSheet(tree, side, layout, geometry, image_of(position, geometry), in_hand=in_hand)
    for number, play in enumerate(tree.plays):
        _enter_end(sheet, play)
        if number % 100 == 99:
            yield
    spans: set[tuple[int, int]] = set()
    for number, end in enumerate(sheet.ends):
        spans.add(bounds(sheet.start, end))
        if number % 1000 == 999:
            yield
    for number, node in enumerate(tree.nodes):
        image = image_of(node, geometry)
        spans.add((image, image))
        if number % 500 == 499:
            yield
    sheet.spans = list(spans)
    return sheet


def _enter_end(sheet: TurnSheet, play: Play) -> None:
    image = image_of(play.end, sheet.geometry)
    sheet.ends.setdefault(image, []).append(play)
    sheet.claims.enter(play, image)
    hits = play.end.opp_bar - sheet.tree.start.opp_bar
    holds = sheet.geometry.bar_holds
    for hand in range(1, hits + 1):
        unseen = (image & 15) - min(play.end.opp_bar - hand, holds)
        if unseen:
            sheet.lent.setdefault(image - unseen, []).append((play, hand, False))
            if (image >> 100) + hand <= holds:
                sheet.lent.setdefault(image - unseen + (hand << 100), []).append((play, hand, True))
