"""The two rows at the top of the panel as pixels: score and cube (R20, R23), whose turn, checkers off (R19), marks.

Owns how these share 128 pixels when names and numbers grow: numbers keep theirs, words give way. Knows nothing of
the dice and the text below.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from PIL import Image

from engine.position import Side
from firmware.fonts import BOLD_PITCH, DARK, LIT, load_font, write, write_bold
from firmware.lettering import Box, fitted, whole_words
from firmware.screens import Screen

WIDTH: Final = 128
SCORE: Final = Box(0, 0, WIDTH, 10)
TURN: Final = Box(0, 10, WIDTH, 10)

_EDGE: Final = 5  # what a side takes besides its name and the digits of its score
_GAP: Final = 5  # between the two sides

_Fonts = tuple[str, str]
_ARRANGEMENTS: Final[tuple[_Fonts, ...]] = (("6x10", "5x8"), ("5x8", "5x8"), ("5x8", "4x6"), ("4x6", "4x6"))
"""Fonts of the turn and of what stands at its right, from the one that is read best to the narrowest."""


class _Part(NamedTuple):
    """Something at the right of the turn's row; a notice is written dark on lit."""

    text: str
    is_notice: bool = False


def draw_score(image: Image.Image, screen: Screen) -> None:
    """Row 0-9: an owned cube beside its owner, names and scores, the length, a neutral cube in the corner."""
    right = _draw_neutral_cube(image, screen)
    taken = sum(_fixed_width(screen, side) for side in Side) + _GAP
    names = (screen.white_name, screen.black_name)
    letters = 6 * (len(names[0]) + len(names[1]))
    right = _draw_length(image, screen.length, right, wanted=taken + letters)
    x = 0
    for side, room in zip(Side, _shares(names, right - taken), strict=True):
        x = _draw_side(image, x, screen, side, room) + _GAP


def _draw_neutral_cube(image: Image.Image, screen: Screen) -> int:
    """The cube nobody owns, in the upper right corner (R20); returns the first column it leaves free."""
    if not _is_at_rest(screen) or screen.cube_owner is not None:
        return WIDTH
    left = WIDTH - _cube_width(screen.cube)
    _draw_cube(image, left, screen.cube)
    return left - 4


def _draw_length(image: Image.Image, length: int, right: int, wanted: int) -> int:
    """Match length, in full if `wanted` pixels stay free for the sides; returns how many pixels are left."""
    font = load_font("5x8")
    words = (f"to {length}", f"/{length}") if length else ("money", "")
    text = next((word for word in words if wanted + font.width_of(word) + 4 <= right), words[-1])
    left = right - font.width_of(text)
    write(image, left, 1, text, font)
    return left - (4 if text else 0)


def _fixed_width(screen: Screen, side: Side) -> int:
    """What a side needs besides its name: its cube and its score, which are never cut."""
    cube = _cube_width(screen.cube) + 2 if _owns_cube(screen, side) else 0
    return cube + _EDGE + BOLD_PITCH * len(_score(screen, side))


def _is_at_rest(screen: Screen) -> bool:
    """Whether the cube is in its place; one on offer is shown large in the middle instead."""
    return screen.has_cube and not screen.cube_offered


def _owns_cube(screen: Screen, side: Side) -> bool:
    return _is_at_rest(screen) and screen.cube_owner is side


def _score(screen: Screen, side: Side) -> str:
    return str(screen.white_score if side is Side.WHITE else screen.black_score)


def _shares(names: tuple[str, str], pixels: int) -> tuple[int, int]:
    """The pixels of each name: half each, and what a short one leaves over goes to the other."""
    first, second = (6 * len(name) for name in names)
    share = min(first, max(pixels // 2, pixels - second))
    return share, min(second, pixels - share)


def _draw_side(image: Image.Image, x: int, screen: Screen, side: Side, room: int) -> int:
    """Cube, name and score of a side, dark on lit while it is on turn; returns the first free column."""
    if _owns_cube(screen, side):
        _draw_cube(image, x, screen.cube)
        x += _cube_width(screen.cube) + 2
    font, name = fitted(screen.white_name if side is Side.WHITE else screen.black_name, room)
    score = _score(screen, side)
    ends = x + font.width_of(name) + _EDGE + BOLD_PITCH * len(score)
    ink = LIT
    if screen.on_turn is side:
        image.paste(LIT, (x, SCORE.y, ends, SCORE.height))
        ink = DARK
    write(image, x + 1, (SCORE.height - font.height + 1) // 2, name, font, ink)
    write_bold(image, x + 4 + font.width_of(name), SCORE.y, score, ink)
    return ends


def _cube_width(value: int) -> int:
    return 5 * len(str(value)) + 5


def _draw_cube(image: Image.Image, x: int, value: int) -> None:
    width = _cube_width(value)
    image.paste(LIT, (x, 0, x + width, 10))
    image.paste(DARK, (x + 1, 1, x + width - 1, 9))
    write(image, x + 3, 1, str(value), load_font("5x8"))


def draw_turn(image: Image.Image, screen: Screen) -> None:
    """Row 10-19: the text of the turn at the left; at the right checkers off, clock, Crawford and marks."""
    parts, (left_font, right_font) = _arranged(screen)
    room = WIDTH - _width_of(parts, right_font)
    face = load_font(left_font)
    turn = whole_words(screen.turn, face.columns(room))
    write(image, 1, TURN.y + (TURN.height - face.height + 1) // 2, turn, face)
    x = room
    for part in parts:
        _draw_part(image, x, part, right_font)
        x += _part_width(part, right_font)


def _arranged(screen: Screen) -> tuple[tuple[_Part, ...], _Fonts]:
    """What stands at the right and in which fonts: the least narrow way in which the whole row fits.

    If none does, the turn's words give way first, then the less important notices, then Crawford.
    """
    first_mark = replace(screen, marks=screen.marks[:1])
    brief = _parts(screen, "Crf")
    for parts in (_parts(screen, "Crawford"), brief):
        for fonts in _ARRANGEMENTS:
            if load_font(fonts[0]).width_of(screen.turn) + _width_of(parts, fonts[1]) <= WIDTH:
                return parts, fonts
    narrow = _ARRANGEMENTS[-1]
    choices = (brief, _parts(first_mark, "Crf"), _parts(first_mark, ""))
    return next((parts for parts in choices if _width_of(parts, narrow[1]) <= WIDTH), choices[-1]), narrow


def _parts(screen: Screen, crawford: str) -> tuple[_Part, ...]:
    parts = []
    if screen.white_off or screen.black_off:
        parts.append(_Part(f"off {screen.white_off}-{screen.black_off}"))
    if screen.clock:
        parts.append(_Part(screen.clock))
    if screen.is_crawford and crawford:
        parts.append(_Part(crawford))
    return (*parts, *(_Part(mark.value, is_notice=True) for mark in screen.marks))


def _width_of(parts: tuple[_Part, ...], font: str) -> int:
    return sum(_part_width(part, font) for part in parts)


def _part_width(part: _Part, font: str) -> int:
    return load_font(font).width_of(part.text) + 4


def _draw_part(image: Image.Image, x: int, part: _Part, font: str) -> None:
    """A part after a gap of 3 pixels, hence flush with the right edge when it is the last."""
    face = load_font(font)
    ink = LIT
    if part.is_notice:
        image.paste(LIT, (x + 2, TURN.y + 1, x + face.width_of(part.text) + 4, TURN.y + TURN.height - 1))
        ink = DARK
    write(image, x + 3, TURN.y + (TURN.height - face.height + 1) // 2, part.text, face, ink)
