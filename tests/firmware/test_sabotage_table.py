"""What the checks of other tests are worth: each must fail once the product no longer does what it checks.

Every sabotage takes one safeguard away and runs the very function that a named test runs; it passes on the product
as it is, and must raise AssertionError on the sabotaged one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from firmware import board_map, counted, table_board
from firmware.board_map import distance
from firmware.inputs import BoardSettled
from firmware.settle import News, Settle
from firmware.table_state import Step
from firmware.turn_sheet import TurnSheet
from firmware.verdicts import Complete
from hardware.geometry import Geometry
from hardware.link import codec
from tests.firmware import test_hand_gate, test_referee, test_table_moving, test_table_warnings
from tests.hardware.test_codec import test_a_corrupted_byte_never_gets_through as corrupted_bytes_test

Sabotage = Callable[[pytest.MonkeyPatch], None]


def no_crc_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever has the right length and kind is taken for a sentence."""
    monkeypatch.setattr(codec, "_is_intact", lambda kept, start, end: True)


def hand_gate_removed_from_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of the board is told as if no hand were ever over it."""
    feed = Settle.feed

    def blind(self: Settle, at_s: float, moved_at_s: float, is_hand: bool) -> News:
        return feed(self, at_s, moved_at_s, False)

    monkeypatch.setattr(Settle, "feed", blind)


def hand_gate_removed_from_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table takes every reading as one without a hand."""
    settled = table_board.settled

    def blind(work: Step, event: BoardSettled) -> None:
        settled(work, replace(event, is_hand=False))

    monkeypatch.setattr(table_board, "settled", blind)


def referee_snapping_to_the_nearest_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """What fits no legal play is taken for the one that comes nearest."""

    def snap(sheet: TurnSheet, image: int, *rest: object) -> Complete:
        return Complete(sheet.ends[min(sheet.ends, key=lambda end: distance(end, image))][0])

    monkeypatch.setattr(counted, "_unfinished", snap)


def counts_not_capped_at_five(monkeypatch: pytest.MonkeyPatch) -> None:
    """Images are compared as if cells could see every checker of a stack."""

    def uncapped(geometry: Geometry) -> tuple[bytes, int]:
        return bytes(range(256)), 15

    monkeypatch.setattr(board_map, "_caps", uncapped)


def check_a_corrupted_byte_never_gets_through() -> None:
    """The body of the wire's own test, with the example that it always tries."""
    test: Any = corrupted_bytes_test
    test.hypothesis.inner_test(at=40, flip=1)


CASES: list[tuple[Sabotage, Callable[[], None]]] = [
    (no_crc_check, check_a_corrupted_byte_never_gets_through),
    (hand_gate_removed_from_rest, test_hand_gate.check_no_warning_comes_under_a_hand),
    (hand_gate_removed_from_rest, test_hand_gate.check_no_game_ends_under_a_hand),
    (hand_gate_removed_from_table, test_hand_gate.check_no_warning_comes_under_a_hand),
    (hand_gate_removed_from_table, test_hand_gate.check_no_game_ends_under_a_hand),
    (hand_gate_removed_from_table, test_table_warnings.check_warnings_never_come_under_a_hand),
    (hand_gate_removed_from_table, test_table_moving.check_a_win_never_comes_under_a_hand),
    (referee_snapping_to_the_nearest_play, test_referee.check_one_pip_off_is_never_snapped_to_a_legal_play),
    (referee_snapping_to_the_nearest_play, test_hand_gate.check_an_illegal_play_is_never_recorded),
    (counts_not_capped_at_five, test_referee.check_bear_off_from_a_tall_stack),
]
NAMES = [f"{sabotage.__name__}-{check.__name__}" for sabotage, check in CASES]


@pytest.mark.parametrize(("sabotage", "check"), CASES, ids=NAMES)
def test_check_passes_on_the_product_and_fails_once_it_is_sabotaged(
    sabotage: Sabotage, check: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    check()
    sabotage(monkeypatch)
    with pytest.raises(AssertionError):
        check()
    monkeypatch.undo()
    check()
