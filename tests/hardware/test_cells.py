"""What a cell says: hysteresis, debounce, averages, movement, lifts and drops, and faults."""

from __future__ import annotations

from random import Random

import pytest

from hardware.cells import Cells, CellView
from hardware.geometry import BAR_NEAR, R1

STEP_S = 0.02
CELL = R1.cells_of[3][1]


def levels(**at: int) -> list[int]:
    """Levels of all cells: 0 but where told, as `c7=1290`."""
    made = [0] * R1.cells
    for name, level in at.items():
        made[int(name[1:])] = level
    return made


class Feeder:
    """Feeds Cells at 50 scans a second."""

    def __init__(self, cells: Cells) -> None:
        self.cells = cells
        self.now_s = 10.0
        self.view = cells.feed(levels(), self.now_s)

    def feed(self, scan: list[int], times: int = 1) -> CellView:
        for _ in range(times):
            self.now_s += STEP_S
            self.view = self.cells.feed(scan, self.now_s)
        return self.view

    def cell(self, level: int, times: int = 1) -> CellView:
        return self.feed(levels(**{f"c{CELL}": level}), times)


@pytest.fixture
def feeder() -> Feeder:
    return Feeder(Cells(R1))


@pytest.mark.parametrize(("level", "is_on"), [(159, False), (160, True), (-159, False), (-160, True), (-1290, True)])
def test_a_cell_goes_on_at_its_limit_whatever_the_pole(feeder: Feeder, level: int, is_on: bool) -> None:
    assert feeder.cell(level, 10).is_on[CELL] is is_on


@pytest.mark.parametrize(("level", "is_on"), [(121, True), (120, False), (-121, True), (-120, False), (0, False)])
def test_a_cell_goes_off_only_below_the_lower_limit(feeder: Feeder, level: int, is_on: bool) -> None:
    feeder.cell(1290 if level >= 0 else -1290, 10)
    assert feeder.cell(level, 10).is_on[CELL] is is_on


@pytest.mark.parametrize("rate_hz", [20, 50, 70])
def test_a_change_counts_once_it_has_stood_for_the_debounce_time_at_any_rate(rate_hz: int) -> None:
    cells = Cells(R1, debounce_s=0.06)
    cells.feed(levels(), 0.0)
    on_at_s = next(k / rate_hz for k in range(1, 20) if cells.feed(levels(c5=900), k / rate_hz).is_on[5])
    assert 0.06 <= on_at_s - 1 / rate_hz <= 0.06 + 1 / rate_hz


def test_a_flicker_shorter_than_the_debounce_changes_nothing(feeder: Feeder) -> None:
    for _ in range(20):
        feeder.cell(900, 2)
        assert not feeder.cell(0, 1).is_on[CELL]
    assert sum(feeder.view.drops) == 0


def test_levels_are_averaged_above_zero() -> None:
    feeder = Feeder(Cells(R1, zero_10ut=[30] * R1.cells))
    feeder.feed(levels(), 10)
    for level in (130, 150, 130, 150):
        feeder.cell(level)
    assert feeder.view.levels_10ut[CELL] == 110
    assert feeder.view.levels_10ut[0] == -30


def test_quiet_time_starts_at_the_last_change(feeder: Feeder) -> None:
    feeder.cell(1290, 1)
    feeder.cell(1290, 3)  # goes on after 60 ms, which is the last change
    view = feeder.cell(1290, 20)
    assert view.quiet_s() == pytest.approx(20 * STEP_S)


def test_noise_and_slow_drift_are_no_movement(feeder: Feeder) -> None:
    noise = Random(1)
    start_s = feeder.view.moved_at_s
    for _ in range(500):
        feeder.feed([round(noise.gauss(0, 5)) for _ in range(R1.cells)])
    assert feeder.view.moved_at_s == start_s
    assert feeder.view.touched == frozenset()


def test_a_level_that_changes_without_crossing_a_limit_is_movement(feeder: Feeder) -> None:
    feeder.cell(1290, 30)
    feeder.cells.mark()
    view = feeder.cell(1640, 30)
    assert view.quiet_s() == pytest.approx(29 * STEP_S)
    assert view.touched == {3}
    assert (sum(view.lifts), sum(view.drops)) == (0, 0)


def test_checkers_laid_on_a_place_an_eighth_of_a_second_apart_are_steps_of_their_own(feeder: Feeder) -> None:
    laid: dict[str, int] = {}
    for cell in R1.cells_of[3]:
        laid[f"c{cell}"] = 1290
        feeder.feed(levels(**laid), 6)
    rests = feeder.feed(levels(**laid), 6).rests[3]
    assert [sum(level > 0 for level in rest) for rest in rests] == [1, 2, 3, 4, 5]


