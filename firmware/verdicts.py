"""The referee's answers. Values only, so that table and tests can speak of them without the referee."""

from __future__ import annotations

from dataclasses import dataclass

from engine.plays import Play
from engine.position import Position
from engine.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Unmoved:
    """The board stands as the turn began."""


@dataclass(frozen=True, slots=True)
class Underway:
    """A legal play may still come of this: some lifts or drops are done, or checkers are in the hand.

    `ruling` says what is still to be done; it is told only in answer to PLAY. `places` differ from the start.
    `reached`: the position it most likely shows, in the mover's view. `missing`: checkers that are nowhere to be seen
    and that no legal play of this roll would have taken off; `look_at`: the places of the nearest legal end that read
    otherwise.
    """

    ruling: Ruling | None = None
    places: tuple[int, ...] = ()
    reached: Position | None = None
    missing: int = 0
    look_at: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Complete:
    """The end of a legal play. `in_hand`: hit checkers not yet laid on the bar. `reads_like_start`: nothing to see."""

    play: Play
    in_hand: int = 0
    reads_like_start: bool = False
    on_wrong_bar: bool = False


@dataclass(frozen=True, slots=True)
class Illegal:
    """No legal play and none under way. `places` are those that differ from the start of the turn."""

    ruling: Ruling
    places: tuple[int, ...]
    reached: Position | None = None


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several legal plays read exactly like this."""

    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The cells do not tell what stands at these places: missing or extra checkers, or cells in doubt.

    `missing`: checkers fewer than any legal play leaves; negative: more. `plays`: the legal plays that it may be, in
    no order of likelihood, to be asked about where straightening the places does not help.
    """

    places: tuple[int, ...]
    missing: int = 0
    plays: tuple[Play, ...] = ()


Verdict = Unmoved | Underway | Complete | Illegal | Ambiguous | Unreadable
