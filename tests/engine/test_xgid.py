"""XGIDs: the verified examples both ways, open doubles, and text that is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.plays import Roll
from engine.position import START, Position, Side
from engine.situation import InvalidId, Situation
from engine.xgid import read_xgid, write_xgid

START_LETTERS = "-b----E-C---eE---c-e----B-"

# Loaded into GNU Backgammon 1.07.001, which showed the same boards.
VERIFIED = [
    "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10",
    "-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
    "-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:7:10",
    "-b---BD-B---eE---c-e----B-:0:0:1:43:3:5:0:9:10",
    "-aBaB-D-B---eD---c-da---A-:1:1:1:00:3:2:0:7:10",
    "-a-Ba-EaB-D-c-B----dcb----:2:-1:1:64:2:5:0:11:10",
    "-b----E-C---eE---c-e----B-:0:0:1:00:4:2:1:5:10",
    "-b----E-C---eE---c-e----B-:0:0:-1:00:4:3:0:5:10",
    "-b----E-C---eE---c-e----B-:0:0:1:65:0:0:1:0:10",
    "-b----E-C---eE---c-e----B-:0:0:1:65:0:0:2:0:10",
    "-b----E-C---eE---c-e----B-:0:0:1:00:7:12:3:0:10",
    "aBBBBBB-----b-B----bbbbb-A:3:1:1:66:10:4:0:25:10",
    "-CCCC-----------B--cccc-cA:0:0:1:21:0:0:0:3:10",
    "-CBA-----------------aab--:0:0:1:00:0:0:0:1:10",
    "-BBB------------------bcc-:6:-1:-1:00:20:22:0:25:10",
    "-bb---D-C---dD---c-d---BB-:0:0:1:00:0:0:0:7:10",
    "-aaa------------------AAA-:0:0:1:00:0:0:0:7:10",
    "-A----------------------a-:1:-1:1:11:5:5:0:7:10",
    "--CBCBC------B--b--cabbcb-:1:1:1:21:0:0:0:0:8",
]


@pytest.mark.parametrize("text", VERIFIED)
def test_xgid_is_written_as_it_was_read(text: str) -> None:
    assert write_xgid(read_xgid("XGID=" + text)) == "XGID=" + text


def test_capitals_are_the_bottom_players_checkers() -> None:
    """A public report of checkers and colours read wrongly."""
    situation = read_xgid("XGID=-aa---EBB---dDa--c-e----B-:0:0:1:16:0:0:3:0:8")
    bottom = {24: 2, 13: 4, 8: 2, 7: 2, 6: 5}
    top = {24: 1, 23: 1, 13: 4, 11: 1, 10: 0, 8: 3, 6: 5}
    assert situation.position == Position.of(bottom, top)
    assert (situation.on_roll, situation.roll, situation.cube_limit) == (Side.BLACK, Roll(1, 6), 256)
    assert (situation.length, situation.has_jacoby, situation.has_beavers) == (0, True, True)


def test_cube_belongs_to_the_bottom_player() -> None:
    """A public report of an owned cube taken for a neutral one."""
    situation = read_xgid("XGID=--CBCBC------B--b--cabbcb-:1:1:1:21:0:0:0:0:8")
    assert (situation.cube, situation.cube_owner) == (2, Side.BLACK)


def test_position_does_not_turn_with_the_turn() -> None:
    bottom = read_xgid(f"XGID={'-b---BD-B---eE---c-e----B-'}:0:0:1:00:0:0:0:7:10")
    top = read_xgid(f"XGID={'-b---BD-B---eE---c-e----B-'}:0:0:-1:00:0:0:0:7:10")
    assert top.position == bottom.position.turned


def test_hypergammon_has_three_checkers_a_side() -> None:
    situation = read_xgid("XGID=-aaa------------------AAA-:0:0:1:00:0:0:0:7:10", checkers=3)
    assert situation.position == Position.of({24: 1, 23: 1, 22: 1}, {24: 1, 23: 1, 22: 1}, 3)


@pytest.mark.parametrize(("letter", "beavers"), [("D", 0), ("B", 1), ("R", 2)])
def test_open_double_is_kept(letter: str, beavers: int) -> None:
    text = f"XGID={START_LETTERS}:0:0:1:{letter}:0:0:2:0:10"
    situation = read_xgid(text)
    assert (situation.is_doubled, situation.beavers, situation.roll) == (True, beavers, None)
    assert (situation.on_roll, situation.decider) == (Side.BLACK, Side.WHITE)
    assert write_xgid(situation) == text


def test_text_before_and_a_missing_prefix_do_not_matter() -> None:
    plain = read_xgid(f"XGID={START_LETTERS}:0:0:1:31:0:0:0:7:10")
    assert read_xgid(f"{START_LETTERS}:0:0:1:31:0:0:0:7:10") == plain
    assert read_xgid(f" position XGID={START_LETTERS}:0:0:1:31:0:0:0:7:10\n") == plain


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("-" + START_LETTERS + ":0:0:1:00:0:0:0:7:10", "27 characters"),
        (START_LETTERS + ":0:0:1:00:0:0:0:7", "9 fields"),
        (START_LETTERS + ":x:0:1:00:0:0:0:7:10", "cube"),
        (START_LETTERS + ":0:2:1:00:0:0:0:7:10", "cube owner"),
        (START_LETTERS + ":0:0:0:00:0:0:0:7:10", "on roll"),
        (START_LETTERS + ":0:0:1:70:0:0:0:7:10", "dice"),
        (START_LETTERS + ":0:0:1:00:0:0:2:7:10", "Crawford"),
        (START_LETTERS + ":0:0:1:00:0:0:4:0:10", "Jacoby"),
        (START_LETTERS + ":0:0:1:00:-1:0:0:7:10", "bottom score"),
        ("A" + START_LETTERS[1:] + ":0:0:1:00:0:0:0:7:10", "character 1 "),
        (START_LETTERS[:-1] + "A:0:0:1:00:0:0:0:7:10", "16 checkers"),
        ("?" + START_LETTERS[1:] + ":0:0:1:00:0:0:0:7:10", "character 1 "),
    ],
)
def test_text_that_is_no_xgid_names_the_field(text: str, says: str) -> None:
    with pytest.raises(InvalidId, match=says):
        read_xgid("XGID=" + text)


@given(st.text(max_size=60) | st.lists(st.text("-aAbBoOpP019DBR", max_size=26), min_size=10, max_size=10).map(":".join))
def test_any_text_is_an_xgid_or_an_invalid_id(text: str) -> None:
    try:
        situation = read_xgid(text)
    except InvalidId:
        return
    assert read_xgid(write_xgid(situation)).position == situation.position


def test_start_reads_as_the_start() -> None:
    assert read_xgid(f"XGID={START_LETTERS}:0:0:-1:00:0:0:0:7:10") == Situation(START, Side.WHITE, length=7)
