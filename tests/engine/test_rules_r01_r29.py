"""The rules of the product, number by number; docs/rules.md says what each number is and links to its test.

Positions come from the rule texts themselves and from examples that GNU Backgammon confirmed. Opposing checkers are
given on the mover's points; those not given have been borne off.
"""

from __future__ import annotations

import re
from pathlib import Path

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
    Rolled,
    Took,
)
from engine.match import Match, Phase, Refusal, Rules, apply, begin, refusal
from engine.notation import write_play
from engine.plays import Roll, legal_plays, single_moves
from engine.position import BAR, OFF, START, Position, Side, slots
from engine.variants import BACKGAMMON

WHITE, BLACK = Side.WHITE, Side.BLACK
SIX_POINTS_HELD = {19: 2, 20: 2, 21: 2, 22: 2, 23: 2, 24: 2}


def stand(own: dict[int, int], opp: dict[int, int] | None = None) -> Position:
    """Own checkers and opposing ones, both on the mover's points (25 is either side's own bar)."""
    return Position.of(own, {BAR if point == BAR else 25 - point: count for point, count in (opp or {}).items()})


def plays(own: dict[int, int], opp: dict[int, int], first: int, second: int) -> set[str]:
    return {write_play(play.moves) for play in legal_plays(stand(own, opp), Roll(first, second))}


def moves(own: dict[int, int], opp: dict[int, int], number: int) -> set[str]:
    return {write_play([move]) for move in single_moves(stand(own, opp), number)}


def after(*actions: Action, rules: Rules | None = None, score: tuple[int, int] = (0, 0)) -> Match:
    match = begin(rules or Rules(7), score)
    for action in actions:
        match = apply(match, action)
    return match


def won(opp: dict[int, int], *before: Action, rules: Rules | None = None) -> Match:
    """White bears off his last checker; the opponent's stand on White's points."""
    position = stand({1: 1}, opp)
    end = Position(15, position.opp)
    return after(GameStarted(position, WHITE), *before, Rolled(WHITE, Roll(2, 1)), Played(WHITE, end), rules=rules)


def test_r01_twenty_four_points_and_fifteen_checkers_a_side() -> None:
    assert sum(count for _, count in slots(START.own)) == sum(count for _, count in slots(START.opp)) == 15
    assert all(1 <= point <= 24 for point, _ in [*slots(START.own), *slots(START.opp)])


def test_r02_start_position() -> None:
    for side in (START.own, START.opp):
        assert dict(slots(side)) == {24: 2, 13: 5, 8: 3, 6: 5}
    assert BACKGAMMON.start == START == begin(Rules()).position


def test_r03_one_sides_ace_point_is_the_others_twenty_four() -> None:
    position = Position.of({24: 1}, {20: 3})
    assert (position.own_on(24), position.turned.opp_on(1)) == (1, 1)
    assert (position.opp_on(5), position.turned.own_on(20)) == (3, 3)


@pytest.mark.parametrize("roll", [Roll(6, 5), Roll(2, 1), Roll(4, 4)])
def test_r04_checkers_only_move_forward_towards_home(roll: Roll) -> None:
    for position in (START, stand({24: 1, 12: 3, 6: 2}, {1: 2, 10: 1}).turned):
        for play in legal_plays(position, roll):
            assert all(move.start > move.end for move in play.moves)
            assert play.end.own_pips < position.own_pips


def test_r05_higher_die_begins_and_plays_both_numbers() -> None:
    match = after(GameStarted(), OpeningRolled(2, 5))
    assert (match.on_roll, match.roll) == (BLACK, Roll(5, 2))


def test_r05_equal_dice_are_rolled_again() -> None:
    match = after(GameStarted(), OpeningRolled(6, 6))
    assert (match.phase, match.on_roll) == (Phase.OPENING_ROLL, None)
    assert after(GameStarted(), OpeningRolled(6, 6), OpeningRolled(4, 3)).on_roll is WHITE


