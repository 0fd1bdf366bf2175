"""The text of a `.mat` file taken apart: headers, games, and the cells of their rows.

Owns lines, columns and words, with the habits of every program seen (facts: Jellyfish text match). Knows nothing
of what is legal: engine/formats/game_reader.py makes a game of the cells. Bounded whatever the text: lines and their
length have a limit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from engine.formats.cells import Cell, Kind
from engine.formats.record import FormatError, Oddity
from engine.position import Side

# Far beyond any match record; what is longer is none, and must not cost time or memory.
_MOST_LINES: Final = 100_000
_MOST_COLUMNS: Final = 1_000
_MOST_CELLS: Final = 100_000
_MOST_SCORE_COLUMNS: Final = 200
_MOST_STRAY_LINES: Final = 1_000

# Left cells begin before this column and right cells after it, in every program seen.
_SPLIT: Final = 20
# A word this close behind bare dice belongs to the same cell.
_NEAR: Final = 3


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
    cell_count: int = 0


# A colon makes it a score line of a player with such a name.
_LENGTH: Final = re.compile(r"\s*(\d{1,5})\s+points?\s+match\b(?!.*:)", re.I)
_UNLIMITED: Final = re.compile(r"\s*(unlimited|money)\b.*\b(match|game|session)\b(?!.*:)", re.I)
_HEADER: Final = re.compile(r'\[\s*([^"\[\]]{1,80}?)\s*"(.*)"\s*\]')
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


def take_apart(text: str) -> MatchText:
    """Headers, games and cells of a file. Raises FormatError if there is no game in it."""
    found = MatchText()
    rows = text.lstrip("\ufeff").split("\n", _MOST_LINES)
    if len(rows) > _MOST_LINES:
        rows.pop()
        found.oddities.append(Oddity(_MOST_LINES + 1, "", f"not read: more than {_MOST_LINES} lines", 1, True))
    for line, row in enumerate(rows, start=1):
        if len(row) > _MOST_COLUMNS:
            _take_overlong(found, line, row)
        elif not _take_line(found, line, row.expandtabs(8).rstrip()):
            found.oddities.append(Oddity(line, row.strip(), "a second match begins here: only the first is read"))
            break
        if found.cell_count > _MOST_CELLS:
            found.oddities.append(Oddity(line + 1, "", f"not read: more than {_MOST_CELLS} cells", 1, is_damage=True))
            break
        if not found.games and len(found.oddities) >= _MOST_STRAY_LINES:
            break
    if not found.games:
        cause = "no 'Game 1' line: the match has no game" if found.length is not None else "not a match record"
        raise FormatError(f"{cause} (a .mat file has a line such as '7 point match', then ' Game 1')")
    if line == len(rows) and rows[-1].strip():
        _mark_cut(found)
    return found


def _take_overlong(found: MatchText, line: int, row: str) -> None:
    reason = f"not read: a line of more than {_MOST_COLUMNS} characters"
    if found.games:
        found.games[-1].cells.append(Cell(line, Side.WHITE, Kind.UNKNOWN, "", "", reason, column=1))
    else:
        found.oddities.append(Oddity(line, row[:_MOST_COLUMNS], reason, 1, is_damage=True))


def _mark_cut(found: MatchText) -> None:
    """The last line has no end: its last cell may not be whole."""
    game = found.games[-1]
    if game.cells:
        game.cells[-1] = game.cells[-1]._replace(is_cut=True)
    if not game.cells and game.score is None and len(found.games) > 1:
        found.games.pop()
        found.oddities.append(Oddity(game.line, f"Game {game.number}", "the file ends here", 1, is_damage=True))


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
        before = len(game.cells)
        _take_row(game, line, row)
        found.cell_count += len(game.cells) - before
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
    if game.score is None and not game.cells and len(row) <= _MOST_SCORE_COLUMNS and (named := _SCORES[0].match(row)):
        # Before all else: a player may be called `1) x`.
        game.names, game.score = (named[1], named[3]), (int(named[2]), int(named[4]))
    elif numbered:
        number = int(numbered[1])
        if number != game.last_row + 1:
            gap = f"row {number} follows row {game.last_row}"
            game.cells.append(Cell(line, Side.WHITE, Kind.GAP, "", "", gap, column=1))
        game.last_row = number
        game.cells.extend(_cells(line, row, numbered.end()))
    elif game.score is None and (scores := _score_line(row)):
        game.names, game.score = scores
    else:
        game.cells.extend(_cells(line, row, 0))


def _score_line(row: str) -> tuple[tuple[str, str], tuple[int, int]] | None:
    for pattern in _SCORES if len(row) <= _MOST_SCORE_COLUMNS else ():
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
        cells.append(Cell(line, _column(at), Kind.UNKNOWN, "", stray.strip(), stray.strip(), column=at + 1))
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
    is_same_cell = (is_near and kind is not Kind.ROLL) or (kind is Kind.WINS and _column(token.start()) is Side.WHITE)
    side = _side_of(before, token.start(), is_same_cell)
    column = token.start() + 1
    if kind is not Kind.ROLL and rest:
        cells.append(Cell(line, side, kind, value, "", text[: -len(rest)].strip(), is_near, column))
        cells.append(Cell(line, side, Kind.UNKNOWN, "", rest, rest, column=column + len(text) - len(rest)))
        return
    cells.append(Cell(line, side, kind, value, rest, text, is_near, column))


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
