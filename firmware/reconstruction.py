"""Which position a reading that is no legal end most likely shows, so that it can be explained in words.

Only ever used to name a fault: nothing reconstructed here is recorded as a play. Pure.
"""

from __future__ import annotations

from typing import Final

from engine.position import BAR, Position

_COLUMN_SPOTS: Final = range(1, 25)


def reconstruct(before: Position, image: int, start_image: int, touched: frozenset[int]) -> Position | None:
    """A position (mover's view) that reads as `image`, or None if the mover's checkers do not add up.

    The opponent may have one too few or too many on its bar: that is then what is wrong, and can be said.

    `touched`: spots whose levels changed although their count may not have. Own checkers are taken to have moved
    where own checkers stood, the opponent's where his stood; a blot that was touched and still reads one was hit.
    """
    own = {spot: before.own_on(spot) for spot in range(1, 26)}
    opp = {spot: before.opp_on(spot) for spot in _COLUMN_SPOTS}
    arrivals = 0
    gains: list[int] = []
    lost_own = lost_opp = 0
    for spot in range(1, 26):
        change = (image >> 4 * spot & 15) - (start_image >> 4 * spot & 15)
        if change < 0 and own[spot]:
            own[spot] += change
            lost_own -= change
        elif change < 0:
            opp[spot] += change
            lost_opp -= change
        elif change > 0:
            gains += [spot] * change
    bar_gain = (image & 15) - (start_image & 15)
    hits = max(0, bar_gain)
    opp_bar = before.opp_bar + bar_gain
    swapped = [s for s in _COLUMN_SPOTS if opp.get(s, 0) == 1 and s in touched and s not in gains]
    for spot in swapped[: max(0, hits - lost_opp)]:
        opp[spot] = 0
        own[spot] += 1
        arrivals += 1
    lost_opp -= hits if lost_opp >= hits else lost_opp
    return _placed(before, own, opp, opp_bar, gains, lost_own - arrivals, lost_opp)


def _placed(
    before: Position, own: dict[int, int], opp: dict[int, int], opp_bar: int, gains: list[int], lost: int, lost_opp: int
) -> Position | None:
    """Give each gain to the side that can have it; what own checkers are then missing is off."""
    for spot in gains:
        is_opp = opp.get(spot, 0) > 0 and lost_opp > 0
        if is_opp or (lost <= 0 and lost_opp > 0 and not own[spot]):
            opp[spot] = opp.get(spot, 0) + 1
            lost_opp -= 1
        elif lost > 0:
            own[spot] += 1
            lost -= 1
        else:
            return None
    if lost < 0 or lost_opp or opp_bar < 0 or min(own.values()) < 0 or min(opp.values()) < 0:
        return None
    return _packed(before, own, opp, opp_bar, lost)


def _packed(before: Position, own: dict[int, int], opp: dict[int, int], opp_bar: int, off: int) -> Position:
    own_packed = before.own_off + off + sum(count << 4 * spot for spot, count in own.items())
    opp_packed = before.opp_off + (opp_bar << 4 * BAR) + sum(count << 4 * (25 - spot) for spot, count in opp.items())
    return Position(own_packed, opp_packed)
