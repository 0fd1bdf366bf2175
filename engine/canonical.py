"""The canonical play to every end of a roll, in order, as fast as plain Python makes them.

Owns the search for plays as values: sequences of `Move`s that can be made in their order, each end once. Knows nothing
of trees, notation or records; the arithmetic is engine/packed.py. The rules of choice and order are those that
`engine.plays.legal_plays` promises: the larger start first, then the larger number; the furthest checkers first.
Nothing is sorted where plays can be made in order, and nothing is looked up where each end can be met only once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from types import MethodType
from typing import Final

from engine.moves import Move, Play
from engine.packed import BAR_ONE, OPP_HITS, facing, occupied, outside_home, starts
from engine.position import BAR, Position

# A named tuple's own constructor is a Python function; this one is not, and takes half the time.
new_position: Final[Callable[[tuple[int, int]], Position]] = MethodType(tuple.__new__, Position)
new_play: Final[Callable[[tuple[tuple[Move, ...], Position]], Play]] = MethodType(tuple.__new__, Play)

Option = tuple[int, int, Move]
"""A move that can be made: what our packed checkers gain by it, what the opponent's do, and the move itself."""

Node = tuple[int, int, int, int, tuple[Move, ...]]
"""A position in a double: ours, theirs, the starts of a next move, the blots left, the moves that led there."""


def _moves(is_hit: bool) -> list[dict[int, Move]]:
    return [
        {1 << 4 * start: Move(start, max(start - number, 0), number, is_hit) for start in range(1, BAR + 1)}
        for number in range(7)
    ]


_QUIET: Final = _moves(is_hit=False)
_HITTING: Final = _moves(is_hit=True)
"""By number and the mask bit of the start: every move there is. Made once, as plays share them."""


def canonical_plays(position: Position, first: int, second: int) -> list[Play]:
    """The plays of `engine.plays.legal_plays` for the numbers of a roll in any order."""
    own, opp = position
    if first == second:
        return _plays_of_double(own, opp, first)
    if first < second:
        first, second = second, first
    if own >= BAR_ONE:
        return _plays_from_bar(own, opp, first, second)
    if outside_home(own) > 1:
        return _plays_far_from_home(own, opp, first, second)
    return _plays_near_home(own, opp, first, second)


def options(waiting: int, number: int, blots: int) -> list[Option]:
    """The moves of a number from each start of a mask, the furthest checker first."""
    quiet, shift = _QUIET[number], 4 * number
    found: list[Option] = []
    while waiting:
        start = 1 << waiting.bit_length() - 1
        waiting ^= start
        end = start >> shift or 1
        if end & blots:
            found.append((end - start, OPP_HITS[end], _HITTING[number][start]))
        else:
            found.append((end - start, 0, quiet[start]))
    return found


def _plays(own: int, opp: int, move: Move, seconds: Iterable[Option]) -> list[Play]:
    """A first move that led to these checkers, with each second."""
    return [new_play(((move, second), new_position((own + gain, opp + hit)))) for gain, hit, second in seconds]


def _single(own: int, opp: int, option: Option) -> Play:
    gain, hit, move = option
    return new_play(((move,), new_position((own + gain, opp + hit))))


def _plays_from_bar(own: int, opp: int, larger: int, smaller: int) -> list[Play]:
    """A checker enters first, by either number; with two on the bar that is all."""
    open_points, blots = facing(opp)
    by_larger = options(BAR_ONE & open_points << 4 * larger, larger, blots)
    by_smaller = options(BAR_ONE & open_points << 4 * smaller, smaller, blots)
    if own >> 100 > 1 and by_larger and by_smaller:
        gain, hit, move = by_larger[0]
        return _plays(own + gain, opp + hit, move, by_smaller)
    plays: list[Play] = []
    if own >> 100 == 1:
        for number, other, entering in ((smaller, larger, by_smaller), (larger, smaller, by_larger)):
            for gain, hit, move in entering:
                after = own + gain
                stop = BAR_ONE >> 4 * number
                waiting = occupied(after) & open_points << 4 * other
                if number == smaller and by_larger and not (hit or by_larger[0][1]):
                    waiting &= ~stop  # the same checker goes on: the larger number first comes to the same
                plays += _plays(after, opp + hit, move, options(waiting, other, blots & ~stop))
    return plays or [_single(own, opp, option) for option in by_larger or by_smaller]


