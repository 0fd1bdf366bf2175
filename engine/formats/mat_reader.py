"""Reading a `.mat` file: tolerant in, every game as actions, everything odd by name.

Owns what is `.mat`'s own about a match: the left column is White, the right Black; names come from the score line,
never from the headers, whose players may be exchanged (facts: header comment lines).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine.actions import GameStarted
from engine.formats.automatic import most, part
from engine.formats.cells import Kind
from engine.formats.game_reader import GameReader
from engine.formats.mat_text import GameText, MatchText, take_apart
from engine.formats.match_reader import part_ratings, read_games
from engine.formats.record import MatchRecord, Oddity
from engine.formats.variation import start_named
from engine.match_state import Match, Rules
from engine.notation import IllegalPlay, NotationError, find_play
from engine.plays import Roll
from engine.position import START, Position, Side
from engine.situation import InvalidId
from engine.xgid import read_xgid

CUBE_LIMIT: Final = 1 << 15
"""What was played was allowed; IDs hold no more."""


def read_mat(text: str) -> MatchRecord:
    """Read a match or session. Raises FormatError only if there is no game in the text.

    Whatever breaks the rules or cannot be understood is kept as an oddity of its game, and every game ends with the
    points the file gives it, so that the record replays (engine.formats.record.replay) to the file's score.
    """
    found = take_apart(text)
    oddities = found.oddities
    if found.length is None:
        fault = "no match length is written: read as a money session"
        oddities = [*oddities, Oddity(found.games[0].line, "", fault, 1, is_damage=True)]
    names, ratings = part_ratings(found.games[0].names)
    headers, dice = part(found.headers)
    rules = replace(_rules(found), automatic_doubles=most(dice))
    sources = [_MatGame(game, dice.get(number, ())) for number, game in enumerate(found.games, start=1)]
    read = read_games(sources, rules)
    return MatchRecord(read.rules, names, read.games, headers, (*oddities, *read.oddities), ratings)


def _rules(found: MatchText) -> Rules:
    options = {key.lower(): value.lower() for key, value in found.headers}
    length = found.length or 0
    return Rules(
        length,
        has_crawford=options.get("crawford") != "off",
        has_jacoby=length == 0 and options.get("jacoby") == "on",
        has_beavers=length == 0,
        has_cube=options.get("cubelimit") != "1",
        cube_limit=CUBE_LIMIT,
        start=start_named(options.get("variation", "")) or START,
    )


@dataclass(frozen=True, slots=True)
class _MatGame:
    """A game of the file as engine.formats.match_reader wants it."""

    text: GameText
    equal_dice: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        return self.text.number

    @property
    def line(self) -> int:
        return self.text.line

    @property
    def score(self) -> tuple[int, int] | None:
        return self.text.score

    def read(self, match: Match) -> GameReader:
        names, _ = part_ratings(self.text.names)
        start, fault = self._start()
        reader = GameReader(match, names, start)
        if start.on_roll is None:
            reader.roll_equal(self.equal_dice)
        if fault:
            reader.note(self.text.line, self.text.set_up, fault, 1, is_damage=start.position is None)
        for cell in self.text.cells:
            reader.take(cell)
        return reader

    def _start(self) -> tuple[GameStarted, str]:
        """How the game starts, and what is wrong with the position it should start from."""
        if not self.text.set_up:
            return GameStarted(), ""
        letters, _, cube = self.text.set_up.partition("/")
        try:
            black = read_xgid(f"XGID={letters}:0:0:1:00:0:0:0:0:10").position
        except InvalidId as error:
            return GameStarted(), f"position not understood: {error}"
        first = self.text.cells[0].side if self.text.cells else Side.WHITE
        fault = "" if cube in ("", "0") else "the cube of a set-up position is left out"
        return GameStarted(self._seen_by_white(black), first), fault

    def _seen_by_white(self, capitals: Position) -> Position:
        """Capital letters are the left side's, as GNU Backgammon reads them, unless the first play says otherwise."""
        first = self.text.cells[0] if self.text.cells else None
        if first is None or first.kind is not Kind.ROLL or not first.moves:
            return capitals
        mover = capitals if first.side is Side.WHITE else capitals.turned
        roll = Roll(int(first.value[0]), int(first.value[1]))
        is_right = not _is_legal(mover, roll, first.moves) and _is_legal(mover.turned, roll, first.moves)
        return capitals.turned if is_right else capitals


def _is_legal(position: Position, roll: Roll, moves: str) -> bool:
    try:
        find_play(position, roll, moves)
    except (IllegalPlay, NotationError):
        return False
    return True
