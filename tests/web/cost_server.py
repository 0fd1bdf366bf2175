"""A demo that also measures its own loop: `cost_server.py FOLDER PORT`.

At each SIGUSR1 it prints, as JSON, how late its loop has been since the last one, in ms, and how much processor time it
has used, in s.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

from firmware import playing
from firmware.dice import ScriptedDice
from firmware.web.opening import make_page

STEP_S = 0.01


class Watch:
    """Looks at the clock every 10 ms of the loop that it runs in."""

    def __init__(self) -> None:
        self.late_ms: list[float] = []
        self.since = (time.monotonic(), time.process_time())

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, self.tell)
        while True:
            due_s = loop.time() + STEP_S
            await asyncio.sleep(STEP_S)
            self.late_ms.append(1000 * (loop.time() - due_s))

    def tell(self) -> None:
        now = (time.monotonic(), time.process_time())
        late = sorted(self.late_ms) or [0.0]
        share = (now[1] - self.since[1]) / (now[0] - self.since[0])
        told = {"cpu": share, "p50": late[len(late) // 2], "p99": late[len(late) * 99 // 100], "most": late[-1]}
        print(json.dumps(told), flush=True)
        self.late_ms, self.since = [], now


def main(folder: str, port: str) -> int:
    tasks = []

    def make_watched_page(*arguments: Any) -> Any:
        tasks.append(asyncio.get_running_loop().create_task(Watch().run()))
        return make_page(*arguments)

    with patch("firmware.playing.make_page", make_watched_page):
        wish = playing.Wish(Path(folder), port=int(port), has_browser=False)
        return playing.play(wish, ScriptedDice([(3, 1)] * 50))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
