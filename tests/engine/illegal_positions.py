"""Positions that break one known rule each: what players do wrong, made by hand from legal positions and rolls.

Owns how each kind of mistake is made. A maker is given a position, a roll and its play tree, and yields positions
that no legal play leads to nor passes. Knows nothing of how the engine tells what is wrong: the rules are spelt out
here once more. Every mistake is visible: no other move of the turn starts or ends where it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final, NamedTuple

from engine.plays import Move, PlayTree, Roll, single_moves
from engine.position import BAR, OFF, Position, slots
from engine.rulings import Broken


class Case(NamedTuple):
    """A roll to be played wrongly. `chance` chooses among the ways."""

    position: Position
    roll: Roll
    tree: PlayTree
    chance: Random

    @property
    def most(self) -> int:
        """How many moves a complete play has."""
        return len(self.tree.plays[0].moves) if self.tree.plays else 0


class Base(NamedTuple):
    """A turn played correctly up to here."""

    at: Position
    moves: tuple[Move, ...]
    left: tuple[int, ...]


def own_moved(at: Position, start: int, end: int) -> Position:
    """One own checker moved, whatever the rules say; a blot that it lands on goes to the bar."""
    opp = at.opp
    if 1 <= end <= 24 and at.opp_on(end) == 1:
        opp += (1 << 4 * BAR) - (1 << 4 * (25 - end))
    return Position(at.own + (1 << 4 * end) - (1 << 4 * start), opp)


def opponent_moved(at: Position, start: int, end: int) -> Position:
    """One opposing checker moved, both in the mover's numbering: its bar is 0 and its off 25. An own blot is hit."""
    own = at.own
    if 1 <= end <= 24 and at.own_on(end) == 1:
        own += (1 << 4 * BAR) - (1 << 4 * end)
    return Position(own, at.opp + (1 << 4 * (25 - end)) - (1 << 4 * (25 - start)))


def is_open(at: Position, point: int) -> bool:
    return 1 <= point <= 24 and at.opp_on(point) < 2


def furthest(at: Position) -> int:
    return max((slot for slot, _ in slots(at.own)), default=0)


def board_points(at: Position) -> list[int]:
    """Own checkers' points, the bar not among them."""
    return [point for point in range(1, 25) if at.own_on(point)]


def _bases(case: Case, complete: bool = False) -> list[Base]:
    """The start of the turn and a few positions on the way, or a few complete plays."""
    numbers = case.roll.numbers
    if complete:
        some = case.chance.sample(case.tree.plays, min(3, len(case.tree.plays)))
        return [Base(play.end, play.moves, ()) for play in some]
    nodes = [(at, moves) for at, moves in case.tree.nodes.items() if 0 < len(moves) < len(numbers)]
    found = [Base(case.position, (), numbers)]
    for at, moves in case.chance.sample(nodes, min(3, len(nodes))):
        left = list(numbers)
        for move in moves:
            left.remove(move.number)
        found.append(Base(at, moves, tuple(left)))
    return found


def _is_visible(base: Base, start: int, end: int) -> bool:
    """The move touches none of the points that other moves of the turn joined together or emptied for it."""
    return all(start != move.end and end != move.start for move in base.moves)


def _made(base: Base, start: int, end: int) -> Iterator[Position]:
    if start != end and base.at.own_on(start) and _is_visible(base, start, end):
        yield own_moved(base.at, start, end)


def bar_first(case: Case) -> Iterator[Position]:
    for base in _bases(case):
        if base.at.own_bar:
            for start in board_points(base.at):
                for number in base.left:
                    if is_open(base.at, start - number):
                        yield from _made(base, start, start - number)


def point_held(case: Case) -> Iterator[Position]:
    for base in _bases(case):
        for start in [BAR] if base.at.own_bar else board_points(base.at):
            for number in base.left:
                if start - number >= 1 and base.at.opp_on(start - number) > 1:
                    yield from _made(base, start, start - number)


