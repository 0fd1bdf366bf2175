"""Hands on a virtual board in another process, at the pace of a person: they see the journal, and touch the board.

What is to be done they learn from the daemon's record on disk, as a person learns it from the screen.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import hypot
from pathlib import Path

from engine.match import Phase
from engine.plays import Play, play_tree
from engine.position import BAR, OFF
from firmware.board_map import Layout, image_of
from firmware.facts import decode
from firmware.journal import JournalError, open_read_only
from firmware.standing import Standing, fold
from hardware.geometry import CHECKER_DIAMETER_MM, R1, SENSED_PLACES, place_xy_mm
from hardware.ports import Key
from hardware.virtual.desk import place_at
from hardware.virtual.remote import RemoteBoard

KEY_S = 0.1
CARRY_S = 0.15
QUIET_S = 0.6


def standing_on_disk(path: Path) -> Standing | None:
    """The match as recorded so far; None while there is none."""
    try:
        journal = open_read_only(path)
    except JournalError:
        return None
    try:
        return fold(decode(row.kind, row.body) for row in journal.rows(journal.last_match() or ""))
    finally:
        journal.close()


class SocketHands:
    """Both players. `pause` waits for so many seconds."""

    def __init__(self, board: RemoteBoard, pause: Callable[[float], None] = time.sleep) -> None:
        self.board = board
        self.pause = pause

    def press(self, seat: int, key: Key) -> None:
        self.board.ask("press", 2 * seat + key)
        self.pause(KEY_S)
        self.board.ask("release", 2 * seat + key)
        self.pause(KEY_S)

    def begin(self) -> None:
        """Both are ready for a game; the board stands."""
        for seat in (0, 1):
            self.press(seat, Key.PLAY)

    def make(self, play: Play, layout: Layout, standing: Standing) -> None:
        """Move the checkers of a play of the side on roll, hit checkers to the bar, under one hand."""
        side = standing.match.on_roll
        assert side is not None
        self.board.ask("hand", True)
        before = standing.match.seen_by(side)
        hit: set[int] = set()
        for move in play.moves:
            if move.end != OFF and before.opp_on(move.end) and move.end not in hit:
                hit.add(move.end)
                self.carry(layout.place_of(side, move.end), layout.place_of(side.other, BAR))
            self.carry(layout.place_of(side, move.start), layout.place_of(side, move.end))
        self.board.ask("hand", False)

    def carry(self, source: int, target: int) -> None:
        """Take the uppermost checker furthest from the rim of a place and lay it on another, or aside."""
        disc = max(self.lying(source))[-1]
        self.board.ask("lift", disc)
        self.pause(CARRY_S)
        if target < SENSED_PLACES:
            row = len(self.lying(target)) % R1.capacity[target]
            self.board.ask("drop", [disc, *place_xy_mm(target, CHECKER_DIAMETER_MM * (row + 0.5))])
        self.pause(CARRY_S)

    def lying(self, place: int) -> list[tuple[int, float, int]]:
        """The checkers of a place as (layer, mm from the rim, number)."""
        rim = place_xy_mm(place, 0.0)
        return [
            (layer, hypot(x_mm - rim[0], y_mm - rim[1]), disc)
            for disc, x_mm, y_mm, layer in self.board.ask("discs")["discs"]
            if x_mm is not None and place_at(x_mm, y_mm) == place
        ]


def plain_play(standing: Standing) -> Play | None:
    """A legal play that cells cannot take for another one or for none; None if there is no play at all."""
    match = standing.match
    side = match.on_roll
    assert side is not None
    assert match.roll is not None
    before = match.seen_by(side)
    plays = list(play_tree(before, match.roll).plays)
    images = [image_of(play.end, R1) for play in plays]
    for play, image in zip(plays, images, strict=True):
        if images.count(image) == 1 and image != image_of(before, R1):
            return play
    if plays:
        raise ValueError(f"every play of {match.roll} reads like another one")
    return None


def play_on(hands: SocketHands, path: Path, until_s: float, now_s: Callable[[], float] = time.monotonic) -> int:
    """Play a match that has begun until `until_s`; returns how many plays were made by hand."""
    made = 0
    while now_s() < until_s:
        standing = standing_on_disk(path)
        side = standing.match.on_roll if standing else None
        if standing is None or side is None or standing.match.phase not in (Phase.TO_ROLL, Phase.MOVING):
            hands.pause(0.1)
            continue
        seat = standing.layout.seat_of(side)
        if standing.match.phase is Phase.TO_ROLL:
            hands.press(seat, Key.PLAY)
            hands.pause(1.2)  # the dice tumble for a second
            continue
        play = plain_play(standing)
        hands.pause(0.2)
        if play is not None:
            hands.make(play, standing.layout, standing)
            made += 1
        hands.pause(QUIET_S)
        hands.press(seat, Key.PLAY)
        hands.pause(0.2)
    return made