def test_r06_sides_alternate_with_two_dice_a_turn() -> None:
    end = legal_plays(START, Roll(3, 1))[0].end
    match = after(GameStarted(), OpeningRolled(3, 1), Played(WHITE, end))
    assert refusal(match, Rolled(WHITE, Roll(6, 5))) is Refusal.NOT_YOUR_TURN
    match = apply(match, Rolled(BLACK, Roll(6, 5)))
    assert match.roll is not None
    assert len(match.roll.numbers) == 2


def test_r07_a_point_held_by_two_opposing_checkers_is_closed() -> None:
    assert moves({13: 1}, {8: 2}, 5) == set()
    assert moves({13: 1}, {8: 3}, 5) == set()
    assert moves({13: 1}, {8: 1}, 5) == {"13/8*"}


def test_r08_one_checker_makes_both_moves_only_over_an_open_point() -> None:
    assert plays({18: 1}, {12: 2}, 6, 5) == {"18/7"}  # over 13
    assert plays({18: 1}, {13: 2}, 6, 5) == {"18/7"}  # over 12
    assert plays({18: 1}, {12: 2, 13: 2}, 6, 5) == set()


def test_r08_the_way_taken_decides_what_is_hit() -> None:
    assert plays({18: 1}, {12: 2, 13: 1}, 6, 5) == {"18/13*/7"}


def test_r09_a_double_is_four_moves_in_any_combination() -> None:
    assert plays({13: 2, 11: 2}, {12: 2}, 1, 1) == {"11/9(2)", "11/10 11/8", "11/7"}
    ends = {play.end for play in legal_plays(stand({1: 4, 2: 1}, {24: 2}), Roll(1, 1))}
    assert ends == {stand({2: 1}, {24: 2}), stand({1: 2}, {24: 2})}  # 1/off(4), or 2/1 and 1/off(3)


def test_r10_both_numbers_must_be_played_if_possible() -> None:
    assert plays({24: 1, 8: 1, 6: 13}, {20: 4, 19: 4, 18: 3, 16: 2, 4: 2}, 6, 2) == {"24/22 8/2"}
    assert plays({23: 1, 14: 1}, {22: 2, 19: 2, 13: 2, 11: 2, 7: 2, 5: 2}, 2, 1) == {"23/20"}


def test_r10_larger_number_must_be_played_when_only_one_can() -> None:
    assert plays({13: 1}, {8: 1, 7: 1, 3: 2, 2: 2, 1: 2}, 6, 5) == {"13/7*"}


def test_r10_as_many_of_a_double_as_possible() -> None:
    assert plays({24: 2, 6: 2}, {18: 2, 15: 2}, 3, 3) == {"24/21(2) 6/3(2)"}


def test_r11_a_single_checker_is_hit_and_goes_to_its_bar() -> None:
    end = next(play.end for play in legal_plays(stand({13: 1}, {8: 1}), Roll(5, 5)))
    assert (end.opp_bar, end.opp_on(8)) == (1, 0)
    assert stand({13: 1}, {8: 1}).opp_bar == 0


def test_r12_checkers_on_the_bar_enter_first() -> None:
    entered = plays({25: 1, 13: 2}, {}, 4, 2)
    assert entered == {"bar/21 13/11", "bar/23 13/9", "bar/19"}
    assert moves({25: 1, 13: 2}, {21: 2}, 4) == set()


def test_r13_no_open_point_loses_the_turn() -> None:
    assert plays({25: 1, 8: 3, 6: 5}, SIX_POINTS_HELD, 6, 6) == set()
    dancing = stand({25: 1, 8: 3, 6: 5}, SIX_POINTS_HELD)
    match = after(GameStarted(dancing, WHITE), Rolled(WHITE, Roll(6, 6)), Played(WHITE, dancing))
    assert (match.on_roll, match.position) == (BLACK, dancing)


def test_r13_as_many_as_possible_enter() -> None:
    assert plays({25: 2, 8: 2, 6: 3}, {22: 2, 20: 2, 19: 2}, 4, 3) == {"bar/21"}
    assert plays({25: 2, 6: 3}, {24: 2, 23: 2, 22: 2, 20: 2, 19: 2}, 4, 6) == {"bar/21"}


