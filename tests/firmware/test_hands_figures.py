"""The referee under the hands of four kinds of people: a sample in every run, the longer one in CI.

The limits are the goals of the acceptance table with what chance adds to a sample of that size.
"""

from __future__ import annotations

import pytest

from firmware.rehearsal.trial import Tally, Trial
from hardware.geometry import R1, R1_PLUS, Geometry

MOST_ASKED = {"exact": 0.02, "tidy": 0.03, "loose": 0.04, "sloppy": 0.08}
MOST_FALSE_ALARMS = {"exact": 0.0, "tidy": 0.01, "loose": 0.015, "sloppy": 0.02}


def check_no_wrong_record_and_few_questions(style: str, geometry: Geometry, plays: int, seed: int) -> Tally:
    tally = Trial(style, geometry, seed).run(plays)
    assert tally.wrong == 0, tally.cases
    assert tally.right + tally.asked + tally.wrong + tally.false_alarms == tally.plays == plays
    assert tally.asked / plays <= MOST_ASKED[style], tally.cases
    assert tally.false_alarms / plays <= MOST_FALSE_ALARMS[style], tally.cases
    assert tally.caught >= 0.95 * tally.illegal, tally.cases
    return tally


@pytest.mark.parametrize("style", MOST_ASKED)
def test_referee_records_nothing_wrong_whatever_the_hands(style: str) -> None:
    check_no_wrong_record_and_few_questions(style, R1, plays=200, seed=11)


def test_referee_reads_the_larger_board_too() -> None:
    check_no_wrong_record_and_few_questions("sloppy", R1_PLUS, plays=120, seed=11)


def test_same_seed_gives_the_same_counts() -> None:
    first, second = (Trial("loose", R1, 5).run(40) for _ in range(2))
    assert (first.right, first.asked, first.illegal, first.cases) == (
        second.right,
        second.asked,
        second.illegal,
        second.cases,
    )


@pytest.mark.ci
@pytest.mark.parametrize("geometry", [R1, R1_PLUS], ids=lambda geometry: str(geometry.name))
@pytest.mark.parametrize("style", MOST_ASKED)
def test_two_thousand_plays_of_each_style_meet_the_limits(style: str, geometry: Geometry) -> None:
    check_no_wrong_record_and_few_questions(style, geometry, plays=2000, seed=21)
