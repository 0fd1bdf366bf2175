"""Rolls, moves, plays: every legal play of a roll, and the tree of positions on the way.

Owns what may be done with the dice (R06-R18). Knows nothing of cube, score or match.
Written for speed: the inner loops run on packed integers (engine/position.py) and make no objects.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import NamedTuple

from engine.packed import BLOTS, HITS, OPP_SHIFT, OWN_PART, ends, facing, starts
from engine.position import BAR, Position


class Roll(NamedTuple):
    """Two dice in the order they were rolled, 1-6 each."""

    first: int
    second: int

    @classmethod
    def parse(cls, text: str) -> Roll:
        """Read `31` or `3-1`, in either order; the order is kept. Raises ValueError for anything else."""
        digits = text.strip().replace("-", "", 1)
        if len(digits) == 2 and all(digit in "123456" for digit in digits):
            return cls(int(digits[0]), int(digits[1]))
        raise ValueError(f"'{text}' is no roll: two numbers 1 to 6, such as 31 or 3-1")

    @property
    def is_double(self) -> bool:
        return self.first == self.second

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers to play, the larger first; four of them for a double (R09)."""
        if self.first == self.second:
            return (self.first,) * 4
        return (max(self), min(self))

    def __str__(self) -> str:
        return f"{max(self)}{min(self)}"


class Move(NamedTuple):
    """One checker by one number: from `start` (25 = bar) to `end` (0 = off), in the mover's numbering.

    `number` is the die used: start - end, or more where a checker is borne off with a larger number (R17).
    """

    start: int
    end: int
    number: int
    is_hit: bool = False


class Play(NamedTuple):
    """All moves of a roll, in an order in which they can be made, and the position they lead to (mover's view)."""

    moves: tuple[Move, ...]
    end: Position


class PlayTree(NamedTuple):
    """Everything that can be done with a roll.

    `plays`: one canonical play for each distinct end position; empty when there is no legal play.
    `nodes`: every position on the way of some legal play, start and ends included, with moves that lead to it.
    """

    start: Position
    roll: Roll
    plays: tuple[Play, ...]
    nodes: dict[Position, tuple[Move, ...]]


def legal_ends(position: Position, roll: Roll) -> frozenset[Position]:
    """The distinct positions that complete legal plays of a roll lead to, in the mover's view (R06-R18).

    Empty when nothing can be played. Playing as much as possible (R10) is taken strictly: both numbers if any order
    allows both, even where one number alone would bear off the last checker.
    """
    return frozenset(map(_position, ends(position.own, position.opp, roll.first, roll.second)))


def legal_plays(position: Position, roll: Roll) -> tuple[Play, ...]:
    """Each distinct end once, with one sequence of moves that can be made in that order; empty when none is legal.

    Of several ways to one end that with the larger start first is given, then that with the larger number first.
    Plays are sorted by their moves, the furthest checkers first.
    """
    return tuple(Play(moves, _position(joint)) for joint, moves in _routes(position, roll).items())


def play_to(position: Position, roll: Roll, end: Position) -> Play | None:
    """The play of `legal_plays` that leads to `end`; None when no legal play does."""
    moves = _routes(position, roll).get(_joint(end))
    return None if moves is None else Play(moves, end)


def single_moves(position: Position, number: int) -> tuple[Move, ...]:
    """The legal moves of one checker by one number 1-6, the furthest first, whatever the other die may ask."""
    open_points, blots = facing(position.opp)
    return tuple(move for move, _ in _moves(_joint(position), number, open_points, blots))


def play_tree(position: Position, roll: Roll) -> PlayTree:
    """Every legal play of a roll and every position on the way of one."""
    slices = play_tree_in_slices(position, roll)
    while True:
        try:
            next(slices)
        except StopIteration as done:
            tree: PlayTree = done.value
            return tree


def play_tree_in_slices(position: Position, roll: Roll, nodes_per_slice: int = 200) -> Generator[None, None, PlayTree]:
    """The same as `play_tree`, with a yield after every `nodes_per_slice` positions worked out.

    A position that only a start of no legal play leads to is not in it: a first move that makes the second number
    unplayable, although both can be played, is no way to go (R10).
    """
    if nodes_per_slice < 1:
        raise ValueError(f"{nodes_per_slice} nodes a slice: at least 1")

    grow = _grow_double if roll.is_double else _grow_two
    routes, on_the_way = yield from grow(position, roll, nodes_per_slice)
    nodes: dict[Position, _Moves] = {position: ()}
    for count, (joint, moves) in enumerate(on_the_way.items(), start=1):
        nodes[_position(joint)] = moves
        if count % nodes_per_slice == 0:
            yield
    plays: list[Play] = []
    for joint, moves in routes.items():
        plays.append(Play(moves, _position(joint)))
        if len(plays) % nodes_per_slice == 0:
            yield
    return PlayTree(position, roll, tuple(plays), nodes)


