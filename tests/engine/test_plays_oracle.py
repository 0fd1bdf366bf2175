"""Every legal end, held against the lines and named cases that independent engines agreed on."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from engine.plays import Roll, legal_ends, legal_plays
from engine.position import Position
from engine.position_id import read_position_id, write_position_id

ORACLE = Path(__file__).parents[1] / "data" / "oracle"
NAMED: list[dict[str, Any]] = json.loads((ORACLE / "named_cases.json").read_text())


def oracle_lines() -> list[dict[str, Any]]:
    with gzip.open(ORACLE / "legal_positions.public.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def turned_ids(position: Position, roll: Roll) -> list[str]:
    """The oracle's answer: IDs seen by the other side; the position itself, turned, where nothing can be played."""
    return sorted(write_position_id(end.turned) for end in legal_ends(position, roll) or {position})


def from_points(points: list[int]) -> Position:
    own = {point: n for point, n in enumerate(points) if n > 0}
    opp = {25 - point: -n for point, n in enumerate(points) if n < 0}
    return Position.of(own, opp)


def test_every_oracle_line_has_exactly_the_same_ends() -> None:
    lines = oracle_lines()
    assert len(lines) == 5278
    wrong = [
        line["id"]
        for line in lines
        if turned_ids(read_position_id(line["position"]), Roll(*line["dice"])) != line["results"]
    ]
    assert wrong == []


def test_points_and_position_id_of_every_oracle_line_are_the_same_position() -> None:
    for line in oracle_lines():
        assert write_position_id(from_points(line["points"])) == line["position"]


@pytest.mark.parametrize("case", NAMED, ids=[case["name"] for case in NAMED])
def test_named_case(case: dict[str, Any]) -> None:
    position, roll = read_position_id(case["position"]), Roll(*case["dice"])
    assert turned_ids(position, roll) == case["results"]
    used = {len(play.moves) for play in legal_plays(position, roll)} or {0}
    assert max(used) == case["dice_used"]


def test_plays_and_ends_are_the_same_positions() -> None:
    for line in oracle_lines()[::7]:
        position, roll = read_position_id(line["position"]), Roll(*line["dice"])
        plays = legal_plays(position, roll)
        assert {play.end for play in plays} == set(legal_ends(position, roll))
        assert len({play.end for play in plays}) == len(plays)
