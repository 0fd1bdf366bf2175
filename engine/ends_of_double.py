"""Every end of a double as a joint: up to four moves of one number, always the furthest checker first.

Owns that search only; the shapes of integer are engine/packed.py. Moves of one number can always be put into that
order, and the starts of a play follow from its end, so each end is met exactly once and no set is needed.
"""

from __future__ import annotations

from typing import Final

from engine.packed import BAR_ONE, HITS, OPP_SHIFT, OWN_PART, facing, narrow, occupied, outside_home, starts

_Node = tuple[int, int, int]
"""The joint, the starts of a next move that are not further away, the blots that are left."""

_GAINS: Final = [[(1 << 4 * max(start - number, 0)) - (1 << 4 * start) for start in range(26)] for number in range(7)]
"""By number and start: what a joint gains by a move, a hit aside."""

_HITS: Final = [HITS.get(1 << 4 * slot, 0) for slot in range(26)]
_ALL_ON: Final = [15 << 4 * slot for slot in range(26)]
"""By slot: the bits of its checkers in a joint."""


def ends_of_double(own: int, opp: int, number: int) -> list[int]:
    """Joints of all ends, each once: of as many moves of the number as can be made (R10), empty when none can."""
    open_points, blots = facing(opp)
    shift = 4 * number
    entered, joint, blots = _enter_all(own | opp << OPP_SHIFT, shift, open_points, blots)
    own = joint & OWN_PART
    waiting = starts(own, number, open_points)
    if entered == 4 or not waiting:
        return [joint] if entered else []
    moves = 4 - entered
    if outside_home(own) < moves:
        return _near_ends((joint, waiting, blots), number, open_points, moves)
    taken = occupied(own)
    blots &= taken >> shift | taken >> 2 * shift | taken >> 3 * shift | taken >> 4 * shift  # only those in reach
    first = (joint, narrow(waiting), narrow(blots))
    return _far_ends(first, number, narrow(open_points << shift), moves)


def _enter_all(joint: int, shift: int, open_points: int, blots: int) -> tuple[int, int, int]:
    """Enter from the bar as often as a double allows: how many did, the joint, the blots left."""
    end = BAR_ONE >> shift
    entered = min((joint & OWN_PART) >> 100, 4)
    if not entered or not end & open_points:
        return 0, joint, blots
    joint += (end - BAR_ONE) * entered
    return (entered, joint + HITS[end], blots ^ end) if end & blots else (entered, joint, blots)


# Where checkers may be borne off -----------------------------------------------------------------------------------


def _near_ends(node: _Node, number: int, open_points: int, moves: int) -> list[int]:
    """Each move may let others bear off: the starts are looked for anew after every one."""
    level = [node]
    for _ in range(moves):
        following = _near_following(level, number, open_points)
        if not following:
            break
        level = following
    return [joint for joint, _, _ in level]


def _near_following(level: list[_Node], number: int, open_points: int) -> list[_Node]:
    """One more move from each node; masks."""
    shift = 4 * number
    following = []
    for joint, waiting, blots in level:
        while waiting:
            start = 1 << waiting.bit_length() - 1
            waiting ^= start
            end = start >> shift or 1
            after, left = joint + end - start, blots
            if end & blots:
                after += HITS[end]
                left ^= end
            then = starts(after & OWN_PART, number, open_points) & 2 * start - 1
            following.append((after, then, left))
    return following


# Where none may ----------------------------------------------------------------------------------------------------


def _far_ends(node: _Node, number: int, may_leave: int, moves: int) -> list[int]:
    """A move changes only what its own checker's two slots allow. All masks are narrow."""
    level = [node]
    for _ in range(moves - 2):
        following = _far_following(level, number, may_leave)
        if not following:
            return [joint for joint, _, _ in level]
        level = following
    found = _last_two(level, number, may_leave) if moves > 1 else []
    return found or [joint for joint, _, _ in _far_following(level, number, may_leave) or level]


def _far_following(level: list[_Node], number: int, may_leave: int) -> list[_Node]:
    """One more move from each node."""
    gains = _GAINS[number]
    following = []
    for joint, waiting, blots in level:
        while waiting:
            slot = waiting.bit_length() - 1
            start = 1 << slot
            waiting ^= start
            end = start >> number
            after, left = joint + gains[slot], blots
            if end & blots:
                after += _HITS[slot - number]
                left ^= end
            then = waiting | end & may_leave
            if after & _ALL_ON[slot]:
                then |= start
            following.append((after, then, left))
    return following


def _last_two(level: list[_Node], number: int, may_leave: int) -> list[int]:
    """One more move as in `_far_following`, and the last: written out, as most of the time goes here.

    Most masks of last starts come again and again, so what they gain is worked out once.
    """
    gains = _GAINS[number]
    known: dict[int, list[int]] = {0: []}
    found: list[int] = []
    for joint, waiting, blots in level:
        while waiting:
            slot = waiting.bit_length() - 1
            start = 1 << slot
            waiting ^= start
            end = start >> number
            after, left = joint + gains[slot], blots
            if end & blots:
                after += _HITS[slot - number]
                left ^= end
            then = waiting | end & may_leave
            if after & _ALL_ON[slot]:
                then |= start
            key = then | (then >> number & left) << 26 if left else then
            gained = known.get(key)
            if gained is None:
                gained = known[key] = _far_gains(then, number, left)
            found += [after + gain for gain in gained]
    return found


def _far_gains(waiting: int, number: int, blots: int) -> list[int]:
    """What a joint gains by a move from each start of a narrow mask."""
    gains = _GAINS[number]
    found = []
    while waiting:
        slot = waiting.bit_length() - 1
        waiting ^= 1 << slot
        is_hit = 1 << slot >> number & blots
        found.append(gains[slot] + _HITS[slot - number] if is_hit else gains[slot])
    return found
