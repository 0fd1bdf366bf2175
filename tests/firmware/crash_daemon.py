"""`python -m tests.firmware.crash_daemon FILE SEED`: `gammond run --config FILE`, but for two things.

Every screen is also told on standard output, as a line of JSON, and the dice follow from the seed, so that a test that
fails does so again. A process of its own, to be killed by a test.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from firmware import running
from firmware.config import Config, load
from firmware.daemon import World
from firmware.effects import Effect, Show
from firmware.pin_parts import PinParts
from firmware.sd_notify import Notifier
from tests.firmware.crash_shown import shown_on
from tests.firmware.seeded_dice import seeded

_world_of = running.world_of


def tell(effect: Effect) -> None:
    """Whoever reads this has seen the screen: it stays read, whatever becomes of this process."""
    if isinstance(effect, Show):
        screen = effect.screen
        seen = {"shown": shown_on(screen), "turn": screen.turn, "lines": screen.lines, "is_rolling": screen.is_rolling}
        print(json.dumps({**seen, "is_match": bool(screen.white_name)}), flush=True)


def telling_world(config: Config, path: Path, port: str, is_virtual: bool, pins: PinParts, notifier: Notifier) -> World:
    world = _world_of(config, path, port, is_virtual, pins, notifier)
    world.on_effect = tell
    world.dice = seeded(int(sys.argv[2]))
    return world


if __name__ == "__main__":
    running.world_of = telling_world
    sys.exit(running.run(load(Path(sys.argv[1])), virtual=False))
