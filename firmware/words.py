"""Small words of the screens: sides, levels, points. Pure."""

from __future__ import annotations

from typing import Final

from engine.actions import Level
from engine.position import BAR, Side
from firmware.board_map import Layout
from firmware.screens import COLUMNS

LEVELS: Final = {Level.SINGLE: "single", Level.GAMMON: "gammon", Level.BACKGAMMON: "backgammon"}


def side_word(side: Side) -> str:
    """The colour word of a side, at most 5 letters in English."""
    return "White" if side is Side.WHITE else "Black"


def point_list(layout: Layout, side: Side, places: tuple[int, ...], room: int = COLUMNS) -> str:
    """Places in words, points numbered for this side: `13, 8, bar`; as many as `room` characters hold, then `..`."""
    names = {layout.place_of(side, slot): str(slot) for slot in range(1, BAR)}
    names |= {layout.place_of(each, BAR): "bar" for each in Side}
    words = [names[place] for place in places]
    text = ", ".join(words)
    while len(text) > room:
        words.pop()
        text = ", ".join([*words, ".."])
    return text
