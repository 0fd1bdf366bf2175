"""Simulated time: the clock jumps, the bytes and threads are real, and a run repeats itself exactly."""

from __future__ import annotations

import asyncio
import hashlib
import queue
import threading
import time
from collections.abc import Coroutine
from typing import Any

import pytest

from firmware.simulated_time import DeadlockError, InFlight, InFlightError, SimulatedLoop
from hardware.cells import Cells
from hardware.geometry import R1
from hardware.ports import LAMPS, Colour, Lamp
from hardware.scanner import SerialScanner
from hardware.virtual.board import VirtualBoard
from hardware.virtual.hands import Hands, perform
from hardware.virtual.scanner import VirtualScanner


def run(loop: SimulatedLoop, work: Coroutine[Any, Any, Any]) -> Any:
    try:
        return loop.run_until_complete(work)
    finally:
        loop.run_until_complete(_end_tasks())
        loop.close()


async def _end_tasks() -> None:
    for task in asyncio.all_tasks():
        if task is not asyncio.current_task():
            task.cancel()


def test_a_day_of_waiting_takes_no_real_time() -> None:
    loop = SimulatedLoop()
    began = time.perf_counter()
    run(loop, asyncio.sleep(86400))
    assert loop.time() == pytest.approx(86400)
    assert time.perf_counter() - began < 1.0


def test_timers_come_in_order_and_at_their_time() -> None:
    loop, seen = SimulatedLoop(), []

    async def wait(delay_s: float) -> None:
        await asyncio.sleep(delay_s)
        seen.append(loop.time())

    async def all_of_them() -> None:
        await asyncio.gather(wait(3.0), wait(1.0), wait(2.5))

    run(loop, all_of_them())
    assert seen == pytest.approx([1.0, 2.5, 3.0])


def test_time_stands_still_while_a_thread_works() -> None:
    loop = SimulatedLoop()
    commits = loop.in_flight.account("commits")
    may_go_on = threading.Event()

    async def work() -> float:
        done = asyncio.Event()

        def commit() -> None:
            may_go_on.wait(1.0)
            loop.call_soon_threadsafe(done.set)
            commits.arrived()

        commits.sent()
        thread = threading.Thread(target=commit)
        thread.start()
        asyncio.get_running_loop().call_later(1000.0, lambda: None)
        may_go_on.set()
        await done.wait()
        thread.join()
        return loop.time()

    assert run(loop, work()) == 0.0


def test_a_thread_that_tells_only_the_count_wakes_the_loop() -> None:
    """A display thread draws and counts the arrival, but has nothing to say to the loop."""
    loop = SimulatedLoop(patience_s=30.0)
    frames = loop.in_flight.account("frames")

    async def work() -> None:
        frames.sent()
        threading.Timer(0.02, frames.arrived).start()
        await asyncio.sleep(5.0)

    began = time.perf_counter()
    run(loop, work())
    assert loop.time() == pytest.approx(5.0)
    assert time.perf_counter() - began < 10.0


def test_no_timer_and_nothing_on_its_way_is_a_deadlock() -> None:
    loop = SimulatedLoop()

    async def wait_for_nobody() -> None:
        await asyncio.sleep(12.5)
        await asyncio.get_running_loop().create_future()

    with pytest.raises(DeadlockError, match=r"at 12\.500 s of simulated time: no timer is set"):
        loop.run_until_complete(wait_for_nobody())
    _discard(loop)


def test_what_never_arrives_is_named() -> None:
    loop = SimulatedLoop(patience_s=0.05)
    loop.in_flight.account("commits").sent(2)
    loop.in_flight.account("wire").sent(278)
    with pytest.raises(InFlightError, match="on its way are commits: 2, wire: 278"):
        loop.run_until_complete(asyncio.sleep(1.0))
    _discard(loop)


def _discard(loop: SimulatedLoop) -> None:
    loop.in_flight.forget("commits")
    loop.in_flight.forget("wire")
    loop.run_until_complete(_end_tasks())
    loop.close()


def test_more_arriving_than_was_sent_is_an_error() -> None:
    in_flight = InFlight()
    in_flight.sent(3)
    with pytest.raises(ValueError, match="other: 4 arrived, but only 3 had been sent"):
        in_flight.arrived(4)


def test_what_was_forgotten_may_still_turn_up_but_no_more_than_that() -> None:
    in_flight = InFlight()
    commits = in_flight.account("commits")
    commits.sent(2)
    commits.forget()
    commits.arrived(2)
    assert in_flight.total == 0
    with pytest.raises(ValueError, match="commits: 1 arrived, but only 0 had been sent"):
        commits.arrived()


def test_amounts_are_counted_right_from_many_threads() -> None:
    in_flight = InFlight()

    def work() -> None:
        for _ in range(500):
            in_flight.sent(3)
            in_flight.arrived(3)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert in_flight.total == 0
    assert str(in_flight) == "nothing"


