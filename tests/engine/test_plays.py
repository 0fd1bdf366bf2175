"""Rolls, single moves, canonical plays and the verified cases of the rules."""

from __future__ import annotations

import pytest

from engine.notation import find_play, write_play
from engine.plays import Move, Roll, legal_ends, legal_plays, play_to, single_moves
from engine.position import START, Position


def position(own: dict[int, int], theirs: dict[int, int]) -> Position:
    """A position from both sides' checkers in the mover's numbering, as rule examples give them (bar 0 theirs)."""
    return Position.of(own, {25 - point: n for point, n in theirs.items()})


def texts(at: Position, roll: str) -> set[str]:
    return {write_play(play.moves) for play in legal_plays(at, Roll.parse(roll))}


@pytest.mark.parametrize(
    ("text", "roll"), [("31", Roll(3, 1)), ("3-1", Roll(3, 1)), ("1-3", Roll(1, 3)), ("66", Roll(6, 6))]
)
def test_roll_is_read_in_either_order_with_or_without_a_dash(text: str, roll: Roll) -> None:
    assert Roll.parse(text) == roll


@pytest.mark.parametrize("text", ["71", "3", "", "311", "3-1-1", "ab", "30", "3--1", "٣1", "²1"])
def test_what_is_no_roll_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="is no roll: two numbers 1 to 6, such as 31 or 3-1") as caught:
        Roll.parse(text)
    assert str(caught.value).startswith(f"'{text}'")


# Mover, opponent (both in the mover's numbering), roll and plays as GNU Backgammon gives them.
VERIFIED = {
    "larger die only": ({13: 1}, {8: 1, 7: 1, 3: 2, 2: 2, 1: 2}, "65", {"13/7*"}),
    "both halves of a plain roll": ({24: 1, 8: 1, 6: 13}, {20: 4, 19: 4, 18: 3, 16: 2, 4: 2}, "62", {"24/22 8/2"}),
    "bear off 4-2 from 5 and 2": ({5: 1, 2: 1}, {24: 1}, "42", {"5/1 2/off", "5/off"}),
    "bear off over a gap": ({4: 2, 1: 1}, {24: 2}, "65", {"4/off(2)"}),
    "only one of two enters": ({25: 2, 6: 3}, {24: 2, 23: 2, 22: 2, 20: 2, 19: 2}, "46", {"bar/21"}),
    "enter one only": ({25: 2, 8: 2, 6: 3}, {22: 2, 20: 2, 19: 2}, "43", {"bar/21"}),
    "dance": ({25: 1, 8: 3, 6: 5}, {24: 2, 23: 2, 22: 2, 21: 2, 20: 2, 19: 2}, "66", set()),
    "straggler": ({7: 1, 6: 2, 5: 2}, {24: 2}, "61", {"7/off", "7/1 6/5", "7/1 5/4"}),
    "all four 3s forced": ({24: 2, 6: 2}, {18: 2, 15: 2}, "33", {"24/21(2) 6/3(2)"}),
    "14/12 alone is illegal": ({23: 1, 14: 1}, {22: 2, 19: 2, 13: 2, 11: 2, 7: 2, 5: 2}, "21", {"23/20"}),
    "23/18 alone is illegal": ({23: 1, 1: 1}, {20: 2, 19: 2, 13: 2, 10: 2, 7: 2}, "25", {"23/16"}),
    "9/3 alone is illegal": (
        {10: 1, 9: 1},
        {20: 2, 19: 2, 18: 2, 14: 2, 12: 2, 6: 2, 5: 2},
        "56",
        {"10/4 9/4"},
    ),
    "hit on the only open way": ({18: 1}, {12: 2, 13: 1}, "65", {"18/13*/7"}),
    "no hit round a held point": ({18: 1}, {12: 2}, "65", {"18/7"}),
    "four aces borne off": ({1: 4, 2: 1}, {24: 2}, "11", {"1/off(4)", "2/1 1/off(3)"}),
    "last checker and three numbers to spare": ({1: 1}, {24: 2}, "66", {"1/off"}),
    "one start of two is held": ({13: 2, 11: 2}, {12: 2}, "11", {"11/9(2)", "11/8 11/10", "11/7"}),
    "forced entry with one of two": ({25: 2}, {19: 2, 20: 2, 22: 2, 23: 2, 24: 2}, "64", {"bar/21"}),
    "gammon saved by 7/off": ({7: 1, 6: 5, 5: 5, 4: 4}, {}, "61", {"7/off", "7/1 6/5", "7/1 5/4", "7/1 4/3"}),
}


