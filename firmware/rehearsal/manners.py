"""How a play is carried out at the board: the gestures of one turn, with the mischief that is due in it.

Knows the play, the hands and the places; not what the referee makes of it. Gestures come one at a time, because where
a hand reaches depends on where checkers came to lie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, permutations
from typing import Final

from engine.plays import Play
from engine.position import BAR, OFF, Position, Side
from firmware.board_map import Layout
from firmware.rehearsal.mischief import HITS, Kind, Mischief
from firmware.rehearsal.selfmade import ASIDE, Transfer, carried_out, of_moves, of_play
from hardware.geometry import BAR_NEAR, COLUMNS, ROW
from hardware.virtual.hands import Hands, Step

REST_S: Final = 0.3
"""The longest rest of a checker on its way."""
THINK_S: Final = (0.5, 1.5)
LONGEST_ROW: Final = 4
"""Between two points a checker lies only where there is room inside the row."""
STILL_IN_HAND: Final = 0.25
"""How often a hit checker that is taken late is laid on the bar only once the turn is passed."""
Gesture = Callable[[], Iterable[Step]]


@dataclass(slots=True)
class Turn:
    """A play to be carried out: `start` and `play` in the mover's view, `others` that could be tried instead."""

    start: Position
    side: Side
    play: Play
    others: Sequence[Play] = ()
    layout: Layout = field(default_factory=Layout)


