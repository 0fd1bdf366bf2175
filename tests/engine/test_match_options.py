"""What may be agreed before a match: automatic doubles, the Holland rule, the cube's limit; and who may do what now."""

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
from engine.match import (
    Match,
    Phase,
    Refusal,
    Rules,
    allowed,
    apply,
    at_score,
    begin,
    may_double,
    points_for,
    refusal,
    resignable,
)
from engine.plays import Roll, legal_plays
from engine.position import Position, Side

WHITE, BLACK = Side.WHITE, Side.BLACK
BOTH_DANCE = Position.of({25: 1, 6: 7, 5: 7}, {25: 1, 6: 7, 5: 7})  # no 6 enters: turns pass, nothing changes
DANCE = Roll(6, 6)


def done(match: Match, *actions: Action) -> Match:
    for action in actions:
        match = apply(match, action)
    return match


def danced(match: Match, times: int = 1) -> Match:
    for _ in range(times):
        side = match.on_roll
        assert side is not None
        match = done(match, Rolled(side, DANCE), Played(side, match.seen_by(side)))
    return match


def opened(rules: Rules, *dice: tuple[int, int]) -> Match:
    return done(begin(rules), GameStarted(), *(OpeningRolled(*pair) for pair in dice))


# Automatic doubles -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "cubes"),
    [(0, [1, 1, 1, 1]), (1, [2, 2, 2, 2]), (2, [2, 4, 4, 4]), (3, [2, 4, 8, 8])],
)
def test_equal_opening_dice_turn_the_cube_as_often_as_agreed(limit: int, cubes: list[int]) -> None:
    rules = Rules(0, automatic_doubles=limit)
    pairs = [(5, 5), (1, 1), (3, 3), (3, 2)]
    assert [opened(rules, *pairs[:count]).cube for count in (1, 2, 3, 4)] == cubes


def test_cube_turned_by_equal_dice_stays_in_the_middle_for_both() -> None:
    match = opened(Rules(0, automatic_doubles=1), (5, 5), (3, 1))
    assert (match.cube, match.cube_owner) == (2, None)
    play = legal_plays(match.seen_by(WHITE), Roll(3, 1))[0]
    match = done(match, Played(WHITE, play.end, play.moves))
    assert may_double(match, BLACK)
    match = done(match, Doubled(BLACK), Took(WHITE))
    assert (match.cube, match.cube_owner) == (4, WHITE)


def test_automatic_double_does_not_count_as_turned_for_jacoby() -> None:
    match = opened(Rules(0, has_jacoby=True, automatic_doubles=1), (5, 5), (3, 1))
    assert points_for(match, Level.BACKGAMMON) == 2


def test_every_game_begins_with_the_cube_on_one_again() -> None:
    match = opened(Rules(0, automatic_doubles=1), (5, 5), (3, 1))
    match = done(match, GameSettled(WHITE, 2), GameStarted())
    assert match.cube == 1
    assert done(match, OpeningRolled(2, 2)).cube == 2


@pytest.mark.parametrize(
    "rules",
    [Rules(7, automatic_doubles=1), Rules(0, has_cube=False, automatic_doubles=1)],
    ids=["in a match", "without a cube"],
)
def test_automatic_doubles_belong_to_money_sessions_with_a_cube(rules: Rules) -> None:
    assert opened(rules, (5, 5)).cube == 1


def test_automatic_doubles_stop_at_the_cubes_limit() -> None:
    assert opened(Rules(0, cube_limit=2, automatic_doubles=5), (5, 5), (6, 6)).cube == 2


def test_a_negative_number_of_automatic_doubles_is_refused() -> None:
    with pytest.raises(ValueError, match="automatic"):
        Rules(0, automatic_doubles=-1)


# The Holland rule --------------------------------------------------------------------------------------------------


def after_crawford(rules: Rules, first: Side = BLACK) -> Match:
    """The game after the Crawford game of a 3-point match, White 2 Black 1, in which every roll dances."""
    match = done(begin(rules, (2, 0)), GameStarted(), GameSettled(BLACK, 1), GameStarted(BOTH_DANCE, first))
    assert (match.score, match.is_crawford, match.was_crawford_played) == ((2, 1), False, True)
    return match


def test_holland_rule_forbids_doubling_until_both_have_rolled_twice_after_the_crawford_game() -> None:
    match = after_crawford(Rules(3, has_holland=True))
    refusals = []
    for _ in range(6):
        side = match.on_roll
        assert side is not None
        refusals.append(refusal(match, Doubled(side)))
        match = danced(match)
    # Black needs two points, White, with one to go, finds the cube dead from then on.
    assert refusals == [Refusal.HOLLAND] * 4 + [None, Refusal.CUBE_DEAD]


