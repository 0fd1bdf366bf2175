"""`python -m tests.firmware.seeded_dice SEED ARGUMENTS`: `gammond ARGUMENTS`, but the dice follow from the seed.

What people do in real time is then the same each time; that the system's dice are used is tested elsewhere.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from firmware import cli, running
from firmware.daemon import World
from firmware.dice import ScriptedDice

WorldMaker = Callable[..., World]
"""As `running.world_of`."""


def with_dice(make: WorldMaker, seed: int) -> WorldMaker:
    """The same world, but its dice follow from the seed and never run out."""

    def world_of(*told: Any) -> World:
        world, draw = make(*told), Random(seed)
        world.dice = ScriptedDice((draw.randint(1, 6), draw.randint(1, 6)) for _ in count())
        return world

    return world_of


if __name__ == "__main__":
    running.world_of = with_dice(running.world_of, int(sys.argv[1]))
    sys.exit(cli.main(sys.argv[2:]))