class Manners:
    """The gestures of one turn.

    Carry out `steps()`; then PLAY is pressed, at once if `presses_at_once` says so, else when the board is quiet; then
    carry out `afterwards()`. `touched`: the places whose checkers went.
    """

    def __init__(self, hands: Hands, mischief: Mischief, turn: Turn) -> None:
        self.hands = hands
        self.turn = turn
        self.presses_at_once = False
        self._mischief = mischief
        self._draw = mischief.draw
        self._transfers = of_play(turn.start, turn.play)
        self._hit_kind = self._draw_hit_kind()
        self._late: list[tuple[int, int]] = []
        self._after: list[tuple[int, int]] = []
        self._held: list[int] = []
        self.touched = {place for transfer in self._transfers for place in self._places(transfer)}

    def steps(self) -> Iterator[Step]:
        """From the hand's coming to its going, or to PLAY that is pressed at once."""
        is_felt = self.hands.board.is_hand or not self._does(Kind.SLEEVE_OVER_CELLS)
        reach: Gesture = self.hands.reach if is_felt else list
        withdraw: Gesture = self.hands.withdraw if is_felt else list
        yield from reach()
        if self._is_due(Kind.LIFT_AND_PUT_BACK):
            yield from self._lift_and_put_back()
        if self._is_due(Kind.PLAY_UNDONE_AND_ANOTHER_PLAYED):
            yield from self._another_play_first()
        yield from self._play()
        if self._late and self._draw.random() < 0.5:
            yield from self._pause(withdraw, reach)
        yield from self._take_late_hits(is_held=self._draw.random() < STILL_IN_HAND)
        if self._is_due(Kind.NEIGHBOUR_NUDGED):
            yield from self._nudge_neighbour()
        yield from self.hands.straighten_touched()
        if self._is_due(Kind.OPPONENT_PRESSES_EARLY):
            yield from self._opponent_reaches_in()
        self.presses_at_once = self._does(Kind.KEY_BEFORE_QUIET)
        if not self.presses_at_once or self._draw.random() < 0.5:
            yield from withdraw()

    def afterwards(self) -> Iterator[Step]:
        """What is put right once the turn is passed: hit checkers on the wrong bar side, or still in the hand."""
        yield from self.hands.reach() if self._after or self._held else ()
        for target in reversed(self._held):
            yield from self.hands.drop(target)
        self._held.clear()
        for source, target in self._after:
            yield from self.hands.move(source, target)
        self._after.clear()
        if self.hands.board.is_hand:
            yield from self.hands.withdraw()

    def back(self) -> Iterator[Step]:
        """Everything goes back to where the turn began."""
        yield from self.hands.reach()
        yield from carry(self.hands, reversed(self._transfers), self.turn.side, self.turn.layout, back=True)
        yield from self.hands.withdraw()

    # What is due

    def _is_due(self, kind: Kind) -> bool:
        return self._mischief.is_due(kind)

    def _does(self, kind: Kind) -> bool:
        """Whether it is due; then it counts as done."""
        is_due = self._is_due(kind)
        if is_due:
            self._mischief.did(kind)
        return is_due

    def _draw_hit_kind(self) -> Kind | None:
        if all(transfer.is_own for transfer in self._transfers):
            return None
        return next((kind for kind in HITS if self._does(kind)), None)

    def _places(self, transfer: Transfer) -> tuple[int, int]:
        return places_of(transfer, self.turn.side, self.turn.layout)

    # The play itself

    def _play(self) -> Iterator[Step]:
        transfers = list(self._in_order())
        if self._hit_kind is Kind.HIT_CHECKER_FIRST:
            transfers.sort(key=lambda transfer: transfer.is_own)
        first_of_two = self._first_of_two(transfers) if self._is_due(Kind.TWO_IN_ONE_HAND) else None
        while transfers:
            transfer = transfers.pop(0)
            if transfer is first_of_two:
                yield from self._carry_two(transfer, transfers.pop(0))
            elif transfer.is_own:
                yield from self._carry_own(transfer)
            else:
                yield from self._put_hit_checker(transfer)

    def _in_order(self) -> Sequence[Transfer]:
        if not self._is_due(Kind.MOVES_IN_OTHER_ORDER):
            return self._transfers
        ways = other_orders(self.turn.start, self.turn.play)
        if not ways:
            return self._transfers
        self._mischief.did(Kind.MOVES_IN_OTHER_ORDER)
        return self._draw.choice(ways)

    def _put_hit_checker(self, transfer: Transfer) -> Iterator[Step]:
        source, target = self._places(transfer)
        if self._hit_kind is Kind.HIT_CHECKER_LATE:
            self._late.append((source, target))
            return
        if self._hit_kind is Kind.HIT_CHECKER_ON_WRONG_BAR_SIDE:
            wrong = self.turn.layout.place_of(self.turn.side, BAR)
            self._after.append((wrong, target))
            target = wrong
        yield from self.hands.move(source, target)

    def _take_late_hits(self, *, is_held: bool) -> Iterator[Step]:
        """Hit checkers that are left go to the bar, or stay in the hand until the turn is passed."""
        for source, target in self._late:
            yield from self.hands.take_first(source)
            if is_held:
                self._held.append(target)
            else:
                yield from self.hands.drop(target)
        self._late.clear()

    def _carry_own(self, transfer: Transfer) -> Iterator[Step]:
        source, target = self._places(transfer)
        if self._is_due(Kind.SLIDE_WITH_REST) and self._can_slide(source, target):
            self._mischief.did(Kind.SLIDE_WITH_REST)
            yield from self.hands.slide(source, target, self._draw.uniform(0.05, REST_S))
            return
        yield from self.hands.lift(source)
        if self._does(Kind.CHECKER_FLIPPED):
            yield from self.hands.turn_over()
        beside = self._beside(target) if self._is_due(Kind.DROPPED_BETWEEN_TWO_POINTS_THEN_MENDED) else None
        if beside is None:
            yield from self.hands.drop(target)
            return
        self._mischief.did(Kind.DROPPED_BETWEEN_TWO_POINTS_THEN_MENDED)
        yield from self.hands.drop_between(target, beside)
        yield from self._wait()
        yield from self.hands.mend(target)

    def _can_slide(self, source: int, target: int) -> bool:
        column = self.hands.columns[source] if source < COLUMNS else None
        return column is not None and target < COLUMNS and bool(column.row) and not column.stack

    def _beside(self, place: int) -> int | None:
        """A place beside it, such that a checker has room between them."""
        beside = [p for p in neighbours(place) if self.hands.count(p) <= LONGEST_ROW]
        if not beside or self.hands.count(place) > LONGEST_ROW:
            return None
        return self._draw.choice(beside)

    def _first_of_two(self, transfers: Sequence[Transfer]) -> Transfer | None:
        """The first of two checkers that are moved one after the other and can be taken up together."""
        for first, second in pairwise(transfers):
            if first.is_own and second.is_own and first.end != second.start:
                self._mischief.did(Kind.TWO_IN_ONE_HAND)
                return first
        return None

    def _carry_two(self, first: Transfer, second: Transfer) -> Iterator[Step]:
        (source, target), (source_2, target_2) = self._places(first), self._places(second)
        yield from self.hands.lift(source)
        yield from self.hands.lift(source_2)
        yield from self.hands.drop(target_2)
        yield from self.hands.drop(target)

    # Beside the play

    def _lift_and_put_back(self) -> Iterator[Step]:
        """A checker is taken up, perhaps held over another point, and put back."""
        own = [s for s in range(1, BAR + 1) if self.turn.start.own_on(s)]
        if not own:
            return
        place = self.turn.layout.place_of(self.turn.side, self._draw.choice(own))
        self._mischief.did(Kind.LIFT_AND_PUT_BACK)
        yield from self.hands.lift(place)
        over = [p for p in range(COLUMNS) if not self.hands.columns[p].stack and self.hands.count(p) <= LONGEST_ROW]
        if over and self._draw.random() < 0.5:
            yield from self.hands.hover(self._draw.choice(over), self._draw.uniform(0.05, REST_S))
        yield from self.hands.drop(place)

    def _another_play_first(self) -> Iterator[Step]:
        others = [play for play in self.turn.others if play.end != self.turn.play.end]
        if not others:
            return
        self._mischief.did(Kind.PLAY_UNDONE_AND_ANOTHER_PLAYED)
        transfers = of_play(self.turn.start, self._draw.choice(others))
        side, layout = self.turn.side, self.turn.layout
        yield from carry(self.hands, transfers, side, layout)
        if self.hands.board.is_hand and self._draw.random() < 0.5:
            yield from self._pause(self.hands.withdraw, self.hands.reach)
        yield from carry(self.hands, reversed(transfers), side, layout, back=True)

    def _nudge_neighbour(self) -> Iterator[Step]:
        """Half of the time a knock, else the column is laid anew."""
        beside = [
            p for t in sorted(self.touched) for p in neighbours(t) if p not in self.touched and self.hands.count(p)
        ]
        if not beside:
            return
        self._mischief.did(Kind.NEIGHBOUR_NUDGED)
        place = self._draw.choice(beside)
        if self._draw.random() < 0.5:
            yield from self.hands.nudge(place, 1.0 + self.hands.style.sideways_sd_mm / 3)
        else:
            yield from self.hands.straighten(place)

    def _opponent_reaches_in(self) -> Iterator[Step]:
        """The opponent takes his turn for come, presses his PLAY, and lifts a checker that he puts back."""
        theirs = self.turn.start.turned
        places = [self.turn.layout.place_of(self.turn.side.other, s) for s in range(1, BAR) if theirs.own_on(s)]
        places = [place for place in places if place not in self.touched and self.hands.count(place)]
        if not places:
            return
        self._mischief.did(Kind.OPPONENT_PRESSES_EARLY)
        place = self._draw.choice(places)
        yield from self.hands.press_key(2 * self.turn.layout.seat_of(self.turn.side.other))
        yield from self.hands.lift(place)
        yield from self._wait()
        yield from self.hands.drop(place)

    def _pause(self, withdraw: Gesture, reach: Gesture) -> Iterator[Step]:
        yield from withdraw()
        yield from self._wait()
        yield from reach()

    def _wait(self) -> Iterator[Step]:
        yield Step(self._draw.uniform(*THINK_S), _nothing)


