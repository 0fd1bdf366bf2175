"""A page served for a test, without a daemon behind it, and visitors who come to it with or without manners."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp

from firmware import table
from firmware.chain import Chain
from firmware.policy import House
from firmware.screens import Screen
from firmware.table_state import TableState
from firmware.texts import _
from firmware.web.bench import Bench
from firmware.web.doors import Doors
from firmware.web.server import Page
from hardware.geometry import R1
from hardware.ports import HardwareError

TOKEN: Final = "T" * 43


class StillTable:
    """A table at which nothing happens."""

    def __init__(self) -> None:
        self.state: TableState = table.start(House(), None, 0.0).state
        self.screen: Screen | None = Screen(lines=(_("Set up the board"), ""))
        self.chain = Chain(R1)
        self.is_told = True


class DeafLine:
    """A line to a virtual board that takes everything and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any]] = []

    async def ask(self, request: str, value: Any = True) -> dict[str, Any]:
        self.asked.append((request, value))
        if request == "discs":
            return {"discs": [[0, 20.0, 18.0, 0], [1, None, None, 0]]}
        if request == "colours":
            return {"colours": [0, 1]}
        if request == "drop" and not 0 <= value[1] <= 530:
            raise HardwareError("beside the board")
        return {"ok": True}

    def acts(self) -> list[tuple[str, Any]]:
        """What it was asked to do, without looks at the discs."""
        return [each for each in self.asked if each[0] not in ("discs", "colours")]


class Visitor:
    """Somebody who comes to the page. `line` is the virtual board's, None at a real board."""

    def __init__(self, page: Page, session: aiohttp.ClientSession, line: DeafLine | None) -> None:
        self.page = page
        self.session = session
        self.line = line
        self.base = f"http://127.0.0.1:{page.doors.port}"
        self.cookies = {page.doors.cookie: page.doors.pass_word}

    def headers(self, **more: str) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()), **more}

    async def get(
        self, path: str, is_known: bool = True, method: str = "GET", **headers: str
    ) -> aiohttp.ClientResponse:
        """An answer, read whole; known visitors bring the cookie."""
        sent = self.headers(**headers) if is_known else headers
        answer = await self.session.request(method, self.base + path, headers=sent, allow_redirects=False)
        await answer.read()
        return answer

    async def open(self, **headers: str) -> aiohttp.ClientWebSocketResponse:
        """A socket, as the page itself opens it unless headers say otherwise."""
        sent = self.headers(**{"Origin": self.base, **headers})
        return await self.session.ws_connect(f"{self.base}/ws", headers=sent, max_msg_size=0)

    async def refused_socket(self, **headers: str) -> int:
        """The status with which a socket is refused; 101 if it is not."""
        try:
            socket_ = await self.open(**headers)
        except aiohttp.WSServerHandshakeError as error:
            return error.status
        await socket_.close()
        return 101


async def told(socket_: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
    """The next message of the page as JSON."""
    message = await socket_.receive(timeout=2)
    assert message.type is aiohttp.WSMsgType.TEXT, f"no text came but {message.type}: {message.extra}"
    found: dict[str, Any] = json.loads(message.data)
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@asynccontextmanager
async def served(is_virtual: bool = True) -> AsyncIterator[Visitor]:
    """A page that is served, and a visitor who knows its token."""
    line = DeafLine() if is_virtual else None
    still = StillTable()
    bench = None if line is None else Bench(line, lambda: still.state)
    page = Page(Doors(free_port(), TOKEN), "boot", lambda kind: f"a record as {kind}", bench)
    await page.start(still)
    try:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
            yield Visitor(page, session, line)
    finally:
        await page.stop()


def visit(act: Callable[[Visitor], Awaitable[None]], is_virtual: bool = True) -> None:
    """Serve a page, and let a visitor act."""

    async def run() -> None:
        async with asyncio.timeout(20):
            async with served(is_virtual) as visitor:
                await act(visitor)

    asyncio.run(run())
