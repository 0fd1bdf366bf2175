"""The page's own files: read once, kept in memory, answered with a tag so that a browser asks for each only once."""

from __future__ import annotations

import gzip
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from aiohttp import web

FOLDER: Final = Path(__file__).parent / "page"
TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}

HANDS: Final = frozenset({"board.html", "board.js", "hands.js", "keys.js", "oled.js", "sound.js", "play.css"})
"""What only a virtual board has: all that moves discs or presses keys, or shows what a real table has itself."""


class File(NamedTuple):
    """A file ready to be sent, plain and packed."""

    kind: str
    plain: bytes
    packed: bytes
    tag: str


def load(folder: Path = FOLDER) -> dict[str, File]:
    """Every file of the page, by name. What is not among them cannot be asked for, whatever a path says."""
    found = {}
    for path in sorted(folder.iterdir()):
        if path.suffix in TYPES:
            plain = path.read_bytes()
            tag = f'"{sha256(plain).hexdigest()[:16]}"'
            found[path.name] = File(TYPES[path.suffix], plain, gzip.compress(plain, 9, mtime=0), tag)
    return found


def without_hands(found: dict[str, File]) -> dict[str, File]:
    """The files of a real board's page."""
    return {name: file for name, file in found.items() if name not in HANDS}


def answer(request: web.Request, file: File) -> web.Response:
    """The file, packed if the browser takes that, or the word that it has it already."""
    if request.headers.get("If-None-Match") == file.tag:
        return web.Response(status=304, headers={"ETag": file.tag})
    is_packed = "gzip" in request.headers.get("Accept-Encoding", "")
    headers = {"ETag": file.tag, "Vary": "Accept-Encoding"}
    if is_packed:
        headers["Content-Encoding"] = "gzip"
    body = file.packed if is_packed else file.plain
    return web.Response(body=body, content_type=file.kind, charset="utf-8", headers=headers)
