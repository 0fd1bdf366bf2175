"""Matches as the journal keeps them, for the commands that read it: found by name, and put together again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.commands import UsageError, typed_input

if TYPE_CHECKING:
    from engine.formats import MatchRecord
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
    from firmware.facts import UnknownFactError, decode
    from firmware.standing import fold

    try:
        return fold(decode(row.kind, row.body) for row in journal.rows(match))
    except UnknownFactError as error:
        raise UsageError(str(error)) from error


def record_of(journal: Journal, summary: MatchSummary) -> MatchRecord:
    """The record of a match, with its players and date. Raises UsageError if there is nothing to write."""
    from engine import formats
    from firmware.facts import MatchBegun, decode

    standing = standing_of(journal, summary.match)
    if standing is None or not standing.actions:
        raise UsageError(f"match {summary.match}: no game has begun, there is nothing to write")
    begun = next(
        body for row in journal.rows(summary.match) if isinstance(body := decode(row.kind, row.body), MatchBegun)
    )
    names = (standing.white_name, standing.black_name)
    headers = (
        ("Site", "gammond"),
        ("Match ID", summary.match),
        ("Player 1", names[0]),
        ("Player 2", names[1]),
        ("EventDate", summary.first_wall_time[:10].replace("-", ".")),
    )
    with typed_input(f"match {summary.match}: "):
        return formats.record_of(
            standing.actions, standing.match.rules, names, headers, (begun.white_score, begun.black_score)
        )
