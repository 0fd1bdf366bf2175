"""The token of a page's address: made once, kept in a file that only its owner may read."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path
from typing import Final

NAME: Final = "web.token"
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")


def token_in(folder: Path) -> str:
    """The token kept in a folder, made if there is none: an open page finds the daemon again after a restart.

    OSError if the folder cannot be written to.
    """
    path = folder / NAME
    try:
        token = path.read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        token = ""
    if _TOKEN.fullmatch(token):
        return token
    token = secrets.token_urlsafe(32)
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(token + "\n")
    part.replace(path)
    return token
