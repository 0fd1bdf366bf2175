"""Weighs what could have happened in a turn: every legal play, and the best that is none, by their likelihoods. Pure.

Counts here are by spot (board_map) and true: stacked checkers count. Knows what cells showed step by step; decides
nothing, the referee does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.plays import Play
from engine.position import BAR, Position
from firmware.board_map import true_counts
from firmware.likelihood import FLOOR, NEVER, NOTICED_10UT, Levels, PlaceLikelihood, Scores, is_filled_or_emptied
from firmware.readings import Reading, Reference, levels_of, shown_counts
from firmware.stacks import Gestures, gestures, is_neat
from hardware.geometry import BAR_NEAR, COLUMNS, Geometry

EXTRA: Final = -5.0
"""A checker more than there were: nobody brings one along."""
FIRST_LOST, MORE_LOST = -5.0, -6.0
"""A checker fewer: in the hand, borne off, or out of the cells' sight."""
NOT_ON_BAR: Final = -4.0
"""A checker that was hit in this turn and is not on the bar yet."""
SWIFT: Final = -3.0
"""A hit checker was replaced so quickly that nothing came to rest in between, but cells were seen to change."""
NOT_NONE: Final = 6.0
"""What it costs that a stack is as high as it was, though one was laid on it or taken from it."""
OTHER_WAY: Final = 10.0
"""A stack did not grow though more lie on its row, or not shrink though fewer do, as far as neat hands show it."""
NOT_ON_TOP: Final = -8.0
"""A stack of which no checker lies beyond the row grew or shrank, and no cell noticed."""
UNSEEN_AT_MOST: Final = -1.0
"""A change that was not noticed is hardly ever likelier than this, against no change."""
FAINT: Final = 5.0
"""A checker came or went as faintly as neat hands lay one beyond the row: one push in a few hundred looks the same."""
TIDY: Final = -4.0
_STRAY_10UT: Final = (120, 450)
"""A cell that reads so strong has a checker beside it rather than over it; two stacked ones may read 5 mT."""
BEAM: Final = 40
_WITHIN: Final = 13.0
_COMBINED: Final = 8
CHOICES: Final = 12
"""More plays than these are not asked about one by one."""

_NEVER: Final = (NEVER, NEVER)

Change = tuple[int, int, bool]
"""A spot, the count it comes to, and whether a checker must have been lifted there on the way."""
Counts = tuple[tuple[int, int], ...]
"""Spots whose count is another than at the start, with that count."""


@dataclass(slots=True)
class Claims:
    """What each legal play says of the spots: `changes` by end image and play; `legal`: their counts alone."""

    start: tuple[int, ...]
    position: Position
    changes: list[tuple[Play, int, tuple[Change, ...]]] = field(default_factory=list)
    legal: set[Counts] = field(default_factory=set)

    def enter(self, play: Play, image: int) -> None:
        """Take up a legal play, whose end has this image."""
        changes = tuple(self._changes(play.end))
        self.changes.append((play, image, changes))
        self.legal.add(tuple((spot, count) for spot, count, _ in changes if count != self.start[spot]))

    def _changes(self, end: Position) -> Iterator[Change]:
        before = self.position
        for spot, count in enumerate(true_counts(end)):
            is_replaced = 0 < spot < BAR and before.opp_on(spot) == 1 and end.own_on(spot) > 0
            if count != self.start[spot] or is_replaced:
                yield spot, count, is_replaced


def claims_of(position: Position) -> Claims:
    """No claims yet, of a turn that starts from this position (mover's view)."""
    return Claims(true_counts(position), position)


class Legal(NamedTuple):
    """A legal play, its end's image, its score, and the spots where it says something."""

    play: Play
    image: int
    score: float
    changes: tuple[Change, ...]


class Other(NamedTuple):
    """Counts that no legal play leads to, and their score. Empty: nothing has moved."""

    counts: Counts
    score: float


class Weighed(NamedTuple):
    """`legal`: the best play, and the best with another image; `others`: the best that are no legal end."""

    legal: tuple[Legal, ...]
    others: tuple[Other, ...]


class Steps(NamedTuple):
    """By spot, the levels at the reference, at each rest, and now: where anything was `noticed`, and where not.

    `passing`: spots of these where a cell was off or on for a moment; `on_top`: where all beside the row lies on top;
    `one_on_top`: spots with such a stack where one was laid on it or taken from it; `more_on_top`: how many more lie on
    the row now, where hands are so neat that it shows.
    """

    noticed: dict[int, tuple[Levels, ...]]
    unseen: dict[int, tuple[Levels, Levels]]
    passing: set[int]
    on_top: set[int]
    one_on_top: set[int]
    more_on_top: dict[int, int]
    is_tidy: bool
    is_neat: bool
    is_dense: bool

    def was_stirred(self, spot: int) -> bool:
        """Whether a checker came to rest over a cell there, or was away from it."""
        first, *rests = self.noticed[spot]
        return any(is_filled_or_emptied(first, rest) for rest in rests)


