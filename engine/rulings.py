"""Rulings: why a position is not the end of a legal play, as a value.

Owns which rule is broken, by which checker and which number. Knows no words for it: texts are made elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import permutations
from typing import Final

from engine.plays import PlayTree, Roll, single_moves
from engine.position import BAR, OFF, Position, slots


class Broken(IntEnum):
    """What is wrong, the most important first. What `points`, `numbers` and `count` hold stands beside each."""

    BAR_FIRST = 1  # count: own checkers still on the bar (R12)
    POINT_HELD = 2  # points: the point landed on; count: opposing checkers there (R07)
    NO_WAY = 3  # points: start, end, then the held stops between: two, or one for a double (R08)
    NOT_ON_DICE = 4  # points: start, end; count: the distance; numbers: what was rolled
    NUMBER_USED_UP = 5  # points: start, end; numbers: the number played once more than it was rolled
    BACKWARDS = 6  # points: start, end (R04)
    NOT_HOME = 7  # points: the furthest own checker outside; count: own checkers there (R15)
    HIGHER_CHECKER = 8  # points: borne off from, the higher checker's point; numbers: the one too large (R17)
    NUMBER_TOO_SMALL = 9  # points: borne off from; numbers: the largest rolled
    OPPONENT_MOVED = 10  # points: from, to, in the mover's numbering; the opponent's bar is 0 and its off 25
    TOO_MANY_MOVES = 11  # count: moves made; numbers: what was rolled
    HIT_NOT_ON_BAR = 12  # points: where the checker was hit (R11)
    TOO_FEW = 13  # points: where, beside the nearest legal end; count: how many
    TOO_MANY = 14  # points, count: likewise
    NOTHING_MOVED = 15  # numbers: what can be played
    NUMBER_LEFT = 16  # numbers: what can still be played; points: start, end of one such move
    SECOND_KILLED = 17  # numbers: both, which can be played (R10)
    LARGER_DUE = 18  # numbers: the one that must be played (R10)
    DOUBLE_UNFINISHED = 19  # numbers: the double's; count: moves still missing (R09, R10)


ONLY_ON_PASSING: Final = frozenset(kind for kind in Broken if kind >= Broken.NOTHING_MOVED)
"""Told only in answer to a turn being passed: until then the player may simply not have finished."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """One broken rule. Points are the mover's, 25 its bar and 0 off, unless the kind says otherwise."""

    kind: Broken
    points: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    count: int = 0


_Hop = tuple[int, int]
_LONGEST_WAY: Final = 6  # one or two moves of a double too many are told as such, more as a distance not on the dice


def explain(position: Position, roll: Roll, reached: Position, tree: PlayTree) -> Ruling:
    """The most important reason why `reached` (mover's view) is no end of a legal play of `roll` from `position`.

    `tree` is the play tree of that position and roll. Never raises; what fits no rule is told as too few or too many
    checkers, compared with the nearest legal end. Asked about a legal end it has nothing to tell: no points.
    """
    if reached == position:
        numbers = [move.number for move in tree.plays[0].moves] if tree.plays else []
        return Ruling(Broken.NOTHING_MOVED, numbers=tuple(sorted(numbers, reverse=True)))
    unfinished = _unfinished(position, roll, reached, tree)
    if unfinished:
        return unfinished
    leaving, landing = _differences(position.own, reached.own)
    if len(leaving) != len(landing):
        return _off_the_nearest(position, reached, tree)
    faults = _fewest_faults(position, roll, reached, leaving, landing)
    faults += _opponents_faults(position, reached, tree, landing)
    return min(faults, default=None, key=lambda ruling: ruling.kind) or _off_the_nearest(position, reached, tree)


# What is only unfinished -------------------------------------------------------------------------------------------


def _unfinished(position: Position, roll: Roll, reached: Position, tree: PlayTree) -> Ruling | None:
    """For a position that legal moves lead to, too few of them or the wrong ones; None for any other."""
    most = len(tree.plays[0].moves) if tree.plays else 0
    if roll.is_double:
        made = tree.nodes.get(reached)
        return Ruling(Broken.DOUBLE_UNFINISHED, numbers=(roll.first,), count=most - len(made)) if made else None
    if tree.plays and reached in tree.nodes and len(tree.nodes[reached]) < most:
        return _number_left(roll, reached, tree)
    for number in roll.numbers:
        if any(_after(position, move.start, move.end) == reached for move in single_moves(position, number)):
            if most == 2:
                return Ruling(Broken.SECOND_KILLED, numbers=roll.numbers)
            return Ruling(Broken.LARGER_DUE, numbers=(max(roll),))
    return None