def test_without_the_holland_rule_doubling_is_free_after_the_crawford_game() -> None:
    assert may_double(after_crawford(Rules(3)), BLACK)


def test_holland_rule_leaves_games_before_the_crawford_game_alone() -> None:
    match = done(begin(Rules(5, has_holland=True)), GameStarted(BOTH_DANCE, BLACK))
    assert may_double(match, BLACK)


def test_holland_rule_has_no_place_in_a_money_session() -> None:
    match = done(begin(Rules(0, has_holland=True), was_crawford_played=True), GameStarted(BOTH_DANCE, BLACK))
    assert may_double(match, BLACK)


def test_a_match_may_be_taken_up_after_its_crawford_game() -> None:
    match = done(begin(Rules(7), (6, 4), was_crawford_played=True), GameStarted(BOTH_DANCE, BLACK))
    assert (match.is_crawford, may_double(match, BLACK)) == (False, True)


# How high the cube may get (R24) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "highest"), [(1, 1), (2, 2), (3, 4), (5, 8), (7, 8), (8, 8), (9, 16), (25, 32)])
def test_cube_never_passes_the_smallest_power_of_two_that_is_the_match_length(length: int, highest: int) -> None:
    match = done(begin(Rules(length)), GameStarted(BOTH_DANCE, WHITE))
    while (side := match.on_roll) is not None and may_double(match, side):
        match = danced(done(match, Doubled(side), Took(side.other)))
    assert match.cube == highest
    assert refusal(match, Doubled(Side(match.on_roll or 0))) is Refusal.CUBE_DEAD


@pytest.mark.parametrize("limit", [1, 2, 64])
def test_cubes_limit_is_a_setting(limit: int) -> None:
    match = done(begin(Rules(0, cube_limit=limit)), GameStarted(BOTH_DANCE, WHITE))
    while (side := match.on_roll) is not None and may_double(match, side):
        match = danced(done(match, Doubled(side), Took(side.other)))
    assert match.cube == limit


# Resignations ------------------------------------------------------------------------------------------------------


def test_levels_that_may_be_resigned_shrink_within_a_turn_and_are_all_there_in_the_next() -> None:
    match = done(begin(Rules(7)), GameStarted(BOTH_DANCE, WHITE))
    assert resignable(match, WHITE) == tuple(Level)
    match = done(match, ResignationOffered(WHITE, Level.SINGLE), ResignationDeclined(BLACK))
    assert resignable(match, WHITE) == (Level.GAMMON, Level.BACKGAMMON)
    match = done(match, Rolled(WHITE, DANCE))
    assert resignable(match, WHITE) == (Level.GAMMON, Level.BACKGAMMON)
    match = done(match, ResignationOffered(WHITE, Level.BACKGAMMON), ResignationDeclined(BLACK))
    assert (resignable(match, WHITE), resignable(match, BLACK)) == ((), tuple(Level))
    match = done(match, Played(WHITE, match.seen_by(WHITE)))
    assert resignable(match, WHITE) == tuple(Level)


def test_a_double_and_its_answer_do_not_begin_a_new_turn_for_resignations() -> None:
    match = done(begin(Rules(7)), GameStarted(BOTH_DANCE, WHITE))
    match = done(match, ResignationOffered(BLACK, Level.GAMMON), ResignationDeclined(WHITE))
    match = done(match, Doubled(WHITE), Took(BLACK))
    assert resignable(match, BLACK) == (Level.BACKGAMMON,)


# Who may do what now -----------------------------------------------------------------------------------------------

BEFORE: tuple[Action, ...] = (GameStarted(BOTH_DANCE, WHITE),)
ANY_TIME = {GameSettled, ResignationOffered}


@pytest.mark.parametrize(
    ("actions", "white", "black"),
    [
        ((), {GameStarted}, {GameStarted}),
        ((GameStarted(),), {OpeningRolled, GameSettled}, {OpeningRolled, GameSettled}),
        ((GameStarted(), OpeningRolled(3, 1)), {Played, *ANY_TIME}, ANY_TIME),
        (BEFORE, {Rolled, Doubled, *ANY_TIME}, ANY_TIME),
        ((*BEFORE, Rolled(WHITE, DANCE)), {Played, *ANY_TIME}, ANY_TIME),
        ((*BEFORE, Doubled(WHITE)), {GameSettled}, {Took, Dropped, GameSettled}),
        (
            (*BEFORE, ResignationOffered(BLACK, Level.SINGLE)),
            {ResignationAccepted, ResignationDeclined, GameSettled},
            {GameSettled},
        ),
        ((*BEFORE, GameSettled(WHITE, 1)), {GameStarted}, {GameStarted}),
        ((*BEFORE, GameSettled(WHITE, 7)), set(), set()),
    ],
)
def test_each_side_is_told_what_it_may_do_now(
    actions: tuple[Action, ...], white: set[type[Action]], black: set[type[Action]]
) -> None:
    match = done(begin(Rules(7)), *actions)
    assert [set(allowed(match, side)) for side in (WHITE, BLACK)] == [white, black]


