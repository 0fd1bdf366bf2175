"""When the board is quiet, and what is told of it: each piece of news once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware.settle import News, Settle

NOTHING, STIRRED, UNDER_HAND, SETTLED = News.NOTHING, News.STIRRED, News.SETTLED_UNDER_HAND, News.SETTLED


def fed(settle: Settle, *scans: tuple[float, float, bool]) -> list[News]:
    """News of scans given as (time, last movement, hand)."""
    return [settle.feed(at_s, moved_at_s, is_hand) for at_s, moved_at_s, is_hand in scans]


def test_board_settles_once_the_quiet_time_is_over() -> None:
    assert fed(Settle(0.4), (1.0, 1.0, False), (1.38, 1.0, False), (1.42, 1.0, False), (1.44, 1.0, False)) == [
        NOTHING,
        NOTHING,
        SETTLED,
        NOTHING,
    ]


def test_settled_under_a_hand_is_told_once_and_again_when_the_hand_has_gone() -> None:
    scans = [(2.0, 1.0, True), (2.1, 1.0, True), (2.2, 1.0, False), (2.3, 1.0, False)]
    assert fed(Settle(0.4), *scans) == [UNDER_HAND, NOTHING, SETTLED, NOTHING]


def test_hand_over_a_quiet_board_is_told() -> None:
    assert fed(Settle(0.4), (2.0, 1.0, False), (2.1, 1.0, True)) == [SETTLED, UNDER_HAND]


def test_movement_is_told_once_until_the_board_is_quiet_again() -> None:
    scans = [(2.0, 1.0, False), (2.1, 2.1, True), (2.2, 2.2, True), (2.62, 2.2, True), (2.7, 2.2, False)]
    assert fed(Settle(0.4), *scans) == [SETTLED, STIRRED, NOTHING, UNDER_HAND, SETTLED]


def test_movement_missed_between_two_scans_is_told_as_a_new_reading() -> None:
    """Scans were lost: the board moved and was quiet again before the next one came."""
    assert fed(Settle(0.4), (2.0, 1.0, False), (4.0, 3.0, False)) == [SETTLED, SETTLED]


def test_state_is_told_again_when_asked_for() -> None:
    settle = Settle(0.4)
    fed(settle, (2.0, 1.0, False))
    settle.again()
    assert fed(settle, (2.1, 1.0, False), (2.2, 1.0, False)) == [SETTLED, NOTHING]


@given(st.lists(st.tuples(st.floats(0.01, 0.5), st.booleans(), st.booleans()), max_size=60))
def test_settled_is_never_told_within_the_quiet_time_nor_under_a_hand(scans: list[tuple[float, bool, bool]]) -> None:
    settle, now_s, moved_s = Settle(0.4), 10.0, 10.0
    for step_s, has_moved, is_hand in scans:
        now_s += step_s
        moved_s = now_s if has_moved else moved_s
        news = settle.feed(now_s, moved_s, is_hand)
        if news in (SETTLED, UNDER_HAND):
            assert now_s - moved_s >= 0.4
            assert (news is UNDER_HAND) == is_hand
