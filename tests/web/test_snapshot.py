"""What a page is told of a table: every key that docs/web.md names, and no other."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest

from engine.actions import Action, Doubled, GameStarted, Level, OpeningRolled, Played, ResignationOffered, Rolled, Took
from engine.clock import Clock, TimeControl
from engine.match import Result, Rules, apply, begin
from engine.notation import find_play
from engine.plays import Roll
from engine.position import Side
from firmware import texts
from firmware.inputs import BoardSettled
from firmware.policy import House, Policy
from firmware.screens import Screen, message
from firmware.standing import Standing
from firmware.table_state import State, TableState
from firmware.verdicts import Unmoved, Unreadable
from firmware.views import screen_of
from firmware.web.snapshot import last_plays, picture_of, result_text, snapshot_of, strip_of, verdict_text
from hardware.ports import DARK, Colour, Lamp, Rhythm
from tests.firmware.pseudo_language import Pseudo, pseudo
from tests.web.page_visitor import Visitor, visit

DOCUMENT = Path(__file__).parents[2] / "docs" / "web.md"
LAMPS = (*[DARK] * 27, Lamp(Colour.AMBER, Rhythm.SLOW))


def playing(policy: Policy = Policy.CLUB) -> TableState:
    """White has played 3-1 and Black has 6-2 to play."""
    match = begin(Rules(length=5))
    actions: list[Action] = [GameStarted(), OpeningRolled(3, 1)]
    for action in actions:
        match = apply(match, action)
    played = find_play(match.seen_by(Side.WHITE), Roll(3, 1), "8/5 6/5")
    for action in (Played(Side.WHITE, played.end, played.moves), Rolled(Side.BLACK, Roll(2, 6))):
        actions.append(action)
        match = apply(match, action)
    standing = Standing(match, "Ann", "Bob", policy, actions=tuple(actions))
    return TableState(House(), standing, State.MOVING)


def with_clock() -> Standing:
    """Ten minutes each and twelve seconds of delay; Black's time runs since 100 s."""
    standing = playing().standing
    assert standing is not None
    return replace(standing, clock=Clock.of(TimeControl(600.0, 12.0)).start(Side.BLACK, 100.0))


def test_snapshot_tells_how_the_match_stands() -> None:
    told = snapshot_of(playing(), None, LAMPS)
    assert told["state"] == "Moving"
    match = told["match"]
    assert (match["names"], match["score"], match["length"], match["game"]) == (["Ann", "Bob"], [0, 0], 5, 1)
    assert (match["on_turn"], match["roll"], match["is_over"]) == ("black", [2, 6], False)
    assert match["cube"] == {"exists": True, "value": 1, "owner": None, "is_offered": False}
    assert told["position"]["white"][5] == 2
    assert told["position"]["id"] == "sGfwATDgc/ABMA"  # what GNU Backgammon shows after 3-1: 8/5 6/5
    assert told["position"]["pips"] == [163, 167]
    assert told["plays"] == [{"turn": 1, "side": "white", "roll": "31", "text": "8/5 6/5"}]
    assert told["lamps"][27] == ["amber", "slow"]
    assert told["text"]["turn"] == "Black to move"


def test_tournament_shows_no_pip_counts() -> None:
    assert snapshot_of(playing(Policy.TOURNAMENT), None, LAMPS)["position"]["pips"] is None


def test_clock_is_told_as_the_screen_has_it() -> None:
    """12 s of delay, then the reserve: 30 s after the start 18 of them are gone."""
    state = replace(playing(), standing=with_clock(), clock_since_s=100.0, now_s=130.0)
    assert snapshot_of(state, None, LAMPS)["match"]["clock"] == {"left_s": [600, 582], "running": "black"}
    assert snapshot_of(playing(), None, LAMPS)["match"]["clock"] is None
    assert snapshot_of(state, None, LAMPS, now_s=140.0)["match"]["clock"]["left_s"] == [600, 572]
    stopped = replace(state, clock_since_s=None)
    assert snapshot_of(stopped, None, LAMPS)["match"]["clock"]["running"] is None


def test_sleeping_screen_is_dark_and_those_who_watch_are_told_all_the_same() -> None:
    state = replace(playing(), now_s=1000.0)
    asleep = screen_of(state, 1, None)
    assert asleep.turn == ""
    told = snapshot_of(state, asleep, LAMPS)["text"]
    assert (told["turn"], told["facing"], told["is_asleep"]) == ("Black to move", 1, True)
    assert snapshot_of(replace(state, active_s=999.0), None, LAMPS)["text"]["is_asleep"] is False


def test_result_names_the_winner_and_how_it_came() -> None:
    match = playing().match
    dropped = Result(Side.WHITE, 2, Level.SINGLE, is_dropped=True)
    resigned = Result(Side.BLACK, 1, Level.SINGLE, is_resigned=True)
    assert result_text(replace(match, result=dropped), "Ann") == "Ann wins a single game, by a drop, 2 points"
    assert result_text(replace(match, result=resigned), "Bob") == "Bob wins a single game, by resignation, 1 point"
    assert result_text(replace(match, result=Result(Side.WHITE, 3)), "Ann") == "Ann wins by word, 3 points"


