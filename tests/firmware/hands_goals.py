"""What the referee must reach with each style of hands, and what chance adds to that in a sample.

The goals are the acceptance table of the project, in shares. A sample of a referee that is exactly at its goal fails a
limit once in a thousand times: `most` is the binomial distribution's 99.9th percentile.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple


class Goal(NamedTuple):
    """Shares of plays (`right`, `asked`, `false_alarms`), of visible illegal attempts (`caught`), and of those declared
    (`named`); on R1+ `right` and `caught` are other ones. Nothing may ever be `wrong`."""

    right: float
    asked: float
    false_alarms: float
    caught: float
    named: float
    right_plus: float
    caught_plus: float


GOALS = {
    "exact": Goal(0.999, 0.001, 0.0, 0.997, 0.97, 0.999, 0.997),
    "tidy": Goal(0.999, 0.001, 0.0002, 0.995, 0.96, 0.999, 0.995),
    "loose": Goal(0.996, 0.004, 0.001, 0.995, 0.95, 0.996, 0.996),
    "sloppy": Goal(0.970, 0.028, 0.004, 0.992, 0.92, 0.985, 0.994),
}


def most(chance: float, of: int) -> int:
    """The highest number of hits in so many tries that a chance of `chance` exceeds only once in a thousand times."""
    if chance <= 0.0:
        return 0
    below = 0.0
    for hits in range(of + 1):
        below += comb(of, hits) * chance**hits * (1.0 - chance) ** (of - hits)
        if below >= 0.999:
            return hits
    return of
