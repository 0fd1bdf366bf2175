"""Text in a box: which font, how much of it, where. Knows the panel's fonts and nothing of what is said.

Text never leaves its box: a narrower font first, then fewer letters. Numbers are never cut.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from PIL import Image

from firmware.fonts import LIT, Font, load_font, write

FONTS: Final = ("6x10", "5x8", "4x6")
"""From the one that is read best to the narrowest: 21, 25 and 32 letters in a row of the panel."""
TALL_FONTS: Final = ("6x13", "5x8", "4x6")


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


def wrapped(lines: tuple[str, str], columns: int) -> tuple[str, str]:
    """Two lines as they are; a first one that is too long flows into an empty second one, at a space."""
    first, second = lines
    if second or len(first) <= columns:
        return lines
    at = first.rfind(" ", 0, columns + 1)
    return (first[:at], first[at + 1 :]) if at > 0 else lines


def write_in(image: Image.Image, box: Box, text: str, fonts: tuple[str, ...] = FONTS, ink: int = LIT) -> None:
    """Write a text in the middle of a box."""
    font, kept = fitted(text, box.width, fonts)
    x = box.x + max(0, (box.width - font.width_of(kept) + 1) // 2)
    write(image, x, box.y + (box.height - font.height + 1) // 2, kept, font, ink)
