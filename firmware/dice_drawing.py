"""Dice and the doubling cube as pixels. Knows nothing of where on a panel they go, nor of games."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from firmware.fonts import DARK, LIT

PIPS: Final = {
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}
"""Columns and rows of the pips on a grid of three; opposite corners as on Western dice."""

LARGE: Final = 24
SMALL: Final = 16
_PIP: Final = {LARGE: (4, (3, 10, 17)), SMALL: (3, (2, 6, 11))}
"""For each size of die the side of a pip and where its three rows begin, in pixels."""


def draw_die(image: Image.Image, x: int, y: int, size: int, number: int, is_played: bool) -> None:
    """A lit die with dark pips; a played one is grey: every second pixel, and its pips stay dark.

    `size` is LARGE or SMALL. Raises ValueError for a number that no die has.
    """
    if number not in PIPS:
        raise ValueError(f"a die shows 1 to 6, not {number}")
    die = _blank(size)
    pip, starts = _PIP[size]
    for column, row in PIPS[number]:
        die.paste(DARK, _square(starts[column], starts[row], pip))
    image.paste(_greyed(die) if is_played else die, (x, y), _blank(size))


def draw_tumbling(image: Image.Image, x: int, y: int, size: int) -> None:
    """A die in the air: three of its faces, so that no number is shown, and the lines of its flight."""
    draw = ImageDraw.Draw(image)
    k, right, bottom = size // 4, size - 2, size - 1
    middle = size // 2
    hexagon = [(middle, 0), (right, k), (right, bottom - k), (middle, bottom), (1, bottom - k), (1, k)]
    draw.polygon([(x + a, y + b) for a, b in hexagon], fill=LIT)
    for a, b in ((1, k), (right, k), (middle, bottom)):
        draw.line([(x + middle, y + 2 * k), (x + a, y + b)], fill=DARK)
    pip = size // 8
    for a, b in ((middle, k), (middle - k, middle + 1), (middle - k - 1, bottom - k - 1), (middle + k, middle + k - 1)):
        image.paste(DARK, _square(x + a - pip // 2, y + b - pip // 2, pip))
    for step, length in ((k, 3), (middle, 6), (bottom - k, 3)):
        draw.line([(x - length - 3, y + step), (x - 4, y + step)], fill=LIT)


def _blank(size: int) -> Image.Image:
    die = Image.new("1", (size, size), LIT)
    corner = 2 if size == LARGE else 1
    for depth in range(corner):
        for x in (*range(corner - depth), *range(size - corner + depth, size)):
            die.putpixel((x, depth), DARK)
            die.putpixel((x, size - 1 - depth), DARK)
    return die


def _greyed(die: Image.Image) -> Image.Image:
    """Every second pixel of the face."""
    size = die.width
    grey = Image.new("1", die.size)
    for y in range(size):
        for x in range(size):
            if die.getpixel((x, y)) and (x + y) % 2 == 0:
                grey.putpixel((x, y), LIT)
    return grey


def _square(x: int, y: int, side: int) -> tuple[int, int, int, int]:
    return x, y, x + side, y + side


def spread(count: int, size: int, width: int) -> tuple[int, ...]:
    """The left edges of so many dice in a row, spread evenly about the middle of `width` pixels."""
    gap = {1: 0, 2: 12, 3: 8}.get(count, 5)
    total = count * size + (count - 1) * gap
    return tuple((width - total) // 2 + k * (size + gap) for k in range(count))
