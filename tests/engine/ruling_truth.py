"""Whether what a ruling says is true of two positions and a roll, said once more without the engine's help.

Owns the meaning of each kind of ruling: its places, numbers and counts. It does not say which of several true
rulings is the best; their order of importance does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.plays import Roll, legal_ends, single_moves
from engine.position import BAR, OFF, Position, slots
from engine.rulings import Broken, Ruling


class Told(NamedTuple):
    """A ruling beside what it is about."""

    before: Position
    roll: Roll
    after: Position
    ruling: Ruling

    def came(self, slot: int) -> int:
        """Own checkers more on a slot than before; negative: fewer."""
        return self.after.own_on(slot) - self.before.own_on(slot)

    def opponents_came(self, place: int) -> int:
        """Opposing checkers more on a place in the mover's numbering (bar 0, off 25)."""
        slot = 4 * (25 - place)
        return (self.after.opp >> slot & 15) - (self.before.opp >> slot & 15)

    @property
    def hop(self) -> tuple[int, int]:
        start, end = self.ruling.points[:2]
        return start, end

    @property
    def is_hop_seen(self) -> bool:
        return self.came(self.hop[0]) < 0 < self.came(self.hop[1])

    @property
    def furthest(self) -> int:
        return max(slot for slot, _ in slots(self.after.own))

    @property
    def reaches(self) -> set[int]:
        """Every distance that one checker can make with the roll."""
        numbers = self.roll.numbers
        if self.roll.is_double:
            return {numbers[0] * times for times in (1, 2, 3, 4)}
        return {*numbers, sum(numbers)}


def checkers(packed: int) -> int:
    return sum(count for _, count in slots(packed))


def _bar_first(told: Told) -> bool:
    waiting = told.after.own_bar
    others = any(told.came(point) < 0 for point in range(1, 25))
    went_on = any(told.came(point) > 0 and 25 - point not in told.roll for point in range(1, 25))
    return 0 < waiting <= told.before.own_bar and told.ruling.count == waiting and (others or went_on)


def _point_held(told: Told) -> bool:
    (point,) = told.ruling.points
    return told.after.own_on(point) > 0 and told.before.opp_on(point) == told.ruling.count > 1


def _no_way(told: Told) -> bool:
    start, end = told.hop
    stops = told.ruling.points[2:]
    if told.roll.is_double:
        are_stops = len(stops) == 1 and (start - end) % told.roll.first == (start - stops[0]) % told.roll.first == 0
    else:
        are_stops = set(stops) == {start - number for number in told.roll} and start - end == sum(told.roll)
    are_held = all(end < stop < start and told.before.opp_on(stop) > 1 for stop in stops)
    return told.is_hop_seen and are_stops and are_held


def _not_on_dice(told: Told) -> bool:
    start, end = told.hop
    is_distance = told.ruling.count == start - end > 0 and told.ruling.numbers == told.roll.numbers
    return told.is_hop_seen and is_distance and told.ruling.count not in told.reaches


def _number_used_up(told: Told) -> bool:
    start, end = told.hop
    (number,) = told.ruling.numbers
    is_number = start - end == number or (end == OFF and number >= start)
    moved = sum(max(0, -told.came(slot)) for slot in range(1, 26))
    return told.is_hop_seen and is_number and number in told.roll and moved > 1


def _backwards(told: Told) -> bool:
    start, end = told.hop
    was_hit = end == BAR and told.opponents_came(start) > 0
    return told.is_hop_seen and end > start and not was_hit


def _not_home(told: Told) -> bool:
    (outside,) = told.ruling.points
    is_counted = told.ruling.count == told.after.own_on(outside)
    return told.came(OFF) > 0 and outside == told.furthest > 6 and is_counted


def _higher_checker(told: Told) -> bool:
    start, higher = told.hop
    (number,) = told.ruling.numbers
    is_seen = told.came(OFF) > 0 and told.came(start) < 0 and told.after.own_on(higher) > 0
    return is_seen and number in told.roll and start < number and start < higher


def _number_too_small(told: Told) -> bool:
    (start,) = told.ruling.points
    is_seen = told.came(OFF) > 0 and told.came(start) < 0
    return is_seen and told.ruling.numbers == (max(told.roll),) and max(told.roll) < start


def _opponent_moved(told: Told) -> bool:
    start, end = told.hop
    is_replaced = told.before.opp_on(end) == 1 and _may_be_hit(told, end) if 1 <= end <= 24 else False
    is_seen = told.opponents_came(start) < 0 < told.opponents_came(end) + is_replaced
    was_hit = end == 0 and told.before.opp_on(start) == 1 and _may_be_hit(told, start)
    return is_seen and not was_hit


def _may_be_hit(told: Told, point: int) -> bool:
    """Whether an own checker landed on a point, or may have stopped there and gone on or been hit itself."""
    steps = {told.roll.first * times for times in range(1, 6)} if told.roll.is_double else {*told.roll, sum(told.roll)}
    passed = any(told.came(start) < 0 and start - point in steps for start in range(point + 1, 26))
    return told.after.own_on(point) > 0 or passed


