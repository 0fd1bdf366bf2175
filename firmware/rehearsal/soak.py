"""`make hands`: the referee's table for all styles and both geometries, on all cores, resumable.

Work is cut into parts of 1000 plays with a seed each; a part that is done is a line in the file and is not done again
while the code that it went through is the same. What was recorded wrong is kept beside it, scan by scan.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

from firmware.rehearsal.figures import figures_of, keep_cases
from firmware.rehearsal.trial import Trial
from hardware.geometry import GEOMETRIES
from hardware.virtual.styles import STYLES

PART: Final = 1000
FIRST_SEED: Final = 1000
MISCHIEF: Final = (0.0, 1.0)
ROOT: Final = Path(__file__).parents[2]


class Part(NamedTuple):
    """One piece of the work."""

    style: str
    geometry: str
    mischief: float
    seed: int

    @property
    def name(self) -> str:
        """For files."""
        return f"{self.style}_{self.geometry}_{self.mischief:g}_{self.seed}"


def run_part(part: Part, plays: int, cases: Path) -> dict[str, Any]:
    """Play it, and tell its figures; what must be explained goes into the folder `cases`."""
    trial = Trial(part.style, GEOMETRIES[part.geometry], part.seed, part.mischief)
    tally = trial.run(plays)
    if tally.cases:
        keep_cases(tally, cases, part.name)
    figures = figures_of(part.style, part.geometry, tally, 0.0, {})
    wrong = [case for case in tally.cases if case.startswith("wrong")]
    return {**figures, "declared": tally.declared, "rate": part.mischief, "seed": part.seed, "cases": wrong}


def table(done: Iterable[dict[str, Any]]) -> str:
    """The figures of all parts together, a line a style, geometry and rate of mischief, as Markdown."""
    names = (
        "hands | cells | mischief | plays | right % | asked % | wrong | false alarms % | caught | named | ms p50 | p99"
    )
    lines = [f"| {names} |", "|---" * 12 + "|"]
    parts = list(done)
    for rate in sorted({part["rate"] for part in parts}):
        for geometry in GEOMETRIES:
            for style in STYLES:
                mine = [p for p in parts if (p["style"], p["geometry"], p["rate"]) == (style, geometry, rate)]
                if mine:
                    lines.append(_line(style, geometry, rate, mine))
    return "\n".join(lines)


def _line(style: str, geometry: str, rate: float, parts: list[dict[str, Any]]) -> str:
    total = {name: sum(part[name] for part in parts) for name in _SUMS}

    def share(name: str, of: str) -> str:
        return f"{100 * total[name] / max(1, total[of]):.2f}"

    p50 = sorted(part["verdict_ms_p50"] for part in parts)[len(parts) // 2]
    p99 = sorted(part["verdict_ms_p99"] for part in parts)[len(parts) // 2]
    told = (f"{share(name, of)} % of {total[of]}" for name, of in (("caught", "illegal"), ("named", "declared")))
    shares = (share("right", "plays"), share("asked", "plays"), total["wrong"], share("false_alarms", "plays"))
    return f"| {' | '.join(map(str, (style, geometry, f'{rate:g}', total['plays'], *shares, *told, p50, p99)))} |"


_SUMS: Final = ("plays", "right", "asked", "wrong", "false_alarms", "illegal", "caught", "declared", "named")


def code_id() -> str:
    """Says which code and tables the figures come from."""
    files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    ours = {Path(file) for file in files if file and Path(file).is_relative_to(ROOT) and ".venv" not in file}
    ours.update((ROOT / "firmware" / "data").glob("likelihood_*.json"))
    return sha256(b"".join(path.read_bytes() for path in sorted(ours))).hexdigest()[:12]


def main(arguments: list[str]) -> int:
    """Do what is still to be done, then print the table. 0 only if nothing was recorded wrong."""
    args = _parser().parse_args(arguments)
    args.folder.mkdir(parents=True, exist_ok=True)
    path, code = args.folder / "parts.jsonl", code_id()
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    done = [line for line in lines if line["code"] == code and line["plays"] == PART]
    known = {Part(line["style"], line["geometry"], line["rate"], line["seed"]) for line in done}
    seeds = range(args.seed, args.seed + max(1, -(-args.plays // PART)))
    whole = [Part(s, g, rate, seed) for seed in seeds for rate in args.mischief for g in GEOMETRIES for s in STYLES]
    undone = [part for part in whole if part not in known]
    if len(undone) < len(whole):
        print(f"hands: {len(whole) - len(undone)} of {len(whole)} parts were done before", file=sys.stderr)
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool, path.open("a") as file:
        began_s = time.monotonic()
        futures = [pool.submit(run_part, part, PART, args.folder) for part in undone]
        try:
            for number, future in enumerate(as_completed(futures), start=1):
                figures = {**future.result(), "code": code}
                done.append(figures)
                file.write(json.dumps(figures) + "\n")
                file.flush()
                print(_progress(number, len(undone), time.monotonic() - began_s, done), end="", file=sys.stderr)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            print("\nhands: stopped; the same command goes on", file=sys.stderr)
            return 130
    print(table(line for line in done if Part(line["style"], line["geometry"], line["rate"], line["seed"]) in whole))
    for line in done:
        for case in line["cases"]:
            print(f"{line['style']} {line['geometry']} mischief {line['rate']:g} seed {line['seed']}: {case}")
    return 1 if any(line["wrong"] for line in done) else 0


def _progress(number: int, parts: int, passed_s: float, done: list[dict[str, Any]]) -> str:
    rate = number * PART / max(passed_s, 1e-9)
    left_min = (parts - number) * PART / rate / 60
    wrong = sum(line["wrong"] for line in done)
    return f"\r{number} of {parts} parts, {rate:.0f} plays a second, {left_min:.0f} min to go, {wrong} wrong  "


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="the referee's table for all styles and both geometries")
    parser.add_argument("--plays", type=int, default=20_000, help="so many of each style and geometry (20000)")
    parser.add_argument("--mischief", type=float, nargs="+", default=MISCHIEF, help="rates, each from 0 to 1 (0 and 1)")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help=f"of the first thousand plays ({FIRST_SEED})")
    parser.add_argument("--folder", type=Path, default=Path("build/hands"), help="where parts are kept")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
