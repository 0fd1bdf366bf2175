"""`gammond hands`: the referee's figures over self-made matches, for one style of hands on one geometry.

Composes a trial and tells its tally; also measures how tidy the hands are themselves (`raw_count`).
"""

from __future__ import annotations

import argparse
import json
import sys
from random import Random
from typing import Any, Final

from firmware.rehearsal.trial import Tally, Trial
from hardware.geometry import COLUMNS, GEOMETRIES, R1, SENSED_PLACES
from hardware.virtual.board import VirtualBoard
from hardware.virtual.hands import Hands

RAW_LIMIT_10UT: Final = 250
RAW_BOARDS: Final = 60
"""Boards of 24 columns laid afresh to measure `raw_count`."""


def main(args: argparse.Namespace) -> int:
    """Run the trial that was asked for and print what came of it. 0 only if nothing was recorded wrong."""
    tally = Trial(args.style, GEOMETRIES[args.geometry], args.seed).run(args.plays)
    figures = figures_of(args.style, args.geometry, tally, raw_count(args.style, args.seed))
    if args.json:
        print(json.dumps(figures, indent=1))
    else:
        print(" ".join(f"{name} {value}" for name, value in figures.items() if name != "mischief"))
        for case in tally.cases:
            if args.cases:
                print(f"  {case}", file=sys.stderr)
    return 1 if tally.wrong else 0


def figures_of(style: str, geometry: str, tally: Tally, raw: float) -> dict[str, Any]:
    """What a trial came to, by name. `right`, `asked`, `wrong` and `false_alarms` sum to `plays`."""
    times = sorted(tally.verdict_ms)
    return {
        "style": style,
        "geometry": geometry,
        "plays": tally.plays,
        "right": tally.right,
        "asked": tally.asked,
        "wrong": tally.wrong,
        "false_alarms": tally.false_alarms,
        "illegal": tally.illegal,
        "caught": tally.caught,
        "declared": tally.declared,
        "named": tally.named,
        "invisible": tally.invisible,
        "verdict_ms_p50": round(times[len(times) // 2], 3),
        "verdict_ms_p99": round(times[len(times) * 99 // 100], 3),
        "raw_count": round(raw, 4),
        "mischief": {},
    }


def raw_count(style: str, seed: int) -> float:
    """The share of freshly laid columns of 0-5 checkers, on R1, where as many cells read above 2.5 mT as there are."""
    board = VirtualBoard(R1, seed)
    hands, draw = Hands(board, style, seed + 1), Random(seed + 2)
    right = 0
    for number in range(RAW_BOARDS):
        counts = [draw.randrange(6) for _ in range(COLUMNS)]
        hands.set_up([*counts, 0, 0, 0, 0])
        levels = board.levels(number)
        seen = [sum(abs(levels[c]) > RAW_LIMIT_10UT for c in cells) for cells in R1.cells_of[:SENSED_PLACES]]
        right += sum(have == want for have, want in zip(seen, counts, strict=False))
    return right / (RAW_BOARDS * COLUMNS)
