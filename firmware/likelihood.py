"""How likely a place went from one count to another, given what its cells showed step by step. Pure.

A step is a pair of levels at rest: before and after a hand did something there. Counts are true checkers, stacked ones
too. Scores are natural logarithms; only their differences between counts of one place mean anything. Knows places'
tables, nothing of plays. How the weights were found stands in docs/referee.md.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import exp, log
from typing import Final, NamedTuple

from firmware.likelihood_data import (
    ANY_TIP,
    EDGES_10UT,
    MOST_ADDED,
    ROW_MM,
    STEPS,
    WIDTHS_MT,
    PlaceTables,
    tables_of,
    tip,
)
from firmware.likelihood_discs import (
    FAINT_10UT,
    LOWEST,
    ROOT_2PI,
    Weighted,
    density,
    discs_of,
    strength_of,
    weighted,
)
from hardware.geometry import BAR_NEAR, CHECKER_DIAMETER_MM, Geometry

Levels = tuple[int, ...]
Scores = dict[int, tuple[float, float]]
"""By count: its score, and its score if a checker was lifted on the way (a blot that was hit and replaced)."""

NEVER: Final = -1e9
NOTICED_10UT: Final = 60
"""Below 0.6 mT on every cell nothing was done to a place: noise is 0.05 mT, a neighbour's checker 0.2."""
FLOOR: Final = 18.0
"""No place speaks against a count by more than this: one broken cell must not outweigh the rest of the board."""
_KEEP: Final = 9.0
_NUDGED_MT, _STILL_MT = 1.6, 0.25
_STILL, _NUDGED = log(0.30), log(0.20)
_TYPICAL, _SELDOM = log(0.99), log(0.002)
_ANYHOW: Final = {0: log(0.50), -1: log(0.02)}
"""How often the whole row is laid anew in a step: straightened; closed up where one was taken from the middle."""
_ALSO_UNSEEN: Final = 6.0
_ENOUGH: Final = -6.0
"""A step of one checker or none that scores as much as this is not weighed as one of two or three, which then score
by so much less than it:"""
_FURTHER: Final = {2: 9.0, 3: 12.0}
_EMPTY: Final = log(1e-6)
_KNOWN: Final = 0.1
_SOMETIMES: Final = 0.003
_SELDOM_TAKEN: Final = 0.1
_UNLIKE: Final = 4.0
_MOST_UNLIKE: Final = -8.0
_COVERED_BIN: Final = 3
_COVERED_10UT: Final = EDGES_10UT[_COVERED_BIN - 1]
_SEEN_10UT: Final = 250
_BEYOND: Final = (0.7, 1.35)
_BESIDE_10UT: Final = 20
"""What the last cell sees of a checker beyond the row, in shares of what it should, and what others then may see."""
_MOVED_ALONE: Final = 4.0
"""What it costs that a checker went from over a cell, or came there, while no other moved, and yet the count stays."""
_PLAIN_TO_SEE: Final = 5.0
"""What it costs that a checker went unseen from where all that stood there were seen."""
_NOISE_10UT: Final = 30
_LIKE: Final = (0, *EDGES_10UT)
"""A level for each of the steps of strength between the edges."""
_UNCOVERED: Final = 6.0
"""What a covered cell without a checker of its own costs: it would have to be broken."""
_WINDOW_10UT: Final = 320
_STEP_PRIOR: Final = {0: log(0.25), 1: log(0.35), 2: log(0.02), 3: log(0.005)}

_States = dict[tuple[int, bool], float]
_Where = tuple[int, int, bool]
"""How many lie in the row before, where its tip is, and whether the checker is laid or was lying there."""


class _Step(NamedTuple):
    """Levels at rest before and after, what changed, the changes of count by one that can be, whether only one cell saw
    any, the bins of the levels after, and how many checkers these need at least."""

    before: Levels
    after: Levels
    differ: Levels
    clear: tuple[int, ...]
    is_alone: bool
    bins: Levels
    least: int


def log_sum(first: float, second: float) -> float:
    """log(exp(first) + exp(second))."""
    if first < second:
        first, second = second, first
    apart = second - first
    return first + log(1.0 + exp(apart)) if apart > -30.0 else first


