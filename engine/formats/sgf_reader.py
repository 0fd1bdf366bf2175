"""Reading an `.sgf` file: one game tree a game, White is player 0 (facts: SGF for backgammon).

Owns what the root nodes say of the match: names, length, scores, rules and the headers they share with `.mat`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from engine.formats.automatic import Dice, most, part
from engine.formats.match_reader import read_games
from engine.formats.record import FormatError, MatchRecord, Oddity
from engine.formats.sgf_game import PROPERTIES, SgfGame
from engine.formats.sgf_text import Node, Tree, read_trees, unescaped
from engine.formats.variation import start_named
from engine.match_state import Rules
from engine.position import START

_CUBE_LIMIT: Final = 1 << 15
_GAMMON: Final = "6"
_POWERS: Final = [str(1 << power) for power in range(1, 13)]
HEADERS: Final = {"PC": "Site", "EV": "Event", "RO": "Round", "AN": "Transcriber", "DT": "EventDate"}
"""Properties that say what a `.mat` header says."""
_DATE: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_HEADER: Final = re.compile(r'\[\s*([^"\[\]]+?)\s*"([^"]*)"\s*\]')


def read_sgf(text: str) -> MatchRecord:
    """Read a match or session, every game tree one game. Raises FormatError only if there is no game in the text.

    As with `.mat`, whatever breaks the rules or cannot be understood is kept as an oddity, and the record replays.
    """
    trees = [tree for tree in read_trees(text, PROPERTIES) if tree.nodes]
    games = [tree for tree in trees if _is_match(tree.nodes[0])]
    if not games:
        _refuse(trees)
    root = games[0].nodes[0]
    names = (_text(root, "PW"), _text(root, "PB"))
    headers, told = part(_headers(root))
    dice = _equal_dice(games, told)
    sources = [_source(tree, names, number, dice.get(number, ())) for number, tree in enumerate(games, start=1)]
    read = read_games(sources, replace(_rules(root), automatic_doubles=most(dice)))
    oddities = (*_other_games(trees), *_length_fault(root), *read.oddities)
    return MatchRecord(read.rules, names, read.games, headers, oddities, (_rating(root, "WR"), _rating(root, "BR")))


def _is_match(root: Node) -> bool:
    return root.first("GM") == _GAMMON or ("GM" not in root.properties and "MI" in root.properties)


def _refuse(trees: list[Tree]) -> None:
    other = next((tree.nodes[0].first("GM") for tree in trees if tree.nodes[0].first("GM").isdecimal()), "")
    if other:
        raise FormatError(f"an SGF file of another game (GM[{other[:9]}]); backgammon is GM[6]")
    raise FormatError("not a match record (an .sgf file begins with '(;FF[4]GM[6]')")


def _other_games(trees: list[Tree]) -> list[Oddity]:
    """Trees left out: of other games, and what is too damaged to tell."""
    roots = [tree.nodes[0] for tree in trees if not _is_match(tree.nodes[0])]
    return [
        Oddity(root.line, f"GM[{root.first('GM')}]", "another game, left out", root.column)
        if "GM" in root.properties
        else Oddity(root.line, "", "a game without a word of backgammon, left out", root.column, is_damage=True)
        for root in roots
    ]


def _length_fault(root: Node) -> list[Oddity]:
    if "length" in _match_info(root):
        return []
    return [Oddity(root.line, "", "no match length is written: read as a money session", root.column, is_damage=True)]


def _source(tree: Tree, names: tuple[str, str], number: int, equal_dice: tuple[int, ...]) -> SgfGame:
    told = _match_info(tree.nodes[0])
    score = (told["ws"], told["bs"]) if "ws" in told and "bs" in told else None
    return SgfGame(tree, names, told.get("game", number - 1) + 1, score, equal_dice)


def _equal_dice(games: list[Tree], told: Dice) -> Dice:
    """The equal opening dice of games whose cube begins above 1; ones where only the value of the cube is known."""
    found: Dice = {}
    for number, tree in enumerate(games, start=1):
        root = tree.nodes[0]
        value = root.first("CV")
        is_turned = value in _POWERS and _match_info(root).get("length") == 0 and not root.first("CP")
        if is_turned and root.properties.keys().isdisjoint(("AE", "AW", "AB", "PL")):
            times = _POWERS.index(value) + 1
            found[number] = dice if len(dice := told.get(number, ())) == times else (1,) * times
    return found


def _match_info(root: Node) -> dict[str, int]:
    found: dict[str, int] = {}
    for value in root.properties.get("MI", ()):
        key, _, number = value.partition(":")
        if re.fullmatch(r"\s*\d{1,5}\s*", number):
            found[key.strip().lower()] = int(number)
    return found


def _rules(root: Node) -> Rules:
    """A program that writes its name and no Crawford rule plays without it; in one game to 1 nobody asks."""
    length = _match_info(root).get("length", 0)
    words = [word.strip().lower() for value in root.properties.get("RU", ()) for word in value.split(":")]
    is_crawford_unknown = length == 1 or not (words or root.first("AP"))
    starts = [start for word in words if (start := start_named(word)) is not None]
    return Rules(
        length,
        has_crawford=length == 0 or is_crawford_unknown or "crawford" in words,
        has_jacoby=length == 0 and "jacoby" in words,
        has_beavers=length == 0,
        has_cube="nocube" not in words,
        cube_limit=_CUBE_LIMIT,
        start=starts[0] if starts else START,
    )


def _text(root: Node, name: str) -> str:
    return unescaped(root.first(name)).strip()


def _rating(root: Node, name: str) -> int | None:
    rating = re.match(r"\s*(\d{1,5})(?!\d)", root.first(name))
    return int(rating[1]) if rating else None


def _headers(root: Node) -> tuple[tuple[str, str], ...]:
    found = [(header, _text(root, name)) for name, header in HEADERS.items() if name in root.properties]
    dated = [(key, _DATE.sub(r"\1.\2.\3", value) if key == "EventDate" else value) for key, value in found]
    return (*dated, *((key, value.strip()) for key, value in _HEADER.findall(_text(root, "GC"))))
