"""Discs and their field on the virtual board, keys and lamps."""

from __future__ import annotations

from random import Random

import pytest

from hardware.geometry import R1, R1_PLUS, place_xy_mm
from hardware.ports import DARK, LAMPS, Colour, Lamp, Rhythm
from hardware.virtual.board import VirtualBoard
from hardware.virtual.lamps import VirtualLamps, brightness


def quiet_board() -> VirtualBoard:
    return VirtualBoard(R1, seed=1, noise_10ut=0.0)


def test_a_checker_under_a_cell_reads_as_the_field_says() -> None:
    board = quiet_board()
    board.place_disc(*R1.cell_xy_mm[0])
    assert abs(board.levels(0)[0]) == pytest.approx(1294, abs=5)
    assert abs(board.levels(0)[5]) == pytest.approx(19, abs=3)  # the next column, 40 mm away


def test_a_checker_laid_on_another_stacks_and_comes_down_when_that_is_taken() -> None:
    board = quiet_board()
    x_mm, y_mm = R1.cell_xy_mm[7]
    low = board.place_disc(x_mm, y_mm)
    high = board.place_disc(x_mm + 2, y_mm)
    assert [board.discs[d].layer for d in (low, high)] == [0, 1]
    board.lift(low)
    assert board.discs[high].layer == 0


def test_checkers_side_by_side_do_not_stack() -> None:
    board = quiet_board()
    discs = [board.place_disc(*place_xy_mm(0, 18 + 36 * k)) for k in range(5)]
    assert {board.discs[d].layer for d in discs} == {0}


def test_pushing_the_lower_checker_a_little_leaves_the_upper_one_up() -> None:
    board = quiet_board()
    low, high = board.place_disc(100, 100), board.place_disc(100, 100)
    board.move_disc(low, 101, 100, 0)
    assert [board.discs[d].layer for d in (low, high)] == [0, 1]


def test_levels_after_many_moves_are_those_of_a_board_laid_at_once() -> None:
    draw = Random(3)
    moved, fresh = quiet_board(), quiet_board()
    discs = [moved.place_disc(draw.uniform(0, 530), draw.uniform(0, 460), 0) for _ in range(30)]
    for _ in range(300):
        moved.move_disc(draw.choice(discs), draw.uniform(0, 530), draw.uniform(0, 460), 0)
    for disc in discs:
        where = moved.discs[disc]
        assert where.x_mm is not None
        assert where.y_mm is not None
        number = fresh.discs.add(where.polarity)
        fresh.drop(number, where.x_mm, where.y_mm, 0)
    assert moved.levels(0) == fresh.levels(0)


def test_an_emptied_board_reads_zero_and_a_flipped_checker_the_other_pole() -> None:
    board = quiet_board()
    disc = board.place_disc(*R1.cell_xy_mm[3])
    before = board.levels(0)
    board.discs.flip(disc)
    assert board.levels(0) == [-level for level in before]
    board.lift(disc)
    assert board.levels(0) == [0] * R1.cells


def test_noise_is_the_same_for_the_same_seed_and_scan_and_of_the_size_said() -> None:
    one, two = VirtualBoard(R1_PLUS, seed=5), VirtualBoard(R1_PLUS, seed=5)
    assert one.levels(17) == two.levels(17)
    assert one.levels(17) != one.levels(18)
    noise = [level for scan in range(100) for level in one.levels(scan)]
    assert (sum(n * n for n in noise) / len(noise)) ** 0.5 == pytest.approx(5.0, rel=0.1)


def test_lifting_or_dropping_twice_is_the_callers_fault() -> None:
    board = quiet_board()
    disc = board.place_disc(10, 10)
    with pytest.raises(ValueError, match="lies on the board"):
        board.drop(disc, 20, 20)
    board.lift(disc)
    with pytest.raises(ValueError, match="off the board already"):
        board.lift(disc)
    with pytest.raises(ValueError, match="drop it first"):
        board.move_disc(disc, 1, 1)
    with pytest.raises(ValueError, match="no disc 99"):
        board.lift(99)


def test_a_broken_cell_reports_what_it_likes() -> None:
    board = quiet_board()
    board.broken[4] = 4095
    assert board.levels(3)[4] == 4095


@pytest.mark.parametrize(
    ("rhythm", "at_s", "share"),
    [
        (Rhythm.STEADY, 7.7, 1.0),
        (Rhythm.BLINK_2HZ, 10.1, 1.0),
        (Rhythm.BLINK_2HZ, 10.3, 0.0),
        (Rhythm.BLINK_1HZ, 10.3, 1.0),
        (Rhythm.BLINK_1HZ, 10.6, 0.0),
        (Rhythm.SLOW, 10.0, 0.0),
        (Rhythm.SLOW, 10.5, 0.5),
        (Rhythm.SLOW, 11.0, 1.0),
        (Rhythm.PULSE, 9.4, 1.0),
        (Rhythm.PULSE, 9.6, 0.0),
        (Rhythm.DIM, 3.0, 0.25),
        (77, 3.0, 1.0),
    ],
)
def test_rhythms_are_those_of_the_protocol(rhythm: int, at_s: float, share: float) -> None:
    assert brightness(rhythm, at_s, since_s=9.0) == pytest.approx(share)


def test_a_repeated_frame_does_not_start_a_pulse_again() -> None:
    lamps = VirtualLamps()
    frame = [
        (*lamp.colour.value, int(lamp.rhythm)) for lamp in [Lamp(Colour.GREEN, Rhythm.PULSE)] + [DARK] * (LAMPS - 1)
    ]
    lamps.command(1, frame, 5.0)
    assert lamps.at(5.2)[0] == (0, 255, 0)
    lamps.command(1, frame, 6.0)
    assert lamps.at(6.2)[0] == (0, 0, 0)
    assert (lamps.frames, lamps.number) == (1, 1)
