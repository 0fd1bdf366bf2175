"""Fifty crashes in a replay, one at a time: before and after commits, in mid-sentence, in mid-frame.

The match goes on where it was: the record is whole, no die that anybody saw has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.formats.record import MatchRecord
from firmware.effects import Effect
from firmware.outbox import Outbox
from tests.firmware.crash_points import (
    AFTER_COMMIT,
    BEFORE_COMMIT,
    MID_LAMPS,
    MID_PICTURE,
    MID_SENTENCE,
    Point,
    memory_folder,
    replay_with_crash,
)
from tests.firmware.replay_expectations import read

RECORD = Path(__file__).parents[1] / "data" / "matches" / "bot_3pt_2.mat"
"""Two doubles of the cube, hits, dances, doubles, bear-offs, a gammon: 44 plays."""

CRASHES = {BEFORE_COMMIT: 13, AFTER_COMMIT: 13, MID_SENTENCE: 12, MID_PICTURE: 6, MID_LAMPS: 6}
"""Fifty, spread evenly over all occasions of their kind."""
POINTS = [(kind, number) for kind, count in CRASHES.items() for number in range(count)]


@pytest.fixture
def folder() -> Iterator[Path]:
    with memory_folder() as folder:
        yield folder


@pytest.fixture(scope="module")
def record() -> MatchRecord:
    return read(RECORD)


@pytest.fixture(scope="module")
def occasions(record: MatchRecord) -> dict[str, int]:
    """How often each kind of crash could strike in an undisturbed replay."""
    with memory_folder() as folder:
        return replay_with_crash(folder, record).occasions


def spread(kind: str, number: int, occasions: dict[str, int]) -> Point:
    """The `number`-th, from 0, of the points of this kind; of the commits the first and the last are among them."""
    if kind in (BEFORE_COMMIT, AFTER_COMMIT):
        return Point(kind, 1 + round(number * (occasions[kind] - 1) / (CRASHES[kind] - 1)))
    return Point(kind, 1 + int((number + 0.5) * occasions[kind] / CRASHES[kind]))


def test_there_are_fifty_points_of_crash() -> None:
    assert len(POINTS) == 50


@pytest.mark.ci
@pytest.mark.parametrize(("kind", "number"), POINTS)
def test_match_goes_on_after_a_crash(
    kind: str, number: int, folder: Path, record: MatchRecord, occasions: dict[str, int]
) -> None:
    replay_with_crash(folder, record, spread(kind, number, occasions))


def hand_out_everything(outbox: Outbox) -> list[Effect]:
    """What `ready` must never be: it waits for no commit."""
    effects = [effect for _, batch in outbox._batches for effect in batch]
    outbox._batches.clear()
    return effects


@pytest.mark.ci
def test_crash_tests_catch_effects_that_do_not_wait_for_their_commits(
    folder: Path, record: MatchRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Outbox, "ready", hand_out_everything)
    with pytest.raises(AssertionError, match="shown, but not on disk"):
        replay_with_crash(folder, record, Point(BEFORE_COMMIT, 4))
