"""What the table is told of the journal: settings that last, matches that were put away."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.actions import GameStarted
from engine.position import START
from firmware import facts
from firmware.facts import encode
from firmware.journal import Journal, Row, open_journal
from firmware.old_matches import house_with_settings, standing_of, unfinished_matches
from firmware.policy import House, Policy
from tests.firmware.table_driver import WHITE, begun

AWAY, ON, GONE = facts.MatchPutAway(), facts.MatchResumed(), facts.MatchAbandoned()


def journal_of(folder: Path, *matches: tuple[str, Sequence[facts.Body]]) -> Journal:
    journal = open_journal(folder / "gammond.db")
    for match, bodies in matches:
        first = journal.last_sequence() + 1
        day = f"2026-11-{first:02}T12:00:00Z"
        journal.append([Row(first + n, match, "boot", 0.0, day, True, *encode(body)) for n, body in enumerate(bodies)])
    return journal


def test_last_change_of_a_setting_counts_whatever_match_it_was_made_in(tmp_path: Path) -> None:
    off, loud = facts.SettingChanged("volume", "off"), facts.SettingChanged("volume", "loud")
    club = facts.SettingChanged("policy", "club")
    journal = journal_of(tmp_path, ("", [off]), ("a", [begun(), club]), ("", [loud]))
    house = house_with_settings(journal, House(policy=Policy.HOME))
    assert (house.policy, house.volume) == (Policy.CLUB, "loud")
    journal.close()


def test_matches_put_away_are_listed_the_latest_first(tmp_path: Path) -> None:
    journal = journal_of(
        tmp_path,
        ("a", [begun(5, white_score=3, black_score=1), GameStarted(START, WHITE), AWAY]),
        ("b", [begun(7), AWAY, ON]),
        ("c", [begun(7), AWAY, GONE]),
        ("d", [begun(0), AWAY, ON, AWAY]),
        ("e", [begun(7)]),
    )
    assert unfinished_matches(journal) == (("d", "2026-11-10 0-0/0"), ("a", "2026-11-01 3-1/5"))
    journal.close()


def test_match_that_a_newer_version_wrote_is_left_alone(tmp_path: Path) -> None:
    journal = journal_of(tmp_path, ("a", [begun(), AWAY]))
    journal.append([Row(3, "a", "boot", 0.0, "2026-11-30T12:00:00Z", True, "ClockPressed", "{}")])
    assert unfinished_matches(journal) == ()
    journal.close()


def test_match_is_read_as_it_stands(tmp_path: Path) -> None:
    journal = journal_of(tmp_path, ("a", [begun(5), GameStarted(START, WHITE), AWAY]))
    standing = standing_of(journal, "a")
    assert standing is not None
    assert standing.is_put_away
    assert standing_of(journal, "z") is None
    journal.close()
