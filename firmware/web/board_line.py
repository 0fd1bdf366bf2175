"""The line to a virtual board in another process (hardware/virtual/desk.py), without ever blocking the loop.

Owns the connection and that one question is asked at a time. Knows nothing of pages.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, Final

from hardware.ports import HardwareError

ANSWER_S: Final = 2.0


class BoardLine:
    """Asks the board at `socket_path`; connects when it is first asked, and again after the board went away."""

    def __init__(self, socket_path: Path) -> None:
        self._path = socket_path
        self._lock = asyncio.Lock()
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, request: str, value: Any = True) -> dict[str, Any]:
        """The board's answer. HardwareError if there is none in two seconds, or with its reason if it refuses."""
        async with self._lock:
            try:
                async with asyncio.timeout(ANSWER_S):
                    answer = await self._exchange(json.dumps({request: value}).encode() + b"\n")
            except (OSError, ValueError, EOFError, TimeoutError) as error:
                self.close()
                raise HardwareError(f"the virtual board at {self._path} does not answer: {error}") from error
        if "error" in answer:
            raise HardwareError(str(answer["error"]))
        return answer

    async def _exchange(self, line: bytes) -> dict[str, Any]:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_unix_connection(self._path)
        self._writer.write(line)
        await self._writer.drain()
        answer: dict[str, Any] = json.loads(await self._reader.readuntil(b"\n"))
        return answer

    def close(self) -> None:
        """Hang up; the board goes on."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None
