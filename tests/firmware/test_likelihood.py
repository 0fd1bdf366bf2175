"""What cells say of one place, and that broken cells never make another play of the one that was made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from engine.position import Position, Side
from firmware.board_map import REFERENCE_LAYOUT, counts_of_image, differing_spots, distance, image_of
from firmware.likelihood import PlaceLikelihood, likelihood_of
from firmware.likelihood_data import tables_of
from firmware.likelihood_tables import absolute, row
from firmware.readings import Reading, Reference, absolute_counts, evidence_of
from firmware.referee import judge
from firmware.rehearsal.cases import sheet_of
from firmware.turn_sheet import TurnSheet
from firmware.verdicts import Complete, Unreadable, Verdict
from hardware.cells import ON_10UT
from hardware.geometry import R1, R1_PLUS, Geometry, place_xy_mm
from hardware.virtual.discs import Discs
from tests.firmware.oracle_images import counts, turns

FULL = 1290
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
@pytest.mark.parametrize("size", range(1, 6))
def test_row_with_one_taken_out_never_reads_as_if_it_were_whole(geometry: Geometry, size: int) -> None:
    for taken in range(size):
        discs = Discs(geometry)
        for number in range(size):
            if number != taken:
                discs.lay(discs.add(1), *place_xy_mm(0, 18.0 + 36.0 * number))
        is_on = [abs(level) >= ON_10UT for level in discs.levels]
        assert absolute_counts(Reading(tuple(discs.levels), tuple(is_on)), geometry)[0] < size


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


def levels_of(position: Position) -> tuple[int, ...]:
    """What cells measure where checkers lie side by side from the rim, each over its cell."""
    levels = [0] * R1.cells
    for place, count in enumerate(counts(position)):
        for cell in R1.cells_of[place][:count]:
            levels[cell] = FULL
    return tuple(levels)


def nearest_other(sheet: TurnSheet, end: Position) -> int:
    image = image_of(end, sheet.geometry)
    return min((distance(image, other) for other in sheet.ends if other != image), default=99)


class Laid(NamedTuple):
    """A turn of the oracle as cells see it: `end` was played; levels of before and after."""

    sheet: TurnSheet
    end: Position
    before: tuple[int, ...]
    after: tuple[int, ...]


@cache
def laid() -> tuple[Laid, ...]:
    """Turns of all kinds, an end of each that other engines found legal too."""
    draw = Random(5)
    found = []
    for turn in turns(151):
        if turn.ends:
            sheet = sheet_of(turn.start, Side.WHITE, turn.roll, REFERENCE_LAYOUT, R1)
            end = draw.choice(sorted(turn.ends))
            found.append(Laid(sheet, end, levels_of(turn.start), levels_of(end)))
    return tuple(found)


def judged(turn: Laid, after: Sequence[int], unhealthy: frozenset[int] = frozenset()) -> Verdict:
    start = turn.sheet.tree.start
    before = counts_of_image(image_of(start, R1), REFERENCE_LAYOUT, Side.WHITE)
    reading = Reading(tuple(after), tuple(abs(level) > 160 for level in after), unhealthy=unhealthy)
    return judge(turn.sheet, evidence_of(Reference(turn.before, before), reading, R1))


def forged(level: int, draw: Random) -> int:
    """What a broken cell says: nothing over a checker, a checker where there is none."""
    return 0 if abs(level) > 300 else draw.choice((-1, 1)) * draw.randint(300, 1300)


def check_broken_cells_never_make_another_play(cells: int, apart: int) -> None:
    draw = Random(cells)
    judgements = 0
    for turn in laid():
        if nearest_other(turn.sheet, turn.end) < apart:
            continue
        for _ in range(4):
            after = list(turn.after)
            for cell in draw.sample(range(R1.cells), cells):
                after[cell] = forged(after[cell], draw)
            verdict = judged(turn, after)
            assert not isinstance(verdict, Complete) or verdict.play.end == turn.end
            judgements += 1
    assert judgements > 100


def test_one_broken_cell_never_makes_another_play_two_checkers_away() -> None:
    check_broken_cells_never_make_another_play(cells=1, apart=2)


def test_two_broken_cells_never_make_another_play_three_checkers_away() -> None:
    check_broken_cells_never_make_another_play(cells=2, apart=3)


def close_calls(most: int) -> list[tuple[Laid, int]]:
    """Ends that read one checker unlike another legal end, and the place where."""
    found = []
    for turn in turns(37):
        sheet = sheet_of(turn.start, Side.WHITE, turn.roll, REFERENCE_LAYOUT, R1)
        for end in sorted(turn.ends):
            image = image_of(end, R1)
            near = next((other for other in sheet.ends if distance(image, other) == 1), None)
            if near is not None and len(sheet.ends[image]) == 1:
                place = sheet.layout.places(Side.WHITE)[differing_spots(image, near)[0]]
                found.append((Laid(sheet, end, levels_of(turn.start), levels_of(end)), place))
                break
        if len(found) == most:
            break
    return found


def test_unhealthy_cell_that_decides_between_two_plays_is_asked_about() -> None:
    cases = [(turn, place) for turn, place in close_calls(6) if isinstance(judged(turn, turn.after), Complete)]
    assert len(cases) >= 3
    for turn, place in cases:
        verdict = judged(turn, turn.after, frozenset({R1.cells_of[place][0]}))
        assert isinstance(verdict, Unreadable)
        assert place in verdict.places
        assert turn.end in {play.end for play in verdict.plays}


def test_unhealthy_cell_that_decides_nothing_is_passed_over() -> None:
    for turn in laid()[:20]:
        if nearest_other(turn.sheet, turn.end) > 1 and isinstance(judged(turn, turn.after), Complete):
            assert isinstance(judged(turn, turn.after, frozenset(range(R1.cells))), Complete)
