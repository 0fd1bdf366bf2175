"""The real serial driver against the virtual scanner's pseudo-terminal, with every fault a cable has."""

from __future__ import annotations

import os
import select
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.geometry import R1, R1_PLUS
from hardware.link.codec import Sentences, hello_sentence, scan_sentence, sentence
from hardware.ports import DARK, LAMPS, Colour, HardwareError, Hello, Lamp, Rhythm, Scan
from hardware.scanner import SerialScanner, find_port
from hardware.virtual.board import VirtualBoard
from hardware.virtual.scanner import VirtualScanner

PERIOD_S = 0.02
GREEN = [Lamp(Colour.GREEN, Rhythm.SLOW)] * LAMPS


class Counter:
    """Traffic as one number."""

    def __init__(self) -> None:
        self.on_the_way = 0

    def sent(self, amount: int = 1) -> None:
        self.on_the_way += amount

    def arrived(self, amount: int = 1) -> None:
        self.on_the_way -= amount

    def lost(self) -> None:
        self.on_the_way = 0


class Bench:
    """A board, its virtual scanner and the daemon's driver; `beat` is one period of all."""

    def __init__(self, link: Path | None = None) -> None:
        self.traffic = Counter()
        self.board = VirtualBoard(R1, 1)
        self.virtual = VirtualScanner(self.board, self.traffic, link=link, on_lost=self.traffic.lost)
        self.scanner = SerialScanner(str(link) if link else self.virtual.port_name, R1, self.traffic)
        self.now_s = 0.0

    def beat(self, times: int = 1) -> list[Scan]:
        scans = []
        for _ in range(times):
            self.virtual.tick(self.now_s)
            self.scanner.tick(self.now_s)
            self.now_s += PERIOD_S
            scans += self.deliver()
        return scans

    def deliver(self) -> list[Scan]:
        """Read at both ends until nothing is on its way."""
        scans = []
        while self.traffic.on_the_way:
            ready, _, _ = select.select([self.scanner.fileno(), self.virtual.fileno()], [], [], 2.0)
            assert ready, f"{self.traffic.on_the_way} bytes never arrived"
            if self.virtual.fileno() in ready:
                self.virtual.receive()
            if self.scanner.fileno() in ready:
                scans += self.scanner.read_scans()
        return scans


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    made.scanner.open()
    yield made
    made.scanner.close()
    made.virtual.close()


def test_scans_arrive_whole_and_in_order(bench: Bench) -> None:
    bench.board.place_disc(*R1.cell_xy_mm[0])
    bench.board.is_hand = True
    scans = bench.beat(50)
    assert [scan.sequence for scan in scans] == list(range(50))
    assert [scan.at_ms for scan in scans] == [20 * k for k in range(50)]
    assert list(scans[9].levels_10ut) == bench.board.levels(9)
    assert all(scan.is_hand for scan in scans)
    assert bench.scanner.health.lost == bench.scanner.health.dropped_bytes == 0


def test_the_board_says_hello_when_the_port_is_opened(bench: Bench) -> None:
    bench.beat()
    assert bench.scanner.hello == Hello(1, "gammond virtual 1", "virtual", "R1", 128)


def test_a_board_with_other_cells_is_refused_by_name() -> None:
    virtual = VirtualScanner(VirtualBoard(R1_PLUS, 1))
    scanner = SerialScanner(virtual.port_name, R1)
    scanner.open()
    virtual.tick(0.0)
    with pytest.raises(HardwareError, match=r"its board is R1\+ with 208 cells.*set the geometry to R1\+"):
        read_until(scanner, lambda _: False)
    scanner.close()
    virtual.close()


def test_keys_are_debounced_by_the_board_and_counted(bench: Bench) -> None:
    for _ in range(3):
        bench.board.press(2)
        bench.beat(3)
        bench.board.release(2)
        bench.beat(3)
    bench.board.press(0)
    [scan] = bench.beat(3)[-1:]
    assert scan.presses == (1, 0, 3, 0)
    assert scan.is_down == (True, False, False, False)


def test_lamps_reach_the_board_and_are_repeated_once_a_second(bench: Bench) -> None:
    bench.beat(5)
    bench.scanner.send_lamps(GREEN, bench.now_s)
    bench.beat(2)
    assert bench.board.lamps.commanded[27] == (0, 255, 0, Rhythm.SLOW)
    bench.board.lamps.command(1, [(0, 0, 0, 0)] * LAMPS, bench.now_s)
    bench.beat(60)
    assert bench.board.lamps.commanded[27] == (0, 255, 0, Rhythm.SLOW)
    assert bench.board.lamps.frames == 1
    assert bench.scanner.health.repeated_frames == 0


