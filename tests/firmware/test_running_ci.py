"""`gammond run --virtual` as people start it, but for its dice: real processes, real time, real signals."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.actions import Played, Rolled
from engine.match import Phase
from hardware.virtual.remote import RemoteBoard
from tests.firmware.socket_hands import SocketHands, play_on, standing_on_disk

pytestmark = pytest.mark.ci

PATIENCE_S = 20.0
MINUTE_S = 60.0
LATE_MS = 500.0
"""No callback may hold the loop up so long even on a machine full of other tests; the goal of 5 ms, on a quiet one, is
measured by tests/figures.py."""


class Run:
    """One machine for a table: folders of its own, and the daemons started one after another on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.journal = folder / "state" / "gammond" / "gammond.db"
        (folder / "run").mkdir()
        self.board = RemoteBoard(folder / "run" / "gammond")
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.manager.bind(str(folder / "notify"))
        self.manager.settimeout(PATIENCE_S)
        self.daemon: subprocess.Popen[str] | None = None

    def start(self) -> subprocess.Popen[str]:
        """A daemon, once systemd would know it as ready."""
        environment = {
            **os.environ,
            "XDG_RUNTIME_DIR": str(self.folder / "run"),
            "XDG_STATE_HOME": str(self.folder / "state"),
            "NOTIFY_SOCKET": str(self.folder / "notify"),
            "WATCHDOG_USEC": "10000000",
        }
        command = [sys.executable, "-m", "tests.firmware.seeded_dice", "1", "run", "--virtual"]
        pipe = subprocess.PIPE
        self.daemon = subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, text=True)
        for _ in range(100):  # messages of one that was killed may still lie there
            if self.manager.recv(100) == b"READY=1":
                return self.daemon
        raise AssertionError("the daemon does not say that it is ready")

    def end(self) -> None:
        if self.daemon is not None and self.daemon.poll() is None:
            self.daemon.kill()
            self.daemon.communicate(timeout=PATIENCE_S)
        if self.board.is_running():
            self.board.ask("stop")
        self.board.close()
        self.manager.close()


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    made = Run(tmp_path)
    yield made
    made.end()


def wait_for(run: Run, *phases: Phase) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while (standing := standing_on_disk(run.journal)) is None or standing.match.phase not in phases:
        assert time.monotonic() < end_s, standing
        time.sleep(0.05)


def test_minute_of_hands_and_keys_over_the_socket_is_recorded_and_ends_in_order(run: Run) -> None:
    daemon = run.start()
    hands = SocketHands(run.board)
    hands.begin()
    wait_for(run, Phase.MOVING)
    made = play_on(hands, run.journal, time.monotonic() + MINUTE_S)
    daemon.send_signal(signal.SIGTERM)
    out, log = daemon.communicate(timeout=PATIENCE_S)
    assert daemon.returncode == 0, log
    assert str(run.board.socket_path) in out
    standing = standing_on_disk(run.journal)
    assert standing is not None
    plays = [action for action in standing.actions if isinstance(action, Played)]
    assert made >= 10
    assert len([play for play in plays if play.moves]) in (made - 1, made), log  # the last may not have been passed
    assert (standing.corrections, standing.asked) == (0, 0)
    late = re.search(r"the loop was at most ([\d.]+) ms late", log)
    assert late is not None
    assert float(late[1]) < LATE_MS
    assert "Traceback" not in log
    assert not run.board.is_running()  # it was started by this run, and ends with it


def test_sigterm_leaves_everything_written_and_the_next_start_goes_on_with_the_same_roll(run: Run) -> None:
    daemon = run.start()
    SocketHands(run.board).begin()
    wait_for(run, Phase.MOVING)
    daemon.send_signal(signal.SIGTERM)
    _, log = daemon.communicate(timeout=PATIENCE_S)
    assert daemon.returncode == 0, log
    assert log.splitlines()[-1] == "gammond: stopped; everything is written"
    assert sorted(path.name for path in run.journal.parent.iterdir()) == ["gammond.db"]  # checkpointed and closed
    before = standing_on_disk(run.journal)
    run.board.close()  # that board has ended with its daemon
    run.start()
    SocketHands(run.board).begin()  # both go on
    made = play_on(SocketHands(run.board), run.journal, time.monotonic() + 8)
    after = standing_on_disk(run.journal)
    assert before is not None
    assert after is not None
    assert made >= 1
    assert after.actions[: len(before.actions)] == before.actions
    assert isinstance(after.actions[len(before.actions)], Played), "the roll of before was played, not a new one"
    assert not any(isinstance(action, Rolled) for action in before.actions)


def test_killed_daemon_finds_its_board_again_with_every_checker_where_it_was(run: Run) -> None:
    daemon = run.start()
    SocketHands(run.board).begin()
    wait_for(run, Phase.MOVING)
    daemon.kill()
    daemon.communicate(timeout=PATIENCE_S)
    discs = run.board.ask("discs")
    again = run.start()
    assert run.board.ask("discs") == discs
    again.send_signal(signal.SIGINT)
    _, log = again.communicate(timeout=PATIENCE_S)
    assert again.returncode == 0, log
    assert "goes on" in log
    assert run.board.is_running()
