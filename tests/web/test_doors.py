"""Every door of the page is shut, and each test notices when its door is opened."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp
import pytest
from yarl import URL

from firmware.web import doors, files, hub, server
from firmware.web.doors import Doors
from tests.web.page_visitor import TOKEN, Visitor, told, visit

PATHS = ("/", "/live", "/overlay", "/page/board.js", "/record.mat", "/healthz", "/nothing")


# Host


async def check_host(visitor: Visitor) -> None:
    port = visitor.page.doors.port
    for path in PATHS:
        assert (await visitor.get(path, Host=f"evil.example:{port}")).status == 403
    for host in (f"127.0.0.2:{port}", f"localhost:{port + 1}", "localhost", f"localhost.evil.example:{port}", ""):
        assert (await visitor.get("/", Host=host)).status == 403
        assert await visitor.refused_socket(Host=host, Origin=f"http://{host}") == 403
    assert (await visitor.get("/", Host=f"localhost:{port}")).status == 200
    assert (await visitor.get("/", Host=f"LOCALHOST:{port}")).status == 200


def open_host(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Doors, "is_host", lambda self, host, local: True)


# Origin


async def check_origin(visitor: Visitor) -> None:
    base = visitor.base
    port = visitor.page.doors.port
    for origin in ("http://evil.example", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port + 1}", "null", ""):
        assert await visitor.refused_socket(Origin=origin) == 403
        assert origin == "" or (await visitor.get("/record.mat", Origin=origin)).status == 403
    assert (await visitor.get("/record.mat", Origin=base)).status == 200
    assert await visitor.refused_socket(Origin=base) == 101


async def check_origin_is_asked_for(visitor: Visitor) -> None:
    status = 101
    try:
        await visitor.session.ws_connect(f"{visitor.base}/ws", headers=visitor.headers())
    except aiohttp.WSServerHandshakeError as error:
        status = error.status
    assert status == 403


def open_origin(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Doors, "is_origin", lambda self, origin, host: True)


# Token and cookie


async def check_token(visitor: Visitor) -> None:
    for path in PATHS:
        expected = 200 if path == "/healthz" else 403
        assert (await visitor.get(path, is_known=False)).status == expected
        assert (await visitor.get(f"{path}?token={TOKEN[:-1]}", is_known=False)).status == expected
    for cookie in ("", TOKEN, "x" * 64):
        sent = f"{visitor.page.doors.cookie}={cookie}"
        assert (await visitor.get("/", is_known=False, Cookie=sent)).status == 403
        assert await visitor.refused_socket(Cookie=sent) == 403


def open_token(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Doors, "is_cookie", lambda self, text: True)


async def check_cookie(visitor: Visitor) -> None:
    """The token of the printed address becomes a cookie that no other page can use and no script can read."""
    answer = await visitor.get(f"/live?token={TOKEN}", is_known=False)
    assert (answer.status, answer.headers["Location"]) == (303, "/live")
    cookie = answer.headers["Set-Cookie"]
    assert TOKEN not in cookie
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    sent = cookie.split(";")[0]
    assert (await visitor.get("/live", is_known=False, Cookie=sent)).status == 200


def loosen_cookie(patch: pytest.MonkeyPatch) -> None:
    real = aiohttp.web.Response.set_cookie

    def lax(self: aiohttp.web.Response, name: str, value: str, **options: object) -> None:
        real(self, name, value, httponly=True, samesite="Lax")

    patch.setattr(aiohttp.web.Response, "set_cookie", lax)


# Headers


async def check_headers(visitor: Visitor) -> None:
    for path, is_known in [(path, is_known) for path in PATHS for is_known in (True, False)]:
        answer = await visitor.get(path, is_known)
        policy = {part.strip() for part in answer.headers["Content-Security-Policy"].split(";")}
        assert {"default-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"} == policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    refused = await visitor.get("/", method="POST")
    assert refused.status == 405
    assert refused.headers["X-Content-Type-Options"] == "nosniff"


def drop_headers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(doors, "HEADERS", {"X-Content-Type-Options": "nosniff"})


# What is said on a socket


async def check_longest(visitor: Visitor) -> None:
    socket = await visitor.open()
    await told(socket)
    await socket.send_str(json.dumps({"op": "press", "key": 9, "pad": "x" * 4000}))
    assert "key" in (await told(socket))["refused"]
    await socket.send_str(json.dumps({"op": "press", "key": 0, "pad": "x" * 4096}))
    message = await socket.receive(timeout=2)
    assert message.type is aiohttp.WSMsgType.CLOSE
    assert message.data == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
    assert ("press", 0) not in (visitor.line.acts() if visitor.line else [])


def lengthen(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(server, "LONGEST_MESSAGE", 1 << 20)


async def check_number(visitor: Visitor) -> None:
    sockets = [await visitor.open() for _ in range(16)]
    for socket in sockets:
        assert "all" in await told(socket)
    late = await visitor.open()
    message = await late.receive(timeout=2)
    assert (message.data, message.extra) == (1013, "16 pages are open already: close one")
    await sockets.pop().close()
    while len(visitor.page.hub.watchers) == 16:
        await asyncio.sleep(0)
    assert "all" in await told(await visitor.open())
    for socket in sockets:
        await socket.close()


def admit_more(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hub, "MOST_WATCHERS", 17)


async def check_json(visitor: Visitor) -> None:
    for text in ("", "no json", "[1]", '"op"', "[" * 3000, '{"op": NaN'):
        socket = await visitor.open()
        await told(socket)
        await socket.send_str(text)
        message = await socket.receive(timeout=2)
        assert (message.type, message.data) == (aiohttp.WSMsgType.CLOSE, 1003)
    for wrong in ({}, {"op": 1}, {"op": "stop"}, {"op": "cable"}, {"op": ["lift"]}, {"op": "lift", "disc": "0"}):
        socket = await visitor.open()
        await told(socket)
        await socket.send_str(json.dumps(wrong))
        assert "refused" in await told(socket)
        await socket.close()
    acts = visitor.line.acts() if visitor.line else []
    assert [act for act in acts if act[0] not in ("hand", "release")] == []  # these the page does by itself at first


def read_anything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(server, "_request_of", lambda message: {"op": "hand", "on": True})


Check = Callable[[Visitor], Awaitable[None]]
DOORS: dict[str, tuple[Check, Callable[[pytest.MonkeyPatch], None]]] = {
    "host": (check_host, open_host),
    "origin": (check_origin, open_origin),
    "origin is asked for": (check_origin_is_asked_for, open_origin),
    "token": (check_token, open_token),
    "cookie": (check_cookie, loosen_cookie),
    "headers": (check_headers, drop_headers),
    "longest message": (check_longest, lengthen),
    "number of sockets": (check_number, admit_more),
    "one JSON object a message": (check_json, read_anything),
}


@pytest.mark.parametrize("name", DOORS)
def test_door_is_shut(name: str) -> None:
    visit(DOORS[name][0])


@pytest.mark.parametrize("name", DOORS)
def test_open_door_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check, sabotage = DOORS[name]
    sabotage(monkeypatch)
    with pytest.raises((AssertionError, KeyError, TimeoutError)):
        visit(check)


def test_bytes_that_are_no_text_are_refused_as_anything_else() -> None:
    async def check(visitor: Visitor) -> None:
        port = visitor.page.doors.port
        right = b"Host: 127.0.0.1:%d" % port
        for path, host, cookie in (
            (b"/", b"Host: \xff\xfe:%d" % port, b"x"),
            (b"/", right, b"%s=\xff\xfe" % visitor.page.doors.cookie.encode()),
            (b"/?token=%ff%fe", right, b"x"),
            (b"/page/%ff%fe", right, b"x"),
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET %s HTTP/1.1\r\n%s\r\nCookie: %s\r\nConnection: close\r\n\r\n" % (path, host, cookie))
            status = (await reader.readline()).split()[1]
            writer.close()
            assert status in (b"400", b"403")

    visit(check)


# Doors that are walls: what is not there


def test_page_listens_on_loopback_alone_unless_told_otherwise() -> None:
    async def check(visitor: Visitor) -> None:
        runner = visitor.page._runner
        assert runner is not None
        assert runner.addresses == [("127.0.0.1", visitor.page.doors.port)]

    visit(check)


def test_real_board_has_no_operations() -> None:
    async def check(visitor: Visitor) -> None:
        assert visitor.page._bench is None
        assert "board.js" not in await (await visitor.get("/")).text()
        for name in ("board.html", "board.js", "hands.js", "keys.js"):
            assert (await visitor.get(f"/page/{name}")).status == 404
        for name in ("live.html", "live.js", "view.js", "strip.js"):
            assert (await visitor.get(f"/page/{name}")).status == 200
        socket = await visitor.open()
        state = (await told(socket))["all"]
        assert (state["is_virtual"], state["board"]) == (False, None)
        for name in ("lift", "drop", "aside", "press", "release", "hand", "set_up"):
            await socket.send_str(json.dumps({"op": name, "disc": 0, "key": 0, "on": True, "x": 1, "y": 1}))
            assert "real board" in (await told(socket))["refused"]
        await socket.close()

    visit(check, is_virtual=False)


@pytest.mark.parametrize("path", ["/page/../server.py", "/page/%2e%2e/server.py", "/page/..%2fserver.py", "/page/"])
def test_only_the_files_of_the_page_can_be_asked_for(path: str) -> None:
    async def check(visitor: Visitor) -> None:
        url = URL(visitor.base + path, encoded=True)
        answer = await visitor.session.get(url, headers=visitor.headers())
        assert answer.status in (403, 404)
        assert "Owns aiohttp" not in await answer.text()

    visit(check)


def test_page_has_no_inline_code_and_asks_nobody_else() -> None:
    for path in files.FOLDER.iterdir():
        text = path.read_text(encoding="utf-8")
        outside = {url for url in re.findall(r"(?:https?:)?//[\w.-]+\.\w+", text) if "www.w3.org" not in url}
        assert outside == set(), path.name
        if path.suffix == ".html":
            assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", text), path.name
        if path.suffix == ".js":
            assert not re.search(r"\beval\(|new Function|innerHTML|setAttribute\(\"style\"", text), path.name


def test_every_file_of_the_page_is_asked_for_by_another() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in Path(files.FOLDER).iterdir()}
    entries = {"board.html", "live.html", "overlay.html"}
    assert texts.keys() > files.HANDS
    for name in texts.keys() - entries:
        assert any(name in text for other, text in texts.items() if other != name), name
