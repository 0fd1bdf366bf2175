"""Packed checkers in the inner loops: which slots may move a number, and every end of a roll.

Owns the arithmetic that must be fast: plain integers, no objects. Knows nothing of moves, plays or notation as
values; engine/canonical.py gives its numbers their names. Two shapes of integer are used here:

- a *mask* has bit `4 * slot` set for each slot it names, in the mover's numbering (0 off, 1-24 points, 25 bar);
- a *joint* is a whole position in one integer: the mover's packed checkers, the opponent's above them.

With those a move is one addition: `end - start` of two mask bits, plus `HITS[end]` where a blot is hit. Bits are taken
from the top: `bit_length` costs less than `waiting & -waiting`, and the furthest checker first is the order of plays.
"""

from __future__ import annotations

from typing import Final

OPP_SHIFT: Final = 104
OWN_PART: Final = (1 << OPP_SHIFT) - 1
BAR_ONE: Final = 1 << 100
POINT_ONES: Final = sum(1 << 4 * point for point in range(1, 25))
BEYOND_HOME: Final = 28  # bits below the first slot outside the home board, the 7-point

_Node = tuple[int, int, int]
"""In a double: the joint, the starts of a next move that are not further away, the blots that are left."""

OPP_HITS: Final = {1 << 4 * p: (1 << 100) - (1 << 4 * (25 - p)) for p in range(1, 25)}
"""By the mask bit of one of our points: what the opponent's checkers gain when the blot there goes to its bar (R11)."""

HITS: Final = {point: gain << OPP_SHIFT for point, gain in OPP_HITS.items()}
"""The same for a joint."""

_NIBBLES_SWAPPED: Final = bytes(byte >> 4 | (byte & 15) << 4 for byte in range(256))


def facing(opp: int) -> tuple[int, int]:
    """Masks (open points, points with a blot) that the opponent's checkers leave to the mover (R07, R11).

    A hit only empties a point that was open already, so the open points hold for the whole roll.
    """
    ours = int.from_bytes(opp.to_bytes(13, "little").translate(_NIBBLES_SWAPPED), "big")
    held = (ours >> 1 | ours >> 2 | ours >> 3) & POINT_ONES
    return POINT_ONES ^ held, ours & POINT_ONES & ~held


def starts(own: int, number: int, open_points: int) -> int:
    """Mask of the slots a checker may leave with a number: bar first (R12), open points (R07), off (R15-R17)."""
    shift = 4 * number
    if own >= BAR_ONE:
        return BAR_ONE & open_points << shift
    taken = (own | own >> 1 | own >> 2 | own >> 3) & POINT_ONES
    found = taken & open_points << shift
    if taken >> BEYOND_HOME or not taken:
        return found
    if taken >> shift:
        return found | taken & 1 << shift
    return found | 1 << taken.bit_length() - 1


def occupied(own: int) -> int:
    """Mask of the points where the mover has a checker."""
    return (own | own >> 1 | own >> 2 | own >> 3) & POINT_ONES


def outside_home(own: int) -> int:
    """How many checkers are not home yet, those on the bar too; the digits of a number to base 16 add up modulo 15."""
    outside = own >> BEYOND_HOME
    return outside % 15 or 15 if outside else 0


def ends(own: int, opp: int, first: int, second: int) -> set[int] | list[int]:
    """Joints of all distinct ends of the complete legal plays of a roll; empty when there is none.

    Complete (R10): both numbers if any order allows both, all four of a double or as many as can be; if only one
    number can be played and either could be, the larger.
    """
    if first == second:
        return _ends_of_double(own, opp, first)
    if first < second:
        first, second = second, first
    if own >= BAR_ONE:
        return _ends_from_bar(own, opp, first, second)
    if outside_home(own) > 1:
        return _ends_far_from_home(own, opp, first, second)
    return _ends_near_home(own, opp, first, second)


def _steps(joint: int, number: int, open_points: int, blots: int) -> list[tuple[int, int]]:
    """Every joint that one move of the number leads to, with the blots that are left there."""
    shift = 4 * number
    found = []
    waiting = starts(joint & OWN_PART, number, open_points)
    while waiting:
        start = 1 << waiting.bit_length() - 1
        waiting ^= start
        end = start >> shift or 1
        if end & blots:
            found.append((joint + end - start + HITS[end], blots ^ end))
        else:
            found.append((joint + end - start, blots))
    return found