def test_r14_after_entering_the_other_number_is_played_with_any_checker() -> None:
    assert plays({25: 1, 10: 1}, {20: 2}, 5, 1) == {"bar/24 10/5", "bar/19"}


def test_r15_bearing_off_needs_all_checkers_home_those_off_counted() -> None:
    assert "1/off" in moves({6: 2, 1: 1}, {}, 1)
    assert "1/off" not in moves({7: 1, 1: 1}, {}, 1)
    assert "1/off" not in moves({25: 1, 1: 1}, {}, 1)  # hit meanwhile: it must come home again


def test_r15_each_number_bears_off_from_its_own_point() -> None:
    for number in range(1, 7):
        assert moves({number: 1}, {}, number) == {f"{number}/off"}


def test_r16_an_empty_point_means_moving_from_a_higher_one() -> None:
    assert moves({6: 1, 2: 1}, {}, 5) == {"6/1"}


def test_r16_if_none_can_move_the_number_is_lost() -> None:
    assert moves({6: 1, 2: 1}, {1: 2}, 5) == set()


def test_r17_nothing_higher_bears_off_from_the_highest_point() -> None:
    assert moves({4: 1, 2: 1}, {}, 6) == {"4/off"}
    assert plays({4: 2, 1: 1}, {24: 2}, 6, 5) == {"4/off(2)"}


def test_r17_no_larger_number_from_below_while_a_checker_is_higher() -> None:
    assert moves({6: 1, 4: 1}, {}, 5) == {"6/1"}


def test_r18_nobody_must_bear_off_while_another_play_exists() -> None:
    assert plays({7: 1, 6: 2, 5: 2}, {24: 2}, 6, 1) == {"7/off", "7/1 6/5", "7/1 5/4"}
    assert moves({6: 1, 1: 1}, {}, 1) == {"6/5", "1/off"}


def test_r19_checkers_borne_off_are_counted_on_each_side() -> None:
    match = won({24: 9})
    assert match.seen_by(WHITE).own_off == match.seen_by(BLACK).opp_off == 15
    assert match.seen_by(BLACK).own_off == 6
    assert match.position.own_on(OFF) == 15


def test_r20_the_cube_starts_neutral_at_one() -> None:
    match = after(GameStarted())
    assert (match.cube, match.cube_owner) == (1, None)


@pytest.mark.parametrize("side", Side)
def test_r21_either_side_may_double_on_its_turn_before_rolling(side: Side) -> None:
    match = after(GameStarted(START, side))
    assert refusal(match, Doubled(side)) is None
    assert refusal(match, Doubled(side.other)) is Refusal.NOT_YOUR_TURN
    rolled = apply(match, Rolled(side, Roll(3, 1)))
    assert refusal(rolled, Doubled(side)) is Refusal.ALREADY_ROLLED


def test_r22_the_opponent_takes_or_gives_up_the_game() -> None:
    offered = after(GameStarted(START, WHITE), Doubled(WHITE))
    assert apply(offered, Took(BLACK)).phase is Phase.TO_ROLL
    dropped = apply(offered, Dropped(BLACK))
    assert (dropped.phase, dropped.score) == (Phase.GAME_OVER, (1, 0))


def test_r23_the_taker_owns_the_cube_and_alone_may_redouble() -> None:
    match = after(GameStarted(START, WHITE), Doubled(WHITE), Took(BLACK))
    assert (match.cube, match.cube_owner) == (2, BLACK)
    end = legal_plays(START, Roll(3, 1))[0].end
    match = apply(apply(match, Rolled(WHITE, Roll(3, 1))), Played(WHITE, end))
    assert refusal(match, Doubled(BLACK)) is None
    match = apply(apply(match, Doubled(BLACK)), Took(WHITE))
    assert (match.cube, match.cube_owner) == (4, WHITE)


