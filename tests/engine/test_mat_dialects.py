"""Whole matches in the hand of every program that writes `.mat` (facts: layout per writer): all read as one match.

Owns a writer for each of the ten dialects, which knows nothing of the one under test.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.actions import Action, Doubled, Dropped, Played, ResignationOffered, Took
from engine.formats import MatchRecord, read_mat, read_record
from engine.formats.record import GameRecord
from engine.match import apply, at_score, begin
from engine.match_state import Match, Phase
from engine.notation import write_play
from engine.plays import Move
from engine.position import BAR, OFF, Side
from tests.engine.test_match_machine import told

DATA = Path(__file__).parents[1] / "data" / "matches"
FILES = ("bot_1pt_1.mat", "bot_3pt_1.mat", "bot_5pt_2.mat", "money_session_with_beaver.mat")


class Dialect(NamedTuple):
    """Columns count from 0. `wins`: `own` row, `numbered` row or `near` (behind a left side's drop)."""

    right: int
    match_line: str = " {} point match"
    game_line: str = " Game {}"
    number: str = "{:3d}) "
    cube: int = 1
    bar: str = "25"
    off: str = "0"
    is_grouped: bool = False
    dance: str = ""
    plural: str = "s"
    single: str = ""
    wins: str = "own"
    has_and_the_match: bool = False
    gave_up: str = ""
    between: str = " : "
    grows: bool = False


DIALECTS = {
    "GNU Backgammon": Dialect(33),
    "Galaxy": Dialect(33, "{} point match", plural="", has_and_the_match=True, gave_up="Losses {} point"),
    "PlayOK": Dialect(33, has_and_the_match=True),
    "GridGammon": Dialect(33, wins="numbered"),
    "DailyGammon": Dialect(37, wins="numbered"),
    "XG": Dialect(
        39, "{} point match", bar="Bar", off="Off", is_grouped=True, dance="Cannot Move", plural="", wins="near",
        has_and_the_match=True, gave_up="????",
    ),
    "XG, older": Dialect(33, "{} point match", plural="", has_and_the_match=True, gave_up="Concedes"),
    "XG Mobile": Dialect(37, "{} point match", "Game {} ", "{:2d}) ", wins="numbered"),
    "Studio": Dialect(
        40, "{} point match", number="{:4d}) ", bar="bar", off="off", is_grouped=True, dance="Cannot Move", plural="",
        wins="numbered", gave_up="Concedes",
    ),
    "OpenGammon": Dialect(
        41, "{} point match", number="  {}) ", cube=0, off="off", single="s", gave_up="Resigns", between=": ",
        grows=True,
    ),
}  # fmt: skip


def written(record: MatchRecord, dialect: Dialect, names: tuple[str, str]) -> str:
    match = begin(record.rules, record.score_before)
    lines = ['; [Variation "Backgammon"]', '; [Player 1 "Somebody else"]', "", dialect.match_line.format(record.length)]
    for game in record.games:
        match = at_score(match, game.score_before)
        lines += ["", dialect.game_line.format(match.game + 1)]
        left = f" {names[0]}{dialect.between}{match.score[0]}"
        lines.append(f"{left:<{dialect.right}} {names[1]}{dialect.between}{match.score[1]}")
        cells, match = cells_of(game, match, dialect)
        lines += rows(cells, match, dialect)
    return "\n".join(lines) + "\n"


def cells_of(game: GameRecord, match: Match, dialect: Dialect) -> tuple[list[tuple[Side, str]], Match]:
    cells: list[tuple[Side, str]] = []
    for action in game.actions:
        before, match = match, apply(match, action)
        if (cell := cell_of(action, before, dialect)) is not None:
            cells.append(cell)
    return cells, match


def cell_of(action: Action, before: Match, dialect: Dialect) -> tuple[Side, str] | None:
    indent = " " * dialect.cube
    match action:
        case Played(side, _, moves):
            return side, f"{before.roll}: {moves_of(moves, dialect) or dialect.dance}"
        case Doubled(side) if before.phase is Phase.DOUBLE_OFFERED:
            return side, f"{indent}Beavers => {before.cube * 4}"
        case Doubled(side):
            return side, f"{indent}Doubles => {before.cube * 2}"
        case Took(side) if not before.beavers:
            return side, f"{indent}Takes"
        case Dropped(side):
            return side, f"{indent}Drops"
        case ResignationOffered(side, level):
            words = dialect.gave_up.format(level * before.cube)
            if before.roll is not None:
                return side, f"{before.roll}: {words}"
            return (side, words) if words and "?" not in words else None
        case _:
            return None


def moves_of(moves: tuple[Move, ...], dialect: Dialect) -> str:
    if dialect.is_grouped:
        return write_play(moves).replace("bar", dialect.bar).replace("off", dialect.off)
    words = {BAR: dialect.bar, OFF: dialect.off}
    return " ".join(
        f"{words.get(move.start, move.start)}/{words.get(move.end, move.end)}{'*' * move.is_hit}" for move in moves
    )


def rows(cells: list[tuple[Side, str]], match: Match, dialect: Dialect) -> list[str]:
    found: list[str] = []
    last = Side.BLACK
    for side, text in cells:
        if side is Side.WHITE or last is Side.BLACK:
            found.append(dialect.number.format(len(found) + 1) + (text if side is Side.WHITE else ""))
        if side is Side.BLACK:
            right = dialect.right + (dialect.grows and len(found) >= 10)
            found[-1] = f"{found[-1]:<{right - 1}} {text}"
        last = side
    result = match.result
    if result is None:
        return found
    ending = " and the match" if match.phase is Phase.MATCH_OVER and dialect.has_and_the_match else ""
    letter = dialect.single if result.points == 1 else dialect.plural
    words = f"Wins {result.points} point{letter}{ending}"
    if dialect.wins == "near" and last is Side.WHITE and result.winner is Side.BLACK:
        found[-1] = f"{found[-1]:<{dialect.right}} {words}"
        return found
    start = dialect.number.format(len(found) + 1) if dialect.wins == "numbered" else " " * 5
    return [*found, f"{start:<{dialect.right}} {words}" if result.winner is Side.BLACK else f"{start} {words}"]


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
def test_a_match_in_any_dialect_is_the_match(dialect: Dialect, file: str) -> None:
    record = read_record((DATA / file).read_bytes(), file)
    again = read_mat(written(record, dialect, ("Ann", "Bob")))
    assert told(again) == told(record)
    assert (again.names, again.damage) == (("Ann", "Bob"), ())


NAMES = (
    "Zoë",
    "1) x",
    "31: 8/5 6/5",
    "7 point match",
    "Wins 2 points",
    "Game 3",
    "#one",
    "a b  c",
    "Ann : 3",
    "O'Hara-Ö",
)


def test_several_habits_at_once_under_any_name_are_read() -> None:
    """Dialects, encodings, marks and line ends thrown together, as files that went through many hands have them."""
    record = read_record((DATA / "bot_3pt_1.mat").read_bytes(), "bot_3pt_1.mat")
    chance = random.Random(11)
    for _ in range(30):
        first, second = (chance.choice(list(DIALECTS.values())) for _ in range(2))
        taken = {name: getattr(second, name) for name in Dialect._fields if chance.random() < 0.5}
        mixed = first._replace(**taken)
        left, right = chance.sample(NAMES, 2)
        text = written(record, mixed, (left, right)).replace("\n", chance.choice(["\n", "\r\n", "\r"]))
        if chance.random() < 0.3:
            text = text.replace("*", "")
        data = text.encode(chance.choice(["utf-8", "utf-8-sig", "latin-1", "utf-16"]))
        again = read_record(data, "any.txt")
        assert told(again) == told(record), text
        assert not again.damage