def steps_of(
    reference: Reference, reading: Reading, geometry: Geometry, places: Sequence[int], column: PlaceLikelihood
) -> Steps:
    """What cells showed since the reference. `column`: how cells see the checkers of any point."""
    then, now = reference.levels_10ut, reading.levels_10ut
    columns = geometry.cells_of[BAR_NEAR].start
    is_dense = columns > COLUMNS * (geometry.column_holds + 1)  # no checker lies out of sight
    is_tidy = is_dense or (_is_tidy(then[:columns]) and not _are_some_hidden(reference, geometry))
    on_top = {spot for spot, place in enumerate(places) if place in reference.on_top}
    neat = column if is_neat(then, geometry) else None
    steps = Steps({}, {}, set(), on_top, set(), {}, is_tidy, neat is not None, is_dense)
    far = [abs(b - a) > NOTICED_10UT for a, b in zip(then, now, strict=True)]
    for spot, place in enumerate(places):
        cells = geometry.cells_of[place]
        levels = levels_of(reference, reading, geometry, place)
        if True in far[cells.start : cells.stop] or any(_differs(levels[0], rest) for rest in levels[1:-1]):
            steps.noticed[spot] = levels
            if place < BAR_NEAR and reference.counts[place] >= geometry.capacity[place]:
                _note_stack(steps, spot, gestures(levels, geometry, neat))
        else:
            steps.unseen[spot] = (levels[0], levels[-1])
            if reading.lifts[place] and reading.drops[place]:
                steps.passing.add(spot)
    return steps


def _note_stack(steps: Steps, spot: int, seen: Gestures | None) -> None:
    """What was seen at a full row."""
    if seen is None or seen.beside:
        return
    if seen.on_top == 1 and spot in steps.on_top:
        steps.one_on_top.add(spot)
    if seen.more_on_top and not seen.beyond:
        steps.more_on_top[spot] = seen.more_on_top


def _is_tidy(levels: Levels) -> bool:
    """Whether everybody has laid every checker well over a cell so far: then none will have gone astray now."""
    strengths = [abs(level) for level in levels]
    return not any(_STRAY_10UT[0] < strength < _STRAY_10UT[1] for strength in strengths)


def _are_some_hidden(reference: Reference, geometry: Geometry) -> bool:
    """Whether anywhere two checkers or more lie out of sight, as no tidy people leave them."""
    shown = shown_counts(reference.levels_10ut, geometry)
    return any(count - seen > 1 for count, seen in zip(reference.counts, shown, strict=True))


def _differs(then: Levels, now: Levels) -> bool:
    return any(abs(b - a) > NOTICED_10UT for a, b in zip(then, now, strict=True))


