"""The rehearsal as text: the board as its checkers lie, the lamps as they shine, the panel as its bytes show it.

Reads the virtual parts, never the daemon's idea of the position. Knows nothing of the story, of pace or of files.
"""

from __future__ import annotations

import asyncio
import re
import textwrap
from collections.abc import Sequence
from typing import Final

from PIL.Image import Image

from engine.position import BAR, OFF, Position, Side
from firmware.board_map import REFERENCE_LAYOUT
from firmware.rehearsal.rig import Rig
from firmware.rehearsal.story import NAMES, Owners
from firmware.screens import Screen
from firmware.terminal import BLACK_CHECKER, WHITE_CHECKER, board_text, framed, lamps_text, picture_text
from hardware.geometry import PLACES
from hardware.ports import DARK, Colour, Lamp, Rhythm
from hardware.virtual.lamps import WireLamp

WIDTH: Final = 80
HEIGHT: Final = 40
"""The smallest terminal in which the whole scene can be drawn in place."""
MOMENT_S: Final = 0.003
BOARD_WIDTH: Final = 43
LIT: Final = 0.3
"""A lamp dimmer than this share is drawn dark."""

_SLOTS: Final = [{REFERENCE_LAYOUT.place_of(side, slot): slot for slot in range(OFF, BAR + 1)} for side in Side]
_RHYTHMS: Final = {Rhythm.BLINK_2HZ: " blinks", Rhythm.BLINK_1HZ: " blinks slowly", Rhythm.SLOW: " breathes"}


class Stage:
    """The scene of one rig. `caption` is what is being told; `owners` says whose each disc is."""

    def __init__(self, rig: Rig, owners: Owners, is_live: bool) -> None:
        self.rig = rig
        self.owners = owners
        self.is_live = is_live
        self.caption = ""
        self._drawn: Screen | None = None
        self._was_on = False
        self._picture = rig.panel.picture()
        self._panel = framed(picture_text(self._picture)).split("\n")

    async def steady(self) -> None:
        """Wait until the panel shows what it was last sent: time does not go on while a picture is on its way, so a
        screen that was the latest before and after a moment has been drawn. Without this a look would be a race."""
        seen = None
        while seen is None or seen is not self.rig.daemon.screen:
            seen = self.rig.daemon.screen
            await asyncio.sleep(MOMENT_S)

    def picture(self) -> Image:
        """What the panel shows, decoded from the bytes it received; decoded anew only when it may have changed."""
        screen, is_on = self.rig.daemon.screen, self.rig.panel.is_on
        if screen is not self._drawn or is_on != self._was_on:
            self._drawn, self._was_on = screen, is_on
            self._picture = self.rig.panel.picture()
            self._panel = framed(picture_text(self._picture)).split("\n")
        return self._picture

    def position(self) -> Position:
        """What lies on the board, in White's view, illegal or not; checkers in a hand are nowhere."""
        packed = [0, 0]
        for place in range(PLACES):
            column = self.rig.hands.columns[place]
            for lying in (*column.row, *column.stack):
                side = self.owners.of[lying.disc]
                slot = _SLOTS[side].get(place)
                if slot is not None:
                    packed[side] += 1 << 4 * slot
        return Position(*packed)

    def lines(self) -> list[str]:
        """The whole scene, at most WIDTH wide and HEIGHT - 1 high."""
        now_s = self.rig.loop.time()
        far, near = lamps_text(self._lamps(now_s), self.is_live).split("\n")
        board = board_text(self.position(), NAMES, self._notes()).split("\n")
        if self.is_live:
            board = [_coloured(line) for line in board]
        self.picture()
        caption = textwrap.wrap(self.caption, WIDTH - 1) or [""]
        return [
            *caption,
            *[""] * (2 - len(caption)),
            far,
            *board,
            near,
            *(_bright(line, self.is_live) for line in self._panel),
        ]

    def _lamps(self, now_s: float) -> list[Lamp]:
        """Live, as they shine at this moment; in a still, as they were told to."""
        lamps = self.rig.board.lamps
        told = [_lamp(lamp) for lamp in lamps.commanded]
        if not self.is_live:
            return told
        return [
            Lamp(lamp.colour) if max(shown) > LIT * max(lamp.colour.value) else DARK
            for lamp, shown in zip(told, lamps.at(now_s), strict=True)
        ]

    def _notes(self) -> list[str]:
        held = "".join((WHITE_CHECKER, BLACK_CHECKER)[self.owners.of[disc]] for disc in self.rig.hands.in_hand)
        return [
            f"table time {self.rig.loop.time():.0f} s",
            *(self._match_notes()),
            f"in the hand: {held}" if held else "a hand on the board" if self.rig.board.is_hand else "",
            *textwrap.wrap(self._lamp_note(), WIDTH - BOARD_WIDTH - 3)[:3],
        ]

    def _match_notes(self) -> list[str]:
        standing = self.rig.daemon.state.standing
        if standing is None:
            return ["no match yet"]
        match = standing.match
        owner = "in the middle" if match.cube_owner is None else f"{NAMES[match.cube_owner]}'s"
        return [f"match to {match.rules.length}: {match.score[0]}-{match.score[1]}", f"cube {match.cube}, {owner}"]

    def _lamp_note(self) -> str:
        """The lamps in words, by White's points: for eyes and terminals without colours."""
        by_look: dict[Lamp, list[str]] = {}
        for place, wire in enumerate(self.rig.board.lamps.commanded):
            lamp = _lamp(wire)
            if lamp.colour is not Colour.OFF:
                by_look.setdefault(lamp, []).append(_place_name(place))
        looks = (
            f"{lamp.colour.name.lower()}{_RHYTHMS.get(lamp.rhythm, '')}: {' '.join(names)}"
            for lamp, names in by_look.items()
        )
        return f"lamps {'; '.join(looks)}" if by_look else ""


def _lamp(wire: WireLamp) -> Lamp:
    red, green, blue, rhythm = wire
    return Lamp(Colour((red, green, blue)), Rhythm(rhythm))


def _place_name(place: int) -> str:
    slot = _SLOTS[Side.WHITE].get(place)
    if slot is None or slot == BAR:
        return "bar"
    return "off" if slot == OFF else str(slot)


def _coloured(line: str) -> str:
    """White's checkers bright, Black's in a colour; only within the frame of the board."""
    board, notes = line[:BOARD_WIDTH], line[BOARD_WIDTH:]
    if board.startswith("|"):
        board = re.sub("O", "\x1b[1;97mO\x1b[0m", board)
        board = re.sub("X", "\x1b[1;33mX\x1b[0m", board)
    return board + notes


def _bright(line: str, is_live: bool) -> str:
    return f"\x1b[96m{line}\x1b[0m" if is_live else line


def in_place(lines: Sequence[str]) -> str:
    """The codes that draw lines over what stood there before (ECMA-48: home, erase to end of line, of screen)."""
    return "\x1b[H" + "\n".join(f"{line}\x1b[K" for line in lines) + "\n\x1b[J"
