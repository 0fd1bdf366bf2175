"""Reading a `.mat` file: tolerant in, every game as actions, everything odd by name.

Owns the match as a whole: rules, names, scores between games. The left column is White, the right Black; names come
from the score line, never from the headers, whose players may be exchanged (facts: header comment lines).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from engine.actions import GameStarted
from engine.formats.mat_game import CrawfordDouble, GameReader
from engine.formats.mat_text import GameText, MatchText, take_apart
from engine.formats.record import GameRecord, MatchRecord, Oddity
from engine.match import begin
from engine.match_state import Match, Phase, Rules
from engine.position import Side
from engine.situation import InvalidId
from engine.xgid import read_xgid

_RATING: Final = re.compile(r"(.*?)\s*,\s*(\d{1,5})")


def read_mat(text: str) -> MatchRecord:
    """Read a match or session. Raises FormatError only if there is no game in the text.

    Whatever breaks the rules or cannot be understood is kept as an oddity of its game, and every game ends with the
    points the file gives it, so that the record replays (engine.formats.record.replay) to the file's score.
    """
    found = take_apart(text)
    rules = _rules(found)
    try:
        return _read(found, rules, ())
    except CrawfordDouble:
        without = replace(rules, has_crawford=False)
        return _read(found, without, (Oddity(0, "", "doubled in the Crawford game: read as without that rule"),))


def _rules(found: MatchText) -> Rules:
    options = {key.lower(): value.lower() for key, value in found.headers}
    length = found.length or 0
    return Rules(
        length,
        has_crawford=options.get("crawford") != "off",
        has_jacoby=length == 0 and options.get("jacoby") == "on",
        has_beavers=length == 0,
        has_cube=options.get("cubelimit") != "1",
        cube_limit=1 << 15,  # what was played was allowed; IDs hold no more
    )


def _read(found: MatchText, rules: Rules, oddities: tuple[Oddity, ...]) -> MatchRecord:
    oddities = (*found.oddities, *oddities)
    if found.length is None:
        oddities = (*oddities, Oddity(0, "", "no match length is written: read as a money session"))
    first = found.games[0]
    match = begin(rules, first.score or (0, 0))
    games: list[GameRecord] = []
    for index, game in enumerate(found.games):
        if match.phase is Phase.MATCH_OVER:
            oddities = (*oddities, Oddity(game.line, f"Game {game.number}", "after the end of the match"))
            continue
        following = found.games[index + 1].score if index + 1 < len(found.games) else None
        record, match = _read_game(game, match, following, is_last=index + 1 == len(found.games))
        games.append(record)
    names, ratings = _names(first)
    return MatchRecord(rules, names, tuple(games), tuple(found.headers), oddities, ratings)


def _names(game: GameText) -> tuple[tuple[str, str], tuple[int | None, int | None]]:
    left, right = (_RATING.fullmatch(name) for name in game.names)
    names = (left[1] if left else game.names[0], right[1] if right else game.names[1])
    return names, (int(left[2]) if left else None, int(right[2]) if right else None)


def _read_game(
    game: GameText, match: Match, following: tuple[int, int] | None, is_last: bool
) -> tuple[GameRecord, Match]:
    names, _ = _names(game)
    reader, set_up_fault = _reader(game, match, names)
    if set_up_fault:
        reader.note(game.line, game.set_up, set_up_fault)
    if game.score is None:
        reader.note(game.line, f"Game {game.number}", "no score line")
    elif game.score != match.score:
        reader.note(game.line, f"{game.score[0]}-{game.score[1]}", f"the score is {match.score[0]}-{match.score[1]}")
    for cell in game.cells:
        reader.take(cell)
    score = match.score if game.score is None else game.score
    record = reader.finish(game.number, score, following, is_last)
    return record, reader.match


def _reader(game: GameText, match: Match, names: tuple[str, str]) -> tuple[GameReader, str]:
    """A reader of the game, and what is wrong with the position it should start from."""
    if not game.set_up:
        return GameReader(match, names, GameStarted()), ""
    letters, _, cube = game.set_up.partition("/")
    first = game.cells[0].side if game.cells else Side.WHITE
    try:
        black = read_xgid(f"XGID={letters}:0:0:1:00:0:0:0:0:10").position
    except InvalidId as error:
        return GameReader(match, names, GameStarted()), f"position not understood: {error}"
    fault = "" if cube in ("", "0") else "the cube of a set-up position is left out"
    return GameReader(match, names, GameStarted(black.turned, first)), fault