class PlaceLikelihood:
    """What the tables of one kind of place say of steps there."""

    def __init__(self, tables: PlaceTables) -> None:
        self._tables = tables
        self._stacked = [levels for samples in tables.stacked.values() for levels in samples[::2]]
        self._apart = 1 if tables.cells <= tables.holds + 1 else 2  # cells a checker apart, or half of one
        self._samples: dict[tuple[int, int], dict[tuple[int, bool], list[Weighted]]] = {}
        self._rows: dict[_Where, list[float]] = {}
        self._faint: dict[_Where, list[Weighted]] = {}
        self._discs = discs_of(tables)
        middle = tables.disc[0]
        self._peaks = [max(range(STEPS), key=lambda step: middle[step][cell]) for cell in range(tables.cells)]
        centres = [CHECKER_DIAMETER_MM * (k + 0.5) for k in range(tables.holds + 1)]
        *row, beyond = [middle[round((mm - ROW_MM[0]) / ROW_MM[2])] for mm in centres]
        self._beyond = abs(beyond[-1])
        self.alone: Levels = tuple([max(levels) for levels in zip(*row, strict=True)])
        """How strongly each cell sees the checkers of a neat row that nothing lies on, in 10 microtesla."""
        self.row = [[cell for cell, level in enumerate(levels) if level > _SEEN_10UT] for levels in row]
        """The cells that see each checker of such a row."""
        self._likely = [_expected(*table) - _UNLIKE for table in tables.absolute]
        self._unseen: dict[tuple[Levels, Levels, int, int], float] = {}
        self._looked: dict[tuple[Levels, Levels], _Step] = {}
        self._steps: dict[tuple[Levels, Levels, int], list[tuple[int, float]]] = {}

    def unseen(self, levels: tuple[Levels, Levels], count: int, change: int) -> float:
        """The score of a change of count where nothing was noticed between these levels, against no change."""
        low, more = min(count, count + change), abs(change)
        if more > MOST_ADDED or low < 0:
            return -FLOOR
        a, b = levels
        if max([abs(y - x) for x, y in zip(a, b, strict=True)]) <= _NOISE_10UT:
            a = b = tuple([_LIKE[bisect(EDGES_10UT, abs(level))] for level in b])  # the same for all that look so
        key = (a, b, count, change)
        known = self._unseen.get(key)
        if known is None:
            if len(self._unseen) > 20_000:
                self._unseen.clear()
            step = self._look_at(a, b)
            score = self._weigh_change(step, count, change, is_seen=False)
            score -= self._weigh_change(step, count, 0, is_seen=False)
            if change < 0 and not self.hides(b, count, change):
                score -= _PLAIN_TO_SEE
            known = self._unseen[key] = max(score, -FLOOR)
        return known

    def hides(self, levels: Levels, count: int, change: int) -> bool:
        """Whether a checker that comes here, or one that lay here, is out of the cells' sight even if laid well."""
        if change > 0:
            return count >= self._tables.holds
        if count > self._tables.holds:
            return True  # squeezed in beyond the last cell
        covered = sum([1 << cell for cell, level in enumerate(levels) if abs(level) >= EDGES_10UT[1]])
        return min(count, self._tables.holds) > self._tables.patterns[covered]

    def is_faint(self, then: Levels, now: Levels) -> bool:
        """Whether the last cell alone saw something, and as much as it sees of a checker beyond the row."""
        *others, last = [abs(b - a) for a, b in zip(then, now, strict=True)]
        return _BEYOND[0] * self._beyond < last < _BEYOND[1] * self._beyond and max(others) < _BESIDE_10UT

    def follow(self, before: int, levels: Sequence[Levels], astray: float = 0.0, faint: float = 0.0) -> Scores:
        """Scores of the counts at the end, when a place held `before` at the first of these levels.

        `astray`: what a checker costs that came or went without any cell noticing; `faint`: what it gains if the last
        cell saw as much of it as of one beyond the row.
        """
        states: dict[tuple[int, bool], float] = {(before, False): 0.0}
        for a, b in _noticed(levels):
            best = max(states.values())
            following: _States = {}
            hidden = 0.0 if len(_clear_changes(a, b)) == 3 else astray - 1.0  # relaid, and now one is unseen, or was
            was_lifted = _was_lifted(a, b)
            for (count, lifted), score in states.items():
                if score < best - _KEEP:
                    continue
                for change, step in self._step(a, b, count):
                    key = (count + change, lifted or change < 0 or was_lifted)
                    step += 0.0 if change else hidden
                    known = following.get(key)
                    following[key] = score + step if known is None else log_sum(known, score + step)
            states = following
        gain = faint if self.is_faint(levels[-2], levels[-1]) else 0.0
        return _floored(self._with_unseen(states, levels, astray, gain))

    def _with_unseen(self, states: _States, levels: Sequence[Levels], astray: float, gain: float) -> _States:
        """Beside what was noticed, one checker may have come or gone without any cell noticing."""
        best = max(states.values())
        found = dict(states)
        last = (levels[-1], levels[-1])
        for (count, lifted), score in states.items():
            if score < best - _ALSO_UNSEEN:
                continue
            for change in (-1, 1) if count else (1,):
                key = (count + change, lifted or change < 0)
                also = score + gain + self.unseen(last, count, change)
                is_hidden = change < 0 and count <= self._tables.holds and self.hides(levels[-1], count, change)
                also += 0.0 if is_hidden else astray
                found[key] = log_sum(found[key], also) if key in found else also
        return found

    def _step(self, a: Levels, b: Levels, count: int) -> list[tuple[int, float]]:
        key = (a, b, count)
        found = self._steps.get(key)
        if found is None:
            if len(self._steps) > 2000:
                self._steps.clear()
            found = self._steps[key] = list(self._weigh(a, b, count))
        return found

    def _weigh(self, a: Levels, b: Levels, count: int) -> Iterator[tuple[int, float]]:
        """Every change of count by up to three and its score in this step."""
        best, step = NEVER, self._look_at(a, b)
        for change in step.clear:
            if count + change >= 0:
                score = self._weigh_change(step, count, change)
                best = max(best, score)
                yield change, score
        for change in (-2, 2, -3, 3):
            if count + change >= 0:
                is_clear = best > _ENOUGH
                yield change, best - _FURTHER[abs(change)] if is_clear else self._weigh_change(step, count, change)

    def _look_at(self, a: Levels, b: Levels) -> _Step:
        key = (a, b)
        step = self._looked.get(key)
        if step is None:
            if len(self._looked) > 2000:
                self._looked.clear()
            differ = tuple([y - x for x, y in zip(a, b, strict=True)])
            bins = tuple([bisect(EDGES_10UT, abs(level)) for level in b])
            clear, is_alone = _clear_changes(a, b), _others_lie_still(differ)
            step = self._looked[key] = _Step(a, b, differ, clear, is_alone, bins, self._least(bins))
        return step

    def _weigh_change(self, step: _Step, count: int, change: int, *, is_seen: bool = True) -> float:
        """The score of a change in a step: how the levels changed, and whether what lies there now fits the count."""
        lies = self._absolute(step.bins, count + change)
        if change == 0:
            still, nudged = _normal(step.differ, _STILL_MT), _normal(step.differ, _NUDGED_MT)
            plain = log_sum(_STILL + still, _NUDGED + nudged)
        elif change > 0:
            plain = _TYPICAL + self._added(step, count, change)
        else:
            plain = _TYPICAL + self._taken(step, count, -change)
        is_clear = len(step.clear) == 2
        is_out_of_sight = self._apart > 1 and count + change > 0 and not any(step.bins)
        if is_seen and (not is_clear or not change or is_out_of_sight):
            unlike = lies - self._likely[min(count + change, self._tables.highest)]
            plain += max(_MOST_UNLIKE, min(0.0, unlike))
            plain -= _MOVED_ALONE if is_clear and step.is_alone else 0.0
        anyhow = _EMPTY if count + change == 0 else _ANYHOW.get(change, _SELDOM)
        short = max(0, step.least - count - change)
        return log_sum(plain, anyhow + lies) + _STEP_PRIOR[abs(change)] - _UNCOVERED * short

    def _least(self, bins: Levels) -> int:
        """How many checkers there must be at least: no checker covers two cells that lie so far apart."""
        found, cell = 0, 0
        while cell < len(bins):
            if bins[cell] >= _COVERED_BIN:
                found += 1
                cell += self._apart
            else:
                cell += 1
        return found

    def _absolute(self, bins: Levels, count: int) -> float:
        """The log density of levels in these bins where so many lie."""
        first, pairs = self._tables.absolute[min(count, self._tables.highest)]
        before = bins[0]
        total = first[before]
        for pair, after in zip(pairs, bins[1:], strict=True):
            total += pair[before][after]
            before = after
        return total

    def _added(self, step: _Step, count: int, more: int) -> float:
        """The log density of these changes when `more` checkers come to `count`."""
        if more > 1:
            return self._like_samples(step.differ, (min(count, self._tables.highest - more), more))
        if count >= self._tables.holds:
            return self._like_samples(step.differ, (min(count, self._tables.highest - 1), 1))
        return self._like_a_disc(step.differ, (count, tip(step.before), True))

    def _taken(self, step: _Step, count: int, fewer: int) -> float:
        """The log density of these changes when `fewer` checkers go from `count`."""
        backwards = tuple([-d for d in step.differ])
        if fewer > 1:
            return self._like_samples(backwards, (min(count - fewer, self._tables.highest - fewer), fewer))
        if count > self._tables.holds:
            return self._like_samples(backwards, (min(count, self._tables.highest) - 1, 1))
        is_faint = max(map(abs, backwards)) < FAINT_10UT
        return self._like_a_disc(backwards, (count - 1, tip(step.after) if is_faint else ANY_TIP, is_faint))

    def _where(self, key: _Where) -> list[float]:
        """The log of how likely the checker after so many of a row lies at each step."""
        found = self._rows.get(key)
        if found is None:
            count, end, is_laid = key
            share = _smooth(self._row_beside(count, end))
            if not is_laid:  # where it lay was seen before: what is left to chance is which one was taken
                share = [_KNOWN if s > _SOMETIMES else _SELDOM_TAKEN * _KNOWN for s in share]
            found = self._rows[key] = [log(s) for s in share]
        return found

    def _row_beside(self, count: int, end: int) -> Sequence[int]:
        """How often the next checker came to lie at each step beside such a tip; if that many seldom have such a tip,
        beside the same tip of rows of any number, or one cell nearer to the rim and as much further on."""
        rows = self._tables.rows
        if (count, end) in rows or end <= 0:
            return rows[count, end if (count, end) in rows else ANY_TIP]
        for back in (0, 1):
            alike = [steps for (_, other), steps in rows.items() if other == end - 3 * back > 0]
            if alike:
                cell = (end - 1) // 3
                shift = self._peaks[cell] - self._peaks[cell - back]
                return [0] * shift + list(map(sum, zip(*alike, strict=True)))[: STEPS - shift]
        return rows[count, ANY_TIP]

    def _like_a_disc(self, differ: Levels, key: _Where) -> float:
        """The log density of these changes being those of one checker, that lies where such a one is likely to."""
        peak = max(range(len(differ)), key=lambda cell: abs(differ[cell]))
        if differ[peak] < 0:
            differ = tuple([-d for d in differ])
        strength = differ[peak]
        if strength <= FAINT_10UT:
            return density(differ, self._faint_discs(key))
        where, discs = self._where(key), self._discs[peak]
        low, high = (bisect(discs, strength + aside, key=strength_of) for aside in (-_WINDOW_10UT, _WINDOW_10UT))
        return density(differ, [(where[step] + constant, cells) for step, constant, cells in discs[low:high]])

    def _faint_discs(self, key: _Where) -> list[Weighted]:
        """Those that hardly any cell sees, the likeliest first."""
        found = self._faint.get(key)
        if found is None:
            where = self._where(key)
            discs = [(where[step] + constant, cells) for step, constant, cells in self._discs[-1]]
            found = self._faint[key] = sorted(discs, key=lambda disc: -disc[0])
        return found

    def _like_samples(self, differ: Levels, key: tuple[int, int]) -> float:
        """The log density of these changes by a kernel around each sample of `more` checkers laid on `count`.

        One laid on a stack may lie on any of the row, however tall it is: the samples of all stacks together leave no
        place without one near it.
        """
        key = (0, 1) if key[1] == 1 else key
        buckets = self._samples.get(key)
        if buckets is None:
            found = self._stacked if key[1] == 1 else self._tables.added[key]
            buckets = self._samples[key] = _buckets([weighted(levels, key[1], len(found)) for levels in found])
        best, near = LOWEST, []
        for cell, d in enumerate((0, *differ), start=-1):
            if -NOTICED_10UT < d < NOTICED_10UT and cell >= 0:
                continue  # what is strong on this cell is far from these changes
            for constant, cells in buckets.get((cell, d > 0), ()):
                value, limit = constant, best - 6.0
                for level, weight, at in cells:
                    away = level - differ[at]
                    value -= away * away * weight
                    if value < limit:
                        break
                else:
                    best = max(best, value)
                    near.append(value)
        return best + log(sum([exp(value - best) for value in near])) if near else best