def test_an_equal_frame_is_not_sent_anew_and_a_changed_one_gets_a_new_number(bench: Bench) -> None:
    bench.beat(2)
    for frame in (GREEN, list(GREEN), [DARK] * LAMPS, GREEN):
        bench.scanner.send_lamps(frame, bench.now_s)
        bench.beat()
    assert bench.board.lamps.number == 3


def test_a_frame_whose_echo_is_missing_is_sent_again_soon(bench: Bench) -> None:
    bench.beat(2)
    bench.virtual.cut_after = 0  # the board says nothing more
    bench.scanner.send_lamps(GREEN, bench.now_s)
    os.read(bench.virtual.fileno(), 65536)  # and has not seen the frame
    bench.traffic.lost()
    bench.beat(20)
    assert bench.board.lamps.commanded[0] == (0, 255, 0, Rhythm.SLOW)
    assert bench.scanner.health.repeated_frames >= 1


def test_a_frame_of_the_wrong_length_is_refused(bench: Bench) -> None:
    with pytest.raises(ValueError, match="3 lamps given"):
        bench.scanner.send_lamps([DARK] * 3, 0.0)


def test_a_scan_with_a_wrong_byte_is_dropped_and_counted_as_lost(bench: Bench) -> None:
    bench.beat(3)
    bench.virtual.spoil = lambda scan: scan[:50] + bytes([scan[50] ^ 1]) + scan[51:]
    bench.beat(2)
    bench.virtual.spoil = None
    scans = bench.beat(5)
    assert [scan.sequence for scan in scans] == [5, 6, 7, 8, 9]
    health = bench.scanner.health
    assert (health.lost, health.damaged, health.dropped_bytes) == (2, 2, 2 * 278)


def test_missing_scans_are_counted(bench: Bench) -> None:
    bench.beat(3)
    bench.virtual.spoil = lambda _: None
    bench.beat(4)
    bench.virtual.spoil = None
    bench.beat(1)
    assert bench.scanner.health.lost == 4


def test_a_scanner_that_restarts_in_mid_sentence_is_taken_up_again_and_gets_its_lamps(bench: Bench) -> None:
    bench.beat(3)
    bench.scanner.send_lamps(GREEN, bench.now_s)
    bench.virtual.cut_after = 100
    bench.beat(5)
    bench.virtual.cut_after = None
    bench.virtual.reset()
    bench.board.lamps.command(0, [(0, 0, 0, 0)] * LAMPS, bench.now_s)
    scans = bench.beat(4)
    assert [scan.sequence for scan in scans] == [0, 1, 2, 3]
    assert scans[0].at_ms == 20  # it started one beat before
    health = bench.scanner.health
    assert (health.restarts, health.lost) == (1, 0)
    assert bench.board.lamps.commanded[0] == (0, 255, 0, Rhythm.SLOW)


def test_a_daemon_that_does_not_read_costs_the_oldest_scans_and_no_half_ones(bench: Bench) -> None:
    for _ in range(1500):
        bench.virtual.tick(bench.now_s)
        bench.now_s += PERIOD_S
    assert bench.virtual.dropped_scans > 100
    scans = bench.deliver() + bench.beat(5)
    numbers = [scan.sequence for scan in scans]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == 1504
    health = bench.scanner.health
    assert (health.dropped_bytes, health.damaged) == (0, 0)
    assert health.lost == bench.virtual.dropped_scans


def test_a_board_that_does_not_read_never_blocks_the_daemon_nor_grows_its_queue(bench: Bench) -> None:
    bench.beat(2)
    for k in range(5000):
        bench.scanner.send_lamps(GREEN if k % 2 else [DARK] * LAMPS, 0.0)
    assert len(bench.scanner._unsent) < 5000
    bench.beat(100)
    assert bench.board.lamps.number == 5000
    assert bench.board.lamps.commanded[0] == (0, 255, 0, Rhythm.SLOW)


def test_pulling_the_cable_is_an_error_that_says_what_to_check(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "scanner")
    bench.scanner.open()
    bench.beat(3)
    bench.virtual.unplug()
    with pytest.raises(HardwareError, match=r"scanner: no port .*check the USB cable"):
        find_port(str(tmp_path / "scanner"))
    with pytest.raises(HardwareError, match=r"scanner on .*: gone; check the USB cable"):
        read_until(bench.scanner, lambda _: False)
    bench.scanner.close()
    with pytest.raises(HardwareError, match=r"cannot be opened; check the USB cable"):
        bench.scanner.open()
    assert bench.traffic.on_the_way == 0


