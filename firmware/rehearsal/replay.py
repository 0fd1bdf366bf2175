"""`gammond replay`: records played by virtual hands, and the daemon's own record held against the file."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from engine.actions import Action, GameStarted, Played, Rolled
from engine.formats import Format, FormatError, MatchRecord, read_record, record_of, write_record
from engine.formats import replay as end_of
from engine.variants import BACKGAMMON, variant_of
from firmware.facts import decode as decode_fact
from firmware.journal import open_read_only
from firmware.policy import House
from firmware.rehearsal.mischievous import MischievousPlayers
from firmware.rehearsal.players import Players, Tally
from firmware.rehearsal.rig import Rig, StuckError, run_simulated
from firmware.simulated_time import SimulatedLoop
from firmware.standing import Standing, fold

MEMORY: Final = Path("/dev/shm")
"""A rehearsal's journal is thrown away: where there is a folder in memory, it lies there."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of one file. `score` is (left, right) of the daemon's own record, `expected` that of the file."""

    file: str
    plays: int
    right: int
    asked: int
    wrong: tuple[str, ...]
    unplayable: tuple[str, ...]
    score: tuple[int, int]
    expected: tuple[int, int]
    seconds: float
    table_s: float
    scans: int
    record: str


def main(args: argparse.Namespace) -> int:
    """Play all files, on as many cores as there are, and print what came of them. 0 only if nothing is wrong."""
    started_s = time.perf_counter()
    reports = []
    for report in _reports(args):
        reports.append(report)
        if not args.json:
            _print_file(report)
        if args.out is not None:
            (args.out / f"{Path(report.file).stem}.mat").write_text(report.record, encoding="utf-8")
    total = _total(reports)
    rate = total["plays"] / max(time.perf_counter() - started_s, 1e-9)
    if args.json:
        print(json.dumps({"files": [_as_json(r) for r in reports], **total, "plays_per_s": round(rate, 1)}, indent=1))
    else:
        print(f"{rate:.0f} plays a second")
        print(" ".join(f"{name} {number}" for name, number in total.items()))
    return 1 if total["wrong"] else 0


def _reports(args: argparse.Namespace) -> Iterator[Report]:
    jobs = [(str(file), args.hands, args.seed, args.mischief) for file in args.files]
    workers = min(len(jobs), os.cpu_count() or 1)
    if workers == 1:
        for job in jobs:
            yield replay_file(*job)
        return
    # "spawn": a fork would take over the parent's threads' locks
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        futures = [pool.submit(replay_file, *job) for job in jobs]
        for number, future in enumerate(futures):
            yield future.result()
            if not args.json and sys.stderr.isatty():
                print(f"\r{number + 1} of {len(jobs)} files", end="", file=sys.stderr)


def replay_file(file: str, style: str = "exact", seed: int = 1, mischief: float = 0.0) -> Report:
    """Play one file, with mischief from 0 to 1. Raises FormatError if there is no match in it."""
    try:
        record = read_record(Path(file).read_bytes(), Path(file).name)
    except FormatError as error:
        raise FormatError(f"{file}: {error.cause}", error.line, error.column) from error
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        return _replay_in(Path(folder), file, record, style, seed, mischief)


def _replay_in(folder: Path, file: str, record: MatchRecord, style: str, seed: int, mischief: float) -> Report:
    rules = record.rules
    house = House(
        length=record.length,
        score=record.score_before,
        white_name=record.names[0],
        black_name=record.names[1],
        has_crawford=rules.has_crawford,
        has_jacoby=rules.has_jacoby,
        has_beavers=rules.has_beavers,
        automatic_doubles=rules.automatic_doubles,
        has_holland=rules.has_holland,
        cube_limit=rules.cube_limit,
        variant=(variant_of(rules.start) or BACKGAMMON).name,
    )
    started_s = time.perf_counter()

    async def play(loop: SimulatedLoop) -> tuple[Tally, int, float]:
        rig = Rig(loop, folder, house, style=style, seed=seed)
        players = MischievousPlayers(rig, record, mischief, seed) if mischief else Players(rig, record)
        await rig.start()
        try:
            try:
                await players.play()
            except StuckError as error:
                players.tally.wrong.append(f"stuck: {error}")
            return players.tally, rig.daemon.chain.scans, loop.time()
        finally:
            await rig.stop()

    tally, scans, table_s = run_simulated(play)
    standing = recorded(folder / "gammond.db")
    wrong = (*tally.wrong, *differences(record, standing))
    return Report(
        file=file,
        plays=tally.plays,
        right=tally.right,
        asked=tally.asked,
        wrong=wrong,
        unplayable=tuple(tally.unplayable),
        score=standing.match.score,
        expected=end_of(record).score,
        seconds=time.perf_counter() - started_s,
        table_s=table_s,
        scans=scans,
        record=write_record(own_record(standing, record.score_before), Format.MAT),
    )


def recorded(path: Path) -> Standing:
    """What the daemon wrote down: the fold of the journal's last match."""
    journal = open_read_only(path)
    try:
        standing = fold(decode_fact(row.kind, row.body) for row in journal.rows(journal.last_match()))
    finally:
        journal.close()
    if standing is None:
        raise StuckError("the daemon has begun no match")
    return standing


