"""A whole position in 128 x 24 pixels: how many checkers of which side lie where.

Owns the small board's layout, as the reader sees the real one: points in two rows of twelve, the bar between the sixth
and the seventh, the trays at the right. White's counts stand dark on lit, Black's in a frame. Knows no rules.
"""

from __future__ import annotations

from typing import Final

from PIL import Image

from firmware.fonts import DARK, LIT, load_font, write

ROW: Final = 12  # places in a row: 0-11 the near one from left to right, 12-23 the far one (hardware/geometry.py)
PLACES: Final = 28
_BAR: Final = 24
_TRAY: Final = 26
_PITCH: Final = 9
_CELL: Final = (8, 11)
_BELOW: Final = 13  # from the upper row of cells to the lower
_HALF: Final = 66  # where the right half's points begin
_BAR_X: Final = 55
_TRAY_X: Final = 120
_BAR_EDGES: Final = (53, 64)
_FAR: Final = 1


def draw_board(image: Image.Image, y: int, board: tuple[int, ...], facing: int) -> None:
    """The board from row `y` on: checkers by place, White's positive and Black's negative, as seat `facing` sees them.

    Raises ValueError unless there are 28 places.
    """
    if len(board) != PLACES:
        raise ValueError(f"a board has {PLACES} places, not {len(board)}")
    for x in _BAR_EDGES:
        image.paste(LIT, (x, y, x + 1, y + _BELOW + _CELL[1]))
    for place in range(PLACES):
        x, is_upper = _spot(_turned(place) if facing == _FAR else place)
        _draw_count(image, x, y if is_upper else y + _BELOW, board[place], is_upper)


def _turned(place: int) -> int:
    """The place that lies where this one does, seen from the other seat."""
    if place < 2 * ROW:
        return 2 * ROW - 1 - place
    return place ^ 1


def _spot(place: int) -> tuple[int, bool]:
    """Left edge of a place's cell, and whether it is in the upper row."""
    if place >= _TRAY:
        return _TRAY_X, place != _TRAY
    if place >= _BAR:
        return _BAR_X, place != _BAR
    half, column = divmod(place % ROW, ROW // 2)
    return half * _HALF + column * _PITCH, place >= ROW


def _draw_count(image: Image.Image, x: int, y: int, count: int, is_upper: bool) -> None:
    width, height = _CELL
    if not count:
        image.paste(LIT, (x + 3, y if is_upper else y + height - 1, x + 5, y + 1 if is_upper else y + height))
        return
    image.paste(LIT, (x, y, x + width, y + height))
    text = str(abs(count))
    is_wide = len(text) > 1
    if count < 0:  # two digits leave no room for the frame's sides
        side = 0 if is_wide else 1
        image.paste(DARK, (x + side, y + 1, x + width - side, y + height - 1))
    font = load_font("4x6" if is_wide else "5x8")
    left = x + (width - font.width_of(text) + 1) // 2
    write(image, left, y + (height - font.height + 1) // 2, text, font, DARK if count > 0 else LIT)
