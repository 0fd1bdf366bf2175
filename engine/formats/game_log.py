"""One game while it is read: its actions so far, the match they lead to, and what was odd.

Owns doing and undoing. Every action goes through engine.match, so a record that was read can be replayed.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Action, GameStarted
from engine.formats.cells import Cell
from engine.formats.record import Oddity
from engine.match import apply
from engine.match_state import Match, Refused


class GameLog:
    """`match` is always the match so far; `lost_at` is the cell from which on the position is unknown."""

    def __init__(self, match: Match, start: GameStarted) -> None:
        self.match = match
        self.actions: list[Action] = []
        self.oddities: list[Oddity] = []
        self.lost_at: Cell | None = None
        self._states: list[Match] = []
        self.do(start)

    def do(self, action: Action) -> None:
        """Raises Refused, and changes nothing, if the action may not be done now."""
        after = apply(self.match, action)
        self._states.append(self.match)
        self.actions.append(action)
        self.match = after

    def undo(self) -> None:
        """Take the last action back."""
        self.match = self._states.pop()
        self.actions.pop()

    def try_all(self, actions: Iterable[Action]) -> int:
        """Do actions until one is refused; returns how many were done."""
        done = 0
        for action in actions:
            try:
                self.do(action)
            except Refused:
                break
            done += 1
        return done

    def note(self, line: int, text: str, reason: str, column: int = 0, *, is_damage: bool = False) -> None:
        """Keep something odd of this game; damage is what left a part of it unread."""
        self.oddities.append(Oddity(line, text, reason, column, is_damage))

    def odd(self, cell: Cell, reason: str, *, is_damage: bool = False) -> None:
        """Keep something odd about a cell."""
        self.note(cell.line, cell.text, reason, cell.column, is_damage=is_damage)

    def lose(self, cell: Cell, reason: str) -> None:
        """From here on the position is unknown; only the result can still be read."""
        self.odd(cell, reason, is_damage=True)
        self.lost_at = cell
