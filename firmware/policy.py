"""Policies of a table: what is hinted, warned of and revealed; and the times people need. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Policy(Enum):
    HOME = "home"
    CLUB = "club"
    TOURNAMENT = "tournament"

    @property
    def has_landing_lamps(self) -> bool:
        """Hints: where a lifted checker may land, which may be moved."""
        return self is Policy.HOME

    @property
    def greys_played_dice(self) -> bool:
        return self is not Policy.TOURNAMENT


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds that the table waits; TABLE.md names each."""

    short_s: float = 0.35
    hold_s: float = 0.7
    long_hold_s: float = 2.0
    question_deaf_s: float = 1.0
    warn_after_s: float = 1.0
    start_stands_s: float = 1.0
    roll_shown_s: float = 1.0
    displaced_s: float = 3.0
    win_stands_s: float = 1.0
    press_kept_s: float = 1.5
    no_play_passes_after_s: float = 0.0  # 0: by key only


@dataclass(frozen=True, slots=True)
class House:
    """How this table is set up; each new match takes these over."""

    length: int = 7
    score: tuple[int, int] = (0, 0)
    has_crawford: bool = True
    has_jacoby: bool = False
    has_beavers: bool = False
    policy: Policy = Policy.CLUB
    white_name: str = "White"
    black_name: str = "Black"
    white_seat: int = 0
    times: Times = Times()
    is_flipping: bool = True  # the picture turns to whoever must act
