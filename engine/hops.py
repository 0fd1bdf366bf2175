"""What the mover's own checkers did wrong: which went where, and which rules that breaks.

A hop is the way of one checker over the whole turn, from where it stood to where it stands. Which checker went where
is not seen: of all ways to pair starts with ends the one is believed that breaks the fewest rules, where making more
moves than rolled counts as one, and of several such the one whose broken rule is the most important. Knows nothing
of what only is unfinished, and of the opponent's checkers only where they stand in the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Final, NamedTuple

from engine.plays import Roll
from engine.position import BAR, OFF, Position
from engine.ruling_kinds import Broken, Ruling, differences

_LONGEST_WAY: Final = 6  # one or two moves of a double too many are told as such, more as a distance not on the dice
_MOST_PAIRED: Final = 4

_Hop = tuple[int, int]
_Way = tuple[int, ...]


class _Turn(NamedTuple):
    position: Position
    roll: Roll
    reached: Position
    furthest: int

    @property
    def outside(self) -> int:
        """The furthest own checker that is not home, the bar included; 0 if all are."""
        return self.furthest if self.furthest > 6 else 0


def own_faults(position: Position, roll: Roll, reached: Position) -> list[Ruling]:
    """What is wrong with the mover's checkers; empty where a legal play may have left them so.

    Both positions have the same number of own checkers.
    """
    leaving, landing = differences(position.own, reached.own)
    furthest = (reached.own.bit_length() - 1) // 4 if reached.own >> 4 else 0
    turn = _Turn(position, roll, reached, furthest)
    faults = _fewest_faults(turn, leaving, landing)
    for point in landing:
        if 1 <= point <= 24 and position.opp_on(point) > 1:
            faults.append(Ruling(Broken.POINT_HELD, (point,), count=position.opp_on(point)))
    if _played_past_the_bar(turn, leaving, landing, bool(faults)):
        faults.append(Ruling(Broken.BAR_FIRST, count=reached.own_bar))
    return faults


def _played_past_the_bar(turn: _Turn, leaving: Sequence[int], landing: Sequence[int], is_faulty: bool) -> bool:
    """Whether another checker moved, or one that entered went on, while one still waits on the bar."""
    if not 0 < turn.reached.own_bar <= turn.position.own_bar:
        return False
    went_on = not is_faulty and any(BAR - point not in turn.roll for point in landing)
    return went_on or any(start != BAR for start in leaving)


def _fewest_faults(turn: _Turn, leaving: Sequence[int], landing: Sequence[int]) -> list[Ruling]:
    ways: dict[_Hop, list[_Way]] = {}
    best: list[Ruling] = []
    least: tuple[int, Broken] | None = None
    for hops in _pairings(leaving, landing):
        for hop in hops:
            if hop not in ways:
                ways[hop] = _ways(turn, hop)
        faults = _faults(turn, hops, ways)
        if not faults:
            return []
        weight = len(faults) + _is_overdrawn(turn, hops, ways), min(fault.kind for fault in faults)
        if least is None or weight < least:
            best, least = faults, weight
    return best


def _pairings(leaving: Sequence[int], landing: Sequence[int]) -> Iterator[list[_Hop]]:
    """The furthest start to the furthest end first; with more than four checkers only that."""
    if len(leaving) > _MOST_PAIRED:
        yield list(zip(leaving, landing, strict=True))
        return
    for order in sorted(set(permutations(landing)), reverse=True):
        yield list(zip(leaving, order, strict=True))


def _faults(turn: _Turn, hops: Sequence[_Hop], ways: Mapping[_Hop, list[_Way]]) -> list[Ruling]:
    faults = [_hop_fault(turn, hop) for hop in hops if not ways[hop]]
    if faults or _can_share([ways[hop] for hop in hops], turn.roll.numbers):
        return faults
    return [min(_beyond_the_roll(turn, hops, [ways[hop] for hop in hops]), key=lambda ruling: ruling.kind)]


def _is_overdrawn(turn: _Turn, hops: Sequence[_Hop], ways: Mapping[_Hop, list[_Way]]) -> bool:
    """Whether, next to hops that are wrong by themselves, the others need more numbers than those leave."""
    right = [ways[hop] for hop in hops if ways[hop]]
    wrong = len(hops) - len(right)
    numbers = turn.roll.numbers
    if not wrong or wrong > len(numbers):
        return wrong > len(numbers)
    return not any(_can_share(right, left) for left in set(combinations(numbers, len(numbers) - wrong)))


# Numbers -----------------------------------------------------------------------------------------------------------


def _ways(turn: _Turn, hop: _Hop) -> list[_Way]:
    """The numbers, in order, by which one checker could make a hop over open stops; more than rolled for a double."""
    if hop[1] > hop[0]:
        return []
    if turn.roll.is_double:
        orders: list[_Way] = [(turn.roll.first,) * times for times in range(1, _LONGEST_WAY + 1)]
    else:
        larger, smaller = turn.roll.numbers
        orders = [(larger,), (smaller,), (larger, smaller), (smaller, larger)]
    return [order for order in orders if _leads(turn, hop, order)]


def _leads(turn: _Turn, hop: _Hop, order: _Way) -> bool:
    start, end = hop
    last = start - sum(order[:-1])
    if last < 1 or (end != OFF and last - order[-1] != end):
        return False
    at = start
    for number in order[:-1]:
        at -= number
        if turn.position.opp_on(at) > 1:
            return False
    if end != OFF:
        return True
    return not turn.outside and (order[-1] == last or (order[-1] > last >= turn.furthest))


def _can_share(ways: Sequence[Sequence[_Way]], numbers: _Way) -> bool:
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


def _beyond_the_roll(turn: _Turn, hops: Sequence[_Hop], ways: Sequence[Sequence[_Way]]) -> Iterator[Ruling]:
    """Hops that are right one by one, but not together: what can be said of them."""
    numbers = turn.roll.numbers
    moves = sum(min(map(len, way)) for way in ways)
    if moves > len(numbers):
        yield Ruling(Broken.TOO_MANY_MOVES, numbers=numbers, count=moves)
    else:
        twice = max(numbers, key=lambda number: sum((number,) in way for way in ways))
        points = next((hop for hop, way in zip(hops[::-1], ways[::-1], strict=True) if (twice,) in way), hops[-1])
        yield Ruling(Broken.NUMBER_USED_UP, points, (twice,))
    for (start, end), way in zip(hops, ways, strict=True):
        if end == OFF and start <= 6 and min(map(len, way)) > 1:
            yield _off_fault(turn, start)


# Single hops -------------------------------------------------------------------------------------------------------


def _hop_fault(turn: _Turn, hop: _Hop) -> Ruling:
    start, end = hop
    if end > start:
        return Ruling(Broken.BACKWARDS, hop)
    if end == OFF and (start <= 6 or turn.outside):
        return _off_fault(turn, start)
    stops = _held_stops(turn, start, end)
    if stops:
        return Ruling(Broken.NO_WAY, (start, end, *stops))
    return Ruling(Broken.NOT_ON_DICE, hop, turn.roll.numbers, start - end)


def _held_stops(turn: _Turn, start: int, end: int) -> tuple[int, ...]:
    """The held points that stop a hop of the right distance; empty if the distance is not on the dice at all."""
    first, second = turn.roll
    if turn.roll.is_double:
        if (start - end) % first or start - end > first * _LONGEST_WAY:
            return ()
        return tuple(stop for stop in range(start - first, end, -first) if turn.position.opp_on(stop) > 1)[:1]
    return tuple(start - number for number in turn.roll) if start - end == first + second else ()


def _off_fault(turn: _Turn, start: int) -> Ruling:
    if turn.outside:
        return Ruling(Broken.NOT_HOME, (turn.outside,), count=turn.reached.own_on(turn.outside))
    larger = max(turn.roll)
    if larger > start:
        return Ruling(Broken.HIGHER_CHECKER, (start, turn.furthest), (larger,))
    return Ruling(Broken.NUMBER_TOO_SMALL, (start,), (larger,))