class Weighing:
    """One settled board: what was noticed where, and what each claim costs."""

    def __init__(
        self,
        claims: Claims,
        steps: Steps,
        likelihoods: Sequence[PlaceLikelihood],
        in_hand: tuple[int, int] = (0, 0),
    ) -> None:
        self._claims = claims
        self._steps = steps
        self._unseen = steps.unseen
        self.is_sure_of_blots = steps.is_neat or steps.is_dense
        self._passing, self._on_top = steps.passing, steps.on_top
        self._astray = TIDY if steps.is_tidy else 0.0
        self._faint = FAINT if steps.is_neat else 0.0
        self._likelihoods = likelihoods
        self._hand = {BAR: in_hand[0], 0: in_hand[1]}
        self._start = [max(0, n - self._hand.get(spot, 0)) for spot, n in enumerate(claims.start)]
        self._scores: dict[int, Scores] = {
            spot: likelihoods[spot].follow(self._start[spot], levels, self._astray - 1.0, self._faint)
            for spot, levels in steps.noticed.items()
        }
        for spot in steps.one_on_top:
            start = claims.start[spot]
            self._scores[spot] = {n: (a - NOT_NONE * (n == start), b) for n, (a, b) in self._scores[spot].items()}
        for spot, more in steps.more_on_top.items():
            start, scores = claims.start[spot], self._scores[spot]
            self._scores[spot] = {n: (a - OTHER_WAY * ((n - start) * more <= 0), b) for n, (a, b) in scores.items()}
        self._tops = {spot: max(plain for plain, _ in scores.values()) for spot, scores in self._scores.items()}
        self._known: dict[Change, float] = {}
        self._unchanged = {spot: self._score(spot, claims.start[spot]) for spot in self._scores}

    def weigh(self) -> Weighed:
        """The best plays and the best others."""
        return Weighed(tuple(self._plays()), tuple(self._others()))

    def near(self, within: float, image: int | None = None) -> tuple[Play, ...]:
        """The plays that score up to so much less than the best, in the order of the sheet; CHOICES at most.

        `image`: only those whose end reads so.
        """
        base = sum(self._unchanged.values())
        scores: dict[Position, tuple[float, int, Play]] = {}
        for number, (play, end, changes) in enumerate(self._claims.changes):
            if image is None or end == image:
                score = base + sum([self.gain(change) for change in changes])
                scores.setdefault(play.end, (score, number, play))
        ranked = sorted(scores.values(), key=lambda entry: -entry[0])[:CHOICES]
        chosen = [entry for entry in ranked if entry[0] >= ranked[0][0] - within]
        return tuple([play for _, _, play in sorted(chosen, key=lambda entry: entry[1])])

    def is_stack_unclear(self, holds: int) -> bool:
        """Whether something was noticed at a stack, higher than the row holds, of which some may lie beyond the row."""
        return any(self._claims.start[spot] > holds and spot not in self._on_top for spot in self._scores)

    def is_left_open(self, first: Legal, rivals: Sequence[Legal]) -> bool:
        """Whether a checker came to rest somewhere, or was away, and a rival knows of it and the likeliest does not."""
        known = {change[0] for change in first.changes}
        open_ = {spot for spot in self._scores if spot not in known and self._steps.was_stirred(spot)}
        return bool(open_) and any(change[0] in open_ for rival in rivals for change in rival.changes)

    def _score(self, spot: int, count: int, is_replaced: bool = False) -> float:
        """The score of a count; of hit checkers that may still be in the hand any number may be missing."""
        scores = self._scores[spot]
        which = 1 if is_replaced else 0
        found = scores.get(count, _NEVER)[which]
        for n in range(max(0, count - self._hand.get(spot, 0)), count):
            found = max(found, scores.get(n, _NEVER)[which])
        return max(found, self._tops[spot] - FLOOR)

    def gain(self, change: Change) -> float:
        """The score of a change, against nothing having happened there."""
        known = self._known.get(change)
        if known is None:
            spot, count, is_replaced = change
            start = self._claims.start[spot]
            if spot in self._scores:
                known = self._score(spot, count, is_replaced) - self._unchanged[spot]
            elif is_replaced and count == start and spot in self._passing:
                known = SWIFT
            else:
                levels, away = self._unseen[spot], count - start
                known = self._likelihoods[spot].unseen(levels, start, away) if away else -FLOOR
                known += 0.0 if self._likelihoods[spot].hides(levels[0], start, away) else self._astray
                is_faint = self._likelihoods[spot].is_faint(*levels)
                known += self._faint if abs(away) == 1 and is_faint else 0.0
                if spot in self._on_top and self._astray and not is_faint:
                    known = min(known, NOT_ON_TOP)
            if not spot and count > start:  # the opponent's bar
                fewer = self.gain((spot, count - 1, False)) if count - 1 > start or spot in self._scores else 0.0
                known = max(known, fewer + NOT_ON_BAR)
            self._known[change] = known
        return known

    def _plays(self) -> Iterator[Legal]:
        """The best play, and the best whose end has another image.

        Unseen changes are costly to weigh, so plays are looked at in the order of what they can score at most.
        """
        base = sum(self._unchanged.values())
        gain, noticed = self.gain, self._scores
        ranked = []
        for number, (_, _, changes) in enumerate(self._claims.changes):
            most = base
            for change in changes:
                most += gain(change) if change[0] in noticed else UNSEEN_AT_MOST
            ranked.append((-most, number))
        best: dict[int, Legal] = {}
        for at_most, number in sorted(ranked):
            if len(best) > 1 and -at_most <= sorted(legal.score for legal in best.values())[-2]:
                break
            play, image, changes = self._claims.changes[number]
            score = base + sum([gain(change) for change in changes])
            if image not in best or score > best[image].score:
                best[image] = Legal(play, image, score, changes)
        yield from sorted(best.values(), key=lambda legal: -legal.score)[:2]

    def _others(self) -> Iterator[Other]:
        """The best combinations of counts that are not those of a legal end."""
        most = sorted(self._scores, key=lambda spot: self._unchanged[spot] - self._tops[spot])
        combined = sorted(most[:_COMBINED])
        beam: list[tuple[float, int, Counts]] = [(sum(self._unchanged[spot] for spot in most[_COMBINED:]), 0, ())]
        for spot in combined:
            start = self._claims.start[spot]
            options = self._options(spot)
            grown = [
                (score + more, total + change, (*counts, (spot, start + change)) if change else counts)
                for score, total, counts in beam
                for change, more in options
            ]
            beam = sorted(grown, key=_score_of, reverse=True)[:BEAM]
        legal = self._claims.legal
        found = [Other(counts, score + _of_number(total)) for score, total, counts in beam if counts not in legal]
        yield from sorted(found, key=lambda other: -other.score)[:4]

    def _options(self, spot: int) -> list[tuple[int, float]]:
        start = self._claims.start[spot]
        hand = self._hand.get(spot, 0)
        counts = {count + more for count in self._scores[spot] for more in range(hand + 1)}
        scored = [(count - start, self._score(spot, count)) for count in counts]
        top = max(score for _, score in scored)
        return [(change, score) for change, score in scored if score > top - _WITHIN]


def _score_of(entry: tuple[float, int, Counts]) -> float:
    return entry[0]


def _of_number(total: int) -> float:
    if total > 0:
        return EXTRA * total
    return FIRST_LOST + MORE_LOST * (-total - 1) if total < 0 else 0.0
