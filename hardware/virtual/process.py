"""A virtual board as a process of its own: `python -m hardware.virtual.process --link PATH --socket PATH`.

It outlives the daemon, as a real board does: the scanner's pseudo-terminal keeps its name (a symbolic link at
`--link`), and whoever moves the discs and presses the keys talks to the Unix socket at `--socket`, one JSON object a
line, one answer a line (hardware/virtual/desk.py). Ends when told `{"stop": true}`, by SIGTERM or Ctrl-C.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hardware.geometry import GEOMETRIES
from hardware.virtual.board import VirtualBoard
from hardware.virtual.desk import Desk
from hardware.virtual.scanner import VirtualScanner

READY: Final = "ready"
"""The line on standard output that says both paths are there."""
LONGEST_LINE: Final = 65536


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until stopped. 0 in the end, 2 if the paths cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m hardware.virtual.process", description=__doc__)
    parser.add_argument("--link", type=Path, required=True, help="where the scanner's port is to be found")
    parser.add_argument("--socket", type=Path, required=True, help="where discs and keys are told")
    parser.add_argument("--geometry", choices=tuple(GEOMETRIES), default="R1", help="the cells of the board")
    parser.add_argument("--seed", type=int, default=1, help="decides polarities and noise")
    args = parser.parse_args(arguments)
    try:
        asyncio.run(serve(args.link, args.socket, args.geometry, args.seed))
    except OSError as error:
        print(f"virtual board: {error}", file=sys.stderr)
        return 2
    return 0


async def serve(link: Path, socket_path: Path, geometry: str, seed: int) -> None:
    """Scan and answer until stopped. Raises OSError if another board uses the socket, or a path cannot be made."""
    if is_answering(socket_path):
        raise OSError(f"{socket_path}: another virtual board is running there")
    socket_path.unlink(missing_ok=True)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    board = VirtualBoard(GEOMETRIES[geometry], seed)
    scanner = VirtualScanner(board, link=link)
    clients = _Clients(Desk(board, scanner, stopped.set))
    try:
        mask = os.umask(0o177)  # for the owner only
        try:
            server = await asyncio.start_unix_server(clients.serve, socket_path, limit=LONGEST_LINE)
        finally:
            os.umask(mask)
        scanning = loop.create_task(scanner.run())
        print(READY, flush=True)
        await stopped.wait()
        scanning.cancel()
        server.close()
        await clients.close()
    finally:
        scanner.close()
        socket_path.unlink(missing_ok=True)


class _Clients:
    """Everybody who is connected."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._writers: dict[asyncio.StreamWriter, asyncio.Task[object] | None] = {}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers[writer] = asyncio.current_task()
        try:
            while line := await reader.readline():
                writer.write(json.dumps(self._desk.answer(line)).encode() + b"\n")
                await writer.drain()
        except ValueError:  # what a StreamReader raises for a line that is too long; where the next begins is unknown
            writer.write(json.dumps({"error": f"a line has at most {LONGEST_LINE} bytes"}).encode() + b"\n")
        except ConnectionError:
            pass  # gone without a word: nothing to tell it
        finally:
            del self._writers[writer]
            writer.close()

    async def close(self) -> None:
        """Hang up, once what was answered is on its way."""
        tasks = [task for task in self._writers.values() if task is not None]
        for writer in self._writers:
            writer.close()
        if tasks:
            await asyncio.wait(tasks, timeout=1)


def is_answering(socket_path: Path) -> bool:
    """Whether a board listens there; a socket's file may be left over from one that was killed."""
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(socket_path))
        except OSError:
            return False
    return True


if __name__ == "__main__":
    sys.exit(main())
