"""Screens that try the layout: long names, large numbers, everything at once, another language; by name.

What the table shows in each of its states is in tests/firmware/table_scenes.py; golden pictures draw both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.position import Side
from firmware.screens import Die, Mark, Screen, message

WHITE, BLACK = Side.WHITE, Side.BLACK

_SEVEN: Final = Screen(white_name="White", black_name="Black", white_score=3, black_score=1, length=7)
_WHITE: Final = replace(_SEVEN, on_turn=WHITE, turn="White to move")
_31: Final = (Die(3), Die(1))

SAMPLES: Final[dict[str, Screen]] = {
    "to_roll_silent": replace(_WHITE, turn="White to roll"),
    "to_roll_high_score": replace(_WHITE, turn="White to roll", white_score=12, black_score=24, length=25, cube=2),
    "moving": replace(_WHITE, dice=_31, lines=("PLAY when done", "")),
    "double_two_played": replace(
        _WHITE, dice=(Die(5, True), Die(5, True), Die(5), Die(5)), lines=("Still to play: 5 5", "")
    ),
    "bearing_off": replace(
        _SEVEN,
        on_turn=BLACK,
        turn="Black to move",
        white_off=7,
        black_off=12,
        dice=(Die(6), Die(4)),
        lines=("PLAY when done", ""),
    ),
    "warning_longest": replace(
        _WHITE, dice=(Die(5), Die(3)), is_warning=True, lines=("No way from 24 to 16:", "21 and 19 are held")
    ),
    "warning_double": replace(
        _WHITE,
        dice=(Die(3, True), Die(3, True), Die(3, True), Die(3)),
        is_warning=True,
        lines=("Play all four 3s:", "1 more is possible"),
    ),
    "crawford": replace(
        _SEVEN,
        white_score=6,
        black_score=4,
        on_turn=BLACK,
        turn="Black to roll",
        is_crawford=True,
        has_cube=False,
        lines=("PLAY: roll the dice", "Crawford: no cube"),
    ),
    "cube_white": replace(
        _WHITE, cube=2, cube_owner=WHITE, turn="White to roll", lines=("PLAY: roll the dice", "CUBE: double to 4")
    ),
    "cube_black": replace(
        _WHITE,
        cube=16,
        cube_owner=BLACK,
        white_score=12,
        black_score=10,
        length=25,
        dice=(Die(6), Die(6), Die(6), Die(6)),
    ),
    "everything": replace(
        _WHITE,
        white_off=12,
        black_off=15,
        is_crawford=True,
        clock="12:05",
        marks=(Mark.NOT_SAVED, Mark.SCANNER_MISSING),
        dice=_31,
    ),
    "clock": replace(_WHITE, clock="12:05", white_off=3, dice=_31, lines=("PLAY when done", "")),
    "starting_without_scanner": message("Scanner not found:", "check the USB cable"),
    "starting_unsaved": replace(message("Go on? W3 B1 to 7", "Both: PLAY"), marks=(Mark.NOT_SAVED,), is_warning=True),
    "money": replace(
        _SEVEN,
        white_score=12,
        black_score=9,
        length=0,
        cube=64,
        on_turn=BLACK,
        turn="Black to move",
        dice=(Die(2), Die(6)),
    ),
    "long_names": replace(
        _WHITE,
        white_name="Maximiliana",
        black_name="Bartholomeus",
        white_score=12,
        black_score=24,
        length=25,
        cube=4,
        turn="Maximiliana to move",
        dice=(Die(4), Die(2)),
        lines=("PLAY when done", ""),
    ),
    "accents": replace(
        _WHITE, white_name="Peña", black_name="Zoë", turn="Zoë geëindigd", lines=("Ñandú, één, Größe", "→ 5 € ¿qué?")
    ),
    "too_long_a_line": replace(_WHITE, dice=_31, lines=("Hindi pa nakakapasok ang", "lahat ng piraso mula sa bar: 2")),
    "long_language": replace(
        _WHITE,
        turn="Wit is aan de beurt",
        dice=_31,
        lines=("Er is nog een steen die van 24 naar 21 kan", "en daarna een andere van 6 naar 5"),
    ),
    "long_language_warning": replace(
        _WHITE,
        turn="Wit is aan de beurt",
        dice=_31,
        is_warning=True,
        lines=("Geen weg van punt 24 naar 16:", "punten 21 en 19 zijn bezet"),
    ),
    "facing_far": replace(_WHITE, dice=_31, lines=("PLAY when done", ""), facing=1),
}
