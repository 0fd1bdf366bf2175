"""GNU Match IDs: the verified examples both ways, states seen in real play, and text that is none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import (
    Doubled,
    Dropped,
    GameStarted,
    Level,
    OpeningRolled,
    Played,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
    Took,
)
from engine.ids import read_id, write_gnu_id
from engine.match import apply, begin
from engine.match_id import read_match_id, write_match_id
from engine.match_state import Match, Rules
from engine.plays import Roll, legal_plays
from engine.position import START, Position, Side
from engine.position_id import write_position_id
from engine.situation import InvalidId, Progress, Situation, situation_of
from engine.variants import VARIANTS

# XGID, Position ID, Match ID: loaded into GNU Backgammon 1.07.001 and read back there.
# The last two come from public bug reports; GNU Backgammon confirmed the second.
EXAMPLES = {
    "E01": ("-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10", "4HPwATDgc/ABMA", "cAngAAAAAAAE"),
    "E02": ("-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "4HPwATDgc/ABMA", "cInlAAAAAAAE"),
    "E03": ("-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:7:10", "sGfwATDgc/ABMA", "MAHgAAAAAAAE"),
    "E04": ("-b---BD-B---eE---c-e----B-:0:0:1:43:3:5:0:9:10", "4HPwATCwZ/ABMA", "cAkuAVAAGAAE"),
    "E05": ("-aBaB-D-B---eD---c-da---A-:1:1:1:00:3:2:0:7:10", "0HPwASRmnsEDIA", "UQngACAAGAAE"),
    "E06": ("-a-Ba-EaB-D-c-B----dcb----:2:-1:1:64:2:5:0:11:10", "2D3gICKMzzwMAA", "QglzAVAAEAAE"),
    "E07": ("-b----E-C---eE---c-e----B-:0:0:1:00:4:2:1:5:10", "4HPwATDgc/ABMA", "8AmgACAAIAAE"),
    "E08": ("-b----E-C---eE---c-e----B-:0:0:-1:00:4:3:0:5:10", "4HPwATDgc/ABMA", "MAGgADAAIAAE"),
    "E09": ("-b----E-C---eE---c-e----B-:0:0:1:65:0:0:1:0:10", "4HPwATDgc/ABMA", "cAkXAAAAAAAA"),
    "E10": ("-b----E-C---eE---c-e----B-:0:0:1:65:0:0:2:0:10", "4HPwATDgc/ABMA", "cAkXAAAAAAAE"),
    "E11": ("-b----E-C---eE---c-e----B-:0:0:1:00:7:12:3:0:10", "4HPwATDgc/ABMA", "cAkAAMAAOAAA"),
    "E12": ("aBBBBBB-----b-B----bbbbb-A:3:1:1:66:10:4:0:25:10", "tm3AANC2bYABEA", "Uwk7A0AAUAAE"),
    "E13": ("-CCCC-----------B--cccc-cA:0:0:1:21:0:0:0:3:10", "5+4OAAB3dwAYQA", "cAllAAAAAAAE"),
    "E14": ("-CBA-----------------aab--:0:0:1:00:0:0:0:1:10", "VgAA4BYAAAAAAA", "cAkgAAAAAAAE"),
    "E15": ("-BBB------------------bcc-:6:-1:-1:00:20:22:0:25:10", "2wAAgLsBAAAAAA", "BgEgA2ABoAAE"),
    "E16": ("-bb---D-C---dD---c-d---BB-:0:0:1:00:0:0:0:7:10", "4Dl4ADbgOXgANg", "cAngAAAAAAAE"),
    "E17": ("-aaa------------------AAA-:0:0:1:00:0:0:0:7:10", "AACgAgAAKgAAAA", "cAngAAAAAAAE"),
    "E18": ("-A----------------------a-:1:-1:1:11:5:5:0:7:10", "AQAABAAAAAAAAA", "QYnkAFAAKAAE"),
    "cube owned by the bottom player": (
        "--CBCBC------B--b--cabbcb-:1:1:1:21:0:0:0:0:8",
        "u61jAAButwMGAA",
        "UQkFAAAAAAAE",
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_xgid_gives_the_ids_that_gnu_backgammon_shows(name: str) -> None:
    xgid, position_id, match_id = EXAMPLES[name]
    situation = read_id("XGID=" + xgid)
    assert write_position_id(situation.position) == position_id
    assert write_match_id(situation) == match_id


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("order", ["{0}:{1}", "{1}:{0}"])
def test_gnu_ids_say_what_the_xgid_says(name: str, order: str) -> None:
    xgid, position_id, match_id = EXAMPLES[name]
    situation = read_id("XGID=" + xgid)
    # the two forms differ in what they can hold: beavers and the largest cube are only in an XGID
    expected = replace(situation, has_beavers=False, cube_limit=1024)
    assert read_id(order.format(position_id, match_id)) == expected


def _seven_points(*dice: int) -> Match:
    return apply(apply(begin(Rules(7)), GameStarted()), OpeningRolled(*dice))


def test_opening_roll_won_by_white_is_written_as_gnu_backgammon_does() -> None:
    assert write_match_id(situation_of(_seven_points(5, 3))) == "MIHuAAAAAAAE"


def test_opening_roll_won_by_black_is_written_as_gnu_backgammon_does() -> None:
    assert write_match_id(situation_of(_seven_points(1, 2))) == "cAnlAAAAAAAE"


def test_open_double_keeps_the_old_cube_and_names_who_must_answer() -> None:
    match = apply(begin(Rules(7)), GameStarted(START, Side.WHITE))
    offered = apply(match, Doubled(Side.WHITE))
    assert write_match_id(situation_of(offered)) == "MBngAAAAAAAE"
    taken = apply(offered, Took(Side.BLACK))
    assert write_match_id(situation_of(taken)) == "EQHgAAAAAAAE"
    rolled = apply(taken, Rolled(Side.WHITE, Roll(6, 5)))
    resigning = apply(rolled, ResignationOffered(Side.WHITE, Level.GAMMON))
    assert write_match_id(situation_of(resigning)) == "EUn3AAAAAAAE"


def test_games_that_are_over_say_how_they_ended() -> None:
    started = apply(begin(Rules(7)), GameStarted(START, Side.WHITE))
    resigning = apply(started, ResignationOffered(Side.BLACK, Level.SINGLE))
    assert situation_of(resigning).decider is Side.WHITE
    dropped = apply(apply(started, Doubled(Side.WHITE)), Dropped(Side.BLACK))
    borne_off = apply(begin(Rules(7)), GameStarted(Position.of({1: 1}, {1: 1}), Side.WHITE))
    borne_off = apply(borne_off, Rolled(Side.WHITE, Roll(2, 1)))
    borne_off = apply(borne_off, Played(Side.WHITE, Position(15, borne_off.position.opp)))
    ends = (begin(Rules(7)), apply(resigning, ResignationAccepted(Side.WHITE)), dropped, borne_off)
    assert [situation_of(match).progress for match in ends] == [
        Progress.NOT_STARTED,
        Progress.RESIGNED,
        Progress.DROPPED,
        Progress.BORNE_OFF,
    ]


@pytest.mark.parametrize(
    ("match_id", "expected"),
    [
        ("MCl3ABAAAAAE", {"resigned": Level.SINGLE, "resigned_by": Side.WHITE, "score": (1, 0), "length": 3}),
        ("MCt3ABAACAAE", {"progress": Progress.RESIGNED, "score": (1, 1)}),
        ("MAxgABAAAAAE", {"progress": Progress.DROPPED, "score": (1, 0)}),
        ("cIgUAAAAAAAA", {"roll": Roll(1, 5)}),  # the smaller die first, by an older program
    ],
)
def test_match_ids_seen_in_play_are_understood(match_id: str, expected: dict[str, object]) -> None:
    situation = read_match_id(match_id, START)
    assert {name: getattr(situation, name) for name in expected} == expected


def test_position_id_alone_is_a_position_with_nothing_rolled() -> None:
    assert read_id("4HPwATDgc/ABMA") == Situation(START, Side.BLACK)


def test_match_id_alone_asks_for_the_position_id() -> None:
    with pytest.raises(InvalidId, match="give the Position ID"):
        read_id("cAngAAAAAAAE")


@pytest.mark.parametrize("text", ["", "4HPwATDgc/ABM", "4HPwATDgc/ABMA:", "4HPwATDgc/ABMA:cAngAAAAAAA!", "a:b:c"])
def test_other_text_is_refused_by_name(text: str) -> None:
    with pytest.raises(InvalidId):
        read_id(text)


@pytest.mark.parametrize(
    ("field", "match_id"),
    [
        ("11 characters", "cAngAAAAAAA"),
        ("known player", "YAngAAAAAAAE"),
        ("Crawford", "8AkAAAAAAAAE"),
        ("dice", "cAnhAAAAAAAE"),
        ("game state", "cA/gAAAAAAAE"),
    ],
)
def test_impossible_match_ids_name_the_field(field: str, match_id: str) -> None:
    with pytest.raises(InvalidId, match=field):
        read_match_id(match_id, START)


def test_what_a_match_id_cannot_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="length 40000"):
        write_match_id(Situation(START, Side.WHITE, length=40000))
    with pytest.raises(ValueError, match="cube of 3"):
        write_match_id(Situation(START, Side.WHITE, cube=3))


@given(st.text(st.sampled_from("ABCDcE0189+/=:- "), max_size=40) | st.text(max_size=40))
def test_any_text_is_an_id_or_an_invalid_id(text: str) -> None:
    try:
        read_id(text)
    except InvalidId:
        return


def _reached(steps: list[int]) -> Position:
    position = START
    for step in steps:
        plays = legal_plays(position, Roll(step % 6 + 1, step // 6 % 6 + 1))
        position = plays[step % len(plays)].end.turned if plays else position.turned
    return position


@given(
    st.lists(st.integers(0, 999), max_size=8),
    st.sampled_from(Side),
    st.integers(0, 64),
    st.tuples(st.integers(0, 60), st.integers(0, 60)),
    st.integers(0, 6),
    st.sampled_from([None, Side.WHITE, Side.BLACK]),
)
def test_every_situation_survives_being_written_and_read(
    steps: list[int], side: Side, length: int, score: tuple[int, int], cube: int, owner: Side | None
) -> None:
    situation = Situation(_reached(steps), side, Roll(6, 4), 1 << cube, owner, score, length)
    assert read_id(write_gnu_id(situation)) == situation


def test_variants_start_where_gnu_backgammon_starts_them() -> None:
    assert write_position_id(VARIANTS["backgammon"].start) == "4HPwATDgc/ABMA"
    assert write_position_id(VARIANTS["nackgammon"].start) == "4Dl4ADbgOXgANg"
    assert write_position_id(VARIANTS["hypergammon"].start) == "AACgAgAAKgAAAA"
    assert VARIANTS["longgammon"].start.own_on(24) == VARIANTS["longgammon"].checkers == 15


@pytest.mark.parametrize("text", ["4HPwATDgc/AB!A", "////////////AA", "////////////AA:cAgAAAAAAAAA"])
def test_position_id_that_is_none_is_named_whether_alone_or_with_a_match_id(text: str) -> None:
    with pytest.raises(InvalidId, match=f"Position ID {text[:14]}"):
        read_id(text)
