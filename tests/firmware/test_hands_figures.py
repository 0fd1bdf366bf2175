"""The referee under the hands of four kinds of people: a sample in every run, the longer one in CI.

The limits are the goals with what chance adds to a sample of that size (hands_goals.py).
"""

from __future__ import annotations

import pytest

from firmware.rehearsal.figures import raw_count
from firmware.rehearsal.mischief import PER_1000_TURNS, Kind
from firmware.rehearsal.trial import Tally, Trial
from hardware.geometry import R1, R1_PLUS, Geometry
from tests.firmware.hands_goals import GOALS, most

RAW_COUNT = {"exact": (1.0, 1.0), "tidy": (0.998, 1.0), "loose": (0.99, 0.999), "sloppy": (0.92, 0.95)}
NEEDS_A_HIT = (Kind.HIT_CHECKER_FIRST, Kind.HIT_CHECKER_LATE, Kind.HIT_CHECKER_ON_WRONG_BAR_SIDE)


def check_no_wrong_record_and_few_questions(style: str, geometry: Geometry, plays: int, seed: int) -> Tally:
    """Plays without mischief: nothing wrong, and everything within the goal of the style."""
    tally = Trial(style, geometry, seed).run(plays)
    goal = GOALS[style]
    right, caught = (goal.right, goal.caught) if geometry is R1 else (goal.right_plus, goal.caught_plus)
    assert tally.wrong == 0, tally.cases
    assert tally.right + tally.asked + tally.wrong + tally.false_alarms == tally.plays == plays
    assert plays - tally.right <= most(1.0 - right, plays), tally.cases
    assert tally.asked <= most(max(goal.asked, 1.0 - right), plays), tally.cases
    assert tally.false_alarms <= most(goal.false_alarms, plays), tally.cases
    assert tally.illegal - tally.caught <= most(1.0 - caught, tally.illegal), tally.cases
    assert tally.declared - tally.named <= most(1.0 - goal.named, tally.declared), tally.cases
    return tally


@pytest.mark.parametrize("style", GOALS)
def test_referee_records_nothing_wrong_whatever_the_hands(style: str) -> None:
    check_no_wrong_record_and_few_questions(style, R1, plays=200, seed=11)


def test_referee_reads_the_larger_board_too() -> None:
    check_no_wrong_record_and_few_questions("sloppy", R1_PLUS, plays=120, seed=11)


def test_same_seed_gives_the_same_counts() -> None:
    first, second = (Trial("loose", R1, 5, mischief=0.5).run(30) for _ in range(2))
    assert (first.right, first.asked, first.illegal, first.cases) == (
        second.right,
        second.asked,
        second.illegal,
        second.cases,
    )


@pytest.mark.parametrize("style", RAW_COUNT)
def test_hands_lay_columns_as_tidily_as_the_reference_says(style: str) -> None:
    low, high = RAW_COUNT[style]
    assert low <= raw_count(style, seed=1) <= high


@pytest.mark.ci
@pytest.mark.parametrize("geometry", [R1, R1_PLUS], ids=lambda geometry: str(geometry.name))
@pytest.mark.parametrize("style", GOALS)
def test_two_thousand_plays_of_each_style_meet_the_limits(style: str, geometry: Geometry) -> None:
    check_no_wrong_record_and_few_questions(style, geometry, plays=2000, seed=21)


@pytest.mark.ci
@pytest.mark.parametrize("geometry", [R1, R1_PLUS], ids=lambda geometry: str(geometry.name))
@pytest.mark.parametrize("style", GOALS)
def test_with_all_mischief_nothing_is_recorded_wrong_and_each_kind_is_done(style: str, geometry: Geometry) -> None:
    trial = Trial(style, geometry, 22, mischief=1.0)
    tally = trial.run(1000)
    assert tally.wrong == 0, tally.cases
    for kind, often in PER_1000_TURNS.items():
        slack = 4.0 if kind in NEEDS_A_HIT else 2.0
        assert trial.mischief.done[kind] == pytest.approx(often * trial.mischief.turns / 1000, abs=slack), kind


def test_people_who_lift_hit_checkers_late_and_hold_them_are_hardly_ever_asked() -> None:
    tally = Trial("exact", R1, 1014, mischief=1.0).run(250)
    assert tally.wrong == 0, tally.cases
    assert tally.right >= 246, tally.cases
