"""`gammond hands`: the referee's figures over self-made matches, for one style of hands on one geometry.

Composes a trial and tells its tally; also measures how tidy the hands are themselves (`raw_count`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from firmware.rehearsal.trial import Tally, Trial
from hardware.geometry import COLUMNS, GEOMETRIES, R1, SENSED_PLACES
from hardware.virtual.board import VirtualBoard
from hardware.virtual.hands import Hands

RAW_LIMIT_10UT: Final = 250
RAW_BOARDS: Final = 200
"""Boards of 24 columns laid afresh to measure `raw_count`."""


def main(args: argparse.Namespace) -> int:
    """Run the trial that was asked for and print what came of it. 0 only if nothing was recorded wrong."""
    trial = Trial(args.style, GEOMETRIES[args.geometry], args.seed, args.mischief)
    tally = trial.run(args.plays)
    raw = raw_count(args.style, args.seed)
    figures = figures_of(args.style, args.geometry, tally, raw, trial.mischief.per_1000_turns())
    print(json.dumps(figures, indent=1) if args.json else as_text(figures, tally.declared))
    if args.cases is not None:
        keep_cases(tally, args.cases, f"{args.style}_{args.geometry}_{args.mischief:g}_{args.seed}")
    return 1 if tally.wrong else 0


def figures_of(style: str, geometry: str, tally: Tally, raw: float, mischief: Mapping[str, float]) -> dict[str, Any]:
    """What a trial came to, by name. `right`, `asked`, `wrong` and `false_alarms` sum to `plays`; `mischief`: how often
    in 1000 turns each kind was done."""
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
        "named": tally.named,
        "invisible": tally.invisible,
        "verdict_ms_p50": round(times[len(times) // 2], 3),
        "verdict_ms_p99": round(times[len(times) * 99 // 100], 3),
        "raw_count": round(raw, 4),
        "mischief": dict(mischief),
    }


def as_text(figures: Mapping[str, Any], declared: int) -> str:
    """The same for people, and of how many declared faults the right rule was named."""
    lines = [" ".join(f"{name} {value}" for name, value in figures.items() if name != "mischief")]
    lines.append(f"declared {declared}")
    lines += [
        f"{often:7.1f} of 1000 turns {name.replace('_', ' ')}" for name, often in figures["mischief"].items() if often
    ]
    return "\n".join(lines)


def keep_cases(tally: Tally, folder: Path, name: str) -> None:
    """What was not right, a line each, into a file; the scans of wrong records, false alarms and missed faults into one
    each beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.txt").write_text("".join(f"{case}\n" for case in tally.cases), encoding="utf-8")
    for number, case in enumerate(tally.kept, start=1):
        case.write(folder / f"{name}_{case.told.split(maxsplit=1)[0].rstrip(':')}_{number}.json")


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
