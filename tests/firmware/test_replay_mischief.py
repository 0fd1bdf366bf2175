"""Twelve turns a side by hands that do all mischief they can, through the whole chain."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.rehearsal import match_soak
from firmware.rehearsal.replay import replay_file
from tests.firmware.replay_expectations import plays_in, read

OWN = Path(__file__).parents[1] / "data" / "matches"


def test_match_is_on_record_as_played_whatever_the_hands_did_beside(tmp_path: Path) -> None:
    path = tmp_path / "beginning.mat"
    lines = (OWN / "bot_1pt_1.mat").read_text().splitlines(keepends=True)
    path.write_text("".join(lines[: next(n for n, line in enumerate(lines) if line.startswith(" 13)"))]))
    report = replay_file(str(path), "tidy", seed=4, mischief=1.0)
    assert report.wrong == ()
    assert report.right == report.plays == plays_in(read(path))
    assert report.score == report.expected


def test_soak_needs_a_folder_of_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert match_soak.main([str(tmp_path)]) == 2
    assert "no match records in" in capsys.readouterr().err
