"""The record of a match whose players set something by hand: the file says what they settled on."""

from __future__ import annotations

import random

import pytest

from engine.actions import (
    Doubled,
    Dropped,
    GameSettled,
    GameStarted,
    Level,
    OpeningRolled,
    Played,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
    Took,
)
from engine.formats import MatchRecord, read_mat, read_sgf, replay, write_mat, write_sgf
from engine.match import Match, Phase
from engine.notation import find_play
from engine.plays import Roll
from engine.position import START, Position, Side
from firmware import facts
from firmware.match_record import recorded
from firmware.standing import Standing, after, begin, can_correct
from tests.engine.test_match_machine import next_action

WHITE, BLACK = Side.WHITE, Side.BLACK
OPENING = find_play(START, Roll(3, 1), "8/5 6/5")
REPLY = find_play(OPENING.end.turned, Roll(6, 5), "24/13")
THIRD = find_play(REPLY.end.turned, Roll(6, 1), "13/7 8/7")
OPENED = (GameStarted(), OpeningRolled(3, 1), Played(WHITE, OPENING.end, OPENING.moves))
REPLIED = (*OPENED, Rolled(BLACK, Roll(6, 5)), Played(BLACK, REPLY.end, REPLY.moves))
THREE = (*REPLIED, Rolled(WHITE, Roll(6, 1)), Played(WHITE, THIRD.end, THIRD.moves))
GAVE_UP = (ResignationOffered(BLACK, Level.SINGLE), ResignationAccepted(WHITE))
RESULT = facts.ResultCorrected


def begun(length: int = 7) -> facts.MatchBegun:
    return facts.MatchBegun(length, "club", "Ann", "Bob", 0, True, has_beavers=True)


def record(*bodies: facts.Body, length: int = 7) -> MatchRecord:
    found = recorded([begun(length), *bodies], "7KQ2", "2026-11-29T20:00:00Z")
    assert found is not None
    return found


def set_by_hand(what: str, value: str) -> facts.MatchCorrected:
    return facts.MatchCorrected(what, value)


def files_of(record: MatchRecord) -> list[MatchRecord]:
    """The record as it comes back from its files; nothing of them may be unreadable."""
    files = [read_mat(write_mat(record)), read_sgf(write_sgf(record))]
    assert all(file.damage == () for file in files)
    return files


def ends_at(record: MatchRecord, score: tuple[int, int]) -> None:
    assert replay(record).score == score
    assert [replay(file).score for file in files_of(record)] == [score, score]


def test_no_record_before_the_first_game() -> None:
    assert recorded([], "7KQ2", "") is None
    assert recorded([begun()], "7KQ2", "") is None


def test_a_match_without_corrections_is_told_as_it_was() -> None:
    found = record(*THREE, *GAVE_UP, GameStarted())
    assert [game.actions for game in found.games] == [(*THREE, *GAVE_UP), (GameStarted(),)]
    assert found.names == ("Ann", "Bob")
    assert found.headers[1:] == (
        ("Match ID", "7KQ2"),
        ("Player 1", "Ann"),
        ("Player 2", "Bob"),
        ("EventDate", "2026.11.29"),
    )


def test_a_play_taken_back_is_not_in_the_record() -> None:
    assert record(*REPLIED, facts.TakenBack(BLACK)).games[0].actions == REPLIED[:-1]


@pytest.mark.parametrize(
    "ending",
    [
        GAVE_UP,
        (Doubled(BLACK), Dropped(WHITE)),
        (Doubled(BLACK), Took(WHITE), *GAVE_UP),
        (GameSettled(WHITE, 1),),
    ],
    ids=["resigned", "dropped", "taken", "settled"],
)
@pytest.mark.parametrize("winner", Side)
@pytest.mark.parametrize("level", Level)
def test_the_file_tells_the_result_that_was_settled(ending: tuple[facts.Body, ...], winner: Side, level: Level) -> None:
    points = level * (2 if Took(WHITE) in ending else 1)
    score = (points, 0) if winner is WHITE else (0, points)
    found = record(*OPENED, *ending, RESULT(winner, points, level), length=25)
    ends_at(found, score)
    assert found.games[0].actions[: len(OPENED)] == OPENED
    following = record(
        *OPENED, *ending, RESULT(winner, points, level), *OPENED, Doubled(BLACK), Dropped(WHITE), length=25
    )
    ends_at(following, (score[0], score[1] + 1))
    assert [file.games[1].score_before for file in files_of(following)] == [score, score]