def _number_left(roll: Roll, reached: Position, tree: PlayTree) -> Ruling:
    ends = {play.end for play in tree.plays}
    left = (move for number in roll.numbers for move in single_moves(reached, number))
    move = next(move for move in left if _after(reached, move.start, move.end) in ends)
    return Ruling(Broken.NUMBER_LEFT, (move.start, move.end), (move.number,), 1)


def _after(position: Position, start: int, end: int) -> Position:
    own, opp = position
    if end != OFF and position.opp_on(end) == 1:
        opp += (1 << 4 * BAR) - (1 << 4 * (25 - end))
    return Position(own + (1 << 4 * end) - (1 << 4 * start), opp)


# The mover's own checkers ------------------------------------------------------------------------------------------


def _differences(before: int, after: int) -> tuple[list[int], list[int]]:
    """Slots that checkers left and slots they came to, one entry a checker, the furthest first."""
    leaving: list[int] = []
    landing: list[int] = []
    for slot in range(BAR, -1, -1):
        change = (after >> 4 * slot & 15) - (before >> 4 * slot & 15)
        leaving += [slot] * -change
        landing += [slot] * change
    return leaving, landing


def _fewest_faults(
    position: Position, roll: Roll, reached: Position, leaving: Sequence[int], landing: Sequence[int]
) -> list[Ruling]:
    """Which checker went where is not seen: the pairing that breaks fewest rules is believed."""
    faults = [_hop_faults(position, roll, reached, hops) for hops in _pairings(leaving, landing)]
    best = min(faults, key=lambda found: (len(found), -min((ruling.kind for ruling in found), default=0)))
    for point in landing:
        if 1 <= point <= 24 and position.opp_on(point) > 1:
            best = [*best, Ruling(Broken.POINT_HELD, (point,), count=position.opp_on(point))]
    if _played_past_the_bar(position, roll, reached, leaving, landing, bool(best)):
        best = [*best, Ruling(Broken.BAR_FIRST, count=reached.own_bar)]
    return best


def _played_past_the_bar(
    position: Position, roll: Roll, reached: Position, leaving: Sequence[int], landing: Sequence[int], is_faulty: bool
) -> bool:
    """Whether another checker moved, or one that entered went on, while one still waits on the bar."""
    if not 0 < reached.own_bar <= position.own_bar:
        return False
    went_on = not is_faulty and any(BAR - point not in roll for point in landing)
    return went_on or any(start != BAR for start in leaving)


def _pairings(leaving: Sequence[int], landing: Sequence[int]) -> Iterator[list[_Hop]]:
    if len(leaving) > 4:
        yield list(zip(leaving, landing, strict=True))
        return
    for order in sorted(set(permutations(landing)), reverse=True):
        yield list(zip(leaving, order, strict=True))


def _hop_faults(position: Position, roll: Roll, reached: Position, hops: Sequence[_Hop]) -> list[Ruling]:
    ways = [_ways(position, roll, reached, hop) for hop in hops]
    faults = [_hop_fault(position, roll, reached, hop) for hop, way in zip(hops, ways, strict=True) if not way]
    if faults or _can_share(ways, roll.numbers):
        return faults
    moves = sum(min(map(len, way)) for way in ways)
    if moves > len(roll.numbers):
        return [Ruling(Broken.TOO_MANY_MOVES, numbers=roll.numbers, count=moves)]
    twice = max(roll.numbers, key=lambda number: sum((number,) in way for way in ways))
    points = next((hop for hop, way in zip(reversed(hops), reversed(ways), strict=True) if (twice,) in way), hops[-1])
    return [Ruling(Broken.NUMBER_USED_UP, points, (twice,))]


def _ways(position: Position, roll: Roll, reached: Position, hop: _Hop) -> list[tuple[int, ...]]:
    """The numbers, in order, by which one checker could make a hop over open stops; more than rolled for a double."""
    if roll.is_double:
        orders: list[tuple[int, ...]] = [(roll.first,) * times for times in range(1, _LONGEST_WAY + 1)]
    else:
        larger, smaller = roll.numbers
        orders = [(larger,), (smaller,), (larger, smaller), (smaller, larger)]
    return [order for order in orders if _leads(position, reached, hop, order)]


def _leads(position: Position, reached: Position, hop: _Hop, order: Sequence[int]) -> bool:
    at, end = hop
    for number in order[:-1]:
        at -= number
        if at < 1 or position.opp_on(at) > 1:
            return False
    if end == OFF:
        return not _outside(reached) and (order[-1] == at or (order[-1] > at and _highest(reached) <= at))
    return at - order[-1] == end


