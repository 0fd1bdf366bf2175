"""Writing .mat files: what is written reads back as the same actions, in the layout every program can read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions import (
    Action,
    Doubled,
    Dropped,
    GameSettled,
    GameStarted,
    Level,
    OpeningRolled,
    Played,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    Rolled,
    Took,
)
from engine.formats import MatchRecord, decode, read_mat, record_of, replay, write_mat
from engine.match_state import Refused, Rules
from engine.notation import find_play
from engine.plays import Roll
from engine.position import START, Position, Side
from engine.variants import NACKGAMMON

WHITE, BLACK = Side.WHITE, Side.BLACK
OPENING = find_play(START, Roll(3, 1), "8/5 6/5")
OPENED = (GameStarted(), OpeningRolled(3, 1), Played(WHITE, OPENING.end, OPENING.moves))
GAVE_UP = (ResignationOffered(BLACK, Level.GAMMON), ResignationAccepted(WHITE))

_WORDS = re.compile(r"^ *\d+\)|\d\d:|Doubles => \d+|Takes|Drops|Game \d+|Amber : \d+|Fern : \d+|\d+ point match")


def write(*actions: Action, rules: Rules | None = None, names: tuple[str, str] = ("Left", "Right")) -> str:
    return write_mat(record_of(actions, rules or Rules(7), names))


def reads_back(*actions: Action, rules: Rules | None = None) -> Sequence[Action]:
    return [action for game in read_mat(write(*actions, rules=rules)).games for action in game.actions]


def records(files: list[Path]) -> list[MatchRecord]:
    return [read_mat(decode(file.read_bytes())) for file in files]


def test_own_matches_are_written_and_read_back_as_they_were(own_matches: list[Path]) -> None:
    assert len(own_matches) == 16
    for file, record in zip(own_matches, records(own_matches), strict=True):
        assert not record.all_oddities, file.name
        again = read_mat(write_mat(record))
        assert [game.actions for game in again.games] == [game.actions for game in record.games], file.name
        assert (again.names, again.length, again.headers) == (record.names, record.length, record.headers)
        assert replay(again) == replay(record)


def test_layout_is_that_of_gnu_backgammon(own_matches: list[Path]) -> None:
    """Its own files have the same dice and cube words at the same columns of the same rows."""

    def words(text: str) -> list[list[tuple[int, str]]]:
        rows = [[(word.start(), word[0]) for word in _WORDS.finditer(row)] for row in text.splitlines()]
        return [row for row in rows if row]

    for file in own_matches:
        text = file.read_text()
        assert words(write_mat(read_mat(text))) == words(text), file.name


def test_columns_rows_and_stars() -> None:
    hit = find_play(OPENING.end.turned, Roll(6, 4), "24/14")
    text = write(*OPENED, Rolled(BLACK, Roll(4, 6)), Played(BLACK, hit.end, hit.moves), Doubled(WHITE), Took(BLACK))
    rows = text.splitlines()
    assert rows[1:5] == [" 7 point match", "", " Game 1", " Left : 0                       Right : 0"]
    assert rows[5] == "  1) 31: 8/5 6/5                 64: 24/18 18/14"
    assert rows[6] == "  2)  Doubles => 2                Takes"


def test_left_side_wins_on_a_row_of_its_own() -> None:
    assert write(*OPENED, *GAVE_UP).splitlines()[-1] == "      Wins 2 points"


def test_right_side_wins_in_the_right_column() -> None:
    text = write(*OPENED, ResignationOffered(WHITE, Level.SINGLE), ResignationAccepted(BLACK))
    assert text.splitlines()[-1] == " " * 34 + "Wins 1 point"


def test_right_side_wins_beside_the_left_sides_drop() -> None:
    dance = Position.of({25: 1, 6: 14}, {25: 1, 6: 14})
    text = write(GameStarted(dance, BLACK), Doubled(BLACK), Dropped(WHITE))
    assert text.splitlines()[-1] == "  2)  Drops                       Wins 1 point"


def test_resignation_after_a_roll_reads_back_with_its_result() -> None:
    """GNU Backgammon writes the result into the roll's cell and then cannot read it."""
    actions = (*OPENED, Rolled(BLACK, Roll(5, 1)), *GAVE_UP)
    assert reads_back(*actions) == list(actions)


def test_resignation_in_the_opening_turn_reads_back() -> None:
    actions = (GameStarted(), OpeningRolled(1, 5), ResignationOffered(BLACK, Level.SINGLE), ResignationAccepted(WHITE))
    assert reads_back(*actions) == list(actions)


