"""Hands in a hurry: the checkers of a double follow each other so quickly that little comes to rest between."""

from __future__ import annotations

import pytest

from engine.plays import Roll, legal_plays
from engine.position import START, Side
from firmware.board_map import REFERENCE_LAYOUT, counts_of_image, image_of, true_by_place
from firmware.referee import judge
from firmware.rehearsal.cases import sheet_of
from firmware.rehearsal.laying import counts_by_place
from firmware.rehearsal.manners import carry
from firmware.rehearsal.selfmade import of_moves
from firmware.rehearsal.trial import Bench
from firmware.verdicts import Complete, Verdict
from hardware.geometry import R1

HURRY = 0.3
"""A checker is laid 156 ms after the one before."""


def verdict_of_quick_hands(seed: int, moved: tuple[tuple[int, int], ...]) -> tuple[Verdict, bool]:
    """The verdict on a play of four fives from the start, and whether it is right."""
    plays = legal_plays(START, Roll(5, 5))
    end = next(play.end for play in plays if sorted((m.start, m.end) for m in play.moves) == sorted(moved))
    bench = Bench("exact", R1, seed)
    bench.hands.set_up(counts_by_place(START, REFERENCE_LAYOUT))
    bench.rest()
    sheet = sheet_of(START, Side.WHITE, Roll(5, 5), REFERENCE_LAYOUT, R1)
    stands = true_by_place(START, REFERENCE_LAYOUT, Side.WHITE)
    reference = bench.accept(counts_of_image(image_of(START, R1), REFERENCE_LAYOUT, Side.WHITE), None, (), stands)
    for step in carry(bench.hands, of_moves(START, moved), Side.WHITE, REFERENCE_LAYOUT):
        bench.wait(HURRY * step.wait_s)
        step.do()
    bench.rest()
    verdict = judge(sheet, bench.evidence(reference))
    return verdict, isinstance(verdict, Complete) and verdict.play.end == end


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("moved", [((13, 8),) * 4, ((13, 8), (13, 8), (8, 3), (8, 3))])
def test_four_checkers_moved_in_a_hurry_are_read_right(seed: int, moved: tuple[tuple[int, int], ...]) -> None:
    verdict, is_right = verdict_of_quick_hands(seed, moved)
    assert is_right, verdict
