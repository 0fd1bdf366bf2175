"""`python -m tests.firmware.seeded_dice SEED ARGUMENTS`: `gammond ARGUMENTS`, but the dice of the table follow from the seed.

What people do in real time is then the same each time; that the system's dice are used without this is tested elsewhere.
"""

from __future__ import annotations

import sys
from itertools import count
from random import Random
from typing import Any

from firmware import cli, running
from firmware.daemon import World
from firmware.dice import ScriptedDice

_world_of = running.world_of


def seeded(seed: int) -> ScriptedDice:
    """Dice that never run out."""
    draw = Random(seed)
    return ScriptedDice((draw.randint(1, 6), draw.randint(1, 6)) for _ in count())


def world_of(*told: Any) -> World:
    """The real world, but for its dice."""
    world = _world_of(*told)
    world.dice = seeded(int(sys.argv[1]))
    return world


if __name__ == "__main__":
    running.world_of = world_of
    sys.exit(cli.main(sys.argv[2:]))
