"""Matches as the journal keeps them, for the commands that read it: found by name, and put together again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.commands import UsageError, typed_input

if TYPE_CHECKING:
    from engine.formats import MatchRecord
    from firmware.facts import Body
    from firmware.journal import Journal, MatchSummary
    from firmware.standing import Standing


def find_match(journal: Journal, name: str) -> MatchSummary:
    """The match of this name, the only one that begins so, or the `last`. Raises UsageError naming the remedy."""
    found = journal.matches()
    if not found:
        raise UsageError("there is no match in the journal yet")
    if name == "last":
        return next(summary for summary in found if summary.match == journal.last_match())
    same = [summary for summary in found if summary.match == name]
    alike = same or [summary for summary in found if name and summary.match.startswith(name)]
    if len(alike) == 1:
        return alike[0]
    if alike:
        names = ", ".join(summary.match for summary in alike[:5])
        raise UsageError(f'"{name}" is the beginning of {len(alike)} matches: {names}; give more of the name')
    raise UsageError(f'there is no match "{name}": gammond matches lists them')


def standing_of(journal: Journal, match: str) -> Standing | None:
    """How a match stands; None if it was never begun. Raises UsageError for facts of a newer version."""
    from firmware.standing import fold

    return fold(_facts_of(journal, match))


def _facts_of(journal: Journal, match: str) -> list[Body]:
    from firmware.facts import UnknownFactError, decode

    try:
        return [decode(row.kind, row.body) for row in journal.rows(match)]
    except UnknownFactError as error:
        raise UsageError(str(error)) from error


def record_of(journal: Journal, summary: MatchSummary) -> MatchRecord:
    """The record of a match, with its players and date. Raises UsageError if there is nothing to write."""
    from firmware.match_record import recorded

    bodies = _facts_of(journal, summary.match)
    with typed_input(f"match {summary.match}: "):
        record = recorded(bodies, summary.match, summary.first_wall_time)
    if record is None:
        raise UsageError(f"match {summary.match}: no game has begun, there is nothing to write")
    return record
