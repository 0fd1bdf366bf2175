"""What the long runs of careless people rest on: they play, and they notice what must never happen."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from engine.position import Position
from firmware import table
from firmware.inputs import BoardSettled, Input, KeyPressed
from firmware.table_state import Outcome, State, TableState
from tests.firmware.careless_acts import Act, Kind, acts_from
from tests.firmware.careless_people import CarelessError, ride

GO_ON = [Act(Kind.GO_ON)] * 4
real_step = table.step


def test_people_who_only_go_on_play_turn_after_turn() -> None:
    done = ride(GO_ON)
    assert set(done.states) == {State.TO_ROLL, State.MOVING}
    assert done.facts >= 6


def test_the_same_acts_come_to_the_same_every_time() -> None:
    acts = acts_from(Random(5), 6)
    assert ride(acts, seed=5) == ride(acts, seed=5)


def test_what_the_table_raises_is_not_swallowed_by_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    def step(state: TableState, event: Input) -> Outcome:
        if isinstance(event, KeyPressed) and state.at is State.TO_ROLL:
            raise ZeroDivisionError
        return real_step(state, event)

    monkeypatch.setattr(table, "step", step)
    with pytest.raises(CarelessError, match="ZeroDivisionError"):
        ride(GO_ON)


def test_a_lost_checker_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def step(state: TableState, event: Input) -> Outcome:
        outcome = real_step(state, event)
        standing = outcome.state.standing
        if outcome.state.at is not State.TO_ROLL or standing is None:
            return outcome
        own, opp = standing.match.position
        lost = Position(own - (1 << (own.bit_length() - 1 & ~3)), opp)
        broken = replace(standing, match=replace(standing.match, position=lost))
        return replace(outcome, state=replace(outcome.state, standing=broken))

    monkeypatch.setattr(table, "step", step)
    with pytest.raises(CarelessError, match=r"\(1[0-4], 15\) checkers, not \(15, 15\)"):
        ride(GO_ON)


@pytest.mark.ci
def test_a_table_that_no_longer_judges_the_board_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def step(state: TableState, event: Input) -> Outcome:
        return real_step(state, replace(event, verdict=None) if isinstance(event, BoardSettled) else event)

    monkeypatch.setattr(table, "step", step)
    with pytest.raises(CarelessError, match="no way on after"):
        ride(GO_ON)
