"""The record of the match that is on, to download. Reads the journal; runs beside the loop, in a thread."""

from __future__ import annotations

from collections.abc import Callable

from engine.formats import record_of, write_mat
from firmware.facts import MatchBegun, decode
from firmware.journal import Journal
from firmware.standing import fold


def mat_of(open_journal: Callable[[], Journal]) -> str | None:
    """The last match of a journal as .mat text; None if no game has begun. Raises JournalError, EngineError."""
    journal = open_journal()
    try:
        match = journal.last_match()
        rows = [] if match is None else list(journal.rows(match))
    finally:
        journal.close()
    bodies = [decode(row.kind, row.body) for row in rows]
    standing = fold(bodies)
    begun = next((body for body in bodies if isinstance(body, MatchBegun)), None)
    if standing is None or begun is None or not standing.actions:
        return None
    headers = (
        ("Site", "gammond"),
        ("Match ID", str(match)),
        ("Player 1", standing.white_name),
        ("Player 2", standing.black_name),
        ("EventDate", rows[0].wall_time[:10].replace("-", ".")),
    )
    score = (begun.white_score, begun.black_score)
    names = (standing.white_name, standing.black_name)
    return write_mat(record_of(standing.actions, standing.match.rules, names, headers, score))
