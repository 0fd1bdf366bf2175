"""A Screen as pixels: 128 x 64, one bit each.

Owns the layout of the panel. Knows nothing of the game nor of the chip that shows it.
Rows 0-9 score and cube, 10-19 the turn, 20-43 dice, 44-63 two lines of text; a warning takes rows 37-63 and leaves
the dice 16 pixels. Text that is too long is broken and narrowed by firmware/lettering.py.
"""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageChops

from firmware.board_drawing import draw_board
from firmware.dice_drawing import LARGE, SMALL, draw_die, draw_tumbling, spread
from firmware.fonts import BOLD_HEIGHT, BOLD_PITCH, DARK, LIT, load_font, write, write_bold
from firmware.header_drawing import draw_score, draw_turn
from firmware.lettering import FONTS, TALL_FONTS, Box, Row, fits, plain, set_rows, write_row
from firmware.screens import Screen

WIDTH: Final = 128
HEIGHT: Final = 64
FAR: Final = 1

MIDDLE: Final = Box(0, 20, WIDTH, 24)
MIDDLE_LINES: Final = (Box(0, 20, WIDTH, 12), Box(0, 32, WIDTH, 12))
LINES: Final = (Box(0, 44, WIDTH, 10), Box(0, 54, WIDTH, 10))
WARNING_MIDDLE: Final = Box(0, 20, WIDTH, 16)
WARNING_LINES: Final = (Box(0, 38, WIDTH, 13), Box(0, 51, WIDTH, 13))
TEXT: Final = Box(0, 44, WIDTH, 20)
WARNING: Final = Box(0, 37, WIDTH, 27)
ROOMY_LINES: Final = (Box(0, 26, WIDTH, 14), Box(0, 45, WIDTH, 14))
"""Used while nothing stands in the middle."""
MESSAGE: Final = Box(0, 20, WIDTH, 34)
MESSAGE_LINES: Final = (Box(0, 22, WIDTH, 14), Box(0, 39, WIDTH, 14))
_NOWHERE: Final = Box(0, HEIGHT, WIDTH, 0)
"""The box of a second line that is empty, where the first has the room of both."""


def draw(screen: Screen) -> Image.Image:
    """The picture of a screen, mode "1", 128 x 64, already turned towards the seat that reads it."""
    image = Image.new("1", (WIDTH, HEIGHT))
    if screen.white_name or screen.black_name:
        draw_score(image, screen)
        draw_turn(image, screen)
        _draw_middle(image, screen)
        _draw_lines(image, screen)
    else:
        _draw_message(image, screen)
    return image.transpose(Image.Transpose.ROTATE_180) if screen.facing == FAR else image


def _draw_middle(image: Image.Image, screen: Screen) -> None:
    """A whole board, dice, the cube on offer, a large text, or with nothing else to say the score."""
    box, size = (WARNING_MIDDLE, SMALL) if screen.is_warning else (MIDDLE, LARGE)
    if screen.board and not screen.is_warning:
        draw_board(image, box.y, screen.board, screen.facing)
    elif screen.is_rolling:
        for x in spread(2, size, WIDTH):
            draw_tumbling(image, x, box.y, size)
    elif screen.dice:
        for x, die in zip(spread(len(screen.dice), size, WIDTH), screen.dice, strict=True):
            draw_die(image, x, box.y, size, die.number, die.is_played)
    elif screen.cube_offered and not screen.is_warning:
        _draw_large_cube(image, screen.cube)
    elif screen.big and not screen.is_warning:
        _write_large(image, screen.big)
    elif not any(screen.lines):
        _write_score(image, f"{screen.white_score}-{screen.black_score}")


