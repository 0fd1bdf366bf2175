"""A virtual board in another process: start it, find it again, ask it (hardware/virtual/process.py).

Loads nothing of the board itself.
"""

from __future__ import annotations

import json
import select
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from hardware.ports import HardwareError

ANSWER_S: Final = 2.0
START_S: Final = 20.0


class RemoteBoard:
    """The board whose socket lies in `folder`. The scanner's port is `link` while the board runs."""

    def __init__(self, folder: Path) -> None:
        self.link = folder / "scanner"
        self.socket_path = folder / "board.sock"
        self.log = folder / "board.log"
        self._socket: socket.socket | None = None
        self._rest = b""
        self._process: subprocess.Popen[bytes] | None = None

    def is_running(self) -> bool:
        """Whether a board answers there."""
        try:
            self.ask("counts")
        except HardwareError:
            return False
        return True

    def start(self, geometry: str = "R1", seed: int = 1) -> None:
        """Start a board in a session of its own, so that Ctrl-C does not reach it. HardwareError if it cannot be.

        What it has to say goes to `log`, not into the terminal or pipe of a daemon that it outlives.
        """
        command = [sys.executable, "-m", "hardware.virtual.process", "--link", str(self.link)]
        command += ["--socket", str(self.socket_path), "--geometry", geometry, "--seed", str(seed)]
        with self.log.open("wb") as log:
            board = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, start_new_session=True
            )
        assert board.stdout is not None, "a pipe was asked for"
        with board.stdout as said:
            if not select.select([said], [], [], START_S)[0] or not said.readline():
                board.kill()
                board.wait()
                raise HardwareError(f"the virtual board could not be started; {self.log} says why")
        self._process = board

    def send_signal(self, number: int) -> None:
        """Send a signal to the board that this object started. HardwareError if it started none."""
        if self._process is None:
            raise HardwareError("this board was started by somebody else")
        self._process.send_signal(number)

    def wait_until_gone(self, timeout_s: float = START_S) -> bool:
        """Wait for the end of the board that this object started; False if it does not end in time."""
        self.close()
        try:
            return self._process is None or self._process.wait(timeout_s) is not None
        except subprocess.TimeoutExpired:
            return False

    def ask(self, request: str, value: Any = True) -> dict[str, Any]:
        """The board's answer. HardwareError if there is none, or if it refuses: then with its reason."""
        try:
            answer: dict[str, Any] = json.loads(self._exchange(json.dumps({request: value}).encode() + b"\n"))
        except (OSError, ValueError) as error:
            self.close()
            raise HardwareError(f"the virtual board at {self.socket_path} does not answer: {error}") from error
        if "error" in answer:
            raise HardwareError(f"the virtual board refuses: {answer['error']}")
        return answer

    def close(self) -> None:
        """Close the connection; the board goes on."""
        if self._socket is not None:
            self._socket.close()
        self._socket, self._rest = None, b""

    def _exchange(self, line: bytes) -> bytes:
        if self._socket is None:
            self._socket = socket.socket(socket.AF_UNIX)
            self._socket.settimeout(ANSWER_S)
            self._socket.connect(str(self.socket_path))
        self._socket.sendall(line)
        while b"\n" not in self._rest:
            data = self._socket.recv(65536)
            if not data:
                raise ConnectionError("it has closed the connection")
            self._rest += data
        answer, _, self._rest = self._rest.partition(b"\n")
        return answer
