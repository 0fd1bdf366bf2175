"""The course of a match: opening roll, turns, ends of games, score, and what is refused when."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
from engine.match import Match, Phase, Refusal, Refused, Rules, apply, begin, points_for, refusal
from engine.plays import Move, Roll, legal_plays
from engine.position import START, Position, Side, slots

WHITE, BLACK = Side.WHITE, Side.BLACK
LAST_CHECKER = Position.of({1: 1}, {1: 1})


def after(*actions: Action, rules: Rules | None = None) -> Match:
    match = begin(rules or Rules(7))
    for action in actions:
        match = apply(match, action)
    return match


def borne_off(opponent: dict[int, int], rules: Rules | None = None, *before: Action) -> Match:
    """White bears off his last checker with these opposing checkers left (in Black's numbering)."""
    position = Position.of({1: 1}, opponent)
    start = GameStarted(position, WHITE)
    end = Position(15, position.opp)
    return after(start, *before, Rolled(WHITE, Roll(6, 6)), Played(WHITE, end), rules=rules)


def test_a_match_begins_before_its_first_game() -> None:
    match = begin(Rules(7))
    assert (match.phase, match.game, match.score, match.decider) == (Phase.GAME_TO_START, 0, (0, 0), None)


def test_a_game_begins_with_the_opening_roll() -> None:
    match = after(GameStarted())
    assert (match.phase, match.game, match.position) == (Phase.OPENING_ROLL, 1, START)


@pytest.mark.parametrize(("white", "black", "side"), [(5, 3, WHITE), (2, 6, BLACK)])
def test_higher_die_of_the_opening_roll_begins_and_plays_both(white: int, black: int, side: Side) -> None:
    match = after(GameStarted(), OpeningRolled(white, black))
    assert (match.phase, match.on_roll, match.decider) == (Phase.MOVING, side, side)
    assert match.roll == Roll(max(white, black), min(white, black))


def test_equal_opening_dice_are_rolled_again() -> None:
    match = after(GameStarted(), OpeningRolled(4, 4))
    assert (match.phase, match.on_roll) == (Phase.OPENING_ROLL, None)
    match = apply(match, OpeningRolled(1, 2))
    assert match.opening == ((4, 4), (1, 2))


def test_the_turn_goes_to_the_other_side_after_a_play() -> None:
    match = after(GameStarted(), OpeningRolled(3, 1))
    play = legal_plays(START, Roll(3, 1))[0]
    match = apply(match, Played(WHITE, play.end, play.moves))
    assert (match.phase, match.on_roll, match.roll, match.turns) == (Phase.TO_ROLL, BLACK, None, 1)
    assert match.seen_by(WHITE) == play.end
    assert match.seen_by(BLACK) == play.end.turned


def test_black_plays_in_his_own_numbering() -> None:
    match = after(GameStarted(), OpeningRolled(1, 3))
    end = Position.of({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {24: 2, 13: 5, 8: 3, 6: 5})
    match = apply(match, Played(BLACK, end))
    assert match.seen_by(BLACK) == end
    assert match.position == end.turned


def test_a_game_may_start_from_a_position_with_its_side_to_roll() -> None:
    match = after(GameStarted(LAST_CHECKER, BLACK))
    assert (match.phase, match.on_roll, match.position) == (Phase.TO_ROLL, BLACK, LAST_CHECKER)


def test_a_game_may_start_from_a_position_with_an_opening_roll() -> None:
    assert after(GameStarted(LAST_CHECKER)).phase is Phase.OPENING_ROLL


def test_a_dance_leaves_the_position() -> None:
    closed = Position.of({25: 1, 6: 14}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 8: 3})
    match = after(GameStarted(closed, WHITE), Rolled(WHITE, Roll(6, 1)), Played(WHITE, closed))
    assert (match.on_roll, match.position) == (BLACK, closed)


def test_a_play_must_reach_a_legal_end() -> None:
    match = after(GameStarted(), OpeningRolled(3, 1))
    with pytest.raises(Refused) as caught:
        apply(match, Played(WHITE, START))
    assert caught.value.refusal is Refusal.ILLEGAL_PLAY
    assert match == after(GameStarted(), OpeningRolled(3, 1))


def test_an_illegal_play_may_stand_when_recorded_as_such() -> None:
    match = after(GameStarted(), OpeningRolled(3, 1))
    end = Position.of({24: 2, 13: 5, 8: 2, 6: 5, 5: 1}, {24: 2, 13: 5, 8: 3, 6: 5})
    assert apply(match, Played(WHITE, end, is_legal=False)).position == end


@pytest.mark.parametrize(
    "end",
    [
        Position.of({24: 2}, {24: 2}, checkers=2),
        Position(START.own, 15),
        Position(START.own, (1 << 4 * 1) + 14),  # both sides stand on White's 24-point
    ],
    ids=["checkers missing", "the other side all off", "both on one point"],
)
def test_checkers_that_cannot_stand_are_refused_even_for_an_illegal_play(end: Position) -> None:
    match = after(GameStarted(), OpeningRolled(3, 1))
    assert refusal(match, Played(WHITE, end, is_legal=False)) is Refusal.INVALID_POSITION


@pytest.mark.parametrize(
    ("opponent", "level"),
    [
        ({1: 14}, Level.SINGLE),
        ({25: 1, 1: 13}, Level.SINGLE),  # one is off: a single, though another is on the bar
        ({1: 15}, Level.GAMMON),
        ({18: 1, 1: 14}, Level.GAMMON),
        ({19: 1, 1: 14}, Level.BACKGAMMON),
        ({23: 1, 1: 14}, Level.BACKGAMMON),
        ({25: 1, 1: 14}, Level.BACKGAMMON),
    ],
)
@pytest.mark.parametrize("cube", [1, 2])
def test_last_checker_off_ends_the_game_at_its_level(opponent: dict[int, int], level: Level, cube: int) -> None:
    doubling: tuple[Action, ...] = (Doubled(WHITE), Took(BLACK)) if cube == 2 else ()
    match = borne_off(opponent, Rules(25), *doubling)
    assert match.result is not None
    assert (match.phase, match.result.winner, match.result.level) == (Phase.GAME_OVER, WHITE, level)
    assert match.score == (cube * level, 0)


def test_winner_need_not_play_the_rest_of_a_double() -> None:
    assert borne_off({6: 14}).score == (1, 0)


def test_match_goes_on_until_the_length_is_reached() -> None:
    """A public report of a match that ended with any game won: 7 points, from 3-2 on; 5-2 and a gammon of 4 ends it."""
    match = after(GameStarted(), GameSettled(WHITE, 3), GameStarted(), GameSettled(BLACK, 2), GameStarted())
    match = apply(match, GameSettled(WHITE, 1))
    assert (match.score, match.phase, match.winner) == ((4, 2), Phase.GAME_OVER, None)
    match = apply(apply(match, GameStarted()), GameSettled(WHITE, 1))
    match = apply(apply(match, GameStarted()), GameSettled(WHITE, 4))
    assert (match.score, match.phase, match.winner) == ((9, 2), Phase.MATCH_OVER, WHITE)
    assert (match.away(WHITE), match.away(BLACK)) == (0, 5)


def test_money_session_never_ends_by_itself() -> None:
    match = after(GameStarted(), GameSettled(WHITE, 64), rules=Rules(0))
    assert (match.phase, match.away(WHITE)) == (Phase.GAME_OVER, None)


def test_score_may_be_handed_in() -> None:
    match = begin(Rules(7), (6, 2))
    assert apply(match, GameStarted()).is_crawford


def test_games_may_be_settled_by_word_at_any_moment() -> None:
    offered = after(GameStarted(START, WHITE), Doubled(WHITE))
    match = apply(offered, GameSettled(BLACK, 3))
    assert match.result is not None
    assert (match.score, match.result.is_settled) == ((0, 3), True)


def test_a_game_broken_off_counts_for_nobody() -> None:
    assert after(GameStarted(), GameSettled(WHITE, 0)).score == (0, 0)


MOVING = (GameStarted(), OpeningRolled(3, 1))
TO_ROLL = (GameStarted(START, WHITE),)
OFFERED = (*TO_ROLL, Doubled(WHITE))
RESIGNING = (*TO_ROLL, ResignationOffered(WHITE, Level.SINGLE))
OVER = (GameStarted(), GameSettled(WHITE, 7))
ROLL = Rolled(WHITE, Roll(3, 1))
PLAY = Played(WHITE, START)


@pytest.mark.parametrize(
    ("before", "action", "reason"),
    [
        ((), ROLL, Refusal.NO_GAME),
        ((), OpeningRolled(3, 1), Refusal.NO_GAME),
        ((), GameSettled(WHITE, 1), Refusal.NO_GAME),
        (OVER, GameStarted(), Refusal.MATCH_OVER),
        (OVER, ROLL, Refusal.MATCH_OVER),
        (MOVING, GameStarted(), Refusal.GAME_UNDERWAY),
        ((), GameStarted(Position(START.own, 15)), Refusal.INVALID_POSITION),
        ((), GameStarted(Position(START.own, 14)), Refusal.INVALID_POSITION),
        (MOVING, OpeningRolled(3, 1), Refusal.WRONG_PHASE),
        ((GameStarted(),), OpeningRolled(0, 7), Refusal.INVALID_DICE),
        ((GameStarted(),), ROLL, Refusal.WRONG_PHASE),
        ((GameStarted(),), PLAY, Refusal.WRONG_PHASE),
        (MOVING, ROLL, Refusal.WRONG_PHASE),
        (TO_ROLL, Rolled(BLACK, Roll(3, 1)), Refusal.NOT_YOUR_TURN),
        (TO_ROLL, Rolled(WHITE, Roll(3, 7)), Refusal.INVALID_DICE),
        (TO_ROLL, PLAY, Refusal.WRONG_PHASE),
        (MOVING, Played(BLACK, START), Refusal.NOT_YOUR_TURN),
        (OFFERED, ROLL, Refusal.DOUBLE_PENDING),
        (OFFERED, PLAY, Refusal.DOUBLE_PENDING),
        (RESIGNING, ROLL, Refusal.RESIGNATION_PENDING),
        (RESIGNING, PLAY, Refusal.RESIGNATION_PENDING),
        (MOVING, GameSettled(WHITE, -1), Refusal.INVALID_POINTS),
        (TO_ROLL, Took(BLACK), Refusal.NO_DOUBLE_OFFERED),
        (TO_ROLL, Dropped(BLACK), Refusal.NO_DOUBLE_OFFERED),
        (OFFERED, Took(WHITE), Refusal.NOT_YOUR_TURN),
        (TO_ROLL, ResignationAccepted(BLACK), Refusal.NO_RESIGNATION_OFFERED),
        (RESIGNING, ResignationDeclined(WHITE), Refusal.NOT_YOUR_TURN),
    ],
)
def test_what_may_not_be_done_now_is_refused_by_name(
    before: tuple[Action, ...], action: Action, reason: Refusal
) -> None:
    match = after(*before)
    assert refusal(match, action) is reason
    with pytest.raises(Refused, match=reason.value):
        apply(match, action)


@pytest.mark.parametrize(("length", "cube_limit"), [(-1, 64), (7, 48), (7, 0)])
def test_rules_that_make_no_sense_are_refused(length: int, cube_limit: int) -> None:
    with pytest.raises(ValueError):
        Rules(length, cube_limit=cube_limit)


def some_action(match: Match, choice: int) -> Action:
    """One of the actions that could be thought of now, allowed or not."""
    side = Side(choice // 16 % 2)
    roll = Roll(choice // 32 % 6 + 1, choice // 192 % 6 + 1)
    level = Level(choice // 32 % 3 + 1)
    plays = legal_plays(match.seen_by(side), match.roll) if match.roll else ()
    end = plays[choice % len(plays)].end if plays else match.seen_by(side)
    actions: tuple[Action, ...] = (
        Rolled(side, roll),
        Rolled(side, roll),
        Rolled(side, roll),
        Played(side, end),
        Played(side, end),
        Played(side, end),
        Played(side, end),
        Doubled(side),
        Took(side),
        Dropped(side),
        ResignationOffered(side, level),
        ResignationAccepted(side),
        ResignationDeclined(side),
        GameStarted(),
        OpeningRolled(*roll),
        OpeningRolled(*roll),
    )
    return actions[choice % 16]


@settings(deadline=None)
@given(st.lists(st.integers(0, 6911), max_size=60), st.sampled_from([0, 1, 3, 7]), st.booleans())
def test_whatever_is_done_the_match_stays_whole(choices: list[int], length: int, is_wild: bool) -> None:
    """Fifteen checkers a side, an allowed action changes the match, a refused one raises its reason."""
    match = begin(Rules(length, has_jacoby=is_wild, has_beavers=is_wild))
    for choice in choices:
        action = some_action(match, choice)
        reason = refusal(match, action)
        if reason is not None:
            with pytest.raises(Refused) as caught:
                apply(match, action)
            assert caught.value.refusal is reason
            continue
        after_it = apply(match, action)
        assert after_it != match
        match = after_it
        assert [sum(n for _, n in slots(side)) for side in match.position] == [15, 15]
        assert points_for(match, Level.GAMMON) in (match.cube, match.cube * 2)
        assert (match.decider is None) == (match.on_roll is None)


def test_moves_of_a_play_are_kept_out_of_the_state() -> None:
    """The position reached is what counts; two ways to play the same are the same match."""
    end = Position.of({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {24: 2, 13: 5, 8: 3, 6: 5})
    moves = (Move(8, 5, 3), Move(6, 5, 1))
    match = after(*MOVING)
    assert apply(match, Played(WHITE, end, moves)) == apply(match, Played(WHITE, end, moves[::-1]))
