"""The record of the match that is on, to download. Reads the journal; runs beside the loop, in a thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.formats import MatchRecord, write_mat, write_sgf
from firmware.facts import decode
from firmware.journal import Journal
from firmware.match_record import recorded

WRITERS: Final[dict[str, Callable[[MatchRecord], str]]] = {"mat": write_mat, "sgf": write_sgf}
"""The kinds of files there are, by their ending."""


def record_text(open_journal: Callable[[], Journal], kind: str) -> str | None:
    """The last match of a journal as text; None if no game has begun. Raises JournalError, EngineError."""
    record = last_record(open_journal)
    return None if record is None else WRITERS[kind](record)


def last_record(open_journal: Callable[[], Journal]) -> MatchRecord | None:
    """The record of the match played last, with its players and date."""
    journal = open_journal()
    try:
        match = journal.last_match()
        rows = [] if match is None else list(journal.rows(match))
    finally:
        journal.close()
    if match is None:
        return None
    return recorded([decode(row.kind, row.body) for row in rows], match, rows[0].wall_time)