def no_way(case: Case) -> Iterator[Position]:
    at, numbers = case.position, case.roll.numbers
    for start in [BAR] if at.own_bar else board_points(at):
        for times in range(2, len(numbers) + 1):
            end = start - sum(numbers[:times])
            if case.roll.is_double:
                stops = [start - numbers[0] * steps for steps in range(1, times)]
                is_shut = any(stop > 0 and at.opp_on(stop) > 1 for stop in stops)
            else:
                is_shut = all(start - number > 0 and at.opp_on(start - number) > 1 for number in numbers)
            if is_shut and is_open(at, end):
                yield from _made(Base(at, (), numbers), start, end)


def not_on_dice(case: Case) -> Iterator[Position]:
    numbers = case.roll.numbers
    reach = {numbers[0] * times for times in range(1, 9)} if case.roll.is_double else {*numbers, sum(numbers)}
    for base in _bases(case):
        for start in [BAR] if base.at.own_bar else board_points(base.at):
            for end in range(1, start):
                if start - end not in reach and is_open(base.at, end):
                    yield from _made(base, start, end)


def number_used_up(case: Case) -> Iterator[Position]:
    if case.roll.is_double:
        return
    for base in _bases(case):
        if len(base.moves) == 1 and not base.at.own_bar:
            number = base.moves[0].number
            for start in board_points(base.at):
                if is_open(base.at, start - number):
                    yield from _made(base, start, start - number)


def backwards(case: Case) -> Iterator[Position]:
    for base in _bases(case):
        for start in board_points(base.at):
            for end in range(start + 1, 25):
                if is_open(base.at, end):
                    yield from _made(base, start, end)


def not_home(case: Case) -> Iterator[Position]:
    for base in _bases(case):
        for start in board_points(base.at):
            if start in base.left and 6 < furthest(base.at) < BAR:
                yield from _made(base, start, OFF)


def higher_checker(case: Case) -> Iterator[Position]:
    for base in _bases(case):
        for start in board_points(base.at):
            is_too_large = start < max(base.left) and start not in base.left
            if is_too_large and start < furthest(base.at) <= 6:
                yield from _made(base, start, OFF)


def number_too_small(case: Case) -> Iterator[Position]:
    for base in _bases(case):
        for start in board_points(base.at):
            if furthest(base.at) <= 6 and start > max(case.roll):
                yield from _made(base, start, OFF)


def opponents_checker_moved(case: Case) -> Iterator[Position]:
    for base in (*_bases(case), *_bases(case, complete=True)):
        at = base.at
        for start in range(25):
            is_hit = start == 0 and any(move.is_hit for move in base.moves)
            if at.opp >> 4 * (25 - start) & 15 and not is_hit:
                for end in range(1, 26):
                    if end != start and (end == 25 or at.own_on(end) < 2):
                        yield opponent_moved(at, start, end)


def too_many_moves(case: Case) -> Iterator[Position]:
    for base in _bases(case, complete=True):
        if len(base.moves) == len(case.roll.numbers) and not base.at.own_bar:
            for start in board_points(base.at):
                for number in set(case.roll):
                    if is_open(base.at, start - number):
                        yield from _made(base, start, start - number)


def hit_not_on_bar(case: Case) -> Iterator[Position]:
    for base in _bases(case, complete=True):
        if any(move.is_hit for move in base.moves):
            for end in range(1, 26):
                if end == 25 or not base.at.own_on(end) or any(move.is_hit and move.end == end for move in base.moves):
                    yield Position(base.at.own, base.at.opp - (1 << 4 * BAR) + (1 << 4 * (25 - end)))


def too_few(case: Case) -> Iterator[Position]:
    for base in _bases(case, complete=True):
        for slot, _ in slots(base.at.own):
            yield Position(base.at.own - (1 << 4 * slot), base.at.opp)
        for slot, _ in slots(base.at.opp):
            yield Position(base.at.own, base.at.opp - (1 << 4 * slot))


