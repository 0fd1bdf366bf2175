"""A match from its games, whatever the format: scores between games, names, and rules that show only in the play.

Owns the match as a whole. What is in a game is the source's matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from engine.formats.game_end import RulesShown
from engine.formats.game_reader import GameReader
from engine.formats.record import GameRecord, Oddity
from engine.match import begin
from engine.match_state import Match, Phase, Rules

_RATING: Final = re.compile(r"(.*?)\s*,\s*(\d{1,5})")


class GameSource(Protocol):
    """One game of a file; `score` is the one it begins at, None where the file does not say."""

    @property
    def number(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def score(self) -> tuple[int, int] | None: ...
    def read(self, match: Match) -> GameReader:
        """Take everything of the game."""


class Games(NamedTuple):
    """What was read: the rules as they showed, the games, and what was odd about no one game."""

    rules: Rules
    games: tuple[GameRecord, ...]
    oddities: tuple[Oddity, ...]


def read_games(sources: Sequence[GameSource], rules: Rules) -> Games:
    """All games; read anew where one shows that it was played by other rules than the file seems to say."""
    told: tuple[Oddity, ...] = ()
    while True:
        try:
            games, oddities = _read(sources, rules)
        except RulesShown as shown:
            rules = shown.rules
            told = (*told, Oddity(0, "", shown.reason))
        else:
            return Games(rules, games, (*told, *oddities))


def _read(sources: Sequence[GameSource], rules: Rules) -> tuple[tuple[GameRecord, ...], tuple[Oddity, ...]]:
    match = begin(rules, sources[0].score or (0, 0))
    games: list[GameRecord] = []
    oddities: list[Oddity] = []
    for index, source in enumerate(sources):
        if match.phase is Phase.MATCH_OVER:
            oddities.append(Oddity(source.line, f"Game {source.number}", "after the end of the match"))
            continue
        following = sources[index + 1].score if index + 1 < len(sources) else None
        record, match = _read_game(source, match, following, is_last=index + 1 == len(sources))
        games.append(record)
    return tuple(games), tuple(oddities)


def _read_game(
    source: GameSource, match: Match, following: tuple[int, int] | None, is_last: bool
) -> tuple[GameRecord, Match]:
    reader = source.read(match)
    score = match.score
    if source.score is None:
        reader.note(source.line, f"Game {source.number}", "no score line")
    else:
        score = source.score
        if score != match.score:
            reader.note(source.line, f"{score[0]}-{score[1]}", f"the score is {match.score[0]}-{match.score[1]}")
    record = reader.finish(source.number, score, following, is_last)
    return record, reader.match


def part_ratings(names: tuple[str, str]) -> tuple[tuple[str, str], tuple[int | None, int | None]]:
    """Names without the rating that some programs write behind a comma, and the ratings."""
    left, right = (_RATING.fullmatch(name) for name in names)
    bare = (left[1] if left else names[0], right[1] if right else names[1])
    return bare, (int(left[2]) if left else None, int(right[2]) if right else None)
