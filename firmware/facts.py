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
    """A match was agreed on: its length (0 money), the policy, names, seats, homes, score and rules."""

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
    """After a restart the players went on with this match."""


TableMatter = MatchBegun | SeatsSet | Asked | Corrected | PartWentMissing | PartCameBack | MatchPutAway | MatchResumed
Body = actions.Action | TableMatter

BODIES: Final[tuple[type[Any], ...]] = (
    MatchBegun,
    SeatsSet,
    Asked,
    Corrected,
    PartWentMissing,
    PartCameBack,
    MatchPutAway,
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
        return form(**values)  # type: ignore[no-any-return]  # one of BODIES, each a member of Body
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise UnknownFactError(f"a fact of the kind {kind} cannot be read: {error}") from error


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
