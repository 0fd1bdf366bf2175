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
from firmware.lettering import Box, cut, fitted, plain, whole_words
from firmware.screens import Screen
from firmware.texts import _

WIDTH: Final = 128
SCORE: Final = Box(0, 0, WIDTH, 10)
TURN: Final = Box(0, 10, WIDTH, 10)

_EDGE: Final = 5  # what a side takes besides its name and the digits of its score
_GAP: Final = 5  # between the two sides
_GAP_OF_PART: Final = 4  # before a part at the right of the turn's row, and after a notice

_Fonts = tuple[str, str]
_ARRANGEMENTS: Final[tuple[_Fonts, ...]] = (("6x10", "5x8"), ("5x8", "5x8"), ("5x8", "4x6"), ("4x6", "4x6"))
"""Fonts of the turn and of what stands at its right, from the one that is read best to the narrowest."""


class Part(NamedTuple):
    """Something at the right of the turn's row; a notice is written dark on lit."""

    text: str
    is_notice: bool = False


def draw_score(image: Image.Image, screen: Screen) -> None:
    """Row 0-9: an owned cube beside its owner, names and scores, the length, a neutral cube in the corner."""
    right = _draw_neutral_cube(image, screen)
    taken = sum(_fixed_width(screen, side) for side in Side) + _GAP
    names = (plain(screen.white_name), plain(screen.black_name))
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
    # Translators: the match length, as in "to 7"; at most 6 characters, else /7 is shown
    to_length = plain(_("to {length}").format(length=length))
    # Translators: no match but a money session; at most 6 characters, else nothing is shown
    words = (to_length, f"/{length}") if length else (plain(_("money")), "")
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
    font, name = fitted(plain(screen.white_name if side is Side.WHITE else screen.black_name), room)
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
    row = turn_row(screen)
    face = load_font(row.fonts[0])
    write(image, 1, TURN.y + (TURN.height - face.height + 1) // 2, row.turn, face)
    x = WIDTH - _width_of(row.parts, row.fonts[1])
    for part in row.parts:
        _draw_part(image, x, part, row.fonts[1])
        x += _part_width(part, row.fonts[1])


class TurnRow(NamedTuple):
    """What the row of the turn holds: the text at the left, the parts at the right, and the fonts of both."""

    turn: str
    parts: tuple[Part, ...]
    fonts: _Fonts


def turn_row(screen: Screen) -> TurnRow:
    """The row in the least narrow fonts in which all of it fits.

    If none does, words give way: Crawford's and that for checkers off, the turn's, the less important notices,
    Crawford, letters of the first notice. Numbers and the first notice stay.
    """
    turn = plain(screen.turn)
    brief = _crawford_in_short()
    for parts in (_parts(screen, _crawford()), _parts(screen, brief), _parts(screen, brief, has_word=False)):
        for fonts in _ARRANGEMENTS:
            if load_font(fonts[0]).width_of(turn) + _width_of(parts, fonts[1]) <= WIDTH:
                return TurnRow(turn, parts, fonts)
    fonts = _ARRANGEMENTS[-1]
    parts = _squeezed(screen, fonts[1])
    room = WIDTH - _width_of(parts, fonts[1])
    return TurnRow(whole_words(turn, load_font(fonts[0]).columns(room)), parts, fonts)


def _crawford() -> str:
    # Translators: the Crawford game; at most 8 characters
    return _("Crawford")


def _crawford_in_short() -> str:
    # Translators: the Crawford game in short, at most 3 characters
    return _("Crf")


def _squeezed(screen: Screen, font: str) -> tuple[Part, ...]:
    """The most that the row holds in this font without the words of the turn."""
    first = replace(screen, marks=screen.marks[:1])
    choices = (
        _parts(screen, _crawford_in_short()),
        _parts(first, _crawford_in_short()),
        _parts(first, ""),
        _parts(first, "", has_word=False),
    )
    found = next((parts for parts in choices if _width_of(parts, font) <= WIDTH), None)
    return found or _with_last_cut(choices[-1], font)


def _with_last_cut(parts: tuple[Part, ...], font: str) -> tuple[Part, ...]:
    *others, last = parts
    room = WIDTH - _width_of(tuple(others), font) - _GAP_OF_PART
    return (*others, last._replace(text=cut(last.text, room // load_font(font).width)))


def _parts(screen: Screen, crawford: str, has_word: bool = True) -> tuple[Part, ...]:
    parts = []
    if screen.white_off or screen.black_off:
        numbers = f"{screen.white_off}-{screen.black_off}"
        # Translators: checkers borne off, White's and Black's, as in "off 7-12"; at most 4 letters and the numbers
        parts.append(Part(plain(_("off {numbers}").format(numbers=numbers)) if has_word else numbers))
    if screen.clock:
        parts.append(Part(screen.clock))
    if screen.is_crawford and crawford:
        parts.append(Part(plain(crawford)))
    return (*parts, *(Part(plain(_(mark.value)), is_notice=True) for mark in screen.marks))


def _width_of(parts: tuple[Part, ...], font: str) -> int:
    return sum(_part_width(part, font) for part in parts)


def _part_width(part: Part, font: str) -> int:
    return load_font(font).width_of(part.text) + _GAP_OF_PART


def _draw_part(image: Image.Image, x: int, part: Part, font: str) -> None:
    """A part after a gap of 3 pixels, hence flush with the right edge when it is the last."""
    face = load_font(font)
    ink = LIT
    if part.is_notice:
        image.paste(LIT, (x + 2, TURN.y + 1, x + face.width_of(part.text) + 4, TURN.y + TURN.height - 1))
        ink = DARK
    write(image, x + 3, TURN.y + (TURN.height - face.height + 1) // 2, part.text, face, ink)
