"""The key debounce of the scanner."""

from __future__ import annotations

from hardware.link.debounce import Debounce


def feed(key: Debounce, samples: list[tuple[int, bool]]) -> None:
    for at_ms, contact in samples:
        key.feed(contact, at_ms)


def test_a_contact_that_stays_closed_is_one_press() -> None:
    key = Debounce(15)
    feed(key, [(0, False), (5, True), (10, True), (20, True), (25, True), (100, True)])
    assert (key.is_down, key.presses) == (True, 1)


def test_a_bouncing_contact_is_one_press() -> None:
    key = Debounce(15)
    bounces = [(t, t % 4 < 2) for t in range(10)]
    feed(key, [*bounces, (10, True), (30, True), (200, False), (202, True), (204, False), (230, False)])
    assert (key.is_down, key.presses) == (False, 1)


def test_a_spike_shorter_than_the_settling_time_is_no_press() -> None:
    key = Debounce(15)
    feed(key, [(0, False), (5, True), (15, True), (19, False), (40, True), (54, True), (55, False)])
    assert (key.is_down, key.presses) == (False, 0)


def test_a_stall_of_the_caller_loses_no_press() -> None:
    key = Debounce(15)
    feed(key, [(0, True), (900, True), (950, False), (2000, False), (2001, True), (5000, True)])
    assert (key.is_down, key.presses) == (True, 2)


def test_presses_and_milliseconds_wrap() -> None:
    key = Debounce(15)
    start = 2**30 - 5
    for n in range(300):
        at = start + 100 * n
        feed(key, [(t % 2**30, c) for t, c in ((at, True), (at + 20, True), (at + 40, False), (at + 60, False))])
    assert key.presses == 300 % 256
