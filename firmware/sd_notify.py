"""Tells systemd how the daemon is: ready, alive, stopping. Owns nothing but the datagram; silent without systemd."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping


class Notifier:
    """Sends to the socket that systemd names in NOTIFY_SOCKET (sd_notify(3)); without one every call does nothing."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        is_for_us = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        microseconds = environment.get("WATCHDOG_USEC", "")
        limit_s = int(microseconds) / 1e6 if is_for_us and microseconds.isdecimal() else 0.0
        self.watchdog_period_s: float | None = limit_s / 3 if limit_s and self._address else None
        """How often to call `alive`, a third of the limit; None when nobody watches. Only from the loop's progress."""

    def ready(self) -> None:
        self._send("READY=1")

    def alive(self) -> None:
        self._send("WATCHDOG=1")

    def status(self, text: str) -> None:
        """One line for `systemctl status`."""
        self._send(f"STATUS={' '.join(text.split())}")

    def stopping(self) -> None:
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        # "@" stands for the zero byte of an abstract socket.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK) as out:
                out.sendto(message.encode(), address)
        except OSError:
            pass  # systemd itself is busy or gone: the match matters more, and the watchdog is its own judge
