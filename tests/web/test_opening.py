"""The page of `gammond run`: opened by the settings, never in the way of the match."""

from __future__ import annotations

import asyncio
import logging
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest

from engine.actions import GameStarted, OpeningRolled
from engine.formats import read_mat, read_sgf
from firmware.config import WebSettings, parse
from firmware.effects import Effect, Light, MakeSound, Sound
from firmware.facts import Body, MatchBegun, encode
from firmware.journal import Journal, JournalError, Row, open_journal, open_read_only
from firmware.table_state import State
from firmware.web.opening import Place, page_by_settings
from firmware.web.record import record_text
from firmware.web.tokens import token_in
from hardware.ports import DARK, Colour, Lamp
from tests.web.page_visitor import StillTable, Visitor, free_port, told, visit


def write(path: Path, *bodies: Body) -> None:
    journal = open_journal(path)
    journal.append(
        [Row(n, "m", "boot", 0.0, "2026-02-03T04:05:06Z", True, *encode(body)) for n, body in enumerate(bodies, 1)]
    )
    journal.close()


def test_live_board_is_served_by_the_settings(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[Callable[[Effect], None]] = []
    port = free_port()
    settings = parse(f"[web]\nenabled = true\nport = {port}\n").web

    async def run() -> None:
        place = Place(tmp_path / "gammond.db", tmp_path)
        jar = aiohttp.CookieJar(unsafe=True)
        opened = page_by_settings(settings, place, StillTable(), heard.append)
        async with opened, aiohttp.ClientSession(cookie_jar=jar) as session:
            address = caplog.messages[-1].removeprefix("the page: ")
            assert address == f"http://127.0.0.1:{port}/?token={token_in(tmp_path)}"
            async with session.get(address) as answer:
                assert "live.js" in await answer.text()
            origin = {"Origin": f"http://127.0.0.1:{port}"}
            async with session.ws_connect(f"http://127.0.0.1:{port}/ws", headers=origin) as pages:
                assert (await pages.receive_json())["all"]["is_virtual"] is False
                heard[0](Light((Lamp(Colour.RED), *[DARK] * 27)))
                assert (await pages.receive_json())["set"]["lamps"][0] == ["red", "steady"]

    with caplog.at_level(logging.INFO, logger="gammond"):
        asyncio.run(asyncio.wait_for(run(), 10))


def test_page_that_cannot_be_served_does_not_stop_the_match(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> bool:
        async with asyncio.timeout(10):
            blocker = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
            settings = WebSettings(True, port=blocker.sockets[0].getsockname()[1])
            async with blocker, page_by_settings(settings, Place(tmp_path / "no.db", tmp_path), StillTable(), print):
                return True

    assert asyncio.run(run())
    assert "the page cannot be served on 127.0.0.1 port" in caplog.text


def test_token_is_made_once_and_is_for_its_owner_only(tmp_path: Path) -> None:
    token = token_in(tmp_path)
    assert len(token) == 43
    assert token_in(tmp_path) == token
    path = tmp_path / "web.token"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.write_text("short\n")
    assert token_in(tmp_path) not in ("short", token)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_record_is_that_of_the_last_match_in_either_format(tmp_path: Path) -> None:
    path = tmp_path / "gammond.db"
    begun = MatchBegun(5, "club", "Ann", "Bob", 0, True, white_score=1)
    write(path, begun, GameStarted(), OpeningRolled(3, 1))

    def reading() -> Journal:
        return open_read_only(path)

    for kind, read in (("mat", read_mat), ("sgf", read_sgf)):
        text = record_text(reading, kind)
        assert text is not None
        record = read(text)
        assert (record.names, record.length, record.score_before) == (("Ann", "Bob"), 5, (1, 0))
        assert dict(record.headers).get("EventDate", "2026.02.03") == "2026.02.03"


def test_match_without_a_game_has_no_record(tmp_path: Path) -> None:
    path = tmp_path / "gammond.db"
    write(path, MatchBegun(5, "club", "Ann", "Bob", 0, True))
    assert record_text(lambda: open_read_only(path), "mat") is None


def test_record_that_cannot_be_made_is_told_and_harms_nothing() -> None:
    async def check(visitor: Visitor) -> None:
        def fail(kind: str) -> str:
            raise JournalError("the journal is gone")

        visitor.page._record = fail
        answer = await visitor.get("/record.mat")
        assert (answer.status, await answer.text()) == (500, "the record cannot be made: the journal is gone\n")
        visitor.page._record = lambda kind: None
        assert (await visitor.get("/record.sgf")).status == 404
        assert (await visitor.get("/record.exe")).status == 404

    visit(check)


def test_nothing_is_told_before_it_is_on_disk() -> None:
    """What the daemon knows but has not kept yet stays untold; the board of a virtual table is seen meanwhile."""

    async def check(visitor: Visitor) -> None:
        table = visitor.page._table
        assert isinstance(table, StillTable)
        socket = await visitor.open()
        assert (await told(socket))["all"]["state"] == "Set up"
        table.is_told = False
        table.state = replace(table.state, at=State.TO_ROLL)
        visitor.page.on_effect(MakeSound(Sound.ROLL))
        assert "state" not in (await told(socket))["set"]
        with pytest.raises(asyncio.TimeoutError):
            await socket.receive(timeout=0.2)

    async def check_then_kept(visitor: Visitor) -> None:
        table = visitor.page._table
        assert isinstance(table, StillTable)
        socket = await visitor.open()
        await told(socket)
        table.is_told = False
        table.state = replace(table.state, at=State.TO_ROLL)
        visitor.page.on_effect(MakeSound(Sound.ROLL))
        await told(socket)
        table.is_told = True
        assert (await told(socket))["set"] == {"state": "To roll"}

    visit(check)
    visit(check_then_kept)
