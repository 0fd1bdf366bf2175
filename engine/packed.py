"""Packed checkers for the inner loops: which slots may move a number, and what a hit changes.

Owns the arithmetic on plain integers that all generators of plays share. Knows nothing of moves, plays or notation as
values. Three shapes of integer are used:

- a *mask* has bit `4 * slot` set for each slot it names, in the mover's numbering (0 off, 1-24 points, 25 bar);
- a *narrow mask* has bit `slot` set instead: an integer that small costs least, where there is much to do with it;
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


def narrow(mask: int) -> int:
    """The narrow mask of a mask: its digits to base 16 are 0 and 1, and are read to base 2."""
    return int(f"{mask:x}", 2)