def _ends_near_home(own: int, opp: int, larger: int, smaller: int) -> set[int]:
    """Either order, step by step: the first move may let the second bear off, or bear off from another point."""
    open_points, blots = facing(opp)
    joint = own | opp << OPP_SHIFT
    by_larger = _steps(joint, larger, open_points, blots)
    by_smaller = _steps(joint, smaller, open_points, blots)
    found = {end for after, left in by_larger for end, _ in _steps(after, smaller, open_points, left)}
    found.update([end for after, left in by_smaller for end, _ in _steps(after, larger, open_points, left)])
    return found or {joint for joint, _ in by_larger or by_smaller}


def _ends_from_bar(own: int, opp: int, larger: int, smaller: int) -> set[int]:
    """A checker enters first, by either number; with two on the bar that is all."""
    open_points, blots = facing(opp)
    joint = own | opp << OPP_SHIFT
    entering = [
        (BAR_ONE >> 4 * number, 4 * other)
        for number, other in ((larger, smaller), (smaller, larger))
        if BAR_ONE >> 4 * number & open_points
    ]
    after = [joint + stop - BAR_ONE + (HITS[stop] if stop & blots else 0) for stop, _ in entering]
    if own >> 100 > 1:
        return {sum(after) - joint} if len(after) == 2 else set(after)
    found: set[int] = set()
    for entered, (stop, shift) in zip(after, entering, strict=True):
        waiting = occupied(own | stop) & open_points << shift
        found.update([entered + gain for gain in _gains(waiting, shift, blots & ~stop)])
    return found or set(after[:1])


def _ends_far_from_home(own: int, opp: int, larger: int, smaller: int) -> set[int]:
    """With two checkers outside the home board and none on the bar one move cannot open or close another.

    So the ends are every move by the larger number with every one by the smaller, but for those that want the same
    lone checker or hit the same blot, and both numbers by one checker where its stop is open.
    """
    open_points, blots = facing(opp)
    one, two = 4 * larger, 4 * smaller
    taken = occupied(own)
    blots &= taken >> one | taken >> two | taken >> one + two  # only those in reach
    by_larger, by_smaller = taken & open_points << one, taken & open_points << two
    joint = own | opp << OPP_SHIFT
    gains, others = _gains(by_larger, one, blots), _gains(by_smaller, two, blots)
    found = {after + other for after in [joint + gain for gain in gains] for other in others}
    lone = by_larger & by_smaller & ~(own >> 1 | own >> 2 | own >> 3)
    through = open_points << one + two
    if blots:
        _take_out_clashes(found, joint, lone, one, two, blots)
        _hit_once(found, joint, blots & by_larger >> one & by_smaller >> two, one, two)
        _add_one_checkers_moves(found, joint, by_larger & through, one, two, blots)
        _add_one_checkers_moves(found, joint, by_smaller & through, two, one, blots)
    else:
        _take_out_quiet_clashes(found, joint, lone, one, two)
        found.update([joint + gain for gain in _gains((by_larger | by_smaller) & through, one + two, 0)])
    return found or {joint + gain for gain in gains or others}


def _gains(waiting: int, shift: int, blots: int) -> list[int]:
    """What a joint gains by a move from each start of a mask."""
    found = []
    while waiting:
        start = 1 << waiting.bit_length() - 1
        waiting ^= start
        end = start >> shift or 1
        found.append(end - start + HITS[end] if end & blots else end - start)
    return found


def _take_out_clashes(found: set[int], joint: int, lone: int, one: int, two: int, blots: int) -> None:
    """Take out the ends of two moves by one lone checker: no other pair of moves has the same sum."""
    while lone:
        start = 1 << lone.bit_length() - 1
        lone ^= start
        end, other = start >> one, start >> two
        found.discard(joint + end + other - 2 * start + HITS.get(end & blots, 0) + HITS.get(other & blots, 0))


def _take_out_quiet_clashes(found: set[int], joint: int, lone: int, one: int, two: int) -> None:
    while lone:
        start = 1 << lone.bit_length() - 1
        lone ^= start
        found.discard(joint + (start >> one) + (start >> two) - 2 * start)


