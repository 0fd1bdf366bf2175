"""Every end of a roll as a joint, without a play to it: what is counted, compared and looked up.

Owns the search for ends with two different numbers; doubles are engine/ends_of_double.py, the shapes of integer
engine/packed.py. Knows nothing of moves and plays as values: engine/canonical.py makes those.
"""

from __future__ import annotations

from engine.ends_of_double import ends_of_double
from engine.packed import BAR_ONE, HITS, OPP_SHIFT, OWN_PART, facing, occupied, outside_home, starts


def ends(own: int, opp: int, first: int, second: int) -> set[int] | list[int]:
    """Joints of all distinct ends of the complete legal plays of a roll; empty when there is none.

    Complete (R10): both numbers if any order allows both, all four of a double or as many as can be; if only one
    number can be played and either could be, the larger.
    """
    if first == second:
        return ends_of_double(own, opp, first)
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
    through = open_points << one + two  # the starts from which one checker can make both moves, if a stop is open
    hitting = blots << one | blots << two  # the starts from which a first move hits
    _take_out_quiet_clashes(found, joint, lone & ~hitting, one, two)
    found.update([joint + gain for gain in _gains((by_larger | by_smaller) & through & ~hitting, one + two, blots)])
    if hitting:
        _take_out_clashes(found, joint, lone & hitting, one, two, blots)
        _hit_once(found, joint, blots & by_larger >> one & by_smaller >> two, one, two)
        through &= hitting
        _add_one_checkers_moves(found, joint, by_larger & through, one, two, blots)
        _add_one_checkers_moves(found, joint, by_smaller & through, two, one, blots)
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
