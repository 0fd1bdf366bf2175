"""Writing .sgf files: what is written reads back as the same actions, laid out as GNU Backgammon does."""

from __future__ import annotations

import re
from collections.abc import Sequence
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
from engine.formats import MatchRecord, read_record, read_sgf, record_of, replay, write_sgf
from engine.match_state import Refused, Rules
from engine.notation import find_play
from engine.plays import Roll
from engine.position import START, Position, Side
from engine.variants import LONGGAMMON, NACKGAMMON

WHITE, BLACK = Side.WHITE, Side.BLACK
DATA = Path(__file__).parents[1] / "data" / "matches"
OPENING = find_play(START, Roll(3, 1), "8/5 6/5")
OPENED = (GameStarted(), OpeningRolled(3, 1), Played(WHITE, OPENING.end, OPENING.moves))
GAVE_UP = (ResignationOffered(BLACK, Level.GAMMON), ResignationAccepted(WHITE))
ROOT = "(;FF[4]GM[6]CA[UTF-8]AP[gammond]MI[length:7][game:0][ws:0][bs:0]PW[Left]PB[Right]RU[Crawford]"


def write(*actions: Action, rules: Rules | None = None, names: tuple[str, str] = ("Left", "Right")) -> str:
    return write_sgf(record_of(actions, rules or Rules(7), names))


def reads_back(*actions: Action, rules: Rules | None = None) -> Sequence[Action]:
    return [action for game in read_sgf(write(*actions, rules=rules)).games for action in game.actions]


def test_nodes_are_those_of_gnu_backgammon() -> None:
    assert write(*OPENED, Doubled(BLACK), Took(WHITE), Rolled(BLACK, Roll(6, 5)), *GAVE_UP) == (
        f"{ROOT}RE[W+4R]\n;W[31hefe]\n;B[double]\n;W[take]\n;PL[B]DI[65])\n"
    )


def test_own_files_have_the_same_nodes_without_their_analysis() -> None:
    """Only the way of a checker may differ that moves with both dice."""
    node = re.compile(r"^;[WB]\[(?:\d\d|double|take|drop)", re.MULTILINE)
    for name in ("bot_1pt_1", "bot_3pt_2", "bot_5pt_2"):
        text = (DATA / f"{name}.sgf").read_text()
        assert node.findall(write_sgf(read_sgf(text))) == node.findall(text), name


@pytest.mark.parametrize("kind", ["mat", "sgf"])
def test_own_matches_are_written_and_read_back_as_they_were(kind: str) -> None:
    files = sorted(DATA.glob(f"*.{kind}"))
    assert len(files) == {"mat": 17, "sgf": 4}[kind]
    for file in files:
        record = read_record(file.read_bytes(), file.name)
        again = read_sgf(write_sgf(record))
        assert [game.actions for game in again.games] == [game.actions for game in record.games], file.name
        assert (again.names, again.rules, again.headers) == (record.names, record.rules, record.headers)
        assert replay(again) == replay(record)


def test_results_are_written_with_how_they_came_about() -> None:
    assert "RE[W+2R]" in write(*OPENED, *GAVE_UP)
    assert "RE[W+5R]" in write(*OPENED, GameSettled(WHITE, 5))
    assert "RE[W+1]" in write(*OPENED, Doubled(BLACK), Dropped(WHITE)).replace("B+1", "W+1")
    assert "RE" not in write(*OPENED, GameSettled(WHITE, 0))
    assert "RE" not in write(*OPENED)


def test_scores_and_numbers_of_later_games_stand_in_their_roots() -> None:
    text = write(*OPENED, *GAVE_UP, *OPENED)
    assert "\n(;FF[4]GM[6]CA[UTF-8]AP[gammond]MI[length:7][game:1][ws:2][bs:0]" in text


def test_the_crawford_game_is_named() -> None:
    text = write(*OPENED, *GAVE_UP, *OPENED, rules=Rules(3))
    assert [line[line.index("RU") :] for line in text.splitlines() if "RU" in line] == [
        "RU[Crawford]RE[W+2R]",
        "RU[Crawford:CrawfordGame]",
    ]


@pytest.mark.parametrize(
    "rules",
    [
        Rules(1),
        Rules(5, has_crawford=False),
        Rules(0, has_jacoby=True, has_beavers=True),
        Rules(3, has_cube=False),
        Rules(3, start=NACKGAMMON.start),
        Rules(3, start=LONGGAMMON.start),
    ],
)
def test_rules_read_back(rules: Rules) -> None:
    again = read_sgf(write(GameStarted(), rules=rules)).rules
    assert (again.length, again.has_crawford, again.has_jacoby, again.has_cube, again.start) == (
        rules.length,
        rules.has_crawford,
        rules.has_jacoby,
        rules.has_cube,
        rules.start,
    )