def test_lifts_and_drops_are_counted_by_place_since_the_mark(feeder: Feeder) -> None:
    bar = R1.cells_of[BAR_NEAR][0]
    feeder.feed(levels(c0=900, c1=-900), 10)
    feeder.cells.mark()
    feeder.feed(levels(c0=900), 10)
    view = feeder.feed(levels(c0=900, **{f"c{bar}": 900}), 10)
    assert [(p, n) for p, n in enumerate(view.lifts) if n] == [(0, 1)]
    assert [(p, n) for p, n in enumerate(view.drops) if n] == [(BAR_NEAR, 1)]


def test_a_view_stays_as_it_was_when_more_scans_come(feeder: Feeder) -> None:
    view = feeder.cell(900, 10)
    before = (view.levels_10ut, view.is_on, view.drops)
    feeder.feed(levels(), 10)
    feeder.cells.mark()
    assert (view.levels_10ut, view.is_on, view.drops) == before


def test_what_lies_there_at_the_first_scan_is_no_drop() -> None:
    cells = Cells(R1)
    view = cells.feed(levels(c0=900), 5.0)
    assert view.is_on[0]
    assert sum(view.drops) == 0


def test_cells_near_the_limit_are_doubtful(feeder: Feeder) -> None:
    view = feeder.feed(levels(c0=79, c1=80, c2=-160, c3=240, c4=241), 10)
    assert view.doubtful_cells() == (1, 2, 3)


def test_a_checker_turned_over_on_a_cell_keeps_it_on(feeder: Feeder) -> None:
    feeder.cell(1290, 10)
    assert feeder.cell(-1290, 10).is_on[CELL]
    assert not feeder.cell(0, 10).is_on[CELL]


def test_a_cell_that_never_changes_at_all_is_stuck() -> None:
    noise = Random(2)
    cells = Cells(R1)
    for k in range(25 * 50):
        scan = [round(noise.gauss(0, 5)) for _ in range(R1.cells)]
        scan[7] = 33
        cells.feed(scan, k * STEP_S)
    assert cells.health.stuck == {7}


def test_a_saturated_cell_is_named(feeder: Feeder) -> None:
    feeder.feed(levels(c9=-4100), 60)
    assert feeder.cells.health.saturated == {9}


def test_a_noisy_cell_is_named_and_no_longer_keeps_the_board_from_being_quiet(feeder: Feeder) -> None:
    for _ in range(200):
        feeder.feed(levels(c9=600))
        feeder.feed(levels(c9=-600))
    assert feeder.cells.health.noisy == {9}
    assert feeder.view.quiet_s() > 1.0


def test_limits_and_zero_table_are_checked() -> None:
    with pytest.raises(ValueError, match="off must lie between"):
        Cells(R1, on_10ut=100, off_10ut=120)
    with pytest.raises(ValueError, match="3 zero levels for 128 cells"):
        Cells(R1, zero_10ut=[0, 0, 0])
    with pytest.raises(ValueError, match="5 levels for 128 cells"):
        Cells(R1).feed([0] * 5, 0.0)


@pytest.mark.parametrize("seed", range(5))
def test_the_fast_path_gives_the_same_as_a_plain_filter(seed: int) -> None:
    """An independent, slow filter of one cell at a time: hysteresis, then a change must stand for 60 ms."""
    draw = Random(seed)
    cells = Cells(R1)
    cells.feed(levels(), 0.0)
    is_on, since = [False] * R1.cells, [-1.0] * R1.cells
    base = [0] * R1.cells
    for k in range(1, 400):
        for _ in range(draw.randrange(4)):
            base[draw.randrange(12)] = draw.choice((0, 100, 140, 170, -140, -200, 900, -900))
        scan = [level + draw.randrange(-6, 7) for level in base]
        at_s = k * STEP_S
        view = cells.feed(scan, at_s)
        for cell, level in enumerate(scan):
            wants = abs(level) > 120 if is_on[cell] else abs(level) >= 160
            if wants == is_on[cell]:
                since[cell] = -1.0
            elif since[cell] < 0:
                since[cell] = at_s
            elif at_s - since[cell] + 1e-6 >= 0.06:
                is_on[cell], since[cell] = wants, -1.0
        assert view.is_on == tuple(is_on)