def _can_share(ways: Sequence[Sequence[tuple[int, ...]]], numbers: tuple[int, ...]) -> bool:
    """Whether every hop can have a way of its own out of the numbers rolled."""
    if not ways:
        return True
    for way in ways[0]:
        left = list(numbers)
        for number in way:
            if number not in left:
                break
            left.remove(number)
        else:
            if _can_share(ways[1:], tuple(left)):
                return True
    return False


def _hop_fault(position: Position, roll: Roll, reached: Position, hop: _Hop) -> Ruling:
    start, end = hop
    if end > start:
        return Ruling(Broken.BACKWARDS, hop)
    if end == OFF and (start <= 6 or _outside(reached)):
        return _off_fault(roll, reached, start)
    distance = start - end
    stops = _held_stops(position, roll, start, end)
    if stops:
        return Ruling(Broken.NO_WAY, (start, end, *stops))
    return Ruling(Broken.NOT_ON_DICE, hop, roll.numbers, distance)


def _held_stops(position: Position, roll: Roll, start: int, end: int) -> tuple[int, ...]:
    """The held points that stop a hop of the right distance; empty if the distance is not on the dice at all."""
    if roll.is_double:
        if (start - end) % roll.first:
            return ()
        stops = range(start - roll.first, end, -roll.first)
        return tuple(stop for stop in stops if position.opp_on(stop) > 1)[:1]
    if start - end != sum(roll):
        return ()
    return tuple(start - number for number in roll.numbers)


def _off_fault(roll: Roll, reached: Position, start: int) -> Ruling:
    outside = _outside(reached)
    if outside:
        return Ruling(Broken.NOT_HOME, (outside,), count=reached.own_on(outside))
    larger = max(roll)
    if larger > start:
        return Ruling(Broken.HIGHER_CHECKER, (start, _highest(reached)), (larger,))
    return Ruling(Broken.NUMBER_TOO_SMALL, (start,), (larger,))


def _highest(position: Position) -> int:
    return max((slot for slot, _ in slots(position.own)), default=0)


def _outside(position: Position) -> int:
    """The furthest own checker that is not home, the bar included; 0 if all are."""
    highest = _highest(position)
    return highest if highest > 6 else 0


# The opponent's checkers -------------------------------------------------------------------------------------------


def _opponents_faults(position: Position, reached: Position, tree: PlayTree, landing: Sequence[int]) -> list[Ruling]:
    """What happened to the opponent's checkers that no hit explains."""
    expected = min(_expected_opponents(position, reached, tree, landing), key=lambda opp: _distance(opp, reached.opp))
    leaving, coming = _differences(expected, reached.opp)
    hit, _ = _differences(position.opp, expected)
    if hit and BAR in leaving:
        return [Ruling(Broken.HIT_NOT_ON_BAR, (25 - hit[0],))]
    if leaving and coming:
        return [Ruling(Broken.OPPONENT_MOVED, (25 - leaving[0], 25 - coming[0]))]
    return []


def _expected_opponents(position: Position, reached: Position, tree: PlayTree, landing: Sequence[int]) -> Iterator[int]:
    """The opponent's checkers as they should stand: of legal positions with the same own checkers, else by landing."""
    found = [node.opp for node in tree.nodes if node.own == reached.own]
    if found:
        yield from found
        return
    opp = position.opp
    for point in set(landing):
        if 1 <= point <= 24 and position.opp_on(point) == 1:
            opp += (1 << 4 * BAR) - (1 << 4 * (25 - point))
    yield opp


def _distance(one: int, other: int) -> int:
    leaving, landing = _differences(one, other)
    return len(leaving) + len(landing)


# What no rule explains ---------------------------------------------------------------------------------------------


def _off_the_nearest(position: Position, reached: Position, tree: PlayTree) -> Ruling:
    """Too few or too many on a point, compared with the legal end that is nearest."""
    ends = [play.end for play in tree.plays] or [position]
    nearest = min(ends, key=lambda end: _distance(end.own, reached.own) + _distance(end.opp, reached.opp))
    fewer, more = _differences(nearest.own, reached.own)
    if not fewer and not more:
        theirs, too_many = _differences(nearest.opp, reached.opp)
        fewer, more = [25 - slot for slot in theirs], [25 - slot for slot in too_many]
    kind, where = (Broken.TOO_FEW, fewer) if fewer else (Broken.TOO_MANY, more)
    return Ruling(kind, tuple(where[:1]), count=max(map(where.count, where[:1]), default=0))
