"""`gammond show`, `convert`, `matches` and `export`: from IDs, files and the journal to what a player reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.actions import Level, Played
from engine.formats import read_mat, read_record, replay
from engine.position import START, Position, Side
from firmware.cli import main
from firmware.facts import Body, Corrected, MatchBegun, MatchCorrected, ResultCorrected, encode
from firmware.journal import Row, open_journal

OPENING = "4HPwATDgc/ABMA"

SHORT = """\
 3 point match

 Game 1
 Aranka : 0                     Bao : 0
  1) 31: 8/5 6/5                 64: 24/14
  2)  Doubles => 2                Drops
      Wins 1 point
"""


def begun(**changes: Any) -> MatchBegun:
    values: dict[str, Any] = {
        "length": 3,
        "policy": "home",
        "white_name": "Aranka",
        "black_name": "Bao",
        "white_seat": 0,
        "home_is_right": True,
    }
    return MatchBegun(**(values | changes))


def write_journal(path: Path, matches: dict[str, list[Body]]) -> None:
    journal = open_journal(path)
    for match, bodies in matches.items():
        first = journal.last_sequence() + 1
        rows = []
        for sequence, body in enumerate(bodies, first):
            kind, text = encode(body)
            rows.append(Row(sequence, match, "boot", float(sequence), f"2026-05-0{first}T19:30:00Z", True, kind, text))
        journal.append(rows)
    journal.close()


@pytest.fixture
def journal(tmp_path: Path) -> str:
    """Three matches: one played, one only agreed on, one whose name begins like the first."""
    (game,) = read_mat(SHORT).games
    path = tmp_path / "gammond.db"
    write_journal(path, {"K7Q2": [begun(), *game.actions], "M3": [begun(length=0)], "K7": [begun(white_name="Cem")]})
    return str(path)


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


# --- show ---


def test_position_is_drawn_and_named_in_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "show", OPENING)
    assert out.count("167 pips") == 2
    assert "on roll" in out
    assert out.splitlines()[-4:] == [
        f"Position ID  {OPENING}",
        # What GNU Backgammon and eXtreme Gammon write for a money game before the first roll.
        f"GNU ID       {OPENING}:cAkAAAAAAAAE",
        "XGID         XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
        # Black is on roll, so White acted last.
        "OGID         11ccccchhhjjjjj:66666888dddddoo:N0N::W:C:0:0:0:0",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:1:5:10", "Black plays 31"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:5:10", "White 3 - 2 Black, to 5"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:4:3:1:5:10", "to 5, Crawford game"),
        ("XGID=-b----E-C---eE---c-e----B-:1:1:-1:00:2:3:0:5:10", "cube 2, owned by Black"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:2:3:0:5:10", "White doubles to 2"),
        (f"{OPENING}:cAkAAAAAAAAA", "Black to roll"),
    ],
)
def test_score_cube_and_turn_are_told(capsys: pytest.CaptureFixture[str], text: str, said: str) -> None:
    assert said in output(capsys, "show", text)


@pytest.mark.parametrize("text", ["foo", "cAkAAAAAAAAA", f"{OPENING}:foo", "XGID=-b:0:0:1:31:2:3:1:5:10", ""])
def test_what_is_no_id_is_said_so(capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert "ID" in complaint(capsys, "show", text)


# --- convert ---


def test_record_is_read_and_written_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source, out = tmp_path / "in.mat", tmp_path / "out.mat"
    source.write_text(SHORT)
    assert output(capsys, "convert", str(source), str(out)) == ""
    assert "8/5 6/5" in out.read_text()
    assert output(capsys, "convert", str(out), "-") == out.read_text()
    assert read_mat(out.read_text()).games[0].actions == read_mat(SHORT).games[0].actions


def test_what_breaks_the_rules_is_listed_with_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source = tmp_path / "odd.mat"
    source.write_text(SHORT.replace("64: 24/14", "64: 24/11"))
    assert main(["convert", str(source), "-"]) == 0
    out, err = capsys.readouterr()
    assert "8/5 6/5" in out
    assert f"{source}: line 5, column 34: illegal play: 64: 24/11" in err


@pytest.mark.parametrize(
    ("content", "said"), [("", "line 1"), ("a shopping list\n", "not a match record"), ("\x00\x01", "line 1")]
)
def test_what_is_no_record_is_said_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str, said: str
) -> None:
    source = tmp_path / "list.mat"
    source.write_text(content)
    assert said in complaint(capsys, "convert", str(source), "-")


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ("out.txt", "gammond writes .mat and .sgf files"),
        ("none/out.mat", "cannot be written: no such file or directory"),
        ("in.mat/out.mat", "cannot be written: not a directory"),
    ],
)
def test_place_that_cannot_be_written_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, out: str, said: str
) -> None:
    source = tmp_path / "in.mat"
    source.write_text(SHORT)
    assert said in complaint(capsys, "convert", str(source), str(tmp_path / out))
    assert [path.name for path in tmp_path.iterdir()] == ["in.mat"]


@pytest.mark.parametrize(("first", "second"), [("mat", "sgf"), ("sgf", "mat")])
def test_record_goes_into_the_other_format_and_back(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, first: str, second: str
) -> None:
    source = Path(__file__).parents[1] / "data" / "matches" / f"bot_5pt_2.{first}"
    there, back = tmp_path / f"there.{second}", tmp_path / f"back.{first}"
    assert output(capsys, "convert", str(source), str(there)) == ""
    assert output(capsys, "convert", str(there), str(back)) == ""
    records = [read_record(file.read_bytes(), file.name) for file in (source, there, back)]
    games = [[game.actions for game in record.games] for record in records]
    assert games[0] == games[1] == games[2]


BROKEN = SHORT.replace("64: 24/14", "6q: 24/14")


def test_damaged_file_is_refused_with_its_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source, out = tmp_path / "broken.mat", tmp_path / "good.mat"
    source.write_text(BROKEN)
    said = complaint(capsys, "convert", str(source), str(out))
    assert (
        f"{source}: line 5, column 34: not understood: 6q: 24/14; 1 game and 1 play can be kept with --salvage" in said
    )
    assert not out.exists()


def test_salvage_keeps_the_good_part_and_says_what_it_leaves_out(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source, out = tmp_path / "broken.mat", tmp_path / "good.sgf"
    source.write_text(BROKEN)
    assert main(["convert", "--salvage", str(source), str(out)]) == 0
    said = capsys.readouterr().err.splitlines()
    assert said[0] == f"{source}: left out: line 5, column 34: not understood: 6q: 24/14"
    assert said[-1] == f"{source}: kept: 1 game and 1 play"
    (game,) = read_record(out.read_bytes()).games
    assert ";W[31hefe]" in out.read_text()
    assert game.written_result == (Side.WHITE, 1)


def test_salvage_of_a_whole_file_says_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source = tmp_path / "whole.mat"
    source.write_text(SHORT)
    assert "Wins 1 point" in output(capsys, "convert", "--salvage", str(source), "-")


@pytest.mark.parametrize(
    ("place", "said"), [("/dev/zero", "is a device or a pipe"), ("/", "is a folder"), ("none", "there is no such file")]
)
def test_what_is_no_file_is_not_read(capsys: pytest.CaptureFixture[str], place: str, said: str) -> None:
    assert said in complaint(capsys, "convert", place, "-")
    assert said in complaint(capsys, "convert", "--salvage", place, "-")


def test_file_far_too_large_is_refused_without_being_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source = tmp_path / "garbage.mat"
    with source.open("wb") as file:
        file.truncate(50 << 20)
    assert f"{source}: line 1, column 1: more than 16 MB: no match" in complaint(capsys, "convert", str(source), "-")


# --- the journal ---


def test_matches_are_listed_with_players_and_score(capsys: pytest.CaptureFixture[str], journal: str) -> None:
    first, second, third = output(capsys, "matches", "--journal", journal).splitlines()
    assert first == "K7Q2  2026-05-01 19:30  Aranka 1 - 0 Bao, to 3"
    assert second.endswith("Aranka 0 - 0 Bao, money")
    assert third.startswith("K7  ")


def test_only_the_latest_matches_are_listed_unless_all_are_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "many.db"
    write_journal(path, {f"match-{number}": [begun()] for number in range(25)})
    assert len(output(capsys, "matches", "--journal", str(path)).splitlines()) == 20
    assert len(output(capsys, "matches", "--all", "--journal", str(path)).splitlines()) == 25


def test_empty_journal_has_no_match_yet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    write_journal(path, {})
    assert output(capsys, "matches", "--journal", str(path)) == "no match yet\n"
    assert "no match in the journal yet" in complaint(capsys, "export", "last", "-", "--journal", str(path))


def test_exported_match_is_the_match_that_was_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, journal: str
) -> None:
    out = tmp_path / "played.mat"
    output(capsys, "export", "K7Q", str(out), "--journal", journal)
    text = out.read_text()
    assert '; [Player 1 "Aranka"]' in text
    assert '; [EventDate "2026.05.01"]' in text
    assert read_mat(text).games[0].actions == read_mat(SHORT).games[0].actions
    assert output(capsys, "export", "K7Q2", "-", "--journal", journal) == text
    sgf = tmp_path / "played.sgf"
    output(capsys, "export", "K7Q", str(sgf), "--journal", journal)
    assert read_record(sgf.read_bytes()).games[0].actions == read_mat(SHORT).games[0].actions


@pytest.mark.parametrize("kind", ["mat", "sgf"])
def test_exported_match_tells_what_was_set_by_hand(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, kind: str
) -> None:
    """A position entered between two turns, a score set in the menu, and at last another winner."""
    (game,) = read_mat(SHORT.replace("3 point", "7 point")).games
    entered = Position.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 1, 22: 1, 13: 5, 8: 3, 6: 5})
    corrected = Corrected(START, entered, Side.WHITE, "entered")
    bodies = [begun(length=7), *game.actions[:5], corrected, *game.actions[5:], MatchCorrected("score", "3-2")]
    path, out = tmp_path / "gammond.db", tmp_path / f"played.{kind}"
    write_journal(path, {"K7": [*bodies, ResultCorrected(Side.BLACK, 2, Level.GAMMON)]})
    output(capsys, "export", "K7", str(out), "--journal", str(path))
    record = read_record(out.read_bytes(), out.name)
    assert replay(record).score == (2, 4)
    reached = [action.end for action in record.games[0].actions if isinstance(action, Played)]
    assert reached[-1] == entered.turned


@pytest.mark.parametrize(
    ("match", "said"),
    [
        ("Z", 'there is no match "Z": gammond matches lists them'),
        ("K", '"K" is the beginning of 2 matches: K7Q2, K7; give more of the name'),
        ("M3", "match M3: no game has begun"),
        ("last", "match K7: no game has begun"),
    ],
)
def test_match_that_cannot_be_exported_is_named(
    capsys: pytest.CaptureFixture[str], journal: str, match: str, said: str
) -> None:
    assert said in complaint(capsys, "export", match, "-", "--journal", journal)


def test_match_of_a_newer_version_does_not_hide_the_others(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "newer.db"
    opened = open_journal(path)
    opened.append([Row(1, "N1", "boot", 1.0, "2026-05-01T19:30:00Z", True, "Raccooned", "{}")])
    opened.close()
    write_journal(path, {"K8": [begun()]})
    first, second = output(capsys, "matches", "--journal", str(path)).splitlines()
    assert first.startswith("N1  2026-05-01 19:30  cannot be read: a fact of the kind 'Raccooned'")
    assert second.startswith("K8  ")
    assert "'Raccooned'" in complaint(capsys, "export", "N1", "-", "--journal", str(path))
