"""Whole games of the variants and a money session through the chain: cells, scanner, referee, table, record on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import Doubled, OpeningRolled, Took
from engine.formats import MatchRecord, read_record, record_of, replay, write_mat
from engine.match_state import Rules
from engine.position import slots
from engine.variants import HYPERGAMMON, LONGGAMMON, NACKGAMMON, Variant
from firmware.rehearsal.replay import replay_file
from tests.firmware.replay_expectations import alike_turns, plays_in
from tests.gnubg.records import played

pytestmark = pytest.mark.ci


def is_replayed(record: MatchRecord, folder: Path) -> MatchRecord:
    """Played by exact hands nothing goes wrong, and the table's own record is the one that was played."""
    file = folder / "played.mat"
    file.write_text(write_mat(record))
    report = replay_file(str(file))
    assert report.wrong == ()
    assert report.right == report.plays - len(report.unplayable)
    assert report.plays >= plays_in(record)
    assert report.score == replay(record).score
    assert report.asked <= alike_turns(record)  # a stack may have shown which it was
    return read_record(report.record.encode())


@pytest.mark.parametrize("variant", [NACKGAMMON, HYPERGAMMON, LONGGAMMON], ids=lambda variant: variant.name)
def test_a_whole_match_of_a_variant_is_recorded_as_it_was_played(variant: Variant, tmp_path: Path) -> None:
    record = played(Rules(1, start=variant.start), seed=3)
    own = is_replayed(record, tmp_path)
    assert own.rules.start == variant.start
    for side in replay(own).position:
        assert sum(count for _, count in slots(side)) == variant.checkers


def test_a_money_session_with_beavers_and_raccoons_is_recorded_as_it_was_played(tmp_path: Path) -> None:
    rules = Rules(0, has_beavers=True, has_jacoby=True, automatic_doubles=1)
    started, *following = [action for game in played(rules, seed=14).games for action in game.actions]
    own = is_replayed(record_of([started, OpeningRolled(4, 4), *following], rules, ("Left", "Right")), tmp_path)
    assert own.games[0].actions[1] == OpeningRolled(4, 4)
    assert replay(own).rules.has_jacoby
    actions = [action for game in own.games for action in game.actions]
    answers = [
        (first, second, third)
        for first, second, third in zip(actions, actions[1:], actions[2:], strict=False)
        if isinstance(first, Doubled) and isinstance(second, Doubled)
    ]
    assert any(isinstance(third, Took) for _, _, third in answers)
    assert any(isinstance(third, Doubled) for _, _, third in answers)
