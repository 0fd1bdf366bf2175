"""The table under inputs nobody planned: it never raises, never loses a fact, and is never stuck.

Inputs come in any order and at any time. What the daemon answers (dice, the turn prepared, verdicts) is true to the
match as it stands, but comes early, late, twice or not at all.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.actions import Doubled, GameSettled, GameStarted, Level, ResignationOffered, Rolled
from engine.match import Phase
from engine.plays import Roll, legal_plays, play_tree
from engine.position import START, Position, slots
from engine.rulings import Broken, Ruling
from firmware import table
from firmware.board_map import Layout
from firmware.effects import DrawDice, PrepareTurn, WakeAt
from firmware.facts import Body
from firmware.inputs import (
    BoardSettled,
    BoardStirred,
    CheckerLaid,
    CheckerLifted,
    DiceDrawn,
    Input,
    KeyPressed,
    KeyReleased,
    MatchesListed,
    MatchLoaded,
    PartFound,
    PartLost,
    PositionEntered,
    ResultEntered,
    SavingFailed,
    SavingResumed,
    TurnPrepared,
    Woke,
)
from firmware.policy import House, IllegalPlay, Policy, Times
from firmware.standing import fold
from firmware.table_state import State
from firmware.verdicts import Ambiguous, Complete, Illegal, Underway, Unmoved, Unreadable, Verdict
from hardware.ports import Key
from tests.firmware.oracle_images import turns
from tests.firmware.table_driver import CUBE, FAR, NEAR, PLAY, WHITE, Driver, begun, counts_of, position

SEEDS = range(40)
STEPS = 300
LAYOUT = Layout()
WON = position({}, {24: 2, 6: 5})
DANCE = position({25: 1, 6: 14}, {24: 2, 23: 2, 22: 2, 21: 2, 20: 2, 19: 2})
OLD_MATCHES: tuple[tuple[Body, ...], ...] = (
    (),
    (begun(3),),
    (begun(3), GameStarted()),
    (begun(1), GameStarted(DANCE, WHITE), Rolled(WHITE, Roll(6, 5))),
    (begun(0), GameStarted(START, WHITE), Rolled(WHITE, Roll(6, 5)), ResignationOffered(WHITE, Level.SINGLE)),
    (begun(5), GameStarted(START, WHITE), Doubled(WHITE)),
    (begun(5), GameStarted(), GameSettled(WHITE, 1)),
    (begun(5, policy="tournament", illegal_play="condone"), GameStarted(START, WHITE), Rolled(WHITE, Roll(6, 5))),
    (begun(5, policy="tournament", illegal_play="silent"), GameStarted(START, WHITE), Rolled(WHITE, Roll(6, 5))),
    (begun(5, reserve_s=2.0, delay_s=0.5), GameStarted(START, WHITE), Rolled(WHITE, Roll(6, 5))),
)
POSITIONS = (START, DANCE, DANCE, WON, WON.turned, position({1: 1}, {24: 2}), Position(START.own + 1, START.opp + 1))


class Walk:
    """One table and a stream of inputs drawn by chance; what the daemon would answer is owed, not given at once."""

    def __init__(self, seed: int, old: tuple[Body, ...] = ()) -> None:
        self.chance = Random(seed)
        times = Times(no_play_passes_after_s=self.chance.choice((0.0, 3.0)))
        house = House(
            length=self.chance.choice((0, 1, 3)),
            has_beavers=True,
            clock=("off", "free")[seed % 2],
            clock_reserve_s=5,
            clock_delay_s=0.5,
            times=times,
            policy=self.chance.choice(list(Policy)),
            illegal_play=self.chance.choice(list(IllegalPlay)),
            director_code=self.chance.choice(("", "0100")),
            languages=("en", "de"),
        )
        self.driver = Driver(house, bodies=old)
        self.driver.answers_dice = self.driver.answers_prepare = False
        self.owed: list[DrawDice | PrepareTurn] = []
        self.seen: Counter[State] = Counter()

    def step(self) -> None:
        driver = self.driver
        driver.now_s += self.chance.choice((0.0, 0.02, 0.1, 0.4, 0.8, 1.1, 3.2))
        before = (driver.state.standing, len(driver.facts))
        driver.effects.clear()
        if self.chance.random() < 0.25 or driver.at() is State.PASS_IT:
            self._act()
        else:
            driver.feed(self._input())
        self.owed += [effect for effect in driver.effects if isinstance(effect, DrawDice | PrepareTurn)]
        if len(driver.facts) == before[1] and driver.state.standing is not None:
            assert driver.state.standing == before[0]  # without a fact nothing of the match changes
        self.seen[driver.at()] += 1

    def _act(self) -> None:
        """A key used as it is meant to be, after some thought; the board is mostly quiet by then."""
        driver, chance = self.driver, self.chance
        seat = table.seat_on_turn(driver.state) if chance.random() < 0.7 else chance.choice((NEAR, FAR))
        if driver.at() is State.PASS_IT:  # hardly ever met: a board that lies still, and a second of thought
            driver.wait(1.1)
            driver.tap(seat, PLAY)
            return
        if chance.random() < 0.5:
            driver.feed(self._board())
        driver.wait(chance.choice((0.1, 1.1)))
        if chance.random() < 0.1:
            driver.chord(seat)
        chance.choice((driver.tap, driver.tap, driver.hold))(seat, chance.choice((PLAY, CUBE)))

    def _input(self) -> Input:
        draw = self.chance.random()
        if draw < 0.45:
            return self._key()
        if draw < 0.50:
            made = self.chance.choice((CheckerLifted, CheckerLaid))
            return made(self.driver.now_s, self.chance.randrange(28))
        if draw < 0.70:
            return self._board()
        if draw < 0.85 and self.owed:
            return self._answer(self.owed.pop(0))
        if draw < 0.93:
            return Woke(self.driver.now_s)
        return self._rare()

    def _key(self) -> Input:
        seat, key = self.chance.choice((NEAR, FAR)), self.chance.choice((PLAY, CUBE))
        made = self.chance.choice((KeyPressed, KeyReleased))
        return made(self.driver.now_s, seat, key)

    def _answer(self, effect: DrawDice | PrepareTurn) -> Input:
        now_s = self.driver.now_s
        if isinstance(effect, DrawDice):
            return DiceDrawn(now_s, self.chance.randint(1, 6), self.chance.randint(1, 6))
        tree = play_tree(effect.position, effect.roll)
        return TurnPrepared(now_s, not tree.plays, tree)

    def _rare(self) -> Input:
        now_s, chance = self.driver.now_s, self.chance
        part = chance.choice(("Scanner", "Display"))
        position_at = chance.choice((*POSITIONS, *(turn.start for turn in turns(1000))))
        return chance.choice(
            (
                PartLost(now_s, part, "check the cable"),
                PartFound(now_s, part),
                SavingFailed(now_s),
                SavingResumed(now_s),
                PositionEntered(now_s, position_at, WHITE if chance.random() < 0.5 else WHITE.other),
                ResultEntered(now_s, WHITE, chance.randint(-1, 3)),
                DiceDrawn(now_s, 3, 3),
                MatchesListed(now_s, (("a", "2026-11-30 3-1/7"),) * chance.randint(0, 2)),
                MatchLoaded(now_s, None),
                Woke(now_s),
            )
        )

    def _board(self) -> Input:
        now_s, chance = self.driver.now_s, self.chance
        if chance.random() < 0.3:
            return BoardStirred(now_s, chance.random() < 0.7)
        standing = self.driver.state.standing
        is_hand = chance.random() < 0.3
        counts = counts_of(standing.match, self.driver.state.layout) if standing else (0,) * 26
        differs = () if chance.random() < 0.6 else ((chance.randrange(26), 3, 2), (chance.randrange(26), 1, 2))
        layout = LAYOUT if chance.random() < 0.6 else None
        return BoardSettled(now_s, is_hand, self._verdict(), differs, layout, counts)

    def _verdict(self) -> Verdict | None:
        standing = self.driver.state.standing
        if standing is None or standing.match.phase is not Phase.MOVING or standing.match.on_roll is None:
            return None
        match = standing.match
        assert match.on_roll is not None
        assert match.roll is not None
        start = match.seen_by(match.on_roll)
        plays = legal_plays(start, match.roll)
        draw = self.chance.random()
        if plays and draw < 0.3:
            return Complete(self.chance.choice(plays), reads_like_start=self.chance.random() < 0.3)
        if len(plays) > 1 and draw < 0.45:
            return Ambiguous(tuple(self.chance.sample(plays, 2)))
        ruling = Ruling(self.chance.choice(list(Broken)), (24, 15, 19), (5, 3), 1)
        reached = self.chance.choice((None, *POSITIONS, start, *(play.end for play in plays[:2])))
        places = tuple(self.chance.sample(range(26), self.chance.randint(1, 6)))
        return self.chance.choice(
            (
                Unmoved(),
                Underway(ruling, places, reached, missing=self.chance.randint(0, 1), look_at=places),
                Illegal(ruling, places, reached),
                Unreadable(places),
                None,
            )
        )


def check_invariants(driver: Driver) -> None:
    standing = driver.state.standing
    if standing is None:
        return
    assert standing == fold(driver.facts)
    position = standing.match.position
    checkers = sum(count for _, count in slots(standing.match.rules.start.own))  # fewer in some variants
    for packed in position:
        assert sum(count for _, count in slots(packed)) == checkers
    assert all(len(line) <= 21 for line in driver.screen.lines), driver.screen.lines
    if driver.at() in (State.TO_ROLL, State.DOUBLE):
        assert standing.match.phase in (Phase.TO_ROLL, Phase.MOVING)  # dice fallen, still tumbling on the screen
    if driver.at() in (State.MOVING, State.NO_LEGAL_PLAY, State.WHICH_PLAY, State.TAKEN_OFF, State.PASS_IT):
        assert standing.match.phase is Phase.MOVING


# Leading on


def lead_on(driver: Driver) -> None:
    """What sensible players do next: put the board right, answer the question, roll, play."""
    at = driver.at()
    driver.think()
    if at is State.PART_MISSING:
        driver.feed(PartFound(driver.now_s, "Scanner"))
    if at in (State.SET_UP, State.PART_MISSING):
        driver.settle(_right(driver), start_layout=LAYOUT)
    elif at is not State.PASS_IT:  # a question about an unmoved board that is withdrawn when the board is touched
        driver.stir()
        driver.settle(_right(driver))
    roller = _seat(driver)
    match driver.at():
        case State.SET_UP | State.OPENING_ROLL | State.GAME_OVER | State.RESUME | State.PAUSED | State.HOW_ENDED:
            driver.tap(NEAR, PLAY)
            driver.tap(FAR, PLAY)
        case State.MATCH_OVER:
            driver.hold(NEAR, PLAY)
        case State.TO_ROLL | State.MOVING | State.NO_LEGAL_PLAY | State.TAKEN_OFF | State.RESIGN_MENU | State.DOUBLE:
            driver.tap(roller, PLAY)
        case State.WHICH_PLAY:
            driver.tap(roller, CUBE)
            driver.hold(roller, PLAY)
        case State.DOUBLE_OFFERED | State.TAKE | State.DROP | State.RESIGNATION_OFFERED | State.TAKE_BACK:
            driver.tap(roller, CUBE)
        case State.TIME_OUT:
            driver.tap(roller, CUBE)
        case State.PASS_IT | State.ILLEGAL_PASSED:
            driver.tap(roller, PLAY)
        case State.MENU | State.DIGITS:
            driver.hold(roller, CUBE)
        case _:
            pass
    driver.think()


def _seat(driver: Driver) -> int:
    return table.seat_on_turn(driver.state)


def _right(driver: Driver) -> Verdict | None:
    """The board as it should be: the end of a legal play where one is due."""
    standing = driver.state.standing
    if standing is None or standing.match.phase is not Phase.MOVING or standing.match.on_roll is None:
        return None
    assert standing.match.roll is not None
    plays = legal_plays(standing.match.seen_by(standing.match.on_roll), standing.match.roll)
    return Complete(plays[0]) if plays else Unmoved()


def progress(driver: Driver) -> tuple[int, int]:
    """Matches begun, and turns and games that came to their end."""
    kinds = Counter(type(body).__name__ for body in driver.facts)
    return kinds["MatchBegun"], kinds["Played"] + kinds["Dropped"] + kinds["ResignationAccepted"]


def check_leads_on(walk: Walk) -> None:
    """Within a few sensible acts a turn is played to its end, wherever the walk has led."""
    driver = walk.driver
    driver.answers_dice = driver.answers_prepare = True
    for key in list(driver.state.keys):
        driver.let_go(key.seat, Key(key.key))
    while walk.owed:
        driver.feed(walk._answer(walk.owed.pop(0)))
    before, path = progress(driver), []
    for _ in range(14):
        lead_on(driver)
        path.append(driver.at())
        check_invariants(driver)
        if progress(driver)[1] > before[1]:
            return
    pytest.fail(f"stuck: {[state.value for state in path]}")


@pytest.mark.parametrize("seed", SEEDS)
def test_no_inputs_make_the_table_raise_lose_a_fact_or_get_stuck(seed: int) -> None:
    walk = Walk(seed, OLD_MATCHES[seed % len(OLD_MATCHES)])
    for number in range(STEPS):
        walk.step()
        check_invariants(walk.driver)
        if number % 60 == 59:
            check_leads_on(walk)
            walk.driver.answers_dice = walk.driver.answers_prepare = False


def test_walks_come_through_every_state() -> None:
    seen: Counter[State] = Counter()
    for seed in range(100, 128):
        walk = Walk(seed, OLD_MATCHES[seed % len(OLD_MATCHES)])
        for number in range(STEPS):
            walk.step()
            if number % 60 == 59:
                check_leads_on(walk)
                walk.driver.answers_dice = walk.driver.answers_prepare = False
        seen += walk.seen
    assert not {state for state in State if not seen[state]}


def test_verdict_of_the_turn_before_is_no_verdict_on_a_roll() -> None:
    """No scan came since: the board was told as the turn before ended, and PLAY waits for it to be told anew."""
    driver = Driver()
    driver.set_up()
    driver.wait(1.1)
    driver.make(driver.plays()[0])
    driver.tap(driver.roller, PLAY)
    driver.wait(1.1)
    driver.tap(driver.roller, PLAY)
    assert driver.at() is State.MOVING
    assert driver.match.turns == 1


def test_a_state_given_to_a_step_is_never_changed() -> None:
    driver = Driver()
    driver.set_up()
    driver.wait(1.1)
    before = driver.state
    copy = repr(before)
    outcome = table.step(before, KeyPressed(driver.now_s, NEAR, PLAY))
    assert repr(before) == copy
    assert outcome.state is not before


def test_same_inputs_give_the_same_facts_and_effects() -> None:
    def run() -> tuple[list[object], list[object]]:
        walk = Walk(5)
        effects: list[object] = []
        for _ in range(STEPS):
            walk.step()
            effects += walk.driver.effects
        return list(walk.driver.facts), effects

    assert run() == run()


def test_every_wake_up_asked_for_lies_ahead() -> None:
    for seed in range(200, 206):
        walk = Walk(seed)
        for _ in range(STEPS):
            walk.step()
            outcome = table.step(walk.driver.state, Woke(walk.driver.now_s))
            for effect in outcome.effects:
                assert not isinstance(effect, WakeAt) or effect.at_s > walk.driver.now_s


def test_tree_of_the_walks_positions_is_what_the_table_is_told() -> None:
    """The driver's verdicts come from legal_plays: held against the tree that the referee uses."""
    for turn in turns(1000):
        assert {play.end for play in play_tree(turn.start, Roll(*turn.roll)).plays} == turn.ends
