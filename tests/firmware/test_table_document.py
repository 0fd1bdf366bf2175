"""docs/table.md is what the code says, and the table does what it says."""

from __future__ import annotations

from firmware.table import KEYS_OF
from firmware.table_state import State
from tests.firmware.table_document import DOCUMENT, document, edges
from tests.firmware.test_table_walk import OLD_MATCHES, Walk

ALWAYS = {State.PART_MISSING, State.TO_ROLL, State.GAME_OVER, State.MATCH_OVER}
"""States that an input from outside may lead to from anywhere: a part lost, a position or a result entered."""


def test_document_is_current() -> None:
    """Write it anew with `python -m tests.firmware.table_document`."""
    assert DOCUMENT.read_text(encoding="utf-8") == document()


def test_every_state_has_a_row_of_keys() -> None:
    assert set(KEYS_OF) == set(State)


def test_every_change_of_state_seen_in_random_walks_is_in_the_document() -> None:
    known = {(start, end) for start, end, _ in edges()}
    seen: set[tuple[State, State]] = set()
    for seed in range(300, 321):
        walk = Walk(seed, OLD_MATCHES[seed % len(OLD_MATCHES)])
        for _ in range(200):
            walk.step()
        seen |= walk.driver.changes
    unknown = {
        (start.value, end.value) for start, end in seen - known if end not in ALWAYS and start is not State.PART_MISSING
    }
    assert unknown == set()
