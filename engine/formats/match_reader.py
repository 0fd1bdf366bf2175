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
from engine.match import at_score, begin
from engine.match_state import Match, Phase, Rules
from engine.position import Side

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
        if match.phase is Phase.MATCH_OVER and not (games and _goes_on(rules, games[-1], source)):
            oddities.append(Oddity(source.line, f"Game {source.number}", "after the end of the match"))
            continue
        following = sources[index + 1].score if index + 1 < len(sources) else None
        record, match = _read_game(source, match, following, is_last=index + 1 == len(sources))
        games.append(record)
    return tuple(games), tuple(oddities)


def _goes_on(rules: Rules, last: GameRecord, source: GameSource) -> bool:
    """Whether the file counts the last game otherwise than the play did, so that the match was not over."""
    score = source.score
    return score is not None and _can_begin(rules, score) and _leads(last.score_before, last, score)


def _can_begin(rules: Rules, score: tuple[int, int]) -> bool:
    return rules.is_money or max(score) < rules.length


def _leads(score: tuple[int, int], game: GameRecord, following: tuple[int, int] | None) -> bool:
    """Whether a game at this score, with the result written, is followed by the next score of the file."""
    if following is None or game.written_result is None:
        return False
    winner, points = game.written_result
    return following == ((score[0] + points, score[1]) if winner is Side.WHITE else (score[0], score[1] + points))


def _read_game(
    source: GameSource, match: Match, following: tuple[int, int] | None, is_last: bool
) -> tuple[GameRecord, Match]:
    """A game at the score that the file gives it, unless only the score so far fits what follows."""
    score = source.score
    if score is None:
        return _read_at(source, match, following, is_last, "no score line")
    if score == match.score:
        return _read_at(source, match, following, is_last)
    fault = f"the score is {match.score[0]}-{match.score[1]}"
    if _can_begin(match.rules, score):
        read = _read_at(source, at_score(match, score), following, is_last, fault)
        if _leads(score, read[0], following) or not _leads(match.score, read[0], following):
            return read
    return _read_at(source, match, following, is_last, fault)


def _read_at(
    source: GameSource, match: Match, following: tuple[int, int] | None, is_last: bool, fault: str = ""
) -> tuple[GameRecord, Match]:
    reader = source.read(match)
    if fault:
        told = source.score
        reader.note(source.line, f"Game {source.number}" if told is None else f"{told[0]}-{told[1]}", fault)
    record = reader.finish(source.number, source.line, match.score, following, is_last)
    return record, reader.match


def part_ratings(names: tuple[str, str]) -> tuple[tuple[str, str], tuple[int | None, int | None]]:
    """Names without the rating that some programs write behind a comma, and the ratings."""
    left, right = (_RATING.fullmatch(name) for name in names)
    bare = (left[1] if left else names[0], right[1] if right else names[1])
    return bare, (int(left[2]) if left else None, int(right[2]) if right else None)
