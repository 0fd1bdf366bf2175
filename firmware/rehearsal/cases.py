"""A turn's scans, kept small: what the cells saw from one acceptance to a verdict, to be judged again at any time.

Owns the recording, the file's form and the playing back. The noise is not kept: it follows from the board's seed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from engine.plays import Roll
from engine.position import Position, Side
from firmware.board_map import Layout
from firmware.chain import reading_of
from firmware.readings import Evidence, Reference, evidence_of
from firmware.turn_sheet import TurnSheet, prepare
from hardware.cells import Cells
from hardware.geometry import GEOMETRIES, Geometry
from hardware.virtual.board import VirtualBoard

SCAN_S: Final = 0.02
BEFORE: Final = 10
"""Scans of the board at rest before the turn begins."""
Changes = list[tuple[int, dict[int, int]]]


@dataclass(frozen=True, slots=True)
class Case:
    """One turn. Positions in the mover's view, `end` what stands in truth; `levels` when the turn began and what
    `changes` of them then, by scan and cell, in 10 microtesla without noise; `seed` that of the board's noise; `told`
    what was wrong, for people; `on_top` as in Reference."""

    geometry: str
    seed: int
    start: Position
    end: Position
    side: int
    roll: tuple[int, int]
    layout: tuple[int, bool]
    counts: tuple[int, ...]
    first_scan: int
    scans: int
    levels: tuple[int, ...]
    changes: Changes
    told: str = ""
    on_top: tuple[int, ...] = ()

    def write(self, path: Path) -> None:
        """Keep it as a file."""
        path.write_text(json.dumps(asdict(self), separators=(",", ":")) + "\n", encoding="ascii")


def read_case(path: Path) -> Case:
    """A case from its file. ValueError if it is none."""
    try:
        told: dict[str, Any] = json.loads(path.read_text(encoding="ascii"))
        for name, kind in _KINDS.items():
            told[name] = kind(told[name])
        told["on_top"] = tuple(told.get("on_top", ()))
        return Case(**told)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"{path}: no case of a turn: {error}") from error


def _changes(told: list[tuple[int, dict[str, int]]]) -> Changes:
    return [(scan, {int(cell): level for cell, level in new.items()}) for scan, new in told]


_KINDS: Final[dict[str, Callable[[Any], Any]]] = {
    "start": lambda pair: Position(*pair),
    "end": lambda pair: Position(*pair),
    "roll": tuple,
    "layout": tuple,
    "counts": tuple,
    "levels": tuple,
    "changes": _changes,
}


class Trace:
    """Notes what changes on a board from scan to scan."""

    def __init__(self, board: VirtualBoard, seed: int) -> None:
        self._board = board
        self._seed = seed
        self.begin(0, (), frozenset())

    def begin(self, scan_no: int, counts: tuple[int, ...], on_top: frozenset[int]) -> None:
        """A turn begins; what was noted before is forgotten."""
        self._counts, self._on_top = counts, tuple(sorted(on_top))
        self._first = self._last = scan_no
        self._levels = self._now = tuple(self._board.discs.levels)
        self._seen = self._board.discs.changes
        self._changes: Changes = []

    def note(self, scan_no: int) -> None:
        """A scan is made of the board as it is now."""
        self._last = scan_no
        if self._board.discs.changes == self._seen:
            return
        self._seen = self._board.discs.changes
        now = tuple(self._board.discs.levels)
        new = {cell: level for cell, (level, was) in enumerate(zip(now, self._now, strict=True)) if level != was}
        if new:
            self._changes.append((scan_no - self._first, new))
        self._now = now

    def case(self, sheet: TurnSheet, end: Position, told: str) -> Case:
        """The turn as a case, up to the last scan; `end` is what stands in truth."""
        return Case(
            geometry=sheet.geometry.name,
            seed=self._seed,
            start=sheet.tree.start,
            end=end,
            side=int(sheet.side),
            roll=(sheet.tree.roll.first, sheet.tree.roll.second),
            layout=(sheet.layout.white_seat, sheet.layout.home_is_right),
            counts=self._counts,
            first_scan=self._first,
            scans=self._last - self._first,
            levels=self._levels,
            changes=list(self._changes),
            told=told,
            on_top=self._on_top,
        )


def played_back(case: Case) -> tuple[TurnSheet, Evidence]:
    """The sheet and the evidence of a case, from its scans."""
    geometry = GEOMETRIES[case.geometry]
    board = VirtualBoard(geometry, case.seed)
    board.discs.levels = list(case.levels)
    cells = Cells(geometry)
    for scan_no in range(case.first_scan - BEFORE, case.first_scan + 1):
        view = cells.feed(board.levels(scan_no), scan_no * SCAN_S)
    reference = Reference(view.levels_10ut, case.counts, frozenset(case.on_top))
    cells.mark()
    changes = dict(case.changes)
    for scan in range(1, case.scans + 1):
        for cell, level in changes.get(scan, {}).items():
            board.discs.levels[cell] = level
        view = cells.feed(board.levels(case.first_scan + scan), (case.first_scan + scan) * SCAN_S)
    return _sheet(case, geometry), evidence_of(reference, reading_of(view, cells.health), geometry)


def _sheet(case: Case, geometry: Geometry) -> TurnSheet:
    return sheet_of(case.start, Side(case.side), Roll(*case.roll), Layout(*case.layout), geometry)


def sheet_of(position: Position, side: Side, roll: Roll, layout: Layout, geometry: Geometry) -> TurnSheet:
    """The turn's sheet, worked out in one go."""
    slices = prepare(position, side, roll, layout, geometry)
    while True:
        try:
            next(slices)
        except StopIteration as done:
            sheet: TurnSheet = done.value
            return sheet
