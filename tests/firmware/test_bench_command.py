"""`gammond bench`: its questions, its check against an oracle, and what it prints."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from engine.perft import ROLLS
from engine.plays import Roll
from engine.position import START
from firmware.cli import main
from firmware.measuring.parts import match_by_chance, preparations
from firmware.measuring.peers import installed_peers
from firmware.measuring.questions import ORACLE, POSITIONS, positions, wrong_answers


def test_the_same_500_positions_are_asked_every_time() -> None:
    asked = positions()
    assert len(asked) == POSITIONS == 500
    assert asked[0] == START
    assert asked == positions()
    assert len(set(asked)) > 450
    assert all(position.own_off < 15 and position.opp_off < 15 for position in asked)


def oracle_of(tmp_path: Path, results: list[str]) -> Path:
    line = {"position": "4HPwATDgc/ABMA", "dice": [6, 5], "results": results}
    path = tmp_path / "oracle.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(line).encode()))
    return path


def test_an_answer_that_is_not_the_oracles_is_counted(tmp_path: Path) -> None:
    with gzip.open(ORACLE, "rt") as lines:
        right = next(
            line["results"]
            for line in map(json.loads, lines)
            if line["position"] == "4HPwATDgc/ABMA" and sorted(line["dice"]) == [5, 6]
        )
    assert wrong_answers(oracle_of(tmp_path, right)) == (1, 0)
    assert wrong_answers(oracle_of(tmp_path, right[1:])) == (1, 1)


def test_a_match_by_chance_is_played_out_and_is_always_the_same() -> None:
    record = match_by_chance(length=3)
    assert record.length == 3
    assert record == match_by_chance(length=3)


def test_preparations_give_a_mean_below_the_longest() -> None:
    spread = preparations([(START, roll) for roll in (Roll(2, 1), Roll(1, 1))])
    assert 0 < spread.mean < spread.most


def test_peers_that_are_not_installed_are_left_out() -> None:
    assert {peer.name for peer in installed_peers([(START, roll) for roll in ROLLS])} <= {
        "bgsage",
        "gnubg-nn",
        "open_spiel",
    }


@pytest.mark.ci
def test_the_figures_come_as_json_and_every_answer_of_the_oracle_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["oracle"] == {"lines": 5278, "wrong": 0}
    assert figures["calls"] == 10500
    assert figures["positions_per_s"] > 0
    assert figures["calls_per_s"] > 0
    assert figures["worst_ms"] > 0
    assert figures["tree_ms_p99"] <= figures["tree_ms_max"]


@pytest.mark.ci
def test_three_turns_from_the_opening_total_116154993(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "3"]) == 0
    assert capsys.readouterr().out.endswith("total  116154993\n")
