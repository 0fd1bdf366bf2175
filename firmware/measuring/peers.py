"""Other engines that can be called from Python, asked the same questions in the same process.

Each is optional (`pip install 'gammond[bench]'`). Boards are put into a peer's own form before its time is taken.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from engine.plays import Roll
from engine.position import Position

Question = tuple[Position, Roll]


class Peer(NamedTuple):
    """An engine: what it returns of a call, and whether its answer to a question is another than these ends.

    Of bgsage the positions are compared, of gnubg-nn how many they are; open_spiel is not asked about positions.
    """

    name: str
    returns: str
    calls: int
    work: Callable[[], object]
    differs: Callable[[int, Sequence[Position]], bool] | None


def installed_peers(asked: Iterable[Question]) -> list[Peer]:
    """The peers that are installed here, their boards set up."""
    questions = list(asked)
    found = []
    for module, peer_of in (("bgsage", _bgsage), ("gnubg_nn", _gnubg_nn), ("pyspiel", _open_spiel)):
        try:
            found.append(peer_of(importlib.import_module(module), questions))
        except ImportError:
            continue
    return found


def _bgsage(module: ModuleType, questions: list[Question]) -> Peer:
    boards = [(_signed(position), *roll) for position, roll in questions]
    ask = module.possible_moves

    def work() -> None:
        for board, first, second in boards:
            ask(board, first, second)

    def differs(number: int, ends: Sequence[Position]) -> bool:
        unplayed = [boards[number][0]]
        theirs = sorted(map(list, ask(*boards[number]))) or unplayed
        return theirs != (sorted(_signed(end) for end in ends) or unplayed)

    return Peer("bgsage", "positions", len(boards), work, differs)


def _signed(position: Position) -> list[int]:
    """The opponent's bar, the mover's points 1 to 24 with the opponent's checkers negative, the mover's bar."""
    points = [position.own_on(point) - position.opp_on(point) for point in range(1, 25)]
    return [position.opp_bar, *points, position.own_bar]


def _gnubg_nn(module: ModuleType, questions: list[Question]) -> Peer:
    boards = [(_two_sides(position), *roll) for position, roll in questions]
    ask = module.moves

    def work() -> None:
        for board, first, second in boards:
            ask(board, first, second, 1)

    def differs(number: int, ends: Sequence[Position]) -> bool:
        return (len(ask(*boards[number])) or 1) != (len(ends) or 1)

    return Peer("gnubg-nn", "positions and plays", len(boards), work, differs)


def _two_sides(position: Position) -> list[list[int]]:
    """The opponent's points 1 to 24 and bar, then the mover's."""
    return [[packed >> 4 * slot & 15 for slot in range(1, 26)] for packed in (position.opp, position.own)]


def _open_spiel(module: ModuleType, questions: list[Question]) -> Peer:
    """It cannot be set to a position, so it is asked as many of its own games; a double is two of its turns.

    It returns actions, so the positions they lead to are part of a call.
    """
    chance = random.Random(1)
    game = module.load_game("backgammon")
    states: list[Any] = []
    state = game.new_initial_state()
    while len(states) < len(questions):
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            outcomes = [outcome for outcome, _ in state.chance_outcomes()]
            states += [state.child(outcome) for outcome in _rolls(state, outcomes)]
            state.apply_action(chance.choice(outcomes))
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    states = states[: len(questions)]

    def work() -> None:
        for state in states:
            for action in state.legal_actions():
                state.child(action)

    return Peer("open_spiel", "positions and plays, not all different, of its own games", len(states), work, None)


def _rolls(state: Any, outcomes: list[int]) -> Iterable[int]:
    """One outcome for each roll: their texts end in the two dice, in either order, and a bracket."""
    by_roll = {"".join(sorted(state.action_to_string(-1, outcome)[-3:-1])): outcome for outcome in outcomes}
    return by_roll.values()
