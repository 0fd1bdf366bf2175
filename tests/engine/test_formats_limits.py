"""What the readers do at their limits, and with positions set down where none can stand."""

from __future__ import annotations

import pytest

from engine.formats import FormatError, read_mat, read_sgf
from engine.position import InvalidPosition, Position
from tests.engine.test_mat_reader import oddities

TWO_ROWS = " 7 point match\n\n Game 1\n A : 0                          B : 0\n  1) 31: 8/5 6/5\n  2)    \n"


def test_lines_beyond_the_most_are_left_unread_and_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.formats.mat_text._MOST_LINES", 5)
    record = read_mat(TWO_ROWS)
    assert "not read: more than 5 lines" in oddities(record)
    assert len(record.games) == 1


def test_cells_beyond_the_most_are_left_unread_and_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.formats.mat_text._MOST_CELLS", 0)
    assert "not read: more than 0 cells" in oddities(read_mat(TWO_ROWS))


def test_an_overlong_line_is_left_unread_before_and_within_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.formats.mat_text._MOST_COLUMNS", 60)
    long = "x" * 61
    before = read_mat(f"{long}\n{TWO_ROWS}")
    assert [oddity.line for oddity in before.all_oddities] == [1]
    within = read_mat(f"{TWO_ROWS}{long}\n")
    assert within.damage


def test_too_many_stray_lines_before_any_game_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.formats.mat_text._MOST_STRAY_LINES", 2)
    monkeypatch.setattr("engine.formats.mat_text._MOST_COLUMNS", 60)
    with pytest.raises(FormatError, match="not a match record"):
        read_mat("x" * 61 + "\n" + "y" * 61 + "\n" + TWO_ROWS)


def test_a_last_game_that_is_only_begun_is_told_as_the_end_of_the_file() -> None:
    record = read_mat(f"{TWO_ROWS}      Wins 1 point\n\n Game 2")
    assert len(record.games) == 1
    assert "the file ends here" in oddities(record)


def test_an_sgf_game_of_too_much_is_told_as_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.formats.sgf_text._MOST_KEPT", 1)
    text = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0];B[31hefe];W[42])"
    assert read_sgf(f"{text}\n{text}").damage


HEAD = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[A]PB[B]"


def test_checkers_set_down_that_cannot_start_a_game_are_told() -> None:
    record = read_sgf(f"{HEAD};PL[W]AE[a:y]AW{'[a]' * 15};W[31hefe])")  # no black checker is left
    assert any("set-up position" in reason for reason in oddities(record))


def test_checkers_set_down_after_the_game_was_lost_are_only_listed() -> None:
    record = read_sgf(f"{HEAD};W[31ayax];AE[a:y]AW[a]AB[x];B[42hdfd])")
    assert len(oddities(record)) >= 2


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({26: 1}, "no point 26"),
        ({6: 16}, "16 checkers on point 6"),
        ({6: 8, 5: 8}, "16 checkers of one side"),
    ],
)
def test_a_position_names_the_slot_or_number_that_cannot_be(own: dict[int, int], said: str) -> None:
    with pytest.raises(InvalidPosition, match=said):
        Position.of(own, {})
