"""`make soak`: all match records of a folder played again by sloppy hands with mischief, on all cores, resumable.

A match that is done is a line in the file and is not done again while the code that it went through is the same.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from firmware.rehearsal.replay import replay_file
from firmware.rehearsal.soak import code_id

KINDS: Final = (".mat", ".sgf")


def play(file: Path, style: str, seed: int, rate: float) -> dict[str, Any]:
    """One match; what came of it as plain values."""
    report = replay_file(str(file), style, seed, rate)
    return {**asdict(report), "record": "", "file": file.name}


def main(arguments: list[str]) -> int:
    """Play what is still to be played, then tell all. 0 only if nothing was recorded wrong."""
    args = _parser().parse_args(arguments)
    files = sorted(path for path in args.matches.rglob("*") if path.suffix in KINDS) if args.matches.is_dir() else []
    if not files:
        print(f"soak: no match records in {args.matches}; name a folder that holds .mat or .sgf files", file=sys.stderr)
        return 2
    args.folder.mkdir(parents=True, exist_ok=True)
    path = args.folder / "matches.jsonl"
    key = [code_id(), args.hands, args.seed, args.mischief]
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    done = {line["file"]: line for line in lines if line["key"] == key}
    undone = [file for file in files if file.name not in done]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool, path.open("a") as kept:
        futures = [pool.submit(play, file, args.hands, args.seed, args.mischief) for file in undone]
        for number, future in enumerate(as_completed(futures), start=1):
            told = {**future.result(), "key": key}
            done[told["file"]] = told
            kept.write(json.dumps(told) + "\n")
            kept.flush()
            print(f"{number} of {len(undone)}: {_line(told)}", flush=True)
    return _tell([done[file.name] for file in files])


def _line(told: dict[str, Any]) -> str:
    names = ("plays", "right", "asked", "unplayable", "wrong")
    numbers = [told[name] if isinstance(told[name], int) else len(told[name]) for name in names]
    return f"{told['file']}: " + " ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=True))


def _tell(matches: list[dict[str, Any]]) -> int:
    wrong = [f"{match['file']}: {entry}" for match in matches for entry in match["wrong"]]
    total = {name: sum(match[name] for match in matches) for name in ("plays", "right", "asked")}
    numbers = " ".join(f"{name} {number}" for name, number in total.items())
    print(f"{len(matches)} matches: {numbers} wrong {len(wrong)}", *wrong, sep="\n")
    return 1 if wrong else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="match records played again by careless hands")
    parser.add_argument("matches", type=Path, help="the folder of records")
    parser.add_argument("--hands", default="sloppy", help="exact, tidy, loose or sloppy (sloppy)")
    parser.add_argument("--mischief", type=float, default=0.3, help="from 0 to 1 (0.3)")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--folder", type=Path, default=Path("build/soak"), help="where what is done is kept")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
