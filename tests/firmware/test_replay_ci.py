"""Half of our own matches with exact hands, the others with loose ones; of every writer one public match with each.

`make soak` plays them all.
"""

from __future__ import annotations

import csv
import os
from collections import defaultdict
from pathlib import Path

import pytest

from engine.actions import OpeningRolled, Played, Rolled
from engine.formats import MatchRecord
from firmware.rehearsal.replay import Report, replay_file
from tests.firmware.replay_expectations import alike_turns, read

pytestmark = pytest.mark.ci

OWN = Path(__file__).parents[1] / "data" / "matches"


def _public() -> list[tuple[str, str]]:
    """A `.mat` file of each writer in the index for exact hands, another for loose ones; none without the folder."""
    folder = os.environ.get("GAMMOND_MATCHES")
    if not folder or not (Path(folder) / "index.tsv").is_file():
        return []
    chosen: dict[str, list[str]] = defaultdict(list)
    with (Path(folder) / "index.tsv").open(encoding="utf-8") as index:
        for row in csv.DictReader(index, delimiter="\t"):
            files = chosen[row["writer"]]
            if row["file"].endswith(".mat") and int(row["length"]) > 0 and len(files) < 2:
                files.append(row["file"])
    return [each for files in chosen.values() for each in zip(files, ("exact", "loose"), strict=False)]


def _illegal_or_unplayed(record: MatchRecord) -> int:
    """Turns of a record that hands cannot play: recorded illegal plays, and rolls that nobody played."""
    count = 0
    for game in record.games:
        for action, following in zip(game.actions, (*game.actions[1:], None), strict=True):
            is_roll = isinstance(action, Rolled) or (isinstance(action, OpeningRolled) and action.white != action.black)
            is_unplayed = is_roll and not isinstance(following, Played)
            count += is_unplayed or (isinstance(action, Played) and not action.is_legal)
    return count


def _check(report: Report, record: MatchRecord) -> None:
    assert report.wrong == ()
    assert len(report.unplayable) == _illegal_or_unplayed(record)
    assert report.right == report.plays - len(report.unplayable)
    assert report.score == report.expected


@pytest.mark.parametrize("name", sorted(path.name for path in OWN.glob("bot_*.mat"))[1::2])
def test_own_match_is_recorded_right_with_exact_hands(name: str) -> None:
    record = read(OWN / name)
    report = replay_file(str(OWN / name))
    _check(report, record)
    assert report.asked <= alike_turns(record)  # a stack may have shown which it was


@pytest.mark.parametrize("name", sorted(path.name for path in OWN.glob("bot_*.mat"))[::2])
def test_no_own_match_is_recorded_wrong_with_loose_hands(name: str) -> None:
    _check(replay_file(str(OWN / name), "loose", seed=5), read(OWN / name))


@pytest.mark.parametrize(("name", "hands"), _public() or [("none", "exact")])
def test_public_matches_of_every_writer_are_recorded_right(matches_folder: Path, name: str, hands: str) -> None:
    record = read(matches_folder / name)
    report = replay_file(str(matches_folder / name), hands, seed=7)
    _check(report, record)
    if hands == "exact":
        assert report.asked <= alike_turns(record)  # a stack may have shown which it was
