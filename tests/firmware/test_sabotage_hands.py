"""The referee's own safeguards: with one of them taken away a named check must fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.position import Side
from firmware import counted, referee
from firmware.chain import reading_of
from firmware.readings import Evidence, Reading
from firmware.rehearsal import trial
from firmware.turn_sheet import TurnSheet
from firmware.verdicts import Complete, Verdict
from hardware.cells import OFF_10UT, ON_10UT, CellHealth, Cells, CellView
from hardware.geometry import R1, Geometry
from tests.firmware.oracle_images import turns
from tests.firmware.test_hands_figures import check_no_wrong_record_and_few_questions
from tests.firmware.test_referee import check_every_end_reads_as_itself

Sabotage = Callable[[pytest.MonkeyPatch], None]


def without_history(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the levels at the end are known, not how they came about."""

    def forgetful(view: CellView, health: CellHealth) -> Reading:
        return replace(reading_of(view, health), rests=())

    monkeypatch.setattr(trial, "reading_of", forgetful)


def without_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts of cells that are on decide, whatever their levels are."""

    def by_counts(sheet: TurnSheet, evidence: Evidence) -> Verdict:
        return counted.by_counts(sheet, evidence)

    monkeypatch.setattr(trial, "judge", by_counts)


def with_a_threshold_half_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cells turn on and off at half the level, and all decides by counts."""
    without_levels(monkeypatch)

    def cells(geometry: Geometry) -> Cells:
        return Cells(geometry, ON_10UT // 2, OFF_10UT // 2)

    monkeypatch.setattr(trial, "Cells", cells)


def with_ties_broken_by_plausibility(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of plays that read alike the one that bears off most is taken."""

    def guess(sheet: TurnSheet, image: int, plays: list[object], doubtful: frozenset[int]) -> Complete:
        return Complete(max(sheet.ends[image], key=lambda play: play.end.own_off))

    monkeypatch.setattr(counted, "one_of", guess)
    monkeypatch.setattr(referee, "one_of", guess)


def check_sloppy_hands() -> None:
    tally = check_no_wrong_record_and_few_questions("sloppy", R1, plays=150, seed=11)
    assert tally.right >= 0.96 * tally.plays, tally.cases


def check_plays_that_read_alike_are_asked_about() -> None:
    for turn in turns(13):
        check_every_end_reads_as_itself(turn, Side.WHITE)


def test_sloppy_hands_are_read_with_every_safeguard_in_place() -> None:
    check_sloppy_hands()


CASES: list[tuple[Sabotage, Callable[[], None]]] = [
    (without_history, check_sloppy_hands),
    (without_levels, check_sloppy_hands),
    (with_a_threshold_half_off, check_sloppy_hands),
    (with_ties_broken_by_plausibility, check_plays_that_read_alike_are_asked_about),
]


@pytest.mark.parametrize(("sabotage", "check"), CASES, ids=[sabotage.__name__ for sabotage, _ in CASES])
def test_check_fails_without_the_safeguard(
    sabotage: Sabotage, check: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    sabotage(monkeypatch)
    with pytest.raises(AssertionError):
        check()
