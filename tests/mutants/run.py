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
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Final

from tests.mutants.mutate import Mutant, mutants

ROOT: Final = Path(__file__).parents[2]
BUILD: Final = ROOT / "build" / "mutants"
SURVIVORS: Final = Path(__file__).with_name("survivors.txt")
TIMEOUT_S: Final = 90

# By module: the tests that own it, those that fail soonest first.
_GENERATOR: Final = ["test_plays.py", "test_plays_oracle.py", "test_plays_tree.py", "test_plays_brute_force.py"]
_MATCH: Final = ["test_match.py", "test_match_cube.py", "test_match_options.py", "test_rules_r01_r29.py"]
_RULINGS: Final = ["test_rulings.py", "test_rules_r01_r29.py", "test_rulings_confusion.py"]
TESTS: Final = {
    "packed": [*_GENERATOR, "test_perft.py"],
    "canonical": _GENERATOR,
    "plays": _GENERATOR,
    "match": [*_MATCH, "test_match_machine.py"],
    "rulings": _RULINGS,
}


def fingerprint(module: str) -> str:
    """Changes when the module or one of its tests does."""
    files = [ROOT / "engine" / f"{module}.py", *(ROOT / "tests" / "engine" / name for name in TESTS[module])]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def copy_of_the_tree(worker: int) -> Path:
    tree = BUILD / f"tree{worker}"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    for name in ("engine", "firmware", "hardware", "tests", "docs", "pyproject.toml"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=shutil.ignore_patterns("__pycache__", "golden"))
        else:
            shutil.copy(source, tree / name)
    return tree


def is_killed(tree: Path, module: str, source: str) -> bool:
    """Whether a test fails, or does not come to an end, with this source of the module."""
    file = tree / "engine" / f"{module}.py"
    whole = (ROOT / "engine" / f"{module}.py").read_text(encoding="utf-8")
    file.write_text(source, encoding="utf-8")
    tests = [f"tests/engine/{name}" for name in TESTS[module]]
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        run = subprocess.run(command, cwd=tree, capture_output=True, timeout=TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired:
        return True
    finally:
        file.write_text(whole, encoding="utf-8")
    return run.returncode != 0


def known_results(module: str) -> dict[str, bool]:
    file = BUILD / f"{module}-{fingerprint(module)}.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return dict(map(json.loads, lines))


def ask(module: str, workers: int, every: int, until: float) -> dict[str, bool]:
    """The results of a module's mutants, as far as the time goes."""
    found = known_results(module)
    source = (ROOT / "engine" / f"{module}.py").read_text(encoding="utf-8")
    todo = [mutant for mutant in list(mutants(source))[::every] if mutant.name not in found]
    trees: Queue[Path] = Queue()
    for worker in range(workers if todo else 0):
        trees.put(copy_of_the_tree(worker))
    if todo and is_killed(BUILD / "tree0", module, source):
        sys.exit(f"{module}: its tests fail without any fault; make them pass first")

    def work(mutant: Mutant) -> None:
        if time.monotonic() > until:
            return
        tree = trees.get()
        try:
            found[mutant.name] = is_killed(tree, module, mutant.source)
        finally:
            trees.put(tree)
        with (BUILD / f"{module}-{fingerprint(module)}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps([mutant.name, found[mutant.name]]) + "\n")

    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(work, todo))
    return found


def excused() -> set[tuple[str, str]]:
    """(module, mutant) of every line `module | mutant | reason`."""
    lines = SURVIVORS.read_text(encoding="utf-8").splitlines() if SURVIVORS.is_file() else []
    parts = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return {(part[0], part[1]) for part in parts if len(part) == 3 and part[2].strip()}


def main() -> int:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", default=list(TESTS), help=f"of {', '.join(TESTS)}; all if left out")
    parser.add_argument("--minutes", type=float, default=60, help="stop after so long and tell what was found")
    parser.add_argument("--workers", type=int, default=2, help="how many at a time")
    parser.add_argument("--every", type=int, default=1, help="a sample: only every n-th")
    args = parser.parse_args()
    until = time.monotonic() + 60 * args.minutes
    unexcused = 0
    for module in args.modules:
        source = (ROOT / "engine" / f"{module}.py").read_text(encoding="utf-8")
        found = ask(module, args.workers, args.every, until)
        counts = Counter(found.values())
        alive = [name for name, killed in found.items() if not killed and (module, name) not in excused()]
        unexcused += len(alive)
        total = sum(1 for _ in mutants(source))
        print(
            f"{module}: {len(found)} of {total} asked, {counts[True]} killed ({counts[True] / max(1, len(found)):.1%})"
        )
        for name in alive:
            print(f"  survives: {module} | {name}")
    return 1 if unexcused else 0


if __name__ == "__main__":
    sys.exit(main())
