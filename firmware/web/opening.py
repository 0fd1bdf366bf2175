"""Opening the page of a table: doors, token, record and bench put together. Owns the address that is told to people."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from firmware.config import WebSettings
from firmware.effects import Effect
from firmware.journal import open_read_only
from firmware.web.bench import Bench
from firmware.web.board_line import BoardLine
from firmware.web.doors import Doors
from firmware.web.record import record_text
from firmware.web.server import Page, Table
from firmware.web.tokens import token_in

_log = logging.getLogger("gammond")


Hear = Callable[[Callable[[Effect], None]], None]
"""Given a listener, lets it hear of every effect that is carried out from now on."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page comes from: the journal, the folder of its token, a virtual board's socket, how many panels."""

    journal: Path
    folder: Path
    board_socket: Path | None = None
    panels: int = 1


def make_page(place: Place, port: int, table: Table, hear: Hear, name: str = "localhost") -> Page:
    """A page that hears of everything at a table; with a virtual board's socket it can be played on."""
    socket = place.board_socket
    bench = None if socket is None else Bench(BoardLine(socket), lambda: table.state)
    doors = Doors(port, token_in(place.folder), tuple({"localhost", name.lower()}))
    record = partial(record_text, partial(open_read_only, place.journal))
    page = Page(doors, secrets.token_hex(4), record, bench, place.panels)
    hear(page.on_effect)
    return page


def address_of(page: Page, host: str = "127.0.0.1") -> str:
    """The address to open once, with the token."""
    return f"http://{host}:{page.doors.port}/?token={page.doors.token}"


@contextlib.asynccontextmanager
async def page_by_settings(settings: WebSettings, place: Place, table: Table, hear: Hear) -> AsyncIterator[None]:
    """Serve the page as long as the table runs. One that cannot be served is told in the log: the match goes on."""
    page = None
    try:
        page = make_page(place, settings.port, table, hear, settings.name)
        await page.start(table, settings.bind)
    except OSError as error:
        _log.error("the page cannot be served on %s port %d: %s", settings.bind, settings.port, error)
    else:
        _log.info("the page: %s", address_of(page, _host(settings)))
    try:
        yield
    finally:
        if page is not None:
            await page.stop()


def _host(settings: WebSettings) -> str:
    """What people type: the name that was set, else the address."""
    address = ipaddress.ip_address(settings.bind)
    if settings.name != "localhost" or address.is_unspecified:
        return settings.name
    return f"[{address}]" if address.version == 6 else str(address)
