"""How fast the whole path is: replays live on it. Only where the machine is ours alone."""

from __future__ import annotations

import time

import pytest

from hardware.cells import Cells
from hardware.geometry import R1, place_xy_mm
from hardware.scanner import SerialScanner
from hardware.virtual.board import VirtualBoard
from hardware.virtual.scanner import VirtualScanner

WANTED_PER_S = 6000


@pytest.mark.ci
def test_board_to_cells_through_a_pty_handles_the_scans_that_replays_need() -> None:
    board = VirtualBoard(R1, 1)
    for place in range(24):
        board.place_disc(*place_xy_mm(place, 18.0))
    virtual, cells = VirtualScanner(board), Cells(R1)
    scanner = SerialScanner(virtual.port_name, R1)
    scanner.open()
    scans, began_s = 0, time.process_time()
    for beat in range(5000):
        virtual.tick(beat * 0.02)
        for scan in scanner.read_scans():
            cells.feed(scan.levels_10ut, scan.at_ms / 1000)
            scans += 1
    per_s = scans / (time.process_time() - began_s)
    scanner.close()
    virtual.close()
    assert scans > 4900
    assert per_s >= WANTED_PER_S, f"{per_s:.0f} scans/s"
