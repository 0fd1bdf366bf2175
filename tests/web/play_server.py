"""The demo with dice that fall as told, for the browser tests: `play_server.py FOLDER PORT DICE [POSITION] [LENGTH]`.

DICE as `31,62,...`; the page's address is printed as the demo prints it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from firmware.dice import ScriptedDice
from firmware.playing import Wish, play, read_position

if __name__ == "__main__":
    folder, port, dice, position, length = (*sys.argv[1:], "", "")[:5]
    rolls = [(int(roll[0]), int(roll[1])) for roll in dice.split(",") if roll]
    wish = Wish(
        Path(folder),
        read_position(position) if position else None,
        int(length) if length else None,
        port=int(port),
        has_browser=False,
    )
    sys.exit(play(wish, ScriptedDice(rolls)))
