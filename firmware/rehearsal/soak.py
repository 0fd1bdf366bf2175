"""`make hands`: the referee's table for all styles and both geometries, on all cores, resumable.

Work is cut into parts of 1000 plays with a seed each; a part that is done is a line in the file and is not done again.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

from firmware.rehearsal.figures import figures_of
from firmware.rehearsal.trial import Trial
from hardware.geometry import GEOMETRIES
from hardware.virtual.styles import STYLES

PART: Final = 1000
FIRST_SEED: Final = 1000


class Part(NamedTuple):
    """One piece of the work."""

    style: str
    geometry: str
    seed: int


def run_part(part: Part) -> dict[str, Any]:
    """Play it, and tell its figures with what must be explained."""
    tally = Trial(part.style, GEOMETRIES[part.geometry], part.seed).run(PART)
    figures = figures_of(part.style, part.geometry, tally, 0.0)
    return {**figures, "seed": part.seed, "cases": [case for case in tally.cases if case.startswith("wrong")]}


def table(done: Iterable[dict[str, Any]]) -> str:
    """The figures of all parts together, a line a style and geometry, as Markdown."""
    lines = [
        "| style | cells | plays | right % | asked % | wrong | false alarms % | caught % | named % | ms p50 | ms p99 |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    parts = list(done)
    for geometry in GEOMETRIES:
        for style in STYLES:
            mine = [part for part in parts if (part["style"], part["geometry"]) == (style, geometry)]
            if mine:
                lines.append(_line(style, geometry, mine))
    return "\n".join(lines)


def _line(style: str, geometry: str, parts: list[dict[str, Any]]) -> str:
    def total(name: str) -> int:
        return sum(part[name] for part in parts)

    def share(name: str, of: str) -> str:
        return f"{100 * total(name) / max(1, total(of)):.2f}"

    p50 = sorted(part["verdict_ms_p50"] for part in parts)[len(parts) // 2]
    p99 = sorted(part["verdict_ms_p99"] for part in parts)[len(parts) // 2]
    shares = (share("right", "plays"), share("asked", "plays"), total("wrong"), share("false_alarms", "plays"))
    told = (share("caught", "illegal"), share("named", "declared"), p50, p99)
    return "| " + " | ".join(map(str, (style, geometry, total("plays"), *shares, *told))) + " |"


def main(arguments: list[str]) -> int:
    """Do what is still to be done, then print the table."""
    parser = argparse.ArgumentParser(description="the referee's table for all styles and both geometries")
    parser.add_argument("--plays", type=int, default=20_000, help="so many of each style and geometry (20000)")
    parser.add_argument("--file", type=Path, default=Path("build/hands.jsonl"), help="where parts are kept")
    args = parser.parse_args(arguments)
    args.file.parent.mkdir(parents=True, exist_ok=True)
    done = [json.loads(line) for line in args.file.read_text().splitlines()] if args.file.exists() else []
    known = {Part(part["style"], part["geometry"], part["seed"]) for part in done}
    seeds = range(FIRST_SEED, FIRST_SEED + max(1, args.plays // PART))
    todo = [Part(style, geometry, seed) for seed in seeds for geometry in GEOMETRIES for style in STYLES]
    todo = [part for part in todo if part not in known]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool, args.file.open("a") as file:
        for number, figures in enumerate(pool.map(run_part, todo), start=1):
            done.append(figures)
            file.write(json.dumps(figures) + "\n")
            file.flush()
            print(f"\r{number} of {len(todo)} parts", end="", file=sys.stderr)
    print(table(done))
    for part in done:
        for case in part["cases"]:
            print(f"{part['style']} {part['geometry']} seed {part['seed']}: {case}")
    return 1 if any(part["wrong"] for part in done) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
