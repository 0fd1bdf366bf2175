"""`make mutants`: puts one small fault after another into the engine and looks whether a test finds it.

Works on a copy of the tree. Results are kept in build/mutants, so a run that is broken off goes on where it was; a
module or a test that was changed is asked again. Faults that no test can find, or need not, stand in survivors.txt
with the reason; any other survivor fails the run.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tests.mutants.asking import Question, answers, tests_without_a_fault
from tests.mutants.mutate import Mutant, mutants, with_fault

ROOT: Final = Path(__file__).parents[2]
BUILD: Final = ROOT / "build" / "mutants"
SURVIVORS: Final = Path(__file__).with_name("survivors.txt")
_TELL_EVERY_S: Final = 15

_GENERATOR: Final = ("plays", "plays_edges", "plays_oracle", "plays_tree", "plays_brute_force", "rules_r01_r29")
_MATCH: Final = ("match", "match_cube", "match_options", "match_edges", "match_machine", "variants", "rules_r01_r29")
_RULINGS: Final = ("rulings", "rulings_confusion", "rulings_edges", "rules_r01_r29")
TESTS: Final = {
    "packed": (*_GENERATOR, "perft"),
    "ends": (*_GENERATOR, "perft"),
    "ends_of_double": (*_GENERATOR, "perft"),
    "canonical": _GENERATOR,
    "plays": _GENERATOR,
    "moves": _GENERATOR,
    "match": _MATCH,
    "match_state": _MATCH,
    "rulings": _RULINGS,
    "hops": _RULINGS,
    "ruling_kinds": _RULINGS,
}
"""By module of the engine: the test files that own it."""


def module_file(module: str) -> Path:
    return ROOT / "engine" / f"{module}.py"


def files_of(module: str) -> list[str]:
    return [f"tests/engine/test_{name}.py" for name in TESTS[module]]


def results_file(module: str) -> Path:
    """Another one when the module, one of its tests or the kinds of faults change."""
    files = [module_file(module), *map(ROOT.joinpath, files_of(module)), Path(__file__).with_name("mutate.py")]
    fingerprint = hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]
    return BUILD / f"{module}-{fingerprint}.jsonl"


def known_results(module: str) -> dict[str, bool]:
    """By name of a fault: whether a test found it."""
    file = results_file(module)
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return dict(map(json.loads, lines))


def copy_of_the_tree(module: str) -> Path:
    """Where the tests run, so that who goes on working disturbs nothing."""
    tree = BUILD / f"tree-{module}"
    shutil.rmtree(tree, ignore_errors=True)
    for name in ("engine", "firmware", "hardware", "tests", "docs"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "golden", "screens"))
    shutil.copy(ROOT / "pyproject.toml", tree)
    return tree


def excused() -> dict[tuple[str, str], str]:
    """The reasons, by (module, fault), of every line `module | fault | reason`."""
    lines = SURVIVORS.read_text(encoding="utf-8").splitlines()
    parts = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    # A fault may have the sign in its text: it is what stands between the first and the last.
    return {(part[0], " | ".join(part[1:-1])): part[-1].strip() for part in parts}


def ask(module: str, asked: Iterable[Mutant], workers: int, until: float) -> None:
    """Put the faults in that were not asked yet, as far as the time goes, and keep what comes of it."""
    source = module_file(module).read_text(encoding="utf-8")
    known, results = known_results(module), results_file(module)
    reasons = excused()
    waiting = [mutant for mutant in asked if mutant.name not in known]
    waiting.sort(key=lambda mutant: (module, mutant.name) in reasons)  # these run through all tests: last
    if not waiting:
        return
    tests = tests_without_a_fault(copy_of_the_tree(module), files_of(module), f"engine.{module}")
    if tests is None:
        sys.exit(f"{module}: its tests fail without any fault; make them pass first")
    print(f"{module}: {len(waiting)} faults to put in, {len(tests.times)} tests", flush=True)
    questions = [Question(m.name, f"engine.{module}", with_fault(source, m), m.function) for m in waiting]
    told_at = time.monotonic()
    for number, (name, is_killed) in enumerate(answers(tests, questions, workers), start=1):
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps([name, is_killed]) + "\n")
        if time.monotonic() - told_at > _TELL_EVERY_S:
            told_at = time.monotonic()
            print(f"{module}: {number} of {len(waiting)}", flush=True)
        if time.monotonic() > until:
            return


def report(module: str, asked: list[Mutant]) -> Iterator[str]:
    """What came of the faults, and the survivors without an excuse."""
    results = known_results(module)
    answered = [mutant.name for mutant in asked if mutant.name in results]
    alive = [name for name in answered if not results[name]]
    killed = len(answered) - len(alive)
    yield (
        f"{module}: {len(answered)} of {len(asked)} faults asked, {killed} found"
        f" ({killed / max(1, len(answered)):.1%}), {len(alive)} survive"
    )
    yield from (f"  without a reason: {module} | {name}" for name in alive if (module, name) not in excused())


def main() -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", default=list(TESTS), help=f"of {', '.join(TESTS)}; all if left out")
    parser.add_argument("--minutes", type=float, default=60, help="stop after so long and tell what was found")
    parser.add_argument("--workers", type=int, default=2, help="how many at a time")
    parser.add_argument("--every", type=int, default=1, help="a sample: only every n-th")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("broken off"))
    until = time.monotonic() + 60 * args.minutes
    lines: list[str] = []
    for module in args.modules:
        asked = list(mutants(module_file(module).read_text(encoding="utf-8")))[:: args.every]
        ask(module, asked, args.workers, until)
        lines += report(module, asked)
    print("\n".join(lines))
    return 1 if any(line.startswith("  ") for line in lines) else 0


if __name__ == "__main__":
    sys.exit(main())
