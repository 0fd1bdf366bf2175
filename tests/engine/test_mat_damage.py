"""Reading damaged .mat files: nothing that stands before a damage is lost, and no file does harm."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import GameSettled
from engine.formats import FormatError, decode, read_mat, replay
from engine.position import Side
from tests.engine.test_mat_reader import actions, game, plays

DATA = Path(__file__).parents[1] / "data" / "matches"


def test_rest_of_a_game_is_listed_when_a_cell_cannot_be_followed() -> None:
    record = game("  1) 31: 8/5 6/5{}65: 24/13", "  2) 42: 2/x{}11: 8/7", "  3) 66: 13/7{}", "      Wins 4 points")
    assert len(plays(record)) == 2
    assert [oddity.line for oddity in record.all_oddities] == [6, 6, 7]
    assert replay(record).score == (4, 0)


@pytest.mark.parametrize(
    "rows",
    [
        ("  1) 31: 8/5 6/5{}65: 24/13", "  3) 42: 24/20 13/11"),  # a row is missing
        ("  1) 31: 8/5 6/5{}65: 24/13", "  2) {}42: 24/20 13/11"),  # a cell is missing
        ("  1) 31: 8/5 6/5{}65: 24/13", "  2) 42: 20/16 13/11"),  # no checker on 20
        ("  1) 31: 8/5 6/5{}65: 24/13", "  2) 42: 24/12 13/11"),  # onto the other side's checkers
        ("  1) 31: 8/5 6/5{}65: 24/13", "  2)  Takes"),
        ("  1) 31: 8/5 6/5{}65: 24/13", "  2)  Hello"),
    ],
)
def test_what_stands_before_a_damage_is_kept(rows: tuple[str, ...]) -> None:
    record = game(*rows, "      Wins 1 point")
    assert len(plays(record)) == 2
    assert actions(record)[-1] == GameSettled(Side.WHITE, 1)
    assert record.all_oddities


@pytest.mark.parametrize("text", ["", "hello", "7 point match\n", "\x00\xff", "<html><body>404</body></html>"])
def test_text_without_a_game_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match="line 1, column 1: "):
        read_mat(text)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_files_are_read_in_any_encoding_seen(encoding: str, ends: str) -> None:
    text = "1 point match\n Game 1\n Zoë : 0   José : 0\n 1) 31: 8/5 6/5\n".replace("\n", ends)
    assert read_mat(decode(text.encode(encoding))).names == ("Zoë", "José")


ROWS = (DATA / "bot_3pt_1.mat").read_text().splitlines()


@settings(max_examples=60, deadline=None)
@given(st.integers(6, len(ROWS) - 1), st.sampled_from(["", "junk", "  9) 77: 1/2", "  2) 31: 8/5 6/5", " 11)  Takes"]))
def test_damage_costs_nothing_of_what_stands_before_it(line: int, damage: str) -> None:
    whole = read_mat("\n".join([*ROWS[:line], damage, *ROWS[line + 1 :]]))
    before = read_mat("\n".join(ROWS[:line]))
    kept = before.games[0].actions
    assert whole.games[0].actions[: len(kept)] == kept
    replay(whole)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1400), st.text(max_size=8)), min_size=1, max_size=6))
def test_any_mangled_file_replays_or_is_refused(edits: list[tuple[int, str]]) -> None:
    text = "\n".join(ROWS)
    for at, inserted in edits:
        text = text[:at] + inserted + text[at + len(inserted) + 1 :]
    try:
        record = read_mat(text)
    except FormatError:
        return
    replay(record)