def _buckets(samples: Iterable[Weighted]) -> dict[tuple[int, bool], list[Weighted]]:
    """Samples by the cell they are strongest on and its sign; the faint ones by (-1, False)."""
    buckets: dict[tuple[int, bool], list[Weighted]] = {}
    for sample in samples:
        level, _, cell = sample[1][0]
        key = (cell, level > 0) if abs(level) >= _COVERED_10UT else (-1, False)
        buckets.setdefault(key, []).append(sample)
    return buckets


def _clear_changes(a: Levels, b: Levels) -> tuple[int, ...]:
    """The changes of count by at most one that can be: where a cell was clearly emptied nothing has come, and so on."""
    filled, emptied = _filled_emptied(a, b)
    return (0, -1, 1) if filled is emptied else (0, 1) if filled else (0, -1)


def _was_lifted(a: Levels, b: Levels) -> bool:
    """Whether a checker was lifted, whatever the count: one lies the other way up, or where none lay before."""
    is_turned = any(abs(x) > 400 and abs(y) > 400 and (x > 0) is not (y > 0) for x, y in zip(a, b, strict=True))
    return is_turned or all(_filled_emptied(a, b))


def _filled_emptied(a: Levels, b: Levels) -> tuple[bool, bool]:
    """Whether a cell was clearly filled, and whether one was clearly emptied."""
    filled = any(abs(x) < 100 and abs(y) > 400 for x, y in zip(a, b, strict=True))
    return filled, any(abs(x) > 400 and abs(y) < 100 for x, y in zip(a, b, strict=True))


