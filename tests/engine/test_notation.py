"""Plays as text, written one way and read in many."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.notation import IllegalPlay, NotationError, apply_hops, find_play, read_moves, write_play
from engine.plays import Move, Roll, legal_plays
from engine.position import START, Position
from engine.position_id import read_position_id

ORACLE = Path(__file__).parents[1] / "data" / "oracle" / "legal_positions.public.jsonl.gz"


def position(own: dict[int, int], theirs: dict[int, int]) -> Position:
    return Position.of(own, {25 - point: n for point, n in theirs.items()})


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ([], ""),
        ([Move(24, 18, 6, True), Move(18, 13, 5)], "24/18*/13"),
        ([Move(24, 18, 6), Move(18, 13, 5)], "24/13"),
        ([Move(24, 18, 6), Move(18, 13, 5, True)], "24/13*"),
        ([Move(24, 18, 6, True), Move(18, 13, 5, True)], "24/18*/13*"),
        ([Move(25, 22, 3)], "bar/22"),
        ([Move(6, 0, 6), Move(6, 0, 6)], "6/off(2)"),
        ([Move(6, 1, 5, True), Move(6, 1, 5)], "6/1*(2)"),
        ([Move(6, 1, 5), Move(6, 1, 5, True)], "6/1*(2)"),
        ([Move(8, 2, 6), Move(24, 22, 2)], "24/22 8/2"),
        ([Move(13, 8, 5), Move(13, 10, 3)], "13/10 13/8"),
        ([Move(5, 3, 2), Move(3, 0, 4)], "5/off"),
        ([Move(7, 1, 6), Move(1, 0, 1)], "7/off"),
        ([Move(25, 20, 5), Move(25, 20, 5), Move(8, 3, 5), Move(8, 3, 5)], "bar/20(2) 8/3(2)"),
        ([Move(8, 6, 2), Move(8, 6, 2), Move(6, 4, 2), Move(6, 4, 2)], "8/4(2)"),
        ([Move(24, 21, 3), Move(24, 21, 3), Move(6, 3, 3), Move(6, 3, 3)], "24/21(2) 6/3(2)"),
        ([Move(13, 9, 4, True), Move(13, 9, 4), Move(9, 5, 4), Move(9, 5, 4)], "13/9*/5 13/5"),
    ],
)
def test_plays_are_written_the_usual_way(moves: list[Move], text: str) -> None:
    assert write_play(moves) == text


@pytest.mark.parametrize(
    ("text", "hops"),
    [
        ("", ()),
        ("24/18*/13", ((24, 18), (18, 13))),
        ("24-18 18-13", ((24, 18), (18, 13))),
        ("Bar/22", ((25, 22),)),
        ("bar-22*", ((25, 22),)),
        ("25/22", ((25, 22),)),
        ("6/off(2)", ((6, 0), (6, 0))),
        ("6/Off 6/0", ((6, 0), (6, 0))),
        ("8/4*(2)", ((8, 4), (8, 4))),
        ("8/4(2)*", ((8, 4), (8, 4))),
        ("24/22/20(2)", ((24, 22), (22, 20), (24, 22), (22, 20))),
        ("13/8, 6/5", ((13, 8), (6, 5))),
        (" 6/8 ", ((6, 8),)),
    ],
)
def test_many_ways_of_writing_are_read(text: str, hops: tuple[tuple[int, int], ...]) -> None:
    assert read_moves(text) == hops


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("13/8 huh", "huh"),
        ("13/", "13/"),
        ("/8", "/8"),
        ("26/20", "26/20"),
        ("13/x", "13/x"),
        ("off/5", "off/5"),
        ("13/bar", "13/bar"),
        ("8/8", "8/8"),
        ("6/off/3", "6/off/3"),
        ("8/4(0)", "8/4(0)"),
        ("8/4(5)", "8/4(5)"),
        ("13/8**", "13/8**"),
    ],
)
def test_a_word_that_is_no_move_is_named(text: str, word: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_moves(text)
    assert str(caught.value).startswith(f"'{word}' is no move")


@given(st.text(max_size=20) | st.text("0123456789/-*()barof ", max_size=20))
def test_any_text_is_read_or_refused_by_name(text: str) -> None:
    try:
        hops = read_moves(text)
    except NotationError:
        return
    assert all(0 < start <= 25 and 0 <= end < 25 for start, end in hops)


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("13/9", "13/9"),
        ("13/10 10/9", "13/9"),
        ("10/9 13/10", "13/9"),
        ("13/12/9", "13/9"),
        ("6-5 8-5", "8/5 6/5"),
        ("24/23 13/10", "24/23 13/10"),
    ],
)
def test_a_play_is_found_by_the_position_it_leads_to(text: str, usual: str) -> None:
    assert write_play(find_play(START, Roll(3, 1), text).moves) == usual


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("24/18*/13", "24/18*/13"),
        ("24/18/13", "24/18*/13"),
        ("24/18 18/13", "24/18*/13"),
        ("24/19/13", "24/13"),
        ("24/13", "24/13"),
    ],
)
def test_routes_that_hit_differently_are_told_apart(text: str, meant: str) -> None:
    at = position({24: 1, 6: 14}, {18: 1})
    assert write_play(find_play(at, Roll(6, 5), text).moves) == meant


def test_a_hop_over_the_only_open_way_hits_there_even_if_the_text_does_not_say_so() -> None:
    assert write_play(find_play(position({18: 1}, {12: 2, 13: 1}), Roll(6, 5), "18/7").moves) == "18/13*/7"


def test_a_named_stop_that_is_held_is_not_replaced_by_the_other_way() -> None:
    with pytest.raises(IllegalPlay):
        find_play(position({18: 1}, {12: 2, 13: 1}), Roll(6, 5), "18/12/7")


def test_two_ways_that_hit_different_blots_must_be_told_apart_by_the_text() -> None:
    at = position({18: 1}, {12: 1, 13: 1})
    with pytest.raises(NotationError, match="write the point"):
        find_play(at, Roll(6, 5), "18/7")
    assert write_play(find_play(at, Roll(6, 5), "18/13*/7").moves) == "18/13*/7"


def test_a_missing_star_is_supplied_and_a_false_one_refused() -> None:
    at = position({13: 1, 6: 14}, {7: 1})
    assert find_play(at, Roll(6, 1), "13/7 6/5") == find_play(at, Roll(6, 1), "13/7* 6/5")
    with pytest.raises(IllegalPlay):
        find_play(at, Roll(6, 1), "13/7 6/5*")


@pytest.mark.parametrize("text", ["", "8/5", "13/7", "8/5 8/5", "1/off", "23/20 6/5", "6/9"])
def test_what_the_roll_does_not_allow_is_refused_by_name(text: str) -> None:
    with pytest.raises(IllegalPlay, match=f"{text or 'no move'} is not legal with 31"):
        find_play(START, Roll(1, 3), text)


def test_no_text_is_the_play_of_a_dance() -> None:
    at = Position.of({25: 1, 6: 5}, dict.fromkeys(range(1, 7), 2))
    assert find_play(at, Roll(6, 6), "") == ((), at)
    with pytest.raises(IllegalPlay):
        find_play(at, Roll(6, 6), "bar/19")


def test_what_is_written_is_found_again_and_its_moves_lead_to_its_end() -> None:
    with gzip.open(ORACLE, "rt") as lines:
        cases = [json.loads(line) for line in lines][::60]
    for case in cases:
        at, roll = read_position_id(case["position"]), Roll(*case["dice"])
        for play in legal_plays(at, roll)[::3]:
            assert find_play(at, roll, write_play(play.moves)) == play
            assert apply_hops(at, [(move.start, move.end) for move in play.moves]) == play.end


def test_hops_of_an_illegal_play_move_the_checkers_all_the_same() -> None:
    after = apply_hops(START, read_moves("13/8 6/8"))
    assert (after.own_on(13), after.own_on(8), after.own_on(6)) == (4, 5, 4)


def test_hops_hit_a_single_checker_where_they_land_and_only_there() -> None:
    at = position({24: 2}, {20: 1, 18: 1})
    after = apply_hops(at, read_moves("24/18"))
    assert (after.opp_on(18), after.opp_on(20), after.opp_bar) == (0, 1, 1)


def test_a_hop_onto_a_held_point_leaves_both_sides_there() -> None:
    after = apply_hops(START, [(24, 19)])
    assert (after.own_on(19), after.opp_on(19)) == (1, 5)


def test_a_hop_from_an_empty_point_is_refused_by_name() -> None:
    with pytest.raises(NotationError, match="14/8: no checker on 14"):
        apply_hops(START, [(13, 8), (14, 8)])