def _too_many_moves(told: Told) -> bool:
    numbers = told.roll.numbers
    lifted = sum(max(0, -told.came(slot)) for slot in range(1, 26))
    is_far = told.before.own_pips - told.after.own_pips > sum(numbers)
    is_more = lifted > len(numbers) or is_far or told.came(OFF) > 0
    return told.ruling.numbers == numbers and told.ruling.count > len(numbers) and is_more


def _hit_not_on_bar(told: Told) -> bool:
    """A blot was landed on, or hit in passing by every legal play that leaves the mover's checkers like this."""
    (point,) = told.ruling.points
    gone = [spot for spot in range(1, 25) if told.before.opp_on(spot) == 1 and _is_hit(told, spot)]
    legal = [end for end in legal_ends(told.before, told.roll) if end.own == told.after.own]
    is_due = all(end.opp_bar > told.after.opp_bar for end in legal) if legal else told.opponents_came(0) < len(gone)
    is_hit = any(end.opp_on(point) == 0 for end in legal) or told.after.own_on(point) > 0
    lies_under = told.after.own_on(point) > 0 < told.after.opp_on(point)
    return told.before.opp_on(point) == 1 and (lies_under or (is_due and is_hit))


def _is_hit(told: Told, point: int) -> bool:
    return told.after.own_on(point) > 0 or (told.after.opp_on(point) == 0 and _may_be_hit(told, point))


def _too_few(told: Told) -> bool:
    return _missing(told) == told.ruling.count > 0


def _too_many(told: Told) -> bool:
    return _missing(told) == -told.ruling.count < 0


def _missing(told: Told) -> int:
    """Checkers that were there before and are not now; it must be one side's only, and a place is named."""
    own = checkers(told.before.own) - checkers(told.after.own)
    theirs = checkers(told.before.opp) - checkers(told.after.opp)
    return own + theirs if len(told.ruling.points) == 1 and 0 in (own, theirs) else 0


def _nothing_moved(told: Told) -> bool:
    return told.before == told.after and bool(legal_ends(told.before, told.roll))


def _number_left(told: Told) -> bool:
    start, end = told.hop
    (number,) = told.ruling.numbers
    move = next(move for move in single_moves(told.after, number) if (move.start, move.end) == (start, end))
    own = told.after.own + (1 << 4 * end) - (1 << 4 * start)
    ends = legal_ends(told.before, told.roll)
    return move.number == number and any(reached.own == own for reached in ends)


def _second_killed(told: Told) -> bool:
    other = [n for n in told.roll if any(_after_one(told, m.start, m.end) for m in single_moves(told.before, n))]
    return told.ruling.numbers == told.roll.numbers and bool(other) and not _can_go_on(told, other[0])


def _larger_due(told: Told) -> bool:
    smaller = single_moves(told.before, min(told.roll))
    is_made = any(_after_one(told, move.start, move.end) for move in smaller)
    return told.ruling.numbers == (max(told.roll),) and is_made and bool(single_moves(told.before, max(told.roll)))


def _after_one(told: Told, start: int, end: int) -> bool:
    return told.after.own == told.before.own + (1 << 4 * end) - (1 << 4 * start)


def _can_go_on(told: Told, played: int) -> bool:
    """Whether the other number can be played, too, after the one that was."""
    left = [number for number in told.roll if number != played]
    return any(single_moves(told.after, number) for number in left)


def _double_unfinished(told: Told) -> bool:
    (number,) = told.ruling.numbers
    pips = told.ruling.count * number
    ends = legal_ends(told.before, told.roll)
    is_on = any(0 < told.after.own_pips - end.own_pips <= pips for end in ends)
    return told.roll.is_double and number == told.roll.first and 1 <= told.ruling.count <= 3 and is_on


_TRUE: Final[dict[Broken, Callable[[Told], bool]]] = {
    Broken.BAR_FIRST: _bar_first,
    Broken.POINT_HELD: _point_held,
    Broken.NO_WAY: _no_way,
    Broken.NOT_ON_DICE: _not_on_dice,
    Broken.NUMBER_USED_UP: _number_used_up,
    Broken.BACKWARDS: _backwards,
    Broken.NOT_HOME: _not_home,
    Broken.HIGHER_CHECKER: _higher_checker,
    Broken.NUMBER_TOO_SMALL: _number_too_small,
    Broken.OPPONENT_MOVED: _opponent_moved,
    Broken.TOO_MANY_MOVES: _too_many_moves,
    Broken.HIT_NOT_ON_BAR: _hit_not_on_bar,
    Broken.TOO_FEW: _too_few,
    Broken.TOO_MANY: _too_many,
    Broken.NOTHING_MOVED: _nothing_moved,
    Broken.NUMBER_LEFT: _number_left,
    Broken.SECOND_KILLED: _second_killed,
    Broken.LARGER_DUE: _larger_due,
    Broken.DOUBLE_UNFINISHED: _double_unfinished,
}


def is_true(before: Position, roll: Roll, after: Position, ruling: Ruling) -> bool:
    """Whether the ruling says nothing that is not so."""
    try:
        return _TRUE[ruling.kind](Told(before, roll, after, ruling))
    except (ValueError, StopIteration):  # places or numbers that the kind must name are not there
        return False
