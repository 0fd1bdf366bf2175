"""Hands on the virtual board: as tidy as the reference says, and never losing a checker."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.geometry import BAR_FAR, BAR_NEAR, COLUMNS, R1, TRAY_FAR, TRAY_NEAR
from hardware.virtual.board import VirtualBoard
from hardware.virtual.hands import Hands, Step
from hardware.virtual.styles import STYLES

# Share of freshly laid columns of 0-5 checkers whose cells above 2.5 mT are as many as the checkers: simulated
# elsewhere with the same figures for hands, field and noise.
RAW_COUNT = {"exact": (1.0, 1.0), "tidy": (0.998, 1.0), "loose": (0.99, 0.999), "sloppy": (0.92, 0.95)}
START = [0] * 28
for _place, _count in {0: 5, 4: 3, 6: 5, 11: 2, 12: 5, 16: 3, 18: 5, 23: 2}.items():
    START[_place] = _count


def do(steps: list[Step]) -> None:
    for step in steps:
        step.do()


def counts_seen(board: VirtualBoard, limit_10ut: int = 160) -> list[int]:
    levels = board.levels(0)
    return [sum(abs(levels[cell]) > limit_10ut for cell in cells) for cells in R1.cells_of]


@pytest.mark.parametrize("style", RAW_COUNT)
def test_columns_count_right_as_often_as_the_reference_says(style: str) -> None:
    board = VirtualBoard(R1, 3)
    hands, draw = Hands(board, style, 4), Random(5)
    right = total = 0
    for _ in range(150):
        counts = [draw.randrange(6) for _ in range(COLUMNS)]
        hands.set_up([*counts, 0, 0, 0, 0])
        right += sum(seen == count for seen, count in zip(counts_seen(board, 250), counts, strict=False))
        total += COLUMNS
    low, high = RAW_COUNT[style]
    assert low <= right / total <= high


def test_exact_hands_show_the_counts_after_every_gesture() -> None:
    board = VirtualBoard(R1, 1)
    hands, draw = Hands(board, "exact", 2), Random(3)
    hands.set_up(START)
    for _ in range(200):
        source = draw.choice([p for p in range(26) if hands.count(p)])
        do(hands.move(source, draw.randrange(26)))
        expected = [min(hands.count(p), R1.capacity[p]) for p in range(26)]
        assert counts_seen(board) == expected


@pytest.mark.parametrize("style", STYLES)
@settings(max_examples=15, deadline=None)
@given(
    st.integers(0, 2**32), st.lists(st.tuples(st.integers(0, 5), st.integers(0, 27), st.integers(0, 27)), max_size=25)
)
def test_no_checker_is_ever_lost_or_doubled(style: str, seed: int, gestures: list[tuple[int, int, int]]) -> None:
    board = VirtualBoard(R1, seed)
    hands = Hands(board, style, seed)
    hands.set_up(START)
    for kind, source, target in gestures:
        if kind == 0:
            do(hands.straighten(source))
        elif kind == 1:
            do(hands.straighten_touched())
        elif kind == 2 and hands.count(source):
            do(hands.slide(source, target))
        elif kind == 3 and source < 26:
            do(hands.nudge(source))
        elif hands.count(source):
            do(hands.move(source, target))
    booked = [lying.disc for column in hands.columns for lying in (*column.row, *column.stack)]
    assert sorted([*booked, *hands.in_hand]) == list(range(30))
    for place in range(28):
        for lying in (*hands.columns[place].row, *hands.columns[place].stack):
            assert (board.discs[lying.disc].x_mm is None) == (place >= TRAY_NEAR)


def test_the_sixth_checker_and_the_fourth_on_the_bar_are_stacked() -> None:
    board = VirtualBoard(R1, 1)
    hands = Hands(board, "exact", 1)
    counts = [0] * 28
    counts[2], counts[BAR_FAR] = 7, 5
    hands.set_up(counts)
    for place, row in ((2, 5), (BAR_FAR, 3)):
        assert len(hands.columns[place].row) == row
        assert [board.discs[lying.disc].layer for lying in hands.columns[place].stack] == [1, 1]
    assert counts_seen(board)[BAR_FAR] == 3


def test_a_slide_goes_along_the_board_and_lands_in_the_column() -> None:
    board = VirtualBoard(R1, 1)
    hands = Hands(board, "exact", 1)
    hands.set_up(START)
    seen = []
    for step in hands.slide(0, 3):
        step.do()
        seen.append(counts_seen(board))
    assert seen[-1][0] == 4
    assert seen[-1][3] == 1
    assert len(seen) > 5
    assert not hands.in_hand


def test_a_sweep_leaves_the_board_empty_and_the_hand_away() -> None:
    board = VirtualBoard(R1, 1)
    hands = Hands(board, "sloppy", 1)
    hands.set_up(START)
    do(hands.sweep())
    assert hands.count(TRAY_NEAR) == 30
    assert counts_seen(board) == [0] * 26
    assert not board.is_hand


def test_trays_and_bar_take_and_give_checkers() -> None:
    board = VirtualBoard(R1, 1)
    hands = Hands(board, "exact", 1)
    hands.set_up(START)
    do(hands.move(0, TRAY_FAR))
    do(hands.move(23, BAR_NEAR))
    assert (hands.count(TRAY_FAR), counts_seen(board)[BAR_NEAR], counts_seen(board)[0]) == (1, 1, 4)
    do(hands.move(TRAY_FAR, 0))
    assert counts_seen(board)[0] == 5


def test_the_hand_and_the_keys_follow_their_gestures() -> None:
    board = VirtualBoard(R1, 1)
    hands = Hands(board, "exact", 1)
    do(hands.reach())
    assert board.is_hand
    do(hands.withdraw())
    press, release = hands.press_key(2)
    press.do()
    assert board.keys == [False, False, True, False]
    release.do()
    assert not any(board.keys)


def test_the_same_seed_makes_the_same_gestures() -> None:
    def play(seed: int) -> tuple[list[int], list[float]]:
        board = VirtualBoard(R1, 1)
        hands = Hands(board, "loose", seed)
        hands.set_up(START)
        waits = []
        for source, target in ((0, 3), (6, 5), (18, 20), (12, 13)):
            for step in hands.move(source, target):
                waits.append(step.wait_s)
                step.do()
        return board.levels(0), waits

    assert play(9) == play(9)
    assert play(9) != play(10)


def test_taking_from_an_empty_place_or_dropping_nothing_is_the_callers_fault() -> None:
    hands = Hands(VirtualBoard(R1, 1), "exact", 1)
    with pytest.raises(ValueError, match="no checker on place 4"):
        do(hands.lift(4))
    with pytest.raises(ValueError, match="no checker in the hand"):
        do(hands.drop(4))
    with pytest.raises(ValueError, match="no hands named clumsy; there are exact, tidy"):
        Hands(VirtualBoard(R1, 1), "clumsy", 1)
    with pytest.raises(ValueError, match="3 counts"):
        hands.set_up([1, 2, 3])


def test_styles_are_those_of_the_reference_file() -> None:
    path = Path(__file__).parents[1] / "data" / "hands_reference.json"
    told = json.loads(path.read_text())["styles"]
    for name, style in told.items():
        ours = STYLES[name]
        assert (ours.gap_sd_mm, ours.sideways_sd_mm, ours.first_gap_mm) == (
            style["gap_sd"],
            style["sideways_sd"],
            style["first_gap_uniform"],
        )
        assert (ours.not_at_rim, ours.not_at_rim_sd_mm) == (style["not_at_rim"], style["not_at_rim_sd"])
        assert (ours.stack_sd_mm, ours.resquare_touched) == (style["stack_sd"], style["resquare_touched"])
        assert ours.neighbour_sd_mm == style["jitter_of_neighbour"]
        assert list(RAW_COUNT[name]) == style["raw_count"]
