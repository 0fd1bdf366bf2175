"""Six whole matches through the chain, from cells to a record on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.rehearsal.replay import replay_file
from tests.firmware.replay_expectations import alike_turns, plays_in, read

EXACT = ("bot_1pt_1.mat", "bot_3pt_2.mat", "bot_5pt_1.mat", "bot_7pt_2.mat")
OWN = Path(__file__).parents[1] / "data" / "matches"
LOOSE = ("bot_1pt_2.mat", "bot_3pt_1.mat")


@pytest.mark.parametrize("name", EXACT)
def test_exact_hands_leave_exactly_the_match_on_record_and_are_asked_only_what_cells_cannot_tell(name: str) -> None:
    path = OWN / name
    report = replay_file(str(path))
    record = read(path)
    assert report.wrong == ()
    assert report.unplayable == ()
    assert report.right == report.plays == plays_in(record)
    assert report.asked <= alike_turns(record)  # a stack may have shown which it was
    assert report.score == report.expected


def test_money_session_with_a_beaver_is_played_and_recorded_as_it_stands() -> None:
    path = OWN / "money_session_with_beaver.mat"
    report = replay_file(str(path))
    assert report.wrong == ()
    assert report.score == report.expected
    assert "Beavers => 4" in report.record


@pytest.mark.parametrize("name", LOOSE)
def test_loose_hands_are_asked_but_nothing_wrong_is_recorded(name: str) -> None:
    report = replay_file(str(OWN / name), "loose", seed=3)
    assert report.wrong == ()
    assert report.right == report.plays