def too_many(case: Case) -> Iterator[Position]:
    for base in _bases(case, complete=True):
        for slot in range(26):
            if base.at.own_on(slot) < 15 and (slot in (OFF, BAR) or not base.at.opp_on(slot)):
                yield Position(base.at.own + (1 << 4 * slot), base.at.opp)
            if base.at.opp >> 4 * slot & 15 < 15 and (slot in (OFF, BAR) or not base.at.own_on(25 - slot)):
                yield Position(base.at.own, base.at.opp + (1 << 4 * slot))


def nothing_moved(case: Case) -> Iterator[Position]:
    if case.most:
        yield case.position


def number_left(case: Case) -> Iterator[Position]:
    if not case.roll.is_double and case.most == 2:
        yield from (base.at for base in _bases(case) if base.moves)


def second_killed(case: Case) -> Iterator[Position]:
    if not case.roll.is_double and case.most == 2:
        for number in case.roll:
            for move in single_moves(case.position, number):
                after = own_moved(case.position, move.start, move.end)
                if after not in case.tree.nodes:
                    yield after


def larger_due(case: Case) -> Iterator[Position]:
    if not case.roll.is_double and case.most == 1:
        for move in single_moves(case.position, min(case.roll)):
            after = own_moved(case.position, move.start, move.end)
            if after not in case.tree.nodes:
                yield after


def double_unfinished(case: Case) -> Iterator[Position]:
    if case.roll.is_double:
        yield from (base.at for base in _bases(case) if 0 < len(base.moves) < case.most)


MAKERS: Final[dict[Broken, Callable[[Case], Iterator[Position]]]] = {
    Broken.BAR_FIRST: bar_first,
    Broken.POINT_HELD: point_held,
    Broken.NO_WAY: no_way,
    Broken.NOT_ON_DICE: not_on_dice,
    Broken.NUMBER_USED_UP: number_used_up,
    Broken.BACKWARDS: backwards,
    Broken.NOT_HOME: not_home,
    Broken.HIGHER_CHECKER: higher_checker,
    Broken.NUMBER_TOO_SMALL: number_too_small,
    Broken.OPPONENT_MOVED: opponents_checker_moved,
    Broken.TOO_MANY_MOVES: too_many_moves,
    Broken.HIT_NOT_ON_BAR: hit_not_on_bar,
    Broken.TOO_FEW: too_few,
    Broken.TOO_MANY: too_many,
    Broken.NOTHING_MOVED: nothing_moved,
    Broken.NUMBER_LEFT: number_left,
    Broken.SECOND_KILLED: second_killed,
    Broken.LARGER_DUE: larger_due,
    Broken.DOUBLE_UNFINISHED: double_unfinished,
}


_OPPONENTS: Final = {Broken.OPPONENT_MOVED, Broken.HIT_NOT_ON_BAR}


def checkers(packed: int) -> int:
    return sum(count for _, count in slots(packed))


def illegal_positions(case: Case, kind: Broken, at_most: int) -> list[Position]:
    """Some positions that break this rule; none that legal moves lead to, unless that is what the kind is about.

    Nor does it break a rule that the mover's checkers stand as legal moves leave them: only what the opponent's do.
    """
    found = set(MAKERS[kind](case))
    if kind < Broken.NOTHING_MOVED:
        singles = [move for number in set(case.roll) for move in single_moves(case.position, number)]
        legal = {*case.tree.nodes, *(own_moved(case.position, move.start, move.end) for move in singles)}
        found -= legal
        if kind not in _OPPONENTS:
            own = {at.own for at in legal}
            found = {at for at in found if at.own not in own or checkers(at.opp) != checkers(case.position.opp)}
    ordered = sorted(found)
    return case.chance.sample(ordered, min(at_most, len(ordered)))
