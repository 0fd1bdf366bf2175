"""GNU Backgammon is asked where it is installed; GAMMOND_REQUIRE=gnubg makes a missing one a failure."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def gnubg() -> Path:
    """The program. Debian keeps it in /usr/games, which is not on every PATH."""
    found = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
    if found:
        return Path(found)
    reason = "gnubg is not installed: sudo apt-get install --no-install-recommends gnubg"
    if "gnubg" in os.environ.get("GAMMOND_REQUIRE", "").replace(",", " ").split():
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)  # a program of others, not everywhere; GAMMOND_REQUIRE makes a failure of it
