"""How tidily people lay checkers, as figures in mm and shares. Data only; hands.py moves the checkers by it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Style:
    """One manner of laying checkers.

    A column grows from its rim: the first checker lies up to `first_gap_mm` away from it, or, with the chance
    `not_at_rim`, further by the absolute value of a normal of `not_at_rim_sd_mm`; each next one leaves a gap, the
    absolute value of a normal of `gap_sd_mm`. On the bar, which has no points to lay along, all of these are doubled.
    `sideways_sd_mm` beside the column's middle; `stack_sd_mm` how far off the one below a stacked checker lies;
    `resquare_touched`: the chance that a touched column is laid straight afterwards; `neighbour_sd_mm`: how far the
    checker next to the one lifted or laid is pushed. The rest says where the sixth checker of a column goes, which one
    is taken, how often one is turned over as it is carried, and how much the pace varies.
    """

    gap_sd_mm: float = 0.0
    sideways_sd_mm: float = 0.0
    first_gap_mm: float = 0.0
    not_at_rim: float = 0.0
    not_at_rim_sd_mm: float = 0.0
    stack_sd_mm: float = 0.0
    resquare_touched: float = 0.0
    neighbour_sd_mm: float = 0.0
    sixth_squeezed_in: float = 0.15
    stacks_on_first: float = 0.4
    stacks_on_last: float = 0.3
    from_the_middle: float = 0.05
    then_closed_up: float = 0.5
    flipped: float = 0.0
    pace_spread: float = 0.2


STYLES: Final = {
    "exact": Style(
        sixth_squeezed_in=0.0, stacks_on_first=1.0, stacks_on_last=0.0, from_the_middle=0.0, pace_spread=0.0
    ),
    "tidy": Style(0.5, 0.8, 1.0, 0.03, 3.0, 1.5, 0.10, 0.2),
    "loose": Style(1.2, 2.0, 3.0, 0.10, 6.0, 2.5, 0.20, 0.5),
    "sloppy": Style(3.0, 4.0, 3.0, 0.20, 9.0, 4.0, 0.25, 1.0),
}
"""Exact hands have no habits either: the sixth checker lies on the first, and the last one is taken."""


def with_habits(name: str) -> Style:
    """The style of that name with the habits of all people: where the sixth checker goes, and which one is taken."""
    usual = Style()
    return replace(
        STYLES[name],
        sixth_squeezed_in=usual.sixth_squeezed_in,
        stacks_on_first=usual.stacks_on_first,
        stacks_on_last=usual.stacks_on_last,
        from_the_middle=usual.from_the_middle,
    )
