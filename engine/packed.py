"""Packed checkers in the inner loops: which slots may move a number, and every end of a roll.

Owns the arithmetic that must be fast: plain integers, no objects. Knows nothing of moves, plays or notation as
values; engine/plays.py gives its numbers their names. Two shapes of integer are used here:

- a *mask* has bit `4 * slot` set for each slot it names, in the mover's numbering (0 off, 1-24 points, 25 bar);
- a *joint* is a whole position in one integer: the mover's packed checkers, the opponent's above them.

With those a move is one addition: `end - start` of two mask bits, plus `HITS[end]` where a blot is hit.
"""

from __future__ import annotations

from typing import Final

OPP_SHIFT: Final = 104
OWN_PART: Final = (1 << OPP_SHIFT) - 1
BAR_ONE: Final = 1 << 100
POINT_ONES: Final = sum(1 << 4 * point for point in range(1, 25))
BOARD_ONES: Final = POINT_ONES | BAR_ONE
SLOT_ONES: Final = BOARD_ONES | 1
BEYOND_HOME: Final = 28  # bits below the first slot outside the home board, the 7-point
ANY_SLOT: Final = (1 << OPP_SHIFT) - 1

HITS: Final = {1 << 4 * p: ((1 << 100) - (1 << 4 * (25 - p))) << OPP_SHIFT for p in range(1, 25)}
"""By the mask bit of one of our points: what the joint gains when the blot there goes to its bar (R11)."""

BLOTS: Final = {1 << 4 * p: 1 << OPP_SHIFT + 4 * (25 - p) for p in range(1, 25)}
"""By the mask bit of one of our points: the joint's bit of an opposing blot there."""


def facing(opp: int) -> tuple[int, int]:
    """Masks (open points, points with a blot) that the opponent's checkers leave to the mover (R07, R11).

    A hit only empties a point that was open already, so the open points hold for the whole roll.
    """
    ours = int(f"{opp:026x}"[::-1], 16)
    held = (ours >> 1 | ours >> 2 | ours >> 3) & POINT_ONES
    return POINT_ONES ^ held, ours & POINT_ONES & ~held


def starts(own: int, number: int, open_points: int) -> int:
    """Mask of the slots a checker may leave with a number: bar first (R12), open points (R07), off (R15-R17)."""
    shift = 4 * number
    occupied = (own | own >> 1 | own >> 2 | own >> 3) & BOARD_ONES
    if occupied & BAR_ONE:
        return BAR_ONE & open_points << shift
    found = occupied & open_points << shift
    if occupied >> BEYOND_HOME or not occupied:
        return found
    if occupied >> shift:
        return found | occupied & 1 << shift
    return found | 1 << occupied.bit_length() - 1


def steps(joint: int, number: int, open_points: int, blots: int) -> list[int]:
    """Every joint that one move of the number leads to."""
    shift = 4 * number
    found = []
    todo = starts(joint & OWN_PART, number, open_points)
    while todo:
        start = todo & -todo
        todo ^= start
        end = start >> shift or 1
        after = joint + end - start
        if end & blots and joint & BLOTS[end]:
            after += HITS[end]
        found.append(after)
    return found


def ends(own: int, opp: int, first: int, second: int) -> set[int] | list[int]:
    """Joints of all distinct ends of the complete legal plays of a roll; empty when there is none.

    Complete (R10): both numbers if any order allows both, all four of a double or as many as can be; if only one
    number can be played and either could be, the larger.
    """
    if first == second:
        return _ends_of_double(own, opp, first)
    if first < second:
        first, second = second, first
    outside = own >> BEYOND_HOME
    two_or_more = outside & outside - 1 or outside & ~SLOT_ONES
    if own < BAR_ONE and two_or_more:
        return _ends_far_from_home(own, opp, first, second)
    return _ends_near_home(own, opp, first, second)


def _ends_near_home(own: int, opp: int, larger: int, smaller: int) -> set[int]:
    """Either order, step by step: where the first move may change what the second may do (bar, bearing off)."""
    open_points, blots = facing(opp)
    joint = own | opp << OPP_SHIFT
    by_larger = steps(joint, larger, open_points, blots)
    by_smaller = steps(joint, smaller, open_points, blots)
    found: set[int] = set()
    for after in by_larger:
        found.update(steps(after, smaller, open_points, blots))
    for after in by_smaller:
        found.update(steps(after, larger, open_points, blots))
    return found or set(by_larger or by_smaller)


def _moves(own: int, number: int, open_points: int, blots: int) -> list[tuple[int, int, int]]:
    """(start bit, end bit, what the joint gains) of each move of a number."""
    shift = 4 * number
    found = []
    todo = starts(own, number, open_points)
    while todo:
        start = todo & -todo
        todo ^= start
        end = start >> shift
        found.append((start, end, end - start + HITS[end] if end & blots else end - start))
    return found


def _ends_far_from_home(own: int, opp: int, larger: int, smaller: int) -> set[int]:
    """With two checkers outside the home board and none on the bar one move cannot open or close another.

    So the ends are every pair of moves of two checkers, and one checker's two moves where its stop was empty.
    """
    open_points, blots = facing(opp)
    joint = own | opp << OPP_SHIFT
    by_larger = _moves(own, larger, open_points, blots)
    by_smaller = _moves(own, smaller, open_points, blots)
    gains = [gain for _, _, gain in by_smaller]
    many = own >> 1 | own >> 2 | own >> 3
    found: set[int] = set()
    for start, end, gain in by_larger:
        after = joint + gain
        if start & many and not end & blots:
            found.update([after + other for other in gains])
        else:
            found.update(_second_moves(after, start, end, not start & many, blots, by_smaller))
    _add_one_checkers_moves(found, joint, by_larger, smaller, open_points, blots)
    _add_one_checkers_moves(found, joint, by_smaller, larger, open_points, blots)
    if found:
        return found
    return {joint + gain for _, _, gain in by_larger or by_smaller}


def _second_moves(
    after: int, start: int, end: int, alone: bool, blots: int, moves: list[tuple[int, int, int]]
) -> list[int]:
    """Second moves where the first took the only checker of its point, or hit a blot that cannot be hit twice."""
    found = []
    for other, other_end, gain in moves:
        if other == start and alone:
            continue
        if other_end == end and end & blots:
            gain = other_end - other
        found.append(after + gain)
    return found


def _add_one_checkers_moves(
    found: set[int], joint: int, moves: list[tuple[int, int, int]], number: int, open_points: int, blots: int
) -> None:
    shift = 4 * number
    for _, stop, gain in moves:
        end = stop >> shift
        if end & open_points:
            found.add(joint + gain + end - stop + (HITS[end] if end & blots else 0))


def _ends_of_double(own: int, opp: int, number: int) -> list[int]:
    """Up to four moves of one number, always the furthest checker first.

    Moves of one number can always be put into that order, and the starts of a play follow from its end, so each
    end is met exactly once and no set is needed.
    """
    open_points, blots = facing(opp)
    shift = 4 * number
    level = [(own | opp << OPP_SHIFT, ANY_SLOT)]
    for played in range(4):
        following = []
        for joint, not_above in level:
            todo = starts(joint & OWN_PART, number, open_points) & not_above
            while todo:
                start = todo & -todo
                todo ^= start
                end = start >> shift or 1
                after = joint + end - start
                if end & blots and joint & BLOTS[end]:
                    after += HITS[end]
                following.append((after, 2 * start - 1))
        if not following:
            return [joint for joint, _ in level] if played else []
        level = following
    return [joint for joint, _ in level]