def test_a_match_that_was_over_by_mistake_goes_on_and_one_may_be_over_by_a_correction() -> None:
    gammon = (*OPENED, ResignationOffered(BLACK, Level.GAMMON), ResignationAccepted(WHITE))
    on = record(*gammon, RESULT(WHITE, 1, Level.SINGLE), *OPENED, *GAVE_UP, length=2)
    assert [len(file.games) for file in files_of(on)] == [2, 2]
    ends_at(on, (2, 0))
    level = record(*OPENED, *GAVE_UP, RESULT(WHITE, 3, Level.BACKGAMMON), length=3)
    assert [replay(file).winner for file in files_of(level)] == [WHITE, WHITE]


# What the menu sets


def test_a_score_set_between_games_is_the_file_s_from_there_on() -> None:
    found = record(*OPENED, *GAVE_UP, set_by_hand("score", "3-2"), *OPENED, *GAVE_UP)
    assert [game.score_before for game in found.games] == [(2, 2), (3, 2)]
    ends_at(found, (4, 2))


def test_a_score_set_before_the_first_game_and_in_a_game_is_the_score_before_it() -> None:
    assert record(set_by_hand("score", "2-1"), *OPENED).games[0].score_before == (2, 1)
    ends_at(record(*OPENED, set_by_hand("score", "2-1"), *REPLIED[3:], *GAVE_UP), (3, 1))


def test_a_game_counts_for_nobody_if_the_score_set_leaves_no_room_for_it() -> None:
    ends_at(record(*OPENED, *GAVE_UP, set_by_hand("score", "0-0")), (0, 0))
    ends_at(record(*OPENED, *GAVE_UP, set_by_hand("score", "0-0"), *OPENED, *GAVE_UP), (1, 0))


@pytest.mark.parametrize(
    ("played", "owner", "cube"),
    [(OPENED, "white", "2"), (REPLIED, "white", "2"), (THREE, "black", "2"), (THREE[:-1], "black", "2")],
)
def test_a_forgotten_double_is_told_as_a_double_and_a_take(
    played: tuple[facts.Body, ...], owner: str, cube: str
) -> None:
    found = record(*played, set_by_hand("cube", cube), set_by_hand("owner", owner))
    side = {"white": WHITE, "black": BLACK}[owner]
    actions = found.games[0].actions
    at = actions.index(Doubled(side.other))
    assert actions[at + 1] == Took(side)
    assert (*actions[:at], *actions[at + 2 :]) == played
    for file in files_of(found):
        assert (replay(file).cube, replay(file).cube_owner) == (2, side)


def test_a_cube_of_four_is_told_as_two_doubles() -> None:
    found = record(*THREE, set_by_hand("cube", "4"), set_by_hand("owner", "black"))
    assert [(replay(file).cube, replay(file).cube_owner) for file in files_of(found)] == [(4, BLACK)] * 2


def test_a_double_that_never_was_is_left_out_and_the_other_owner_has_taken() -> None:
    doubled = (*OPENED, Doubled(BLACK), Took(WHITE), *REPLIED[3:])
    none = record(*doubled, set_by_hand("cube", "1"), set_by_hand("owner", "none"))
    assert none.games[0].actions == REPLIED
    other = record(*doubled, *THREE[5:], set_by_hand("owner", "black"))
    assert (replay(other).cube, replay(other).cube_owner) == (2, BLACK)


def test_a_turn_set_by_hand_leads_to_the_same_board_with_the_other_side_to_roll() -> None:
    for side, name in ((WHITE, "white"), (BLACK, "black")):
        for played in (OPENED, REPLIED, THREE, THREE[:-1], OPENED[:2]):
            found = record(*played, set_by_hand("turn", name), Rolled(side, Roll(2, 1)))
            for file in files_of(found):
                match = replay(file)
                assert (match.on_roll, match.roll, match.position) == (side, (2, 1), position_after(played))


def position_after(played: tuple[facts.Body, ...]) -> Position:
    standing = begin(begun())
    for body in played:
        standing = after(standing, body)
    return standing.match.position


