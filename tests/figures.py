"""How the running table does on this machine, in real time: `python -m tests.figures [SECONDS]`.

First `gammond run --virtual` at rest: start to first screen, processor time at 50 scans a second, memory (the daemon's
process alone). Then the same daemon in this process, with hands on a virtual board in another one: from the last scan
that changed, after the quiet time, to the lamps' command, and the worst lateness of the loop.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

from engine.match import Phase
from firmware.config import Config
from firmware.dice import ScriptedDice
from firmware.pin_parts import PinParts
from firmware.running import SWITCH_S, daemon_of, world_of
from firmware.sd_notify import Notifier
from firmware.virtual_table import start_counts
from hardware.geometry import R1
from hardware.ports import DARK, LAMPS, Lamp, Scan
from hardware.scanner import SerialScanner
from hardware.virtual.remote import RemoteBoard
from tests.firmware.socket_hands import QUIET_S, SocketHands, plain_play, standing_on_disk

SECONDS = 60.0
WARM_UP_S = 5.0
STARTS = 3
CHANGED_10UT = 60
"""Far above the noise of a cell, far below what a checker laid down changes: such a scan is one that changed."""


# At rest, in a process of its own


def start(folder: Path) -> tuple[subprocess.Popen[str], float]:
    """`gammond run --virtual`, and how long it took until the first screen (when systemd is told READY), in s."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(folder / "notify"))
        manager.settimeout(20)
        told = {"XDG_RUNTIME_DIR": str(folder), "XDG_STATE_HOME": str(folder), "NOTIFY_SOCKET": str(folder / "notify")}
        began_s = time.perf_counter()
        daemon = subprocess.Popen(
            [sys.executable, "-m", "firmware.cli", "run", "--virtual"],
            env={**os.environ, **told},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        while manager.recv(100) != b"READY=1":
            pass
        return daemon, time.perf_counter() - began_s


def stop(daemon: subprocess.Popen[str]) -> str:
    daemon.send_signal(signal.SIGTERM)
    return daemon.communicate(timeout=20)[1]


def processor_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid: int) -> float:
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def at_rest(seconds: float) -> None:
    starts = []
    for number in range(STARTS):
        with tempfile.TemporaryDirectory() as name:
            daemon, took_s = start(Path(name))
            starts.append(took_s)
            if number < STARTS - 1:
                stop(daemon)
                continue
            time.sleep(WARM_UP_S)
            before_s = processor_s(daemon.pid)
            time.sleep(seconds)
            used = (processor_s(daemon.pid) - before_s) / seconds
            memory = resident_mb(daemon.pid)
            late = re.search(r"at most ([\d.]+) ms late", stop(daemon))
    print(f"start to first screen, virtual board started too  {median(starts):8.2f} s   (of {STARTS} starts)")
    print(f"processor at rest, 50 scans a second              {100 * used:8.1f} %   (of one core, {seconds:g} s)")
    print(f"resident memory                                   {memory:8.1f} MB")
    print(f"loop at most late, at rest                        {float(late[1]) if late else -1:8.1f} ms")


# At work, in this process


class TimedScanner(SerialScanner):
    """Notes when a scan that changed arrived, and how long after the last one of them lamps were told to change."""

    changed_s = 0.0
    read_s = 0.0
    frame: Sequence[Lamp] = (DARK,) * LAMPS
    delays_s: Sequence[float] = ()
    answers_s: Sequence[float] = ()
    _levels: tuple[int, ...] = ()

    def read_scans(self) -> list[Scan]:
        TimedScanner.read_s = time.perf_counter()
        scans = super().read_scans()
        for scan in scans:
            before, self._levels = self._levels, scan.levels_10ut
            if before and max(abs(a - b) for a, b in zip(before, scan.levels_10ut, strict=True)) > CHANGED_10UT:
                TimedScanner.changed_s = time.perf_counter()
        return scans

    def send_lamps(self, frame: Sequence[Lamp], now_s: float) -> None:
        super().send_lamps(frame, now_s)
        if TimedScanner.changed_s and frame != TimedScanner.frame:
            TimedScanner.delays_s = (*TimedScanner.delays_s, time.perf_counter() - TimedScanner.changed_s)
            TimedScanner.answers_s = (*TimedScanner.answers_s, time.perf_counter() - TimedScanner.read_s)
        TimedScanner.frame = frame


def toggle(hands: SocketHands, journal: Path, until_s: float) -> None:
    """Begin a match, make a play, then lift its last checker and put it back, over and over: dark, then green."""
    hands.begin()
    while (standing := standing_on_disk(journal)) is None or standing.match.phase is not Phase.MOVING:
        time.sleep(0.1)
    time.sleep(1.5)
    play = plain_play(standing)
    side = standing.match.on_roll
    assert play is not None
    assert side is not None
    hands.make(play, standing.layout, standing)
    _, _, disc = max(hands.lying(standing.layout.place_of(side, play.moves[-1].end)))
    _, x_mm, y_mm, _ = hands.board.ask("discs")["discs"][disc]
    while time.monotonic() < until_s:
        time.sleep(QUIET_S)
        hands.board.ask("lift", disc)
        time.sleep(QUIET_S)
        hands.board.ask("drop", [disc, x_mm, y_mm])


async def at_work(folder: Path, seconds: float) -> None:
    """The daemon as `run` makes it, but for the scanner that looks at its watch."""
    board = RemoteBoard(folder)
    board.start()
    board.ask("set_up", start_counts())
    journal = folder / "gammond.db"
    config = Config()
    world = world_of(config, journal, str(board.link), True, PinParts(config, folder), Notifier({}))
    world.dice = ScriptedDice([(3, 1)])
    world.open_scanner = lambda: TimedScanner(str(board.link), R1)
    daemon = daemon_of(config, world)
    await daemon.start()
    hands = threading.Thread(target=toggle, args=(SocketHands(board), journal, time.monotonic() + seconds))
    hands.start()
    try:
        while hands.is_alive():
            await asyncio.sleep(0.5)
    finally:
        daemon.close()
        board.ask("stop")
        board.wait_until_gone()
    quiet_ms = 1000 * config.table.quiet_s
    delays_ms = [1000 * delay_s - quiet_ms for delay_s in TimedScanner.delays_s]
    tell(f"last changed scan + {quiet_ms:g} ms quiet to lamps", delays_ms)
    tell("scan that ends the quiet time to lamps", [1000 * answer_s for answer_s in TimedScanner.answers_s])
    print(f"loop at most late, at work                        {1000 * daemon.worst_lateness_s:8.1f} ms")


def tell(what: str, times_ms: Sequence[float]) -> None:
    """Median and 99th percentile."""
    if len(times_ms) < 2:
        print(f"{what}: too few to tell; give it more seconds")
        return
    last = quantiles(times_ms, n=100, method="inclusive")[98]
    print(f"{what:50}{median(times_ms):8.1f} ms  median, {last:.1f} ms 99 of 100 ({len(times_ms)})")


def main(arguments: Sequence[str]) -> None:
    seconds = float(arguments[0]) if arguments else SECONDS
    at_rest(seconds / 2)
    sys.setswitchinterval(SWITCH_S)
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(at_work(Path(name), seconds))


if __name__ == "__main__":
    main(sys.argv[1:])
