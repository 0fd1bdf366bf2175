"""Rulings: why a position is not the end of a legal play, as a value.

Owns the order in which reasons are looked for, what is only unfinished, and what happened to the opponent's checkers.
The mover's own checkers are engine/hops.py. Knows no words for what is wrong: texts are made elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.hops import own_faults
from engine.plays import PlayTree, Roll, single_moves
from engine.position import BAR, OFF, Position
from engine.ruling_kinds import ONLY_ON_PASSING, Broken, Ruling, differences

__all__ = ["ONLY_ON_PASSING", "Broken", "Ruling", "explain"]

_POINTS: Final = range(1, 25)


def explain(position: Position, roll: Roll, reached: Position, tree: PlayTree) -> Ruling:
    """The most important reason why `reached` (mover's view) is no end of a legal play of `roll` from `position`.

    `tree` is the play tree of that position and roll. Never raises; what fits no rule is told as too few or too many
    checkers, compared with the nearest legal position. Asked about a legal end it has nothing to tell: no points.
    """
    if reached == position:
        numbers = [move.number for move in tree.plays[0].moves] if tree.plays else []
        return Ruling(Broken.NOTHING_MOVED, numbers=tuple(sorted(numbers, reverse=True)))
    unfinished = _unfinished(position, roll, reached, tree)
    if unfinished:
        return unfinished
    leaving, landing = differences(position.own, reached.own)
    if len(leaving) != len(landing):
        return _miscounted(reached, tree)
    return min(_faults(position, roll, reached, tree), default=None, key=_importance) or _miscounted(reached, tree)


def _importance(ruling: Ruling) -> Broken:
    return ruling.kind


def _faults(position: Position, roll: Roll, reached: Position, tree: PlayTree) -> list[Ruling]:
    """Every fault of both sides' checkers, in the reading that has the fewest of the mover's.

    A checker on the bar where one stood before waits there; that it entered and was hit again is believed only if
    nothing else is wrong.
    """
    own = own_faults(position, roll, reached)
    best = own + _opponents_faults(position, roll, reached, tree, bool(own))
    fewest = len(own)
    for seen in _without_hits_by_opponent(position, reached):
        own = own_faults(position, roll, seen)
        if len(own) >= fewest:
            continue
        faults = own + _opponents_faults(position, roll, seen, tree, bool(own))
        kinds = [fault.kind for fault in faults]
        if Broken.OPPONENT_MOVED in kinds and (reached.own_bar > position.own_bar or len(kinds) == 1):
            best, fewest = faults, len(own)
    return best


def _without_hits_by_opponent(position: Position, reached: Position) -> Iterator[Position]:
    """What stood there before an opposing checker was moved onto an own blot and that blot put on the bar.

    Such a checker did not move backwards: the opponent's did what it may not do in this turn. It may even stand where
    another of its side was hit before, so that nothing seems to have come there.
    """
    if not reached.own_bar:
        return
    came, _ = differences(reached.opp, position.opp)
    points = [25 - slot for slot in came if slot not in (OFF, BAR)]
    if reached.own_bar > position.own_bar and reached.opp_bar > position.opp_bar:
        points += [point for point in _POINTS if position.opp_on(point) == reached.opp_on(point) == 1]
    for point in points:
        if not reached.own_on(point):
            yield Position(reached.own + (1 << 4 * point) - (1 << 4 * BAR), reached.opp)


# What is only unfinished -------------------------------------------------------------------------------------------


def _unfinished(position: Position, roll: Roll, reached: Position, tree: PlayTree) -> Ruling | None:
    """For a position that legal moves lead to, too few of them or the wrong ones; None for any other."""
    most = len(tree.plays[0].moves) if tree.plays else 0
    if roll.is_double:
        made = tree.nodes.get(reached)
        return Ruling(Broken.DOUBLE_UNFINISHED, numbers=(roll.first,), count=most - len(made)) if made else None
    if tree.plays and reached in tree.nodes and len(tree.nodes[reached]) < most:
        return _number_left(roll, reached, tree)
    for number in roll.numbers:
        if any(_after(position, move.start, move.end) == reached for move in single_moves(position, number)):
            if most == 2:
                return Ruling(Broken.SECOND_KILLED, numbers=roll.numbers)
            return Ruling(Broken.LARGER_DUE, numbers=(max(roll),))
    return None


def _number_left(roll: Roll, reached: Position, tree: PlayTree) -> Ruling:
    ends = {play.end for play in tree.plays}
    left = (move for number in roll.numbers for move in single_moves(reached, number))
    move = next(move for move in left if _after(reached, move.start, move.end) in ends)
    return Ruling(Broken.NUMBER_LEFT, (move.start, move.end), (move.number,), 1)


def _after(position: Position, start: int, end: int) -> Position:
    own, opp = position
    if end != OFF and position.opp_on(end) == 1:
        opp += (1 << 4 * BAR) - (1 << 4 * (25 - end))
    return Position(own + (1 << 4 * end) - (1 << 4 * start), opp)


# The opponent's checkers -------------------------------------------------------------------------------------------


def _opponents_faults(
    position: Position, roll: Roll, reached: Position, tree: PlayTree, is_own_faulty: bool
) -> list[Ruling]:
    """What happened to the opponent's checkers that no hit explains."""
    legal = [] if is_own_faulty else [node.opp for node in tree.nodes if node.own == reached.own]
    expected = _nearest(legal, position, reached) if legal else _with_hits(position, roll, reached)
    leaving, coming = differences(expected, reached.opp)
    if BAR in leaving:
        hit, _ = differences(position.opp, expected)
        unmoved = [slot for slot in coming if slot in hit]
        return [Ruling(Broken.HIT_NOT_ON_BAR, (25 - (unmoved or hit)[0],))] if hit else _moved(leaving, coming)
    return _moved(leaving, coming)


def _moved(leaving: list[int], coming: list[int]) -> list[Ruling]:
    return [Ruling(Broken.OPPONENT_MOVED, (25 - leaving[0], 25 - coming[0]))] if leaving and coming else []


def _with_hits(position: Position, roll: Roll, reached: Position) -> int:
    """The opponent's checkers after every hit by the mover's, which moved in a way that no legal play does.

    A blot landed on is hit. One that is gone was hit in passing, if a checker could have passed it and the bar has
    one more than the others make.
    """
    leaving, landing = differences(position.own, reached.own)
    blots = [point for point in _POINTS if position.opp_on(point) == 1]
    hit = [point for point in blots if point in landing]
    stops = {start - step for start in leaving for step in _steps(roll)} - set(landing)
    for point in blots:
        is_gone = point in stops and not reached.opp_on(point)
        if is_gone and position.opp_bar + len(hit) < reached.opp_bar:
            hit.append(point)
    return position.opp + sum((1 << 4 * BAR) - (1 << 4 * (25 - point)) for point in hit)


def _steps(roll: Roll) -> set[int]:
    """How far behind a start a checker may have stopped on its way."""
    return {roll.first * times for times in (1, 2, 3, 4, 5)} if roll.is_double else {*roll, sum(roll)}


def _nearest(candidates: list[int], position: Position, reached: Position) -> int:
    """Of those equally near the one with the fewest hits: what was not hit was moved.

    A blot that still stands under a checker of the mover's was hit, though; then the one with the most hits.
    """
    covered = any(position.opp_on(point) == 1 <= reached.opp_on(point) and reached.own_on(point) for point in _POINTS)
    sign = -1 if covered else 1
    return min(
        candidates, key=lambda other: (sum(map(len, differences(other, reached.opp))), sign * (other >> 4 * BAR))
    )


# Checkers missing or too many --------------------------------------------------------------------------------------


def _miscounted(reached: Position, tree: PlayTree) -> Ruling:
    """Too few or too many, and where; what one checker more or less would put right, else by the nearest end."""
    best: Ruling | None = None
    most = len(tree.plays[0].moves) if tree.plays else 0
    for ruling, candidate in _one_checker_more_or_less(reached):
        if candidate in tree.nodes:
            if len(tree.nodes[candidate]) == most:
                return ruling
            best = best or ruling
    return best or _unlike_the_nearest(reached, tree)


def _one_checker_more_or_less(reached: Position) -> Iterator[tuple[Ruling, Position]]:
    own, opp = reached
    for slot in range(BAR, -1, -1):
        one = 1 << 4 * slot
        too_few = Ruling(Broken.TOO_FEW, (slot,), count=1), Ruling(Broken.TOO_FEW, (25 - slot,), count=1)
        too_many = Ruling(Broken.TOO_MANY, (slot,), count=1), Ruling(Broken.TOO_MANY, (25 - slot,), count=1)
        yield too_few[0], Position(own + one, opp)
        yield too_few[1], Position(own, opp + one)
        if reached.own_on(slot):
            yield too_many[0], Position(own - one, opp)
        if opp >> 4 * slot & 15:
            yield too_many[1], Position(own, opp - one)


def _unlike_the_nearest(reached: Position, tree: PlayTree) -> Ruling:
    """Compared with the legal position that differs on the fewest places."""
    nearest = min(tree.nodes, key=lambda node: _places(node.own ^ reached.own) + _places(node.opp ^ reached.opp))
    fewer, more = differences(nearest.own, reached.own)
    if not fewer and not more:
        theirs, too_many = differences(nearest.opp, reached.opp)
        fewer, more = [25 - slot for slot in theirs], [25 - slot for slot in too_many]
    kind, where = (Broken.TOO_FEW, fewer) if fewer else (Broken.TOO_MANY, more)
    return Ruling(kind, tuple(where[:1]), count=max(map(where.count, where[:1]), default=0))


_ONES: Final = int("1" * 26, 16)


def _places(changed: int) -> int:
    """How many slots differ, of two packed sides' exclusive or."""
    return ((changed | changed >> 1 | changed >> 2 | changed >> 3) & _ONES).bit_count()
