"""The virtual board for others: what may be asked of it, that nothing asked breaks it, and that it is found again."""

from __future__ import annotations

import json
import signal
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.geometry import PLACES, R1, SENSED_PLACES, place_xy_mm
from hardware.ports import HardwareError
from hardware.virtual.board import VirtualBoard
from hardware.virtual.desk import Desk, place_at
from hardware.virtual.remote import RemoteBoard
from hardware.virtual.scanner import VirtualScanner

START = [5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, 2] * 2 + [0, 0, 0, 0]


class Table:
    """A desk with its board, without a process."""

    def __init__(self) -> None:
        self.board = VirtualBoard(R1, 1)
        self.scanner = VirtualScanner(self.board)
        self.stops = 0
        self.desk = Desk(self.board, self.scanner, self._stop)

    def _stop(self) -> None:
        self.stops += 1

    def ask(self, request: str, value: Any = True) -> dict[str, Any]:
        return self.desk.answer(json.dumps({request: value}))


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    yield made
    made.scanner.close()


def test_board_is_set_up_by_counts_and_tells_them(table: Table) -> None:
    assert table.ask("set_up", START) == {"ok": True}
    assert table.ask("counts") == {"counts": START[:SENSED_PLACES], "off": 0}
    assert len(table.ask("discs")["discs"]) == 30
    fewer = [0] * PLACES
    fewer[3] = 7
    assert table.ask("set_up", fewer) == {"ok": True}
    assert table.ask("counts") == {"counts": fewer[:SENSED_PLACES], "off": 23}


def test_seven_on_a_point_are_five_side_by_side_and_two_on_top(table: Table) -> None:
    counts = [0] * PLACES
    counts[3] = 7
    table.ask("set_up", counts)
    assert sorted(layer for _, _, _, layer in table.ask("discs")["discs"]) == [0, 0, 0, 0, 0, 1, 1]


def test_checker_is_lifted_and_dropped_where_told(table: Table) -> None:
    table.ask("set_up", START)
    x_mm, y_mm = place_xy_mm(17, 18.0)
    assert table.ask("lift", 0) == {"ok": True}
    assert table.ask("discs")["discs"][0] == [0, None, None, 0]
    assert table.ask("drop", [0, x_mm, y_mm]) == {"ok": True}
    assert table.ask("discs")["discs"][0] == [0, x_mm, y_mm, 0]
    assert table.ask("slide", [0, x_mm + 1, y_mm]) == {"ok": True}
    assert table.ask("counts")["counts"][17] == 1


@pytest.mark.parametrize("place", range(SENSED_PLACES))
def test_place_of_a_spot_is_the_place_it_was_laid_on(place: int) -> None:
    assert {place_at(*place_xy_mm(place, from_rim_mm, 15.0)) for from_rim_mm in (1.0, 100.0, 229.0)} == {place}


def test_keys_hand_and_cable_do_as_told(table: Table) -> None:
    table.ask("press", 2)
    table.ask("hand", True)
    assert table.board.keys == [False, False, True, False]
    assert table.board.is_hand
    table.ask("release", 2)
    table.ask("hand", False)
    table.ask("cable", False)
    assert table.board.keys == [False] * 4
    assert not table.board.is_hand
    assert not table.scanner.is_plugged
    table.ask("cable", True)
    assert table.scanner.is_plugged


def test_lamps_are_told_as_commanded(table: Table) -> None:
    table.board.lamps.command(1, [(0, 255, 0, 4)] * 28, 0.0)
    assert table.ask("lamps") == {"lamps": [[0, 255, 0, 4]] * 28, "frames": 1}


def test_stop_is_answered_and_handed_on(table: Table) -> None:
    assert table.ask("stop") == {"ok": True}
    assert table.stops == 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "not a line of JSON"),
        ("[1]", "ask one thing a line"),
        ("{}", "ask one thing a line"),
        ('{"lift": 1, "drop": [1, 2, 3]}', "ask one thing a line"),
        ('{"jump": 1}', "there is no request 'jump': there are discs, lift, drop"),
        ('{"lift": 99}', "lift: no disc 99 on this board"),
        ('{"lift": true}', "lift: a checker's number is a whole number, not true"),
        ('{"lift": "1"}', "lift: a checker's number is a whole number"),
        ('{"drop": [0, 20, 20]}', "drop: disc 0 lies on the board; lift it first"),
        ('{"drop": [0, 20]}', "drop: give [checker, x in mm, y in mm]"),
        ('{"drop": [0, 20, 4600]}', "drop: the board is 530 x 460 mm"),
        ('{"drop": [0, NaN, 1]}', "drop: a distance is a number of mm"),
        ('{"press": 4}', "press: keys are numbered 0 to 3"),
        ('{"hand": 1}', "hand: it is true or false, not 1"),
        ('{"set_up": [1, 2]}', "set_up: give 28 counts"),
        (json.dumps({"set_up": [2] * 28}), "set_up: counts are not below 0 and at most 30 together"),
    ],
)
def test_wrong_request_is_answered_with_its_reason(table: Table, line: str, reason: str) -> None:
    table.ask("set_up", START)
    assert reason in table.desk.answer(line)["error"]
    assert table.ask("counts") == {"counts": START[:SENSED_PLACES], "off": 0}


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=6,
)
names = st.sampled_from(["discs", "lift", "drop", "slide", "press", "release", "hand", "set_up", "lamps", "counts"])


@given(st.lists(st.tuples(names, values), max_size=5), st.binary(max_size=30))
def test_whatever_is_asked_is_answered_and_the_board_still_scans(asked: list[tuple[str, Any]], junk: bytes) -> None:
    table = Table()
    try:
        table.ask("set_up", START)
        for name, value in asked:
            assert table.ask(name, value)
        assert table.desk.answer(junk)
        assert len(table.board.levels(1)) == R1.cells
        assert sum(table.ask("counts")["counts"]) + table.ask("counts")["off"] == 30
    finally:
        table.scanner.close()


# The process itself


@pytest.mark.ci
def test_board_in_a_process_of_its_own_is_found_again_and_ends_when_told(tmp_path: Path) -> None:
    first = RemoteBoard(tmp_path)
    assert not first.is_running()
    first.start(seed=3)
    try:
        assert first.link.is_symlink()
        assert stat.S_IMODE(first.socket_path.stat().st_mode) == 0o600
        first.ask("set_up", START)
        first.close()
        again = RemoteBoard(tmp_path)
        assert again.ask("counts")["counts"] == START[:SENSED_PLACES]
        with pytest.raises(HardwareError, match="there is no request"):
            again.ask("jump")
        with pytest.raises(HardwareError, match="could not be started"):
            RemoteBoard(tmp_path).start()  # another one at the same place
        assert again.is_running()
    finally:
        first.ask("stop")
    assert first.wait_until_gone()
    assert list(tmp_path.iterdir()) == [first.log]


@pytest.mark.ci
def test_board_ends_by_sigterm_and_a_socket_left_over_by_a_kill_does_not_stop_the_next(tmp_path: Path) -> None:
    killed = RemoteBoard(tmp_path)
    killed.start()
    killed.send_signal(signal.SIGKILL)
    assert killed.wait_until_gone()
    assert killed.socket_path.exists()
    board = RemoteBoard(tmp_path)
    board.start()
    assert board.is_running()
    board.send_signal(signal.SIGTERM)
    assert board.wait_until_gone()
    assert list(tmp_path.iterdir()) == [board.log]
