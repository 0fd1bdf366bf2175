"""Representative screens, by name: golden tests and the pictures in docs/screens draw exactly these."""

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
    "set_up": replace(
        _SEVEN,
        white_score=0,
        black_score=0,
        turn="Set up the board",
        big="to 7",
        lines=("8: 1 missing", "CUBE: other length"),
    ),
    "opening_roll": replace(
        _SEVEN, turn="Opening roll", dice=(Die(5), Die(3)), lines=("White 5   Black 3", "White begins: PLAY")
    ),
    "opening_rolling": replace(_SEVEN, turn="Opening roll", is_rolling=True),
    "to_roll": replace(_WHITE, turn="White to roll", lines=("PLAY: roll the dice", "CUBE: double")),
    "to_roll_silent": replace(_WHITE, turn="White to roll"),
    "to_roll_high_score": replace(_WHITE, turn="White to roll", white_score=12, black_score=24, length=25, cube=2),
    "moving": replace(_WHITE, dice=_31, lines=("PLAY when done", "")),
    "one_played": replace(_WHITE, dice=(Die(3, True), Die(1)), lines=("Still to play: 1", "")),
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
    "warning": replace(_WHITE, dice=_31, is_warning=True, lines=("18 is blocked: 3", "black checkers")),
    "warning_longest": replace(
        _WHITE, dice=(Die(5), Die(3)), is_warning=True, lines=("No way from 24 to 16:", "21 and 19 are held")
    ),
    "warning_double": replace(
        _WHITE,
        dice=(Die(3, True), Die(3, True), Die(3, True), Die(3)),
        is_warning=True,
        lines=("Play all four 3s:", "1 more is possible"),
    ),
    "refused": replace(
        _SEVEN,
        white_score=6,
        on_turn=BLACK,
        turn="Black to roll",
        is_crawford=True,
        has_cube=False,
        is_warning=True,
        lines=("Crawford: no doubling", ""),
    ),
    "double_offered": replace(
        _SEVEN,
        on_turn=BLACK,
        turn="White doubles",
        cube=2,
        cube_offered=True,
        lines=("Drop: White 4-1", "CUBE: take, held drop"),
    ),
    "take_question": replace(
        _SEVEN,
        on_turn=BLACK,
        turn="Black: take?",
        cube=2,
        cube_offered=True,
        lines=("Take at 2?", "CUBE: yes  PLAY: back"),
    ),
    "drop_held": replace(
        _SEVEN,
        on_turn=BLACK,
        turn="Black: drop?",
        cube=2,
        cube_offered=True,
        lines=("Drop: White 4-1", "hold CUBE to drop"),
        bar=0.6,
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
    "game_over": replace(
        _SEVEN, white_score=7, turn="White wins a gammon", big="+4", lines=("7-1: White wins 4 x 1", "PLAY: next game")
    ),
    "match_over": replace(
        _SEVEN, white_score=7, turn="Match over", big="White wins", lines=("White 7   Black 1", "hold PLAY: new match")
    ),
    "not_saved": replace(_WHITE, dice=_31, marks=(Mark.NOT_SAVED,), lines=("PLAY when done", "")),
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
    "scanner_missing": replace(
        _SEVEN,
        turn="Paused",
        marks=(Mark.SCANNER_MISSING,),
        is_warning=True,
        lines=("Scanner not found:", "check the USB cable"),
    ),
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
    "facing_far": replace(_WHITE, dice=_31, lines=("PLAY when done", ""), facing=1),
}
