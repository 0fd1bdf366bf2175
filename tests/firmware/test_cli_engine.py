"""`gammond legal` and `gammond perft`: what they print, and that programs can rely on it."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from firmware.cli import main

ROOT = Path(__file__).parents[2]
ORACLE = ROOT / "tests" / "data" / "oracle"
OPENING = "4HPwATDgc/ABMA"


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def oracle_lines(step: int) -> list[dict[str, Any]]:
    with gzip.open(ORACLE / "legal_positions.public.jsonl.gz", "rt") as file:
        return [json.loads(line) for number, line in enumerate(file) if number % step == 0]


@pytest.mark.parametrize("roll", ["31", "13", "3-1", "1-3"])
def test_plays_are_listed_with_their_position_ids_whichever_die_is_named_first(
    capsys: pytest.CaptureFixture[str], roll: str
) -> None:
    lines = output(capsys, "legal", OPENING, roll)
    assert len(lines) == 16
    assert ["8/5", "6/5", "sGfwATDgc/ABMA"] in [line.split() for line in lines]


def test_ids_alone_are_sorted(capsys: pytest.CaptureFixture[str]) -> None:
    ids = ["4PMHATDgc/ABMA", "HJ/gATDgc/ABMA", "jM/BATDgc/ABMA", "xOeDATDgc/ABMA"]
    assert output(capsys, "legal", "--ids", OPENING, "55") == ids


def test_other_forms_of_a_position_are_understood(capsys: pytest.CaptureFixture[str]) -> None:
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    assert output(capsys, "legal", "--ids", xgid, "31") == output(capsys, "legal", "--ids", OPENING, "31")


def dance() -> tuple[str, str, str]:
    """A position and roll of the oracle without a legal play, and the position with the turn passed."""
    for line in oracle_lines(1):
        tags, dice, results = line["tags"], line["dice"], line["results"]
        if isinstance(tags, list) and "dance" in tags and isinstance(dice, list) and isinstance(results, list):
            return str(line["position"]), f"{dice[0]}{dice[1]}", str(results[0])
    raise AssertionError("the oracle has no dance")


def test_no_legal_play_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    position, roll, passed = dance()
    assert output(capsys, "legal", position, roll) == ["no legal play"]
    assert output(capsys, "legal", "--ids", position, roll) == [passed]


def test_batch_answers_each_line_as_the_oracle_does(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = oracle_lines(25)
    lines = "".join(f"{line['position']} {''.join(map(str, line['dice']))}\n" for line in asked)
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert [answer.split() for answer in output(capsys, "legal", "--ids", "-")] == [line["results"] for line in asked]


def test_batch_answers_before_the_next_question_comes() -> None:
    command = [sys.executable, "-m", "firmware.cli", "legal", "--ids", "-"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for roll, results in (("31", 16), ("55", 4)):
            child.stdin.write(f"{OPENING} {roll}\n")
            child.stdin.flush()
            assert len(child.stdout.readline().split()) == results
        child.stdin.close()
        assert child.wait(timeout=20) == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"{OPENING} 37", "gammond: line 2: '37' is no roll"),
        ("4HPwAT 31", "gammond: line 2: '4HPwAT' is no Position ID"),
        (f"{OPENING}", f'gammond: line 2: "{OPENING}" is not a Position ID and a roll'),
    ],
)
def test_bad_line_of_a_batch_is_named_by_its_number(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str, said: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{OPENING} 31\n{line}\n"))
    assert main(["legal", "--ids", "-"]) == 2
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    assert err.startswith(said)
    assert err.count("\n") == 1


def test_perft_counts_as_independent_engines_do(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output(capsys, "perft", "1")
    assert len(lines) == 22
    assert lines[-1].split() == ["total", "447"]
    assert sum(int(line.split()[1]) for line in lines[:-1]) == 447


def test_perft_starts_from_the_position_given(capsys: pytest.CaptureFixture[str]) -> None:
    # One checker a side, each on its own ace point: every one of the 21 rolls bears it off, in one way.
    lines = output(capsys, "perft", "1", "--position", "AQAABAAAAAAAAA")
    assert [line.split()[1] for line in lines] == ["1"] * 21 + ["21"]
