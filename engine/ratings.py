"""Ratings as online backgammon clubs compute them: a number for each player, changed by every finished match (R30).

Owns the FIBS formula. Knows nothing of who the players are or where ratings are kept. Only the length of the match
and who won it count; the size of the win does not, and an unlimited session is not rated.

Source: the manual page `formula` of the First Internet Backgammon Server, printed in the Backgammon FAQ
(stason.org/TULARC/games/backgammon, part 14) and quoted by P. Beadles (bkgm.com/rgb, article 1093):
D the difference of the ratings, n the match length, the underdog wins with P_upset = 1 / (10^(D sqrt(n) / 2000) + 1);
the winner gains and the loser loses 4 K sqrt(n) P, where P is the chance the winner did not have and each player's
own K = max(1, 5 - experience / 100). Experience is the sum of the lengths of all matches finished before this one.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

BEGINNERS_POINTS: Final = 1500.0
_STAKE: Final = 4
_SCALE: Final = 2000
_STEEPEST: Final = 5
_EXPERIENCE_A_STEP: Final = 100


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's points and experience, the sum of the lengths of his finished matches.

    Raises ValueError for an experience below 0.
    """

    points: float = BEGINNERS_POINTS
    experience: int = 0

    def __post_init__(self) -> None:
        if self.experience < 0:
            raise ValueError(f"an experience of {self.experience}: it is 0 or more")


def winning_chance(points: float, opponents: float, length: int) -> float:
    """How likely a player with `points` wins a match of `length` points, 0 to 1.

    Raises ValueError for a length below 1: a money session is not rated.
    """
    _check_length(length)
    return float(1 / (10 ** ((opponents - points) * sqrt(length) / _SCALE) + 1))


def rated(winner: Rating, loser: Rating, length: int) -> tuple[Rating, Rating]:
    """The winner's and the loser's ratings after a match; each gains `length` experience.

    Raises ValueError for a length below 1: a money session is not rated.
    """
    surprise = 1 - winning_chance(winner.points, loser.points, length)
    stake = _STAKE * sqrt(length) * surprise
    return (
        Rating(winner.points + stake * _pace(winner), winner.experience + length),
        Rating(loser.points - stake * _pace(loser), loser.experience + length),
    )


def _pace(rating: Rating) -> float:
    """K: newcomers' ratings change up to five times as fast, until they have an experience of 400."""
    return max(1.0, _STEEPEST - rating.experience / _EXPERIENCE_A_STEP)


def _check_length(length: int) -> None:
    if length < 1:
        raise ValueError(f"a match length of {length}: only matches to 1 point or more are rated")