def is_filled_or_emptied(a: Levels, b: Levels) -> bool:
    """Whether a cell was clearly filled, or clearly emptied, from levels to levels."""
    return any(_filled_emptied(a, b))


def _others_lie_still(differ: Levels) -> bool:
    """Whether only one cell saw anything, or two beside each other."""
    moved = [cell for cell, d in enumerate(differ) if abs(d) > NOTICED_10UT]
    return bool(moved) and moved[-1] - moved[0] <= 1


def _smooth(steps: Sequence[int]) -> list[float]:
    """Shares of the steps, each spread over those beside it, and a little over all."""
    wide = [0, 0, *steps, 0, 0]
    total = 5.0 * sum(steps)
    return [0.97 * sum(wide[i : i + 5]) / total + 0.03 / len(steps) + 1e-6 for i in range(len(steps))]


def _expected(first: tuple[float, ...], pairs: tuple[tuple[tuple[float, ...], ...], ...]) -> float:
    """The mean log density of what lies there, by its own tables."""
    total, share = 0.0, [exp(d) * width for d, width in zip(first, WIDTHS_MT, strict=True)]
    total = sum([s * d for s, d in zip(share, first, strict=True)])
    for pair in pairs:
        chances = [[exp(d) * width for d, width in zip(row, WIDTHS_MT, strict=True)] for row in pair]
        for s, row, densities in zip(share, chances, pair, strict=True):
            total += s * sum([c * d for c, d in zip(row, densities, strict=True)])
        share = [sum([s * row[b] for s, row in zip(share, chances, strict=True)]) for b in range(len(share))]
    return total


