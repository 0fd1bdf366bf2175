"""`python -m tests.firmware.crash_daemon FILE SEED`: `gammond run --config FILE`, but for two things.

Every screen is also told on standard output, as a line of JSON, and the dice follow from the seed, so that a test that
fails does so again. A process of its own, to be killed by a test.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from firmware import running
from firmware.config import load
from firmware.daemon import World
from firmware.effects import Effect, Show
from tests.firmware.crash_shown import shown_on
from tests.firmware.seeded_dice import WorldMaker, with_dice


def tell(effect: Effect) -> None:
    """Whoever reads this has seen the screen: it stays read, whatever becomes of this process."""
    if isinstance(effect, Show):
        screen = effect.screen
        seen = {"shown": shown_on(screen), "turn": screen.turn, "lines": screen.lines, "is_rolling": screen.is_rolling}
        print(json.dumps({**seen, "is_match": bool(screen.white_name)}), flush=True)


def telling(make: WorldMaker) -> WorldMaker:
    """The same world, that tells its screens."""

    def world_of(*told: Any) -> World:
        world = make(*told)
        world.on_effect = tell
        return world

    return world_of


if __name__ == "__main__":
    running.world_of = telling(with_dice(running.world_of, int(sys.argv[2])))
    sys.exit(running.run(load(Path(sys.argv[1])), virtual=False))
