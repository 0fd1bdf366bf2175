"""Text in a box: which font, how much of it, where. Knows the panel's fonts and nothing of what is said.

Text never leaves its box, in any language. What is too long is broken into the rows that are free, then written
condensed, then in the smallest font; only what none of these holds is cut, and numbers never are.
"""

from __future__ import annotations

import re
import unicodedata
from textwrap import wrap
from typing import Final, NamedTuple

from PIL import Image

from firmware.fonts import LIT, Font, load_font, write

FONTS: Final = ("6x10", "5x8", "4x6")
"""From the one that is read best to the narrowest: 21, 25 and 32 letters in a row of the panel."""
TALL_FONTS: Final = ("6x13", "5x8", "4x6")


_TYPED: Final = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"'}
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
    | dict.fromkeys("\u2009\u202f", "\u00a0")
    | {"\u2026": "..", "\u00ad": None, "\u200b": None}
    | dict(zip("ŁłĐđĦħŦŧŊŋıĸŒœ", ("L", "l", "D", "d", "H", "h", "T", "t", "N", "n", "i", "k", "OE", "oe"), strict=True))
)
"""What the fonts lack and Unicode does not take apart; a soft hyphen and a space without width say nothing."""


class Box(NamedTuple):
    """A rectangle of the panel, in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def edges(self) -> tuple[int, int, int, int]:
        """Left, top, and the first column and row outside."""
        return self.x, self.y, self.x + self.width, self.y + self.height


def fits(text: str, box: Box, font: str = FONTS[0]) -> bool:
    """Whether a text stays inside a box when written in that font."""
    face = load_font(font)
    return len(text) <= face.columns(box.width) and face.height <= box.height


def fitted(text: str, width: int, fonts: tuple[str, ...] = FONTS) -> tuple[Font, str]:
    """The first font in which a text fits `width` pixels; else the last of them and what fits of the text."""
    faces = [load_font(name) for name in fonts]
    for face in faces:
        if len(text) <= face.columns(width):
            return face, text
    return faces[-1], cut(text, faces[-1].columns(width))


def cut(text: str, columns: int) -> str:
    """At most so many letters of a text, without dots; a number that would be cut is left out whole."""
    if len(text) <= columns:
        return text
    kept = text[: max(columns, 0)]
    if kept and kept[-1].isdigit() and text[len(kept)].isdigit():
        kept = re.sub(r"\d+$", "", kept)
    return kept.rstrip()


def whole_words(text: str, columns: int) -> str:
    """As many whole words from the start of a text as so many letters hold, maybe none."""
    if len(text) <= columns:
        return text
    at = text.rfind(" ", 0, columns + 1)
    return text[:at] if at > 0 else ""


def plain(text: str) -> str:
    """A text in letters that the fonts have: accents joined to their letters, typographer's marks as a typewriter's."""
    return unicodedata.normalize("NFC", text).translate(_TYPED)


class Row(NamedTuple):
    """A text as it stands in its box, in which font; cut if something of it is left out."""

    box: Box
    text: str
    font: str
    is_cut: bool = False


def set_rows(lines: tuple[str, str], boxes: tuple[Box, Box], fonts: tuple[str, ...] = FONTS) -> tuple[Row, ...]:
    """Two lines set into two boxes, one above the other; an empty second one leaves its box to the first.

    For each font from the one that is read best: every line in its own box, else broken at spaces into as many rows
    as the boxes hold together; at last both lines as one text in the smallest.
    """
    said = tuple(plain(line) for line in lines)
    for used in range(1, len(fonts) + 1):
        rows = _each_in_its_box(said, boxes, fonts[:used]) or _broken(said, boxes, fonts[used - 1])
        if rows or not any(said):
            return rows
    rows = _broken((" ".join(said),), boxes, fonts[-1])
    if rows:
        return rows
    smallest = load_font(fonts[-1])
    return tuple(
        Row(box, kept, fonts[-1], kept != text)
        for box, text in zip(boxes, said, strict=True)
        for kept in [cut(text, smallest.columns(box.width))]
    )


def _each_in_its_box(lines: tuple[str, ...], boxes: tuple[Box, Box], fonts: tuple[str, ...]) -> tuple[Row, ...]:
    """A row for each line in the first font it fits in; none if one does not fit."""
    rows = []
    for box, text in zip(boxes, lines, strict=True):
        if not text:
            continue
        font = next((font for font in fonts if fits(text, box, font)), None)
        if font is None:
            return ()
        rows.append(Row(box, text, font))
    return tuple(rows)


def _broken(lines: tuple[str, ...], boxes: tuple[Box, Box], font: str) -> tuple[Row, ...]:
    """All lines broken at spaces into rows of one font; none if the boxes together do not hold them."""
    face, whole = load_font(font), _around(boxes)
    columns = face.columns(whole.width)
    texts = [row for line in lines for row in wrap(line, columns, break_long_words=False, break_on_hyphens=False)]
    if len(texts) * face.height > whole.height or any(len(text) > columns for text in texts):
        return ()
    places = boxes if len(texts) == len(boxes) else _stacked(whole, len(texts), face.height)
    return tuple(Row(box, text, font) for box, text in zip(places, texts, strict=True))


def _around(boxes: tuple[Box, Box]) -> Box:
    first, last = boxes
    return Box(first.x, first.y, first.width, last.y + last.height - first.y)


def _stacked(whole: Box, count: int, height: int) -> tuple[Box, ...]:
    """So many rows of a height spread over a box."""
    spare = whole.height - count * height
    return tuple(
        Box(whole.x, whole.y + n * height + spare * (2 * n + 1) // (2 * count), whole.width, height)
        for n in range(count)
    )


def write_row(image: Image.Image, row: Row, ink: int = LIT) -> None:
    """Write a row in the middle of its box."""
    box, font = row.box, load_font(row.font)
    x = box.x + max(0, (box.width - font.width_of(row.text) + 1) // 2)
    write(image, x, box.y + (box.height - font.height + 1) // 2, row.text, font, ink)
