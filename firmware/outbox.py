"""Effects that wait for their facts. Pure bookkeeping of the rule: nothing is shown that is not on disk.

Effects leave in the order they came, each batch once every fact before it is kept. When the disk does not answer,
the table is NOT SAVED: facts still wait in order, but effects no longer wait for them.
"""

from __future__ import annotations

from collections import deque

from firmware.effects import Effect


class Outbox:
    """`kept`: the sequence of the last fact known to be on disk."""

    def __init__(self, kept: int = 0) -> None:
        self.kept = kept
        self.is_waiting_for_disk = True
        self._batches: deque[tuple[int, tuple[Effect, ...]]] = deque()

    def put(self, after: int, effects: tuple[Effect, ...]) -> None:
        """Effects that may go once the fact `after` is kept."""
        if effects:
            self._batches.append((after, effects))

    def committed(self, sequence: int) -> None:
        """All facts up to `sequence` are on disk."""
        self.kept = max(self.kept, sequence)

    def ready(self) -> list[Effect]:
        """The effects that may be carried out now, in order; they are handed out once."""
        out: list[Effect] = []
        while self._batches and (self._batches[0][0] <= self.kept or not self.is_waiting_for_disk):
            out += self._batches.popleft()[1]
        return out
