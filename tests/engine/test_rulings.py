"""Which rule a position breaks. The expected rulings follow from the rules and the warnings that players are shown."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.notation import apply_hops, read_moves
from engine.plays import Roll, legal_ends, play_tree
from engine.position import START, Position, slots
from engine.position_id import read_position_id
from engine.rulings import ONLY_ON_PASSING, Broken, Ruling, explain

ORACLE = Path(__file__).parents[1] / "data" / "oracle" / "legal_positions.public.jsonl.gz"


def position(own: dict[int, int], theirs: dict[int, int]) -> Position:
    """Both sides' checkers in the mover's numbering."""
    return Position.of(own, {25 - point: n for point, n in theirs.items()})


def ruled(at: Position, roll: str, hops: str) -> Ruling:
    """The ruling on hops made by hand, which must not be a legal play."""
    return judged(at, roll, apply_hops(at, read_moves(hops)))


def judged(at: Position, roll: str, reached: Position) -> Ruling:
    rolled = Roll.parse(roll)
    assert reached not in legal_ends(at, rolled)
    return explain(at, rolled, reached, play_tree(at, rolled))


AT_BAR = position({25: 2, 13: 5, 6: 8}, {20: 2, 21: 2})
HELD_BETWEEN = position({24: 2, 13: 5, 6: 8}, {21: 2, 19: 3})
ONE_OUTSIDE = position({9: 1, 5: 3, 2: 2}, {24: 2})
HOME = position({6: 2, 4: 2, 1: 1}, {24: 2})
BLOT_ON_9 = position({13: 2, 6: 5}, {9: 1, 1: 2})


@pytest.mark.parametrize(
    ("at", "roll", "hops", "ruling"),
    [
        (AT_BAR, "31", "13/10 13/12", Ruling(Broken.BAR_FIRST, count=2)),
        (AT_BAR, "31", "bar/22 13/12", Ruling(Broken.BAR_FIRST, count=1)),
        (AT_BAR, "31", "bar/21", Ruling(Broken.POINT_HELD, (21,), count=2)),
        (AT_BAR, "33", "bar/16", Ruling(Broken.BAR_FIRST, count=1)),
        (HELD_BETWEEN, "53", "24/21", Ruling(Broken.POINT_HELD, (21,), count=2)),
        (HELD_BETWEEN, "53", "24/16", Ruling(Broken.NO_WAY, (24, 16, 19, 21))),
        (HELD_BETWEEN, "33", "24/15", Ruling(Broken.NO_WAY, (24, 15, 21))),
        (START, "53", "24/15", Ruling(Broken.NOT_ON_DICE, (24, 15), (5, 3), 9)),
        (START, "53", "13/8 24/20", Ruling(Broken.NOT_ON_DICE, (24, 20), (5, 3), 4)),
        (START, "53", "13/8 13/8", Ruling(Broken.NUMBER_USED_UP, (13, 8), (5,))),
        (START, "21", "13/14", Ruling(Broken.BACKWARDS, (13, 14))),
        (START, "65", "13/7 6/9", Ruling(Broken.BACKWARDS, (6, 9))),
        (ONE_OUTSIDE, "52", "5/off 2/off", Ruling(Broken.NOT_HOME, (9,), count=1)),
        (HOME, "53", "4/off 6/3", Ruling(Broken.HIGHER_CHECKER, (4, 6), (5,))),
        (HOME, "43", "6/off", Ruling(Broken.NUMBER_TOO_SMALL, (6,), (4,))),
        (START, "31", "8/5 6/5 24/23", Ruling(Broken.TOO_MANY_MOVES, numbers=(3, 1), count=3)),
        (START, "11", "8/7(2) 6/5(2) 24/23", Ruling(Broken.TOO_MANY_MOVES, numbers=(1, 1, 1, 1), count=5)),
        (START, "31", "8/5", Ruling(Broken.NUMBER_LEFT, (24, 23), (1,), 1)),
        (START, "33", "8/5(2) 6/3", Ruling(Broken.DOUBLE_UNFINISHED, numbers=(3,), count=1)),
        (START, "33", "24/18", Ruling(Broken.DOUBLE_UNFINISHED, numbers=(3,), count=2)),
    ],
)
def test_broken_rule_is_named_with_its_checker_and_number(at: Position, roll: str, hops: str, ruling: Ruling) -> None:
    assert ruled(at, roll, hops) == ruling


def test_first_move_that_kills_the_second_is_told() -> None:
    at = position({10: 1, 9: 1}, dict.fromkeys((20, 19, 18, 14, 12, 6, 5), 2))
    assert ruled(at, "56", "9/3") == Ruling(Broken.SECOND_KILLED, numbers=(6, 5))


def test_smaller_number_where_the_larger_is_due_is_told() -> None:
    at = position({13: 1}, {8: 1, 7: 1, 3: 2, 2: 2, 1: 2})
    assert ruled(at, "65", "13/8") == Ruling(Broken.LARGER_DUE, numbers=(6,))


def test_moves_still_missing_of_a_double_are_those_that_can_be_played() -> None:
    at = position({20: 1, 10: 1}, {5: 2})
    assert ruled(at, "55", "20/15") == Ruling(Broken.DOUBLE_UNFINISHED, numbers=(5,), count=1)


def test_nothing_moved_tells_the_numbers_to_play() -> None:
    assert judged(START, "35", START) == Ruling(Broken.NOTHING_MOVED, numbers=(5, 3))


def with_opponent(at: Position, *hops: tuple[int, int]) -> Position:
    """The opponent's checkers moved by hand, named in the mover's numbering (its bar 0)."""
    opp = at.opp
    for start, end in hops:
        opp += (1 << 4 * (25 - end)) - (1 << 4 * (25 - start))
    return Position(at.own, opp)


def test_opponents_checker_moved_is_told_in_the_movers_numbering() -> None:
    reached = with_opponent(apply_hops(START, [(13, 8), (13, 10)]), (12, 14))
    assert judged(START, "53", reached) == Ruling(Broken.OPPONENT_MOVED, (12, 14))


def test_only_the_opponents_checker_moved() -> None:
    assert judged(START, "53", with_opponent(START, (12, 14))) == Ruling(Broken.OPPONENT_MOVED, (12, 14))


@pytest.mark.parametrize("laid_on", [9, 20, 25])
def test_hit_checker_must_be_on_its_bar(laid_on: int) -> None:
    hit = apply_hops(BLOT_ON_9, [(13, 9), (6, 5)])
    assert judged(BLOT_ON_9, "41", with_opponent(hit, (0, laid_on))) == Ruling(Broken.HIT_NOT_ON_BAR, (9,))


def test_checker_missing_from_the_board_is_too_few_where_it_should_stand() -> None:
    reached = apply_hops(START, [(13, 8), (13, 10)])
    short = Position(reached.own - (1 << 4 * 10), reached.opp)
    assert explain(START, Roll(5, 3), short, play_tree(START, Roll(5, 3))) == Ruling(Broken.TOO_FEW, (10,), count=1)


def test_one_checker_more_is_too_many_where_it_stands() -> None:
    reached = apply_hops(START, [(13, 8), (13, 10)])
    more = Position(reached.own + (1 << 4 * 10), reached.opp)
    assert explain(START, Roll(5, 3), more, play_tree(START, Roll(5, 3))) == Ruling(Broken.TOO_MANY, (10,), count=1)


@pytest.mark.parametrize(
    ("change", "ruling"),
    [(-1, Ruling(Broken.TOO_FEW, (12,), count=1)), (1, Ruling(Broken.TOO_MANY, (12,), count=1))],
)
def test_opponents_checkers_are_counted_too_in_the_movers_numbering(change: int, ruling: Ruling) -> None:
    reached = apply_hops(START, [(13, 8), (13, 10)])
    other = Position(reached.own, reached.opp + change * (1 << 4 * 13))
    assert explain(START, Roll(5, 3), other, play_tree(START, Roll(5, 3))) == ruling


def test_a_legal_end_leaves_nothing_to_tell() -> None:
    tree = play_tree(START, Roll(5, 3))
    assert {explain(START, Roll(5, 3), play.end, tree).points for play in tree.plays} == {()}


def test_bearing_off_the_last_checker_with_one_number_is_told_where_both_can_be_played() -> None:
    assert ruled(position({5: 1}, {3: 1}), "52", "5/off") == Ruling(Broken.SECOND_KILLED, numbers=(5, 2))


def test_what_is_told_only_on_passing_are_the_unplayed_numbers() -> None:
    assert {kind.name for kind in ONLY_ON_PASSING} == {
        "NOTHING_MOVED",
        "NUMBER_LEFT",
        "SECOND_KILLED",
        "LARGER_DUE",
        "DOUBLE_UNFINISHED",
    }


def test_every_position_on_the_way_is_told_as_unfinished() -> None:
    with gzip.open(ORACLE, "rt") as lines:
        cases = [json.loads(line) for line in lines][::150]
    for case in cases:
        at, roll = read_position_id(case["position"]), Roll(*case["dice"])
        tree = play_tree(at, roll)
        for node in list(tree.nodes.keys() - {play.end for play in tree.plays})[:40]:
            assert explain(at, roll, node, tree).kind in ONLY_ON_PASSING


def shuffled(packed: int, chance: random.Random, times: int) -> int:
    for _ in range(times):
        start = chance.choice([slot for slot, _ in slots(packed)])
        end = chance.randrange(26)
        if packed >> 4 * end & 15 < 15:
            packed += (1 << 4 * end) - (1 << 4 * start)
    return packed


@settings(max_examples=200, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 7), st.integers(0, 3), st.booleans())
def test_any_two_positions_of_the_same_checkers_get_a_ruling(
    chance: random.Random, own: int, theirs: int, from_start: bool
) -> None:
    at = START if from_start else Position(shuffled(START.own, chance, 12), shuffled(START.opp, chance, 12))
    roll = Roll(chance.randint(1, 6), chance.randint(1, 6))
    reached = Position(shuffled(at.own, chance, own), shuffled(at.opp, chance, theirs))
    tree = play_tree(at, roll)
    if reached not in {play.end for play in tree.plays}:
        assert isinstance(explain(at, roll, reached, tree), Ruling)
