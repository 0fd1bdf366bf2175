"""Screens: what the players see on the panel, as plain values.

Owns which pieces of news a picture carries. Knows nothing of pixels, fonts or panels (firmware/screen_drawing.py)
nor of when which screen is due (firmware/table.py). Texts come translated, but for the marks, which are values too.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from engine.position import Side
from firmware.texts import later

COLUMNS: Final = 21
"""Characters in a line of text."""


class Mark(Enum):
    """Small standing notices in the row of the turn, the most important first."""

    # Translators: notices in small capitals at the right of the second row, at most 13 characters each
    NOT_SAVED = later("NOT SAVED")
    # Translators: at most 13 characters; the part is missing
    SCANNER_MISSING = later("NO SCANNER")
    # Translators: at most 13 characters; the part is missing
    KEYS_MISSING = later("NO KEYS")
    # Translators: at most 13 characters; the part is missing
    BUZZER_MISSING = later("NO BUZZER")
    # Translators: at most 13 characters; one of two panels is missing
    PANEL_MISSING = later("ONE PANEL")
    # Translators: at most 13 characters
    PAUSED = later("PAUSED")
    # Translators: at most 13 characters
    CLOCK_STOPPED = later("CLOCK STOPPED")


class Die(NamedTuple):
    """One die, 1-6. A number already played is greyed."""

    number: int
    is_played: bool = False


@dataclass(frozen=True, slots=True)
class Screen:
    """One picture for the players. Everything has a default, so a screen names only what it shows.

    Both names empty: there is no match yet, and the lines of text fill the panel.
    """

    white_name: str = ""
    black_name: str = ""
    white_score: int = 0
    black_score: int = 0
    length: int = 0
    """Match length in points; 0 for money."""
    cube: int = 1
    """Value of the cube; while `cube_offered` the value it would get."""
    cube_owner: Side | None = None
    """None: neutral, shown in the upper right corner (R20); else beside the owner's name (R23)."""
    cube_offered: bool = False
    has_cube: bool = True
    turn: str = ""
    """Short text of the turn's row, as `White to roll`; the narrower fonts hold 32 characters when it stands alone."""
    on_turn: Side | None = None
    """Whose name and score are lit up."""
    white_off: int = 0
    black_off: int = 0
    is_crawford: bool = False
    clock: str = ""
    """Time left of the side on turn, as `12:05`; empty without a clock."""
    marks: tuple[Mark, ...] = ()
    dice: tuple[Die, ...] = ()
    is_rolling: bool = False
    """The dice tumble: no number is shown yet."""
    big: str = ""
    """Shown twice the size where the dice would be, at most 10 characters; ignored while dice are shown."""
    lines: tuple[str, str] = ("", "")
    """Two lines of at most 21 characters."""
    is_warning: bool = False
    board: tuple[int, ...] = ()
    """A small board in the middle instead of dice: checkers by place (28), White's positive, Black's negative."""
    bar: float | None = None
    """How full the bar of a held key is, 0 to 1; None while no key is held."""
    facing: int = 0
    """The seat that reads it: 0 near, 1 far (the picture is turned by 180 degrees)."""


def message(first: str, second: str = "", facing: int = 0) -> Screen:
    """A screen without a match: two lines alone, as `Scanner not found:` / `check the USB cable`."""
    return Screen(lines=(first, second), facing=facing)
