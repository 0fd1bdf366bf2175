"""`gammond hands` as a command: what it prints, that it repeats itself, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from firmware.cli import main
from firmware.rehearsal import soak

KEYS = [
    *("style", "geometry", "plays", "right", "asked", "wrong", "false_alarms", "illegal", "caught", "named"),
    *("invisible", "verdict_ms_p50", "verdict_ms_p99", "raw_count", "mischief"),
]


def figures(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main(["hands", "--plays", "25", "--seed", "3", "--json", *arguments]) == 0
    told: dict[str, object] = json.loads(capsys.readouterr().out)
    return told


def test_json_has_every_figure_and_the_four_outcomes_sum_to_the_plays(capsys: pytest.CaptureFixture[str]) -> None:
    told = figures(capsys, "--style", "tidy", "--geometry", "R1+")
    assert list(told) == KEYS
    assert (told["style"], told["geometry"], told["plays"]) == ("tidy", "R1+", 25)
    outcomes = [told[name] for name in ("right", "asked", "wrong", "false_alarms")]
    assert sum(n for n in outcomes if isinstance(n, int)) == 25


def test_there_is_no_mischief_unless_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    none, some = figures(capsys), figures(capsys, "--mischief", "1")
    assert isinstance(none["mischief"], dict)
    assert isinstance(some["mischief"], dict)
    assert set(none["mischief"].values()) == {0.0}
    assert some["mischief"]["checker_flipped"] > 300


def test_what_was_not_right_is_kept_in_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    figures(capsys, "--cases", str(tmp_path / "cases"))
    assert (tmp_path / "cases" / "sloppy_R1_0_3.txt").exists()


@pytest.mark.parametrize("rate", ["-0.1", "1.1", "nan"])
@pytest.mark.parametrize("command", [["hands"], ["replay", "a.mat"]])
def test_a_rate_of_mischief_outside_0_to_1_is_refused(
    command: list[str], rate: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, f"--mischief={rate}"]) == 2
    assert "from 0 to 1" in capsys.readouterr().err


def test_parts_that_are_done_are_not_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = dict.fromkeys([*KEYS, "declared"], 0) | {"style": "exact", "geometry": "R1", "plays": 1000, "right": 1000}
    lines = [
        line | {"style": style, "geometry": geometry, "rate": 0.0, "seed": 4000, "cases": [], "code": code}
        for style in ("exact", "tidy", "loose", "sloppy")
        for geometry in ("R1", "R1+")
        for code in ("of today", "of yesterday")
    ]
    (tmp_path / "parts.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines))
    monkeypatch.setattr(soak, "code_id", lambda: "of today")
    assert soak.main(["--plays", "1000", "--mischief", "0", "--seed", "4000", "--folder", str(tmp_path)]) == 0
    told = capsys.readouterr()
    assert "8 of 8 parts were done before" in told.err
    assert told.out.count("| 1000 | 100.00 | 0.00 | 0 |") == 8
