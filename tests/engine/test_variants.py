"""The other games on the same board: starts as GNU Backgammon sets them up, and whole games with few checkers."""

from __future__ import annotations

import pytest

from engine.actions import Doubled, GameStarted, Level, OpeningRolled, Played, Rolled, Took
from engine.match import Match, Phase, Refusal, Rules, apply, begin, refusal
from engine.plays import Roll, legal_ends, legal_plays, play_tree
from engine.position import Position, Side, slots
from engine.position_id import read_position_id, write_position_id
from engine.rulings import Broken, explain
from engine.situation import situation_of
from engine.variants import BACKGAMMON, HYPERGAMMON, HYPERGAMMON_1, HYPERGAMMON_2, VARIANTS, variant_of
from engine.xgid import read_xgid, write_xgid

WHITE, BLACK = Side.WHITE, Side.BLACK


@pytest.mark.parametrize(
    ("name", "position_id"),
    [
        ("backgammon", "4HPwATDgc/ABMA"),
        ("nackgammon", "4Dl4ADbgOXgANg"),
        ("hypergammon", "AACgAgAAKgAAAA"),
        ("hypergammon-2", "AABAAQAACgAAAA"),
        ("hypergammon-1", "AACAAAAAAgAAAA"),
    ],
)
def test_start_is_the_one_gnu_backgammon_sets_up(name: str, position_id: str) -> None:
    variant = VARIANTS[name]
    assert write_position_id(variant.start) == position_id
    assert read_position_id(position_id, variant.checkers) == variant.start


def test_longgammon_starts_with_all_fifteen_on_the_furthest_point() -> None:
    assert dict(slots(VARIANTS["longgammon"].start.own)) == {24: 15}


@pytest.mark.parametrize("name", VARIANTS)
def test_both_sides_start_alike_with_the_variants_number_of_checkers(name: str) -> None:
    variant = VARIANTS[name]
    assert variant.start.turned == variant.start
    assert sum(count for _, count in slots(variant.start.own)) == variant.checkers
    assert (variant.name, variant_of(variant.start)) == (name, variant)


def test_a_start_of_nobodys_is_no_variant() -> None:
    assert variant_of(Position.of({1: 15}, {1: 15})) is None
    assert variant_of(BACKGAMMON.start) is BACKGAMMON


def on_points(*points: int) -> int:
    """Three checkers of one side, packed: its points in its own numbering."""
    return sum(1 << 4 * point for point in points)


def test_plays_with_three_checkers_are_those_worked_out_by_hand() -> None:
    """Hypergammon's 6-5: the opponent's blots on 1, 2 and 3 are out of reach, so each pair of steps is one end."""
    start = HYPERGAMMON.start
    steps = {(24 - 11, 23, 22), (24, 23 - 11, 22), (24, 23, 22 - 11)}
    steps |= {(18, 18, 22), (18, 23, 17), (19, 17, 22), (24, 17, 17), (19, 23, 16), (24, 18, 16)}
    assert {end.own for end in legal_ends(start, Roll(6, 5))} == {on_points(*points) for points in steps}


def played(match: Match, choose: int) -> Match:
    """One turn, with any of the legal plays."""
    side = match.on_roll
    assert side is not None
    if match.phase is Phase.TO_ROLL:
        match = apply(match, Rolled(side, Roll(choose % 6 + 1, choose // 6 % 6 + 1)))
    assert match.roll is not None
    before = match.seen_by(side)
    plays = legal_plays(before, match.roll)
    if not plays:
        return apply(match, Played(side, before))
    play = plays[choose % len(plays)]
    return apply(match, Played(side, play.end, play.moves))


@pytest.mark.parametrize("name", VARIANTS)
def test_a_whole_game_can_be_played(name: str) -> None:
    variant = VARIANTS[name]
    match = apply(apply(begin(Rules(0, start=variant.start)), GameStarted()), OpeningRolled(6, 2))
    turn = 0
    while match.is_playing:
        turn += 1
        match = played(match, turn * 7919 % 1009)
        for side in match.position:
            assert sum(count for _, count in slots(side)) == variant.checkers
        assert read_xgid(write_xgid(situation_of(match)), variant.checkers).position == situation_of(match).position
    assert match.result is not None
    assert match.result.level is not None
    assert match.score[match.result.winner] == match.result.level


@pytest.mark.parametrize(
    ("loser", "level"),
    [({1: 2}, Level.SINGLE), ({1: 3}, Level.GAMMON), ({19: 1, 1: 2}, Level.BACKGAMMON), ({25: 3}, Level.BACKGAMMON)],
)
def test_three_checkers_lose_a_game_gammon_and_backgammon_too(loser: dict[int, int], level: Level) -> None:
    position = Position.of({1: 1}, loser, 3)
    match = apply(begin(Rules(7, start=HYPERGAMMON.start)), GameStarted(position, WHITE))
    match = apply(apply(match, Doubled(WHITE)), Took(BLACK))
    match = apply(match, Rolled(WHITE, Roll(2, 1)))
    match = apply(match, Played(WHITE, Position(3, position.opp)))
    assert match.score == (2 * level, 0)


def test_checkers_of_another_variant_cannot_be_the_end_of_a_play() -> None:
    match = apply(apply(begin(Rules(0, start=HYPERGAMMON_2.start)), GameStarted()), OpeningRolled(6, 2))
    end = Position.of({24: 1, 16: 1, 15: 1}, {24: 1, 23: 1, 22: 1}, 3)
    assert refusal(match, Played(WHITE, end, is_legal=False)) is Refusal.INVALID_POSITION


def test_rulings_know_games_with_one_checker() -> None:
    start, roll = HYPERGAMMON_1.start, Roll(6, 5)
    reached = Position(1 << 4 * 20, start.opp)
    ruling = explain(start, roll, reached, play_tree(start, roll))
    assert (ruling.kind, ruling.points, ruling.count) == (Broken.NOT_ON_DICE, (24, 20), 4)


def test_a_game_cannot_start_with_the_checkers_of_another_variant() -> None:
    match = begin(Rules(0, start=HYPERGAMMON.start))
    assert refusal(match, GameStarted(BACKGAMMON.start, WHITE)) is Refusal.INVALID_POSITION
    assert refusal(begin(Rules(7)), GameStarted(HYPERGAMMON.start, WHITE)) is Refusal.INVALID_POSITION
