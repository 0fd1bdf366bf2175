"""A virtual table around the real daemon for tests of the daemon itself, with a match under way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from engine.actions import Played
from engine.position import Side
from firmware.facts import decode
from firmware.journal import open_read_only
from firmware.policy import House
from firmware.rehearsal.rig import Rig, run_simulated
from firmware.scanner_link import Scanner
from firmware.simulated_time import SimulatedLoop
from firmware.table_state import State
from firmware.virtual_table import start_counts
from hardware.ports import HardwareError, Key

OPENING = (3, 1)
"""White 3, Black 1: White begins with both."""


def at_table(folder: Path, act: Callable[[Rig], Coroutine[Any, Any, None]], **parts: Any) -> None:
    """Run `act` at a table of virtual parts in simulated time. `parts` as Rig takes them."""

    async def main(loop: SimulatedLoop) -> None:
        rig = Rig(loop, folder, House(), **parts)
        with_names_that_go_with_the_cable(rig)
        try:
            await act(rig)
        finally:
            await rig.stop()

    run_simulated(main)


def with_names_that_go_with_the_cable(rig: Rig) -> None:
    """While the cable is out there is no port: its number may by now be that of somebody else's terminal."""
    world = rig.daemon.world
    open_plugged = world.open_scanner

    def open_scanner() -> Scanner:
        if not rig.scanner.is_plugged:
            raise HardwareError("scanner: none found; check the USB cable")
        return open_plugged()

    world.open_scanner = open_scanner


async def shown(rig: Rig, line: str, patience_s: float = 60.0) -> None:
    """Wait until the second line of the screen says so; a screen comes after its facts are kept."""

    def is_shown() -> bool:
        return rig.daemon.screen is not None and rig.daemon.screen.lines[1] == line

    await rig.until(is_shown, line, patience_s)


async def begin(rig: Rig) -> None:
    """Set up, both ready, White has 3 and 1 to move."""
    rig.hands.set_up(start_counts())
    rig.dice.put(*OPENING)
    await rig.start()
    await at(rig, State.SET_UP)
    for seat in (0, 1):
        await rig.press(seat, Key.PLAY)
    await at(rig, State.MOVING)


async def at(rig: Rig, state: State, patience_s: float = 60.0) -> None:
    await rig.until(lambda: rig.daemon.state.at is state, state.value, patience_s)


def place(point: int) -> int:
    """The place of White's point, White near and homes on the right."""
    return 12 - point if point <= 12 else point - 1


async def make_the_five_point(rig: Rig, rest_s: float = 1.0) -> None:
    """White's 8/5 6/5, without passing."""
    hands = rig.hands
    await rig.do([*hands.reach(), *hands.move(place(8), place(5)), *hands.move(place(6), place(5)), *hands.withdraw()])
    await asyncio.sleep(rest_s)


def recorded_plays(path: Path) -> list[tuple[Side, int, int]]:
    """What is on disk: each play's side, and how many of its checkers stand on its 5 and 8 point afterwards."""
    journal = open_read_only(path)
    try:
        bodies = [decode(row.kind, row.body) for row in journal.rows()]
    finally:
        journal.close()
    return [(body.side, body.end.own_on(5), body.end.own_on(8)) for body in bodies if isinstance(body, Played)]


def sequences(path: Path) -> list[int]:
    journal = open_read_only(path)
    try:
        return [row.sequence for row in journal.rows()]
    finally:
        journal.close()