@pytest.mark.parametrize("name", VERIFIED)
def test_verified_example(name: str) -> None:
    """Compared by the positions reached: one play can be written in several ways."""
    own, theirs, text, plays = VERIFIED[name]
    at, roll = position(own, theirs), Roll.parse(text)
    assert {find_play(at, roll, play).end for play in plays} == set(legal_ends(at, roll))
    assert len(legal_plays(at, roll)) == len(plays)


def test_nobody_is_on_the_bar_at_the_start_and_31_has_sixteen_plays() -> None:
    assert (START.own_bar, START.opp_bar) == (0, 0)
    assert len(legal_plays(START, Roll(3, 1))) == 16


def test_a_hit_sends_exactly_one_checker_to_the_bar_and_is_marked() -> None:
    after_64 = next(play.end for play in legal_plays(START, Roll(6, 4)) if write_play(play.moves) == "24/14")
    hit = next(p for p in legal_plays(after_64.turned, Roll(2, 1)) if write_play(p.moves) == "13/11* 6/5")
    assert hit.end.opp_bar == 1
    assert hit.moves == (Move(13, 11, 2, True), Move(6, 5, 1, False))
    assert sum(hit.end.opp_on(point) for point in range(1, 25)) + hit.end.opp_bar + hit.end.opp_off == 15


def test_two_moves_to_one_blot_hit_it_once_near_home_too() -> None:
    """By hand: 6/3* 5/3 makes the point on the blot; one checker goes to the bar, and only the first move hits."""
    play = next(p for p in legal_plays(position({6: 1, 5: 1}, {3: 1}), Roll(3, 2)) if p.end.own_on(3) == 2)
    assert play.moves == (Move(6, 3, 3, True), Move(5, 3, 2, False))
    assert play.end == Position.of({3: 2}, {25: 1})


def test_points_are_numbered_by_the_side_on_roll_for_both_sides() -> None:
    made = next(play for play in legal_plays(START.turned, Roll(3, 1)) if write_play(play.moves) == "8/5 6/5")
    assert made.end.own_on(5) == 2
    assert made.end.turned.opp_on(20) == 2


def test_both_numbers_must_be_played_even_when_one_would_bear_off_the_last_checker() -> None:
    at = position({5: 1}, {3: 1})
    assert texts(at, "52") == {"5/3*/off"}


def test_larger_number_must_be_played_when_only_one_can() -> None:
    at = position({13: 1}, {8: 1, 7: 1, 3: 2, 2: 2, 1: 2})
    assert [move.start - move.end for play in legal_plays(at, Roll(5, 6)) for move in play.moves] == [6]


def test_order_of_the_dice_changes_nothing() -> None:
    for larger, smaller in ((6, 1), (5, 2), (4, 3)):
        assert legal_plays(START, Roll(larger, smaller)) == legal_plays(START, Roll(smaller, larger))


def test_moves_of_a_play_can_be_made_in_their_order() -> None:
    for at, roll in ((START, Roll(2, 2)), (position({25: 1, 7: 1, 3: 2}, {20: 1, 4: 1}), Roll(5, 3))):
        for play in legal_plays(at, roll):
            now = at
            for move in play.moves:
                assert move in single_moves(now, move.number)
                now = step(now, move)
            assert now == play.end


def step(at: Position, move: Move) -> Position:
    own = at.own + (1 << 4 * move.end) - (1 << 4 * move.start)
    opp = at.opp + ((1 << 100) - (1 << 4 * (25 - move.end)) if move.is_hit else 0)
    return Position(own, opp)


def test_single_moves_tell_the_hit_and_the_number_of_a_bear_off() -> None:
    assert single_moves(position({4: 1, 2: 1}, {1: 1}), 3) == (Move(4, 1, 3, True),)
    assert single_moves(position({4: 1, 2: 1}, {}), 6) == (Move(4, 0, 6, False),)
    assert single_moves(position({25: 1, 13: 2}, {22: 2}), 3) == ()


def test_play_to_finds_the_play_of_an_end_and_nothing_for_any_other_position() -> None:
    plays = legal_plays(START, Roll(5, 3))
    assert [play_to(START, Roll(5, 3), play.end) for play in plays] == list(plays)
    assert play_to(START, Roll(5, 3), START) is None


def test_a_won_position_has_no_plays() -> None:
    won = position({}, {24: 2})
    assert legal_ends(won, Roll(6, 6)) == ()
    assert legal_plays(won, Roll(2, 1)) == ()
