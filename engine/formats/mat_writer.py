"""Writing a `.mat` file in GNU Backgammon's layout, which every program seen can read.

Owns columns, order of cells and safe names (facts: what gnubg's importer needs). Strict: a record that breaks the
rules of the match is refused, not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.actions import (
    Action,
    Doubled,
    Dropped,
    GameStarted,
    OpeningRolled,
    Played,
    Rolled,
    Took,
)
from engine.formats.automatic import header
from engine.formats.record import GameRecord, MatchRecord
from engine.formats.snowie import write_snowie
from engine.formats.variation import mat_name, start_named
from engine.match import apply, at_score, begin
from engine.match_state import Match, Phase, Result
from engine.plays import Move, Roll, play_to
from engine.position import START, Position, Side
from engine.situation import Situation
from engine.xgid import write_xgid

_RIGHT: Final = 33
_NAME_LENGTH: Final = 24
_UNSAFE: Final = re.compile(r'[:;\[\]"\x00-\x1f\x7f]+')
_RATING: Final = re.compile(r"\s*,\s*\d+\s*$")
# What would make the score line a comment or a numbered row.
_MISREAD: Final = re.compile(r"^[#\s]+|^(\d+)\)")


class _Cell(NamedTuple):
    side: Side
    text: str


def write_mat(record: MatchRecord) -> str:
    """The text of a record: header comments, then every game with its result.

    Offers of resignation that were declined and equal opening dice have no place in the format and are left out; a
    game settled by word is told by its result alone. Raises Refused if the actions break the rules of the match.
    """
    names = (_safe(record.names[0], "White"), _safe(record.names[1], "Black"))
    lines = [f'; [{_clean(key)} "{_clean(value)}"]' for key, value in (*_headers(record), *header(record))]
    lines += ["", f" {record.length} point match"]
    match = begin(record.rules, record.score_before)
    for game in record.games:
        rows, match = _rows(game, at_score(match, game.score_before), names)
        lines += ["", f" Game {match.game}", _score_line(names, game.score_before), *rows]
    return "\n".join(lines) + "\n"


def _headers(record: MatchRecord) -> list[tuple[str, str]]:
    """The record's headers, and those that tell its rules where a reader would take others for granted."""
    rules = record.rules
    told = {key.lower(): value.lower() for key, value in record.headers}
    missing: dict[str, str] = {}
    if (start_named(told.get("variation", "")) or START) != rules.start:
        missing["Variation"] = mat_name(rules.start) or "Backgammon"
    if (told.get("crawford") != "off") is not rules.has_crawford:
        missing["Crawford"] = "On" if rules.has_crawford else "Off"
    if rules.is_money and (told.get("jacoby") == "on") is not rules.has_jacoby:
        missing["Jacoby"] = "On" if rules.has_jacoby else "Off"
    if (told.get("cubelimit") != "1") is not rules.has_cube:
        missing["CubeLimit"] = "1024" if rules.has_cube else "1"
    replaced = {key.lower() for key in missing}
    return [*((key, value) for key, value in record.headers if key.lower() not in replaced), *missing.items()]


def _clean(text: str) -> str:
    return re.sub(r'["\]\x00-\x1f\x7f]+', " ", text).strip()


def _safe(name: str, otherwise: str) -> str:
    """A name no importer stumbles over: no separators, no rating at its end, at most 24 characters."""
    name = "".join(sign if sign.isprintable() else " " for sign in name)
    name = _MISREAD.sub(r"\1", " ".join(_UNSAFE.sub(" ", name).split()))
    return _RATING.sub("", _RATING.sub("", name)[:_NAME_LENGTH]).strip() or otherwise


def _score_line(names: tuple[str, str], score: tuple[int, int]) -> str:
    """The left half is never full: GNU Backgammon would glue the columns together."""
    points = f" : {score[0]}"
    left = names[0][: _RIGHT - 3 - len(points)] + points
    return f" {left:<31}{names[1]} : {score[1]}"


