"""The edges of a match's rules: cases that only one number, condition or argument of the code decides."""

from __future__ import annotations

import pytest

from engine.actions import (
    Action,
    Doubled,
    Dropped,
    GameStarted,
    Level,
    OpeningRolled,
    Played,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    Rolled,
    Took,
)
from engine.match import Match, Phase, Refusal, Rules, apply, at_score, begin, refusal, resignable
from engine.plays import Roll
from engine.position import START, InvalidPosition, Position, Side
from engine.variants import HYPERGAMMON

WHITE, BLACK = Side.WHITE, Side.BLACK
BOTH_ON_ONE_POINT = Position(Position.of({6: 15}, {}).own, Position.of({19: 15}, {}).own)


def test_before_the_first_game_the_checkers_of_the_variant_stand() -> None:
    assert begin(Rules(start=HYPERGAMMON.start)).position == HYPERGAMMON.start


def test_no_game_starts_with_both_sides_on_one_point() -> None:
    assert refusal(begin(Rules(7)), GameStarted(BOTH_ON_ONE_POINT, WHITE)) is Refusal.INVALID_POSITION


def test_no_game_starts_that_one_side_has_won() -> None:
    won = Position.of({}, {6: 15})
    for position in (won, won.turned):
        assert refusal(begin(Rules(7)), GameStarted(position, WHITE)) is Refusal.INVALID_POSITION


def test_a_condoned_play_may_leave_the_opponent_one_checker_on_its_ace_point() -> None:
    before = Position.of({6: 2, 5: 2}, {1: 1})
    match = apply(apply(begin(Rules(7)), GameStarted(before, WHITE)), Rolled(WHITE, Roll(2, 1)))
    assert refusal(match, Played(WHITE, Position.of({6: 3, 5: 1}, {1: 1}), is_legal=False)) is None


def after(rules: Rules, *actions: Action) -> Match:
    match = begin(rules)
    for action in actions:
        match = apply(match, action)
    return match


@pytest.mark.parametrize("dice", [(7, 1), (1, 7), (0, 1), (1, 0)])
def test_a_die_shows_one_to_six(dice: tuple[int, int]) -> None:
    opening = after(Rules(7), GameStarted())
    assert refusal(opening, OpeningRolled(*dice)) is Refusal.INVALID_DICE
    to_roll = after(Rules(7), GameStarted(START, WHITE))
    assert refusal(to_roll, Rolled(WHITE, Roll(*dice))) is Refusal.INVALID_DICE


def test_a_game_with_one_checker_left_on_the_ace_point_goes_on() -> None:
    before = Position.of({2: 1, 1: 1}, {6: 15})
    end = Position.of({1: 1}, {6: 15})
    match = after(Rules(7), GameStarted(before, WHITE), Rolled(WHITE, Roll(2, 1)))
    assert refusal(match, Played(WHITE, end, is_legal=False)) is None
    assert apply(match, Played(WHITE, end, is_legal=False)).phase is Phase.TO_ROLL


def test_after_a_play_both_sides_may_resign_at_any_level_again() -> None:
    start = Position.of({6: 15}, {6: 15})
    end = Position.of({6: 13, 5: 1, 4: 1}, {6: 15})
    match = after(
        Rules(7),
        GameStarted(start, WHITE),
        ResignationOffered(WHITE, Level.GAMMON),
        ResignationDeclined(BLACK),
        ResignationOffered(BLACK, Level.GAMMON),
        ResignationDeclined(WHITE),
    )
    assert [resignable(match, side) for side in Side] == [(Level.BACKGAMMON,)] * 2
    assert (match.offered_by, match.offered_level, match.phase) == (None, None, Phase.TO_ROLL)
    played = apply(apply(match, Rolled(WHITE, Roll(2, 1))), Played(WHITE, end))
    assert [resignable(played, side) for side in Side] == [tuple(Level)] * 2


def test_beavers_are_counted_until_the_double_is_taken() -> None:
    money = Rules(0, has_beavers=True)
    doubled = after(money, GameStarted(START, WHITE), Doubled(WHITE))
    beaver = apply(doubled, Doubled(BLACK))
    raccoon = apply(beaver, Doubled(WHITE))
    assert [match.beavers for match in (doubled, beaver, raccoon)] == [0, 1, 2]
    assert apply(beaver, Dropped(WHITE)).beavers == 0
    taken = apply(raccoon, Took(BLACK))
    assert (taken.beavers, taken.offered_by, taken.phase, taken.on_roll) == (0, None, Phase.TO_ROLL, WHITE)


def test_nothing_of_a_turn_is_left_when_a_game_has_ended() -> None:
    over = after(
        Rules(7),
        GameStarted(START, WHITE),
        Rolled(WHITE, Roll(2, 1)),
        ResignationOffered(WHITE, Level.SINGLE),
        ResignationDeclined(BLACK),
        ResignationOffered(WHITE, Level.GAMMON),
        ResignationAccepted(BLACK),
    )
    assert (over.phase, over.score) == (Phase.GAME_OVER, (0, 2))
    assert (over.on_roll, over.roll, over.offered_by, over.offered_level) == (None,) * 4
    assert (over.declined, over.beavers, over.decider) == ((0, 0), 0, None)


# A score put right between games


def test_a_score_put_right_is_the_only_thing_that_changes() -> None:
    match = begin(Rules(7), (2, 3))
    put_right = at_score(match, (3, 3))
    assert (put_right.score, put_right.phase, put_right.rules) == ((3, 3), Phase.GAME_TO_START, match.rules)


def test_the_same_score_changes_nothing_even_if_it_would_end_the_match() -> None:
    match = begin(Rules(3), (3, 1))
    assert at_score(match, (3, 1)) is match


@pytest.mark.parametrize(
    ("length", "score", "phase"),
    [
        (3, (3, 0), Phase.MATCH_OVER),
        (3, (0, 4), Phase.MATCH_OVER),
        (3, (2, 2), Phase.GAME_TO_START),
        (0, (3, 0), Phase.GAME_TO_START),
    ],
)
def test_a_score_put_right_ends_a_match_that_has_its_points(length: int, score: tuple[int, int], phase: Phase) -> None:
    assert at_score(begin(Rules(length), (1, 0)), score).phase is phase


def test_a_match_that_was_over_goes_on_when_its_score_is_put_right() -> None:
    over = at_score(begin(Rules(3)), (3, 0))
    again = at_score(over, (2, 0))
    assert (over.phase, again.phase, again.score) == (Phase.MATCH_OVER, Phase.GAME_OVER, (2, 0))
    assert apply(again, GameStarted()).phase is Phase.OPENING_ROLL


def test_no_score_is_put_right_while_a_game_is_played() -> None:
    match = apply(apply(begin(Rules(3)), GameStarted()), OpeningRolled(3, 1))
    with pytest.raises(ValueError, match="a game is being played"):
        at_score(match, (1, 0))
    assert match.position == START


def test_rules_whose_start_cannot_stand_are_refused() -> None:
    with pytest.raises(InvalidPosition, match="both sides have checkers on point 6"):
        Rules(start=BOTH_ON_ONE_POINT)