def _nothing() -> None:
    """Only time passes."""


def carry(
    hands: Hands, transfers: Iterable[Transfer], side: Side, layout: Layout, *, back: bool = False
) -> Iterator[Step]:
    """Checkers go from slot to slot; `back`: the other way."""
    for transfer in transfers:
        source, target = places_of(transfer, side, layout)
        yield from hands.move(target, source) if back else hands.move(source, target)


def places_of(transfer: Transfer, side: Side, layout: Layout) -> tuple[int, int]:
    """From which place to which a checker goes; beside the board it lies on its owner's tray."""
    owner, start, end = transfer.slots(side)
    return layout.place_of(owner, OFF if start == ASIDE else start), layout.place_of(
        owner, OFF if end == ASIDE else end
    )


def other_orders(start: Position, play: Play) -> list[tuple[Transfer, ...]]:
    """The same play with its moves in other orders, as far as checkers lie where they are taken from."""
    told = [(move.start, move.end) for move in play.moves]
    ways = []
    for moves in sorted({*permutations(told)} - {tuple(told)}):
        try:
            transfers = of_moves(start, moves)
        except ValueError:
            continue
        if carried_out(start, transfers) == play.end:
            ways.append(transfers)
    return ways


def neighbours(place: int) -> list[int]:
    """The columns right beside a column, on the same side of the bar."""
    if place >= BAR_NEAR:
        return []
    return [p for p in (place - 1, place + 1) if 0 <= p < COLUMNS and p // (ROW // 2) == place // (ROW // 2)]
