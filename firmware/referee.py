"""The referee: from a reading and the legal plays of a roll to a verdict.

Counts that are plain are taken as they are (counted.py); else every legal play is weighed, and what is not likely
enough is asked about. Knows images and spots (board_map), not cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.plays import Play
from firmware.board_map import SPOTS, counts_of_image, differing_spots, distance, image_of, image_of_counts
from firmware.counted import by_counts, one_of, packed
from firmware.likelihood import likelihood_of
from firmware.likelihood_turn import Legal, Other, Weighed, Weighing, steps_of
from firmware.plain import are_plain
from firmware.readings import Evidence, absolute_counts
from firmware.turn_sheet import TurnSheet
from firmware.verdicts import Ambiguous, Complete, Unmoved, Unreadable, Verdict


@dataclass(frozen=True, slots=True)
class Limits:
    """How sure is sure enough, as differences of log-likelihoods; docs/referee.md has the curves they were chosen by.

    `reject`: so much likelier than the best play is what no play leads to: then that is what stands. `ahead`: a play
    must be so much likelier than the next that reads otherwise, or `ahead_exact` if the counts read as its end does,
    and `clear` of it if a cell between them is near its limit. `ahead_even`: and so much if what the cells alone count
    is as near to that play as to the likeliest. Plays that read alike in every cell need `ahead` by their stacks.
    `over`: and so much likelier than anything else, `over_far` where more checkers than `astray` do not read as its end
    has them. `exact`: what a play gains if the counts read as its end does; `plain`: what it loses if they plainly read
    otherwise. Where even the best play scores below minus `fits`, little of what was seen is understood: the lead must
    be longer by `doubt` a point, and by `behind` a point where anything else is likelier than the best. `may_be`: plays
    so far behind the best are still among those asked about where straightening has not helped, unless the best is
    `hopeless`ly behind what stands.
    """

    reject: float = 10.0
    ahead: float = 7.0
    ahead_exact: float = 4.0
    ahead_even: float = 12.0
    clear: float = 10.0
    over: float = -2.0
    exact: float = 4.0
    plain: float = 3.0
    astray: int = 1
    over_far: float = 0.5
    fits: float = 30.0
    doubt: float = 0.1
    behind: float = 2.0
    may_be: float = 14.0
    hopeless: float = 30.0


LIMITS = Limits()
EITHER_WAY = 4.0
"""Counts whose likelihoods differ by less than this are as good as each other."""


def judge(sheet: TurnSheet, evidence: Evidence, limits: Limits = LIMITS) -> Verdict:
    """The verdict on a settled board: by counts where they are plain, else by likelihoods.

    A legal end may read like a hit of which the checker is still in the hand: asked about, if it may have been hit.
    """
    verdict = _judge(sheet, evidence, limits)
    if not isinstance(verdict, Complete) or verdict.in_hand or verdict.on_wrong_bar:
        return verdict
    hits = _hits_in_hand(sheet, evidence, verdict.play)
    return Ambiguous((verdict.play, *hits)) if hits else verdict


def _hits_in_hand(sheet: TurnSheet, evidence: Evidence, play: Play) -> list[Play]:
    """Other plays that read like this one while a checker they hit is in the hand, or lies wrong, and something was
    seen to happen where it was hit."""
    places, found = sheet.layout.places(sheet.side), []
    for other, _, _ in sheet.lent.get(image_of(play.end, sheet.geometry), ()):
        hit = [places[move.end] for move in other.moves if move.is_hit]
        if other.end != play.end and other not in found and any(_was_stirred(evidence, place) for place in hit):
            found.append(other)
    return found


def _was_stirred(evidence: Evidence, place: int) -> bool:
    """Whether anything was seen there since the reference, however short; without a reference anything may have been.

    Where there are only counts nothing was seen.
    """
    reading = evidence.reading
    if reading is None or evidence.reference is None:
        return reading is not None
    return bool(place in evidence.touched or reading.lifts[place] or reading.drops[place])


def _judge(sheet: TurnSheet, evidence: Evidence, limits: Limits) -> Verdict:
    reading, reference = evidence.reading, evidence.reference
    likelihoods = likelihood_of(sheet.geometry)
    if reading is None or reference is None or likelihoods is None:
        return by_counts(sheet, evidence)
    places = sheet.layout.places(sheet.side)
    steps = steps_of(reference, reading, sheet.geometry, places, likelihoods[0])
    is_plain = are_plain(steps.noticed, sheet.claims.start, evidence.counts, places, sheet.geometry)
    if is_plain:
        verdict = by_counts(sheet, evidence)
        if isinstance(verdict, Complete) and not _has_neighbour(sheet, evidence):
            return verdict
    weighing = Weighing(sheet.claims, steps, [likelihoods[p] for p in places], sheet.in_hand)
    return by_likelihood(sheet, evidence, weighing, limits, is_plain=is_plain)


def _has_neighbour(sheet: TurnSheet, evidence: Evidence) -> bool:
    """Whether another legal end reads one checker more or less somewhere: one unseen checker would make it that.

    Spots with a checker that no cell sees do not count: it may have gone as well.
    """
    image = image_of_counts(evidence.counts, sheet.layout, sheet.side)
    seen = ~_unseen(sheet, evidence)
    if seen != -1 and any(end != image and distance(end & seen, image & seen) <= 1 for end in sheet.ends):
        return True
    ones = (1 << shift for shift in range(0, 4 * SPOTS, 4))
    return any(image + one in sheet.ends or image - one in sheet.ends for one in ones)


def by_likelihood(
    sheet: TurnSheet, evidence: Evidence, weighing: Weighing, limits: Limits, *, is_plain: bool = False
) -> Verdict:
    """The verdict on counts that are not plain: what is likely enough, else the places in doubt."""
    image = image_of_counts(evidence.counts, sheet.layout, sheet.side)
    weighed = weighing.weigh()
    other = weighed.others[0] if weighed.others else None
    if not weighed.legal:
        return _if_none_is_legal(sheet, evidence, other)
    first = weighed.legal[0]
    over = first.score - other.score if other and not _reads_like_start(sheet, first, other) else limits.reject
    lent = _lent(sheet, image, first)
    reads_so = first.image == image or lent is not None
    if reads_so:
        over += limits.exact
    elif is_plain:
        over -= limits.plain
    if other is not None and over < -limits.reject:
        return _not_a_play(sheet, evidence, weighing, weighed, limits)
    ahead = first.score - weighed.legal[1].score if len(weighed.legal) > 1 else limits.ahead + 1
    enough = limits.ahead_exact if reads_so else limits.ahead
    rivals, nearest = weighed.legal[1:2], first.image if reads_so else image
    is_even = _is_even(sheet, evidence, nearest, first, rivals) or _is_either(sheet, weighing, first, rivals)
    if is_even or weighing.is_left_open(first, rivals):
        enough = limits.ahead_even
    enough += max(0.0, -first.score - limits.fits) * limits.doubt
    enough += max(0.0, -over) * limits.behind
    is_disputed = first.image != image and _is_another_play(sheet, image, first)
    is_far = distance(first.image, image) > limits.astray and over <= limits.over_far
    if not is_disputed and not is_far and ahead > enough and over > limits.over:
        if lent is not None and not _in_doubt(sheet, evidence, ahead, limits):
            return lent
        return one_of(
            sheet, first.image, _alike(sheet, first, other, weighing, limits), _in_doubt(sheet, evidence, ahead, limits)
        )
    if is_plain and len(sheet.ends.get(image, ())) > 1:
        return Ambiguous(tuple(sheet.ends[image]))
    apart = [dict(other.counts)] if other is not None and over <= limits.over else []
    apart += [{s: n for s, n, _ in legal.changes} for legal in rivals if ahead <= enough]
    if is_disputed or is_far:
        apart += [{spot: image >> 4 * spot & 15 for spot in differing_spots(image, first.image)}]
    if is_disputed:
        apart += [{s: n for s, n, _ in changes} for _, end, changes in sheet.claims.changes if end == image][:1]
    unsure = _apart(sheet, {s: n for s, n, _ in first.changes}, apart)
    return Unreadable(unsure, plays=weighing.near(limits.may_be))


def _is_even(sheet: TurnSheet, evidence: Evidence, image: int, first: Legal, others: Sequence[Legal]) -> bool:
    """Whether what the cells alone count is as near to another play as to the likeliest.

    Spots with a checker that no cell sees do not count: that it is still there is taken from the position before.
    """
    unseen = _unseen(sheet, evidence)
    away = distance(first.image & ~unseen, image & ~unseen)
    if not away and not unseen:
        return False
    return any(distance(other.image & ~unseen, image & ~unseen) <= away for other in others)


def _is_either(sheet: TurnSheet, weighing: Weighing, first: Legal, others: Sequence[Legal]) -> bool:
    """Whether a stack that changed may as well have grown, as one play says, as shrunk, as the other does."""
    if weighing.is_sure_of_blots:  # then what else tells the plays apart can be relied on
        return False
    holds = sheet.geometry.column_holds
    claims = {change[0]: change for change in first.changes if sheet.claims.start[change[0]] > holds}
    pairs = [(claims[change[0]], change) for other in others for change in other.changes if change[0] in claims]
    return any(abs(a[1] - b[1]) > 1 and abs(weighing.gain(a) - weighing.gain(b)) < EITHER_WAY for a, b in pairs)


def _unseen(sheet: TurnSheet, evidence: Evidence) -> int:
    """A mask over images: spots that hold more than their cells show; with any, the bar of who may be hit there."""
    if evidence.reading is None:
        return 0
    shown, places = absolute_counts(evidence.reading, sheet.geometry), sheet.layout.places(sheet.side)
    spots = [spot for spot, place in enumerate(places) if evidence.counts[place] > shown[place]]
    return packed([15 if spot in spots or (spots and not spot) else 0 for spot in range(SPOTS)])


def _lent(sheet: TurnSheet, image: int, first: Legal) -> Complete | None:
    """The likeliest play as the cells count it, with what it hit still in the hand or on the wrong bar side."""
    for play, hand, is_wrong in sheet.lent.get(image, ()):
        if play.end == first.play.end:
            return Complete(play, 0 if is_wrong else hand, on_wrong_bar=is_wrong)
    return None


def _is_another_play(sheet: TurnSheet, image: int, first: Legal) -> bool:
    """Whether cells alone say another legal play than the likeliest, be it with a hit checker still in the hand."""
    return image in sheet.ends or any(play.end != first.play.end for play, _, _ in sheet.lent.get(image, ()))


def _in_doubt(sheet: TurnSheet, evidence: Evidence, ahead: float, limits: Limits) -> frozenset[int]:
    """Places whose cells must not decide: near their limit where the lead is short, and unhealthy ones always."""
    if ahead < limits.clear or evidence.reading is None:
        return evidence.doubtful
    return evidence.reading.unhealthy_places(sheet.geometry)


def _alike(sheet: TurnSheet, first: Legal, other: Other | None, weighing: Weighing, limits: Limits) -> list[Play]:
    """The best play and those that read like it in every cell, unless a stack was seen to grow or shrink otherwise.

    Where something else explains the stacks better than any play does, they are not understood and tell nothing.
    """
    plays = sheet.ends[first.image]
    is_told = other is None or first.score > other.score
    lead = limits.ahead_even if weighing.is_stack_unclear(sheet.geometry.column_holds) else limits.ahead
    return list(weighing.near(lead, first.image)) if is_told and len(plays) > 1 else plays


def _reads_like_start(sheet: TurnSheet, first: Legal, other: Other) -> bool:
    """Whether neither shows anywhere: checkers borne off from tall stacks. The play is then asked about on passing."""
    holds = sheet.geometry.column_holds
    return first.image == sheet.start and all(min(sheet.claims.start[s], n) >= holds for s, n in other.counts)


def _if_none_is_legal(sheet: TurnSheet, evidence: Evidence, other: Other | None) -> Verdict:
    if other is None or not other.counts:
        return Unmoved()
    return by_counts(sheet, replace(evidence, counts=_counts_of(sheet, other), doubtful=frozenset()))


def _not_a_play(sheet: TurnSheet, evidence: Evidence, weighing: Weighing, weighed: Weighed, limits: Limits) -> Verdict:
    """Something stands that no legal play leads to: say what, as if it had been read so."""
    other = weighed.others[0]
    if not other.counts:
        return Unmoved()
    stands = dict(other.counts)
    true_image = packed([stands.get(spot, count) for spot, count in enumerate(sheet.claims.start)])
    read = replace(evidence, counts=_counts_of(sheet, other), doubtful=frozenset())
    verdict = by_counts(sheet, read, true_image)
    if isinstance(verdict, Unreadable) and other.score - weighed.legal[0].score < limits.hopeless:
        return replace(verdict, plays=weighing.near(limits.may_be))
    if not isinstance(verdict, Complete | Ambiguous):
        return verdict
    is_lent = isinstance(verdict, Complete) and (verdict.in_hand > 0 or verdict.on_wrong_bar)
    is_ahead = len(weighed.others) < 2 or other.score - weighed.others[1].score > limits.ahead
    if is_lent and is_ahead:
        return verdict
    return Unreadable(_apart(sheet, {}, [stands]), plays=weighing.near(limits.may_be))


def _counts_of(sheet: TurnSheet, other: Other) -> tuple[int, ...]:
    """By place, as cells would read them."""
    counts = list(counts_of_image(sheet.start, sheet.layout, sheet.side))
    for spot, count in other.counts:
        place = sheet.layout.places(sheet.side)[spot]
        counts[place] = min(count, sheet.geometry.capacity[place])
    return tuple(counts)


def _apart(sheet: TurnSheet, first: dict[int, int], rivals: list[dict[int, int]]) -> tuple[int, ...]:
    """The places at which a play and its rivals say different things."""
    start, places = sheet.claims.start, sheet.layout.places(sheet.side)
    spots = {s for other in rivals for s in {*first, *other} if first.get(s, start[s]) != other.get(s, start[s])}
    return tuple(sorted(places[spot] for spot in spots or first))


def differences(counts: tuple[int, ...], expected: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
    """Places whose count is not the expected one: (place, is, should be)."""
    return tuple(
        (place, now, want) for place, (now, want) in enumerate(zip(counts, expected, strict=True)) if now != want
    )
