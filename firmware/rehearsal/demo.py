"""`gammond demo --auto`: the story on the virtual board, drawn in the terminal as it goes.

Owns pace, terminal and pictures. On a terminal the scene is redrawn in place at a pace that people can follow; into
a file or a pipe goes one block of text a moment, as fast as it can be worked out.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TextIO

from PIL.Image import Image, Resampling

from engine.actions import Played
from firmware.rehearsal.replay import MEMORY, differences, recorded
from firmware.rehearsal.rig import Rig, StuckError, run_simulated
from firmware.rehearsal.stage import HEIGHT, WIDTH, Stage, in_place
from firmware.rehearsal.story import HOUSE, NAMES, Story
from firmware.simulated_time import SimulatedLoop
from firmware.standing import Standing

PACE: Final = 2.0
"""Seconds at the table for a second in the terminal; GAMMOND_DEMO_PACE says otherwise."""
FRAME_S: Final = 0.1
"""Table time between two looks at the scene."""
SCALE: Final = 4
"""How much larger the pictures of the screens are than the panel's pixels."""


def main(args: argparse.Namespace) -> int:
    """Play the story. 0 if everything went as it should and the record says so."""
    is_live = sys.stdout.isatty() and not is_too_small()
    wait_until = real_pace(pace_of(os.environ)) if sys.stdout.isatty() else no_wait
    show = Show(sys.stdout, is_live, wait_until, args.screens)
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        return play(Path(folder), show)


def is_too_small() -> bool:
    columns, lines = shutil.get_terminal_size((WIDTH, HEIGHT))
    return columns < WIDTH or lines < HEIGHT


def pace_of(environment: Mapping[str, str]) -> float:
    """How many seconds at the table pass in one second; what is no number above 0 means the usual pace."""
    try:
        pace = float(environment.get("GAMMOND_DEMO_PACE", ""))
    except ValueError:
        return PACE
    return pace if pace > 0 else PACE


def real_pace(
    pace: float, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
) -> Callable[[float], None]:
    """A wait that keeps table time from running ahead of the clock on the wall, times the pace."""
    started_s = clock()

    def wait_until(table_s: float) -> None:
        left_s = started_s + table_s / pace - clock()
        if left_s > 0:
            sleep(left_s)

    return wait_until


def no_wait(table_s: float) -> None:
    """As fast as it goes."""


class Show:
    """Where the scene goes: a terminal or plain text, and the folder of the screens."""

    def __init__(self, out: TextIO, is_live: bool, wait_until: Callable[[float], None], screens: Path | None) -> None:
        self.out = out
        self.is_live = is_live
        self.screens = screens
        self.pictures: list[bytes] = []
        self._wait_until = wait_until
        self._last: list[str] = []

    def begin(self) -> None:
        """Clear the terminal and hide its cursor."""
        if self.is_live:
            self.out.write("\x1b[2J\x1b[?25l")

    def end(self) -> None:
        """Give the cursor back, below the scene."""
        if self.is_live:
            self.out.write(f"\x1b[{len(self._last) + 1};1H\x1b[J\x1b[?25h")
        self.out.flush()

    def look(self, stage: Stage) -> None:
        """A moment has gone by: keep a new screen, redraw what has changed, and let the wall clock catch up."""
        self._keep(stage)
        if self.is_live:
            lines = stage.lines()
            if lines != self._last:
                self._last = lines
                self.out.write(in_place(lines))
                self.out.flush()
        self._wait_until(stage.rig.loop.time())

    def told(self, stage: Stage) -> None:
        """Something was told: in plain text that is a block of its own."""
        if not self.is_live:
            self.out.write("\n".join(line.rstrip() for line in stage.lines()) + "\n\n")
            self.out.flush()

    def _keep(self, stage: Stage) -> None:
        picture = stage.picture()
        pixels = picture.tobytes()
        if not stage.rig.panel.is_on or pixels in self.pictures:
            return
        self.pictures.append(pixels)
        if self.screens is not None:
            what = stage.rig.daemon.state.at.name.lower()
            enlarged(picture).save(self.screens / f"{len(self.pictures):02}_{what}.png")


def enlarged(picture: Image) -> Image:
    """A picture of the panel for eyes used to larger pixels."""
    return picture.resize((picture.width * SCALE, picture.height * SCALE), Resampling.NEAREST)


def play(folder: Path, show: Show) -> int:
    """The story with its journal in `folder`; returns the exit status."""
    show.begin()
    try:
        wrong = run_simulated(lambda loop: _rehearse(loop, folder, show))
    except asyncio.CancelledError:  # Ctrl-C, after everything was put away
        raise KeyboardInterrupt from None
    finally:
        show.end()
    for line in wrong:
        print(f"gammond: the rehearsal went wrong: {line}", file=sys.stderr)
    if wrong:
        return 1
    for line in last_words(recorded(folder / "gammond.db"), len(show.pictures), show.screens):
        print(line, file=show.out)
    return 0


async def _rehearse(loop: SimulatedLoop, folder: Path, show: Show) -> list[str]:
    rig = Rig(loop, folder, HOUSE)

    async def tell(text: str, read_s: float) -> None:
        stage.caption = text
        await stage.steady()
        show.look(stage)
        show.told(stage)
        await asyncio.sleep(read_s)

    story = Story(rig, tell)
    stage = Stage(rig, story.owners, show.is_live)
    await rig.start()
    watching = asyncio.create_task(_watch(show, stage, asyncio.current_task()))
    try:
        await story.play()
    except StuckError as error:
        return [str(error)]
    finally:
        watching.cancel()
        await rig.stop()
    return [*story.tally.wrong, *differences(story.record, recorded(folder / "gammond.db"))]


async def _watch(show: Show, stage: Stage, rehearsal: asyncio.Task[Any] | None) -> None:
    try:
        while True:
            await stage.steady()
            show.look(stage)
            await asyncio.sleep(FRAME_S)
    except KeyboardInterrupt:
        if rehearsal is not None:
            rehearsal.cancel()


def last_words(standing: Standing, pictures: int, screens: Path | None) -> list[str]:
    """What was recorded, and where to go on."""
    turns = sum(isinstance(action, Played) for action in standing.actions)
    white, black = standing.match.score
    kept = [f"{pictures} screens are in {screens}."] if screens is not None else []
    return [
        *kept,
        f"On record: {turns} turns, a double, a resignation; {NAMES[0]} {white}, {NAMES[1]} {black}; nothing illegal.",
        "Go on with README.md, docs/architecture.md, or gammond replay FILE.mat",
    ]
