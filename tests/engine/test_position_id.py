"""Position IDs against those that GNU Backgammon gives, and named errors for what is none."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.position import START, EngineError, InvalidPosition, Position
from engine.position_id import PositionIdError, read_position_id, write_position_id

START_SIDE = {24: 2, 13: 5, 8: 3, 6: 5}
FIVE_POINT_MADE = {24: 2, 13: 5, 8: 2, 6: 4, 5: 2}

# (case, bottom player X, top player O, whether X is on roll, ID, checkers a side)
EXAMPLES = [
    ("E01", START_SIDE, START_SIDE, True, "4HPwATDgc/ABMA", 15),
    ("E02", START_SIDE, START_SIDE, True, "4HPwATDgc/ABMA", 15),
    ("E03", FIVE_POINT_MADE, START_SIDE, False, "sGfwATDgc/ABMA", 15),
    ("E04", FIVE_POINT_MADE, START_SIDE, True, "4HPwATCwZ/ABMA", 15),
    (
        "E05",
        {24: 1, 13: 4, 8: 2, 6: 4, 4: 2, 2: 2},
        {24: 1, 22: 1, 13: 5, 8: 3, 6: 4, 5: 1},
        True,
        "0HPwASRmnsEDIA",
        15,
    ),
    (
        "E06",
        {14: 2, 10: 4, 8: 2, 6: 5, 3: 2},
        {24: 1, 21: 1, 18: 1, 13: 3, 6: 4, 5: 3, 4: 2},
        True,
        "2D3gICKMzzwMAA",
        15,
    ),
    ("E07", START_SIDE, START_SIDE, True, "4HPwATDgc/ABMA", 15),
    ("E08", START_SIDE, START_SIDE, False, "4HPwATDgc/ABMA", 15),
    ("E09", START_SIDE, START_SIDE, True, "4HPwATDgc/ABMA", 15),
    ("E10", START_SIDE, START_SIDE, True, "4HPwATDgc/ABMA", 15),
    ("E11", START_SIDE, START_SIDE, True, "4HPwATDgc/ABMA", 15),
    (
        "E12",
        {25: 1, 14: 2, 6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2},
        {25: 1, 13: 2, 6: 2, 5: 2, 4: 2, 3: 2, 2: 2},
        True,
        "tm3AANC2bYABEA",
        15,
    ),
    ("E13", {25: 1, 16: 2, 4: 3, 3: 3, 2: 3, 1: 3}, {6: 3, 5: 3, 4: 3, 3: 3, 1: 3}, True, "5+4OAAB3dwAYQA", 15),
    ("E14", {3: 1, 2: 2, 1: 3}, {4: 1, 3: 1, 2: 2}, True, "VgAA4BYAAAAAAA", 15),
    ("E15", {3: 2, 2: 2, 1: 2}, {3: 2, 2: 3, 1: 3}, False, "2wAAgLsBAAAAAA", 15),
    ("E16", {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}, {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}, True, "4Dl4ADbgOXgANg", 15),
    ("E17", {24: 1, 23: 1, 22: 1}, {24: 1, 23: 1, 22: 1}, True, "AACgAgAAKgAAAA", 3),
    ("E18", {1: 1}, {1: 1}, True, "AQAABAAAAAAAAA", 15),
]


@pytest.mark.parametrize(
    ("bottom", "top", "bottom_on_roll", "text", "checkers"), [e[1:] for e in EXAMPLES], ids=[e[0] for e in EXAMPLES]
)
def test_verified_position_ids(
    bottom: dict[int, int], top: dict[int, int], bottom_on_roll: bool, text: str, checkers: int
) -> None:
    seen_by_bottom = Position.of(bottom, top, checkers)
    on_roll = seen_by_bottom if bottom_on_roll else seen_by_bottom.turned
    assert write_position_id(on_roll) == text
    assert read_position_id(text, checkers) == on_roll


def test_opponents_checkers_come_first() -> None:
    assert read_position_id("sGfwATDgc/ABMA") == Position.of(START_SIDE, FIVE_POINT_MADE)


def test_what_is_missing_to_fifteen_is_off() -> None:
    assert read_position_id("VgAA4BYAAAAAAA").own_off == 9
    assert read_position_id("VgAA4BYAAAAAAA").opp_off == 11


def packed_bits(bits: str) -> str:
    raw = int(bits[::-1], 2).to_bytes(10, "little")
    return base64.b64encode(raw).decode()[:14]


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("", PositionIdError, "0 characters, not 14"),
        ("4HPwATDgc/ABM", PositionIdError, "13 characters, not 14"),
        ("4HPwATDgc/ABMA==", PositionIdError, "16 characters, not 14"),
        ("4HPwATDgc!ABMA", PositionIdError, "only A-Z a-z 0-9"),
        ("4HPwATDgc ABMA", PositionIdError, "only A-Z a-z 0-9"),
        ("4HPwATDgcéABMA", PositionIdError, "only A-Z a-z 0-9"),
        ("4HPwATDgc/ABMB", PositionIdError, "last character must be one of AQgw"),
        ("/" * 13 + "w", InvalidPosition, "more, not 15"),
        (packed_bits("1" * 16 + "0" * 64), InvalidPosition, "16 checkers"),
        (packed_bits("0" * 25 + "1" * 16 + "0" * 39), InvalidPosition, "16 checkers"),
        (packed_bits("10" + "0" * 24 + "0" * 23 + "10" + "0" * 29), InvalidPosition, "both sides .* on point 24"),
        (packed_bits("0" * 50 + "1" + "0" * 29), PositionIdError, "behind the last bar"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text: str, error: type[EngineError], says: str) -> None:
    with pytest.raises(error, match=says):
        read_position_id(text)


def test_more_than_fifteen_checkers_cannot_be_written() -> None:
    with pytest.raises(InvalidPosition, match="16 checkers"):
        write_position_id(Position((8 << 4) + (8 << 8), START.opp))


@given(st.text(max_size=16) | st.text("AQgw/4HPTDdBbc+", min_size=14, max_size=14))
def test_any_text_is_read_or_refused_by_name(text: str) -> None:
    try:
        position = read_position_id(text)
    except EngineError:
        return
    assert write_position_id(position) == text
