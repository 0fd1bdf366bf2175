"""Bitmap fonts: a small reader for BDF files, and letters put into a picture.

Owns glyphs and widths. Knows nothing of what is written where. Fixed-width fonts only: a panel of one-bit pixels
shows hinted outlines badly, and their pixels change with every release of a rasteriser.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from PIL import Image

REPLACEMENT: Final = "?"
BOLD_PITCH: Final = 7  # a bold letter of 6 pixels and the gap that keeps two apart
BOLD_TOP: Final = 2  # empty rows above its capitals
BOLD_HEIGHT: Final = 9  # of its capitals and digits
LIT: Final = 255
DARK: Final = 0
"""Inks of a one-bit picture. Pillow keeps a byte a pixel: any other ink than these two cannot be inverted."""


@dataclass(frozen=True, eq=False)
class Font:
    """A fixed-width font: every glyph is a mask of `width` x `height` pixels with its base line `ascent` rows down."""

    width: int
    height: int
    ascent: int
    glyphs: dict[str, Image.Image]

    def glyph(self, letter: str) -> Image.Image:
        """The mask of a letter; the letter without its accent, then `?`, where the font has none."""
        found = self.glyphs.get(letter)
        if found is None:
            found = self.glyphs.get(unicodedata.normalize("NFKD", letter)[:1])
        return self.glyphs[REPLACEMENT] if found is None else found

    def columns(self, width_px: int) -> int:
        """How many letters fit in so many pixels; the last one's empty right column may hang over."""
        return (width_px + 1) // self.width

    def width_of(self, text: str) -> int:
        """The width of a text in pixels, the last letter's empty right column included."""
        return self.width * len(text)


def write(image: Image.Image, x: int, y: int, text: str, font: Font, ink: int = LIT, scale: int = 1) -> None:
    """Write a text with its upper left corner at (x, y); `scale` repeats each pixel."""
    for letter in text:
        mask = font.glyph(letter)
        if scale != 1:
            mask = mask.resize((mask.width * scale, mask.height * scale), Image.Resampling.NEAREST)
        image.paste(ink, (x, y), mask)
        x += font.width * scale


def write_bold(image: Image.Image, x: int, y: int, text: str, ink: int = LIT, scale: int = 1) -> None:
    """Write bold letters whose capitals and digits stand nine pixels high from row `y` on, BOLD_PITCH apart."""
    font = load_font("6x13B")
    for letter in text:
        write(image, x, y - BOLD_TOP * scale, letter, font, ink, scale)
        x += BOLD_PITCH * scale


@cache
def load_font(name: str) -> Font:
    """A font that comes with the program, as `6x10`. Raises ValueError if there is none of that name."""
    path = files("firmware") / "data" / f"fixed-{name}.bdf"
    if not path.is_file():
        raise ValueError(f"there is no font {name!r} in firmware/data")
    return parse_bdf(path.read_text("latin-1"))


def parse_bdf(text: str) -> Font:
    """Read a fixed-width font from BDF 2.1 text. Raises ValueError if the text is not such a font.

    Source: Adobe, Glyph Bitmap Distribution Format Specification 2.2 (FONTBOUNDINGBOX, BBX, BITMAP).
    """
    lines = iter(text.splitlines())
    width, height, left, below = _numbers(_until(lines, "FONTBOUNDINGBOX"), 4)
    ascent = height + below
    glyphs = {}
    for line in lines:
        if line.startswith("STARTCHAR"):
            code, mask = _glyph(lines, width, height, left, ascent)
            glyphs[chr(code)] = mask
    if REPLACEMENT not in glyphs:
        raise ValueError(f"a font must hold {REPLACEMENT!r}: this one has {len(glyphs)} glyphs")
    return Font(width, height, ascent, glyphs)


def _glyph(lines: Iterator[str], width: int, height: int, left: int, ascent: int) -> tuple[int, Image.Image]:
    (code,) = _numbers(_until(lines, "ENCODING"), 1)
    columns, rows, x, y = _numbers(_until(lines, "BBX"), 4)
    _until(lines, "BITMAP")
    packed = bytes.fromhex("".join(next(lines, "") for _ in range(rows)))
    if len(packed) != rows * ((columns + 7) // 8):
        raise ValueError(f"the bitmap of glyph {code} is not {columns} x {rows} pixels")
    cell = Image.new("1", (width, height))
    if rows and columns:
        cell.paste(Image.frombytes("1", (columns, rows), packed), (x - left, ascent - y - rows))
    return code, cell


def _until(lines: Iterator[str], keyword: str) -> str:
    for line in lines:
        if line.startswith(keyword):
            return line[len(keyword) :]
    raise ValueError(f"not a BDF font: {keyword} is missing")


def _numbers(text: str, count: int) -> list[int]:
    words = text.split()
    if len(words) < count:
        raise ValueError(f"not a BDF font: {count} numbers expected, got {text!r}")
    return [int(word) for word in words[:count]]
