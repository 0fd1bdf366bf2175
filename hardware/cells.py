"""From scans to what each cell says: zero, average, on and off, movement, and which cells are not to be trusted.

Owns every threshold of a cell. Knows places, but nothing of points, checkers' owners or the game. Time is an argument.
Why these limits (field of a 20 x 0.5 mm disc at mid-height, hardware/virtual/field.py): a checker gives 12.9 mT on a
cell's axis, 1.8 mT at 13 mm beside it and 0.4 at 15; so with on at 1.6 mT no checker is seen by two cells 30 mm apart.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from operator import gt, lt
from typing import Final

from hardware.geometry import Geometry

ON_10UT: Final = 160
OFF_10UT: Final = 120
DEBOUNCE_S: Final = 0.06
AVERAGE_S: Final = 0.08
MOVED_10UT: Final = 90
DOUBTFUL_10UT: Final = (80, 240)
SATURATED_10UT: Final = 4000
STUCK_CHECKS: Final = 20  # the very same level in so many looks, one a second: no live cell is that still
NOISY_MOVES: Final = 24  # movements between two looks: a hand cannot, a loose wire can
REST_S: Final = 0.1  # a place this still shows what a hand did there; from a lift to the next drop takes longer
MOST_RESTS: Final = 16  # of a place in a turn; of more the latest are kept

_FAR: Final = 1 << 20
_ROUNDING_S: Final = 1e-6


@dataclass(frozen=True, slots=True)
class CellView:
    """What the cells say at `at_s`.

    `is_on` per cell, with hysteresis and debounce; `moved_at_s`: when a cell last moved: a change of on or off, or of
    a level by more than the noise limit. Since the last `mark()`: `lifts` and `drops` count per place the cells that
    went off and on, `touched` are the places where any cell moved, and `rests` holds per place the levels of its cells
    each time it came to rest after a movement, the earliest first: what happened there step by step, under a hand too.
    """

    at_s: float
    is_on: tuple[bool, ...]
    moved_at_s: float
    lifts: tuple[int, ...]
    drops: tuple[int, ...]
    touched: frozenset[int]
    zero_10ut: tuple[int, ...]
    recent: tuple[Sequence[int], ...]
    rests: tuple[tuple[tuple[int, ...], ...], ...] = ()

    @property
    def levels_10ut(self) -> tuple[int, ...]:
        """The signed level of each cell above its zero, in 10 microtesla, averaged over the last scans. Worked out
        anew each time: ask once a reading."""
        count = len(self.recent)
        if count == 1:
            return tuple([level - zero for level, zero in zip(self.recent[0], self.zero_10ut, strict=True)])
        sums = map(sum, zip(*self.recent, strict=True))
        return tuple([round(total / count) - zero for total, zero in zip(sums, self.zero_10ut, strict=True)])

    def quiet_s(self) -> float:
        """For how long no cell has moved."""
        return self.at_s - self.moved_at_s

    def doubtful_cells(self, band_10ut: tuple[int, int] = DOUBTFUL_10UT) -> tuple[int, ...]:
        """The cells whose level lies near the limit between on and off, inside the band."""
        low, high = band_10ut
        return tuple([cell for cell, level in enumerate(self.levels_10ut) if low <= abs(level) <= high])


@dataclass(frozen=True, slots=True)
class CellHealth:
    """Cells not to be trusted: `stuck` never change, not even by noise; `saturated` are at the end of their range;
    `noisy` move all the time (they no longer keep the board from being quiet)."""

    stuck: frozenset[int] = frozenset()
    saturated: frozenset[int] = frozenset()
    noisy: frozenset[int] = frozenset()


class Cells:
    """Fed with every scan's levels; limits in 10 microtesla, times in s. `health` is renewed once a second.

    Each cell has a band its level may stay in without anything following from it. While all do, a scan costs two
    comparisons a cell; only what leaves its band is looked at.
    """

    def __init__(
        self,
        geometry: Geometry,
        on_10ut: int = ON_10UT,
        off_10ut: int = OFF_10UT,
        debounce_s: float = DEBOUNCE_S,
        *,
        zero_10ut: Sequence[int] | None = None,
        average_s: float = AVERAGE_S,
        moved_10ut: int = MOVED_10UT,
    ) -> None:
        if not 0 < off_10ut < on_10ut:
            raise ValueError(f"on at {on_10ut} and off at {off_10ut}: off must lie between 0 and on")
        cells = geometry.cells
        zero = tuple(zero_10ut) if zero_10ut is not None else (0,) * cells
        if len(zero) != cells:
            raise ValueError(f"{len(zero)} zero levels for {cells} cells of {geometry.name}")
        self._on, self._off, self._moved = on_10ut, off_10ut, moved_10ut
        self._debounce_s, self._average_s = debounce_s, average_s
        self._zero = zero
        self._cells_of = geometry.cells_of
        self._place_of = [place for place, numbers in enumerate(geometry.cells_of) for _ in numbers]
        self._places = len(geometry.cells_of)
        self._low, self._high = [_FAR] * cells, [-_FAR] * cells  # impossible bands: the first scan sets them all
        self._rest = [0] * cells
        self._is_on = [False] * cells
        self._since: dict[int, float] = {}
        self._stirring: dict[int, float] = {}
        self._recent: deque[tuple[float, Sequence[int]]] = deque()
        self._moved_at_s = 0.0
        self._on_view: tuple[bool, ...] = ()
        self._moves = [0] * cells
        self._stills = [0] * cells
        self._looked: Sequence[int] = ()
        self._look_at_s = 0.0
        self.health = CellHealth()
        self.mark()

    def mark(self) -> None:
        """Start counting lifts, drops and touched places anew."""
        self._lifts = [0] * self._places
        self._drops = [0] * self._places
        self._touched: set[int] = set()
        self._rests: list[tuple[tuple[int, ...], ...]] = [()] * self._places
        self._freeze()

    def _freeze(self) -> None:
        self._lifts_view, self._drops_view = tuple(self._lifts), tuple(self._drops)
        self._touched_view = frozenset(self._touched)
        self._rests_view = tuple(self._rests)

    def feed(self, levels: Sequence[int], at_s: float) -> CellView:
        """Take one scan's levels, as they came. ValueError unless there is one a cell. Times never go back."""
        recent = self._recent
        if not recent:
            self._start(levels, at_s)
        recent.append((at_s, levels))
        while at_s - recent[0][0] > self._average_s - _ROUNDING_S and len(recent) > 1:
            recent.popleft()
        if self._since or any(map(gt, levels, self._high)) or any(map(lt, levels, self._low)):
            self._look_closer(levels, at_s)
        if self._stirring:
            self._note_rests(at_s)
        if at_s >= self._look_at_s:
            self._check_health(levels, at_s)
        return CellView(
            at_s,
            self._on_view,
            self._moved_at_s,
            self._lifts_view,
            self._drops_view,
            self._touched_view,
            self._zero,
            tuple([scan for _, scan in recent]),
            self._rests_view,
        )

    def _start(self, levels: Sequence[int], at_s: float) -> None:
        """The first scan: what lies there lies there, nothing was dropped."""
        if len(levels) != len(self._zero):
            raise ValueError(f"{len(levels)} levels for {len(self._zero)} cells")
        self._moved_at_s = at_s
        self._look_at_s = at_s
        for cell, level in enumerate(levels):
            self._is_on[cell] = abs(level - self._zero[cell]) >= self._on
            self._settle(cell, level)
        self._on_view = tuple(self._is_on)

    def _settle(self, cell: int, level: int) -> None:
        """Make the band of a cell that rests at this level: within the noise limit and on its side of on or off."""
        self._rest[cell] = level
        self._low[cell], self._high[cell] = level - self._moved, level + self._moved
        zero = self._zero[cell]
        if not self._is_on[cell]:
            self._low[cell] = max(self._low[cell], zero - self._on + 1)
            self._high[cell] = min(self._high[cell], zero + self._on - 1)
        elif level > zero:
            self._low[cell] = max(self._low[cell], zero + self._off + 1)
        else:
            self._high[cell] = min(self._high[cell], zero - self._off - 1)

    def _look_closer(self, levels: Sequence[int], at_s: float) -> None:
        low, high = self._low, self._high
        out = [cell for cell, level in enumerate(levels) if not low[cell] <= level <= high[cell]]
        for cell in [cell for cell in self._since if cell not in out]:
            del self._since[cell]
        for cell in out:
            self._leave_band(cell, levels[cell], at_s)
        self._freeze()

    def _leave_band(self, cell: int, level: int, at_s: float) -> None:
        if abs(level - self._rest[cell]) > self._moved:
            self._stirring[self._place_of[cell]] = at_s
            self._note_move(cell, at_s)
            self._settle(cell, level)
        away = abs(level - self._zero[cell])
        if (away > self._off) if self._is_on[cell] else (away < self._on):
            self._since.pop(cell, None)
            self._settle(cell, level)
            return
        since_s = self._since.setdefault(cell, at_s)
        if at_s - since_s > self._debounce_s - _ROUNDING_S:
            del self._since[cell]
            self._turn(cell, level, at_s)

    def _turn(self, cell: int, level: int, at_s: float) -> None:
        is_on = self._is_on[cell] = not self._is_on[cell]
        counts = self._drops if is_on else self._lifts
        counts[self._place_of[cell]] += 1
        self._on_view = tuple(self._is_on)
        self._stirring.setdefault(self._place_of[cell], at_s)  # the movement was before, but for a slow one
        self._note_move(cell, at_s)
        self._settle(cell, level)

    def _note_move(self, cell: int, at_s: float) -> None:
        self._moves[cell] += 1
        self._touched.add(self._place_of[cell])
        if cell not in self.health.noisy:
            self._moved_at_s = at_s

    def _note_rests(self, at_s: float) -> None:
        """Keep the levels of every place that has come to rest, averaged over the last scans."""
        still = [p for p, moved_at_s in self._stirring.items() if at_s - moved_at_s > REST_S - _ROUNDING_S]
        for place in still:
            del self._stirring[place]
            levels = tuple([self._averaged(cell) for cell in self._cells_of[place]])
            self._rests[place] = (*self._rests[place], levels)[-MOST_RESTS:]
        if still:
            self._rests_view = tuple(self._rests)

    def _averaged(self, cell: int) -> int:
        return round(sum(scan[cell] for _, scan in self._recent) / len(self._recent)) - self._zero[cell]

    def _check_health(self, levels: Sequence[int], at_s: float) -> None:
        self._look_at_s = at_s + 1.0
        if self._looked:
            for cell, (before, now) in enumerate(zip(self._looked, levels, strict=True)):
                self._stills[cell] = self._stills[cell] + 1 if before == now else 0
        self._looked = levels
        self.health = CellHealth(
            frozenset(cell for cell, stills in enumerate(self._stills) if stills >= STUCK_CHECKS),
            frozenset(cell for cell, level in enumerate(levels) if abs(level) >= SATURATED_10UT),
            frozenset(cell for cell, moves in enumerate(self._moves) if moves >= NOISY_MOVES),
        )
        self._moves = [0] * len(self._moves)
