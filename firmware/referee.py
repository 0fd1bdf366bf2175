"""The referee: from a reading and the legal plays of a roll to a verdict.

Everything a roll allows is worked out once, when it is rolled (`TurnSheet`); a reading is then a look-up. Never
snaps to the nearest play: what does not fit is under way, illegal or unreadable, and is said so. Knows images and
spots (board_map), not cells.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

from engine.plays import Play, PlayTree, Roll, play_tree_in_slices
from engine.position import Position, Side
from engine.rulings import explain
from firmware.board_map import (
    Layout,
    differing_spots,
    distance,
    image_of,
    image_of_counts,
    lies_below,
    lies_between,
    shortfall,
)
from firmware.readings import Evidence
from firmware.reconstruction import reconstruct
from firmware.verdicts import Ambiguous, Complete, Illegal, Underway, Unmoved, Unreadable, Verdict
from hardware.geometry import Geometry

_POINTS = ((1 << 100) - 1) & ~15

IN_HAND = 2
"""How many checkers may be in the hand while a play is under way."""


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
    spans = {_span(sheet.start, end) for end in sheet.ends}
    for number, node in enumerate(tree.nodes):
        image = image_of(node, geometry)
        spans.add((image, image))
        if number % 500 == 499:
            yield
    sheet.spans = sorted(spans)
    return sheet


def _enter_end(sheet: TurnSheet, play: Play) -> None:
    image = image_of(play.end, sheet.geometry)
    sheet.ends.setdefault(image, []).append(play)
    hits = play.end.opp_bar - sheet.tree.start.opp_bar
    holds = sheet.geometry.bar_holds
    for hand in range(1, hits + 1):
        unseen = (image & 15) - min(play.end.opp_bar - hand, holds)
        if unseen:
            sheet.lent.setdefault(image - unseen, []).append((play, hand, False))
            if (image >> 100) + hand <= holds:
                sheet.lent.setdefault(image - unseen + (hand << 100), []).append((play, hand, True))


def _span(start: int, end: int) -> tuple[int, int]:
    low = high = 0
    for shift in range(0, 104, 4):
        first, last = start >> shift & 15, end >> shift & 15
        low |= min(first, last) << shift
        high |= max(first, last) << shift
    return low, high


def judge(sheet: TurnSheet, evidence: Evidence) -> Verdict:
    """The verdict on a settled board. Decides by counts; of the levels only their doubts count so far."""
    doubtful = evidence.doubtful
    image = image_of_counts(evidence.counts, sheet.layout, sheet.side)
    wholes = _wholes(sheet, image)
    found = {whole: sheet.ends[whole] for whole in wholes if whole in sheet.ends}
    if found:
        plays = list(dict.fromkeys(play for plays in found.values() for play in plays))
        return _one_of(sheet, next(iter(found)), plays, doubtful)
    if sheet.start in wholes:
        return Unmoved()
    lent = [entry for whole in wholes for entry in sheet.lent.get(whole, ())]
    if lent:
        if len({play.end for play, _, _ in lent}) > 1:
            return Ambiguous(tuple(dict.fromkeys(play for play, _, _ in lent)))
        play, hand, is_wrong = lent[0]
        return Complete(play, 0 if is_wrong else hand, on_wrong_bar=is_wrong)
    best = next((whole for whole in wholes if _is_underway(sheet, whole, hand=0)), image)
    return _unfinished(sheet, best, doubtful, evidence.touched)


def _wholes(sheet: TurnSheet, image: int) -> list[int]:
    """The image itself, then with checkers that were hit before and are not on their bar yet taken as on it.

    They are in the hand, were not seen there, or lie on the other side's bar place by mistake, which then reads too
    many.
    """
    own, opp = sheet.in_hand
    if not own and not opp:
        return [image]
    holds = sheet.geometry.bar_holds
    wholes: dict[int, None] = {}
    for more_own in range(own + 1):
        for more_opp in range(opp + 1):
            on_own, on_opp = image >> 100, image & 15
            too_many_opp = min(more_own, max(0, on_opp - (sheet.start & 15)))
            too_many_own = min(more_opp, max(0, on_own - (sheet.start >> 100)))
            on_own = min(on_own + more_own - too_many_own, holds)
            on_opp = min(on_opp + more_opp - too_many_opp, holds)
            wholes[(image & _POINTS) | on_own << 100 | on_opp] = None
    return list(wholes)


def _one_of(sheet: TurnSheet, image: int, plays: list[Play], doubtful: frozenset[int]) -> Verdict:
    """One play is complete, unless a doubtful cell may hide another legal end one checker away; several are asked."""
    if len(plays) > 1:
        return Ambiguous(tuple(plays))
    if doubtful:
        near = {
            spot
            for other in sheet.ends
            if other != image and distance(other, image) <= 1
            for spot in differing_spots(other, image)
        }
        places = sheet.layout.places(sheet.side)
        unsure = tuple(sorted(places[spot] for spot in near if places[spot] in doubtful))
        if unsure:
            return Unreadable(unsure)
    return Complete(plays[0], reads_like_start=image == sheet.start)


def _unfinished(sheet: TurnSheet, image: int, doubtful: frozenset[int], touched: tuple[int, ...]) -> Verdict:
    places = sheet.layout.places(sheet.side)
    differing = tuple(sorted(places[spot] for spot in differing_spots(image, sheet.start)))
    reached = reconstruct(sheet.tree.start, image, sheet.start, frozenset(_spots(sheet, touched)))
    ruling = None if reached is None else explain(sheet.tree.start, sheet.tree.roll, reached, sheet.tree)
    if _is_underway(sheet, image):
        missing = max(0, _missing(sheet, image) - _most_off(sheet))
        return Underway(ruling, differing, reached, missing, _look_at(sheet, image))
    unsure = tuple(place for place in differing if place in doubtful)
    if unsure or ruling is None:
        return Unreadable(unsure or differing, _missing(sheet, image))
    return Illegal(ruling, differing, reached)


def _spots(sheet: TurnSheet, places: tuple[int, ...]) -> list[int]:
    return [sheet.layout.spot_of(sheet.side, place) for place in places]


def _is_underway(sheet: TurnSheet, image: int, hand: int = IN_HAND) -> bool:
    """Between start and end of a legal play at every place, or on a position of the tree, or so but for the hand."""
    return any(
        lies_below(image, high) and (lies_between(low, image, high) or shortfall(low, image) <= hand)
        for low, high in sheet.spans
    )


def _most_off(sheet: TurnSheet) -> int:
    """How many checkers a legal play of this turn can take out of sight."""
    off = sheet.tree.start.own_off
    return max((play.end.own_off - off for play in sheet.tree.plays), default=0)


def _look_at(sheet: TurnSheet, image: int) -> tuple[int, ...]:
    """The places at which the reading and the nearest legal ends differ, all those that are equally near."""
    far = {end: distance(end, image) for end in sheet.ends}
    nearest = min(far.values(), default=0)
    spots = {spot for end, away in far.items() if away == nearest for spot in differing_spots(end, image)}
    places = sheet.layout.places(sheet.side)
    return tuple(sorted(places[spot] for spot in spots))


def _missing(sheet: TurnSheet, image: int) -> int:
    def total(packed: int) -> int:
        return sum(packed >> shift & 15 for shift in range(0, 104, 4))

    return total(sheet.start) - total(image)


def differences(counts: tuple[int, ...], expected: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """Places whose count is not the expected one: (place, is, should be)."""
    return tuple(
        (place, now, want) for place, (now, want) in enumerate(zip(counts, expected, strict=True)) if now != want
    )