def _normal(differ: Levels, sd_mt: float) -> float:
    squares = sum([d * d for d in differ]) / (100.0 * sd_mt) ** 2
    return -0.5 * squares - len(differ) * (log(sd_mt) + ROOT_2PI)


def _noticed(levels: Sequence[Levels]) -> Iterator[tuple[Levels, Levels]]:
    """The steps in which something happened; small ones add up to the next."""
    before = levels[0]
    for after in levels[1:]:
        if max([abs(y - x) for x, y in zip(before, after, strict=True)]) > NOTICED_10UT:
            yield before, after
            before = after


def _floored(states: dict[tuple[int, bool], float]) -> Scores:
    floor = max(states.values()) - FLOOR
    scores: Scores = {}
    for (count, lifted), score in states.items():
        score = max(score, floor)
        plain, swapped = scores.get(count, (NEVER, NEVER))
        scores[count] = (log_sum(plain, score), score if lifted else swapped)
    return scores


@cache
def likelihood_of(geometry: Geometry) -> tuple[PlaceLikelihood, ...] | None:
    """By sensed place; None if there are no tables for this geometry."""
    tables = tables_of(geometry)
    if tables is None:
        return None
    column, bar = PlaceLikelihood(tables.column), PlaceLikelihood(tables.bar)
    return (column,) * BAR_NEAR + (bar,) * 2
