"""The verdict if counts are taken as they are read: legal end, unmoved, under way, illegal, or not to be read.

What does not fit is never snapped to the nearest play. Knows images and spots (board_map), of levels only which places
are in doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.plays import Play
from engine.position import BAR, Position
from engine.rulings import explain
from firmware.board_map import (
    differing_spots,
    distance,
    image_of_counts,
    lies_below,
    lies_between,
    shortfall,
)
from firmware.readings import Evidence
from firmware.reconstruction import reconstruct
from firmware.turn_sheet import TurnSheet
from firmware.verdicts import Ambiguous, Complete, Illegal, Underway, Unmoved, Unreadable, Verdict

_POINTS: Final = ((1 << 100) - 1) & ~15
IN_HAND: Final = 2
"""How many checkers may be in the hand while a play is under way."""


def by_counts(sheet: TurnSheet, evidence: Evidence, true_image: int | None = None) -> Verdict:
    """The verdict if the counts are taken as they are read; of the levels only their doubts count.

    `true_image`: the same with stacked checkers counted, if they are known, to say what is wrong.
    """
    doubtful = evidence.doubtful
    image = image_of_counts(evidence.counts, sheet.layout, sheet.side)
    wholes = _wholes(sheet, image)
    found = {whole: sheet.ends[whole] for whole in wholes if whole in sheet.ends}
    if found:
        plays = list(dict.fromkeys(play for plays in found.values() for play in plays))
        return one_of(sheet, next(iter(found)), plays, doubtful)
    if sheet.start in wholes:
        return Unmoved()
    lent = [entry for whole in wholes for entry in sheet.lent.get(whole, ())]
    if lent:
        if len({play.end for play, _, _ in lent}) > 1:
            return Ambiguous(tuple(dict.fromkeys(play for play, _, _ in lent)))
        play, hand, is_wrong = lent[0]
        return Complete(play, 0 if is_wrong else hand, on_wrong_bar=is_wrong)
    best = next((whole for whole in wholes if _is_underway(sheet, whole, hand=0)), image)
    return _unfinished(sheet, best, doubtful, evidence.touched, true_image)


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


def one_of(sheet: TurnSheet, image: int, plays: list[Play], doubtful: frozenset[int]) -> Verdict:
    """One play is complete, unless a doubtful cell may hide another legal end one checker away; several are asked."""
    if len(plays) > 1:
        return Ambiguous(tuple(plays))
    if doubtful:
        places = sheet.layout.places(sheet.side)
        hidden = {
            other: [places[spot] for spot in differing_spots(other, image) if places[spot] in doubtful]
            for other in sheet.ends
            if other != image and distance(other, image) <= 1
        }
        unsure = tuple(sorted({place for found in hidden.values() for place in found}))
        if unsure:
            others = [play for other, found in hidden.items() if found for play in sheet.ends[other]]
            return Unreadable(unsure, plays=tuple(plays + others))
    return Complete(plays[0], reads_like_start=image == sheet.start)


def _unfinished(
    sheet: TurnSheet,
    image: int,
    doubtful: frozenset[int],
    touched: tuple[int, ...],
    true_image: int | None = None,
) -> Verdict:
    places = sheet.layout.places(sheet.side)
    differing = tuple(sorted(places[spot] for spot in differing_spots(image, sheet.start)))
    spots = frozenset(_spots(sheet, touched))
    seen, before = (image, sheet.start) if true_image is None else (true_image, packed(sheet.claims.start))
    reached = _hit_left_beside(sheet, image, spots) or reconstruct(sheet.tree.start, seen, before, spots)
    ruling = None if reached is None else explain(sheet.tree.start, sheet.tree.roll, reached, sheet.tree)
    if _is_underway(sheet, image):
        missing = max(0, _missing(sheet, image) - _most_off(sheet))
        return Underway(ruling, differing, reached, missing, _look_at(sheet, image))
    unsure = tuple(place for place in differing if place in doubtful)
    if unsure or ruling is None:
        return Unreadable(unsure or differing, _missing(sheet, image))
    return Illegal(ruling, differing, reached)


def packed(counts: Sequence[int]) -> int:
    """An image of counts by spot, 26 of them from 0 to 15; stacked checkers count."""
    return sum(count << 4 * spot for spot, count in enumerate(counts))


def _hit_left_beside(sheet: TurnSheet, image: int, touched: frozenset[int]) -> Position | None:
    """A legal end, but for a hit checker that lies somewhere on the points instead of on its bar.

    Only if something was seen to happen where it was hit: else a checker of the mover's went there.
    """
    start = sheet.tree.start
    for end, plays in sheet.ends.items():
        extra = image - end + 1
        spot = (extra.bit_length() - 1) // 4
        if extra > 1 and extra == 1 << 4 * spot and spot < BAR:
            reached = plays[0].end
            hit = [s for s in touched if 0 < s < BAR and start.opp_on(s) == 1 and not reached.opp_on(s)]
            if hit and reached.opp_bar > start.opp_bar:
                return Position(reached.own, reached.opp + (1 << 4 * (25 - spot)) - (1 << 4 * BAR))
    return None


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
