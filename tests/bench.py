"""How fast the parts are that every second of play goes through: `make bench`.

A figure alone says more of the machine than of the code; so each is also given as a ratio to a fixed piece of plain
Python measured in the same run, and ratios can be compared between machines and over the years.
"""

from __future__ import annotations

import gzip
import json
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from engine.plays import Roll, legal_ends, play_tree
from engine.position_id import read_position_id
from firmware.journal import Row, open_journal
from hardware.cells import Cells
from hardware.geometry import R1
from hardware.link.codec import Sentences, read_scan, scan_sentence

ORACLE = Path(__file__).parent / "data" / "oracle" / "legal_positions.public.jsonl.gz"
LONG_ENOUGH_S = 0.5
RUNS = 3


def yardstick() -> int:
    """One run of a thousand steps of what such code mostly does: integers, a dictionary, a loop."""
    seen: dict[int, int] = {}
    for step in range(1000):
        key = step * 2654435761 & 255
        seen[key] = seen.get(key, 0) + (step >> 2)
    return len(seen) // 256  # its 256 keys: one run


def per_second(work: Callable[[], int]) -> float:
    """Units of work a second: the best of a few runs, as everything else on the machine only makes it slower."""
    best = 0.0
    for _ in range(RUNS):
        units, start = 0, time.perf_counter()
        while (passed := time.perf_counter() - start) < LONG_ENOUGH_S:
            units += work()
        best = max(best, units / passed)
    return best


def questions() -> list[tuple[str, Roll]]:
    with gzip.open(ORACLE, "rt") as file:
        lines = [json.loads(line) for number, line in enumerate(file) if number % 20 == 0]
    return [(line["position"], Roll(*line["dice"])) for line in lines]


def rolls_answered() -> Callable[[], int]:
    asked = [(read_position_id(position), roll) for position, roll in questions()]

    def work() -> int:
        for position, roll in asked:
            legal_ends(position, roll)
        return len(asked)

    return work


def trees_grown() -> Callable[[], int]:
    asked = [(read_position_id(position), roll) for position, roll in questions()[:40]]

    def work() -> int:
        for position, roll in asked:
            play_tree(position, roll)
        return len(asked)

    return work


def scans_handled() -> Callable[[], int]:
    """A resting board at 50 scans a second: sentences taken apart, checked, read, and fed to the cells."""
    chance = random.Random(1)
    full = [1290 if cell % 4 == 0 else 0 for cell in range(R1.cells)]
    keys = (0, 0, 0, 0)
    scans = [[level + chance.randint(-8, 8) for level in full] for _ in range(64)]
    wire = [scan_sentence(k, k * 20, False, keys, (False,) * 4, scan) for k, scan in enumerate(scans)]
    sentences, cells, at_s = Sentences(), Cells(R1), 0.0

    def work() -> int:
        nonlocal at_s
        for line in wire:
            for _, payload in sentences.feed(line):
                at_s += 0.02
                cells.feed(read_scan(payload)[5], at_s)
        return len(wire)

    return work


def facts_saved(folder: Path) -> Callable[[], int]:
    journal = open_journal(folder / "bench.db")
    sequence = 0

    def work() -> int:
        nonlocal sequence
        sequence += 1
        journal.append([Row(sequence, "m", "b", 1.0, "2026-05-01T10:00:00Z", True, "Rolled", '{"roll":[3,1]}')])
        return 1

    return work


def main() -> None:
    measure = per_second(yardstick)
    print(f"{'yardstick':37}{measure:>12,.0f} a second")
    with tempfile.TemporaryDirectory() as folder:
        for name, work in (
            ("rolls, with every legal end", rolls_answered()),
            ("rolls, with the whole play tree", trees_grown()),
            ("scans, from the wire to the cells", scans_handled()),
            ("facts, safe in the folder for temps", facts_saved(Path(folder))),
        ):
            figure = per_second(work)
            print(f"{name:37}{figure:>12,.0f} a second  {figure / measure:>8.2f} yardsticks")


if __name__ == "__main__":
    main()
