"""Facts as they are kept: every kind comes back as it was, is documented, and what is unknown is said clearly."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import actions
from engine.actions import Level
from engine.plays import Move, Roll
from engine.position import START, Position, Side
from firmware import facts
from firmware.facts import BODIES, UnknownFactError, decode, encode

DOCUMENT = Path(__file__).parents[2] / "docs" / "facts.md"
SIDES = st.sampled_from(Side)
SEATS = st.integers(0, 1)
DICE = st.integers(1, 6)
ROLLS = st.builds(Roll, DICE, DICE)
PACKED = st.integers(0, (1 << 104) - 1)
POSITIONS = st.builds(Position, PACKED, PACKED)
MOVES = st.lists(st.builds(Move, st.integers(1, 25), st.integers(0, 24), DICE, st.booleans()), max_size=4).map(tuple)
LEVELS = st.sampled_from(Level)
POINTS = st.integers(0, 192)
SECONDS = st.floats(0, 36_000)
TEXT = st.text(max_size=30)
MADE = {
    facts.MatchBegun: st.builds(
        facts.MatchBegun,
        POINTS,
        st.sampled_from(["home", "club", "tournament"]),
        TEXT,
        TEXT,
        SEATS,
        st.booleans(),
        POINTS,
        POINTS,
        st.booleans(),
        st.booleans(),
        st.booleans(),
    ),
    facts.SeatsSet: st.builds(facts.SeatsSet, SEATS, st.booleans()),
    facts.Asked: st.builds(facts.Asked, TEXT, POINTS),
    facts.Corrected: st.builds(facts.Corrected, POSITIONS, POSITIONS, SIDES, TEXT),
    facts.TakenBack: st.builds(facts.TakenBack, SIDES),
    facts.IllegalPlayStands: st.builds(facts.IllegalPlayStands, SIDES),
    facts.ResultCorrected: st.builds(facts.ResultCorrected, SIDES, POINTS, LEVELS),
    facts.MatchCorrected: st.builds(facts.MatchCorrected, TEXT, TEXT),
    facts.SettingChanged: st.builds(facts.SettingChanged, TEXT, TEXT),
    facts.ClockStarted: st.builds(facts.ClockStarted, SIDES, SECONDS, SECONDS, SECONDS),
    facts.ClockStopped: st.builds(facts.ClockStopped, SECONDS, SECONDS, SECONDS),
    facts.TimeRanOut: st.builds(facts.TimeRanOut, SIDES),
    facts.TimeForgiven: st.builds(facts.TimeForgiven, SIDES),
    facts.MatchPaused: st.builds(facts.MatchPaused),
    facts.MatchAbandoned: st.builds(facts.MatchAbandoned),
    facts.PartWentMissing: st.builds(facts.PartWentMissing, TEXT),
    facts.PartCameBack: st.builds(facts.PartCameBack, TEXT),
    facts.MatchPutAway: st.builds(facts.MatchPutAway),
    facts.MatchResumed: st.builds(facts.MatchResumed),
    actions.GameStarted: st.builds(actions.GameStarted, st.none() | POSITIONS, st.none() | SIDES),
    actions.OpeningRolled: st.builds(actions.OpeningRolled, DICE, DICE),
    actions.Rolled: st.builds(actions.Rolled, SIDES, ROLLS),
    actions.Played: st.builds(actions.Played, SIDES, POSITIONS, MOVES, st.booleans()),
    actions.Doubled: st.builds(actions.Doubled, SIDES),
    actions.Took: st.builds(actions.Took, SIDES),
    actions.Dropped: st.builds(actions.Dropped, SIDES),
    actions.ResignationOffered: st.builds(actions.ResignationOffered, SIDES, LEVELS),
    actions.ResignationAccepted: st.builds(actions.ResignationAccepted, SIDES),
    actions.ResignationDeclined: st.builds(actions.ResignationDeclined, SIDES),
    actions.GameSettled: st.builds(actions.GameSettled, SIDES, POINTS),
}


def test_every_action_and_table_matter_is_a_kind_of_fact() -> None:
    assert set(BODIES) == set(get_args(actions.Action)) | set(get_args(facts.TableMatter)) == set(MADE)


@pytest.mark.parametrize("kind", BODIES, ids=lambda kind: kind.__name__)
def test_every_kind_comes_back_as_it_was_with_the_types_it_had(kind: type[facts.Body]) -> None:
    @given(MADE[kind])
    def check(body: facts.Body) -> None:
        name, text = encode(body)
        again = decode(name, text)
        assert again == body
        for field in fields(body):
            assert type(getattr(again, field.name)) is type(getattr(body, field.name))

    check()


def test_a_row_is_plain_json_that_a_person_can_read() -> None:
    played = actions.Played(Side.BLACK, START, (Move(8, 5, 3), Move(6, 5, 1, True)))
    name, text = encode(played)
    assert name == "Played"
    assert json.loads(text) == {
        "side": 1,
        "end": [f"{START.own:x}", f"{START.opp:x}"],
        "moves": [[8, 5, 3, False], [6, 5, 1, True]],
        "is_legal": True,
    }


def test_kind_of_a_newer_version_is_named() -> None:
    with pytest.raises(UnknownFactError, match=r"'ClockPressed' is not known here.*newer gammond"):
        decode("ClockPressed", "{}")


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("Rolled", "{}"),
        ("Rolled", "not json"),
        ("Rolled", "[]"),
        ("Rolled", "3"),
        ("Rolled", '{"side":0,"roll":[3]}'),
        ("Rolled", '{"side":7,"roll":[3,1]}'),
        ("Rolled", '{"side":0,"roll":[3,1],"colour":"red"}'),
        ("Played", '{"side":0,"end":["1"],"moves":[]}'),
        ("Played", '{"side":0,"end":["x","y"],"moves":[]}'),
        ("Played", '{"side":0,"end":["1","2"],"moves":[[8,5]]}'),
        ("ResignationOffered", '{"side":0,"level":9}'),
    ],
)
def test_row_that_cannot_be_read_names_its_kind(kind: str, text: str) -> None:
    with pytest.raises(UnknownFactError, match=kind):
        decode(kind, text)


@given(st.sampled_from([kind.__name__ for kind in BODIES]), st.text(max_size=60) | st.binary(max_size=40).map(repr))
def test_any_text_is_read_or_refused_as_an_unknown_fact(kind: str, text: str) -> None:
    try:
        decode(kind, text)
    except UnknownFactError:
        return


# The document


def described() -> dict[str, set[str]]:
    """The kinds of docs/facts.md, each with the fields it lists."""
    parts = re.split(r"^### (\w+)\n", DOCUMENT.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {
        kind: set(re.findall(r"^- `(\w+)`:", text, re.MULTILINE))
        for kind, text in zip(parts[::2], parts[1::2], strict=True)
    }


def test_document_describes_every_kind_and_field_and_no_other() -> None:
    assert described() == {kind.__name__: {field.name for field in fields(kind)} for kind in BODIES}


def test_document_describes_every_field_of_a_row() -> None:
    rows = set(re.findall(r"^\| `(\w+)` \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE))
    assert rows == {field.name for field in fields(facts.Fact)} | {"kind"}
