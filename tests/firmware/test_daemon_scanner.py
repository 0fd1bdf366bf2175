"""The scanner goes away, falls silent, is slow or of another board: told once, waited for, and taken up again."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from engine.position import Side
from firmware.daemon import Daemon
from firmware.rehearsal.rig import Rig
from firmware.scan_watch import ScanWatch
from firmware.table_state import State
from hardware.geometry import R1, R1_PLUS
from hardware.ports import Key
from hardware.virtual.lamps import VirtualLamps
from tests.firmware.daemon_table import at, at_table, begin, make_the_five_point, place, recorded_plays, shown


def said(caplog: pytest.LogCaptureFixture, part: str) -> list[str]:
    return [record.getMessage() for record in caplog.records if part in record.getMessage().lower()]


def test_cable_pulled_in_the_middle_of_a_play_loses_nothing_of_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "gammond")

    async def act(rig: Rig) -> None:
        await begin(rig)
        hands = rig.hands
        await rig.do([*hands.reach(), *hands.lift(place(8))])
        rig.scanner.unplug()
        await at(rig, State.PART_MISSING)
        await shown(rig, "check the USB cable")
        await asyncio.sleep(100)
        await rig.do([*hands.drop(place(5)), *hands.move(place(6), place(5)), *hands.withdraw()])
        rig.scanner.plug()
        await at(rig, State.MOVING)
        await asyncio.sleep(1)
        await rig.press(0, Key.PLAY)
        await at(rig, State.TO_ROLL)

    at_table(tmp_path, act)
    # From the start position 8/5 6/5 leaves two on the 5 point and two on the 8 point.
    assert recorded_plays(tmp_path / "gammond.db") == [(Side.WHITE, 2, 2)]
    assert len(said(caplog, "scanner")) == 2, said(caplog, "scanner")


def test_lamps_are_commanded_anew_when_the_scanner_is_back(tmp_path: Path) -> None:
    async def act(rig: Rig) -> None:
        await begin(rig)
        rig.scanner.unplug()
        await at(rig, State.PART_MISSING)
        rig.board.lamps = VirtualLamps()
        rig.scanner.plug()
        await at(rig, State.MOVING)
        assert rig.board.lamps.number is not None

    at_table(tmp_path, act)


def test_open_port_that_sends_nothing_is_a_missing_scanner(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "gammond")

    async def act(rig: Rig) -> None:
        await begin(rig)
        rig.scanner.spoil = lambda sentence: None
        await at(rig, State.PART_MISSING)
        await shown(rig, "it is silent: replug")
        await asyncio.sleep(60)
        rig.scanner.spoil = None
        await at(rig, State.MOVING)

    at_table(tmp_path, act)
    assert len(said(caplog, "scanner")) == 2, said(caplog, "scanner")


def test_scanner_slower_than_set_is_named_until_it_is_fast_enough(tmp_path: Path) -> None:
    async def act(rig: Rig) -> None:
        await rig.start()
        await at(rig, State.PART_MISSING)
        await shown(rig, "it scans too slowly")
        rig.scanner.period_s = 1 / 50
        await at(rig, State.SET_UP)

    at_table(tmp_path, act, rate_hz=12.0)


@pytest.mark.parametrize("rate_hz", [20.0, 50.0, 70.0])
def test_scanner_at_a_rate_it_may_have_is_left_in_peace(tmp_path: Path, rate_hz: float) -> None:
    async def act(rig: Rig) -> None:
        await begin(rig)
        await make_the_five_point(rig, 5.0)
        assert rig.daemon.state.at is State.MOVING
        assert rig.daemon.state.missing == ()

    at_table(tmp_path, act, rate_hz=rate_hz)


def test_board_of_another_geometry_is_named_with_its_geometry(tmp_path: Path) -> None:
    async def act(rig: Rig) -> None:
        rig.geometry = R1
        rig.daemon = Daemon(rig.house, R1, rig.daemon.world)
        await rig.start()
        await at(rig, State.PART_MISSING)
        await shown(rig, "its board is R1+")

    at_table(tmp_path, act, geometry=R1_PLUS)


def test_rate_is_counted_by_the_scanners_stamps_not_by_when_scans_arrive() -> None:
    watch = ScanWatch(20.0, 1.0)
    watch.opened(0.0)
    for beat in range(200):
        watch.heard(20 * beat, 100.0)  # four seconds of scans, all arriving at once after a stall
    assert watch.rate_hz == 50.0
    assert not watch.is_slow


def test_scanner_that_starts_anew_is_not_slow_for_it() -> None:
    watch = ScanWatch(20.0, 1.0)
    for at_ms in (90_000, 90_020, 0, 20, 40):
        watch.heard(at_ms, 1.0)
    assert not watch.is_slow
    assert not watch.is_silent(2.0)
    assert watch.is_silent(2.1)
