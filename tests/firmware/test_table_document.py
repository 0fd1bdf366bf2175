"""docs/table.md is what the code says, and the table does what it says."""

from __future__ import annotations

from firmware.table import KEYS_OF
from firmware.table_state import State
from tests.firmware.table_document import BY_ITSELF, DOCUMENT, document, edges
from tests.firmware.test_table_walk import OLD_MATCHES, Walk

ALWAYS = {State.PART_MISSING, State.TO_ROLL, State.GAME_OVER, State.MATCH_OVER, State.MENU, State.DIGITS}
"""States that an input from outside may lead to from anywhere: a part lost, a position or a result entered."""


FROM_EVERYWHERE = {State.PART_MISSING, State.PAUSED, State.MENU, State.DIGITS}
"""States that lead back to where they were come to from."""


def test_document_is_current() -> None:
    """Write it anew with `python -m tests.firmware.table_document`."""
    assert DOCUMENT.read_text(encoding="utf-8") == document()


def test_every_state_has_a_row_of_keys() -> None:
    assert set(KEYS_OF) == set(State)


def test_every_change_of_state_seen_in_random_walks_is_in_the_document() -> None:
    known = {(start, end) for start, end, _ in edges()}
    at_once = {(start, end) for start, end, _ in BY_ITSELF}
    known |= {(start, end) for start, middle in known for other, end in at_once if middle is other}
    seen: set[tuple[State, State]] = set()
    for seed in range(300, 321):
        walk = Walk(seed, OLD_MATCHES[seed % len(OLD_MATCHES)])
        for _ in range(200):
            walk.step()
        seen |= walk.driver.changes
    unknown = {
        (start.value, end.value) for start, end in seen - known if end not in ALWAYS and start not in FROM_EVERYWHERE
    }
    assert unknown == set()
