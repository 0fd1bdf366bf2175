"""The text of a `.mat` file taken apart: headers, games, and the cells of their rows.

Owns lines, columns and words, with the habits of every program seen (facts: Jellyfish text match). Knows nothing
of what is legal: engine/formats/mat_game.py makes a game of the cells.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final, NamedTuple

from engine.formats.record import FormatError, Oddity
from engine.position import Side

# Left cells begin before this column and right cells after it, in every program seen.
_SPLIT: Final = 20
# A word this close behind bare dice belongs to the same cell.
_NEAR: Final = 3


class Kind(Enum):
    """What a cell says. A gap is no cell: row numbers jump there."""

    ROLL = auto()
    DOUBLE = auto()
    TAKE = auto()
    DROP = auto()
    BEAVER = auto()
    GIVE_UP = auto()
    LOSES = auto()
    WINS = auto()
    GAP = auto()
    UNKNOWN = auto()


class Cell(NamedTuple):
    """One cell of a row. `value` is the dice, cube or points as written; `moves` what follows the dice.

    `is_near` is True where it stands close behind bare dice: a word there belongs to the same cell, whatever its
    column; dice there replace the ones before (facts: dice edited by hand).
    """

    line: int
    side: Side
    kind: Kind
    value: str
    moves: str
    text: str
    is_near: bool = False


@dataclass(slots=True)
class GameText:
    """The lines of one game: score line, rows, and what is none of these."""

    number: int
    line: int
    names: tuple[str, str] = ("", "")
    score: tuple[int, int] | None = None
    set_up: str = ""
    cells: list[Cell] = field(default_factory=list)
    last_row: int = 0


@dataclass(slots=True)
class MatchText:
    """A file taken apart. `length` is None where no line gives it."""

    length: int | None = None
    headers: list[tuple[str, str]] = field(default_factory=list)
    games: list[GameText] = field(default_factory=list)
    oddities: list[Oddity] = field(default_factory=list)


_LENGTH: Final = re.compile(r"\s*(\d{1,5})\s+points?\s+match\b", re.I)
_UNLIMITED: Final = re.compile(r"\s*(unlimited|money)\b.*\b(match|game|session)\b", re.I)
_HEADER: Final = re.compile(r'\[\s*([^"\]]*?)\s*"(.*)"\s*\]')
_SET_UP: Final = re.compile(r"Set Pos\s*=\s*(\S+)", re.I)
_GAME: Final = re.compile(r"\s*Game\s+(\d{1,6})\s*$", re.I)
# Names may hold spaces and colons: two spaces divide the columns where there are two.
_SCORES: Final = (
    re.compile(r"\s*(.*?)\s*:\s*(\d{1,5})\s{2,}(.*?)\s*:\s*(\d{1,5})\s*$"),
    re.compile(r"\s*(.*?)\s*:\s*(\d{1,5})\s*(\D.*?)\s*:\s*(\d{1,5})\s*$"),
)
_ROW: Final = re.compile(r"\s*(\d{1,5})\)")

_CELL: Final = re.compile(
    r"""
    (?P<ILLEGAL>illegal\ play\s*\([^)]*\))
  | (?<![\d/])(?P<ROLL>[1-6][1-6])\s?:
  | \bdoubles?\b(?:\s*=>\s*(?P<DOUBLE>\d{1,6}))?(?P<is_double>)
  | \b(?P<TAKE>takes?|accepts?)\b
  | \b(?P<DROP>drops?|pass(?:es)?|rejects?)\b
  | \b(?:beavers?|raccoons?)\b(?:\s*=>\s*(?P<BEAVER>\d{1,6}))?(?P<is_beaver>)
  | \bwins\s+(?P<WINS>\d{1,6})(?:\s+points?)?(?:\s+and\s+the\s+match)?
  | \blos(?:es|ses)\s+(?P<LOSES>\d{1,6})(?:\s+points?)?(?:\s+and\s+the\s+match)?
  | \b(?P<GIVE_UP>concedes?|resign(?:s|ed)?(?:\s+(?:game|match))?|forfeits?|lost\ on\ time)\b
    """,
    re.I | re.X,
)
_CUBE_KINDS: Final = {"is_double": Kind.DOUBLE, "is_beaver": Kind.BEAVER}


def decode(data: bytes) -> str:
    """The text of a file: UTF-8 with or without its mark, otherwise Latin-1; line ends become plain."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def take_apart(text: str) -> MatchText:
    """Headers, games and cells of a file. Raises FormatError if there is no game in it."""
    found = MatchText()
    for line, row in enumerate(text.lstrip("\ufeff").split("\n"), start=1):
        if not _take_line(found, line, row.expandtabs(8).rstrip()):
            found.oddities.append(Oddity(line, row.strip(), "a second match begins here: only the first is read"))
            break
    if not found.games:
        cause = "no 'Game 1' line: the match has no game" if found.length is not None else "not a match record"
        raise FormatError(f"{cause} (a .mat file has a line such as '7 point match', then ' Game 1')")
    return found


