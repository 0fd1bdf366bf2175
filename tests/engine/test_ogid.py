"""OGIDs: examples worked out by hand and of public programs, the verified examples both ways, and text that is none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ids import read_id
from engine.ogid import read_ogid, write_ogid
from engine.plays import Roll
from engine.position import START, Position, Side
from engine.situation import InvalidId, Progress, Situation
from tests.engine.test_xgid import VERIFIED

# Two public examples of OpenGammon's and GammonView's, then verified XGIDs put into letters by hand.
START_OGID = "11ccccchhhjjjjj:66666888dddddoo:N0N::W:IW:0:0:1:0"
BY_HAND = {
    "-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:7:10": "11ccccchhhjjjjj:55666688dddddoo:N0N::B:C:0:0:7:0",
    "-b---BD-B---eE---c-e----B-:0:0:1:43:3:5:0:9:10": "11ccccchhhjjjjj:55666688dddddoo:N0N:34:W:R:5:3:9:0",
    "-b----E-C---eE---c-e----B-:0:0:1:00:4:2:1:5:10": "11ccccchhhjjjjj:66666888dddddoo:N0N::W:C:2:4:5C:0",
    "aBBBBBB-----b-B----bbbbb-A:3:1:1:66:10:4:0:25:10": "0ccjjkkllmmnn:112233445566eep:B3N:66:W:R:4:10:25:0",
    "-BBB------------------bcc-:6:-1:-1:00:20:22:0:25:10": "mmnnnooo:112233:W6N::B:C:22:20:25:0",
    "-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10": "11ccccchhhjjjjj:66666888dddddoo:N0O::B:D:0:0:7:0",
}


def without_options(situation: Situation) -> Situation:
    """As far as an OGID can tell it."""
    return replace(situation, has_jacoby=False, has_beavers=False, cube_limit=1024)


def test_the_start_of_a_match_is_whites_opening_roll() -> None:
    situation = read_ogid(START_OGID)
    assert (situation.position, situation.on_roll, situation.length) == (START, Side.WHITE, 1)
    assert situation.progress is Progress.NOT_STARTED
    assert write_ogid(situation) == START_OGID.replace(":W:IW", ":B:IW")


def test_checkers_are_told_by_blacks_points() -> None:
    situation = read_id("jjjkkklllmmnnoo:111222333445566:N0N::W:C:0:0:0")
    both = {1: 3, 2: 3, 3: 3, 4: 2, 5: 2, 6: 2}
    white = {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}
    assert (situation.position, situation.on_roll) == (Position.of(both, white), Side.BLACK)


@pytest.mark.parametrize("xgid", BY_HAND)
def test_verified_examples_are_written_as_by_hand(xgid: str) -> None:
    assert write_ogid(read_id("XGID=" + xgid)) == BY_HAND[xgid]


@pytest.mark.parametrize("xgid", [*VERIFIED, *BY_HAND])
@pytest.mark.parametrize("prefix", ["", "OGID=", "ogid:"])
def test_verified_examples_survive_being_written_and_read(xgid: str, prefix: str) -> None:
    situation = read_id("XGID=" + xgid)
    again = read_id(prefix + write_ogid(situation))
    dice = tuple(sorted(situation.roll)) if situation.roll else None
    assert again == replace(without_options(situation), roll=Roll(*dice) if dice else None)


def test_hypergammon_names_its_three_checkers() -> None:
    three = {24: 1, 23: 1, 22: 1}
    text = write_ogid(Situation(Position.of(three, three, 3), Side.BLACK, progress=Progress.NOT_STARTED))
    assert text == "123:mno:N0N::W:IB:0:0:0:0:3"
    assert read_ogid(text).position == Position.of(three, three, 3)


def test_ends_of_games_are_told() -> None:
    for progress in (Progress.BORNE_OFF, Progress.DROPPED, Progress.RESIGNED):
        assert ":G:" in write_ogid(Situation(START, Side.WHITE, progress=progress))
    assert read_ogid(START_OGID.replace("IW", "G")).progress is Progress.BORNE_OFF
    assert read_ogid(START_OGID.replace("IW", "G").replace("N0N", "N0P")).progress is Progress.DROPPED


def test_five_fields_are_enough_and_marks_of_the_length_are_passed_over() -> None:
    situation = read_id("11ccccchhhjjjjj:66666888dddddoo:N0N:31:B")
    assert (situation.on_roll, situation.roll, situation.length) == (Side.WHITE, Roll(3, 1), 0)
    for length in ("7L", "7G3", "7"):
        assert read_ogid(START_OGID.replace(":1:0", f":{length}:0")).length == 7


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("OGID=foo", "1 fields between colons"),
        (START_OGID + ":15:0", "12 fields between colons"),
        (START_OGID.replace("oo:", "oq:"), "'q' among Black's checkers"),
        (START_OGID.replace("oo:", "o0:"), "a checker of Black's on the other side's bar"),
        (START_OGID.replace("11c", "1pc"), "a checker of White's on the other side's bar"),
        (START_OGID.replace("oo:", "oj:"), "both sides have checkers"),
        (START_OGID.replace("oo:", "ooo:"), "OGID: "),
        (START_OGID.replace("N0N", "X0N"), "cube 'X0N'"),
        (START_OGID.replace("N0N", "N16N"), "cube 'N16N'"),
        (START_OGID.replace("::W", ":7:W"), "dice '7'"),
        (START_OGID.replace(":W:", ":X:"), "colour 'X'"),
        (START_OGID.replace("IW", "iw"), "state 'iw'"),
        (START_OGID.replace(":0:0:1", ":x:0:1"), "score 'x'"),
        (START_OGID.replace(":1:0", ":x:0"), "length 'x'"),
        (START_OGID.replace(":1:0", ":99999:0"), "length '99999'"),
        (START_OGID + ":16", "checkers '16'"),
    ],
)
def test_text_that_is_no_ogid_names_the_field(text: str, says: str) -> None:
    with pytest.raises(InvalidId, match="OGID: ") as caught:
        read_ogid(text)
    assert says in str(caught.value)


@given(st.text("0123456789abcdefghijklmnopNWBOIRC:=", max_size=60))
def test_any_text_is_an_ogid_or_an_invalid_id(text: str) -> None:
    try:
        situation = read_ogid(text)
    except InvalidId:
        return
    assert read_ogid(write_ogid(situation)).position == situation.position