def _rows(game: GameRecord, match: Match, names: tuple[str, str]) -> tuple[list[str], Match]:
    cells: list[_Cell] = []
    dice = ""
    set_up = ""
    for number, action in enumerate(game.actions, start=1):
        before, match = match, apply(match, action)
        if isinstance(action, GameStarted):
            set_up = _set_up(action)
        elif isinstance(action, Rolled):
            dice = _dice(action.roll)
        elif isinstance(action, OpeningRolled):
            dice = _dice(match.roll) if match.roll else ""
        elif before.beavers and isinstance(action, Took) and _goes_on(game.actions[number:]):
            continue
        elif (cell := _cell(action, before, match, dice, names)) is not None:
            cells.append(cell)
            dice = ""
    if dice and (roller := _roller(game.actions)) is not None:
        cells.append(_Cell(roller, dice))
    rows = _numbered(cells)
    if match.result is not None and match.result.points:
        _add_result(rows, match.result, cells)
    return ([set_up] if set_up else []) + rows, match


def _goes_on(following: Iterable[Action]) -> bool:
    """Whether the dice are rolled again: that tells that a beaver was accepted, which has no cell of its own."""
    return any(isinstance(action, Rolled) for action in following)


def _dice(roll: Roll) -> str:
    return f"{roll}:"


def _roller(actions: Iterable[Action]) -> Side | None:
    """Who rolled last: of the opening roll the side with the higher die."""
    side = None
    for action in actions:
        if isinstance(action, Rolled):
            side = action.side
        elif isinstance(action, OpeningRolled) and action.white != action.black:
            side = Side.WHITE if action.white > action.black else Side.BLACK
    return side


def _set_up(action: GameStarted) -> str:
    """XG's line for a game that does not begin at the start, or begins without an opening roll.

    The capital letters, which are XG's bottom player, are the left side: so GNU Backgammon reads it.
    """
    if action.position is None:
        return ""
    letters = write_xgid(Situation(action.position, Side.BLACK)).removeprefix("XGID=").partition(":")[0]
    return f"; Set Pos={letters}/0"


def _cell(action: Action, before: Match, after: Match, dice: str, names: tuple[str, str]) -> _Cell | None:
    match action:
        case Played():
            return _Cell(action.side, f"{dice} {_moves(action, before, after, names)}".rstrip())
        case Doubled():
            word = "Beavers" if before.phase is Phase.DOUBLE_OFFERED else "Doubles"
            return _Cell(action.side, f" {word} => {after.cube * 2}")
        case Took():
            return _Cell(action.side, " Takes")
        case Dropped():
            return _Cell(action.side, " Drops")
        case _:
            return None


def _moves(action: Played, before: Match, after: Match, names: tuple[str, str]) -> str:
    position = before.seen_by(action.side)
    if not action.is_legal:
        return f"Illegal play ({write_snowie(after, action.side.other, names)})"
    moves = action.moves or _moves_to(position, before, action.end)
    return " ".join(f"{move.start}/{move.end}{'*' if move.is_hit else ''}" for move in moves)


def _moves_to(position: Position, before: Match, end: Position) -> tuple[Move, ...]:
    play = play_to(position, before.roll, end) if before.roll is not None else None
    return play.moves if play is not None else ()


def _numbered(cells: list[_Cell]) -> list[str]:
    """Rows of a left and a right cell; the left one stays empty where the right side acts first.

    A row without a right cell is filled up: GNU Backgammon looks there and finds the end of the row before.
    """
    rows: list[str] = []
    is_left_open = False
    for cell in cells:
        if cell.side is Side.WHITE or not is_left_open:
            rows.append(f"{len(rows) + 1:3d}) {cell.text if cell.side is Side.WHITE else ''}")
        if cell.side is Side.BLACK:
            rows[-1] = f"{rows[-1]:<{_RIGHT - 1}} {cell.text}"
        is_left_open = cell.side is Side.WHITE
    return [row.rstrip() if len(row.rstrip()) > _RIGHT else f"{row:<{_RIGHT}}" for row in rows]


def _add_result(rows: list[str], result: Result, cells: list[_Cell]) -> None:
    """`Wins` on a row of its own, or beside the left side's drop, as GNU Backgammon does."""
    text = f" Wins {result.points} point{'' if result.points == 1 else 's'}"
    if result.winner is Side.WHITE:
        rows.append(f"{'':5}{text}")
    elif result.is_dropped and cells and cells[-1].side is Side.WHITE:
        rows[-1] = f"{rows[-1]:<{_RIGHT}}{text}"
    else:
        rows.append(f"{'':{_RIGHT}}{text}")
