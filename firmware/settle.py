"""When the board is quiet, and whether a hand is over it. Pure: time is an argument.

Turns the stream of scans into two kinds of news: it stirs, it has settled. A settled board is told once with a hand
still over it and once more when the hand is gone; nothing else of the stream reaches the table.
"""

from __future__ import annotations

from enum import Enum


class News(Enum):
    """What one scan says about the board's rest."""

    NOTHING = "nothing"
    STIRRED = "stirred"
    SETTLED_UNDER_HAND = "settled under a hand"
    SETTLED = "settled"


class Settle:
    """The state of rest. `quiet_s`: how long all cells must have kept still before a reading counts."""

    def __init__(self, quiet_s: float = 0.4) -> None:
        self.quiet_s = quiet_s
        self._told = News.STIRRED
        self._told_moved_at_s = float("-inf")

    def feed(self, at_s: float, moved_at_s: float, is_hand: bool) -> News:
        """The news of a scan at `at_s`, when the last movement of a cell was at `moved_at_s`."""
        if at_s - moved_at_s < self.quiet_s:
            return self._tell(News.STIRRED, moved_at_s)
        return self._tell(News.SETTLED_UNDER_HAND if is_hand else News.SETTLED, moved_at_s)

    def again(self) -> None:
        """Tell the state once more at the next scan, because what it is compared with has changed."""
        self._told = News.NOTHING

    def _tell(self, news: News, moved_at_s: float) -> News:
        is_new = news is not self._told or (news is not News.STIRRED and moved_at_s > self._told_moved_at_s)
        self._told, self._told_moved_at_s = news, moved_at_s
        return news if is_new else News.NOTHING