def _plays_far_from_home(own: int, opp: int, larger: int, smaller: int) -> list[Play]:
    """With two checkers outside the home board and none on the bar one move cannot open or close another.

    So the second moves are the same for every first one, from its start on, but for the checker that goes on.
    """
    open_points, blots = facing(opp)
    taken = occupied(own)
    leave_by_larger, leave_by_smaller = open_points << 4 * larger, open_points << 4 * smaller
    by_larger, by_smaller = taken & leave_by_larger, taken & leave_by_smaller
    larger_moves, smaller_moves = options(by_larger, larger, blots), options(by_smaller, smaller, blots)
    next_larger, next_smaller = iter(larger_moves), iter(smaller_moves)
    many = own >> 1 | own >> 2 | own >> 3
    plays: list[Play] = []
    waiting = by_larger | by_smaller
    while waiting:
        start = 1 << waiting.bit_length() - 1
        waiting ^= start
        nearer = start - 1
        is_same_either_way = start & by_larger and not (start >> 4 * larger | start >> 4 * smaller) & blots
        if start & by_smaller:
            gain, hit, move = next(next_smaller)
            leave = 0 if is_same_either_way else leave_by_larger
            seconds = _seconds(larger_moves, by_larger & nearer, start >> 4 * smaller, larger, leave, blots)
            plays += _plays(own + gain, opp + hit, move, seconds)
        if start & by_larger:
            gain, hit, move = next(next_larger)
            others = by_smaller & (start | nearer if start & many else nearer)
            seconds = _seconds(smaller_moves, others, start >> 4 * larger, smaller, leave_by_smaller, blots)
            plays += _plays(own + gain, opp + hit, move, seconds)
    return plays or [_single(own, opp, option) for option in larger_moves or smaller_moves]


def _seconds(moves: list[Option], others: int, stop: int, number: int, leave: int, blots: int) -> list[Option]:
    """The second moves, from the starts `others`, after a first one to `stop`: its hit is done, its checker goes on.

    Where it may not leave its stop no other checker may either: another way comes to the same and is given.
    """
    seconds = moves[len(moves) - others.bit_count() :]
    at = len(seconds) - (others & stop - 1).bit_count()
    if stop & blots:
        twice = stop << 4 * number
        if twice & others:
            hitting = len(seconds) - (others & twice - 1).bit_count() - 1
            seconds[hitting] = (seconds[hitting][0], 0, _QUIET[number][twice])
    if stop & others:
        if not stop & leave:
            del seconds[at - 1]
    elif stop & leave:
        seconds[at:at] = options(stop, number, blots)
    return seconds


def _plays_near_home(own: int, opp: int, larger: int, smaller: int) -> list[Play]:
    """Either order, step by step: the first move may let the second bear off, or bear off from another point."""
    open_points, blots = facing(opp)
    found: dict[tuple[int, int], tuple[Move, Move]] = {}
    for number, other in ((larger, smaller), (smaller, larger)):
        for gain, hit, move in options(starts(own, number, open_points), number, blots):
            after, opp_after = own + gain, opp + hit
            left = blots ^ 1 << 4 * move.end if hit else blots
            for gain_2, hit_2, second in options(starts(after, other, open_points), other, left):
                end = (after + gain_2, opp_after + hit_2)
                known = found.get(end)
                if known is None or known[0].start < move.start:
                    found[end] = (move, second)
    if found:
        in_order = sorted(found.items(), key=itemgetter(1), reverse=True)
        return [new_play((moves, new_position(end))) for end, moves in in_order]
    for number in (larger, smaller):
        alone = options(starts(own, number, open_points), number, blots)
        if alone:
            return [_single(own, opp, option) for option in alone]
    return []


def _plays_of_double(own: int, opp: int, number: int) -> list[Play]:
    """Up to four moves of one number, always the furthest checker first.

    Moves of one number can always be put into that order, and the starts of a play follow from its end, so each
    end is met exactly once.
    """
    open_points, blots = facing(opp)
    level: list[Node] = [(own, opp, starts(own, number, open_points), blots, ())]
    for _ in range(3):
        following = next_moves(level, number, open_points)
        if not following:
            break
        level = following
    plays = _last_moves(level, number) if len(level[0][4]) == 3 else []
    return plays or [new_play((moves, new_position((own, opp)))) for own, opp, _, _, moves in level if moves]


def next_moves(level: list[Node], number: int, open_points: int) -> list[Node]:
    """One more move of a double from each node, the furthest start first."""
    quiet, hitting, shift = _QUIET[number], _HITTING[number], 4 * number
    following: list[Node] = []
    for own, opp, waiting, blots, moves in level:
        is_far = own < BAR_ONE and outside_home(own) > 1
        while waiting:
            start = 1 << waiting.bit_length() - 1
            waiting ^= start
            end = start >> shift or 1
            after = own + end - start
            if is_far:  # nothing else can change: only the two slots of this checker
                then = waiting | end & open_points << shift
                if after & 15 * start:
                    then |= start
            else:
                then = starts(after, number, open_points) & 2 * start - 1
            if end & blots:
                following.append((after, opp + OPP_HITS[end], then, blots ^ end, (*moves, hitting[start])))
            else:
                following.append((after, opp, then, blots, (*moves, quiet[start])))
    return following


def _last_moves(level: list[Node], number: int) -> list[Play]:
    """The plays of a double's last move: most masks of starts come again, so their moves are made once for all."""
    known: dict[int, list[Option]] = {}
    plays: list[Play] = []
    for own, opp, waiting, blots, moves in level:
        hits = blots and blots & waiting >> 4 * number
        key = waiting | hits << 1
        lasts = known.get(key)
        if lasts is None:
            lasts = known[key] = options(waiting, number, hits)
        plays += [new_play(((*moves, last), new_position((own + gain, opp + hit)))) for gain, hit, last in lasts]
    return plays
