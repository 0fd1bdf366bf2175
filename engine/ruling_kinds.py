"""What a ruling is: the rules that a position can break, in their order of importance, and the value that names one.

Knows no words for them: texts are made elsewhere. How a ruling is found is engine/rulings.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final


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
    TOO_FEW = 13  # points: where, beside the nearest legal position; count: how many
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


def differences(before: int, after: int) -> tuple[list[int], list[int]]:
    """Slots that packed checkers left and slots they came to, one entry a checker, the furthest first."""
    leaving: list[int] = []
    landing: list[int] = []
    changed = before ^ after
    while changed:
        slot = changed.bit_length() - 1 >> 2
        changed &= (1 << 4 * slot) - 1
        change = (after >> 4 * slot & 15) - (before >> 4 * slot & 15)
        (landing if change > 0 else leaving).extend([slot] * abs(change))
    return leaving, landing
