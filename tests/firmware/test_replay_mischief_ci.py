"""Public matches by sloppy hands with mischief through the whole chain: nothing is recorded wrong.

A third of them, chosen once by a hash of their names; `make soak` plays them all.
"""

from __future__ import annotations

import csv
import os
from hashlib import sha256
from pathlib import Path

import pytest

from firmware.rehearsal.replay import replay_file

pytestmark = pytest.mark.ci


def third_of_public() -> list[str]:
    """Match files of the index, whatever their writer; none without the folder."""
    index = Path(os.environ.get("GAMMOND_MATCHES", ""), "index.tsv")
    if not os.environ.get("GAMMOND_MATCHES") or not index.is_file():
        return []
    with index.open(encoding="utf-8") as rows:
        files = [row["file"] for row in csv.DictReader(rows, delimiter="\t")]
    return [file for file in files if sha256(Path(file).name.encode()).digest()[0] % 3 == 0]


@pytest.mark.parametrize("name", third_of_public() or ["none"])
def test_sloppy_hands_with_mischief_leave_no_wrong_record(matches_folder: Path, name: str) -> None:
    report = replay_file(str(matches_folder / name), "sloppy", seed=7, mischief=0.3)
    assert report.wrong == ()
    assert report.right == report.plays - len(report.unplayable)
    assert report.score == report.expected