def test_page_is_told_the_language_and_its_words() -> None:
    texts.install("en", Pseudo())
    texts.use("en")
    try:
        told = snapshot_of(playing(), None, LAMPS)
    finally:
        texts.install("en", NullTranslations())
        texts.use("en")
    assert told["language"] == "en"
    assert told["words"]["Live board"] == pseudo("Live board")
    assert told["plays"][0]["text"] == "8/5 6/5"


def test_roll_is_not_told_while_the_dice_tumble() -> None:
    assert snapshot_of(replace(playing(), rolling_until_s=1.0), None, LAMPS)["match"]["roll"] == []


def test_before_a_match_there_is_none() -> None:
    told = snapshot_of(TableState(House(length=9)), message("Set up the board"), LAMPS)
    assert (told["match"], told["position"], told["plays"], told["length"]) == (None, None, [], 9)
    assert told["text"]["lines"] == ["Set up the board", ""]


def test_cube_and_resignation_are_told_among_the_plays() -> None:
    actions = (GameStarted(), OpeningRolled(1, 3), Doubled(Side.WHITE), Took(Side.BLACK))
    resigned = ResignationOffered(Side.BLACK, Level.GAMMON)
    assert [(play["side"], play["text"]) for play in last_plays((*actions, resigned))] == [
        ("white", "doubles"),
        ("black", "takes"),
        ("black", "resigns: gammon"),
    ]


def test_beaver_and_raccoon_are_told_by_their_names() -> None:
    actions = (GameStarted(), Doubled(Side.WHITE), Doubled(Side.BLACK), Doubled(Side.WHITE), Took(Side.BLACK))
    assert [play["text"] for play in last_plays(actions)] == ["doubles", "beavers", "raccoons", "takes"]
    assert [play["text"] for play in last_plays((*actions, Doubled(Side.BLACK)))][-1] == "doubles"


def test_plays_are_those_of_this_game_only() -> None:
    assert last_plays((GameStarted(), Doubled(Side.WHITE), GameStarted())) == []


def test_picture_has_every_pixel_upright_for_whoever_reads_it() -> None:
    near = Screen(lines=("Set up the board", ""))
    bits = base64.b64decode(picture_of(near))
    assert len(bits) == 128 * 64 // 8
    assert 0 < sum(byte.bit_count() for byte in bits) < 2000
    assert picture_of(message("Set up the board", facing=1)) == picture_of(message("Set up the board"))


@pytest.mark.parametrize(
    ("verdict", "text"),
    [
        (None, "no play is expected"),
        (Unmoved(), "unmoved"),
        (Unreadable((0, 24)), "unreadable at 13, bar"),
    ],
)
def test_verdict_is_told_in_a_line(verdict: Unmoved | Unreadable | None, text: str) -> None:
    assert verdict_text(verdict, playing()) == text


def test_strip_has_the_levels_of_the_cells() -> None:
    told = strip_of(playing(), (1, -2))
    assert (told["levels"], told["verdict"]) == ([1, -2], "the board stirs")


def test_tournament_keeps_the_verdict_from_those_who_watch() -> None:
    board = BoardSettled(0.0, False, Unmoved(), ((3, 1, 2),), None, (0,) * 26)
    for policy, verdict, differs in ((Policy.CLUB, "unmoved", [[3, 1, 2]]), (Policy.TOURNAMENT, "not told", [])):
        told = strip_of(replace(playing(policy), board=board), ())
        assert told["verdict"].startswith(verdict)
        assert told["differs"] == differs


# The document


def test_every_key_that_is_told_is_documented() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    state = playing()
    told: dict[str, Any] = {"is_virtual": True, "panels": 1, "picture": "", "board": None}
    told |= snapshot_of(state, None, LAMPS)
    documented = set(re.findall(r"^\| `(\w+)` \| [^/]", text.split("## What is told")[1].split('`{"strip"}`')[0], re.M))
    assert documented == set(told)
    timed = replace(playing(), standing=with_clock(), clock_since_s=100.0)
    for part in (
        told["match"],
        snapshot_of(timed, None, LAMPS)["match"]["clock"],
        told["match"]["cube"],
        told["position"],
        told["text"],
        strip_of(state, ()),
        told["plays"][0],
    ):
        assert [key for key in part if f"`{key}`" not in text] == []


def test_every_path_and_operation_is_documented() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")

    async def check(visitor: Visitor) -> None:
        assert visitor.page._bench is not None
        table = text.split("A page sends")[1]
        rows = set(re.findall(r"^\| `(\w+)`", table, re.M)) | set(re.findall(r", `(release)`", table))
        assert rows == set(visitor.page._bench.operations)

    visit(check)
