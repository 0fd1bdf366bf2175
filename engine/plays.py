"""Every legal play of a roll, and the tree of positions on the way.

Owns what may be done with the dice (R06-R18). Knows nothing of cube, score or match.
Written for speed: the inner loops run on packed integers (engine/position.py) and make no objects they do not return.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import chain
from typing import Any, NamedTuple

from engine.canonical import Node, canonical_plays, new_play, new_position, next_moves, options
from engine.ends import ends
from engine.moves import Move, Play, Roll
from engine.packed import OPP_SHIFT, OWN_PART, facing, starts
from engine.position import Position

__all__ = [
    "Move",
    "Play",
    "PlayTree",
    "Roll",
    "legal_ends",
    "legal_plays",
    "play_to",
    "play_tree",
    "play_tree_in_slices",
    "single_moves",
]


class PlayTree(NamedTuple):
    """Everything that can be done with a roll.

    `plays`: one canonical play for each distinct end position; empty when there is no legal play.
    `nodes`: every position on the way of some legal play, start and ends included, with moves that lead to it.
    """

    start: Position
    roll: Roll
    plays: tuple[Play, ...]
    nodes: dict[Position, tuple[Move, ...]]


def legal_ends(position: Position, roll: Roll) -> tuple[Position, ...]:
    """The positions that complete legal plays of a roll lead to, each once, in the mover's view (R06-R18).

    In no particular order; empty when nothing can be played. Playing as much as possible (R10) is taken strictly: both
    numbers if any order allows both, even where one number alone would bear off the last checker.
    """
    own, opp = position
    # Any costs plain Python nothing; compiled as int, each joint would first be looked at whether it fits a register.
    found: Any = ends(own, opp, roll.first, roll.second)
    return tuple([new_position((joint & OWN_PART, joint >> OPP_SHIFT)) for joint in found])


def legal_plays(position: Position, roll: Roll) -> tuple[Play, ...]:
    """Each distinct end once, with one sequence of moves that can be made in that order; empty when none is legal.

    Of several ways to one end that with the larger start first is given, then that with the larger number first.
    Plays are sorted by their moves, the furthest checkers first.
    """
    return tuple(canonical_plays(position, roll.first, roll.second))


def play_to(position: Position, roll: Roll, end: Position) -> Play | None:
    """The play of `legal_plays` that leads to `end`; None when no legal play does."""
    return next((play for play in canonical_plays(position, roll.first, roll.second) if play.end == end), None)


def single_moves(position: Position, number: int) -> tuple[Move, ...]:
    """The legal moves of one checker by one number 1-6, the furthest first, whatever the other die may ask."""
    open_points, blots = facing(position.opp)
    found = options(starts(position.own, number, open_points), number, blots)
    return tuple(move for _, _, move in found)


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
    return (yield from grow(position, roll, nodes_per_slice))


def _grow_two(position: Position, roll: Roll, nodes_per_slice: int) -> Generator[None, None, PlayTree]:
    """The plays themselves are worked out in one piece: those of two different numbers are few."""
    plays = legal_plays(position, roll)
    yield
    firsts = _first_moves(position, roll) if plays and len(plays[0].moves) == 2 else ()
    nodes: dict[Position, tuple[Move, ...]] = {position: ()}
    for count, (moves, reached) in enumerate(chain(firsts, plays), start=1):
        nodes[reached] = moves
        if count % nodes_per_slice == 0:
            yield
    return PlayTree(position, roll, plays, nodes)


def _first_moves(position: Position, roll: Roll) -> Iterator[Play]:
    """The single moves after which the other number can be played."""
    own, opp = position
    open_points, blots = facing(opp)
    for number, other in (roll.numbers, roll.numbers[::-1]):
        for gain, hit, move in options(starts(own, number, open_points), number, blots):
            if starts(own + gain, other, open_points):
                yield new_play(((move,), new_position((own + gain, opp + hit))))


def _grow_double(position: Position, roll: Roll, nodes_per_slice: int) -> Generator[None, None, PlayTree]:
    """Level by level, the furthest checker first; every position met is on the way of a legal play.

    No move of a double can spoil another: each checker stops at the same point whatever the order, and no checker may
    be borne off before the same others are home. So every sequence that cannot go on has the same number of moves.
    """
    own, opp = position
    open_points, blots = facing(opp)
    level: list[Node] = [(own, opp, starts(own, roll.first, open_points), blots, ())]
    nodes: dict[Position, tuple[Move, ...]] = {position: ()}
    plays: list[Play] = []
    yield
    for _ in range(4):
        following: list[Node] = []
        reached: list[Play] = []
        for node in level:
            for grown in next_moves([node], roll.first, open_points):
                following.append(grown)
                reached.append(new_play((grown[4], new_position((grown[0], grown[1])))))
                nodes[reached[-1].end] = grown[4]
                if len(nodes) % nodes_per_slice == 0:
                    yield
        if not reached:
            break
        level, plays = following, reached
    return PlayTree(position, roll, tuple(plays), nodes)
