"""What is asked: positions of games played by chance, always the same, with every roll; and an oracle's answers."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path

from engine.plays import Roll, legal_ends, legal_plays
from engine.position import START, Position
from engine.position_id import read_position_id, write_position_id

POSITIONS = 500
SEED = 4

ORACLE = Path(__file__).parents[2] / "tests" / "data" / "oracle" / "legal_positions.public.jsonl.gz"
"""The answers that come with a checkout; an installed gammond has none and is told where they are."""


def positions(count: int = POSITIONS, seed: int = SEED) -> list[Position]:
    """The first positions of games in which both sides play any legal play, each seen by the side on roll."""
    chance = random.Random(seed)
    found: list[Position] = []
    now = START
    while len(found) < count:
        found.append(now)
        ends = sorted(legal_ends(now, Roll(chance.randint(1, 6), chance.randint(1, 6))))
        after = chance.choice(ends) if ends else now
        now = START if after.own_off == 15 else after.turned
    return found


def oracle_lines(path: Path) -> Iterator[tuple[Position, Roll, list[str]]]:
    """Positions, rolls and the IDs of all ends. Raises OSError without such a file, ValueError for others."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in map(json.loads, lines):
            yield read_position_id(line["position"]), Roll(*line["dice"]), line["results"]


def wrong_answers(path: Path) -> tuple[int, int]:
    """(lines asked, lines answered otherwise), of positions alone and of plays."""
    asked = wrong = 0
    for position, roll, right in oracle_lines(path):
        asked += 1
        alone = legal_ends(position, roll)
        with_plays = [play.end for play in legal_plays(position, roll)]
        ids = sorted(write_position_id(end.turned) for end in alone or (position,))
        wrong += ids != right or sorted(with_plays) != sorted(alone)
    return asked, wrong
