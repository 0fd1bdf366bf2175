"""What reaches the table: everything that people, parts and time can do to it. Past tense, each with its time."""

from __future__ import annotations

from dataclasses import dataclass

from engine.plays import PlayTree
from engine.position import Position, Side
from firmware.board_map import Layout
from firmware.standing import Standing
from firmware.verdicts import Verdict
from hardware.ports import Key


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """A key went down. `at_s` is the loop's monotonic time in seconds, as in every input."""

    at_s: float
    seat: int
    key: Key


@dataclass(frozen=True, slots=True)
class KeyReleased:
    at_s: float
    seat: int
    key: Key


@dataclass(frozen=True, slots=True)
class BoardStirred:
    """Something changed on the board, or a hand came over it; no reading counts until it is quiet again."""

    at_s: float
    is_hand: bool


@dataclass(frozen=True, slots=True)
class BoardSettled:
    """The cells have been quiet for `quiet_s`.

    `is_hand`: a hand still rests over the board. `verdict` is the referee's answer while a play is expected, else
    None. `differs`: places whose count is not what the accepted position has there, as (place, is, should be).
    `start_layout`: the layout in which the variant's start position stands, None if it does not. During a game only
    the match's own layout is looked at.
    """

    at_s: float
    is_hand: bool
    verdict: Verdict | None
    differs: tuple[tuple[int, int, int], ...]
    start_layout: Layout | None
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DiceDrawn:
    """Two numbers 1-6 from the dice, asked for by the effect DrawDice."""

    at_s: float
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class TurnPrepared:
    """The referee knows every legal play of the roll; `is_dance`: there is none.

    `tree` has every position on the way, for hints and for the dice already played; None if nobody worked it out.
    """

    at_s: float
    is_dance: bool
    tree: PlayTree | None = None


@dataclass(frozen=True, slots=True)
class CheckerLifted:
    """A checker left this place; told at once, under a hand too."""

    at_s: float
    place: int


@dataclass(frozen=True, slots=True)
class CheckerLaid:
    """A checker came to this place."""

    at_s: float
    place: int


@dataclass(frozen=True, slots=True)
class Woke:
    """The time asked for by the effect WakeAt has come."""

    at_s: float


@dataclass(frozen=True, slots=True)
class PartLost:
    """A part went away. `part` is its name in messages: `Scanner`, `Display`; `remedy` what to check."""

    at_s: float
    part: str
    remedy: str


@dataclass(frozen=True, slots=True)
class PartFound:
    at_s: float
    part: str


@dataclass(frozen=True, slots=True)
class SavingFailed:
    """Facts could not be written, or not within 2 s."""

    at_s: float


@dataclass(frozen=True, slots=True)
class SavingResumed:
    at_s: float


@dataclass(frozen=True, slots=True)
class PositionEntered:
    """A position given by Position ID or on a paired page (White's view), and who is to move next, not yet rolled."""

    at_s: float
    position: Position
    on_roll: Side


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """A game's result given on a paired page: who won and how many points."""

    at_s: float
    winner: Side
    points: int


@dataclass(frozen=True, slots=True)
class MatchesListed:
    """The matches that were put away, the latest first: (id, label); asked for by ListMatches."""

    at_s: float
    matches: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class MatchLoaded:
    """A match that was put away, as it stands; None if it cannot be read. Asked for by LoadMatch.

    `day`: when it was last played, as 2026-11-30.
    """

    at_s: float
    standing: Standing | None
    day: str = ""


@dataclass(frozen=True, slots=True)
class ShutDownRefused:
    """This machine cannot be shut down from here; asked for by ShutDown."""

    at_s: float


Input = (
    KeyPressed
    | KeyReleased
    | BoardStirred
    | BoardSettled
    | DiceDrawn
    | TurnPrepared
    | CheckerLifted
    | CheckerLaid
    | Woke
    | PartLost
    | PartFound
    | SavingFailed
    | SavingResumed
    | PositionEntered
    | ResultEntered
    | MatchesListed
    | MatchLoaded
    | ShutDownRefused
)
