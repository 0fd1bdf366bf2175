"""What cells read of a position, worked out the slow and obvious way, and positions with their legal ends to read.

Nothing of firmware.board_map or firmware.referee is used here: it is what they are held against. A reading is a list
of 26 counts by place; White sits near and the homes are on the right unless told otherwise.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.plays import Roll
from engine.position import Position, Side
from engine.position_id import read_position_id

ORACLE = Path(__file__).parents[1] / "data" / "oracle" / "legal_positions.public.jsonl.gz"
COLUMN_HOLDS, BAR_HOLDS = 5, 3

Counts = tuple[int, ...]


class Turn(NamedTuple):
    """A position (mover's view), a roll, and every legal end as independent engines found them."""

    start: Position
    roll: Roll
    ends: frozenset[Position]
    tags: frozenset[str]


@cache
def turns(step: int) -> tuple[Turn, ...]:
    """Every `step`-th line of the oracle."""
    with gzip.open(ORACLE, "rt") as lines:
        chosen = [json.loads(line) for number, line in enumerate(lines) if number % step == 0]
    return tuple(_turn(line) for line in chosen)


def _turn(line: dict[str, Sequence[object]]) -> Turn:
    start = read_position_id(str(line["position"]))
    ends = frozenset(read_position_id(str(end)).turned for end in line["results"]) - {start}
    first, second = line["dice"]
    return Turn(start, Roll(int(str(first)), int(str(second))), ends, frozenset(map(str, line["tags"])))


def near_place(point: int) -> int:
    """The place of a point of the near player whose home is on the right: 1 is the rightmost of the near row."""
    return 12 - point if point <= 12 else point - 1


def counts(position: Position, side: Side = Side.WHITE) -> Counts:
    """What the 26 places read when this position of `side` lies there: no colours, no stacks above five (bar three)."""
    read = [0] * 26
    for point in range(1, 25):
        theirs = position.opp >> 4 * (25 - point) & 15
        mine = position.own >> 4 * point & 15
        place = near_place(point if side is Side.WHITE else 25 - point)
        read[place] = min(mine + theirs, COLUMN_HOLDS)
    near, far = position.own >> 100, position.opp >> 100
    if side is Side.BLACK:
        near, far = far, near
    read[24], read[25] = min(near, BAR_HOLDS), min(far, BAR_HOLDS)
    return tuple(read)
