"""Self-made games: the illegal things people try, of every kind and each as often as the next."""

from __future__ import annotations

from random import Random

from engine.plays import PlayTree, Roll, play_tree
from engine.position import START
from engine.rulings import Broken, explain
from firmware.rehearsal.selfmade import KINDS, Attempt, Mistakes, carried_out, choose, of_play

RARE = {Broken.SECOND_KILLED, Broken.LARGER_DUE}
"""Few positions let these be tried."""


def games(turns: int, seed: int) -> list[PlayTree]:
    """The turns of games that plain players play, one after the other."""
    draw, position = Random(seed), START
    found: list[PlayTree] = []
    while len(found) < turns:
        tree = play_tree(position, Roll(draw.randint(1, 6), draw.randint(1, 6)))
        if tree.plays:
            found.append(tree)
        end = choose(tree.plays, draw).end if tree.plays else position
        position = end.turned if end.own >> 4 else START
    return found


def attempts(turns: int, seed: int) -> tuple[Mistakes, list[tuple[PlayTree, Attempt]]]:
    mistakes = Mistakes(Random(seed))
    made = [(tree, mistakes.attempt(tree)) for tree in games(turns, seed)]
    return mistakes, [(tree, attempt) for tree, attempt in made if attempt is not None]


def test_every_kind_is_tried_as_often_as_the_next() -> None:
    mistakes, made = attempts(200, 3)
    often = mistakes.made
    assert sum(often.values()) == len(made)
    common = [often[kind] for kind in KINDS if kind not in RARE and kind is not Broken.TOO_MANY]
    assert max(common) - min(common) <= 5
    assert {attempt.kind for _, attempt in made} >= set(KINDS) - RARE


def test_an_attempt_breaks_the_rule_it_names_and_can_be_put_right() -> None:
    for tree, attempt in attempts(60, 5)[1]:
        assert carried_out(tree.start, attempt.transfers) == attempt.reached
        assert all(play.end != attempt.reached for play in tree.plays)
        assert explain(tree.start, tree.roll, attempt.reached, tree).kind is attempt.kind
        back = tuple(transfer._replace(start=transfer.end, end=transfer.start) for transfer in attempt.transfers[::-1])
        assert carried_out(attempt.reached, back) == tree.start


def test_transfers_of_a_play_lead_to_its_end() -> None:
    for tree in games(30, 7):
        for play in tree.plays[:20]:
            assert carried_out(tree.start, of_play(tree.start, play)) == play.end
