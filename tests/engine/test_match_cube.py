"""The cube, Crawford, Jacoby, beavers, and resignations."""

from __future__ import annotations

import pytest

from engine.actions import (
    Action,
    Doubled,
    Dropped,
    GameSettled,
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
from engine.match import Match, Phase, Refusal, Rules, apply, begin, points_for, refusal
from engine.plays import Roll
from engine.position import START, Position, Side

WHITE, BLACK = Side.WHITE, Side.BLACK
MONEY = Rules(0, has_jacoby=True, has_beavers=True)
# Enough entering points closed that a 6-6 dances: turns pass with the position unchanged.
BOTH_DANCE = Position.of({25: 1, 6: 7, 5: 7}, {25: 1, 6: 7, 5: 7})
DANCE = Roll(6, 6)


def game(rules: Rules, score: tuple[int, int] = (0, 0), *actions: Action, first: Side = WHITE) -> Match:
    """A game in which every 6-6 dances, at a score."""
    match = apply(begin(rules, score), GameStarted(BOTH_DANCE, first))
    for action in actions:
        match = apply(match, action)
    return match


def danced(match: Match) -> Match:
    side = match.on_roll
    assert side is not None
    return apply(apply(match, Rolled(side, DANCE)), Played(side, match.seen_by(side)))


def test_taken_double_doubles_the_cube_and_gives_it_to_the_taker() -> None:
    match = game(Rules(7), (0, 0), Doubled(WHITE))
    assert (match.phase, match.decider, match.cube) == (Phase.DOUBLE_OFFERED, BLACK, 1)
    match = apply(match, Took(BLACK))
    assert (match.phase, match.on_roll, match.cube, match.cube_owner) == (Phase.TO_ROLL, WHITE, 2, BLACK)


def test_drop_wins_the_cube_before_the_double() -> None:
    match = game(Rules(7), (0, 0), Doubled(WHITE), Took(BLACK))
    match = danced(match)
    match = apply(apply(match, Doubled(BLACK)), Dropped(WHITE))
    assert match.result is not None
    assert (match.score, match.result.winner, match.result.is_dropped) == ((0, 2), BLACK, True)


def test_only_the_owner_may_redouble() -> None:
    match = game(Rules(7), (0, 0), Doubled(WHITE), Took(BLACK))
    assert refusal(match, Doubled(WHITE)) is Refusal.NOT_YOUR_CUBE
    match = danced(match)
    assert refusal(match, Doubled(BLACK)) is None
    match = danced(match)
    assert refusal(match, Doubled(WHITE)) is Refusal.NOT_YOUR_CUBE


def test_double_comes_before_the_roll_on_ones_own_turn() -> None:
    match = game(Rules(7))
    assert refusal(match, Doubled(BLACK)) is Refusal.NOT_YOUR_TURN
    rolled = apply(match, Rolled(WHITE, DANCE))
    assert refusal(rolled, Doubled(WHITE)) is Refusal.ALREADY_ROLLED


def test_nobody_doubles_before_the_opening_roll_is_played() -> None:
    match = apply(begin(Rules(7)), GameStarted())
    assert refusal(match, Doubled(WHITE)) is Refusal.FIRST_ROLL
    match = apply(match, OpeningRolled(3, 1))
    assert refusal(match, Doubled(WHITE)) is Refusal.ALREADY_ROLLED
    assert refusal(match, Doubled(BLACK)) is Refusal.NOT_YOUR_TURN


def test_match_without_a_cube_knows_no_double() -> None:
    assert refusal(game(Rules(7, has_cube=False)), Doubled(WHITE)) is Refusal.NO_CUBE


@pytest.mark.parametrize(
    ("score", "is_dead"),
    [((4, 0), True), ((3, 0), True), ((2, 0), False)],
)
def test_cube_is_dead_when_it_is_worth_all_the_doubler_needs(score: tuple[int, int], is_dead: bool) -> None:
    """GNU Backgammon, 5-point match, cube on 2: dead for a doubler with 4 or 3 points, live with 2."""
    rules = Rules(5, has_crawford=False)
    match = game(rules, score[::-1])
    match = danced(apply(apply(match, Doubled(WHITE)), Took(BLACK)))
    assert (refusal(match, Doubled(BLACK)) is Refusal.CUBE_DEAD) is is_dead


def test_dead_cube_is_judged_from_the_doublers_score_alone() -> None:
    """White needs one point, but Black, who needs five, may still double."""
    assert refusal(game(Rules(5, has_crawford=False), (4, 0), first=BLACK), Doubled(BLACK)) is None


def test_cube_stops_at_its_limit() -> None:
    match = game(Rules(0, cube_limit=2), (0, 0), Doubled(WHITE), Took(BLACK))
    assert refusal(danced(match), Doubled(BLACK)) is Refusal.CUBE_AT_LIMIT


# length, scores at the start of successive games, which of them is the Crawford game (GNU Backgammon)
@pytest.mark.parametrize(
    ("length", "points", "crawford"),
    [
        (3, [(WHITE, 2), (BLACK, 1), (BLACK, 1)], [False, True, False, False]),
        (3, [(WHITE, 1), (BLACK, 1), (BLACK, 1), (WHITE, 1)], [False, False, False, True, False]),
        (2, [(WHITE, 1), (BLACK, 1)], [False, True, False]),
        (1, [], [False]),
        (0, [(WHITE, 6)], [False, False]),
    ],
)
def test_crawford_game_is_the_first_with_exactly_one_side_one_away(
    length: int, points: list[tuple[Side, int]], crawford: list[bool]
) -> None:
    match = apply(begin(Rules(length)), GameStarted())
    seen = [match.is_crawford]
    for winner, won in points:
        match = apply(apply(match, GameSettled(winner, won)), GameStarted())
        seen.append(match.is_crawford)
    assert seen == crawford


def test_crawford_game_is_played_without_the_cube_and_the_next_with_it() -> None:
    match = game(Rules(3), (2, 0), first=BLACK)
    assert refusal(match, Doubled(BLACK)) is Refusal.CRAWFORD
    match = apply(match, GameSettled(BLACK, 1))
    assert match.was_crawford_played
    match = apply(match, GameStarted(BOTH_DANCE, BLACK))
    assert (match.is_crawford, refusal(match, Doubled(BLACK))) == (False, None)


def test_without_the_crawford_rule_every_game_has_its_cube() -> None:
    match = game(Rules(3, has_crawford=False), (2, 0), first=BLACK)
    assert refusal(match, Doubled(BLACK)) is None


def test_crawford_game_is_announced_before_it_starts() -> None:
    match = apply(apply(begin(Rules(3)), GameStarted()), GameSettled(WHITE, 2))
    assert match.is_crawford_next


def test_jacoby_counts_gammons_only_once_a_double_was_taken() -> None:
    match = game(MONEY)
    assert points_for(match, Level.GAMMON) == 1
    match = apply(apply(match, Doubled(WHITE)), Took(BLACK))
    assert points_for(match, Level.GAMMON) == 4


def test_jacoby_has_no_place_in_a_match() -> None:
    assert points_for(game(Rules(7, has_jacoby=True)), Level.BACKGAMMON) == 3


def test_jacoby_gammon_borne_off_with_the_cube_unturned_is_one_point() -> None:
    position = Position.of({1: 1}, {6: 15})
    match = apply(begin(MONEY), GameStarted(position, WHITE))
    match = apply(match, Rolled(WHITE, Roll(2, 1)))
    assert apply(match, Played(WHITE, Position(15, position.opp))).score == (1, 0)


def test_beaver_redoubles_and_keeps_the_cube() -> None:
    match = game(MONEY, (0, 0), Doubled(WHITE), Doubled(BLACK))
    assert (match.phase, match.decider) == (Phase.DOUBLE_OFFERED, WHITE)
    match = apply(match, Took(WHITE))
    assert (match.cube, match.cube_owner, match.on_roll) == (4, BLACK, WHITE)


def test_refused_beaver_costs_the_doubled_stake() -> None:
    match = game(MONEY, (0, 0), Doubled(WHITE), Doubled(BLACK), Dropped(WHITE))
    assert match.score == (0, 2)


def test_raccoon_leaves_the_cube_with_the_side_that_beavered() -> None:
    match = game(MONEY, (0, 0), Doubled(WHITE), Doubled(BLACK), Doubled(WHITE), Took(BLACK))
    assert (match.cube, match.cube_owner, match.on_roll) == (8, BLACK, WHITE)


def test_beavers_are_refused_in_a_match_and_when_not_agreed() -> None:
    for rules in (Rules(7, has_beavers=True), Rules(0)):
        assert refusal(game(rules, (0, 0), Doubled(WHITE)), Doubled(BLACK)) is Refusal.DOUBLE_PENDING


def test_nobody_beavers_his_own_double() -> None:
    assert refusal(game(MONEY, (0, 0), Doubled(WHITE)), Doubled(WHITE)) is Refusal.DOUBLE_PENDING


def test_beaver_stops_at_the_cube_limit() -> None:
    match = game(Rules(0, has_beavers=True, cube_limit=2), (0, 0), Doubled(WHITE))
    assert refusal(match, Doubled(BLACK)) is Refusal.CUBE_AT_LIMIT


@pytest.mark.parametrize("level", Level)
def test_accepted_resignation_scores_level_times_cube_for_the_other_side(level: Level) -> None:
    match = game(Rules(15), (0, 0), Doubled(WHITE), Took(BLACK), ResignationOffered(WHITE, level))
    assert match.decider is BLACK
    match = apply(match, ResignationAccepted(BLACK))
    assert match.result is not None
    assert (match.score, match.result.is_resigned, match.result.level) == ((0, 2 * level), True, level)


def test_one_resignation_ends_one_game() -> None:
    """A public report of one click scored three times."""
    match = game(Rules(7), (0, 0), ResignationOffered(BLACK, Level.SINGLE), ResignationAccepted(WHITE))
    assert (match.score, match.phase) == ((1, 0), Phase.GAME_OVER)
    assert refusal(match, ResignationAccepted(WHITE)) is Refusal.NO_GAME


def test_resignation_may_be_offered_before_and_after_the_roll_by_either_side() -> None:
    to_roll = game(Rules(7))
    for match in (to_roll, apply(to_roll, Rolled(WHITE, DANCE))):
        for side in Side:
            assert refusal(match, ResignationOffered(side, Level.SINGLE)) is None


@pytest.mark.parametrize("has_rolled", [False, True])
def test_play_goes_on_after_a_declined_resignation(has_rolled: bool) -> None:
    match = game(Rules(7))
    if has_rolled:
        match = apply(match, Rolled(WHITE, DANCE))
    offered = apply(match, ResignationOffered(BLACK, Level.SINGLE))
    declined = apply(offered, ResignationDeclined(WHITE))
    assert (declined.phase, declined.roll, declined.on_roll) == (match.phase, match.roll, WHITE)


def test_after_a_decline_only_a_higher_level_may_follow_in_that_turn() -> None:
    match = game(Rules(7), (0, 0), ResignationOffered(WHITE, Level.GAMMON), ResignationDeclined(BLACK))
    assert refusal(match, ResignationOffered(WHITE, Level.SINGLE)) is Refusal.LEVEL_TOO_LOW
    assert refusal(match, ResignationOffered(WHITE, Level.GAMMON)) is Refusal.LEVEL_TOO_LOW
    assert refusal(match, ResignationOffered(WHITE, Level.BACKGAMMON)) is None
    assert refusal(match, ResignationOffered(BLACK, Level.SINGLE)) is None
    assert refusal(danced(match), ResignationOffered(WHITE, Level.SINGLE)) is None


def test_a_double_and_a_resignation_exclude_each_other() -> None:
    doubled = game(Rules(7), (0, 0), Doubled(WHITE))
    assert refusal(doubled, ResignationOffered(BLACK, Level.SINGLE)) is Refusal.DOUBLE_PENDING
    resigning = game(Rules(7), (0, 0), ResignationOffered(WHITE, Level.SINGLE))
    assert refusal(resigning, Doubled(WHITE)) is Refusal.RESIGNATION_PENDING
    assert refusal(resigning, ResignationOffered(BLACK, Level.SINGLE)) is Refusal.RESIGNATION_PENDING


def test_jacoby_resignation_with_the_cube_unturned_is_worth_one_point() -> None:
    match = game(MONEY, (0, 0), ResignationOffered(WHITE, Level.GAMMON), ResignationAccepted(BLACK))
    assert match.score == (0, 1)


def test_no_resignation_before_the_opening_roll() -> None:
    match = apply(begin(Rules(7)), GameStarted(START))
    assert refusal(match, ResignationOffered(WHITE, Level.SINGLE)) is Refusal.WRONG_PHASE