def _hit_once(found: set[int], joint: int, twice: int, one: int, two: int) -> None:
    """Correct the ends of two moves to one blot, which only the first of them hits."""
    while twice:
        end = 1 << twice.bit_length() - 1
        twice ^= end
        once = joint + 2 * end - (end << one) - (end << two) + HITS[end]
        found.discard(once + HITS[end])
        found.add(once)


def _add_one_checkers_moves(found: set[int], joint: int, waiting: int, one: int, two: int, blots: int) -> None:
    """Both numbers by one checker, from each start of a mask."""
    while waiting:
        start = 1 << waiting.bit_length() - 1
        waiting ^= start
        stop, end = start >> one, start >> one + two
        found.add(joint + end - start + HITS.get(stop & blots, 0) + HITS.get(end & blots, 0))


def _ends_of_double(own: int, opp: int, number: int) -> list[int]:
    """Up to four moves of one number, always the furthest checker first.

    Moves of one number can always be put into that order, and the starts of a play follow from its end, so each
    end is met exactly once and no set is needed.
    """
    open_points, blots = facing(opp)
    shift = 4 * number
    entered, joint, blots = _enter_all(own | opp << OPP_SHIFT, shift, open_points, blots)
    own = joint & OWN_PART
    waiting = starts(own, number, open_points)
    if entered == 4 or not waiting:
        return [joint] if entered else []
    taken = occupied(own)
    blots &= taken >> shift | taken >> 2 * shift | taken >> 3 * shift | taken >> 4 * shift  # only those in reach
    is_far = outside_home(own) >= 4 - entered
    level = [(joint, waiting, blots)]
    for _ in range(2 - entered):
        following = _following(level, number, open_points, is_far)
        if not following:
            return [joint for joint, _, _ in level]
        level = following
    found = _last_two(level, number, open_points, is_far) if entered < 3 else []
    return found or [joint for joint, _, _ in _following(level, number, open_points, is_far) or level]


def _enter_all(joint: int, shift: int, open_points: int, blots: int) -> tuple[int, int, int]:
    """Enter from the bar as often as a double allows: how many did, the joint, the blots left."""
    end = BAR_ONE >> shift
    entered = min((joint & OWN_PART) >> 100, 4)
    if not entered or not end & open_points:
        return 0, joint, blots
    joint += (end - BAR_ONE) * entered
    return (entered, joint + HITS[end], blots ^ end) if end & blots else (entered, joint, blots)


def _following(level: list[_Node], number: int, open_points: int, is_far: bool) -> list[_Node]:
    """One more move from each node."""
    shift = 4 * number
    may_leave = open_points << shift
    following = []
    for joint, waiting, blots in level:
        while waiting:
            start = 1 << waiting.bit_length() - 1
            waiting ^= start
            end = start >> shift or 1
            after = joint + end - start
            left = blots
            if end & blots:
                after += HITS[end]
                left ^= end
            if is_far:  # nothing else can change: only this checker's two slots
                then = waiting | end & may_leave
                if after & 15 * start:
                    then |= start
            else:
                then = starts(after & OWN_PART, number, open_points) & 2 * start - 1
            following.append((after, then, left))
    return following


def _last_two(level: list[_Node], number: int, open_points: int, is_far: bool) -> list[int]:
    """The third move of a double as in `_following`, and the last: written out, as most of the time goes here.

    Most masks of last starts come again and again, so what they gain is worked out once.
    """
    shift = 4 * number
    may_leave = open_points << shift
    known: dict[int, list[int]] = {0: []}
    found: list[int] = []
    for joint, waiting, blots in level:
        while waiting:
            start = 1 << waiting.bit_length() - 1
            waiting ^= start
            end = start >> shift or 1
            after = joint + end - start
            left = blots
            if end & blots:
                after += HITS[end]
                left ^= end
            if is_far:
                then = waiting | end & may_leave
                if after & 15 * start:
                    then |= start
            else:
                then = starts(after & OWN_PART, number, open_points) & 2 * start - 1
            key = then | (then >> shift & left) << 1 if left else then
            gained = known.get(key)
            if gained is None:
                gained = known[key] = _gains(then, shift, left)
            found += [after + gain for gain in gained]
    return found
