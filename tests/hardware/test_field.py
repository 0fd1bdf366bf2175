"""The field of a checker, against figures from another program (elliptic integrals of SciPy)."""

from __future__ import annotations

import pytest

from hardware.virtual.field import STEP_MM, disc_mt, level_10ut

SURVEYED_MT = {0: 12.9, 6: 10.3, 8: 8.0, 10: 5.3, 12: 2.8, 13: 1.8, 15: 0.4, 18: -0.44, 20: -0.6, 30: -0.4, 40: -0.2}


@pytest.mark.parametrize(("radius_mm", "level_mt"), SURVEYED_MT.items())
def test_field_of_a_checker_on_the_board_is_as_surveyed(radius_mm: float, level_mt: float) -> None:
    assert disc_mt(radius_mm, 0) == pytest.approx(level_mt, abs=0.05)


def test_a_second_and_a_third_layer_add_as_surveyed() -> None:
    assert disc_mt(0, 1) == pytest.approx(3.6, abs=0.05)
    assert disc_mt(0, 2) == pytest.approx(1.3, abs=0.05)


@pytest.mark.parametrize("layer", [0, 1, 2, 5])
def test_the_table_agrees_with_the_formula_between_its_steps(layer: int) -> None:
    for k in range(200):
        radius_mm = 0.37 * k + STEP_MM / 3
        assert level_10ut(radius_mm, layer) == pytest.approx(100 * disc_mt(radius_mm, layer), abs=0.7)


def test_field_far_away_and_high_up_is_next_to_nothing() -> None:
    assert abs(level_10ut(99.0, 0)) < 2
    assert level_10ut(150.0, 0) == 0
    assert level_10ut(0.0, 14) == level_10ut(0.0, 5)
