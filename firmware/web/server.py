"""The web server inside the daemon's loop: routes, sockets, and when pages are told.

Owns aiohttp's application and the task that publishes. It reads the daemon and never changes it; on a virtual board
it passes what pages do on to the bench, on a real one there is no bench and nothing to pass.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from typing import Any, Final, Protocol

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from engine.position import EngineError
from firmware.chain import Chain
from firmware.effects import Effect, Light, MakeSound
from firmware.journal import JournalError
from firmware.screens import Screen
from firmware.table_state import TableState
from firmware.texts import _
from firmware.web import files
from firmware.web.bench import Bench, Request
from firmware.web.doors import Doors, guard
from firmware.web.hub import MOST_WATCHERS, Hub, Watcher
from firmware.web.snapshot import picture_of, snapshot_of, strip_of
from hardware.ports import DARK, LAMPS, HardwareError, Lamp

_log = logging.getLogger("gammond")

LONGEST_MESSAGE: Final = 4096
PERIOD_S: Final = 0.04
"""Changes closer together than this are told as one."""
LOOK_S: Final = 1.0
"""So often the board is looked at for what others have moved, and the strip is told."""
STRIP_S: Final = 0.25
HEARTBEAT_S: Final = 20.0
SEND_S: Final = 10.0
"""A page that takes no byte for so long is gone."""
LONGEST_REASON: Final = 123
"""Bytes that the close of a socket has room for."""


Record = Callable[[str], str | None]


class Table(Protocol):
    """What pages may know of the daemon."""

    state: TableState
    screen: Screen | None
    chain: Chain

    @property
    def is_told(self) -> bool:
        """Whether the state may be shown: nothing of it waits to be on disk first."""


class Page:
    """The pages of one table.

    `bench`: the hands on a virtual board, None on a real one. `record`: makes the text of a record of a kind (`mat`,
    `sgf`), called in a thread; None if there is nothing to write. `panels`: how many the table has. `on_effect` must
    be given every effect that the daemon carries out.
    """

    def __init__(
        self, doors: Doors, boot: str, record: Callable[[str], str | None], bench: Bench | None = None, panels: int = 1
    ) -> None:
        self.doors = doors
        self.hub = Hub(boot)
        self._bench = bench
        self._record = record
        self._table: Table | None = None
        self._lamps: tuple[Lamp, ...] = (DARK,) * LAMPS
        self._sounds: list[str] = []
        self._news = asyncio.Event()
        self._pictured: Screen | None = None
        self._picture = ""
        self._tasks: list[asyncio.Task[None]] = []
        self._runner: web.AppRunner | None = None
        self._panels = panels
        self._files = files.load() if bench is not None else files.without_hands(files.load())

    # Life

    async def start(self, table: Table, bind: str = "127.0.0.1") -> None:
        """Serve on the running loop. OSError if the address cannot be had."""
        self._table = table
        self._runner = web.AppRunner(self._application(), access_log=None, handle_signals=False, shutdown_timeout=1.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, bind, self.doors.port).start()
        except OSError:
            await self._runner.cleanup()
            raise
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(task) for task in (self._publish(), self._tell_strip(), self._look())]
        self._news.set()

    async def stop(self) -> None:
        """Say good-bye to every page and stop serving."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._runner is not None:
            await self._runner.cleanup()

    def on_effect(self, effect: Effect) -> None:
        """Something changed; called by the daemon, must return at once."""
        match effect:
            case Light(lamps):
                self._lamps = lamps
            case MakeSound(sound):
                self._sounds.append(sound.value)
            case _:
                pass
        self._news.set()

    def _application(self) -> web.Application:
        app = web.Application(middlewares=[guard(self.doors)], client_max_size=LONGEST_MESSAGE)
        app.router.add_get("/", self._front)
        app.router.add_get("/{view:live|overlay}", self._view)
        app.router.add_get("/page/{name}", self._part)
        app.router.add_get("/record.{kind:mat|sgf}", self._send_record)
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/ws", self._socket)
        app.on_shutdown.append(self._hang_up)
        return app

    # What is asked for

    async def _front(self, request: web.Request) -> web.Response:
        return self._file(request, "live.html" if self._bench is None else "board.html")

    async def _view(self, request: web.Request) -> web.Response:
        return self._file(request, f"{request.match_info['view']}.html")

    async def _part(self, request: web.Request) -> web.Response:
        return self._file(request, request.match_info["name"])

    def _file(self, request: web.Request, name: str) -> web.Response:
        file = self._files.get(name)
        if file is None:
            return web.Response(status=404, text=f"there is no {name[:60]!a} here\n")
        return files.answer(request, file)

    async def _health(self, _: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def _send_record(self, request: web.Request) -> web.Response:
        """The record of the match so far."""
        kind = request.match_info["kind"]
        try:
            text = await asyncio.to_thread(self._record, kind)
        except (EngineError, JournalError) as error:
            _log.error("the record cannot be made: %s", error)
            return web.Response(status=500, text=f"the record cannot be made: {error}\n")
        if text is None:
            return web.Response(status=404, text="no game has begun: there is nothing to write yet\n")
        name = {"Content-Disposition": f'attachment; filename="gammond.{kind}"'}
        return web.Response(text=text, content_type="text/plain", charset="utf-8", headers=name)

    # Sockets

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=LONGEST_MESSAGE, heartbeat=HEARTBEAT_S, compress=False)
        if not socket.can_prepare(request):
            raise web.HTTPUpgradeRequired()
        if self.hub.is_full:
            await socket.prepare(request)
            await socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=_too_many())
            return socket
        watcher = self.hub.join()  # before the first await: two pages must not share the last place
        try:
            await socket.prepare(request)
            await self._serve(socket, watcher)
        finally:
            self.hub.leave(watcher)
            if self._bench is not None:
                with contextlib.suppress(HardwareError):
                    await self._bench.left(watcher)
                self._news.set()
        return socket

    async def _serve(self, socket: web.WebSocketResponse, watcher: Watcher) -> None:
        writing = asyncio.get_running_loop().create_task(_write(socket, watcher))
        try:
            async for message in socket:
                await self._told(socket, watcher, message)
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

    async def _told(self, socket: web.WebSocketResponse, watcher: Watcher, message: WSMessage) -> None:
        """What a page says: that it wants the strip, or, on a virtual board only, what its hands do."""
        request = _request_of(message)
        if request is None:
            await socket.close(code=WSCloseCode.UNSUPPORTED_DATA, message=b"one JSON object a message")
        elif request.get("op") == "strip":
            watcher.wants_strip = request.get("on") is True
        elif self._bench is None:
            # Translators: web page: somebody asks a real board to move a checker
            self.hub.tell({"refused": _("this is a real board: it is played with hands")}, {watcher})
        else:
            refusal = await self._bench.do(watcher, request)
            if refusal is not None:
                self.hub.tell({"refused": refusal}, {watcher})
            self._news.set()

    async def _hang_up(self, _: web.Application) -> None:
        for watcher in list(self.hub.watchers):
            watcher.put_last()

    # Telling

    async def _publish(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                self.hub.publish(await self._state(), self._take_sounds())
            except Exception:
                _log.exception("the page could not be told")  # the match goes on without it
            await asyncio.sleep(PERIOD_S)

    def _take_sounds(self) -> list[str]:
        sounds, self._sounds = self._sounds, []
        return sounds

    async def _state(self) -> dict[str, Any]:
        """What is to be told now. What waits to be on disk is not: the page shows no more than the board's screen."""
        table = self._table
        assert table is not None, "started with a table"
        state: dict[str, Any] = {"is_virtual": self._bench is not None, "panels": self._panels, "board": None}
        if self._bench is not None:
            with contextlib.suppress(HardwareError):
                state["board"] = await self._bench.look()
        if not table.is_told:
            self._news.set()  # look again in a moment
            return state
        told = snapshot_of(table.state, table.screen, self._lamps, asyncio.get_running_loop().time())
        if table.screen is not None and table.screen is not self._pictured:
            self._pictured = table.screen
            self._picture = await asyncio.to_thread(picture_of, table.screen)
        return state | told | {"picture": self._picture}

    async def _look(self) -> None:
        """What others move on the virtual board is seen, too; and a clock runs on while the table sleeps."""
        while True:
            await asyncio.sleep(LOOK_S)
            is_timed = self._table is not None and self._table.state.clock_since_s is not None
            if self.hub.watchers and (self._bench is not None or is_timed):
                self._news.set()

    async def _tell_strip(self) -> None:
        while True:
            await asyncio.sleep(STRIP_S)
            watchers = {watcher for watcher in self.hub.watchers if watcher.wants_strip}
            if watchers and self._table is not None:
                reading = self._table.chain.reading
                levels = () if reading is None else reading.levels_10ut
                self.hub.tell({"strip": strip_of(self._table.state, levels)}, watchers)


def _too_many() -> bytes:
    """Why a page is not let in."""
    # Translators: web page: why a page is not let in; at most 120 bytes
    text = _("{count} pages are open already: close one").format(count=MOST_WATCHERS)
    return text.encode()[:LONGEST_REASON].decode(errors="ignore").encode()


async def _write(socket: web.WebSocketResponse, watcher: Watcher) -> None:
    """Send what waits for a page until it is gone, or takes nothing any more."""
    try:
        while True:
            text = await watcher.wait()
            if text is None:
                await socket.close(code=WSCloseCode.GOING_AWAY, message=b"gammond stops")
                return
            async with asyncio.timeout(SEND_S):
                await socket.send_str(text)
    except (ConnectionError, TimeoutError):
        await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"too slow")


def _request_of(message: WSMessage) -> Request | None:
    """A message as a request; None if it is none."""
    if message.type is not WSMsgType.TEXT:
        return None
    try:
        request = json.loads(message.data)
    except (ValueError, RecursionError):
        return None
    return request if isinstance(request, dict) else None
