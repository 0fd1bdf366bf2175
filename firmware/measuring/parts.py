"""How fast everything else is that a second of play goes through: trees, images, records, scans, facts."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from engine.actions import Action, GameStarted, OpeningRolled, Played, Rolled
from engine.formats import MatchRecord, read_mat, record_of, write_mat
from engine.match import apply, begin
from engine.match_state import Match, Phase, Rules
from engine.plays import Roll, legal_plays
from engine.position import Position, Side
from firmware.board_map import Layout
from firmware.journal import Row, open_journal
from firmware.measuring.stopwatch import per_second, shortest
from firmware.turn_sheet import prepare
from hardware.cells import Cells
from hardware.geometry import R1
from hardware.link.codec import Sentences, read_scan, scan_sentence


class Spread(NamedTuple):
    """Processor milliseconds of many calls, and of the longest piece of one between two pauses."""

    mean: float
    p99: float
    most: float
    longest_slice: float


def preparations(asked: Iterable[tuple[Position, Roll]]) -> Spread:
    """A roll made ready for the referee: its tree, and the images of its ends and of all that is on the way."""
    slices = [min((_slices_ms(*question) for _ in range(2)), key=sum) for question in asked]
    times = sorted(map(sum, slices))
    return Spread(statistics.fmean(times), times[len(times) * 99 // 100], times[-1], max(map(max, slices)))


def _slices_ms(position: Position, roll: Roll) -> list[float]:
    """The loop of the daemon does something else between any two."""
    at_s = [time.process_time()]
    at_s += [time.process_time() for _ in prepare(position, Side.WHITE, roll, Layout(), R1)]
    at_s.append(time.process_time())
    return [1000 * (after - before) for before, after in pairwise(at_s)]


def match_by_chance(length: int = 25, seed: int = 4) -> MatchRecord:
    """A match in which both sides play any legal play and nobody doubles."""
    chance = random.Random(seed)
    rules = Rules(length=length)
    actions: list[Action] = []
    match = begin(rules)
    while match.phase is not Phase.MATCH_OVER:
        actions.append(_next_action(match, chance))
        match = apply(match, actions[-1])
    return record_of(actions, rules, ("White", "Black"))


def _next_action(match: Match, chance: random.Random) -> Action:
    if not match.is_playing:
        return GameStarted()
    first, second = chance.randint(1, 6), chance.randint(1, 6)
    side = match.on_roll
    if side is None:
        return OpeningRolled(first, second)
    if match.roll is None:
        return Rolled(side, Roll(first, second))
    before = match.seen_by(side)
    plays = legal_plays(before, match.roll)
    if not plays:
        return Played(side, before)
    play = chance.choice(plays)
    return Played(side, play.end, play.moves)


def records() -> tuple[float, float]:
    """Plays a second out of a `.mat` text, and into one."""
    record = match_by_chance()
    plays = sum(isinstance(action, Played) for game in record.games for action in game.actions)
    text = write_mat(record)
    return plays / shortest(lambda: read_mat(text)), plays / shortest(lambda: write_mat(record))


def scans() -> float:
    """Scans a second of a resting board: sentences taken apart, checked, read, and fed to the cells."""
    chance = random.Random(1)
    full = [1290 if cell % 4 == 0 else 0 for cell in range(R1.cells)]
    levels = [[level + chance.randint(-8, 8) for level in full] for _ in range(64)]
    wire = [scan_sentence(k, k * 20, False, (0,) * 4, (False,) * 4, scan) for k, scan in enumerate(levels)]
    sentences, cells, at_s = Sentences(), Cells(R1), 0.0

    def work() -> int:
        nonlocal at_s
        for line in wire:
            for _, payload in sentences.feed(line):
                at_s += 0.02
                cells.feed(read_scan(payload)[5], at_s)
        return len(wire)

    return per_second(work)


def facts() -> float:
    """Facts a second, one at a time, safe in the folder for temporary files."""
    with tempfile.TemporaryDirectory() as folder:
        return per_second(_saving(Path(folder)), time.perf_counter)


def _saving(folder: Path) -> Callable[[], int]:
    journal = open_journal(folder / "bench.db")
    sequence = 0

    def work() -> int:
        nonlocal sequence
        sequence += 1
        journal.append([Row(sequence, "m", "b", 1.0, "2026-05-01T10:00:00Z", True, "Rolled", '{"roll":[3,1]}')])
        return 1

    return work