def _draw_large_cube(image: Image.Image, value: int) -> None:
    """The cube on offer: a frame of two pixels as high as a die."""
    text = str(value)
    width = 2 * BOLD_PITCH * len(text) + 12
    x = (WIDTH - width) // 2
    image.paste(LIT, Box(x, MIDDLE.y, width, MIDDLE.height).edges)
    image.paste(DARK, Box(x + 2, MIDDLE.y + 2, width - 4, MIDDLE.height - 4).edges)
    write_bold(image, x + 7, MIDDLE.y + 3, text, scale=2)


def _write_score(image: Image.Image, score: str) -> None:
    """The score over the whole lower part, where nothing else is to be said."""
    scale = 3 if 3 * BOLD_PITCH * len(score) <= WIDTH else 2
    height = BOLD_HEIGHT * scale
    x = (WIDTH - BOLD_PITCH * scale * len(score)) // 2 + 1
    write_bold(image, x, MIDDLE.y + (HEIGHT - MIDDLE.y - height) // 2, score, scale=scale)


def _write_large(image: Image.Image, text: str) -> None:
    """Twice the size: bold up to nine letters, plain up to ten; a longer text is set like any other."""
    text, font = plain(text), load_font("6x10")
    if 2 * BOLD_PITCH * len(text) <= WIDTH:
        write_bold(image, (WIDTH - 2 * BOLD_PITCH * len(text)) // 2 + 1, MIDDLE.y + 2, text, scale=2)
    elif 2 * font.width_of(text) <= WIDTH:
        write(image, (WIDTH - 2 * font.width_of(text)) // 2 + 1, MIDDLE.y + 2, text, font, scale=2)
    else:
        for row in set_rows((text, ""), MIDDLE_LINES):
            write_row(image, row)


def rows_of(screen: Screen) -> tuple[Row, ...]:
    """The text of a screen as it stands on the panel."""
    boxes, fonts = _places(screen)
    return set_rows(screen.lines, boxes, fonts)


def _places(screen: Screen) -> tuple[tuple[Box, Box], tuple[str, ...]]:
    """Where the two lines go and in which fonts: taller where there is room."""
    is_one = not screen.lines[1] and fits(plain(screen.lines[0]), TEXT, TALL_FONTS[0])
    if not (screen.white_name or screen.black_name):
        return MESSAGE_LINES, TALL_FONTS
    if screen.is_warning:
        return ((WARNING, _NOWHERE) if is_one else WARNING_LINES), TALL_FONTS
    if not (screen.dice or screen.is_rolling or screen.cube_offered or screen.big or screen.board):
        return ROOMY_LINES, TALL_FONTS
    return ((TEXT, _NOWHERE), TALL_FONTS) if is_one and screen.bar is None else (LINES, FONTS)


def _draw_lines(image: Image.Image, screen: Screen) -> None:
    """The text below; a warning is dark on lit; a held key fills its bar through the lowest line."""
    for row in rows_of(screen):
        write_row(image, row)
    if screen.is_warning:
        _invert(image, Box(0, WARNING.y, WIDTH, WARNING.height))
    if screen.bar is not None:
        _draw_bar(image, _places(screen)[0][1], screen.bar)


def _draw_bar(image: Image.Image, box: Box, share: float) -> None:
    """A line along the bottom to the far end, and the text inverted as far as the bar has come."""
    filled = round(box.width * min(max(share, 0.0), 1.0))
    _invert(image, Box(box.x, box.y, filled, box.height))
    _invert(image, Box(box.x + filled, HEIGHT - 1, box.width - filled, 1))


def _invert(image: Image.Image, box: Box) -> None:
    if box.width > 0:
        image.paste(ImageChops.invert(image.crop(box.edges)), box.edges)


def _draw_message(image: Image.Image, screen: Screen) -> None:
    """Two lines alone, below the notices; dark on lit if they warn."""
    for row in rows_of(screen):
        write_row(image, row)
    if screen.is_warning:
        _invert(image, MESSAGE)
    draw_turn(image, screen)
    if screen.bar is not None:
        _draw_bar(image, LINES[1], screen.bar)
