"""What systemd hears, from a socket of our own in its place."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from firmware.sd_notify import Notifier


@pytest.mark.parametrize("is_abstract", [False, True])
def test_every_message_reaches_the_socket_of_the_service_manager(tmp_path: Path, is_abstract: bool) -> None:
    name = f"@gammond-test-{os.getpid()}" if is_abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind("\0" + name[1:] if is_abstract else name)
        notifier = Notifier({"NOTIFY_SOCKET": name})
        notifier.ready()
        notifier.alive()
        notifier.status("White to roll,\nboard found")
        notifier.stopping()
        heard = [listener.recv(200).decode() for _ in range(4)]
    assert heard == ["READY=1", "WATCHDOG=1", "STATUS=White to roll, board found", "STOPPING=1"]


def test_watchdog_is_fed_three_times_in_its_limit() -> None:
    environment = {"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "9000000", "WATCHDOG_PID": str(os.getpid())}
    assert Notifier(environment).watchdog_period_s == 3.0
    assert Notifier({"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "9000000"}).watchdog_period_s == 3.0


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"NOTIFY_SOCKET": "@x"},
        {"WATCHDOG_USEC": "9000000"},
        {"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "9000000", "WATCHDOG_PID": "1"},
        {"NOTIFY_SOCKET": "@x", "WATCHDOG_USEC": "soon"},
    ],
)
def test_nobody_watches_unless_this_process_is_asked(environment: dict[str, str]) -> None:
    assert Notifier(environment).watchdog_period_s is None


def test_absent_service_manager_is_no_error(tmp_path: Path) -> None:
    Notifier({}).ready()
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).alive()
