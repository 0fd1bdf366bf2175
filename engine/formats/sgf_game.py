"""One game of an `.sgf` file: its nodes as cells, for engine.formats.game_reader.

Owns what the properties of a node mean (facts: SGF for backgammon). Properties it does not know are passed over, so
analysis costs nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from engine.actions import GameStarted
from engine.formats.cells import Cell, Kind
from engine.formats.game_reader import GameReader
from engine.formats.sgf_points import slot_of
from engine.formats.sgf_text import Node, Tree
from engine.match_state import Match, Phase
from engine.position import BAR, InvalidPosition, Position, Side, slots

_OF_ROOTS: Final = ("GM", "AP", "MI", "PW", "PB", "WR", "BR", "DT", "EV", "RO", "PC", "AN", "GC", "RU", "RE")
_OF_TURNS: Final = ("PL", "DI", "AE", "AW", "AB", "CV", "CP", "CO", "B", "W")
PROPERTIES: Final = frozenset((*_OF_ROOTS, *_OF_TURNS))

_SIDES: Final = {"W": Side.WHITE, "B": Side.BLACK}
_MOVES: Final = re.compile(r"([1-6][1-6])((?:[a-z][a-z]){0,20})")
_CUBE: Final = {"double": Kind.DOUBLE, "take": Kind.TAKE, "drop": Kind.DROP, "pass": Kind.DROP}
_RESULT: Final = re.compile(r"([WB])\+(\d{1,5})(?:\.0*)?(?:R|RESIGN)?", re.I)
_RANGE: Final = re.compile(r"([a-y])(?::([a-y]))?")


@dataclass(frozen=True, slots=True)
class SgfGame:
    """A game of the file as engine.formats.match_reader wants it."""

    tree: Tree
    names: tuple[str, str]
    number: int
    score: tuple[int, int] | None
    equal_dice: tuple[int, ...] = ()

    @property
    def line(self) -> int:
        return self.tree.line

    def read(self, match: Match) -> GameReader:
        reader = GameReader(match, self.names, GameStarted())
        reader.roll_equal(self.equal_dice)
        root = self.tree.nodes[0]
        for node in self.tree.nodes:
            _take_node(reader, node)
        for oddity in self.tree.oddities:
            cell = Cell(oddity.line, Side.WHITE, Kind.UNKNOWN, "", "", oddity.text, column=oddity.column)
            if oddity.is_damage and reader.match.is_playing and reader.lost_at is None:
                reader.lose(cell, oddity.reason)
            else:
                reader.odd(cell, oddity.reason, is_damage=oddity.is_damage)
        if result := _RESULT.fullmatch(root.first("RE")):
            side = _SIDES[result[1].upper()]
            reader.take(Cell(root.line, side, Kind.WINS, result[2], "", f"RE[{result[0]}]", column=root.column))
        return reader


def _take_node(reader: GameReader, node: Node) -> None:
    if node.is_whole and not node.properties.keys().isdisjoint(("AE", "AW", "AB")):
        _take_set_up(reader, node)
    if not node.properties.keys().isdisjoint(("CV", "CP", "CO")):
        _take_cube(reader, node)
    if dice := node.first("DI"):
        _take_dice(reader, node, dice)
    for name, side in _SIDES.items():
        for value in node.properties.get(name, ()):
            reader.take(_cell(reader, node, side, value.strip()))


def _cell(reader: GameReader, node: Node, side: Side, value: str) -> Cell:
    """A move or a cube action. Dice set by hand before the first play are not played: the next ones replace them."""
    text = f"{side.name[0]}[{value}]"
    if kind := _CUBE.get(value.lower()):
        return Cell(node.line, side, kind, "", "", text, column=node.column)
    played = _MOVES.fullmatch(value.lower())
    if played is None:
        return Cell(node.line, side, Kind.UNKNOWN, "", "", text, column=node.column)
    hops = [
        f"{slot_of(played[2][index], side)}/{slot_of(played[2][index + 1], side)}"
        for index in range(0, len(played[2]), 2)
    ]
    is_near = reader.match.turns == 0 and reader.match.phase is Phase.MOVING
    return Cell(node.line, side, Kind.ROLL, played[1], " ".join(hops), text, is_near, node.column)


def _take_dice(reader: GameReader, node: Node, dice: str) -> None:
    """Dice that were rolled and not played: the player resigned, or what he did follows as a set-up."""
    side = _SIDES.get(node.first("PL").upper()[:1], reader.match.on_roll)
    is_roll = re.fullmatch("[1-6][1-6]", dice) is not None
    kind = Kind.ROLL if is_roll else Kind.UNKNOWN
    side = Side.WHITE if side is None else side
    is_near = reader.match.turns == 0 and reader.match.phase is Phase.MOVING
    reader.take_dice(Cell(node.line, side, kind, dice, "", f"DI[{dice}]", is_near, node.column))


def _take_set_up(reader: GameReader, node: Node) -> None:
    on_roll = _SIDES.get(node.first("PL").upper()[:1])
    cell = Cell(node.line, Side.WHITE, Kind.UNKNOWN, "", "", "set-up position", column=node.column)
    try:
        position = _set_up(reader.match, node)
    except InvalidPosition as error:
        reader.take(cell._replace(text=f"set-up position: {error}"))
        return
    reader.set_up(cell, position, on_roll)


def _set_up(match: Match, node: Node) -> Position:
    """The position in White's view after emptying and setting places. Raises InvalidPosition."""
    own, opp = Counter(dict(slots(match.position.own))), Counter(dict(slots(match.position.opp)))
    checkers = own.total()
    for place in _places(node, "AE"):
        own[slot_of(place, Side.WHITE)] = opp[slot_of(place, Side.BLACK)] = 0
    for side, counts in ((Side.WHITE, own), (Side.BLACK, opp)):
        set_now = Counter(slot_of(place, side) for place in _places(node, f"A{side.name[0]}"))
        counts.update(set_now)
    return Position.of(_on_board(own), _on_board(opp), checkers)


def _on_board(counts: Counter[int]) -> dict[int, int]:
    return {slot: count for slot, count in counts.items() if 1 <= slot <= BAR and count}


def _places(node: Node, name: str) -> list[str]:
    """Letters of the points named, ranges such as `a:y` written out."""
    found: list[str] = []
    for value in node.properties.get(name, ()):
        named = _RANGE.fullmatch(value.strip().lower())
        if named is None:
            raise InvalidPosition(f"'{value[:20]}' is no point")
        last = named[2] or named[1]
        found += [chr(code) for code in range(ord(named[1]), ord(last) + 1)]
    return found


def _take_cube(reader: GameReader, node: Node) -> None:
    """A cube that a set-up gives; what the actions lead to anyway needs no word."""
    match = reader.match
    owner = (node.first("CP") or node.first("CO")).lower()
    value = node.first("CV")
    owners = {"w": Side.WHITE, "b": Side.BLACK, "c": None}
    is_same_owner = not owner or (owner in owners and owners[owner] is match.cube_owner)
    if is_same_owner and value in ("", str(match.cube)):
        return
    text = " ".join(f"{name}[{node.first(name)}]" for name in ("CV", "CP", "CO") if name in node.properties)
    reader.note(node.line, text, "the cube of a set-up position is left out", node.column)
