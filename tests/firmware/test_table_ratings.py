"""Ratings after a match: shown if both players have one, by the formula of FIBS.

Two equal players of much experience stake 2 points in a match to 1 (4 x sqrt(1) x 1/2), newcomers five times as much.
"""

from __future__ import annotations

from typing import Any

from engine.actions import GameSettled
from engine.position import START
from engine.ratings import Rating
from firmware import facts
from firmware.policy import House
from firmware.table_state import State
from tests.firmware.table_driver import BLACK, CUBE, FAR, NEAR, PLAY, Driver, begun, going_on

RATED: dict[str, Any] = {"white_rating": 1500.0, "black_rating": 1500.0, "white_experience": 400, "black_experience": 0}


def resigned(length: int = 1, **changes: object) -> Driver:
    """White gives up the only game."""
    driver = going_on(START, match=begun(length, **changes))
    driver.hold(NEAR, CUBE)
    driver.hold(NEAR, CUBE)
    driver.think()
    driver.hold(FAR, PLAY)
    return driver


def test_ratings_after_a_match_are_shown_with_its_score() -> None:
    driver = resigned(**RATED)
    assert driver.at() is State.MATCH_OVER
    assert driver.lines == ("Black wins the match", "1-0 W1498 B1510")


def test_experience_grows_by_the_length_of_the_match() -> None:
    standing = resigned(**RATED).state.standing
    assert standing is not None
    assert standing.ratings_after == (Rating(1498, 401), Rating(1510, 1))


def test_players_without_ratings_see_the_score_alone() -> None:
    assert resigned().lines[1] == "1-0"
    assert resigned(white_rating=1500.0).lines[1] == "1-0"


def test_match_that_goes_on_and_a_money_session_rate_nobody() -> None:
    for length in (3, 0):
        driver = going_on(START, match=begun(length, **RATED), then=(GameSettled(BLACK, 1),))
        assert driver.state.standing is not None
        assert driver.state.standing.ratings_after is None


def test_match_is_begun_with_the_ratings_of_both_players_or_none() -> None:
    for ratings, expected in (((1600.0, 1450.0), (1600.0, 1450.0)), ((1600.0, None), (None, None))):
        driver = Driver(House(ratings=ratings, experience=(10, 20)))
        driver.set_up()
        agreed = next(body for body in driver.facts if isinstance(body, facts.MatchBegun))
        assert (agreed.white_rating, agreed.black_rating) == expected