_Moves = tuple[Move, ...]
_Grown = tuple[dict[int, _Moves], dict[int, _Moves]]
"""What a tree is made of: by joint, the moves to each end, and to each position on the way (ends included)."""


def _position(joint: int) -> Position:
    return Position(joint & OWN_PART, joint >> OPP_SHIFT)


def _joint(position: Position) -> int:
    return position.own | position.opp << OPP_SHIFT


def _moves(joint: int, number: int, open_points: int, blots: int) -> Iterator[tuple[Move, int]]:
    """Every move of a number with the joint it leads to, the furthest checker first."""
    todo = starts(joint & OWN_PART, number, open_points)
    while todo:
        slot = todo.bit_length() - 1 >> 2
        start = 1 << 4 * slot
        todo ^= start
        end = start >> 4 * number or 1
        is_hit = bool(end & blots and joint & BLOTS[end])
        after = joint + end - start + (HITS[end] if is_hit else 0)
        yield Move(slot, max(slot - number, 0), number, is_hit), after


def _routes(position: Position, roll: Roll) -> dict[int, _Moves]:
    """The joint of each end and the moves of its canonical play, the furthest checkers first."""
    if roll.is_double:
        return _routes_of_double(position, roll.first)
    return _routes_of_two(position, roll)


def _routes_of_two(position: Position, roll: Roll) -> dict[int, _Moves]:
    open_points, blots = facing(position.opp)
    joint = _joint(position)
    larger, smaller = roll.numbers
    routes: dict[int, _Moves] = {}
    for number, other in ((larger, smaller), (smaller, larger)):
        for move, after in _moves(joint, number, open_points, blots):
            for second, end in _moves(after, other, open_points, blots):
                known = routes.get(end)
                if known is None or known[0].start < move.start:
                    routes[end] = (move, second)
    if routes:
        return dict(sorted(routes.items(), key=_furthest_first))
    for number in (larger, smaller):
        alone: dict[int, _Moves] = {after: (move,) for move, after in _moves(joint, number, open_points, blots)}
        if alone:
            return alone
    return {}


def _furthest_first(route: tuple[int, _Moves]) -> list[tuple[int, int]]:
    return [(-move.start, -move.end) for move in route[1]]


def _routes_of_double(position: Position, number: int) -> dict[int, _Moves]:
    open_points, blots = facing(position.opp)
    level: dict[int, _Moves] = {_joint(position): ()}
    for played in range(4):
        following: dict[int, _Moves] = {}
        for joint, moves in level.items():
            following.update(_next_of_double(joint, moves, number, open_points, blots))
        if not following:
            return level if played else {}
        level = following
    return level


def _grow_two(position: Position, roll: Roll, nodes_per_slice: int) -> Generator[None, None, _Grown]:
    """At most fifteen first moves either way: no need to slice what is so small."""
    routes = _routes_of_two(position, roll)
    yield
    on_the_way: dict[int, _Moves] = {}
    if any(len(moves) == 2 for moves in routes.values()):
        open_points, blots = facing(position.opp)
        for number, other in (roll.numbers, roll.numbers[::-1]):
            for move, after in _moves(_joint(position), number, open_points, blots):
                if any(_moves(after, other, open_points, blots)):
                    on_the_way[after] = (move,)
    return routes, on_the_way | routes


def _grow_double(position: Position, roll: Roll, nodes_per_slice: int) -> Generator[None, None, _Grown]:
    """Level by level as `_routes_of_double`; every position met is on the way of a legal play.

    No move of a double can spoil another: each checker stops at the same point whatever the order, and no checker may
    be borne off before the same others are home. So every sequence that cannot go on has the same number of moves.
    """
    open_points, blots = facing(position.opp)
    on_the_way: dict[int, _Moves] = {}
    level: dict[int, _Moves] = {_joint(position): ()}
    worked_out = 0
    for played in range(4):
        following: dict[int, _Moves] = {}
        for joint, moves in level.items():
            before = len(following)
            following.update(_next_of_double(joint, moves, roll.first, open_points, blots))
            worked_out += len(following) - before
            if worked_out >= nodes_per_slice:
                worked_out = 0
                yield
        if not following:
            return level if played else {}, on_the_way
        on_the_way |= following
        level = following
    return level, on_the_way


def _next_of_double(
    joint: int, moves: _Moves, number: int, open_points: int, blots: int
) -> Iterator[tuple[int, _Moves]]:
    """The next moves that keep the furthest checker first: every position is then met once, and in order."""
    not_above = moves[-1].start if moves else BAR
    for move, after in _moves(joint, number, open_points, blots):
        if move.start <= not_above:
            yield after, (*moves, move)