def test_illegal_play_reads_back_with_the_position_reached() -> None:
    end = Position.of({24: 1, 18: 1, 14: 1, 13: 4, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    actions = (GameStarted(), OpeningRolled(6, 5), Played(WHITE, end, is_legal=False), *GAVE_UP)
    assert "65: Illegal play (7;0;0;0;0;Right;Left;" in write(*actions)
    assert reads_back(*actions) == list(actions)


def test_illegal_play_reads_back_even_when_both_have_the_same_name() -> None:
    end = Position.of({24: 1, 18: 1, 14: 1, 13: 4, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    record = record_of((GameStarted(), OpeningRolled(6, 5), Played(WHITE, end, is_legal=False)), Rules(7), ("A", "A"))
    played = read_mat(write_mat(record)).games[0].actions[2]
    assert played == Played(WHITE, end, is_legal=False)


def test_beavers_read_back() -> None:
    rules = Rules(0, has_beavers=True)
    after = find_play(OPENING.end.turned, Roll(6, 5), "24/13")
    actions = (
        *OPENED,
        Doubled(BLACK),
        Doubled(WHITE),
        Took(BLACK),
        Rolled(BLACK, Roll(6, 5)),
        Played(BLACK, after.end, after.moves),
    )
    assert " Beavers => 4" in write(*actions, rules=rules)
    assert reads_back(*actions, rules=rules) == list(actions)


def test_a_game_from_a_position_reads_back() -> None:
    position = Position.of({25: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 8: 3})
    actions = (GameStarted(position, WHITE), Rolled(WHITE, Roll(6, 6)), Played(WHITE, position))
    assert "; Set Pos=------N----------c-bbbbbbA/0" in write(*actions)
    assert reads_back(*actions) == list(actions)


def test_settled_game_keeps_its_points() -> None:
    actions = (*OPENED, GameSettled(BLACK, 5), GameStarted())
    assert replay(read_mat(write(*actions))).score == (0, 5)


def test_a_game_broken_off_has_no_result() -> None:
    assert "Wins" not in write(*OPENED, GameSettled(BLACK, 0))


def test_moves_that_were_not_kept_are_worked_out() -> None:
    assert "31: 8/5 6/5" in write(GameStarted(), OpeningRolled(3, 1), Played(WHITE, OPENING.end))


def test_declined_resignations_have_no_place_in_the_file() -> None:
    declined = (ResignationOffered(BLACK, Level.SINGLE), ResignationDeclined(WHITE))
    assert write(*OPENED, *declined) == write(*OPENED)


def test_later_games_begin_at_their_score() -> None:
    text = write(*OPENED, *GAVE_UP, *OPENED)
    assert " Game 2\n Left : 2                       Right : 0\n" in text


@pytest.mark.parametrize(
    "rules",
    [
        Rules(5, has_crawford=False),
        Rules(0, has_jacoby=True, has_beavers=True),
        Rules(3, has_cube=False),
        Rules(3, start=NACKGAMMON.start),
    ],
)
def test_rules_that_a_reader_would_not_guess_are_told_in_headers(rules: Rules) -> None:
    again = read_mat(write(*OPENED[:1], rules=rules)).rules
    assert replace(again, cube_limit=rules.cube_limit) == rules


def test_headers_come_first() -> None:
    record = record_of(OPENED, Rules(7), ("L", "R"), (("Site", 'the "Club"]'), ("EventDate", "2026.11.29")))
    assert write_mat(record).splitlines()[:2] == ['; [Site "the  Club"]', '; [EventDate "2026.11.29"]']


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("A:x", "A x"),  # a colon makes GNU Backgammon abort
        ("Abcdefghijklmnopqrstuvw1xyz", "Abcdefghijklmnopqrstuvw1"),  # longer ones glue its columns together
        ("Anna, 1666", "Anna"),  # would be taken for a rating
        ('a;[b]"c', "a b c"),
        ("Zoë\n", "Zoë"),
        ("", "White"),
        (" : ", "White"),
    ],
)
def test_names_are_written_so_that_every_program_reads_them(name: str, written: str) -> None:
    text = write(*OPENED, names=(name, "Right"))
    assert read_mat(text).names == (written, "Right")


def test_a_record_against_the_rules_is_refused() -> None:
    record = record_of(OPENED, Rules(7), ("L", "R"))
    game = record.games[0]
    broken = MatchRecord(record.rules, record.names, (type(game)(1, (0, 0), (*game.actions, *game.actions)),))
    with pytest.raises(Refused):
        write_mat(broken)


def test_automatic_doubles_read_back_with_their_dice() -> None:
    rules = Rules(0, has_beavers=True, automatic_doubles=2)
    actions = (OPENED[0], OpeningRolled(4, 4), OpeningRolled(6, 6), *OPENED[1:], *GAVE_UP, *OPENED, *GAVE_UP)
    assert replay(record_of(actions, rules, ("L", "R"))).score == (10, 0)
    assert reads_back(*actions, rules=rules) == list(actions)