def test_a_position_set_by_hand_is_where_the_last_play_ended() -> None:
    new = Position.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 1, 22: 1, 13: 5, 8: 3, 6: 5})
    for played in (OPENED, REPLIED, THREE, OPENED[:2]):
        found = record(*played, facts.Corrected(START, new, BLACK, "entered"), Rolled(BLACK, Roll(6, 5)))
        assert [(replay(file).position, replay(file).on_roll) for file in files_of(found)] == [(new, BLACK)] * 2


def test_a_first_game_that_was_entered_by_hand_begins_there() -> None:
    new = Position.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 1, 22: 1, 13: 5, 8: 3, 6: 5})
    found = record(facts.Corrected(START, new, BLACK, "entered"), Doubled(BLACK), Dropped(WHITE))
    assert found.games[0].actions == (GameStarted(new, BLACK), Doubled(BLACK), Dropped(WHITE))
    ends_at(found, (0, 1))


def test_a_crawford_game_that_is_none_by_hand_is_told_as_without_that_rule() -> None:
    crawford = (*OPENED, RESULT(WHITE, 1, Level.SINGLE))
    bodies = (set_by_hand("score", "6-0"), *crawford[:3], set_by_hand("crawford", "no"), Doubled(BLACK), Took(WHITE))
    found = record(*bodies, *GAVE_UP)
    assert not found.rules.has_crawford
    ends_at(found, (8, 0))


# Anything at any time


def corrections(match: Match, chance: random.Random) -> list[facts.Body]:
    """What might be set by hand now; the table lets it pass or not."""
    score = f"{chance.randrange(7)}-{chance.randrange(7)}"
    menu = [("score", score), ("cube", chance.choice("1248")), ("owner", chance.choice(["none", "white", "black"]))]
    menu += [("turn", chance.choice(["white", "black"])), ("crawford", chance.choice(["yes", "no"]))]
    found: list[facts.Body] = [set_by_hand(*chance.choice(menu))]
    if match.result is not None and not match.is_playing:
        level = chance.choice(list(Level))
        found.append(RESULT(chance.choice(list(Side)), match.cube * level, level))
    moved = Position.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 1, 22: 1, 13: 5, 8: 3, 6: 5})
    if match.phase in (Phase.TO_ROLL, Phase.MOVING, Phase.GAME_TO_START):
        found.append(facts.Corrected(match.position, moved, chance.choice(list(Side)), "entered"))
    return found


def course_by_chance(seed: int) -> tuple[list[facts.Body], Standing]:
    chance = random.Random(seed)
    agreed = begun(chance.choice([0, 0, 3, 5, 7]))
    bodies: list[facts.Body] = [agreed]
    standing = begin(agreed)
    body: facts.Body
    for _ in range(chance.choice([20, 60, 150])):
        if standing.before_play is not None and chance.random() < 0.05:
            body = facts.TakenBack(standing.match.on_roll.other if standing.match.on_roll else WHITE)
        elif chance.random() < 0.06 or standing.match.winner is not None:
            body = chance.choice(corrections(standing.match, chance))
            if isinstance(body, facts.Corrected) and not can_correct(standing, body):
                continue
        else:
            body = next_action(standing.match, chance)
        standing = after(standing, body)
        bodies.append(body)
    return bodies, standing


def told_right(seed: int) -> None:
    bodies, standing = course_by_chance(seed)
    found = recorded(bodies, "7KQ2", "")
    if found is None:
        assert standing.match.game == 0
        return
    match = replay(found)
    assert match.score == standing.match.score
    assert match.is_playing == standing.match.is_playing
    if standing.match.phase is Phase.MOVING:
        assert (match.position, match.on_roll, match.roll) == (
            standing.match.position,
            standing.match.on_roll,
            standing.match.roll,
        )
    assert [replay(file).score for file in files_of(found)] == [match.score, match.score]


def test_whatever_was_set_by_hand_the_file_tells_the_score_and_the_board() -> None:
    for seed in range(8):
        told_right(seed)


@pytest.mark.ci
def test_a_hundred_matches_corrected_by_chance() -> None:
    for seed in range(1000, 1100):
        told_right(seed)
