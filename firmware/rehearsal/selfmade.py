"""Self-made games: what two plain players do with their rolls, and the illegal things they try now and then.

Owns the choice of plays and mistakes, from a seed; knows nothing of hands or cells. A mistake is checkers going from
slot to slot, in the mover's numbering; what rule it breaks is the engine's word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from engine.plays import Play, PlayTree
from engine.position import BAR, OFF, Position, Side
from engine.rulings import Broken, explain

KINDS: Final = tuple(kind for kind in Broken if kind is not Broken.NUMBER_USED_UP)
"""The warnings of the table's rules, one kind each; a number used up is a way of being told the distance is wrong."""
ASIDE: Final = -1
"""Beside the board, as a slot of a transfer: a checker that is there is missing, one that comes from there is extra."""
_TRIES: Final = 10


class Transfer(NamedTuple):
    """A checker of the mover (`is_own`) or of the opponent that goes from slot to slot, in its owner's numbering."""

    is_own: bool
    start: int
    end: int

    def slots(self, mover: Side) -> tuple[Side, int, int]:
        """Whose checker it is, and from where to where in that side's numbering."""
        return (mover if self.is_own else mover.other), self.start, self.end


class Attempt(NamedTuple):
    """Something illegal: the rule it breaks, the checkers that go, and the position that comes of it."""

    kind: Broken
    transfers: tuple[Transfer, ...]
    reached: Position


# Plays ---------------------------------------------------------------------------------------------------------------


def worth(position: Position) -> float:
    """How much a plain player likes a position after his play (mover's view): points made, blots safe, checkers off."""
    own, opp = position
    total = 1.2 * (opp >> 4 * BAR) + 1.5 * (own & 15) - 0.02 * position.own_pips
    is_coming_home = own >> 4 * 7 != 0
    for point in range(24, 0, -1):
        count = own >> 4 * point & 15
        if count > 1:
            total += (0.55 if 4 <= point <= 8 else 0.4) - 0.25 * max(0, count - 3) ** 1.5 - 1.5 * max(0, count - 4)
        elif count and _has_opponent_below(opp, point):
            total -= 0.5 + (0.02 * (25 - point))
        if is_coming_home and point <= 3:
            total -= (0.7, 0.45, 0.2)[point - 1] * count
    return total


def _has_opponent_below(opp: int, point: int) -> bool:
    """Whether an opposing checker has yet to pass this point of ours: on a lower point or on the bar."""
    return opp >> 4 * (26 - point) != 0


def choose(plays: Sequence[Play], draw: Random) -> Play:
    """The play a plain player makes; now and then any."""
    if draw.random() < 0.01:
        return draw.choice(plays)
    return max(plays, key=lambda play: worth(play.end) + draw.gauss(0.0, 0.25))


# Mistakes ------------------------------------------------------------------------------------------------------------


class Mistakes:
    """Draws illegal attempts so that every kind comes up as often as positions let it."""

    def __init__(self, draw: Random) -> None:
        self._draw = draw
        self._made: Counter[Broken] = Counter()

    def attempt(self, tree: PlayTree) -> Attempt | None:
        """An illegal attempt in this turn, of the kind made least so far that can be made here; None if none can."""
        kinds = sorted(KINDS, key=lambda kind: (self._made[_row(kind)], self._draw.random()))
        for kind in kinds:
            found = self._of_kind(tree, kind)
            if found is not None:
                self._made[_row(kind)] += 1
                return found
        return None

    @property
    def made(self) -> dict[Broken, int]:
        """How many attempts there were of each kind; too many checkers count with too few, as in the table's rules."""
        return dict(self._made)

    def _of_kind(self, tree: PlayTree, kind: Broken) -> Attempt | None:
        for _ in range(_TRIES):
            transfers = _MAKERS[kind](tree, self._draw)
            if not transfers:
                continue
            reached = carried_out(tree.start, transfers)
            if reached is None or any(play.end == reached for play in tree.plays):
                continue
            if explain(tree.start, tree.roll, reached, tree).kind is kind:
                return Attempt(kind, transfers, reached)
        return None


def _row(kind: Broken) -> Broken:
    return Broken.TOO_FEW if kind is Broken.TOO_MANY else kind


def carried_out(position: Position, transfers: Sequence[Transfer]) -> Position | None:
    """The position after checkers went from slot to slot; None if one of them was not there."""
    own, opp = position
    for is_own, start, end in transfers:
        packed = own if is_own else opp
        if start != ASIDE and not packed >> 4 * start & 15:
            return None
        packed += _one_on(end) - _one_on(start)
        own, opp = (packed, opp) if is_own else (own, packed)
    return Position(own, opp)


def _one_on(slot: int) -> int:
    return 0 if slot == ASIDE else 1 << 4 * slot


