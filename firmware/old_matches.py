"""What the journal holds of earlier matches and settings, for the table: read once, decided nowhere else."""

from __future__ import annotations

from typing import Final

from firmware.facts import MatchPutAway, SettingChanged, UnknownFactError, decode
from firmware.journal import Journal
from firmware.policy import House
from firmware.settings import with_settings
from firmware.standing import Standing, fold

LISTED: Final = 20
"""So many unfinished matches are offered at most."""


def house_with_settings(journal: Journal, house: House) -> House:
    """The house as the menu has changed it, over all matches and restarts."""
    bodies = (decode(row.kind, row.body) for row in journal.rows(kind=SettingChanged.__name__))
    return with_settings(house, (body for body in bodies if isinstance(body, SettingChanged)))


def standing_of(journal: Journal, match: str) -> Standing | None:
    """How a match stands; None if there is no fact of it. Raises UnknownFactError for a newer version's."""
    return fold(decode(row.kind, row.body) for row in journal.rows(match))


def day_of(journal: Journal, match: str) -> str:
    """The day on which a match was last played, as 2026-11-30; empty if there is no fact of it."""
    days = [row.wall_time[:10] for row in journal.rows(match)]
    return days[-1] if days else ""


def unfinished_matches(journal: Journal) -> tuple[tuple[str, str], ...]:
    """(id, label) of the matches that were put away, the latest first: `2026-11-30 3-1/7`."""
    found: list[tuple[str, str]] = []
    for summary in reversed(journal.matches()):
        if MatchPutAway.__name__ not in summary.kinds or len(found) == LISTED:
            continue
        try:
            standing = standing_of(journal, summary.match)
        except UnknownFactError:
            continue  # written by a newer version: left alone
        if standing is not None and standing.is_put_away and not standing.is_abandoned:
            white, black = standing.match.score
            day, length = summary.last_wall_time[:10], standing.match.rules.length
            found.append((summary.match, f"{day} {white}-{black}/{length}"))
    return tuple(found)
