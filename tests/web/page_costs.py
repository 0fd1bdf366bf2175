"""What the page costs: `python -m tests.web.page_costs [--seconds N]`.

Measures on a demo of its own, over a lively board (a checker lifted and laid down ten times a second): the daemon's
processor time, memory and the lateness of its loop without anybody, with 16 pages that watch, and with 4 more that find
no room; then, in chromium, how long the page takes from the first paint until it can be played on, and its bytes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import aiohttp

from firmware.playing import folder_name
from firmware.web.hub import MOST_WATCHERS
from hardware.virtual.remote import RemoteBoard
from tests.web.browser_arguments import ARGUMENTS
from tests.web.page_visitor import free_port

ROOT: Final = Path(__file__).parents[2]
REFUSED: Final = 4
RETRY_S: Final = 15.0
"""What the page waits after it was told that there is no room (FULL_WAIT in link.js)."""
ACT_S: Final = 0.1
PATHS: Final = {"the board to play on": "/", "the live board": "/live", "the overlay": "/overlay"}

READY = """
new MutationObserver(() => {
  if (document.body && document.body.dataset.connected === 'true' && document.body.dataset.seq && !window.readyAt) {
    window.readyAt = performance.now();
  }
}).observe(document, { attributes: true, subtree: true, childList: true });
"""
TIMES = """() => ({ paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null,
  ready: window.readyAt })"""


class Server:
    """The demo that is measured."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "tests.web.cost_server", str(folder / "demo"), str(self.port)]
        environment = {**os.environ, "XDG_RUNTIME_DIR": str(folder)}
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        self.address = self._line(r"http://\S+")
        self.board = RemoteBoard(folder / "gammond" / folder_name(folder / "demo"))

    def _line(self, pattern: str) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(pattern, line):
                return found[0]
        raise SystemExit(f"the demo has ended with {self.process.wait()}")

    def measured(self) -> dict[str, float]:
        """Since the last time it was asked: share of a processor, lateness of the loop in ms; and its memory in MB."""
        self.process.send_signal(signal.SIGUSR1)
        told: dict[str, float] = json.loads(self._line(r"\{.*\}"))
        status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        return told | {"mb": int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024}

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=10)


class Crowd:
    """Pages that watch, without a browser: they read everything, and come again when there is no room."""

    def __init__(self, session: aiohttp.ClientSession, base: str) -> None:
        self._session = session
        self._base = base
        self.bytes_read = self.refused = 0

    async def watch(self) -> None:
        while True:
            async with self._session.ws_connect(f"{self._base}/ws", headers={"Origin": self._base}) as socket:
                async for message in socket:
                    self.bytes_read += len(message.data)
                code = socket.close_code
            if code == aiohttp.WSCloseCode.TRY_AGAIN_LATER:
                self.refused += 1
                await asyncio.sleep(RETRY_S)


async def act(session: aiohttp.ClientSession, base: str) -> None:
    """Hands that never rest: a checker of White's 6 point up and down again."""
    async with session.ws_connect(f"{base}/ws", headers={"Origin": base}) as socket:
        reading = asyncio.get_running_loop().create_task(drain(socket))
        for number in range(1 << 30):
            op = "lift" if number % 2 == 0 else "drop"
            await socket.send_json({"op": op, "disc": 14, "x": 310 + 40 * (number // 2 % 2), "y": 150})
            await asyncio.sleep(ACT_S)
        await reading


async def drain(socket: aiohttp.ClientWebSocketResponse) -> None:
    async for _message in socket:
        pass


async def crowds(server: Server, seconds: float) -> list[tuple[str, dict[str, float]]]:
    rows = []
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        await (await session.get(server.address)).read()
        acting = asyncio.get_running_loop().create_task(act(session, server.base))
        for name, watchers, late in (
            ("one who plays", 0, 0),
            (f"and {MOST_WATCHERS - 1} who watch", MOST_WATCHERS - 1, 0),
            (f"and {REFUSED} more, refused", MOST_WATCHERS - 1, REFUSED),
        ):
            crowd = Crowd(session, server.base)
            tasks = [asyncio.get_running_loop().create_task(crowd.watch()) for _ in range(watchers + late)]
            await asyncio.sleep(1.0)
            server.measured()
            crowd.bytes_read = 0
            await asyncio.sleep(seconds)
            rate = crowd.bytes_read / seconds / max(watchers, 1)
            rows.append((name, server.measured() | {"kb_s": rate / 1000, "refused": crowd.refused}))
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        acting.cancel()
        await asyncio.gather(acting, return_exceptions=True)
    return rows


def loads(server: Server) -> list[tuple[str, dict[str, Any]]]:
    """Each page in chromium: the first time, and again with its files at hand."""
    from playwright.sync_api import sync_playwright

    rows = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        for name, path in PATHS.items():
            context = browser.new_context(viewport={"width": 1366, "height": 768})
            context.add_init_script(READY)
            context.request.get(server.address)  # the cookie
            for when in ("first", "again"):
                page = context.new_page()
                rows.append((f"{name}, {when}", load(page, server.base + path)))
                page.close()
            context.close()
        browser.close()
    return rows


def load(page: Any, address: str) -> dict[str, Any]:
    sizes = {"files": 0, "socket": 0, "requests": 0}
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")

    def file_came(event: dict[str, Any]) -> None:
        sizes["files"] += int(event["encodedDataLength"])
        sizes["requests"] += 1

    def words_came(event: dict[str, Any]) -> None:
        if "readyAt" not in sizes:
            sizes["socket"] += len(event["response"]["payloadData"])

    line.on("Network.loadingFinished", file_came)
    line.on("Network.webSocketFrameReceived", words_came)
    page.goto(address)
    page.wait_for_function("() => window.readyAt")
    return {**page.evaluate(TIMES), **sizes}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="of each measurement of the daemon (20)")
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory(prefix="gammond-") as folder:
        server = Server(Path(folder))
        try:
            print(f"{'the daemon':24}  cpu %  memory MB  late ms: p50   p99   most  kB/s each  refused")
            for name, row in asyncio.run(crowds(server, seconds)):
                print(
                    f"{name:24} {100 * row['cpu']:6.1f} {row['mb']:10.1f} {row['p50']:13.2f} {row['p99']:5.2f}"
                    f" {row['most']:6.2f} {row['kb_s']:10.1f} {row['refused']:8.0f}"
                )
            print(f"\n{'the page':32}  first paint ms  ready ms  requests  files B  first state B")
            for name, row in loads(server):
                paint = "-" if row["paint"] is None else f"{row['paint']:.0f}"
                print(
                    f"{name:32} {paint:>15} {row['ready']:9.0f} {row['requests']:9} {row['files']:8} {row['socket']:14}"
                )
        finally:
            server.stop()


if __name__ == "__main__":
    main()
