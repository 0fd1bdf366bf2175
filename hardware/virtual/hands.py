"""Hands on a virtual board: reach, lift, carry, drop, slide, straighten, each as timed steps in a given style.

Owns which checker lies where (`columns`) and what is in the hand. Knows places, but nothing of the game: whoever
plays says from which place to which. Steps are carried out by the caller, at the pace they say.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from math import hypot
from random import Random
from typing import Final, NamedTuple

from hardware.geometry import (
    BAR_NEAR,
    BOARD_DEPTH_MM,
    CHECKER_DIAMETER_MM,
    COLUMNS,
    PLACES,
    ROW,
    SENSED_PLACES,
    TRAY_NEAR,
    place_xy_mm,
)
from hardware.virtual.board import VirtualBoard
from hardware.virtual.styles import STYLES, Style

REACH_S: Final = 0.30
LIFT_S: Final = 0.12
CARRY_S: Final = 0.40
WITHDRAW_S: Final = 0.20
STRAIGHTEN_S: Final = 0.40
KEY_S: Final = 0.10
SWEEP_S: Final = 0.15
SLIDE_MM_S: Final = 500.0
SLIDE_STEP_S: Final = 0.02
HOVERS_AT_LAYER: Final = 2
"""A checker held low over others: about as high as the third of a stack."""


class Step(NamedTuple):
    """Wait `wait_s`, then `do`."""

    wait_s: float
    do: Callable[[], None]


async def perform(steps: Iterable[Step], sleep: Callable[[float], Awaitable[object]]) -> None:
    """Carry out steps at their pace; `sleep` is asyncio.sleep or what stands for it."""
    for step in steps:
        await sleep(step.wait_s)
        step.do()


@dataclass(slots=True)
class Lying:
    """A checker in a column: its disc, and where it lies; `under` is the row index it is stacked on."""

    disc: int
    from_rim_mm: float = 0.0
    sideways_mm: float = 0.0
    under: int | None = None


@dataclass(slots=True)
class Column:
    """The checkers of a place: `row` side by side from the rim, `stack` on top of them in the order laid."""

    row: list[Lying] = field(default_factory=list)
    stack: list[Lying] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.row) + len(self.stack)


class Hands:
    """The hands of both players. `style`: a name of STYLES or a Style; what happens follows from `seed`.

    Places 0-25 are on the board, 26 and 27 are the trays, which hold any number out of the cells' sight.
    """

    def __init__(self, board: VirtualBoard, style: str | Style, seed: int) -> None:
        if isinstance(style, str):
            if style not in STYLES:
                raise ValueError(f"no hands named {style}; there are {', '.join(STYLES)}")
            style = STYLES[style]
        self.board = board
        self.style = style
        self.columns = [Column() for _ in range(PLACES)]
        self.in_hand: list[int] = []
        self._random = Random(seed)
        self._touched: set[int] = set()

    def count(self, place: int) -> int:
        """How many checkers a place holds."""
        return len(self.columns[place])

    # -- at once, without a gesture --------------------------------------------------------------------------------

    def set_up(self, counts: Sequence[int]) -> None:
        """Lay out the board anew: so many checkers on each place, those of the trays included. ValueError unless
        there is one count a place."""
        if len(counts) != PLACES:
            raise ValueError(f"{len(counts)} counts; a board has {PLACES} places")
        spare = self._clear()
        for place, count in enumerate(counts):
            for _ in range(count):
                self._put(place, spare.pop() if spare else self.board.new_disc())
        self.columns[TRAY_NEAR].row.extend(Lying(disc) for disc in spare)

    def _clear(self) -> list[int]:
        spare = self.in_hand
        self.in_hand = []
        for column in self.columns:
            spare.extend(lying.disc for lying in (*column.row, *column.stack))
        for disc in spare:
            self.board.discs.take(disc)
        self.columns = [Column() for _ in range(PLACES)]
        return spare

    # -- gestures --------------------------------------------------------------------------------------------------

    def reach(self) -> list[Step]:
        """A hand comes over the board and rests on the touch plate."""
        return [Step(self._pace(REACH_S), lambda: self._set_hand(True))]

    def withdraw(self) -> list[Step]:
        """The hand goes away."""
        return [Step(self._pace(WITHDRAW_S), lambda: self._set_hand(False))]

    def lift(self, place: int) -> list[Step]:
        """Take up the topmost or last checker of a place, now and then another one. ValueError, when it is carried
        out, if the place is empty."""
        return [Step(self._pace(LIFT_S), lambda: self._lift(place))]

    def drop(self, place: int) -> list[Step]:
        """Carry the checker taken last to a place and lay it down. ValueError, when carried out, if the hand is
        empty."""
        return [Step(self._pace(CARRY_S), lambda: self._drop(place))]

    def move(self, source: int, target: int) -> list[Step]:
        """Lift a checker, carry it, drop it."""
        return [*self.lift(source), *self.drop(target)]

    def take_first(self, place: int) -> list[Step]:
        """Take up the checker of a row that lies nearest to the rim, as one that was hit by the next. ValueError, when
        it is carried out, if there is none."""
        return [Step(self._pace(LIFT_S), lambda: self._take_first(place))]

    def turn_over(self) -> list[Step]:
        """Turn the checker taken last over in the hand."""
        return [Step(0.0, lambda: self.board.discs.flip(self.in_hand[-1]))]

    def hover(self, place: int, rest_s: float) -> list[Step]:
        """Hold the checker taken last low over a place for so long, without laying it down."""
        return [
            Step(self._pace(CARRY_S), lambda: self._hover(place)),
            Step(rest_s, lambda: self.board.lift(self.in_hand[-1])),
        ]

    def drop_between(self, place: int, beside: int) -> list[Step]:
        """Lay the checker taken last between a place and the one beside it, as far in as the longer one reaches.
        `mend` it afterwards: it is booked as lying on `place`."""
        return [Step(self._pace(CARRY_S), lambda: self._drop_between(place, beside))]

    def mend(self, place: int) -> list[Step]:
        """Push the checker that was laid between two places to where it belongs."""
        return [Step(self._pace(LIFT_S), lambda: self._mend(place))]

    def slide(self, source: int, target: int, rest_s: float = 0.0) -> list[Step]:
        """Push the last checker of a column along the board to another, resting on the way for `rest_s`.

        From or to the bar or a tray, and from a stack, it is carried. Which it will be, and the way, is worked out
        when the gesture is asked for: carry it out before the next one is.
        """
        if source >= COLUMNS or target >= COLUMNS or self.columns[source].stack or not self.columns[source].row:
            return self.move(source, target)
        number = self.columns[source].row[-1].disc
        way = self._way(source, target)
        steps = [Step(self._pace(LIFT_S), partial(self._begin_slide, source, number))]
        for k, (x_mm, y_mm) in enumerate(way):
            wait_s = SLIDE_STEP_S + (rest_s if k == len(way) // 2 else 0.0)
            steps.append(Step(wait_s, partial(self.board.move_disc, number, x_mm, y_mm, 0)))
        steps.append(Step(SLIDE_STEP_S, lambda: self._arrive(target, number)))
        return steps

    def straighten(self, place: int) -> list[Step]:
        """Lay the checkers of a place straight, as well as the style does."""
        return [Step(self._pace(STRAIGHTEN_S), lambda: self._straighten(place))]

    def straighten_touched(self) -> list[Step]:
        """At the end of a turn: straighten some of the columns that were touched since the last time."""
        places = [place for place in sorted(self._touched) if self._random.random() < self.style.resquare_touched]
        self._touched.clear()
        return [step for place in places for step in self.straighten(place)]

    def nudge(self, place: int, sd_mm: float = 2.0) -> list[Step]:
        """Bump into the checkers of a place."""
        return [Step(self._pace(LIFT_S), lambda: self._nudge(self.columns[place], sd_mm, place))]

    def sweep(self) -> list[Step]:
        """Wipe all checkers off the board into the near tray, place by place."""
        steps = [*self.reach()]
        steps += [Step(SWEEP_S, partial(self._sweep, place)) for place in range(SENSED_PLACES)]
        return [*steps, *self.withdraw()]

    def press_key(self, key: int) -> list[Step]:
        """Press and let go a key, numbered 2 * seat + key."""
        return [
            Step(self._pace(KEY_S), lambda: self.board.press(key)),
            Step(KEY_S, lambda: self.board.release(key)),
        ]

    # -- what the gestures do --------------------------------------------------------------------------------------

    def _pace(self, wait_s: float) -> float:
        return wait_s * (1.0 + self._random.uniform(-1.0, 1.0) * self.style.pace_spread)

    def _set_hand(self, is_hand: bool) -> None:
        self.board.is_hand = is_hand

    def _lift(self, place: int) -> None:
        disc = self._unbook(place)
        if place < SENSED_PLACES:
            self.board.lift(disc)
        self.in_hand.append(disc)

    def _drop(self, place: int) -> None:
        if not self.in_hand:
            raise ValueError(f"no checker in the hand to drop on place {place}")
        disc = self.in_hand.pop()
        if self._random.random() < self.style.flipped:
            self.board.discs.flip(disc)
        self._push_neighbour(place)
        self._put(place, disc)
        self._touched.add(place)

    def _take_first(self, place: int) -> None:
        row = self.columns[place].row
        if not row:
            raise ValueError(f"no checker on place {place} to take")
        self._touched.add(place)
        lying = self._out_of_row(place, 0) if len(row) > 1 else row.pop()
        self.board.lift(lying.disc)
        self.in_hand.append(lying.disc)
        self._push_neighbour(place)

    def _hover(self, place: int) -> None:
        row = self.columns[place].row
        tip = row[-1].from_rim_mm + CHECKER_DIAMETER_MM if row else CHECKER_DIAMETER_MM / 2
        self.board.drop(self.in_hand[-1], *place_xy_mm(place, tip), HOVERS_AT_LAYER)

    def _drop_between(self, place: int, beside: int) -> None:
        disc = self.in_hand.pop()
        tips = [self.columns[p].row[-1].from_rim_mm for p in (place, beside) if self.columns[p].row]
        tip = max(tips, default=-CHECKER_DIAMETER_MM / 2) + CHECKER_DIAMETER_MM
        middle = (place_xy_mm(beside, tip)[0] - place_xy_mm(place, tip)[0]) / 2
        lying = Lying(disc, tip, middle)
        self.columns[place].row.append(lying)
        self._lay(place, lying)
        self._touched.add(place)

    def _mend(self, place: int) -> None:
        lying = self.columns[place].row.pop()
        self.board.lift(lying.disc)
        self._put(place, lying.disc)

    def _unbook(self, place: int) -> int:
        column = self.columns[place]
        if not len(column):
            raise ValueError(f"no checker on place {place} to take")
        self._touched.add(place)
        if column.stack:
            lying = column.stack.pop()
        elif len(column.row) > 1 and self._random.random() < self.style.from_the_middle:
            lying = self._from_the_middle(place)
        else:
            lying = column.row.pop()
        self._push_neighbour(place)
        return lying.disc

    def _from_the_middle(self, place: int) -> Lying:
        return self._out_of_row(place, self._random.randrange(len(self.columns[place].row) - 1))

    def _out_of_row(self, place: int, at: int) -> Lying:
        """Take one that others lie beyond; they may be closed up."""
        row = self.columns[place].row
        lying = row.pop(at)
        if self._random.random() < self.style.then_closed_up:
            for other in row[at:]:
                other.from_rim_mm -= CHECKER_DIAMETER_MM
                self._lay(place, other)
        return lying

    def _begin_slide(self, source: int, number: int) -> None:
        row = self.columns[source].row
        if not row or row[-1].disc != number:
            raise ValueError(f"place {source} has changed since the slide was asked for")
        row.pop()
        self._touched.add(source)

    def _arrive(self, target: int, number: int) -> None:
        self.board.lift(number)
        self.in_hand.append(number)
        self._drop(target)

    def _push_neighbour(self, place: int) -> None:
        column = self.columns[place]
        if self.style.neighbour_sd_mm and column.row and place < SENSED_PLACES:
            self._shift(column.row[-1], self.style.neighbour_sd_mm, place)

    def _nudge(self, column: Column, sd_mm: float, place: int) -> None:
        for lying in (*column.row, *column.stack):
            self._shift(lying, sd_mm, place)

    def _shift(self, lying: Lying, sd_mm: float, place: int) -> None:
        lying.from_rim_mm += self._random.gauss(0.0, sd_mm)
        lying.sideways_mm += self._random.gauss(0.0, sd_mm)
        self._lay(place, lying)

    def _straighten(self, place: int) -> None:
        column = self.columns[place]
        discs = [lying.disc for lying in (*column.row, *column.stack)]
        if place >= SENSED_PLACES:
            return
        for disc in discs:
            self.board.lift(disc)
        self.columns[place] = Column()
        for disc in discs:
            self._put(place, disc)

    def _sweep(self, place: int) -> None:
        while self.count(place):
            self._lift(place)
            self._put(TRAY_NEAR, self.in_hand.pop())

    # -- where a checker comes to lie ------------------------------------------------------------------------------

    def _put(self, place: int, disc: int) -> None:
        column = self.columns[place]
        if place >= SENSED_PLACES:
            column.row.append(Lying(disc))
        elif self._fits_beside(place, column):
            lying = Lying(disc, self._next_from_rim(place, column), self._random.gauss(0.0, self.style.sideways_sd_mm))
            column.row.append(lying)
            self._lay(place, lying)
        else:
            lying = self._on_top(column, disc)
            column.stack.append(lying)
            self._lay(place, lying)

    def _fits_beside(self, place: int, column: Column) -> bool:
        holds = self.board.geometry.capacity[place]
        if len(column.row) < holds:
            return True
        is_sixth = len(column.row) == holds and place < BAR_NEAR and not column.stack
        return is_sixth and self._random.random() < self.style.sixth_squeezed_in

    def _next_from_rim(self, place: int, column: Column) -> float:
        style, draw = self.style, self._random
        twice = 2.0 if place >= BAR_NEAR else 1.0
        if column.row:
            return column.row[-1].from_rim_mm + CHECKER_DIAMETER_MM + abs(draw.gauss(0.0, style.gap_sd_mm * twice))
        from_rim_mm = CHECKER_DIAMETER_MM / 2 + draw.uniform(0.0, style.first_gap_mm * twice)
        if draw.random() < style.not_at_rim * twice:
            from_rim_mm += abs(draw.gauss(0.0, style.not_at_rim_sd_mm))
        return from_rim_mm

    def _on_top(self, column: Column, disc: int) -> Lying:
        used = {lying.under for lying in column.stack}
        free = [i for i in range(len(column.row)) if i not in used] or list(range(len(column.row)))
        chance = self._random.random()
        if chance < self.style.stacks_on_first:
            under = free[0]
        elif chance < self.style.stacks_on_first + self.style.stacks_on_last:
            under = free[-1]
        else:
            under = self._random.choice(free)
        below, sd_mm = column.row[under], self.style.stack_sd_mm
        from_rim_mm = below.from_rim_mm + self._random.gauss(0.0, sd_mm)
        return Lying(disc, from_rim_mm, below.sideways_mm + self._random.gauss(0.0, sd_mm), under)

    def _lay(self, place: int, lying: Lying) -> None:
        """Bring the disc where the booking says, on the board or on top of those stacked there before."""
        layer = 0
        if lying.under is not None:
            same = [other for other in self.columns[place].stack if other.under == lying.under]
            layer = 1 + next((i for i, other in enumerate(same) if other is lying), len(same))
        x_mm, y_mm = place_xy_mm(place, lying.from_rim_mm, lying.sideways_mm)
        self.board.discs.lay(lying.disc, x_mm, y_mm, layer)

    def _way(self, source: int, target: int) -> list[tuple[float, float]]:
        """The way of a slide in steps: inwards past what lies there, along the row or across, and to the column."""
        last = self.columns[source].row[-1]
        x0_mm, y0_mm = place_xy_mm(source, last.from_rim_mm, last.sideways_mm)
        row = self.columns[target].row
        x1_mm, y1_mm = place_xy_mm(target, (row[-1].from_rim_mm if row else -18.0) + CHECKER_DIAMETER_MM)
        passed = range(min(source, target), max(source, target) + 1)
        if (source < ROW) == (target < ROW):
            longest = max((c.row[-1].from_rim_mm for c in (self.columns[p] for p in passed) if c.row), default=0.0)
            between_mm = place_xy_mm(source, min(longest + CHECKER_DIAMETER_MM, BOARD_DEPTH_MM / 2))[1]
        else:
            between_mm = BOARD_DEPTH_MM / 2
        corners = [(x0_mm, y0_mm), (x0_mm, between_mm), (x1_mm, between_mm), (x1_mm, y1_mm)]
        return [spot for a, b in pairwise(corners) for spot in _along(a, b)]


def _along(a: tuple[float, float], b: tuple[float, float]) -> list[tuple[float, float]]:
    steps = max(1, round(hypot(b[0] - a[0], b[1] - a[1]) / (SLIDE_MM_S * SLIDE_STEP_S)))
    return [(a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps) for k in range(1, steps + 1)]
