"""Illegal positions of every kind: each is called by its name or by a stronger one that is also true."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from time import thread_time

import pytest

from engine.plays import Roll, play_tree
from engine.position import START, Position
from engine.position_id import read_position_id
from engine.rulings import Broken, Ruling, explain
from tests.engine.illegal_positions import own_moved
from tests.engine.ruling_table import HEADING, MEANINGS, Judged, cases, document, judged
from tests.engine.ruling_truth import is_true

DOCUMENT = Path(__file__).parents[2] / "docs" / "rulings.md"


def named_wrongly(some: list[Judged]) -> list[str]:
    return [f"{one.made.name} in {one.case[:2]} to {one.reached}: {one.told}" for one in some if not one.is_right]


def test_every_mistake_is_named_by_its_kind_or_a_stronger_true_one() -> None:
    some = list(judged(every=40))
    assert named_wrongly(some) == []
    assert {one.made for one in some} == set(Broken)


def test_most_mistakes_are_named_by_their_own_kind() -> None:
    made: Counter[Broken] = Counter()
    named: Counter[Broken] = Counter()
    for one in judged(every=40):
        made[one.made] += 1
        named[one.made] += one.told.kind is one.made
    # Backwards with a checker on the bar is told as the bar's: that is a third of those positions.
    assert {kind for kind in Broken if named[kind] < 0.75 * made[kind]} <= {Broken.BACKWARDS}


@pytest.mark.ci
def test_every_mistake_in_thousands_of_positions_is_named_rightly_and_the_document_shows_it() -> None:
    table: dict[Broken, Counter[Broken]] = {kind: Counter() for kind in Broken}
    wrong: list[str] = []
    for one in judged():
        table[one.made][one.told.kind] += 1
        wrong += named_wrongly([one])
    assert wrong == []
    assert DOCUMENT.read_text("utf-8") == document(table, sum(1 for _ in cases()))


def test_document_explains_every_kind_in_todays_words() -> None:
    text = DOCUMENT.read_text("utf-8")
    pattern = re.escape(HEADING).replace(r"\{positions\}", r"\d+").replace(r"\{total\}", r"\d+")
    assert re.match(pattern, text)
    assert all(f"| {kind.name} | {MEANINGS[kind]} |" in text for kind in Broken)


@pytest.mark.ci
def test_nearly_every_ruling_takes_less_than_a_millisecond() -> None:
    times = []
    for one in list(judged(every=5)):
        began = thread_time()
        explain(one.case.position, one.case.roll, one.reached, one.case.tree)
        times.append(thread_time() - began)
    assert sorted(times)[len(times) * 99 // 100] < 0.001


# What the table found ----------------------------------------------------------------------------------------------


def position(own: dict[int, int], theirs: dict[int, int]) -> Position:
    """Both sides' checkers in the mover's numbering."""
    return Position.of(own, {25 - point: n for point, n in theirs.items()})


def told(at: Position, roll: str, own: dict[int, int], theirs: dict[int, int]) -> Ruling:
    """The ruling on changes of both sides' checkers, by place in the mover's numbering (the opponent's bar is 0)."""
    reached = Position(
        at.own + sum(count << 4 * slot for slot, count in own.items()),
        at.opp + sum(count << 4 * (25 - place) for place, count in theirs.items()),
    )
    rolled = Roll.parse(roll)
    ruling = explain(at, rolled, reached, play_tree(at, rolled))
    assert is_true(at, rolled, reached, ruling)
    return ruling


def test_own_blot_hit_by_the_opponents_checker_is_the_opponents_move() -> None:
    at = position({13: 5, 8: 3, 6: 5, 4: 1, 24: 1}, {1: 2, 12: 5, 17: 3, 19: 5})
    assert told(at, "31", {4: -1, 25: 1}, {1: -1, 4: 1}) == Ruling(Broken.OPPONENT_MOVED, (1, 4))


def test_own_blot_hit_where_an_opposing_one_was_hit_is_the_opponents_move() -> None:
    """With 6-3 the mover hit on 1 from 4, and an opposing checker from 12 hit him there: nothing seems to have come."""
    at = position({13: 2, 6: 6, 4: 2, 3: 3, 24: 2}, {1: 1, 8: 1, 12: 2, 18: 3, 19: 3, 22: 5})
    assert told(at, "63", {4: -1, 25: 1}, {12: -1, 0: 1}) == Ruling(Broken.OPPONENT_MOVED, (12, 1))


def test_checker_that_stays_on_the_bar_while_an_opposing_one_comes_somewhere_waits_there() -> None:
    """5-2: 13/10, the bar as it was, and an opposing checker moved: not an entry that was hit again."""
    at = position({25: 1, 24: 2, 13: 5, 8: 2, 6: 5}, {19: 5, 17: 3, 12: 6, 9: 1})
    assert told(at, "52", {13: -1, 10: 1}, {19: -1, 11: 1}) == Ruling(Broken.BAR_FIRST, count=1)


def test_checker_put_back_on_the_bar_by_hand_went_backwards() -> None:
    at = position({20: 1, 2: 3, 3: 11}, {24: 5, 23: 7, 13: 1, 5: 1, 0: 1})
    assert told(at, "42", {20: -1, 25: 1}, {}) == Ruling(Broken.BACKWARDS, (20, 25))


def test_blot_hit_in_passing_is_no_move_of_the_opponents() -> None:
    """5-3: 13/8*/5 and then one move too many, 24/19."""
    at = position({24: 2, 13: 5, 6: 8}, {8: 1, 1: 14})
    ruling = told(at, "53", {13: -1, 5: 1, 24: -1, 19: 1}, {8: -1, 0: 1})
    assert ruling == Ruling(Broken.TOO_MANY_MOVES, numbers=(5, 3), count=3)


def test_five_moves_of_a_double_are_not_told_as_one_backwards() -> None:
    """1-1: 24/23, 8/7(2), 6/5, 5/4."""
    ruling = told(START, "11", {24: -1, 23: 1, 8: -2, 7: 2, 6: -1, 4: 1}, {})
    assert ruling == Ruling(Broken.TOO_MANY_MOVES, numbers=(1, 1, 1, 1), count=5)


def test_blot_still_under_a_checker_was_hit() -> None:
    """6-1: 8/2*/1*; one hit checker lies on the bar, the other still where it was."""
    at = position({6: 2, 8: 2, 13: 5, 18: 1, 20: 2, 22: 1, 24: 2}, {19: 4, 17: 3, 14: 1, 12: 3, 9: 1, 5: 1, 2: 1, 1: 1})
    assert told(at, "61", {8: -1, 1: 1}, {2: -1, 0: 1}) == Ruling(Broken.HIT_NOT_ON_BAR, (1,))


def test_blot_that_need_not_be_hit_was_moved() -> None:
    """6-3: 7/off goes over 4 with a hit or over 1 without; the blot of 4 that stands on 19 was moved there."""
    at = position({1: 14, 7: 1}, {21: 1, 18: 1, 12: 1, 11: 1, 9: 1, 8: 1, 6: 3, 5: 1, 4: 1, 3: 4})
    assert told(at, "63", {7: -1, 0: 1}, {4: -1, 19: 1}) == Ruling(Broken.OPPONENT_MOVED, (4, 19))


def test_checker_missing_on_the_way_of_a_play_is_missed_where_it_was() -> None:
    """5-3: only 13/8 played yet, and an opposing checker gone from 12."""
    assert told(START, "53", {13: -1, 8: 1}, {12: -1}) == Ruling(Broken.TOO_FEW, (12,), count=1)


@pytest.mark.parametrize(
    ("own", "theirs", "ruling"),
    [
        ({13: -4, 8: 1, 10: 1}, {}, Ruling(Broken.TOO_FEW, (13,), count=2)),
        ({13: -2, 8: 1, 10: 1}, {12: -2}, Ruling(Broken.TOO_FEW, (12,), count=2)),
        ({13: -2, 8: 1, 10: 1}, {12: 3}, Ruling(Broken.TOO_MANY, (12,), count=3)),
    ],
)
def test_several_checkers_missing_or_too_many_are_counted(
    own: dict[int, int], theirs: dict[int, int], ruling: Ruling
) -> None:
    assert told(START, "53", own, theirs) == ruling


def test_borne_off_with_a_number_used_before_is_told_as_too_small_for_the_rest() -> None:
    """3-1: 7/6 with the 1; then 4 borne off, for which a 3 is too small."""
    at = position({1: 4, 2: 6, 3: 1, 4: 3, 7: 1}, {24: 7, 21: 2, 19: 6})
    ruling = told(at, "31", {7: -1, 6: 1, 4: -1, 0: 1}, {})
    assert ruling == Ruling(Broken.NUMBER_TOO_SMALL, (4,), (3,))


def test_same_position_by_two_mistakes_is_told_as_the_more_important() -> None:
    """3-1: 8/5 and 6/3, a 3 too many, or 8/3 and 6/5, a 5 that was not rolled."""
    ruling = told(START, "31", {8: -1, 6: -1, 5: 1, 3: 1}, {})
    assert ruling == Ruling(Broken.NOT_ON_DICE, (8, 3), (3, 1), 5)


def test_ruling_on_the_roll_with_the_most_plays_is_quick_too() -> None:
    at, roll = read_position_id("AACA/z+oJKVSKg"), Roll(1, 1)
    tree = play_tree(at, roll)
    reached = own_moved(at, max(point for point in range(1, 25) if at.own_on(point)), 1)
    began = thread_time()
    explain(at, roll, reached, tree)
    assert thread_time() - began < 0.01
