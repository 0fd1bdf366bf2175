"""A match record: what a file says of a match, as actions, with everything in it that could not be understood.

Owns the record and its replay through the rules. Knows nothing of any file format.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.actions import Action, GameStarted
from engine.match import apply, at_score, begin
from engine.match_state import Match, Rules
from engine.position import EngineError, Side


class FormatError(EngineError):
    """A file in which nothing usable can be read; `line` and `column` count from 1."""

    def __init__(self, cause: str, line: int = 1, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {cause}")
        self.line = line
        self.column = column
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Oddity:
    """Something in a file that breaks a rule or cannot be understood, kept with its place and words.

    `line` and `column` count from 1; 0 where it is of no one place. `is_damage`: a part of the file could not be read
    or followed and is missing from the record; other oddities cost nothing.
    """

    line: int
    text: str
    reason: str
    column: int = 0
    is_damage: bool = False

    def __str__(self) -> str:
        place = [f"line {self.line}"] if self.line else []
        place += [f"column {self.column}"] if self.line and self.column else []
        return ": ".join(part for part in (", ".join(place), self.reason, _short(self.text)) if part)


def _short(text: str) -> str:
    words = " ".join("".join(letter if letter.isprintable() else "?" for letter in text[:200]).split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}..."


_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. `actions` begin with GameStarted; `score_before` is (White's, Black's).

    It need not be what the games before came to: a score may have been set by hand, or games may be missing.
    `written_result` is the winner and the points the file names, whatever the actions come to; None if it names none.
    """

    number: int
    score_before: tuple[int, int]
    actions: tuple[Action, ...]
    oddities: tuple[Oddity, ...] = ()
    written_result: tuple[Side, int] | None = None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match as recorded. `names` are (White's, Black's); `headers` keep their order.

    `oddities` are those of no one game.
    """

    rules: Rules
    names: tuple[str, str]
    games: tuple[GameRecord, ...]
    headers: tuple[tuple[str, str], ...] = ()
    oddities: tuple[Oddity, ...] = ()
    ratings: tuple[int | None, int | None] = (None, None)

    @property
    def length(self) -> int:
        return self.rules.length

    @property
    def score_before(self) -> tuple[int, int]:
        """The score at which the record begins; not 0-0 where the earlier games are missing."""
        return self.games[0].score_before if self.games else (0, 0)

    @property
    def all_oddities(self) -> tuple[Oddity, ...]:
        """Every oddity in the order of the file."""
        found = [*self.oddities, *(oddity for game in self.games for oddity in game.oddities)]
        return tuple(sorted(found, key=lambda oddity: oddity.line))

    @property
    def damage(self) -> tuple[Oddity, ...]:
        """What of the file is missing from the record, in the order of the file; empty for a file that is whole."""
        return tuple(oddity for oddity in self.all_oddities if oddity.is_damage)


def replay(record: MatchRecord) -> Match:
    """The match at the end of a record. Raises Refused if the record breaks the rules of the match."""
    match = begin(record.rules, record.score_before)
    for game in record.games:
        match = at_score(match, game.score_before)
        for action in game.actions:
            match = apply(match, action)
    return match


def record_of(
    actions: Iterable[Action],
    rules: Rules,
    names: tuple[str, str],
    headers: tuple[tuple[str, str], ...] = (),
    score: tuple[int, int] = (0, 0),
    scores: Mapping[int, tuple[int, int]] = MappingProxyType({}),
) -> MatchRecord:
    """A record of a match from all its actions, cut into games. Raises Refused if they break the rules.

    `scores`: by the number of a game the score before it, where that was set by hand.
    """
    match = begin(rules, score)
    games: list[tuple[tuple[int, int], list[Action]]] = []
    for action in actions:
        if isinstance(action, GameStarted):
            match = at_score(match, scores.get(len(games) + 1, match.score))
            games.append((match.score, []))
        match = apply(match, action)
        games[-1][1].append(action)
    cut = tuple(GameRecord(number, before, tuple(played)) for number, (before, played) in enumerate(games, start=1))
    return MatchRecord(rules, names, cut, headers)