def _take_line(found: MatchText, line: int, row: str) -> bool:
    """Take one line up; False where another match begins."""
    game = found.games[-1] if found.games else None
    if not row.strip():
        return True
    if row.lstrip()[0] in ";#":
        _take_comment(found, game, row)
    elif (length := _match_length(row)) is not None:
        if found.length is not None:
            return False
        found.length = length
    elif started := _GAME.match(row):
        found.games.append(GameText(int(started[1]), line))
    elif game is None:
        found.oddities.append(Oddity(line, row.strip(), "not understood"))
    else:
        _take_row(game, line, row)
    return True


def _match_length(row: str) -> int | None:
    if length := _LENGTH.match(row):
        return int(length[1])
    return 0 if _UNLIMITED.match(row) else None


def _take_comment(found: MatchText, game: GameText | None, row: str) -> None:
    if game is not None and (set_up := _SET_UP.search(row)):
        game.set_up = set_up[1]
    elif header := _HEADER.search(row):
        found.headers.append((header[1], header[2]))


def _take_row(game: GameText, line: int, row: str) -> None:
    numbered = _ROW.match(row)
    if numbered:
        number = int(numbered[1])
        if number != game.last_row + 1:
            gap = f"row {number} follows row {game.last_row}"
            game.cells.append(Cell(line, Side.WHITE, Kind.GAP, "", "", gap))
        game.last_row = number
        game.cells.extend(_cells(line, row, numbered.end()))
    elif game.score is None and (scores := _score_line(row)):
        game.names, game.score = scores
    else:
        game.cells.extend(_cells(line, row, 0))


def _score_line(row: str) -> tuple[tuple[str, str], tuple[int, int]] | None:
    for pattern in _SCORES:
        if found := pattern.match(row):
            return (found[1], found[3]), (int(found[2]), int(found[4]))
    return None


def _cells(line: int, row: str, start: int) -> list[Cell]:
    tokens = [token for token in _CELL.finditer(row, start) if token["ILLEGAL"] is None]
    first = tokens[0].start() if tokens else len(row)
    cells: list[Cell] = []
    if row[start:first].strip():
        stray = row[start:first]
        at = start + len(stray) - len(stray.lstrip())
        cells.append(Cell(line, _column(at), Kind.UNKNOWN, "", stray.strip(), stray.strip()))
    for index, token in enumerate(tokens):
        is_last = index == len(tokens) - 1
        _add_cell(cells, line, row, token, len(row) if is_last else tokens[index + 1].start())
    return cells


def _add_cell(cells: list[Cell], line: int, row: str, token: re.Match[str], end: int) -> None:
    kind, value = _kind_of(token)
    rest = row[token.end() : end].strip()
    text = row[token.start() : end].strip()
    before = cells[-1] if cells else None
    is_near = before is not None and _is_near(before, row, token.start()) and kind in _MAY_FOLLOW_DICE
    side = _side_of(before, token.start(), is_near and kind is not Kind.ROLL)
    if kind is not Kind.ROLL and rest:
        cells.append(Cell(line, side, kind, value, "", text[: -len(rest)].strip(), is_near))
        cells.append(Cell(line, side, Kind.UNKNOWN, "", rest, rest))
        return
    cells.append(Cell(line, side, kind, value, rest, text, is_near))


_MAY_FOLLOW_DICE: Final = (Kind.ROLL, Kind.GIVE_UP, Kind.WINS, Kind.LOSES)


def _kind_of(token: re.Match[str]) -> tuple[Kind, str]:
    name = token.lastgroup or ""
    kind = _CUBE_KINDS.get(name) or Kind[name]
    return kind, token[kind.name] or ""


def _is_near(before: Cell, row: str, at: int) -> bool:
    gap = at - len(row[:at].rstrip())
    return before.kind is Kind.ROLL and not before.moves and gap <= _NEAR


def _column(at: int) -> Side:
    return Side.WHITE if at < _SPLIT else Side.BLACK


def _side_of(before: Cell | None, at: int, is_same_cell: bool) -> Side:
    if before is None:
        return _column(at)
    return before.side if is_same_cell else Side.BLACK
