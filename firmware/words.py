"""Small words of the screens: sides, levels, points, off and bar. Pure."""

from __future__ import annotations

import re
from typing import Final

from engine.actions import Level
from engine.position import BAR, OFF, Side
from firmware.board_map import Layout
from firmware.screens import COLUMNS
from firmware.texts import _, pgettext


def level_word(level: Level) -> str:
    """What a game is worth, in the language in use; at most 10 letters."""
    # Translators: 10 characters each: a game that counts once, twice, three times
    words = {Level.SINGLE: _("single"), Level.GAMMON: _("gammon"), Level.BACKGAMMON: _("backgammon")}
    return words[level]


_called: Final = {Side.WHITE: "White", Side.BLACK: "Black"}


def call_sides(white: str, black: str) -> None:
    """What the sides are called from now on, after the colours of the set; `White` and `Black` are translated."""
    _called[Side.WHITE], _called[Side.BLACK] = white, black


def side_word(side: Side) -> str:
    """The colour word of a side, at most 5 letters in English."""
    # Translators: 5 characters each: whose checkers
    words = {"White": _("White"), "Black": _("Black")}
    return words.get(_called[side], _called[side])


def side_letter(side: Side) -> str:
    """The beginning of a side's colour word, as long as it takes to tell the two apart: `W`; `Bl` beside `Br`."""
    word, other = (re.sub(r"\W", "", side_word(each)) for each in (side, side.other))
    length = next((n for n in range(1, len(word)) if word[:n].lower() != other[:n].lower()), len(word))
    return word[:length].title()


def point_word(point: int) -> str:
    """A point of the mover's: its number, `bar` or `off`."""
    # Translators: 3 characters
    return {BAR: _("bar"), OFF: pgettext("place of checkers borne off", "off")}.get(point, str(point))


def point_list(layout: Layout, side: Side, places: tuple[int, ...], room: int = COLUMNS) -> str:
    """Places in words, points numbered for this side: `13, 8, bar`; as many as `room` characters hold, then `..`."""
    names = {layout.place_of(side, slot): str(slot) for slot in range(1, BAR)}
    names |= {layout.place_of(each, BAR): point_word(BAR) for each in Side}
    words = [names[place] for place in places]
    text = ", ".join(words)
    while len(text) > room:
        words.pop()
        text = ", ".join([*words, ".."])
    return text
