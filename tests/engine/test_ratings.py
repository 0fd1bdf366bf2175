"""Ratings by the FIBS formula. Expected numbers are other people's tables and printouts, named with each test."""

from __future__ import annotations

import pytest

from engine.ratings import Rating, rated, winning_chance

OLD_HAND = 400  # experience from which on everybody's rating changes equally fast


# goldtoken.com, "Ratings in Practice": the opponent's rating relative to one's own, match length, for a win, for a
# loss, once both have played 400 points.
GOLDTOKEN = [
    (0, 1, 2.0, -2.0),
    (0, 3, 3.5, -3.5),
    (0, 5, 4.5, -4.5),
    (0, 7, 5.3, -5.3),
    (0, 9, 6.0, -6.0),
    (250, 1, 2.3, -1.7),
    (250, 5, 5.9, -3.1),
    (500, 3, 5.1, -1.9),
    (500, 9, 10.2, -1.8),
    (1000, 7, 10.1, -0.5),
    (1000, 9, 11.6, -0.4),
    (-250, 7, 3.4, -7.2),
    (-500, 1, 1.4, -2.6),
]


@pytest.mark.parametrize(("difference", "length", "win", "loss"), GOLDTOKEN)
def test_changes_are_those_of_a_published_table(difference: int, length: int, win: float, loss: float) -> None:
    me, other = Rating(1500, OLD_HAND), Rating(1500 + difference, OLD_HAND)
    won, _ = rated(me, other, length)
    _, lost = rated(other, me, length)
    assert won.points - 1500 == pytest.approx(win, abs=0.0501)
    assert lost.points - 1500 == pytest.approx(loss, abs=0.0501)


# bkgm.com/rgb, article 45: what the favourite must win to keep his rating; match lengths 1, 3, 5, 7, 9 and 11.
AVERAGES = {
    0: (0.500, 0.500, 0.500, 0.500, 0.500, 0.500),
    100: (0.529, 0.550, 0.564, 0.576, 0.585, 0.594),
    400: (0.613, 0.689, 0.737, 0.772, 0.799, 0.822),
    700: (0.691, 0.802, 0.858, 0.894, 0.918, 0.935),
}


@pytest.mark.parametrize("difference", AVERAGES)
def test_winning_chances_are_those_of_a_published_table(difference: int) -> None:
    chances = [winning_chance(1500 + difference, 1500, length) for length in (1, 3, 5, 7, 9, 11)]
    assert chances == pytest.approx(AVERAGES[difference], abs=0.00101)


def test_change_is_what_the_server_prints() -> None:
    """A printout of the server, one point: P=0.505861, so D is 20.36; experience 500 and 5832, change 2.023443."""
    winner, loser = Rating(1690.0, 500), Rating(1710.36, 5832)
    won, lost = rated(winner, loser, 1)
    assert 1 - winning_chance(winner.points, loser.points, 1) == pytest.approx(0.505861, abs=1e-5)
    assert won.points - winner.points == pytest.approx(2.023443, abs=1e-4)
    assert lost.points - loser.points == pytest.approx(-2.023443, abs=1e-4)


def test_chances_of_both_sides_make_one() -> None:
    assert winning_chance(1612, 1755, 7) + winning_chance(1755, 1612, 7) == pytest.approx(1)


# bkgm.com/rgb, article 45: the multiplier starts at 5 and is 4 at an experience of 100, 3 at 200, and so on.
@pytest.mark.parametrize(("experience", "times"), [(0, 5), (100, 4), (200, 3), (300, 2), (400, 1), (5000, 1)])
def test_newcomers_ratings_change_faster_by_their_own_experience(experience: int, times: int) -> None:
    won, lost = rated(Rating(1500, experience), Rating(1500, OLD_HAND), 1)
    assert won.points == 1500 + 2 * times
    assert lost.points == 1498


def test_everybody_begins_with_1500_and_gains_the_match_length_as_experience() -> None:
    """Two newcomers, nine points: each change is 4 x 5 x 3 x 1/2 = 30."""
    won, lost = rated(Rating(), Rating(), 9)
    assert (won, lost) == (Rating(1530, 9), Rating(1470, 9))


@pytest.mark.parametrize("length", [0, -1])
def test_money_session_is_not_rated(length: int) -> None:
    with pytest.raises(ValueError, match="rated"):
        rated(Rating(), Rating(), length)


def test_experience_below_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="experience"):
        Rating(1500, -1)
