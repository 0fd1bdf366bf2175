"""The tree of positions on the way: what is in it, what is not, and that slicing changes nothing."""

from __future__ import annotations

import gzip
import json
from collections.abc import Generator
from pathlib import Path

import pytest

from engine.plays import Move, PlayTree, Roll, legal_plays, play_tree, play_tree_in_slices, single_moves
from engine.position import START, Position
from engine.position_id import read_position_id

ORACLE = Path(__file__).parents[1] / "data" / "oracle" / "legal_positions.public.jsonl.gz"


def some_rolls() -> list[tuple[Position, Roll]]:
    with gzip.open(ORACLE, "rt") as lines:
        return [(read_position_id(line["position"]), Roll(*line["dice"])) for line in map(json.loads, lines)][::40]


def made(position: Position, moves: tuple[Move, ...]) -> Position:
    """The position after moves, each checked to be a legal single move where it is made."""
    own, opp = position
    for move in moves:
        assert move in single_moves(Position(own, opp), move.number)
        own += (1 << 4 * move.end) - (1 << 4 * move.start)
        opp += (1 << 100) - (1 << 4 * (25 - move.end)) if move.is_hit else 0
    return Position(own, opp)


def test_every_node_is_reached_by_its_moves_and_lies_on_a_legal_play() -> None:
    for position, roll in some_rolls():
        tree = play_tree(position, roll)
        for node, moves in tree.nodes.items():
            assert made(position, moves) == node
            if len(moves) > 1:
                assert made(position, moves[:-1]) in tree.nodes


def test_every_node_but_the_ends_goes_on_to_another_node() -> None:
    for position, roll in some_rolls():
        tree = play_tree(position, roll)
        ends = {play.end for play in tree.plays}
        for node in tree.nodes.keys() - ends:
            onward = {made(node, (move,)) for number in set(roll) for move in single_moves(node, number)}
            assert not tree.plays or onward & tree.nodes.keys()


def test_every_prefix_of_every_play_is_a_node_and_plays_are_those_of_the_generator() -> None:
    for position, roll in some_rolls():
        tree = play_tree(position, roll)
        assert tree.plays == legal_plays(position, roll)
        for play in tree.plays:
            for length in range(len(play.moves) + 1):
                assert made(position, play.moves[:length]) in tree.nodes


def test_first_move_that_kills_the_second_is_not_on_the_way() -> None:
    position = Position.of({10: 1, 9: 1}, {25 - p: 2 for p in (20, 19, 18, 14, 12, 6, 5)})
    tree = play_tree(position, Roll(5, 6))
    assert made(position, (Move(9, 3, 6),)) not in tree.nodes
    assert made(position, (Move(10, 4, 6),)) in tree.nodes


def test_a_dance_has_no_plays_and_only_its_start() -> None:
    position = Position.of({25: 1, 6: 5}, dict.fromkeys(range(1, 7), 2))
    assert play_tree(position, Roll(6, 6)) == PlayTree(position, Roll(6, 6), (), {position: ()})


def test_the_largest_roll_known_has_2138_plays() -> None:
    assert len(play_tree(read_position_id("AACA/z+oJKVSKg"), Roll(1, 1)).plays) == 2138


@pytest.mark.parametrize("nodes_per_slice", [1, 7, 200])
@pytest.mark.parametrize("roll", [Roll(3, 1), Roll(2, 2)])
def test_slices_give_the_same_tree_and_more_of_them_when_smaller(roll: Roll, nodes_per_slice: int) -> None:
    slices = play_tree_in_slices(START, roll, nodes_per_slice)
    trees: list[PlayTree] = []

    def keep_the_tree() -> Generator[None, None, None]:
        trees.append((yield from slices))

    count = sum(1 for _ in keep_the_tree())
    assert trees == [play_tree(START, roll)]
    assert count >= len(trees[0].nodes) // nodes_per_slice


def test_a_slice_of_no_nodes_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        next(play_tree_in_slices(START, Roll(3, 1), 0))
