"""What is sent to whom: one state, numbered changes, and a short queue for each page that watches.

A page that reads too slowly loses its queue and gets a whole snapshot instead, so that it can never hold up the
others nor fill the memory. Knows nothing of sockets nor of what the state means.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final

MOST_WATCHERS: Final = 16
QUEUE: Final = 16
"""Messages that may wait for one page: a second or so of a lively board."""


class Watcher:
    """One page. `wait()` gives what is to be sent next."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._queue: deque[str] = deque()
        self._is_behind = True
        self._news = asyncio.Event()
        self._news.set()
        self.resyncs = 0
        self.wants_strip = False
        self._is_last = False

    def put(self, text: str) -> None:
        """Queue a message; one too many empties the queue, and a whole snapshot will follow instead."""
        if not self._is_behind:
            if len(self._queue) < QUEUE:
                self._queue.append(text)
            else:
                self._queue.clear()
                self._is_behind = True
                self.resyncs += 1
        self._news.set()

    def put_last(self) -> None:
        """Nothing more will come."""
        self._is_last = True
        self._news.set()

    async def wait(self) -> str | None:
        """The next message, as soon as there is one; None when there will be no more."""
        while True:
            if self._is_last:
                return None
            if self._is_behind and self._hub.sequence:
                self._is_behind = False
                self._queue.clear()
                return self._hub.whole()
            if self._queue:
                return self._queue.popleft()
            self._news.clear()
            await self._news.wait()


class Hub:
    """The state as it was last told, and everybody who watches. `boot` names this start: numbers begin anew with it."""

    def __init__(self, boot: str) -> None:
        self.boot = boot
        self.sequence = 0
        self.watchers: set[Watcher] = set()
        self._state: dict[str, Any] = {}

    @property
    def is_full(self) -> bool:
        return len(self.watchers) >= MOST_WATCHERS

    def join(self) -> Watcher:
        """A new watcher; the first thing it gets is a whole snapshot."""
        watcher = Watcher(self)
        self.watchers.add(watcher)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)

    def publish(self, state: Mapping[str, Any], sounds: Sequence[str] = ()) -> bool:
        """Tell what has changed since the last time, if anything has. Returns whether something was told."""
        changed = {key: value for key, value in state.items() if self._state.get(key, _NEVER) != value}
        if not changed and not sounds:
            return False
        self._state.update(changed)
        self.sequence += 1
        message: dict[str, Any] = {"seq": self.sequence, "set": changed}
        if sounds:
            message["sounds"] = list(sounds)
        self.tell(message, self.watchers)
        return True

    def tell(self, message: Mapping[str, Any], watchers: set[Watcher]) -> None:
        """Send something to some, encoded once."""
        if watchers:
            text = json.dumps(message, separators=(",", ":"))
            for watcher in watchers:
                watcher.put(text)

    def whole(self) -> str:
        """The whole state as a message."""
        return json.dumps({"seq": self.sequence, "boot": self.boot, "all": self._state}, separators=(",", ":"))


_NEVER: Final = object()
