"""Every ruling in words: exactly the texts that players are promised, two lines of at most 21 characters."""

from __future__ import annotations

import itertools

import pytest

from engine.plays import Roll
from engine.position import Side
from engine.rulings import Broken, Ruling
from firmware.policy import Policy
from firmware.screens import COLUMNS
from firmware.warnings import nothing_moved, unfinished_lines, warning_lines

WHITE, BLACK = Side.WHITE, Side.BLACK
ROLL = Roll(5, 3)

ROWS = [
    (Ruling(Broken.BAR_FIRST, count=2), "Enter from the bar", "first: 2 waiting"),
    (Ruling(Broken.POINT_HELD, (18,), count=3), "18 is blocked: 3", "black checkers"),
    (Ruling(Broken.NO_WAY, (24, 16, 19, 21)), "No way from 24 to 16:", "21 and 19 are held"),
    (Ruling(Broken.NO_WAY, (24, 15, 21)), "24 to 15 stops:", "21 is held"),
    (Ruling(Broken.NOT_ON_DICE, (24, 15), (5, 3), 9), "24 to 15 is 9:", "you rolled 5 3"),
    (Ruling(Broken.NUMBER_USED_UP, (13, 8), (5,)), "13 to 8: the 5", "is played already"),
    (Ruling(Broken.BACKWARDS, (12, 14)), "12 to 14 is backwards", ""),
    (Ruling(Broken.NOT_HOME, (9,), count=1), "Not home yet:", "1 checker on 9"),
    (Ruling(Broken.HIGHER_CHECKER, (4, 6), (5,)), "No 5 off from 4:", "a checker is on 6"),
    (Ruling(Broken.NUMBER_TOO_SMALL, (6,), (4,)), "A 4 is too small", "to bear off 6"),
    (Ruling(Broken.OPPONENT_MOVED, (13, 12)), "Black's checker moved", "13 to 12"),
    (Ruling(Broken.TOO_MANY_MOVES, numbers=(3, 1), count=3), "3 moves, but 2 rolled", ""),
    (Ruling(Broken.HIT_NOT_ON_BAR, (9,)), "Hit checker: put it", "on the bar"),
    (Ruling(Broken.TOO_FEW, (14,), count=1), "1 checker too few:", "look at 14"),
    (Ruling(Broken.TOO_MANY, (14,), count=2), "2 checkers too many:", "look at 14"),
    (Ruling(Broken.NOTHING_MOVED, numbers=(5, 3)), "No checker moved:", "play 5 3"),
    (Ruling(Broken.NUMBER_LEFT, (8, 5), (3,), 1), "One more number", "can be played: 3"),
    (Ruling(Broken.SECOND_KILLED, numbers=(6, 5)), "Both numbers can be", "played: start over"),
    (Ruling(Broken.LARGER_DUE, numbers=(6,)), "Only one number fits:", "it must be the 6"),
    (Ruling(Broken.DOUBLE_UNFINISHED, numbers=(3,), count=1), "Play all four 3s:", "1 more is possible"),
]


@pytest.mark.parametrize(("ruling", "first", "second"), ROWS, ids=[row[1] for row in ROWS])
def test_ruling_has_exactly_its_words(ruling: Ruling, first: str, second: str) -> None:
    assert warning_lines(ruling, WHITE, ROLL) == (first, second)


def test_every_kind_of_ruling_has_words_here() -> None:
    assert {ruling.kind for ruling, _, _ in ROWS} == set(Broken)


def test_one_number_left_has_an_example_at_home() -> None:
    ruling = Ruling(Broken.NUMBER_LEFT, (8, 5), (3,), 1)
    assert warning_lines(ruling, WHITE, ROLL, Policy.HOME) == ("You must also play 3", "e.g. 8/5")
    from_bar = Ruling(Broken.NUMBER_LEFT, (25, 22), (3,), 1)
    assert warning_lines(from_bar, WHITE, ROLL, Policy.HOME)[1] == "e.g. bar/22"


def test_the_opponent_is_named_by_its_own_colour() -> None:
    assert warning_lines(Ruling(Broken.POINT_HELD, (18,), count=2), BLACK, ROLL)[1] == "white checkers"
    assert warning_lines(Ruling(Broken.OPPONENT_MOVED, (12, 14)), BLACK, ROLL)[0] == "White's checker moved"


def test_opponents_bar_and_off_have_their_names() -> None:
    assert warning_lines(Ruling(Broken.OPPONENT_MOVED, (0, 7)), WHITE, ROLL)[1] == "bar to 7"
    assert warning_lines(Ruling(Broken.OPPONENT_MOVED, (24, 25)), WHITE, ROLL)[1] == "24 to off"


@pytest.mark.parametrize(("roll", "words"), [(Roll(3, 5), "play 5 3"), (Roll(4, 4), "play 4 4"), (None, "")])
def test_nothing_moved_names_the_roll_the_larger_first(roll: Roll | None, words: str) -> None:
    assert nothing_moved(roll) == ("No checker moved:", words)


def test_play_still_under_way_without_a_ruling_is_a_checker_missing() -> None:
    assert unfinished_lines(None, Policy.CLUB, WHITE)[0] == "A checker is missing:"


def rulings() -> list[Ruling]:
    """Every kind with the longest names and numbers it can carry."""
    made = []
    for kind, start, count in itertools.product(Broken, (25, 24, 13), (1, 10, 15)):
        ways = [(start, 10, 12, 11), (start, 10, 11)] if kind is Broken.NO_WAY else [(start, 10), (10, start)]
        made += [Ruling(kind, points, (6, 6, 6, 6), count) for points in ways]
    return made


@pytest.mark.parametrize("mover", list(Side))
@pytest.mark.parametrize("policy", list(Policy))
def test_no_warning_is_wider_than_its_lines_and_none_is_empty(mover: Side, policy: Policy) -> None:
    for ruling in rulings():
        first, second = warning_lines(ruling, mover, ROLL, policy)
        assert first
        assert max(len(first), len(second)) <= COLUMNS


def test_numbers_of_the_longest_warnings_are_not_cut() -> None:
    assert warning_lines(Ruling(Broken.BACKWARDS, (12, 25)), WHITE, ROLL) == ("12 to bar is", "backwards")
    assert warning_lines(Ruling(Broken.NO_WAY, (25, 17, 22, 20)), WHITE, ROLL)[0].startswith("No way from bar to 17")
    many = warning_lines(Ruling(Broken.TOO_MANY_MOVES, numbers=(3, 1), count=10), WHITE, ROLL)
    assert "10 moves" in many[0]
    assert "2 rolled" in " ".join(many)