_Transfers = tuple[Transfer, ...]


def _own_slots(position: Position) -> list[int]:
    return [slot for slot in range(1, 26) if position.own_on(slot)]


def _step(position: Position, start: int, end: int) -> _Transfers:
    """A checker to a point, with the opponent's blot there put on its bar."""
    own = Transfer(True, start, end)
    if end != OFF and position.opp_on(end) == 1:
        return Transfer(False, 25 - end, BAR), own
    return (own,)


def _after_one_number(tree: PlayTree, draw: Random) -> tuple[_Transfers, Position, int]:
    """Half of the time a first legal move was made already: its transfers, where that leads, and the number left."""
    first, second = draw.sample(tree.roll, 2)
    moves = [(moves[0], node) for node, moves in tree.nodes.items() if len(moves) == 1]
    if moves and draw.random() < 0.5:
        move, node = draw.choice(moves)
        left = first if move.number == second else second
        return _step(tree.start, move.start, move.end), node, left
    return (), tree.start, first


def _wrong_move(wanted: Callable[[Position, int, int, int], bool], by_dice: bool) -> Callable[..., _Transfers]:
    """A maker of one wrong move (after none or one right one): `wanted(position, start, end, number)` says which."""

    def make(tree: PlayTree, draw: Random) -> _Transfers:
        before, position, number = _after_one_number(tree, draw)
        if not by_dice:
            number = draw.choice([n for n in range(1, 7) if n not in tree.roll])
        ways = [(s, s - number) for s in _own_slots(position) if wanted(position, s, max(0, s - number), number)]
        if not ways:
            return ()
        start, end = draw.choice(ways)
        return before + _step(position, start, max(end, OFF))

    return make


def _passes_the_bar(position: Position, start: int, end: int, number: int) -> bool:
    return position.own_bar > 0 and start != BAR and end > 0 and position.opp_on(end) < 2


def _lands_on_held(position: Position, start: int, end: int, number: int) -> bool:
    return start - number > 0 and position.opp_on(end) >= 2 and (start == BAR or not position.own_bar)


def _lands_elsewhere(position: Position, start: int, end: int, number: int) -> bool:
    return start - number > 0 and position.opp_on(end) < 2 and (start == BAR or not position.own_bar)


def _leaves_too_early(position: Position, start: int, end: int, number: int) -> bool:
    return 0 < start <= 6 and start - number <= 0 and any(position.own_on(slot) for slot in range(7, 26))


def _leaves_before_higher(position: Position, start: int, end: int, number: int) -> bool:
    return 0 < start < number and any(position.own_on(slot) for slot in range(start + 1, 7))


def _no_way(tree: PlayTree, draw: Random) -> _Transfers:
    number = sum(tree.roll) if not tree.roll.is_double else tree.roll.first * draw.choice((2, 3, 4))
    position = tree.start
    ways = [s for s in _own_slots(position) if s > number and position.opp_on(s - number) < 2]
    draw.shuffle(ways)
    for start in ways:
        if position.opp_on(start - tree.roll.first) >= 2 and (
            tree.roll.is_double or position.opp_on(start - tree.roll.second) >= 2
        ):
            return _step(position, start, start - number)
    return ()


def _backwards(tree: PlayTree, draw: Random) -> _Transfers:
    before, position, number = _after_one_number(tree, draw)
    starts = [s for s in _own_slots(position) if s + number <= 24 and position.opp_on(s + number) < 2]
    if not starts or position.own_bar:
        return ()
    start = draw.choice(starts)
    return before + _step(position, start, start + number)


def _number_too_small(tree: PlayTree, draw: Random) -> _Transfers:
    before, position, _ = _after_one_number(tree, draw)
    starts = [s for s in _own_slots(position) if s <= 6 and s > max(tree.roll)]
    if not starts or any(s > 6 for s in _own_slots(position)):
        return ()
    return (*before, Transfer(True, draw.choice(starts), OFF))


def _opponents(tree: PlayTree, draw: Random) -> _Transfers:
    before: _Transfers = ()
    position = tree.start
    if tree.plays and draw.random() < 0.5:
        play = draw.choice(tree.plays)
        before = of_play(tree.start, play)
        position = play.end
    number = draw.choice((*tree.roll, draw.randint(1, 6)))
    seen = position.turned
    starts = [s for s in _own_slots(seen) if s > number and s != BAR and not seen.opp_on(s - number)]
    if not starts:
        return ()
    start = draw.choice(starts)
    return (*before, Transfer(False, start, start - number))


def _too_many(tree: PlayTree, draw: Random) -> _Transfers:
    if not tree.plays:
        return ()
    play = draw.choice(tree.plays)
    position, number = play.end, draw.choice(tree.roll)
    starts = [s for s in _own_slots(position) if s > number and position.opp_on(s - number) < 2]
    if not starts:
        return ()
    start = draw.choice(starts)
    return of_play(tree.start, play) + _step(position, start, start - number)