@pytest.mark.parametrize(("length", "highest"), [(1, 1), (2, 2), (3, 4), (5, 8), (7, 8), (9, 16), (25, 32)])
def test_r24_the_highest_stake_depends_on_the_length(length: int, highest: int) -> None:
    both_dance = Position.of({25: 1, 6: 7, 5: 7}, {25: 1, 6: 7, 5: 7})
    match = after(GameStarted(both_dance, WHITE), rules=Rules(length))
    while match.on_roll is not None and refusal(match, Doubled(match.on_roll)) is None:
        side = match.on_roll
        for action in (Doubled(side), Took(side.other), Rolled(side, Roll(6, 6)), Played(side, both_dance)):
            match = apply(match, action)
    assert match.cube == highest
    assert match.on_roll is not None
    assert refusal(match, Doubled(match.on_roll)) is Refusal.CUBE_DEAD


def test_r25_the_first_to_bear_off_everything_wins() -> None:
    match = won({24: 14})
    assert match.result is not None
    assert (match.phase, match.result.winner) == (Phase.GAME_OVER, WHITE)


def test_r26_a_match_ends_when_the_length_is_reached_or_passed() -> None:
    match = after(GameStarted(), GameSettled(WHITE, 6))
    assert match.phase is Phase.GAME_OVER
    match = apply(apply(match, GameStarted()), GameSettled(WHITE, 4))
    assert (match.phase, match.winner, match.score) == (Phase.MATCH_OVER, WHITE, (10, 0))


def test_r27_a_game_is_worth_the_number_on_the_cube() -> None:
    assert won({24: 14}).score == (1, 0)
    assert won({24: 14}, Doubled(WHITE), Took(BLACK)).score == (2, 0)


def test_r28_a_gammon_is_worth_twice_the_cube() -> None:
    match = won({24: 15}, Doubled(WHITE), Took(BLACK))
    assert match.result is not None
    assert (match.result.level, match.score) == (Level.GAMMON, (4, 0))


@pytest.mark.parametrize("last", [{25: 1}, {6: 1}, {2: 1}], ids=["on the bar", "on his 6-point", "on his 2-point"])
def test_r29_a_backgammon_is_worth_three_times_the_cube(last: dict[int, int]) -> None:
    match = won({24: 14} | last, Doubled(WHITE), Took(BLACK))
    assert match.result is not None
    assert (match.result.level, match.score) == (Level.BACKGAMMON, (6, 0))


def test_r29_a_checker_off_saves_the_backgammon() -> None:
    assert won({24: 13, 25: 1}).score == (1, 0)


DOCS = Path(__file__).parents[2] / "docs" / "rules.md"
_LINK = re.compile(r"(tests/[\w/]+\.py)::(\w+)")


def test_the_table_of_rules_names_every_number_and_only_tests_that_exist() -> None:
    text = DOCS.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (R\d\d) \|", text, re.M)
    assert rows == [f"R{number:02d}" for number in range(1, 31)]
    for file, test in _LINK.findall(text):
        source = (DOCS.parents[1] / file).read_text(encoding="utf-8")
        assert f"def {test}(" in source, f"{file}::{test}"


def test_the_table_of_rules_names_only_code_that_exists() -> None:
    places = re.findall(
        r"`((?:engine|firmware)/\w+\.py)`(?:: ((?:`[\w.]+`(?:, )?)+))?", DOCS.read_text(encoding="utf-8")
    )
    assert len(places) > 30
    for file, names in places:
        source = (DOCS.parents[1] / file).read_text(encoding="utf-8")
        for name in re.findall(r"[\w.]+", names):
            assert re.search(rf"\b{name.rpartition('.')[2]}\b", source), f"{file}: {name}"


def test_every_rule_test_is_linked_from_its_own_row() -> None:
    here = Path(__file__)
    tests = re.findall(r"^def (test_r\d\d_\w+)\(", here.read_text(encoding="utf-8"), re.M)
    assert {test[6:8] for test in tests} == {f"{number:02d}" for number in range(1, 30)}
    rows = {row[2:5]: row for row in DOCS.read_text(encoding="utf-8").splitlines() if re.match(r"\| R\d\d \|", row)}
    for test in tests:
        assert f"tests/engine/{here.name}::{test}" in rows[f"R{test[6:8]}"]
