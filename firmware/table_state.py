"""What the table remembers between two inputs, and the notebook in which one step writes its consequences.

`Standing` (the fold of the facts) is the match; everything else here is of the moment: which question is open, which
key is down, what the board last read. Losing it in a power cut loses no fact.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from engine.actions import Level
from engine.match import Match, Phase
from engine.plays import Play
from engine.position import Side
from firmware import standing
from firmware.board_map import REFERENCE_LAYOUT, Layout
from firmware.effects import Effect
from firmware.facts import Body, MatchBegun
from firmware.inputs import BoardSettled
from firmware.policy import House
from firmware.standing import Standing
from hardware.ports import DARK, LAMPS, Key, Lamp


class State(Enum):
    """Where the table is; one row each in TABLE (firmware/table.py)."""

    SET_UP = "Set up"
    OPENING_ROLL = "Opening roll"
    TO_ROLL = "To roll"
    DOUBLE = "Double?"
    DOUBLE_OFFERED = "Double offered"
    TAKE = "Take?"
    DROP = "Drop?"
    MOVING = "Moving"
    TAKEN_OFF = "Taken off?"
    WHICH_PLAY = "Which play?"
    NO_LEGAL_PLAY = "No legal play"
    RESIGN_MENU = "Resign menu"
    RESIGNATION_OFFERED = "Resignation offered"
    GAME_OVER = "Game over"
    MATCH_OVER = "Match over"
    CORRECTING = "Correcting"
    RESUME = "Resume"
    PART_MISSING = "Part missing"


QUESTIONS = frozenset(
    {
        State.DOUBLE,
        State.DOUBLE_OFFERED,
        State.TAKE,
        State.DROP,
        State.TAKEN_OFF,
        State.WHICH_PLAY,
        State.RESIGNATION_OFFERED,
    }
)
"""States that ask something: keys are ignored for the first second."""


@dataclass(frozen=True, slots=True)
class KeyDown:
    """A key that is down. Dead: it has acted, or the state changed under it; it means nothing until released."""

    seat: int
    key: Key
    since_s: float
    is_dead: bool = False


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything of the moment. `board` is the last settled reading, None while the board stirs.

    `in_hand`: hit checkers of White and Black that are not on the bar yet. `kept_press`: a PLAY that waits for the
    board to be quiet, as (seat, time). `rolling_until_s`: the dice still tumble on the screen until then. `ready`,
    `leaving`: seats that want to go on, or to put the match away.
    """

    house: House
    standing: Standing | None = None
    at: State = State.SET_UP
    back: State = State.TO_ROLL
    since_s: float = 0.0
    now_s: float = 0.0
    keys: tuple[KeyDown, ...] = ()
    ready: frozenset[int] = frozenset()
    leaving: frozenset[int] = frozenset()
    layout: Layout = REFERENCE_LAYOUT
    board: BoardSettled | None = None
    settled_since_s: float = 0.0
    stirred_since_s: float = 0.0
    start_since_s: float | None = None
    kept_press: tuple[int, float] | None = None
    rolling_until_s: float | None = None
    is_prepared: bool = False
    is_dance: bool = False
    choices: tuple[Play, ...] = ()
    choice: int | None = None
    resigner: int = 0
    level: Level = Level.SINGLE
    lines: tuple[str, str] | None = None
    is_warning: bool = False
    is_warned: bool = False
    in_hand: tuple[int, int] = (0, 0)
    missing: tuple[tuple[str, str], ...] = ()
    is_unsaved: bool = False
    lamps: tuple[Lamp, ...] = (DARK,) * LAMPS
    doubtful: int = 0

    @property
    def match(self) -> Match:
        """The match; only asked for in states that have one."""
        assert self.standing is not None, f"no match in state {self.at}"
        return self.standing.match

    @property
    def mover(self) -> Side:
        """The side whose turn it is; only asked for while a game is played."""
        side = self.match.on_roll
        assert side is not None, f"nobody is on turn in state {self.at}"
        return side

    @property
    def is_rolling(self) -> bool:
        return self.rolling_until_s is not None


def resume_state(standing: Standing) -> State | None:
    """The state that belongs to a match's phase after a restart; None if the match is over or put away."""
    if standing.is_put_away:
        return None
    return {
        Phase.GAME_TO_START: State.SET_UP,
        Phase.OPENING_ROLL: State.OPENING_ROLL,
        Phase.TO_ROLL: State.TO_ROLL,
        Phase.MOVING: State.MOVING,
        Phase.DOUBLE_OFFERED: State.DOUBLE_OFFERED,
        Phase.RESIGNATION_OFFERED: State.RESIGNATION_OFFERED,
        Phase.GAME_OVER: State.GAME_OVER,
    }.get(standing.match.phase)


def turn_state(state: TableState) -> State:
    """Where a turn stands by its match alone: To roll, Moving, or No legal play once the referee has found none."""
    if state.match.roll is None:
        return State.TO_ROLL
    return State.NO_LEGAL_PLAY if state.is_prepared and state.is_dance else State.MOVING


@dataclass(slots=True)
class Step:
    """One step of the table: the state on its way, and the facts and effects that follow from the input."""

    state: TableState
    facts: list[Body] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)

    def set(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    def go(self, at: State, **changes: Any) -> None:
        """Enter a state: keys that are down go dead, a message of the old state goes away."""
        self.deaden_keys()
        fresh: dict[str, Any] = {"lines": None, "is_warning": False, "is_warned": False, "kept_press": None}
        self.state = replace(self.state, at=at, since_s=self.state.now_s, **{**fresh, **changes})

    def deaden_keys(self) -> None:
        """Keys that are down mean nothing until they are released."""
        self.set(keys=tuple(replace(key, is_dead=True) for key in self.state.keys))

    def happened(self, body: Body) -> None:
        """A fact: kept, and folded into the standing at once. Raises engine.match.Refused if the rules forbid it."""
        before = self.state.standing
        if isinstance(body, MatchBegun):
            after = standing.begin(body)
        else:
            assert before is not None, f"{type(body).__name__} without a match"
            after = standing.after(before, body)
        self.facts.append(body)
        self.set(standing=after)

    def ask_for(self, effect: Effect) -> None:
        self.effects.append(effect)

    def say(self, first: str, second: str = "", *, is_warning: bool = False) -> None:
        """Two lines for the players, until the board or the state changes."""
        self.set(lines=(first, second), is_warning=is_warning)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What follows from one input: the next state, the facts to keep, and the effects to carry out after them."""

    state: TableState
    facts: tuple[Body, ...]
    effects: tuple[Effect, ...]
