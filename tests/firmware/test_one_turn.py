"""One turn by exact hands, from the lift of a checker to the verdict, where it is not plain what cells saw."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.plays import Roll, legal_plays
from engine.position import START, Position, Side
from firmware.board_map import REFERENCE_LAYOUT, counts_of_image, image_of, true_by_place
from firmware.referee import judge
from firmware.rehearsal.cases import sheet_of
from firmware.rehearsal.laying import counts_by_place
from firmware.rehearsal.manners import carry
from firmware.rehearsal.selfmade import of_moves
from firmware.rehearsal.trial import Bench
from firmware.verdicts import Ambiguous, Complete, Verdict
from hardware.geometry import CHECKER_DIAMETER_MM, R1, place_xy_mm
from hardware.virtual.hands import Hands, Step

LAYOUT, WHITE = REFERENCE_LAYOUT, Side.WHITE
HURRY = 0.3
"""A checker is laid 156 ms after the one before."""


class Turn:
    """White's turn at a board that was read before."""

    def __init__(self, start: Position, roll: Roll, seed: int = 1) -> None:
        self.start = start
        self.bench = Bench("exact", R1, seed)
        self.bench.hands = Hands(self.bench.board, "exact", seed)  # without habits: it is known where each will lie
        self.bench.hands.set_up(counts_by_place(start, LAYOUT))
        self.bench.rest()
        self.sheet = sheet_of(start, WHITE, roll, LAYOUT, R1)
        stands = true_by_place(start, LAYOUT, WHITE)
        read = counts_of_image(image_of(start, R1), LAYOUT, WHITE)
        self.reference = self.bench.accept(read, None, (), stands)

    def do(self, steps: Sequence[Step], pace: float = 1.0) -> None:
        for step in steps:
            self.bench.wait(pace * step.wait_s)
            step.do()

    def move(self, moves: Sequence[tuple[int, int]], pace: float = 1.0) -> None:
        self.do(list(carry(self.bench.hands, of_moves(self.start, moves), WHITE, LAYOUT)), pace)

    def verdict(self) -> Verdict:
        self.bench.rest()
        return judge(self.sheet, self.bench.evidence(self.reference))

    def end_of(self, moves: Sequence[tuple[int, int]]) -> Position:
        plays = legal_plays(self.start, self.sheet.tree.roll)
        return next(play.end for play in plays if sorted((m.start, m.end) for m in play.moves) == sorted(moves))


def check_is_recorded(turn: Turn, moves: Sequence[tuple[int, int]]) -> None:
    verdict = turn.verdict()
    assert isinstance(verdict, Complete), verdict
    assert verdict.play.end == turn.end_of(moves)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("moves", [((13, 8),) * 4, ((13, 8), (13, 8), (8, 3), (8, 3))])
def test_four_checkers_moved_in_a_hurry_are_read_right(seed: int, moves: tuple[tuple[int, int], ...]) -> None:
    turn = Turn(START, Roll(5, 5), seed)
    turn.move(moves, HURRY)
    check_is_recorded(turn, moves)


BEARING_OFF = Position.of({1: 8, 3: 2, 5: 1}, {1: 2, 2: 4, 3: 4, 4: 3})


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("moves", [((5, 0), (1, 0)), ((5, 0), (3, 2))])
def test_bear_off_from_a_tall_stack_that_showed_is_not_asked_about(
    seed: int, moves: tuple[tuple[int, int], ...]
) -> None:
    turn = Turn(BEARING_OFF, Roll(6, 1), seed)
    turn.move(moves)
    check_is_recorded(turn, moves)


@pytest.mark.parametrize("seed", range(5))
def test_checker_of_the_stack_taken_and_put_back_before_does_not_make_it_doubtful(seed: int) -> None:
    turn = Turn(BEARING_OFF, Roll(6, 1), seed)
    place = LAYOUT.place_of(WHITE, 1)
    for _ in range(2):
        turn.do([*turn.bench.hands.lift(place), *turn.bench.hands.drop(place)])
    turn.move(((5, 0), (1, 0)))
    check_is_recorded(turn, ((5, 0), (1, 0)))


ROW_WITH_A_GAP = Position.of({13: 5, 8: 4, 6: 4, 3: 2}, {24: 2, 13: 5, 8: 3, 6: 5})


@pytest.mark.parametrize("seed", range(5))
def test_fifth_checker_beyond_a_row_with_a_gap_is_seen_by_the_last_cell(seed: int) -> None:
    turn = Turn(ROW_WITH_A_GAP, Roll(5, 2), seed)
    eight = LAYOUT.place_of(WHITE, 8)
    for lying in turn.bench.hands.columns[eight].row:  # one further from the rim than they need to be
        lying.from_rim_mm += CHECKER_DIAMETER_MM
        turn.bench.board.discs.lay(lying.disc, *place_xy_mm(eight, lying.from_rim_mm), 0)
    turn.bench.rest()
    turn.reference = turn.bench.accept(turn.reference.counts, None, (), ())
    turn.move(((13, 8), (6, 4)))
    check_is_recorded(turn, ((13, 8), (6, 4)))


def test_what_could_have_been_laid_out_of_sight_on_a_full_point_is_asked_about() -> None:
    start = Position.of({1: 5, 2: 1, 3: 1}, {1: 2, 2: 4, 3: 4, 4: 3})
    turn = Turn(start, Roll(3, 2))
    turn.move(((3, 0), (2, 0)))
    verdict = turn.verdict()
    assert isinstance(verdict, Ambiguous)
    assert {play.end for play in verdict.plays} == {turn.end_of(((3, 0), (2, 0))), turn.end_of(((3, 1), (2, 0)))}
