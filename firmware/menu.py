"""The menu as data: its pages and items, what each is for, and what will be added later. Values only."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Page(Enum):
    MAIN = "menu"
    CORRECT = "correct"
    MATCHES = "matches"


class Item(Enum):
    """Everything the menu has, in its order. The values are for documents; screens have their own words."""

    PAUSE = "pause"
    UNDO = "undo the turn"
    CORRECT = "correct"
    SWAP_SEATS = "swap seats"
    NEW_MATCH = "new match"
    ABANDON = "abandon the match"
    LENGTH = "length"
    VARIANT = "variant"
    JACOBY = "Jacoby"
    BEAVERS = "beavers"
    AUTOMATIC = "automatic doubles"
    HOLLAND = "Holland rule"
    POLICY = "policy"
    ILLEGAL_PLAY = "illegal plays"
    CLOCK = "clock"
    SOUND = "sound"
    BRIGHTNESS = "brightness"
    LANGUAGE = "language"
    MATCHES = "unfinished matches"
    SHUT_DOWN = "shut down"
    DIRECTOR = "director's code"
    BOARD = "board"
    SCORE = "score"
    CUBE = "cube"
    OWNER = "owner"
    TURN = "turn"
    CRAWFORD = "Crawford"
    RESULT = "last result"
    OLD_MATCH = "an unfinished match"


MAIN: Final = (
    Item.PAUSE,
    Item.UNDO,
    Item.CORRECT,
    Item.SWAP_SEATS,
    Item.NEW_MATCH,
    Item.ABANDON,
    Item.LENGTH,
    Item.VARIANT,
    Item.JACOBY,
    Item.BEAVERS,
    Item.AUTOMATIC,
    Item.HOLLAND,
    Item.POLICY,
    Item.ILLEGAL_PLAY,
    Item.CLOCK,
    Item.SOUND,
    Item.BRIGHTNESS,
    Item.LANGUAGE,
    Item.MATCHES,
    Item.SHUT_DOWN,
)
TOURNAMENT: Final = (Item.PAUSE, Item.SHUT_DOWN, Item.DIRECTOR)
"""All there is while a tournament match is played, until the director's code was given."""
CORRECT: Final = (Item.BOARD, Item.SCORE, Item.CUBE, Item.OWNER, Item.TURN, Item.CRAWFORD, Item.RESULT)

LATER_ITEMS: Final = ("dice, electronic or own", "code of the record")
"""What the menu will have and does not have yet."""

SETTING_OF: Final = {
    Item.LENGTH: "length",
    Item.VARIANT: "variant",
    Item.JACOBY: "has_jacoby",
    Item.BEAVERS: "has_beavers",
    Item.AUTOMATIC: "automatic_doubles",
    Item.HOLLAND: "has_holland",
    Item.POLICY: "policy",
    Item.ILLEGAL_PLAY: "illegal_play",
    Item.CLOCK: "clock",
    Item.SOUND: "volume",
    Item.BRIGHTNESS: "brightness",
    Item.LANGUAGE: "language",
}
"""Items whose value CUBE steps at once, and the setting that each is."""
