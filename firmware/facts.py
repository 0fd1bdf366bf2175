"""Facts: what has happened at the table, as it is kept for ever. State is the fold of the facts (standing.py).

A fact is either an Action of the rules or a table matter. Owns their form in the journal: one JSON object each, whose
`kind` names the class. Facts are never edited; a correction is a new fact. Every kind is described in docs/facts.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final

from engine import actions
from engine.plays import Move, Roll
from engine.position import Position, Side

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """A match was agreed on: its length (0 money), the policy, names, seats, homes, score and rules.

    `reserve_s`: what each side gets on the clock, None without one; `delay_s`: of each turn free of charge.
    """

    length: int
    policy: str
    white_name: str
    black_name: str
    white_seat: int
    home_is_right: bool
    white_score: int = 0
    black_score: int = 0
    has_crawford: bool = True
    has_jacoby: bool = False
    has_beavers: bool = False
    illegal_play: str = "legal_moves"
    reserve_s: float | None = None
    delay_s: float = 0.0
    automatic_doubles: int = 0
    has_holland: bool = False
    variant: str = "backgammon"
    white_rating: float | None = None
    black_rating: float | None = None
    white_experience: int = 0
    black_experience: int = 0
    cube_limit: int = 1024


@dataclass(frozen=True, slots=True)
class SeatsSet:
    """The seats or the side of the homes changed; from now on the board is read in this layout."""

    white_seat: int
    home_is_right: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """The reading fitted several legal plays and the players were asked; `answers` says how many."""

    question: str
    answers: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """The position was set by hand. Positions in White's view; `on_roll` moves next and has not rolled.

    `reason`: `entered`, `accepted as it stands`.
    """

    old: Position
    new: Position
    on_roll: Side
    reason: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last play was taken back; that turn is played again with the same roll. `side` is who plays again."""

    side: Side


@dataclass(frozen=True, slots=True)
class IllegalPlayStands:
    """The opponent, `side`, let an illegal play stand (policy condone)."""

    side: Side


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """The result of the last game is another one; the score follows."""

    winner: Side
    points: int
    level: actions.Level


@dataclass(frozen=True, slots=True)
class MatchCorrected:
    """Something of the match was set by hand in the menu: `score`, `cube`, `owner`, `turn` or `crawford`."""

    what: str
    value: str


@dataclass(frozen=True, slots=True)
class SettingChanged:
    """A setting of the table was changed in the menu; it holds until it is changed again, over restarts too."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class MatchPaused:
    """The players paused the match; they go on with MatchResumed."""


@dataclass(frozen=True, slots=True)
class MatchAbandoned:
    """The match was given up for good."""


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """The time of `side` runs. Seconds: what each side has in reserve, and what the turn has left of its delay."""

    side: Side
    white_s: float
    black_s: float
    delay_s: float


@dataclass(frozen=True, slots=True)
class ClockStopped:
    """Nobody's time runs. Seconds as in ClockStarted."""

    white_s: float
    black_s: float
    delay_s: float


@dataclass(frozen=True, slots=True)
class TimeRanOut:
    """The time of `side` is out; the players decide what follows."""

    side: Side


@dataclass(frozen=True, slots=True)
class TimeForgiven:
    """The players go on although the time of `side` is out."""

    side: Side


@dataclass(frozen=True, slots=True)
class PartWentMissing:
    part: str


@dataclass(frozen=True, slots=True)
class PartCameBack:
    part: str


@dataclass(frozen=True, slots=True)
class MatchPutAway:
    """The match was left unfinished; it can be gone on with later."""


@dataclass(frozen=True, slots=True)
class MatchResumed:
    """After a pause or a restart the players went on with this match."""


TableMatter = (
    MatchBegun
    | SeatsSet
    | Asked
    | Corrected
    | TakenBack
    | IllegalPlayStands
    | ResultCorrected
    | MatchCorrected
    | SettingChanged
    | ClockStarted
    | ClockStopped
    | TimeRanOut
    | TimeForgiven
    | PartWentMissing
    | PartCameBack
    | MatchPaused
    | MatchPutAway
    | MatchAbandoned
    | MatchResumed
)
Body = actions.Action | TableMatter

BODIES: Final[tuple[type[Any], ...]] = (
    MatchBegun,
    SeatsSet,
    Asked,
    Corrected,
    TakenBack,
    IllegalPlayStands,
    ResultCorrected,
    MatchCorrected,
    SettingChanged,
    ClockStarted,
    ClockStopped,
    TimeRanOut,
    TimeForgiven,
    PartWentMissing,
    PartCameBack,
    MatchPaused,
    MatchPutAway,
    MatchAbandoned,
    MatchResumed,
    actions.GameStarted,
    actions.OpeningRolled,
    actions.Rolled,
    actions.Played,
    actions.Doubled,
    actions.Took,
    actions.Dropped,
    actions.ResignationOffered,
    actions.ResignationAccepted,
    actions.ResignationDeclined,
    actions.GameSettled,
)
_BY_KIND: Final = {body.__name__: body for body in BODIES}


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happened. `sequence` grows over the whole journal; `monotonic_s` counts within `boot`."""

    sequence: int
    match: str
    boot: str
    monotonic_s: float
    wall_time: str
    is_wall_certain: bool
    body: Body


class UnknownFactError(Exception):
    """A journal row that this version cannot read; the message names the kind."""


def encode(body: Body) -> tuple[str, str]:
    """The kind and the JSON text of a fact's body."""
    values = {field.name: _plain(getattr(body, field.name)) for field in fields(body)}
    return type(body).__name__, json.dumps(values, separators=(",", ":"))


def decode(kind: str, text: str) -> Body:
    """The body of a journal row. Raises UnknownFactError for a kind or a form that this version does not know."""
    form = _BY_KIND.get(kind)
    if form is None:
        raise UnknownFactError(f"a fact of the kind {kind!r} is not known here: it was written by a newer gammond")
    try:
        values = {name: _READERS.get(name, _same)(value) for name, value in json.loads(text).items()}
        body: Body = form(**values)
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise UnknownFactError(f"a fact of the kind {kind} cannot be read: {error}") from error
    return body


def _plain(value: Any) -> Any:
    if isinstance(value, Position):
        return [f"{value.own:x}", f"{value.opp:x}"]
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _same(value: Any) -> Any:
    return value


def _position(value: Any) -> Position | None:
    return None if value is None else Position(int(value[0], 16), int(value[1], 16))


def _side(value: Any) -> Side | None:
    return None if value is None else Side(value)


_READERS: Final[dict[str, Callable[[Any], Any]]] = {
    "position": _position,
    "old": _position,
    "new": _position,
    "end": _position,
    "side": _side,
    "on_roll": _side,
    "winner": _side,
    "roll": lambda value: Roll(*value),
    "level": actions.Level,
    "moves": lambda value: tuple(Move(start, end, number, bool(hit)) for start, end, number, hit in value),
}