@pytest.mark.parametrize("beavers", [1, 2, 3])
def test_beavers_and_raccoons_read_back(beavers: int) -> None:
    rules = Rules(0, has_beavers=True)
    doubles: list[Action] = [Doubled(BLACK if number % 2 == 0 else WHITE) for number in range(beavers + 1)]
    taker = BLACK if beavers % 2 else WHITE
    actions = (*OPENED, *doubles, Took(taker), Rolled(BLACK, Roll(6, 5)), *GAVE_UP)
    assert reads_back(*actions, rules=rules) == list(actions)


@pytest.mark.parametrize("mover", [WHITE, BLACK])
def test_illegal_plays_read_back_with_the_position_reached(mover: Side) -> None:
    end = Position.of({24: 1, 18: 1, 14: 1, 13: 4, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    dice = OpeningRolled(6, 5) if mover is WHITE else OpeningRolled(5, 6)
    actions = (GameStarted(), dice, Played(mover, end, is_legal=False), Rolled(mover.other, Roll(2, 1)))
    assert reads_back(*actions) == list(actions)


@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_games_from_a_position_read_back(side: Side) -> None:
    position = Position.of({25: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 8: 3})
    actions = (GameStarted(position if side is BLACK else position.turned, side), Rolled(side, Roll(2, 1)))
    assert reads_back(*actions) == list(actions)


def test_checkers_borne_off_are_not_set_up() -> None:
    position = Position.of({1: 1}, {2: 1})
    actions = (GameStarted(position, WHITE), Rolled(WHITE, Roll(2, 1)), Played(WHITE, Position.of({}, {2: 1})))
    text = write(*actions)
    assert ";PL[W]AE[a:y]AW[a]AB[w]\n;W[21az]" in text
    assert replay(read_sgf(text)).score == (1, 0)


def test_dances_and_moves_that_were_not_kept_are_written() -> None:
    assert ";W[31hefe]" in write(GameStarted(), OpeningRolled(3, 1), Played(WHITE, OPENING.end))
    shut_out = Position.of({25: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 8: 3})
    assert ";W[66])" in write(GameStarted(shut_out, WHITE), Rolled(WHITE, Roll(6, 6)), Played(WHITE, shut_out))


def test_declined_resignations_and_equal_opening_dice_have_no_place_in_the_file() -> None:
    declined = (ResignationOffered(BLACK, Level.SINGLE), ResignationDeclined(WHITE))
    assert write(*OPENED, *declined) == write(*OPENED)
    assert write(OPENED[0], OpeningRolled(4, 4), *OPENED[1:]) == write(*OPENED)
    assert write(OPENED[0], OpeningRolled(4, 4)) == write(OPENED[0])


@pytest.mark.parametrize("name", ["A:x", "a]b", "a\\", "a[b", "(;", "Zoë 名前", "A" * 60, "", "7 point match", "; #"])
def test_names_of_any_kind_read_back(name: str) -> None:
    assert read_sgf(write(*OPENED, names=(name, "Right"))).names == (name, "Right")


def test_signs_that_no_name_has_become_spaces() -> None:
    assert read_sgf(write(*OPENED, names=(" a\tb\n\x00c ", ""))).names == ("a b c", "")


def test_headers_read_back_but_for_their_order() -> None:
    headers = (("Match ID", "7"), ("Site", 'the "Club]"'), ("EventDate", "2026.11.29"), ("Odd [one]", 'a "b"'))
    record = record_of(OPENED, Rules(7), ("L", "R"), headers)
    text = write_sgf(record)
    assert "DT[2026-11-29]" in text
    assert dict(read_sgf(text).headers) == {
        "Match ID": "7",
        "Site": 'the "Club]"',
        "EventDate": "2026.11.29",
        "Odd (one)": "a 'b'",
    }


def test_ratings_read_back() -> None:
    plain = record_of(OPENED, Rules(7), ("L", "R"))
    rated = MatchRecord(plain.rules, plain.names, plain.games, ratings=(1666, None))
    assert read_sgf(write_sgf(rated)).ratings == (1666, None)


def test_a_record_against_the_rules_is_refused() -> None:
    record = record_of(OPENED, Rules(7), ("L", "R"))
    game = record.games[0]
    broken = MatchRecord(record.rules, record.names, (type(game)(1, (0, 0), (*game.actions, *game.actions)),))
    with pytest.raises(Refused):
        write_sgf(broken)


def test_automatic_doubles_read_back_with_their_dice() -> None:
    rules = Rules(0, has_beavers=True, automatic_doubles=2)
    actions = (OPENED[0], OpeningRolled(4, 4), OpeningRolled(6, 6), *OPENED[1:], *GAVE_UP, *OPENED, *GAVE_UP)
    assert replay(record_of(actions, rules, ("L", "R"))).score == (10, 0)
    assert reads_back(*actions, rules=rules) == list(actions)
