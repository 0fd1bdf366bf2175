"""Board, lamps and panel drawn in a text terminal, for `show` and the rehearsal.

Owns letters only. Loads Pillow only for a picture, so that commands without a panel start without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.position import Position
from hardware.geometry import COLUMNS, ROW
from hardware.ports import DARK, Colour, Lamp, Rhythm

if TYPE_CHECKING:
    from PIL.Image import Image

WHITE_CHECKER: Final = "O"
BLACK_CHECKER: Final = "X"
DEPTH: Final = 5
"""Checkers drawn on a point before a number stands for them."""

_LEFT_UPPER: Final = tuple(range(13, 19))
_RIGHT_UPPER: Final = tuple(range(19, 25))
_LEFT_LOWER: Final = tuple(range(12, 6, -1))
_RIGHT_LOWER: Final = tuple(range(6, 0, -1))

_BRAILLE: Final = 0x2800
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a braille cell, by row and column (Unicode, chapter 21.1)."""

_LAMP_LETTERS: Final = {
    Colour.OFF: ".",
    Colour.WHITE: "w",
    Colour.GREEN: "g",
    Colour.RED: "r",
    Colour.BLUE: "b",
    Colour.VIOLET: "v",
    Colour.AMBER: "a",
}


def board_text(position: Position, names: tuple[str, str] = ("White", "Black"), notes: Sequence[str] = ()) -> str:
    """A board from a position in White's view: White is O and moves 24 to 1 towards the lower right corner.

    `notes` are written at the right, from the top down (cube, score, whose turn).
    """
    upper = [
        _row(position, _LEFT_UPPER, _RIGHT_UPPER, height, position.opp_bar, BLACK_CHECKER) for height in range(DEPTH)
    ]
    lower = [
        _row(position, _LEFT_LOWER, _RIGHT_LOWER, height, position.own_bar, WHITE_CHECKER) for height in range(DEPTH)
    ]
    lines = [
        _numbers(_LEFT_UPPER, _RIGHT_UPPER),
        _EDGE,
        *upper,
        "|" + " " * 18 + "|BAR|" + " " * 18 + "|",
        *reversed(lower),
        _EDGE,
        _numbers(_LEFT_LOWER, _RIGHT_LOWER),
    ]
    sides = {
        1: f"{BLACK_CHECKER} {names[1]}: {position.opp_pips} pips, {position.opp_off} off",
        len(lines) - 2: f"{WHITE_CHECKER} {names[0]}: {position.own_pips} pips, {position.own_off} off",
    }
    remarks = sides | {3 + k: note for k, note in enumerate(notes)}
    return "\n".join(f"{line}  {remarks.get(k, '')}".rstrip() for k, line in enumerate(lines))


_EDGE: Final = "+" + "-" * 18 + "+---+" + "-" * 18 + "+"


def _numbers(left: Sequence[int], right: Sequence[int]) -> str:
    return " " + "".join(f"{n:^3}" for n in left) + "     " + "".join(f"{n:^3}" for n in right) + " "


def _row(position: Position, left: Sequence[int], right: Sequence[int], height: int, bar: int, bar_letter: str) -> str:
    """One row of a half board; `height` counts from the rim, on the bar from the middle."""
    middle = _stacked(bar, bar_letter, DEPTH - 1 - height)
    halves = ("".join(_cell(position, point, height) for point in half) for half in (left, right))
    return f"|{next(halves)}|{middle}|{next(halves)}|"


def _cell(position: Position, point: int, height: int) -> str:
    own, opp = position.own_on(point), position.opp_on(point)
    return _stacked(own, WHITE_CHECKER, height) if own else _stacked(opp, BLACK_CHECKER, height)


def _stacked(checkers: int, letter: str, height: int) -> str:
    """Three columns of a stack: the last checker drawn gives the number where the stack is higher."""
    if checkers > DEPTH and height == DEPTH - 1:
        return f"{checkers:^3}"
    return f" {letter} " if height < checkers else "   "


def picture_text(image: Image) -> str:
    """A one-bit picture as braille, four rows and two columns of pixels a letter: 128 x 64 are 16 lines of 64."""
    pixels = image.convert("1").load()
    if pixels is None:
        raise ValueError("the picture holds no pixels")
    lines = []
    for top in range(0, image.height, len(_DOTS)):
        codes = []
        for left in range(0, image.width, 2):
            code = _BRAILLE
            for y, row in enumerate(_DOTS):
                for x, dot in enumerate(row):
                    if top + y < image.height and left + x < image.width and pixels[left + x, top + y]:
                        code |= dot
            codes.append(chr(code))
        lines.append("".join(codes))
    return "\n".join(lines)


def framed(text: str) -> str:
    """A text of equally long lines in a frame, as a panel has one."""
    lines = text.split("\n")
    rule = "─" * len(lines[0])
    return "\n".join([f"┌{rule}┐", *(f"│{line}│" for line in lines), f"└{rule}┘"])


def lamps_text(frame: Sequence[Lamp], is_coloured: bool = False) -> str:
    """The lamps by place as two rows as they lie on the board, far above near: columns, bar, columns, tray.

    A dark lamp is `.`; a lit one is its colour's letter (w g r b v a), large when it blinks, breathes or pulses.
    `is_coloured` adds the terminal's colours. Raises ValueError unless there is one lamp a place.
    """
    if len(frame) != COLUMNS + 4:
        raise ValueError(f"{len(frame)} lamps given; the board has {COLUMNS + 4}, one a place")
    near, far = frame[:ROW], frame[ROW:COLUMNS]
    bars, trays = frame[COLUMNS : COLUMNS + 2], frame[COLUMNS + 2 :]
    rows = ((far, bars[1], trays[1]), (near, bars[0], trays[0]))
    return "\n".join(
        f"|{_lamps(row[:6], is_coloured)}|{_lamps([bar], is_coloured)}|{_lamps(row[6:], is_coloured)}|"
        f"{_lamps([tray], is_coloured)}|"
        for row, bar, tray in rows
    )


def _lamps(lamps: Sequence[Lamp], is_coloured: bool) -> str:
    return "".join(_lamp(lamp, is_coloured) for lamp in lamps)


def _lamp(lamp: Lamp, is_coloured: bool) -> str:
    """Three columns, as wide as a point of the board."""
    if lamp.colour is DARK.colour:
        return " . "
    letter = _LAMP_LETTERS[lamp.colour]
    if lamp.rhythm not in (Rhythm.STEADY, Rhythm.DIM):
        letter = letter.upper()
    if not is_coloured:
        return f" {letter} "
    red, green, blue = lamp.colour.value
    return f" \x1b[38;2;{red};{green};{blue}m{letter}\x1b[0m "
