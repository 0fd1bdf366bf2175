"""The disk is full, slow or damaged: the game goes on with NOT SAVED, and everything is written when it can be."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.position import Side
from firmware.journal import Journal, Row
from firmware.rehearsal.rig import Rig
from firmware.screens import Mark
from firmware.table_state import State
from hardware.ports import Key, NoTraffic
from tests.firmware.daemon_table import at, at_table, begin, make_the_five_point, recorded_plays, sequences

PATIENCE_S = 1000.0
"""Of simulated time, where a real thread is waited for that simulated time does not know of."""


class Disk:
    """Makes journals on a disk that can be full, and one that can hang."""

    def __init__(self) -> None:
        self.is_full = False
        self.answers = threading.Event()
        self.answers.set()

    def __call__(self, path: Path) -> Journal:
        disk = self

        class OnDisk(Journal):
            def append(self, rows: Sequence[Row]) -> None:
                disk.answers.wait(20)
                if disk.is_full:
                    raise sqlite3.OperationalError("database or disk is full")
                super().append(rows)

        return OnDisk(lambda: sqlite3.connect(path, timeout=1.0, isolation_level=None))


def marks(rig: Rig) -> tuple[Mark, ...]:
    return rig.daemon.screen.marks if rig.daemon.screen else ()


def test_full_disk_is_marked_and_the_game_goes_on_until_everything_is_written_in_order(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "gammond")
    disk = Disk()

    async def act(rig: Rig) -> None:
        await begin(rig)
        disk.is_full = True
        await make_the_five_point(rig)
        await rig.press(0, Key.PLAY)
        await at(rig, State.TO_ROLL)
        await rig.until(lambda: Mark.NOT_SAVED in marks(rig), "the mark")
        rig.dice.put(6, 4)
        await rig.press(1, Key.PLAY)
        await at(rig, State.MOVING)  # the roll was shown: effects do not wait
        assert recorded_plays(rig.path) == []
        assert rig.daemon.rows_unsaved >= 2
        await asyncio.sleep(120)
        disk.is_full = False
        await rig.until(lambda: Mark.NOT_SAVED not in marks(rig), "everything to be saved", 40)
        assert rig.daemon.rows_unsaved == 0

    at_table(tmp_path, act, make_journal=disk)
    path = tmp_path / "gammond.db"
    assert recorded_plays(path) == [(Side.WHITE, 2, 2)]
    assert sequences(path) == list(range(1, len(sequences(path)) + 1))
    lines = [record.getMessage() for record in caplog.records]
    assert len([line for line in lines if "disk is full" in line]) == 1
    assert lines.count("the journal is written again; everything is saved") == 1


def test_commit_slower_than_two_seconds_is_marked_until_it_answers(tmp_path: Path) -> None:
    disk = Disk()

    async def act(rig: Rig) -> None:
        rig.daemon.world.traffic = NoTraffic()  # simulated time does not wait for this disk
        await begin(rig)
        await make_the_five_point(rig)
        disk.answers.clear()
        await rig.press(0, Key.PLAY)
        await asyncio.sleep(1.5)
        assert marks(rig) == ()
        await asyncio.sleep(1.0)
        assert marks(rig) == (Mark.NOT_SAVED,)
        disk.answers.set()
        await rig.until(lambda: marks(rig) == (), "the mark to go", PATIENCE_S)

    try:
        at_table(tmp_path, act, make_journal=disk)
    finally:
        disk.answers.set()
    assert recorded_plays(tmp_path / "gammond.db") == [(Side.WHITE, 2, 2)]


def test_what_is_on_its_way_to_the_disk_when_the_daemon_is_closed_is_written(tmp_path: Path) -> None:
    disk = Disk()

    async def act(rig: Rig) -> None:
        rig.daemon.world.traffic = NoTraffic()
        await begin(rig)
        await make_the_five_point(rig)
        disk.answers.clear()
        await rig.press(0, Key.PLAY)
        await at(rig, State.TO_ROLL)
        assert recorded_plays(rig.path) == []
        disk.answers.set()
        assert rig.daemon.close() == ()
        assert recorded_plays(rig.path) == [(Side.WHITE, 2, 2)]

    at_table(tmp_path, act, make_journal=disk)
