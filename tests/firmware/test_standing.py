"""How a match stands is the fold of its facts and of nothing else."""

from __future__ import annotations

import pytest

from engine.actions import (
    Doubled,
    GameSettled,
    GameStarted,
    Level,
    OpeningRolled,
    Played,
    ResignationOffered,
    Rolled,
    Took,
)
from engine.match import Phase, Refused
from engine.plays import Roll, legal_plays
from engine.position import START, Position, Side
from firmware import facts
from firmware.board_map import Layout
from firmware.policy import Policy
from firmware.standing import after, can_correct, fold
from tests.firmware.table_driver import begun, position

WHITE, BLACK = Side.WHITE, Side.BLACK
LATER = position({13: 5, 6: 5, 3: 5}, {24: 5, 12: 5, 19: 5})


def test_no_facts_are_no_match() -> None:
    assert fold([]) is None


def test_match_begins_with_what_was_agreed_on() -> None:
    standing = fold([begun(9, policy="home", white_seat=1, home_is_right=False, white_score=4, black_score=2)])
    assert standing is not None
    assert (standing.match.rules.length, standing.match.score) == (9, (4, 2))
    assert (standing.policy, standing.layout) == (Policy.HOME, Layout(1, False))
    assert (standing.name_of(WHITE), standing.name_of(BLACK)) == ("Ann", "Bob")


def test_actions_are_applied_and_kept_as_the_record() -> None:
    play = legal_plays(START, Roll(3, 1))[0]
    actions: list[facts.Body] = [GameStarted(), OpeningRolled(3, 1), Played(WHITE, play.end, play.moves)]
    standing = fold([begun(), *actions])
    assert standing is not None
    assert standing.actions == tuple(actions)
    assert standing.match.position == play.end
    assert standing.match.on_roll is BLACK


def test_action_against_the_rules_is_refused_and_nothing_is_changed() -> None:
    standing = fold([begun(), GameStarted(START, WHITE)])
    assert standing is not None
    with pytest.raises(Refused):
        after(standing, Rolled(BLACK, Roll(3, 1)))
    assert standing == fold([begun(), GameStarted(START, WHITE)])


@pytest.mark.parametrize("matter", [facts.PartWentMissing("Scanner"), facts.PartCameBack("Scanner")])
def test_parts_change_nothing_of_a_match(matter: facts.Body) -> None:
    standing = fold([begun(), GameStarted(START, WHITE)])
    assert standing is not None
    assert after(standing, matter) == standing


def test_seats_asked_put_away_and_resumed_are_kept() -> None:
    standing = fold([begun(), facts.SeatsSet(1, False), facts.Asked("which play", 2), facts.MatchPutAway()])
    assert standing is not None
    assert (standing.layout, standing.asked, standing.is_put_away) == (Layout(1, False), 1, True)
    assert not after(standing, facts.MatchResumed()).is_put_away


def test_a_new_match_begins_anew() -> None:
    standing = fold([begun(3), GameStarted(), begun(5)])
    assert standing is not None
    assert (standing.match.rules.length, standing.actions) == (5, ())


# Corrections


def test_correction_while_a_roll_is_played_ends_that_turn() -> None:
    standing = fold(
        [
            begun(),
            GameStarted(START, BLACK),
            Rolled(BLACK, Roll(3, 1)),
            facts.Corrected(START, LATER, WHITE, "entered"),
        ]
    )
    assert standing is not None
    assert standing.actions[-1] == Played(BLACK, LATER.turned, (), is_legal=False)
    assert (standing.match.position, standing.match.on_roll, standing.match.roll) == (LATER, WHITE, None)
    assert standing.corrections == 1


def test_correction_for_the_side_that_rolled_takes_the_roll_back() -> None:
    standing = fold(
        [begun(), GameStarted(START, BLACK), Rolled(BLACK, Roll(3, 1)), facts.Corrected(START, LATER, BLACK, "entered")]
    )
    assert standing is not None
    assert (standing.match.on_roll, standing.match.roll, standing.match.phase) == (BLACK, None, Phase.TO_ROLL)


def test_correction_keeps_score_cube_and_owner() -> None:
    standing = fold(
        [
            begun(9, white_score=2),
            GameStarted(START, WHITE),
            Doubled(WHITE),
            Took(BLACK),
            facts.Corrected(START, LATER, BLACK, "entered"),
        ]
    )
    assert standing is not None
    assert (standing.match.score, standing.match.cube, standing.match.cube_owner) == ((2, 0), 2, BLACK)


@pytest.mark.parametrize("offer", [Doubled(WHITE), ResignationOffered(BLACK, Level.GAMMON)])
def test_offer_that_waits_is_gone_with_a_correction(offer: facts.Body) -> None:
    standing = fold([begun(), GameStarted(START, WHITE), offer, facts.Corrected(START, LATER, BLACK, "entered")])
    assert standing is not None
    match = standing.match
    assert (match.phase, match.offered_by, match.offered_level, match.cube) == (Phase.TO_ROLL, None, None, 1)


@pytest.mark.parametrize(
    ("new", "can"),
    [
        (LATER, True),
        (Position.of({}, {6: 2}), False),
        (Position.of({6: 2}, {}), False),
        (Position(START.own + 1, START.opp + 1), False),
        (Position(START.own - 16**13 + 16**12, START.opp), False),
    ],
    ids=["it can", "White is off", "Black is off", "sixteen", "both on a point"],
)
def test_only_positions_that_can_stand_may_be_entered(new: Position, can: bool) -> None:
    standing = fold([begun(), GameStarted(START, WHITE)])
    assert standing is not None
    assert can_correct(standing, facts.Corrected(START, new, WHITE, "entered")) is can


def test_result_of_a_game_is_kept_until_the_next_begins() -> None:
    standing = fold([begun(), GameStarted(), GameSettled(BLACK, 4)])
    assert standing is not None
    assert (standing.match.score, standing.match.phase) == ((0, 4), Phase.GAME_OVER)
