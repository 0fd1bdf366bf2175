"""A crash in every state that a match can be in; from each the players carry on, and the record is whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions import (
    Action,
    Level,
    OpeningRolled,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    Rolled,
    Took,
)
from engine.formats.record import GameRecord, MatchRecord
from engine.position import Side
from firmware.table_state import State
from tests.firmware.crash_players import ClumsyPlayers, HoldingPlayers, ReturningPlayers
from tests.firmware.crash_points import (
    AFTER_COMMIT,
    IN_THE_HAND,
    MID_SENTENCE,
    CrashedReplay,
    Point,
    memory_folder,
    replay_with_crash,
)
from tests.firmware.replay_expectations import read

MATCHES = Path(__file__).parents[1] / "data" / "matches"
DANCED_AT = 8
"""Which roll of the first game below could not be played."""

STATES = {
    State.OPENING_ROLL: 2,
    State.TO_ROLL: 2,
    State.MOVING: 2,
    State.NO_LEGAL_PLAY: 3,
    State.DOUBLE: 2,
    State.DOUBLE_OFFERED: 2,
    State.TAKE: 1,
    State.DROP: 1,
    State.RESIGN_MENU: 4,
    State.RESIGNATION_OFFERED: 4,
    State.GAME_OVER: 1,
    State.SET_UP: 1,
    State.MATCH_OVER: 1,
}
"""How often the eventful record comes to each state, as far as a crash in it differs from the one before."""

KINDS_OF_FACTS = {
    "GameStarted": 2,
    "OpeningRolled": 3,
    "Doubled": 2,
    "Took": 1,
    "Dropped": 1,
    "ResignationOffered": 4,
    "ResignationDeclined": 3,
    "ResignationAccepted": 1,
}


@pytest.fixture
def folder() -> Iterator[Path]:
    with memory_folder() as folder:
        yield folder


def eventful() -> MatchRecord:
    """Two short games of five points with everything that can happen besides plays.

    The first, with a dance and a double dropped, gets three resignations that are declined: before a roll, after one
    and after one that cannot be played. The second begins with equal dice, has a double taken and ends by resignation.
    """
    record = read(MATCHES / "bot_5pt_1.mat")
    first, second = record.games[:2]
    return replace(record, games=(_with_resignations(first), _cut_short(second)))


def _with_resignations(game: GameRecord) -> GameRecord:
    actions: list[Action] = []
    rolls = 0
    for action in game.actions:
        if isinstance(action, Rolled):
            rolls += 1
            if rolls == 1:
                actions += _declined(action.side, Level.SINGLE)
        actions.append(action)
        if isinstance(action, Rolled) and rolls in (2, DANCED_AT):
            actions += _declined(action.side, Level.GAMMON)
    return replace(game, actions=tuple(actions))


def _declined(side: Side, level: Level) -> list[Action]:
    return [ResignationOffered(side, level), ResignationDeclined(side.other)]


def _cut_short(game: GameRecord) -> GameRecord:
    after_take = next(n for n, action in enumerate(game.actions) if isinstance(action, Took)) + 1
    start, *rest = game.actions[: after_take + 2]
    last = Side.BLACK
    end = (ResignationOffered(last.other, Level.GAMMON), ResignationAccepted(last))
    return replace(game, actions=(start, OpeningRolled(3, 3), *rest, *end))


@pytest.fixture(scope="module")
def undisturbed() -> CrashedReplay:
    """The eventful record played without a crash."""
    with memory_folder() as folder:
        return replay_with_crash(folder, eventful())


@pytest.mark.ci
def test_eventful_record_has_the_points_of_crash_named_here(undisturbed: CrashedReplay) -> None:
    assert {s for s in STATES if undisturbed.occasions[s.value] < STATES[s]} == set()
    kinds = [kind for commit in undisturbed.commits for kind in commit]
    assert {kind: kinds.count(kind) for kind in KINDS_OF_FACTS} == KINDS_OF_FACTS


@pytest.mark.ci
@pytest.mark.parametrize(("state", "number"), [(s, n + 1) for s, count in STATES.items() for n in range(count)])
def test_match_goes_on_from_every_state(state: State, number: int, folder: Path) -> None:
    replay_with_crash(folder, eventful(), Point(state.value, number))


@pytest.mark.ci
@pytest.mark.parametrize(("kind", "number"), [(k, n) for k, count in KINDS_OF_FACTS.items() for n in range(count)])
def test_match_goes_on_after_every_kind_of_fact(
    kind: str, number: int, folder: Path, undisturbed: CrashedReplay
) -> None:
    of_kind = [place for place, kinds in enumerate(undisturbed.commits, start=1) if kind in kinds]
    replay_with_crash(folder, eventful(), Point(AFTER_COMMIT, of_kind[number]))


@pytest.mark.ci
@pytest.mark.parametrize(
    ("file", "kind", "players"),
    [
        ("bot_1pt_2.mat", State.TAKEN_OFF.value, ReturningPlayers),
        ("bot_3pt_2.mat", State.CORRECTING.value, ClumsyPlayers),
        ("bot_3pt_2.mat", f"{State.TO_ROLL.value} {IN_THE_HAND}", HoldingPlayers),
        ("bot_3pt_2.mat", f"{State.MOVING.value} {IN_THE_HAND}", HoldingPlayers),
    ],
)
def test_match_goes_on_from_a_board_that_is_not_in_order(
    file: str, kind: str, players: type[ReturningPlayers], folder: Path
) -> None:
    replay_with_crash(folder, read(MATCHES / file), Point(kind, 1), players)


@pytest.mark.ci
@pytest.mark.parametrize("number", [5, 6, 7, 8, 23])
def test_play_is_finished_after_a_crash_in_its_middle(number: int, folder: Path) -> None:
    """The fifth to eighth checkers lifted are a double six that hits, the hit one among them; then a later one."""
    replay_with_crash(folder, read(MATCHES / "bot_3pt_2.mat"), Point(IN_THE_HAND, number))


@pytest.mark.ci
@pytest.mark.parametrize("number", [1500, 4100, 6600])
def test_match_goes_on_with_loose_hands(number: int, folder: Path) -> None:
    """What the crash forgets is how the checkers lay when the last position was accepted."""
    replay_with_crash(folder, read(MATCHES / "bot_3pt_2.mat"), Point(MID_SENTENCE, number), style="loose")
