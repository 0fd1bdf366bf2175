"""Records that end anywhere, after any action or settled there for some points: both formats tell the same of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
from engine.formats import MatchRecord, read_mat, read_sgf, record_of, replay, write_mat, write_sgf
from engine.match_state import Rules
from engine.notation import find_play
from engine.plays import Roll
from engine.position import START, Position, Side
from tests.engine.test_match_machine import survives_both_formats

WHITE, BLACK = Side.WHITE, Side.BLACK
MONEY = Rules(0, has_beavers=True, automatic_doubles=2)
OPENING = find_play(START, Roll(3, 1), "8/5 6/5")
OPENED = (GameStarted(), OpeningRolled(4, 4), OpeningRolled(3, 1), Played(WHITE, OPENING.end, OPENING.moves))
REPLY = find_play(OPENING.end.turned, Roll(6, 5), "24/13")
GOES_ON = (Rolled(BLACK, Roll(6, 5)), Played(BLACK, REPLY.end, REPLY.moves))
GAVE_UP = (ResignationOffered(WHITE, Level.GAMMON), ResignationAccepted(BLACK))

SHUT_OUT = Position.of({25: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 8: 3})
CLOSED = (GameStarted(SHUT_OUT, WHITE), Rolled(WHITE, Roll(6, 5)))
LET_IN = Position.of({18: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 8: 3})
WAYS = ((WHITE, 1), (WHITE, 2), (WHITE, 4), (WHITE, 8), (BLACK, 2), (BLACK, 3), (BLACK, 8))
COURSES: dict[str, tuple[Action, ...]] = {
    "dropped": (*OPENED, Doubled(BLACK), Dropped(WHITE)),
    "beaver": (*OPENED, Doubled(BLACK), Doubled(WHITE), Took(BLACK), *GOES_ON, *GAVE_UP),
    "beaver resigned": (*OPENED, Doubled(BLACK), Doubled(WHITE), Took(BLACK), *GAVE_UP),
    "beaver dropped": (*OPENED, Doubled(BLACK), Doubled(WHITE), Dropped(BLACK)),
    "raccoon": (*OPENED, Doubled(BLACK), Doubled(WHITE), Doubled(BLACK), Took(WHITE), *GOES_ON, Doubled(WHITE)),
    "declined": (*OPENED, ResignationOffered(BLACK, Level.SINGLE), ResignationDeclined(WHITE), *GOES_ON, *GAVE_UP),
    "danced": (*CLOSED, Played(WHITE, SHUT_OUT), Doubled(BLACK), Took(WHITE), *GAVE_UP),
    "not danced": (*CLOSED, Played(WHITE, LET_IN, is_legal=False), Doubled(BLACK), Took(WHITE), *GAVE_UP),
    "turned round": (*CLOSED, Played(WHITE, SHUT_OUT.turned, is_legal=False), Doubled(BLACK), Took(WHITE), *GAVE_UP),
    "stayed": (*OPENED, Rolled(BLACK, Roll(6, 5)), Played(BLACK, OPENING.end.turned, is_legal=False), *GAVE_UP),
}


def endings(course: tuple[Action, ...]) -> Iterator[MatchRecord]:
    """The course broken off after every action, and settled there for either side, another game after it or not."""
    for count in range(1, len(course) + 1):
        begun = course[:count]
        ways: list[tuple[Action, ...]] = [()]
        if not isinstance(begun[-1], ResignationAccepted | Dropped):
            ways = [(), *((GameSettled(side, points),) for side, points in WAYS)]
        for settled in ways:
            yield record_of([*begun, *settled], MONEY, ("Ann", "Bob"))
            if settled == (GameSettled(BLACK, 2),):
                yield record_of([*begun, *settled, *OPENED], MONEY, ("Ann", "Bob"))


@pytest.mark.parametrize("course", COURSES.values(), ids=COURSES)
def test_a_record_that_ends_after_any_action_survives_both_formats(course: tuple[Action, ...]) -> None:
    for record in endings(course):
        survives_both_formats(record)


def test_an_accepted_beaver_is_written_only_where_no_roll_tells_it() -> None:
    assert "Takes" not in write_mat(record_of(COURSES["beaver"], MONEY, ("A", "B")))
    assert "Beavers => 8                Takes" in write_mat(record_of(COURSES["beaver"][:-4], MONEY, ("A", "B")))


def test_a_game_settled_for_what_an_open_double_would_win_reads_as_dropped() -> None:
    settled = record_of([*OPENED, Doubled(BLACK), GameSettled(BLACK, 2)], MONEY, ("A", "B"))
    assert read_mat(write_mat(settled)).games[0].actions[-1] == Dropped(WHITE)
    assert read_sgf(write_sgf(settled)).games[0].actions[-1] == Dropped(WHITE)


# Opening dice that turn the cube


def test_equal_dice_at_the_cube_s_limit_turn_nothing_in_the_file_either() -> None:
    rules = Rules(0, automatic_doubles=2, cube_limit=2)
    actions = (GameStarted(), OpeningRolled(4, 4), OpeningRolled(6, 6), *OPENED[2:], *GAVE_UP)
    record = record_of(actions, rules, ("A", "B"))
    assert replay(record).score == (0, 4)
    assert "CV[2]" in write_sgf(record)
    for again in (read_mat(write_mat(record)), read_sgf(write_sgf(record))):
        assert replay(again).score == (0, 4)
        assert not again.all_oddities


def test_a_long_session_tells_all_its_equal_dice_in_lines_that_can_be_read() -> None:
    session: list[Action] = [*OPENED, *GAVE_UP] * 200
    text = write_mat(record_of(session, MONEY, ("A", "B")))
    assert max(map(len, text.splitlines())) < 200
    again = read_mat(text)
    assert replay(again).score == (0, 200 * 4)
    assert not again.all_oddities
    assert len(re.findall(r"\d: 44", write_mat(again))) == 200


# Scores set by hand


@pytest.mark.parametrize(("before", "after"), [((0, 0), (3, 1)), ((4, 0), (0, 0)), ((2, 2), (2, 5))])
def test_a_score_set_by_hand_between_two_games_is_kept(before: tuple[int, int], after: tuple[int, int]) -> None:
    one = (GameStarted(), *OPENED[2:], GameSettled(WHITE, 1))
    record = record_of([*one, *one, *one], Rules(7), ("A", "B"), score=before, scores={2: after})
    assert replay(record).score == (after[0] + 2, after[1])
    for again in (read_mat(write_mat(record)), read_sgf(write_sgf(record))):
        assert [game.score_before for game in again.games] == [before, after, (after[0] + 1, after[1])]
        assert replay(again).score == (after[0] + 2, after[1])
        assert not again.damage


@pytest.mark.parametrize("misread", [3, 7])
def test_a_score_line_that_fits_nothing_is_passed_over(misread: int) -> None:
    one = " 1) 31: 8/5 6/5\n   Wins 1 point\n"
    lines = [f" Game {number}\n A : {points}   B : 0\n{one}" for number, points in ((1, 0), (2, misread), (3, 2))]
    record = read_mat("7 point match\n" + "".join(lines))
    assert [game.score_before for game in record.games] == [(0, 0), (1, 0), (2, 0)]
    assert [oddity.reason for oddity in record.all_oddities] == ["the score is 1-0"]
    assert replay(record).score == (3, 0)


def test_a_match_goes_on_where_the_file_counts_the_last_play_for_less() -> None:
    """White bears off to a gammon, and the file has one point for it: in a match to 2 it was not over."""
    nearly = Position.of({1: 1}, {7: 15})
    play = find_play(nearly, Roll(6, 5), "1/off")
    played_out = (GameStarted(nearly, WHITE), Rolled(WHITE, Roll(6, 5)), Played(WHITE, play.end, play.moves))
    text = write_mat(record_of([*played_out, *OPENED[:1], *OPENED[2:]], Rules(3), ("A", "B")))
    one = (
        text.replace("Wins 2 points", "Wins 1 point")
        .replace("A : 2", "A : 1")
        .replace("3 point match", "2 point match")
    )
    record = read_mat(one)
    assert [game.score_before for game in record.games] == [(0, 0), (1, 0)]
    assert replay(record).is_playing
