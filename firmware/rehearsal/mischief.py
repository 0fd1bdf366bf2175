"""How often people do what they do beside playing: slide, try and undo, knock, press too early. Seeded.

Owns the kinds and their rates; what each of them is at the board is in `manners.py`. A kind that cannot be done in a
turn stays due, so that over a game each is done as often as its rate says, wherever the game lets it.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum
from random import Random
from typing import Final


class Kind(Enum):
    """One thing that people do."""

    MOVES_IN_OTHER_ORDER = "moves_in_other_order"
    SLIDE_WITH_REST = "slide_with_rest"
    LIFT_AND_PUT_BACK = "lift_and_put_back"
    PLAY_UNDONE_AND_ANOTHER_PLAYED = "play_undone_and_another_played"
    HIT_CHECKER_FIRST = "hit_checker_first"
    HIT_CHECKER_LATE = "hit_checker_late"
    HIT_CHECKER_ON_WRONG_BAR_SIDE = "hit_checker_on_wrong_bar_side"
    TWO_IN_ONE_HAND = "two_in_one_hand"
    NEIGHBOUR_NUDGED = "neighbour_nudged"
    SLEEVE_OVER_CELLS = "sleeve_over_cells"
    CHECKER_FLIPPED = "checker_flipped"
    DROPPED_BETWEEN_TWO_POINTS_THEN_MENDED = "dropped_between_two_points_then_mended"
    KEY_BEFORE_QUIET = "key_before_quiet"
    OPPONENT_PRESSES_EARLY = "opponent_presses_early"
    TAKE_BACK_AFTER_PASS = "take_back_after_pass"


PER_1000_TURNS: Final = {
    Kind.MOVES_IN_OTHER_ORDER: 400,
    Kind.SLIDE_WITH_REST: 300,
    Kind.LIFT_AND_PUT_BACK: 150,
    Kind.PLAY_UNDONE_AND_ANOTHER_PLAYED: 120,
    Kind.HIT_CHECKER_FIRST: 80,
    Kind.HIT_CHECKER_LATE: 80,
    Kind.HIT_CHECKER_ON_WRONG_BAR_SIDE: 15,
    Kind.TWO_IN_ONE_HAND: 60,
    Kind.NEIGHBOUR_NUDGED: 50,
    Kind.SLEEVE_OVER_CELLS: 40,
    Kind.CHECKER_FLIPPED: 500,
    Kind.DROPPED_BETWEEN_TWO_POINTS_THEN_MENDED: 30,
    Kind.KEY_BEFORE_QUIET: 200,
    Kind.OPPONENT_PRESSES_EARLY: 30,
    Kind.TAKE_BACK_AFTER_PASS: 10,
}
"""How many turns of 1000 have it at rate 1: the hands' reference file."""
HITS: Final = (Kind.HIT_CHECKER_ON_WRONG_BAR_SIDE, Kind.HIT_CHECKER_LATE, Kind.HIT_CHECKER_FIRST)
"""These need a play that hits, and exclude each other."""
MOST_OWED: Final = 30.0
"""No more than so many times a kind is made up for where the game did not let it."""


class Mischief:
    """What is due in each turn. `rate`: 0 for none, 1 for as often as PER_1000_TURNS says. ValueError outside."""

    def __init__(self, rate: float, draw: Random) -> None:
        if not 0.0 <= rate <= 1.0:
            raise ValueError(f"a mischief of {rate:g}; it goes from 0 to 1")
        self.rate = rate
        self.draw = draw
        self.turns = 0
        self.done: Counter[Kind] = Counter()
        self._owed = dict.fromkeys(Kind, 0.0)
        self._due: set[Kind] = set()

    def begin_turn(self) -> None:
        """Draw what is due in the turn that begins."""
        self.turns += 1
        self._due.clear()
        if not self.rate:
            return
        for kind, often in PER_1000_TURNS.items():
            owed = self._owed[kind] = min(MOST_OWED, self._owed[kind] + self.rate * often / 1000)
            if self.draw.random() < owed:
                self._due.add(kind)

    def is_due(self, kind: Kind) -> bool:
        """Whether it is to be done in this turn, if the turn lets it, and has not been done yet."""
        return kind in self._due

    def did(self, kind: Kind) -> None:
        """It was done in this turn."""
        self._due.discard(kind)
        self._owed[kind] -= 1.0
        self.done[kind] += 1

    def per_1000_turns(self) -> dict[str, float]:
        """How often each kind was done, by its name."""
        return {kind.value: round(1000 * self.done[kind] / max(1, self.turns), 1) for kind in Kind}
