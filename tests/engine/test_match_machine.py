"""Whole matches by chance: whatever is tried in whatever order, what must always hold of a match holds.

Hypothesis chooses the rules and what is tried; many tries are refused, as most actions may not be done at most moments.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

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
from engine.match import allowed, apply, begin, refusal, resignable
from engine.match_state import Match, Phase, Refused, Rules
from engine.plays import Roll, legal_plays, single_moves
from engine.position import BAR, OFF, START, Position, Side, slots
from engine.variants import VARIANTS

SIDES = st.sampled_from(Side)
DICE = st.integers(0, 7)
PROPER_DICE = st.integers(1, 6)
RULES = st.builds(
    Rules,
    length=st.sampled_from([0, 1, 2, 3, 5, 7]),
    has_crawford=st.booleans(),
    has_jacoby=st.booleans(),
    has_beavers=st.booleans(),
    has_cube=st.booleans(),
    cube_limit=st.sampled_from([2, 4, 64, 1024]),
    automatic_doubles=st.integers(0, 2),
    has_holland=st.booleans(),
    start=st.sampled_from([START, *(variant.start for variant in VARIANTS.values())]),
)


def checkers(packed: int) -> int:
    return sum(count for _, count in slots(packed))


class MatchMachine(RuleBasedStateMachine):
    """A match, and the list of the actions that were not refused."""

    def __init__(self) -> None:
        super().__init__()
        self.match = begin(Rules())
        self.actions: list[Action] = []

    @initialize(rules=RULES, seed=st.integers(0, 1 << 16), count=st.sampled_from([0, 30, 100, 300]))
    def agree(self, rules: Rules, seed: int, count: int) -> None:
        """Somewhere in a match already: what Hypothesis tries step by step seldom leaves its first game."""
        self.match = begin(rules)
        self.go(seed, count)

    def attempt(self, action: Action) -> None:
        before, reason = self.match, refusal(self.match, action)
        if isinstance(action, Rolled | OpeningRolled):
            dice = action.roll if isinstance(action, Rolled) else (action.white, action.black)
            assert reason is not None or set(dice) <= set(range(1, 7))
        if reason is None:
            self.match = apply(before, action)
            self.actions.append(action)
            assert self.match != before or isinstance(action, OpeningRolled)
            return
        kept = repr(before)
        with pytest.raises(Refused) as caught:
            apply(before, action)
        assert caught.value.refusal is reason
        assert self.match is before
        assert repr(before) == kept

    @rule()
    def start(self) -> None:
        self.attempt(GameStarted())

    @rule(white=DICE, black=DICE)
    def roll_the_opening(self, white: int, black: int) -> None:
        self.attempt(OpeningRolled(white, black))

    @rule(side=SIDES, first=DICE, second=DICE)
    def roll(self, side: Side, first: int, second: int) -> None:
        self.attempt(Rolled(side, Roll(first, second)))

    @rule(side=SIDES, is_legal=st.booleans(), other=st.booleans())
    def stay(self, side: Side, is_legal: bool, other: bool) -> None:
        """A turn without a move: legal only where nothing can be played; or as if the board were turned round."""
        seen = self.match.seen_by(side.other if other else side)
        is_dance = self.match.roll is not None and not legal_plays(seen, self.match.roll)
        self.attempt(Played(side, seen, is_legal=is_legal or is_dance))

    @rule(side=SIDES, answer=st.sampled_from([Doubled, Took, Dropped, ResignationAccepted, ResignationDeclined]))
    def say(self, side: Side, answer: type[Any]) -> None:
        self.attempt(answer(side))

    @rule(side=SIDES, level=st.sampled_from(Level))
    def resign(self, side: Side, level: Level) -> None:
        self.attempt(ResignationOffered(side, level))

    @rule(winner=SIDES, points=st.sampled_from([-1, -1, -1, 0, 1]))
    def settle(self, winner: Side, points: int) -> None:
        self.attempt(GameSettled(winner, points))

    @precondition(lambda self: self.match.phase is not Phase.MATCH_OVER)
    @rule(seed=st.integers(0, 1 << 16), count=st.integers(1, 150))
    def go_on(self, seed: int, count: int) -> None:
        """Some actions that may be done, most of them rolls and plays, so that games and matches come to their end."""
        self.go(seed, count)

    def go(self, seed: int, count: int) -> None:
        chance = random.Random(seed)
        for _ in range(count):
            if self.match.phase is Phase.MATCH_OVER:
                return
            done = len(self.actions)
            self.attempt(next_action(self.match, chance))
            assert len(self.actions) == done + 1

    @invariant()
    def each_side_has_all_its_checkers(self) -> None:
        position, start = self.match.position, self.match.rules.start
        assert checkers(position.own) == checkers(position.opp) == checkers(start.own)
        assert checkers(START.own) == 15
        assert not any(position.own_on(point) and position.opp_on(point) for point in range(1, 25))

    @invariant()
    def only_what_is_allowed_can_be_done_and_someone_can_go_on(self) -> None:
        kinds = allowed(self.match, Side.WHITE) | allowed(self.match, Side.BLACK)
        assert bool(kinds) == (self.match.phase is not Phase.MATCH_OVER)

    @invariant()
    def the_score_is_what_the_games_came_to(self) -> None:
        match = self.match
        assert (match.phase is Phase.MATCH_OVER) == (
            not match.rules.is_money and max(match.score) >= match.rules.length
        )

    @invariant()
    def nothing_is_left_of_a_game_that_is_over(self) -> None:
        match = self.match
        if match.phase in (Phase.GAME_OVER, Phase.MATCH_OVER):
            assert (match.on_roll, match.roll, match.offered_by, match.offered_level) == (None,) * 4
            assert (match.beavers, match.declined) == (0, (0, 0))

    def teardown(self) -> None:
        assert replayed(self.match.rules, self.actions) == self.match
        if self.actions:
            record = record_of(self.actions, self.match.rules, ("Ann", "Bob"))
            assert replay(record) == self.match
            survives_both_formats(record)


def next_action(match: Match, chance: random.Random) -> Action:
    """Something that may be done now."""
    side = match.decider
    if side is None:
        dice = chance.randint(1, 6), chance.randint(1, 6)
        return OpeningRolled(*dice) if match.phase is Phase.OPENING_ROLL else GameStarted()
    if match.phase is Phase.DOUBLE_OFFERED:
        may_beaver = Doubled in allowed(match, side)
        return chance.choice([Took(side), Took(side), Dropped(side), Doubled(side) if may_beaver else Took(side)])
    if match.phase is Phase.RESIGNATION_OFFERED:
        answers: list[Action] = [ResignationAccepted(side), ResignationDeclined(side), ResignationDeclined(side)]
        return chance.choice(answers)
    levels = resignable(match, side)
    if levels and chance.random() < 0.03:
        return ResignationOffered(side, chance.choice(levels))
    if match.roll is None:
        if Doubled in allowed(match, side) and chance.random() < 0.1:
            return Doubled(side)
        return Rolled(side, Roll(chance.randint(1, 6), chance.randint(1, 6)))
    return played(match.seen_by(side), match.roll, side, chance)


def played(before: Position, roll: Roll, side: Side, chance: random.Random) -> Played:
    """A legal play, or now and then an illegal one that stands."""
    if chance.random() < 0.03 and (end := astray(before, roll, chance)) is not None:
        return Played(side, end, is_legal=False)
    plays = legal_plays(before, roll)
    play = chance.choice(plays) if plays else None
    return Played(side, play.end, play.moves) if play else Played(side, before)


def astray(before: Position, roll: Roll, chance: random.Random) -> Position | None:
    """Where no legal play ends: the smaller number alone, any checker put anywhere, or the board turned round."""
    own, opp = before
    ways = [(move.start, move.end) for move in single_moves(before, min(roll)) if not move.is_hit]
    if not ways or chance.random() < 0.5:
        free = [slot for slot in range(OFF, BAR + 1) if slot in (OFF, BAR) or not before.opp_on(slot)]
        ways = [(chance.choice([slot for slot, _ in slots(own) if slot]), chance.choice(free))]
    start, end = ways[0]
    moved = Position(own + (1 << 4 * end) - (1 << 4 * start), opp)
    ends = [play.end for play in legal_plays(before, roll)] or [before]
    return next((found for found in chance.sample([moved, before.turned, before], 3) if found not in ends), None)


def replayed(rules: Rules, actions: list[Action]) -> Match:
    match = begin(rules)
    for action in actions:
        match = apply(match, action)
    return match


def survives_both_formats(record: MatchRecord) -> None:
    assert told(read_mat(write_mat(record))) == told(record)
    assert told(read_sgf(write_sgf(record))) == told(record)


def told(record: MatchRecord) -> list[Any]:
    """What both formats keep: the rules, the score before each game and at the end, rolls, plays by their ends, and
    what was done with the cube.

    Declined resignations, equal opening dice and how a game was settled have no place in them: one that was settled
    while a double was open reads as dropped, or as a beaver taken and resigned, where that comes to the same points.
    Nor has whether a dance was over when the game ended by word: it is read as over.
    """
    rules = record.rules
    games: list[Any] = [(rules.length, rules.start, rules.has_cube)]
    games += [rules.has_jacoby if rules.is_money else rules.length == 1 or rules.has_crawford]
    for game in record.games:
        actions = list(game.actions)
        is_settled = isinstance(actions[-1], Dropped | ResignationAccepted) or _is_settled(actions[-1])
        while actions and (
            not _kept(actions[-1]) or (is_settled and isinstance(actions[-1], Doubled | Took | Dropped))
        ):
            actions.pop()
        if actions and isinstance(actions[-1], Played) and actions[-1].is_legal and not actions[-1].moves:
            actions.pop()
        games.append((game.score_before, [kept for action in actions if (kept := _kept(action))]))
    return [*games, replay(record).score]


def _is_settled(action: Action) -> bool:
    return isinstance(action, GameSettled) and action.points > 0


def _kept(action: Action) -> tuple[str, Side, Position | tuple[int, ...] | None] | None:
    match action:
        case OpeningRolled():
            dice = action.white, action.black
            return None if action.white == action.black else ("opened", Side(action.black > action.white), dice)
        case Rolled():
            return "rolled", action.side, tuple(sorted(action.roll))
        case Played():
            return "played", action.side, action.end
        case Doubled() | Took() | Dropped():
            return type(action).__name__, action.side, None
    return None


def test_whole_matches_by_chance() -> None:
    run_state_machine_as_test(
        MatchMachine,
        settings=settings(
            max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


@pytest.mark.ci
def test_many_whole_matches_by_chance() -> None:
    examples = int(os.environ.get("GAMMOND_MATCHES_BY_CHANCE", "150"))
    run_state_machine_as_test(
        MatchMachine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=60,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