def own_record(standing: Standing, score: tuple[int, int]) -> MatchRecord:
    """The daemon's record, to be written as a file."""
    names = (standing.white_name, standing.black_name)
    return record_of(standing.actions, standing.match.rules, names, score=score)


def differences(record: MatchRecord, standing: Standing) -> list[str]:
    """Where the record on disk says something else than the file: by position, roll, cube action and score."""
    own = own_record(standing, record.score_before)
    found = []
    for number, (ours, theirs) in enumerate(zip(own.games, record.games, strict=False), start=1):
        mine, wanted = comparable(ours.actions), comparable(theirs.actions)
        started = theirs.actions[0]
        if isinstance(started, GameStarted) and (started.position is not None or started.on_roll is not None):
            mine = mine[-len(wanted) :]  # it was entered by hand after an opening roll that does not count
        if mine != wanted:
            found.append(f"game {number}: the record on disk differs: {_first_difference(mine, wanted)}")
    if len(own.games) != len(record.games):
        found.append(f"{len(own.games)} games on disk, {len(record.games)} in the file")
    if standing.match.score != end_of(record).score:
        found.append(f"the score is {standing.match.score}, in the file {end_of(record).score}")
    return found


def comparable(actions: Sequence[Action]) -> list[object]:
    """Actions as far as a record and a file must agree: a play by its end, a roll without its order."""
    plain: list[object] = []
    for action in actions:
        match action:
            case GameStarted():
                pass
            case Played(side, end):
                plain.append(("play", side, end))
            case Rolled(side, roll):
                plain.append(("roll", side, tuple(sorted(roll))))
            case _:
                plain.append(action)
    return plain


def _first_difference(mine: list[object], wanted: list[object]) -> str:
    for number, (ours, theirs) in enumerate(zip(mine, wanted, strict=False)):
        if ours != theirs:
            return f"action {number + 1} is {ours}, in the file {theirs}"
    return f"{len(mine)} actions, {len(wanted)} in the file"


# Telling


def _total(reports: Sequence[Report]) -> dict[str, int]:
    return {
        "plays": sum(report.plays for report in reports),
        "right": sum(report.right for report in reports),
        "asked": sum(report.asked for report in reports),
        "wrong": sum(len(report.wrong) for report in reports),
        "unplayable": sum(len(report.unplayable) for report in reports),
    }


def _as_json(report: Report) -> dict[str, Any]:
    return {
        "file": report.file,
        "plays": report.plays,
        "right": report.right,
        "asked": report.asked,
        "wrong": list(report.wrong),
        "unplayable": list(report.unplayable),
        "score": list(report.score),
    }


def _print_file(report: Report) -> None:
    left, right = report.score
    what = f"plays {report.plays}  right {report.right}  asked {report.asked}"
    print(
        f"{report.file}: {what}  wrong {len(report.wrong)}  unplayable {len(report.unplayable)}  score {left}-{right}"
    )
    for kind, entries in (("wrong", report.wrong), ("unplayable", report.unplayable)):
        for entry in entries:
            print(f"  {kind}: {entry}")
