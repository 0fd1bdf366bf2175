"""Writing an `.sgf` file as GNU Backgammon does: a tree a game, a root with the match, a node an action.

Owns nodes and escapes (facts: SGF for backgammon). Strict: a record that breaks the rules of the match is refused, not
written.
"""

from __future__ import annotations

import re
from typing import Final

from engine.actions import Action, Doubled, Dropped, GameStarted, OpeningRolled, Played, Rolled, Took
from engine.formats.automatic import dice_of, header
from engine.formats.record import GameRecord, MatchRecord
from engine.formats.sgf_points import letter
from engine.formats.sgf_reader import HEADERS
from engine.formats.variation import sgf_name
from engine.match import apply, at_score, begin
from engine.match_state import Match, Rules
from engine.plays import play_to
from engine.position import Position, Side, slots

_LETTERS: Final = {Side.WHITE: "W", Side.BLACK: "B"}
_QUOTABLE: Final = str.maketrans('"[]', "'()")
_DATE: Final = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)")


def write_sgf(record: MatchRecord) -> str:
    """The text of a record.

    Offers of resignation that were declined and equal opening dice have no place in the format and are left out; a
    game settled by word is told as a resignation. An illegal play is told by its dice and a set-up of the position
    reached. Raises Refused if the actions break the rules of the match.
    """
    match = begin(record.rules, record.score_before)
    trees: list[str] = []
    for game in record.games:
        before = at_score(match, game.score_before)
        nodes, match = _nodes(game, before)
        trees.append(
            f"({_root(record, before, match, len(trees) + 1)}" + "".join(f"\n{node}" for node in nodes) + ")\n"
        )
    return "".join(trees)


def _root(record: MatchRecord, before: Match, after: Match, number: int) -> str:
    white, black = before.score
    parts = [
        ";FF[4]GM[6]CA[UTF-8]AP[gammond]",
        f"MI[length:{record.length}][game:{after.game - 1}][ws:{white}][bs:{black}]",
        f"PW[{_escaped(record.names[0])}]PB[{_escaped(record.names[1])}]",
        *(f"{name}[{rating}]" for name, rating in zip(("WR", "BR"), record.ratings, strict=True) if rating is not None),
        *(_headers((*record.headers, *header(record))) if number == 1 else ()),
    ]
    if rules := _rules(record.rules, after):
        parts.append(f"RU[{rules}]")
    if doubled := len(dice_of(record).get(number, ())):
        parts.append(f"CV[{1 << doubled}]")
    if after.result is not None and not after.is_playing and after.result.points:
        is_resigned = after.result.is_resigned or after.result.is_settled
        parts.append(f"RE[{_LETTERS[after.result.winner]}+{after.result.points}{'R' if is_resigned else ''}]")
    return "".join(parts)


def _headers(headers: tuple[tuple[str, str], ...]) -> list[str]:
    """Headers that have a property of their own, and the others together as a comment on the game."""
    names = {header: name for name, header in HEADERS.items()}
    own = {
        names[key]: _DATE.sub(r"\1-\2-\3", value) if key == "EventDate" else value
        for key, value in headers
        if key in names
    }
    other = "\n".join(f'[{_quotable(key)} "{_quotable(value)}"]' for key, value in headers if key not in names)
    parts = [f"{name}[{_escaped(value)}]" for name, value in own.items()]
    return [*parts, f"GC[{_escaped(other, is_text=True)}]"] if other else parts


def _quotable(text: str) -> str:
    """Fit to stand between double quotes, in a line of its own."""
    return " ".join(text.translate(_QUOTABLE).split())


def _rules(rules: Rules, match: Match) -> str:
    words = []
    if rules.length > 1 and rules.has_crawford:
        words.append("Crawford")
    if rules.is_money and rules.has_jacoby:
        words.append("Jacoby")
    if not rules.has_cube:
        words.append("NoCube")
    if (variation := sgf_name(rules.start)) is not None:
        words.append(variation)
    if match.is_crawford:
        words.append("CrawfordGame")
    return ":".join(words)


def _escaped(text: str, is_text: bool = False) -> str:
    """A value with what would end it escaped; a colon means nothing here, and GNU Backgammon keeps its backslash."""
    plain = text if is_text else " ".join(text.split())
    plain = "".join(sign for sign in plain if sign.isprintable() or (is_text and sign == "\n"))
    return re.sub(r"([\]\\])", r"\\\1", plain)


def _nodes(game: GameRecord, match: Match) -> tuple[list[str], Match]:
    """The nodes of a game; dice stand with the moves made with them, and alone only where no play followed."""
    nodes: list[str] = []
    dice = ""
    for action in game.actions:
        before, match = match, apply(match, action)
        if isinstance(action, Rolled | OpeningRolled):
            dice = _dice(match)
        elif isinstance(action, Played):
            nodes += [_play(action, before)] if action.is_legal else [dice, _set_up(match.position, action.side.other)]
            dice = ""
        elif node := _other_node(action):
            nodes.append(node)
    return [*nodes, dice] if dice else nodes, match


def _dice(match: Match) -> str:
    """A roll without moves; empty for equal opening dice, which nobody plays."""
    if match.on_roll is None or match.roll is None:
        return ""
    return f";PL[{_LETTERS[match.on_roll]}]DI[{match.roll}]"


def _play(action: Played, before: Match) -> str:
    position = before.seen_by(action.side)
    play = None if action.moves or before.roll is None else play_to(position, before.roll, action.end)
    moves = play.moves if play is not None else action.moves
    hops = "".join(letter(move.start, action.side) + letter(move.end, action.side) for move in moves)
    return f";{_LETTERS[action.side]}[{before.roll}{hops}]"


def _other_node(action: Action) -> str:
    match action:
        case GameStarted(position, on_roll) if position is not None or on_roll is not None:
            return "" if position is None or on_roll is None else _set_up(position, on_roll)
        case Doubled(side):
            return f";{_LETTERS[side]}[double]"
        case Took(side):
            return f";{_LETTERS[side]}[take]"
        case Dropped(side):
            return f";{_LETTERS[side]}[drop]"
        case _:
            return ""


def _set_up(white: Position, on_roll: Side) -> str:
    """All checkers put down anew, in White's view."""
    placed = [(Side.WHITE, white.own), (Side.BLACK, white.opp)]
    sides = [f"A{_LETTERS[side]}{_checkers(side, packed)}" for side, packed in placed if packed >> 4]
    return f";PL[{_LETTERS[on_roll]}]AE[a:y]{''.join(sides)}"


def _checkers(side: Side, packed: int) -> str:
    return "".join(f"[{letter(slot, side)}]" * count for slot, count in slots(packed) if slot)