def test_a_beaver_is_a_double_that_the_doubled_side_may_do() -> None:
    match = done(begin(Rules(0, has_beavers=True)), *BEFORE, Doubled(WHITE))
    assert allowed(match, BLACK) == {Took, Dropped, Doubled, GameSettled}
    match = done(match, Doubled(BLACK))
    assert (may_double(match, WHITE), may_double(match, BLACK)) == (True, False)


def test_beavers_go_on_until_the_cubes_limit() -> None:
    match = done(begin(Rules(0, has_beavers=True, cube_limit=16)), *BEFORE, Doubled(WHITE))
    side = BLACK
    while may_double(match, side):
        match, side = done(match, Doubled(side)), side.other
    match = done(match, Took(side))
    assert (match.phase, match.cube, match.cube_owner) == (Phase.TO_ROLL, 16, BLACK)


# Examples of the facts that no other test has ----------------------------------------------------------------------


def test_at_two_two_to_three_the_cube_is_dead_for_both() -> None:
    """GNU Backgammon, 3 points: 2-0 is the Crawford game, 2-1 has its cube again, at 2-2 it is dead."""
    match = done(after_crawford(Rules(3)), GameSettled(BLACK, 1), GameStarted(BOTH_DANCE, WHITE))
    assert match.score == (2, 2)
    assert refusal(match, Doubled(WHITE)) is Refusal.CUBE_DEAD
    assert refusal(danced(match), Doubled(BLACK)) is Refusal.CUBE_DEAD


def test_refused_raccoon_costs_the_side_that_beavered_four_times_the_stake() -> None:
    match = done(begin(Rules(0, has_beavers=True)), *BEFORE, Doubled(WHITE), Doubled(BLACK), Doubled(WHITE))
    assert done(match, Dropped(BLACK)).score == (4, 0)


def test_refused_double_of_a_cube_turned_by_the_dice_costs_what_the_dice_made_it() -> None:
    match = opened(Rules(0, automatic_doubles=1), (4, 4), (3, 1))
    play = legal_plays(match.seen_by(WHITE), Roll(3, 1))[0]
    match = done(match, Played(WHITE, play.end, play.moves), Doubled(BLACK), Dropped(WHITE))
    assert match.score == (0, 2)


@pytest.mark.parametrize("level", Level)
def test_with_jacoby_and_the_cube_unturned_every_resignation_is_worth_one(level: Level) -> None:
    match = done(
        begin(Rules(0, has_jacoby=True)), *BEFORE, ResignationOffered(WHITE, level), ResignationAccepted(BLACK)
    )
    assert match.score == (0, 1)


def test_score_of_a_session_runs_on_from_game_to_game() -> None:
    match = begin(Rules(0))
    for winner, points in ((WHITE, 2), (BLACK, 5), (WHITE, 1)):
        match = done(match, GameStarted(), GameSettled(winner, points))
    assert (match.score, match.game, match.phase) == ((3, 5), 3, Phase.GAME_OVER)


def test_while_an_offer_is_open_nobody_rolls_or_doubles() -> None:
    for offer in (Doubled(WHITE), ResignationOffered(BLACK, Level.SINGLE)):
        match = done(begin(Rules(7)), *BEFORE, offer)
        for side in Side:
            assert not allowed(match, side) & {Rolled, Doubled, Played, ResignationOffered}


# A score set by hand -----------------------------------------------------------------------------------------------


def test_a_score_set_between_games_decides_what_the_next_one_is() -> None:
    match = done(opened(Rules(5), (3, 1)), GameSettled(WHITE, 5))
    assert match.winner is WHITE
    again = at_score(match, (4, 1))
    assert (again.phase, again.winner, done(again, GameStarted()).is_crawford) == (Phase.GAME_OVER, None, True)
    assert at_score(again, (4, 5)).phase is Phase.MATCH_OVER
    assert at_score(begin(Rules(5)), (2, 2)).phase is Phase.GAME_TO_START
    assert at_score(match, match.score) is match
    assert at_score(begin(Rules(0)), (70, 12)).phase is Phase.GAME_TO_START


def test_the_score_before_a_game_cannot_change_while_it_is_played() -> None:
    with pytest.raises(ValueError, match="a game is being played"):
        at_score(opened(Rules(5), (3, 1)), (1, 0))
