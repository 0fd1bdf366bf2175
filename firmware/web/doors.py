"""Who may come in: Host, Origin, token and cookie, and the headers that every answer carries. Pure but for the request.

The page is for people at this table, not for every other page that their browser has open: those can send requests to
a loopback address too, and by a name of their own choosing (DNS rebinding).
"""

from __future__ import annotations

import hmac
import ipaddress
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
OPEN_TO_ALL: Final = frozenset({"/healthz"})
"""Paths that need no token: they tell nothing."""
NO_TOKEN: Final = (
    "This page opens with the address that gammond printed when it started: it ends in ?token= and a long word.\n"
    "If you have closed that terminal, stop gammond (Ctrl-C) and start it again.\n"
)


@dataclass(frozen=True, slots=True)
class Doors:
    """`port` as it is served; `names`: host names by which this machine may be called besides its addresses."""

    port: int
    token: str
    names: tuple[str, ...] = ("localhost",)

    @property
    def cookie(self) -> str:
        """The cookie's name: browsers keep one jar for all ports of a host."""
        return f"gammond-{self.port}"

    @property
    def pass_word(self) -> str:
        """What the cookie holds: made from the token, so that it outlives a restart, but not the token itself."""
        return sha256(b"gammond page " + self.token.encode()).hexdigest()

    def is_host(self, host: str, local_address: str) -> bool:
        """Whether a Host header names this machine: an allowed name, or the very address that was connected to."""
        name, _, port = host.rpartition(":")
        if not name:
            name, port = host, "80"
        if port != str(self.port):
            return False
        return name.lower() in self.names or _address(name) == _address(local_address) is not None

    def is_origin(self, origin: str, host: str) -> bool:
        """Whether an Origin header is this page itself."""
        return origin == f"http://{host}"

    def is_token(self, text: str) -> bool:
        return hmac.compare_digest(_bytes(text), self.token.encode())

    def is_cookie(self, text: str) -> bool:
        return hmac.compare_digest(_bytes(text), self.pass_word.encode())


def _bytes(text: str) -> bytes:
    """What came over the wire: bytes that were no UTF-8 stand in the text as surrogates."""
    return text.encode("utf-8", "surrogateescape")


def _address(text: str) -> str | None:
    """An IP address in its one written form; None for a name."""
    try:
        address = ipaddress.ip_address(text.strip("[]").split("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)


def guard(doors: Doors) -> Middleware:
    """The middleware through which every request goes."""

    @web.middleware
    async def look(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            answer = _refusal(doors, request) or await handler(request)
        except web.HTTPException as error:  # aiohttp's own 404 and 405
            error.headers.update(HEADERS)
            raise
        if not answer.prepared:
            answer.headers.update(HEADERS)
        return answer

    return look


def _refusal(doors: Doors, request: web.Request) -> web.Response | None:
    """What is answered instead of the page; None if the request may pass."""
    host, origin = request.headers.get("Host", ""), request.headers.get("Origin")
    if not doors.is_host(host, _local_address(request)):
        return web.Response(
            status=403, text=f"{host[:60]!a} is not a name of this board: see web.name in its settings\n"
        )
    is_socket = request.path == "/ws"
    if (is_socket or origin is not None) and not doors.is_origin(origin or "", host):
        return web.Response(status=403, text="asked for by another page\n")
    if request.path in OPEN_TO_ALL:
        return None
    token = request.query.get("token")
    if token is not None and not is_socket and doors.is_token(token):
        return _let_in(doors, request)
    if doors.is_cookie(request.cookies.get(doors.cookie, "")):
        return None
    return web.Response(status=403, text=NO_TOKEN)


def _local_address(request: web.Request) -> str:
    """The address of ours that the other end connected to."""
    transport = request.transport
    name = None if transport is None else transport.get_extra_info("sockname")
    return str(name[0]) if isinstance(name, tuple) else ""


def _let_in(doors: Doors, request: web.Request) -> web.Response:
    """Change the token for a cookie, and leave the token out of the address line, the history and the screenshots."""
    answer = web.Response(status=303, headers={"Location": request.path})
    answer.set_cookie(doors.cookie, doors.pass_word, httponly=True, samesite="Strict", path="/")
    return answer
