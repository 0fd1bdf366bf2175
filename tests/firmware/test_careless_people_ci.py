"""Two careless people, by chance: never an exception, never a lost checker, always a way on."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardware.virtual.styles import STYLES
from tests.firmware.careless_acts import LARGEST, WEIGHTS, Act
from tests.firmware.careless_people import HOUSES, Ride, ride
from tests.firmware.careless_way_on import Way

EXAMPLES = int(os.environ.get("GAMMOND_CARELESS_EXAMPLES", "60"))
"""More than the usual number are other ones each time, too."""
IS_USUAL = "GAMMOND_CARELESS_EXAMPLES" not in os.environ
TEN_MINUTES_S = 600.0
NUMBERS = st.integers(0, LARGEST)
ACTS = st.lists(st.builds(Act, st.sampled_from(WEIGHTS), NUMBERS, NUMBERS, NUMBERS), min_size=15, max_size=40)
TABLES = st.sampled_from(range(len(HOUSES)))


@pytest.mark.ci
def test_whatever_careless_people_do_for_ten_minutes_nothing_fails_no_checker_is_lost_and_there_is_a_way_on() -> None:
    rides: list[Ride] = []

    @settings(
        max_examples=EXAMPLES,
        derandomize=IS_USUAL,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(
        ACTS, st.sampled_from(range(len(HOUSES))), st.integers(0, 99), st.sampled_from(Way), st.sampled_from([*STYLES])
    )
    def people(acts: list[Act], house: int, seed: int, way: Way, style: str) -> None:
        rides.append(ride(acts, house, seed, way, style))

    people()
    table_s = sum(done.table_s for done in rides)
    states = {state for done in rides for state in done.states}
    print(f"\n{len(rides)} sequences, {table_s / 60:.0f} minutes of table time, {len(states)} states")
    assert table_s >= TEN_MINUTES_S
