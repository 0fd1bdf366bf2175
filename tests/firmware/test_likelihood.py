"""What cells say of one place, and that broken cells never make another play of the one that was made."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.plays import Play, Roll
from engine.position import START, Position, Side
from firmware.board_map import REFERENCE_LAYOUT, counts_of_image, distance, image_of
from firmware.likelihood import PlaceLikelihood, likelihood_of
from firmware.likelihood_data import tables_of
from firmware.likelihood_tables import absolute, row
from firmware.readings import Reading, Reference, evidence_of
from firmware.referee import TurnSheet, judge
from firmware.rehearsal.cases import sheet_of
from firmware.rehearsal.laying import counts_by_place
from firmware.verdicts import Complete
from hardware.geometry import R1, R1_PLUS, Geometry
from hardware.virtual.board import VirtualBoard
from hardware.virtual.hands import Hands

EMPTY = (0, 0, 0, 0, 0)


def column() -> PlaceLikelihood:
    likelihoods = likelihood_of(R1)
    assert likelihoods is not None
    return likelihoods[0]


def best(levels: list[tuple[int, ...]], before: int) -> int:
    scores = column().follow(before, levels)
    return max(scores, key=lambda count: scores[count][0])


def test_checker_over_a_cell_has_come() -> None:
    assert best([EMPTY, (1280, 0, 0, 0, 0)], 0) == 1


def test_checkers_that_came_one_by_one_are_counted_even_if_laid_anew_crookedly() -> None:
    assert best([EMPTY, (1280, 0, 0, 0, 0), (1280, -1270, 0, 0, 0), (700, -600, 0, 0, 0)], 0) == 2


def test_blot_that_was_hit_and_replaced_stands_again_with_a_lift_on_the_way() -> None:
    scores = column().follow(1, [(1280, 0, 0, 0, 0), EMPTY, (-1270, 0, 0, 0, 0)])
    plain, replaced = scores[1]
    assert max(scores, key=lambda count: scores[count][0]) == 1
    assert replaced > plain - 1


@pytest.mark.parametrize("geometry", [R1, R1_PLUS], ids=lambda geometry: str(geometry.name))
def test_tables_kept_are_those_the_hands_would_give_today(geometry: Geometry) -> None:
    tables = tables_of(geometry)
    assert tables is not None
    rows = row(geometry, 1, 1)
    assert {tip: tuple(steps) for tip, steps in rows.items()} == {
        tip: steps for (count, tip), steps in tables.bar.rows.items() if count == 1
    }
    first = [number / 100.0 for number in absolute(geometry, 1, 0)[0][:9]]
    assert list(tables.bar.absolute[0][0]) == first


# Broken cells


def levels_of(position: Position, side: Side, geometry: Geometry) -> list[int]:
    board = VirtualBoard(geometry, 3)
    hands = Hands(board, "exact", 4)
    hands.set_up(counts_by_place(position if side is Side.WHITE else position.turned, REFERENCE_LAYOUT))
    return board.levels(1)


def nearest_other(sheet: TurnSheet, play: Play) -> int:
    image = image_of(play.end, sheet.geometry)
    return min((distance(image, other) for other in sheet.ends if other != image), default=99)


def broken_boards(cells: int, draw: Random) -> Iterator[tuple[TurnSheet, Play, list[int], list[int], list[int]]]:
    """Turns from the start position, a play of them, levels before and after, and which cells then lie."""
    for _ in range(40):
        roll = Roll(draw.randint(1, 6), draw.randint(1, 6))
        sheet = sheet_of(START, Side.WHITE, roll, REFERENCE_LAYOUT, R1)
        play = draw.choice(sheet.tree.plays)
        after = levels_of(play.end, Side.WHITE, R1)
        yield sheet, play, levels_of(START, Side.WHITE, R1), after, draw.sample(range(R1.cells), cells)


def check_broken_cells_never_make_another_play(cells: int, apart: int) -> None:
    draw = Random(cells)
    for sheet, play, before, after, broken in broken_boards(cells, draw):
        if nearest_other(sheet, play) < apart:
            continue
        for cell in broken:
            after[cell] = 0 if abs(after[cell]) > 300 else draw.choice((-1, 1)) * draw.randint(300, 1300)
        counts = counts_of_image(image_of(START, R1), REFERENCE_LAYOUT, Side.WHITE)
        reading = Reading(tuple(after), tuple(abs(level) > 160 for level in after))
        verdict = judge(sheet, evidence_of(Reference(tuple(before), counts), reading, R1))
        assert not isinstance(verdict, Complete) or verdict.play.end == play.end


def test_one_broken_cell_never_makes_another_play_two_checkers_away() -> None:
    check_broken_cells_never_make_another_play(cells=1, apart=2)


def test_two_broken_cells_never_make_another_play_three_checkers_away() -> None:
    check_broken_cells_never_make_another_play(cells=2, apart=3)
