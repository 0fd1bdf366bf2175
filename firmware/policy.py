"""Policies of a table: what is hinted, warned of and revealed; and the times people need. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.clock import TIME_RULES, TimeControl
from engine.position import Position
from engine.variants import BACKGAMMON, VARIANTS


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


class IllegalPlay(Enum):
    """What becomes of an illegal play under tournament policy; the others always mean LEGAL_MOVES."""

    LEGAL_MOVES = "legal_moves"
    """The turn cannot be passed until the play is legal."""
    CONDONE = "condone"
    """It may be passed; the opponent lets it stand or demands its correction."""
    SILENT = "silent"
    """Nothing reveals whether a play is legal."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds that the table waits; TABLE.md names each."""

    short_s: float = 0.35
    hold_s: float = 0.7
    long_hold_s: float = 2.0
    menu_press_s: float = 0.2
    menu_hold_s: float = 1.5
    question_deaf_s: float = 1.0
    warn_after_s: float = 1.0
    start_stands_s: float = 1.0
    roll_shown_s: float = 1.0
    displaced_s: float = 3.0
    win_stands_s: float = 1.0
    press_kept_s: float = 1.5
    bar_breathes_s: float = 4.0
    asleep_s: float = 300.0
    no_play_passes_after_s: float = 0.0  # 0: by key only


@dataclass(frozen=True, slots=True)
class House:
    """How this table is set up; each new match takes these over.

    `director_code`: four digits that open the menu in a tournament match, empty for none. `languages`: what the menu
    offers. `brightness` in per cent. `automatic_doubles`: how often equal opening dice turn the cube of a money game.
    `ratings` and `experience`: White's and Black's as engine.ratings has them, None for a player without. `clock`: a
    name of engine.clock.TIME_RULES, `off`, or `free` with the two times given here. `white_word` and `black_word`: what
    messages call the sides, after the colours of the set. `panels`: how many show the picture.
    """

    length: int = 7
    score: tuple[int, int] = (0, 0)
    has_crawford: bool = True
    has_jacoby: bool = False
    has_beavers: bool = False
    policy: Policy = Policy.CLUB
    illegal_play: IllegalPlay = IllegalPlay.LEGAL_MOVES
    white_name: str = "White"
    black_name: str = "Black"
    white_word: str = "White"
    black_word: str = "Black"
    white_seat: int = 0
    times: Times = Times()
    is_flipping: bool = True  # the picture turns to whoever must act
    director_code: str = ""
    volume: str = "low"
    brightness: int = 100
    language: str = "en"
    languages: tuple[str, ...] = ("en",)
    variant: str = BACKGAMMON.name
    automatic_doubles: int = 0
    has_holland: bool = False
    cube_limit: int = 1024
    ratings: tuple[float | None, float | None] = (None, None)
    experience: tuple[int, int] = (0, 0)
    clock: str = "off"
    clock_reserve_s: float = 600.0
    clock_delay_s: float = 12.0
    panels: int = 1

    @property
    def start(self) -> Position:
        """How the checkers stand at the start of a new match."""
        return VARIANTS[self.variant].start

    @property
    def time_control(self) -> TimeControl | None:
        """What each side gets in a new match; None without a clock, and where a rule by the point has no length."""
        if self.clock == "free":
            return TimeControl(self.clock_reserve_s, self.clock_delay_s)
        rule = TIME_RULES.get(self.clock)
        return rule.control(self.length, self.score) if rule is not None and self.length else None