def test_port_of_a_pulled_cable_is_nobodys_though_the_system_gives_its_name_away_again() -> None:
    pulled = VirtualScanner(VirtualBoard(R1, seed=1))
    pulled.unplug()
    other = VirtualScanner(VirtualBoard(R1, seed=2))
    with pytest.raises(HardwareError, match=r"cannot be opened; check the USB cable"):
        SerialScanner(pulled.port_name, R1).open()
    other.close()


def test_after_replugging_the_board_is_found_under_the_same_name(tmp_path: Path) -> None:
    bench = Bench(tmp_path / "scanner")
    bench.scanner.open()
    bench.beat(3)
    bench.virtual.unplug()
    bench.virtual.plug()
    bench.scanner.close()
    bench.scanner.open()
    assert len(bench.beat(4)) == 4
    assert bench.scanner.hello is not None
    bench.scanner.close()
    bench.virtual.close()


def test_a_port_can_be_closed_and_opened_again(bench: Bench) -> None:
    bench.beat(3)
    bench.scanner.close()
    bench.virtual.tick(bench.now_s)
    assert bench.traffic.on_the_way == 0
    bench.scanner.open()
    assert [scan.sequence for scan in bench.beat(2)] == [3, 4]
    assert bench.scanner.health.restarts == 0


def test_a_port_already_open_is_named_as_such(bench: Bench) -> None:
    other = SerialScanner(bench.virtual.port_name, R1)
    with pytest.raises(HardwareError, match="another program has the port open"):
        other.open()


def test_reading_before_opening_is_an_error() -> None:
    with pytest.raises(HardwareError, match="not open"):
        SerialScanner("/dev/nowhere", R1).read_scans()


def test_sentences_that_make_no_sense_are_counted_and_passed_over() -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    scanner = SerialScanner(os.ttyname(slave), R1)
    scanner.open()
    good = scan_sentence(1, 2, False, (0,) * 4, (False,) * 4, [0] * 128)
    few = scan_sentence(1, 2, False, (0,) * 4, (False,) * 4, [0] * 4)
    os.write(master, b"boot ok\r\n" + few + sentence(0x53, b"xy") + sentence(0x77, b"") + sentence(0x45, b"") + good)
    scans = read_until(scanner, lambda scans: bool(scans))
    assert len(scans) == 1
    assert (scanner.health.strange, scanner.health.dropped_bytes) == (4, 9)
    os.write(master, hello_sentence(2, "f", "b", "R1", 128))
    with pytest.raises(HardwareError, match="speaks protocol 2, this program 1"):
        read_until(scanner, lambda _: False)
    scanner.close()
    os.close(master)
    os.close(slave)


def test_a_silent_board_is_asked_for_its_hello_once_a_second() -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    scanner = SerialScanner(os.ttyname(slave), R1)
    scanner.open()
    for k in range(35):
        scanner.tick(0.1 * k)
    parser, asked = Sentences(), 0
    while asked < 4 and select.select([master], [], [], 2.0)[0]:
        asked += len(parser.feed(os.read(master, 4096)))
    assert asked == 4
    scanner.close()
    os.close(master)
    os.close(slave)


def read_until(scanner: SerialScanner, is_enough: Callable[[list[Scan]], bool]) -> list[Scan]:
    scans: list[Scan] = []
    while not is_enough(scans):
        assert select.select([scanner.fileno()], [], [], 2.0)[0], "nothing came"
        scans += scanner.read_scans()
    return scans


def test_the_port_is_found_by_its_name_by_id(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match="none found in"):
        find_port(by_id=tmp_path / "missing")
    (tmp_path / "usb-FTDI_Cable_A1-if00").touch()
    with pytest.raises(HardwareError, match="there: usb-FTDI_Cable_A1-if00"):
        find_port(by_id=tmp_path)
    pico = tmp_path / "usb-MicroPython_Board_in_FS_mode_e66-if00"
    pico.touch()
    assert find_port(by_id=tmp_path) == str(pico)
    (tmp_path / "usb-Raspberry_Pi_Pico_2-if00").touch()
    with pytest.raises(HardwareError, match="name the one to use"):
        find_port(by_id=tmp_path)
    assert find_port(str(pico)) == str(pico)
