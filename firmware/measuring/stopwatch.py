"""Times of pieces of work, taken so that what else the machine does disturbs them little.

What only computes is timed by the processor time of this process: what other programs take of the machine is not in
it. What waits for a disk is timed by the wall.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

_LONG_ENOUGH_S = 0.5
_RUNS = 3


def yardstick() -> int:
    """One run of a thousand steps of what such code mostly does: integers, a dictionary, a loop."""
    seen: dict[int, int] = {}
    for step in range(1000):
        key = step * 2654435761 & 255
        seen[key] = seen.get(key, 0) + (step >> 2)
    return len(seen) // 256  # its 256 keys: one run


def per_second(work: Callable[[], int], clock: Callable[[], float] = time.process_time) -> float:
    """Units of work a second: the best of a few runs, as everything else on the machine only makes it slower."""
    best = 0.0
    for _ in range(_RUNS):
        units, start = 0, clock()
        while (passed := clock() - start) < _LONG_ENOUGH_S:
            units += work()
        best = max(best, units / passed)
    return best


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds of one run."""
    start = time.process_time()
    work()
    return time.process_time() - start


def shortest(work: Callable[[], object], runs: int = _RUNS) -> float:
    """Seconds of the fastest of a few runs."""
    return min(seconds(work) for _ in range(runs))


def race(works: Mapping[str, Callable[[], object]], rounds: int = 5) -> dict[str, float]:
    """Seconds of the fastest run of each, by turns: so a busy moment of the machine meets all of them."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            best[name] = min(best[name], seconds(work))
    return best
