"""Electronic dice: two independent numbers 1-6 from the operating system's random source."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from typing import Protocol


class Dice(Protocol):
    def roll(self) -> tuple[int, int]:
        """Two numbers, 1-6 each."""


class SystemDice:
    """Dice of the kernel's random source. `secrets` rejects instead of taking a remainder, so no face is favoured."""

    def roll(self) -> tuple[int, int]:
        return secrets.randbelow(6) + 1, secrets.randbelow(6) + 1


class ScriptedDice:
    """Dice that fall as told, for replays. Raises LookupError when nothing more was told."""

    def __init__(self, rolls: Iterable[tuple[int, int]] = ()) -> None:
        self._rolls: Iterator[tuple[int, int]] = iter(rolls)
        self._next: list[tuple[int, int]] = []

    def put(self, first: int, second: int) -> None:
        """The next roll asked for falls like this."""
        self._next.append((first, second))

    def roll(self) -> tuple[int, int]:
        if self._next:
            return self._next.pop(0)
        try:
            return next(self._rolls)
        except StopIteration:
            raise LookupError("the script has no more dice") from None