class Journal:
    """A thread that takes its time with each commit, as a disk does."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop
        self._traffic = loop.in_flight.account("commits")
        self._queue: queue.Queue[Any] = queue.Queue()
        self._thread = threading.Thread(target=self._write)
        self._thread.start()

    def commit(self, then: Any) -> None:
        self._traffic.sent()
        self._queue.put(then)

    def close(self) -> None:
        self._queue.put(None)
        self._thread.join()

    def _write(self) -> None:
        while (then := self._queue.get()) is not None:
            time.sleep(0.0005)  # a real disk
            self._loop.call_soon_threadsafe(self._done, then)

    def _done(self, then: Any) -> None:
        self._traffic.arrived()
        then()


def whole_run(seed: int, seconds: float = 40.0) -> tuple[str, int]:
    """Hands move checkers; the driver reads the pty; each change of cells is committed, then lights the lamps."""
    loop = SimulatedLoop()
    wire = loop.in_flight.account("wire")
    board = VirtualBoard(R1, seed)
    hands = Hands(board, "loose", seed)
    virtual = VirtualScanner(board, wire, on_lost=wire.forget)
    scanner, cells, journal = SerialScanner(virtual.port_name, R1, wire), Cells(R1), Journal(loop)
    trace, commits = hashlib.sha256(), 0
    seen: tuple[tuple[bool, ...], float] = ((), 0.0)
    hands.set_up([5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, 2, 5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, 2, 0, 0, 0, 0])

    def read() -> None:
        nonlocal seen
        for scan in scanner.read_scans():
            view = cells.feed(scan.levels_10ut, loop.time())
            trace.update(f"{loop.time():.6f}{scan}".encode())
            if (view.is_on, view.moved_at_s) != seen:
                seen = (view.is_on, view.moved_at_s)
                journal.commit(committed)

    def committed() -> None:
        nonlocal commits
        commits += 1
        trace.update(f"{loop.time():.6f} committed".encode())
        colour = Colour.GREEN if commits % 2 else Colour.RED
        scanner.send_lamps([Lamp(colour)] * LAMPS, loop.time())

    async def play() -> None:
        scanner.open()
        loop.add_reader(scanner.fileno(), read)
        boarding = asyncio.create_task(virtual.run())
        while loop.time() < seconds:
            for source, target in ((0, 3), (3, 0), (6, 5), (5, 6)):
                await perform([*hands.reach(), *hands.move(source, target), *hands.withdraw()], asyncio.sleep)
            scanner.tick(loop.time())
            trace.update(repr((board.lamps.commanded, board.lamps.number)).encode())
        boarding.cancel()
        loop.remove_reader(scanner.fileno())

    try:
        run(loop, play())
    finally:
        scanner.close()
        virtual.close()
        journal.close()
    assert scanner.health.lost == scanner.health.dropped_bytes == 0
    return trace.hexdigest(), commits


def test_two_runs_with_the_same_seed_leave_the_same_trace() -> None:
    first, second = whole_run(7), whole_run(7)
    assert first == second
    assert first[1] > 20
    assert whole_run(8) != first


def test_pulling_the_cable_in_mid_run_stops_no_clock() -> None:
    loop = SimulatedLoop()
    wire = loop.in_flight.account("wire")
    virtual = VirtualScanner(VirtualBoard(R1, 1), wire, on_lost=wire.forget)
    scanner = SerialScanner(virtual.port_name, R1, wire)
    scans = 0

    def read() -> None:
        nonlocal scans
        scans += len(scanner.read_scans())

    async def pull_and_plug() -> None:
        boarding = asyncio.create_task(virtual.run())
        for _ in range(5):
            scanner.port = virtual.port_name
            scanner.open()
            loop.add_reader(scanner.fileno(), read)
            await asyncio.sleep(1.0)
            virtual.tick(loop.time())  # a sentence is on its way when the cable is pulled
            loop.remove_reader(scanner.fileno())
            virtual.unplug()
            scanner.close()
            await asyncio.sleep(3.0)
            virtual.plug()
        boarding.cancel()

    run(loop, pull_and_plug())
    assert loop.time() == pytest.approx(20.0)
    assert 240 <= scans <= 256
    virtual.close()


def test_a_daemon_that_closes_the_port_with_scans_unread_stops_no_clock() -> None:
    loop = SimulatedLoop()
    wire = loop.in_flight.account("wire")
    virtual = VirtualScanner(VirtualBoard(R1, 1), wire, on_lost=wire.forget)
    scanner = SerialScanner(virtual.port_name, R1, wire)

    async def leave_and_come_back() -> int:
        boarding = asyncio.create_task(virtual.run())
        await asyncio.sleep(1.0)
        scanner.open()
        await asyncio.sleep(0)
        virtual.tick(loop.time())
        scanner.close()
        await asyncio.sleep(5.0071)  # between two scans
        scanner.open()
        heard: list[int] = []
        loop.add_reader(scanner.fileno(), lambda: heard.extend(scan.sequence for scan in scanner.read_scans()))
        await asyncio.sleep(2.0)
        loop.remove_reader(scanner.fileno())
        boarding.cancel()
        return len(heard)

    assert run(loop, leave_and_come_back()) in range(98, 103)
    scanner.close()
    virtual.close()
