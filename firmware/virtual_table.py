"""The virtual board of `gammond run --virtual`: a process of its own, started if it does not run yet.

Owns its folder and whether it is ours to stop. A board that was there before is used and left running, so that a
daemon that was killed finds its board again, with every checker where it was.
"""

from __future__ import annotations

import contextlib
import logging
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from engine.position import START, Side
from firmware.board_map import REFERENCE_LAYOUT
from hardware.geometry import PLACES
from hardware.ports import HardwareError
from hardware.virtual.remote import RemoteBoard

_log = logging.getLogger("gammond")


@contextlib.contextmanager
def virtual_board(geometry: str) -> Iterator[RemoteBoard]:
    """A running virtual board with that geometry, set up for a game if it is new. HardwareError if there is none."""
    board = RemoteBoard(virtual_folder(os.environ))
    is_ours = not board.is_running()
    if is_ours:
        board.start(geometry)
        board.ask("set_up", start_counts())
    print(f"virtual board: {board.socket_path}", flush=True)
    try:
        yield board
    finally:
        if is_ours:
            with contextlib.suppress(HardwareError):  # it may have been told to stop, or killed, before us
                board.ask("stop")
            board.wait_until_gone()
        else:
            _log.info('the virtual board was there before and goes on; {"stop": true} on its socket ends it')
        board.close()


def start_counts() -> list[int]:
    """The start position as checkers by place: White near, homes on the right."""
    counts = [0] * PLACES
    for side, view in ((Side.WHITE, START), (Side.BLACK, START.turned)):
        for point in range(1, 25):
            counts[REFERENCE_LAYOUT.place_of(side, point)] += view.own_on(point)
    return counts


def virtual_folder(environment: Mapping[str, str]) -> Path:
    """The folder of the board's link and socket, made for its owner only. Raises HardwareError if it is not ours."""
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    name = "gammond" if runtime else f"gammond-{os.getuid()}"
    folder = Path(runtime or tempfile.gettempdir()) / name
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.stat().st_uid != os.getuid():
            raise HardwareError(f"{folder} belongs to somebody else; set XDG_RUNTIME_DIR to a folder of your own")
    except OSError as error:
        raise HardwareError(f"{folder}: cannot be used for the virtual board: {error}") from error
    return folder
