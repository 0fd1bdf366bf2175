"""Thousands of careless sequences from the command line, on all cores; goes on where it stopped.

    .venv/bin/python -m tests.firmware.careless_soak --sequences 10000
    .venv/bin/python -m tests.firmware.careless_soak --only 4711

Work is cut into parts of PART sequences; a part that is done is a line in the file and is not done again. `--only` does
one sequence again and tells what came of each act.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from firmware.simulated_time import DeadlockError, InFlightError
from hardware.virtual.styles import STYLES
from tests.firmware.careless_acts import Act, acts_from
from tests.firmware.careless_people import HOUSES, Ride, ride
from tests.firmware.careless_way_on import Way

PART: Final = 25
ACTS: Final = (10, 40)
"""How many acts a sequence has, from and to."""


class Sequence(NamedTuple):
    """What is done at which table; all of it follows from the seed."""

    acts: list[Act]
    house: int
    way: Way
    style: str


def sequence_of(seed: int) -> Sequence:
    """The sequence of this seed."""
    random = Random(seed)
    house, way, style = random.randrange(len(HOUSES)), random.choice(list(Way)), random.choice(list(STYLES))
    return Sequence(acts_from(random, random.randint(*ACTS)), house, way, style)


def ride_seed(seed: int, *, is_told: bool = False) -> Ride:
    """Do the sequence of this seed. Raises what `ride` raises."""
    acts, house, way, style = sequence_of(seed)
    return ride(acts, house, seed, way, style, tell=_tell if is_told else lambda line: None)


def _tell(line: str) -> None:
    print(line)


def run_part(part: int) -> dict[str, Any]:
    """So many sequences: the table time they took, and what was wrong with which."""
    logging.disable(logging.CRITICAL)  # cables are pulled all the time
    table_s, faults = 0.0, []
    for seed in range(part * PART, (part + 1) * PART):
        try:
            table_s += ride_seed(seed).table_s
        except (Exception, DeadlockError, InFlightError) as error:  # whatever it was: it is the finding
            faults.append(f"seed {seed}: {type(error).__name__}: {error}")
    return {"part": part, "table_s": round(table_s, 1), "faults": faults}


def main(arguments: list[str]) -> int:
    """Do what is still to be done, then say what came of all of it; 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description="thousands of sequences by two careless people at a table")
    parser.add_argument("--sequences", type=int, default=10_000, help="so many in all (10000)")
    parser.add_argument("--first", type=int, default=0, help="the first seed, rounded down to a whole part (0)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes at a time (one a core)")
    parser.add_argument("--file", type=Path, default=Path("build/careless.jsonl"), help="where parts are kept")
    parser.add_argument("--only", type=int, help="do the sequence of this seed, and tell each act")
    args = parser.parse_args(arguments)
    if args.only is not None:
        print(ride_seed(args.only, is_told=True))
        return 0
    args.file.parent.mkdir(parents=True, exist_ok=True)
    done = {part["part"]: part for part in map(json.loads, _lines(args.file))}
    first = args.first // PART
    wanted = range(first, first + max(1, args.sequences // PART))
    began_s = time.monotonic()
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as pool, args.file.open("a") as file:
        futures = [pool.submit(run_part, part) for part in wanted if part not in done]
        for future in as_completed(futures):
            result = future.result()
            done[result["part"]] = result
            file.write(json.dumps(result) + "\n")
            file.flush()
            for fault in result["faults"]:
                print(fault, flush=True)
    parts = [done[part] for part in wanted]
    faults = sum(len(part["faults"]) for part in parts)
    hours = sum(part["table_s"] for part in parts) / 3600
    print(f"{len(parts) * PART} sequences, {hours:.1f} hours of table time, {faults} faults", end="")
    print(f", {time.monotonic() - began_s:.0f} s for what was still to be done")
    return 1 if faults else 0


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