def _hit_not_on_bar(tree: PlayTree, draw: Random) -> _Transfers:
    plays = [play for play in tree.plays if any(move.is_hit for move in play.moves)]
    if not plays:
        return ()
    transfers = of_play(tree.start, draw.choice(plays))
    hits = [transfer for transfer in transfers if not transfer.is_own]
    left = draw.choice(hits)  # it stays where it was, or is put somewhere beside it
    aside = [t for t in (left.start - 1, left.start, left.start + 1) if 1 <= t <= 24]
    put = Transfer(False, left.start, draw.choice(aside))
    return tuple(put if t == left else t for t in transfers if t != left or put.start != put.end)


def _one_away(tree: PlayTree, draw: Random) -> _Transfers:
    """After a legal play one checker more is taken off the board and laid beside it."""
    if not tree.plays:
        return ()
    play = draw.choice(tree.plays)
    is_own = draw.random() < 0.5
    slots = _own_slots(play.end if is_own else play.end.turned)
    return (*of_play(tree.start, play), Transfer(is_own, draw.choice(slots), ASIDE)) if slots else ()


def _one_extra(tree: PlayTree, draw: Random) -> _Transfers:
    """After a legal play a checker that is off, or a spare one, comes to the board."""
    if not tree.plays:
        return ()
    return (*of_play(tree.start, draw.choice(tree.plays)), Transfer(draw.random() < 0.5, ASIDE, draw.randint(1, 24)))


def _nothing(tree: PlayTree, draw: Random) -> _Transfers:
    """A checker is lifted and put back: nothing has moved."""
    slots = _own_slots(tree.start)
    slot = draw.choice(slots)
    return (Transfer(True, slot, slot),)


def _on_the_way(tree: PlayTree, draw: Random) -> _Transfers:
    """Some of the moves only."""
    most = len(tree.plays[0].moves) if tree.plays else 0
    nodes = [moves for moves in tree.nodes.values() if 0 < len(moves) < most]
    if not nodes:
        return ()
    return of_moves(tree.start, [(move.start, move.end) for move in draw.choice(nodes)])


def _single_number(tree: PlayTree, draw: Random) -> _Transfers:
    """One number alone, even if it spoils the other."""
    number = draw.choice(tree.roll)
    position = tree.start
    ways = [
        s
        for s in _own_slots(position)
        if (s == BAR or not position.own_bar) and (s <= number or position.opp_on(s - number) < 2)
    ]
    if not ways:
        return ()
    start = draw.choice(ways)
    return _step(position, start, max(OFF, start - number))


_MAKERS: Final[dict[Broken, Callable[[PlayTree, Random], _Transfers]]] = {
    Broken.BAR_FIRST: _wrong_move(_passes_the_bar, by_dice=True),
    Broken.POINT_HELD: _wrong_move(_lands_on_held, by_dice=True),
    Broken.NO_WAY: _no_way,
    Broken.NOT_ON_DICE: _wrong_move(_lands_elsewhere, by_dice=False),
    Broken.BACKWARDS: _backwards,
    Broken.NOT_HOME: _wrong_move(_leaves_too_early, by_dice=True),
    Broken.HIGHER_CHECKER: _wrong_move(_leaves_before_higher, by_dice=True),
    Broken.NUMBER_TOO_SMALL: _number_too_small,
    Broken.OPPONENT_MOVED: _opponents,
    Broken.TOO_MANY_MOVES: _too_many,
    Broken.HIT_NOT_ON_BAR: _hit_not_on_bar,
    Broken.TOO_FEW: _one_away,
    Broken.TOO_MANY: _one_extra,
    Broken.NOTHING_MOVED: _nothing,
    Broken.NUMBER_LEFT: _on_the_way,
    Broken.SECOND_KILLED: _single_number,
    Broken.LARGER_DUE: _single_number,
    Broken.DOUBLE_UNFINISHED: _on_the_way,
}


def of_play(start: Position, play: Play) -> _Transfers:
    """The checkers that go in a play, in order, hit ones first where they are hit."""
    return of_moves(start, [(move.start, move.end) for move in play.moves])


def of_moves(start: Position, moves: Sequence[tuple[int, int]]) -> _Transfers:
    """The same for moves given by their slots."""
    return tuple(_in_turn(start, moves))


def _in_turn(position: Position, moves: Sequence[tuple[int, int]]) -> Iterator[Transfer]:
    for start, end in moves:
        for transfer in _step(position, start, end):
            yield transfer
            after = carried_out(position, (transfer,))
            if after is None:
                raise ValueError(f"no checker on {transfer.start} to move to {transfer.end}")
            position = after
