"""Turning the machine off, where it is the board's own: there the service may ask the system to.

Owns the order and what is heard of it. Knows nothing of the table.
"""

from __future__ import annotations

import logging
import subprocess
from collections.abc import Callable, Mapping, Sequence
from threading import Thread
from typing import Final

_log = logging.getLogger("gammond")

ORDER: Final = ("systemctl", "poweroff")
PATIENCE_S: Final = 20.0

ShutDown = Callable[[Callable[[], None]], None]
"""Shuts down, or calls what it is given, from any thread, if that cannot be done."""


def shut_down_of(environment: Mapping[str, str], is_virtual: bool, order: Sequence[str] = ORDER) -> ShutDown:
    """What *Shut down* in the menu does: the order, for the service that systemd has started for a real board.

    Whoever has started the program by hand, or without a board, sits at a machine that is not the board's.
    """
    if is_virtual or not environment.get("NOTIFY_SOCKET"):
        return _refuse
    return lambda refused: Thread(target=_give, args=(order, refused), name="power off", daemon=True).start()


def _refuse(refused: Callable[[], None]) -> None:
    _log.warning("not shut down: this program was not started as the service of a board of its own")
    refused()


def _give(order: Sequence[str], refused: Callable[[], None]) -> None:
    """Ask the system; it then stops the service as always, so that everything is written."""
    _log.info("shutting down, as asked for at the table")
    try:
        done = subprocess.run(order, capture_output=True, text=True, errors="replace", timeout=PATIENCE_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        _log.error("not shut down: %s", error)
        refused()
        return
    if done.returncode != 0:
        said = " ".join((done.stderr or done.stdout).split())
        _log.error("not shut down: %s: %s", " ".join(order), said or f"it ended with {done.returncode}")
        refused()
