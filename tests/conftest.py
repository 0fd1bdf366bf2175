"""What tests of every area share: where the collections of data are that are too large, or not ours, to keep here.

A collection that is not there skips its tests, with the reason. Set GAMMOND_REQUIRE to the names that must be there
(such as `matches`) to make them fail instead: so no run can pass by leaving things out unseen.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

DATA = Path(__file__).parent / "data"


def collection(name: str, variable: str, holds: str) -> Path:
    """The folder a variable points to, if it holds a certain file; otherwise the test is skipped or fails."""
    folder = os.environ.get(variable, "")
    if folder and (Path(folder) / holds).is_file():
        return Path(folder)
    reason = f"{variable} is not set" if not folder else f"{variable}={folder}: there is no {holds}"
    reason += f"; point it to the folder of {name} that holds {holds}"
    if name in os.environ.get("GAMMOND_REQUIRE", "").replace(",", " ").split():
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)  # the records are not ours to keep here; GAMMOND_REQUIRE makes a failure of it


@pytest.fixture(scope="session")
def matches_folder() -> Path:
    """The collection of real match records, with `index.tsv`."""
    return collection("matches", "GAMMOND_MATCHES", "index.tsv")


@pytest.fixture(scope="session")
def own_matches() -> list[Path]:
    """Records that belong to this project: matches of two programs, every play legal."""
    return sorted((DATA / "matches").glob("bot_*.mat"))
