"""What the table remembers between two inputs, and the notebook in which one step writes its consequences.

`Standing` (the fold of the facts) is the match; everything else here is of the moment: which question is open, which
key is down, what the board last read. Losing it in a power cut loses no fact.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from engine.actions import Level, Played
from engine.match import Match, Phase
from engine.plays import Play, PlayTree
from engine.position import Position, Side
from firmware import standing
from firmware.board_map import REFERENCE_LAYOUT, Layout
from firmware.effects import Effect
from firmware.facts import Body, MatchBegun, SettingChanged
from firmware.inputs import BoardSettled
from firmware.menu import Item, Page
from firmware.policy import House, IllegalPlay
from firmware.screens import Screen
from firmware.settings import with_setting
from firmware.standing import Standing
from hardware.ports import DARK, LAMPS, Key, Lamp


class State(Enum):
    """Where the table is; one row each in TABLE (firmware/table.py)."""

    SET_UP = "Set up"
    OPENING_ROLL = "Opening roll"
    TO_ROLL = "To roll"
    TAKE_BACK = "Take back?"
    DOUBLE = "Double?"
    DOUBLE_OFFERED = "Double offered"
    TAKE = "Take?"
    DROP = "Drop?"
    MOVING = "Moving"
    TAKEN_OFF = "Taken off?"
    PASS_IT = "Pass it?"
    WHICH_PLAY = "Which play?"
    NO_LEGAL_PLAY = "No legal play"
    RESIGN_MENU = "Resign menu"
    RESIGNATION_OFFERED = "Resignation offered"
    ILLEGAL_PASSED = "Illegal play passed"
    HOW_ENDED = "How did it end?"
    GAME_OVER = "Game over"
    TIME_OUT = "Time is out"
    MATCH_OVER = "Match over"
    CORRECTING = "Correcting"
    PAUSED = "Paused"
    RESUME = "Resume"
    PART_MISSING = "Part missing"
    MENU = "Menu"
    DIGITS = "Digits"


QUESTIONS = frozenset(
    {
        State.DOUBLE,
        State.DOUBLE_OFFERED,
        State.TAKE,
        State.DROP,
        State.TAKE_BACK,
        State.TAKEN_OFF,
        State.PASS_IT,
        State.WHICH_PLAY,
        State.RESIGNATION_OFFERED,
        State.ILLEGAL_PASSED,
        State.HOW_ENDED,
        State.TIME_OUT,
    }
)
"""States that ask something: keys are ignored for the first second."""


@dataclass(frozen=True, slots=True)
class KeyDown:
    """A key that is down. Dead: it has acted, or the state changed under it; it means nothing until released.

    `is_chord`: both keys of the seat are used together, for the menu: neither has a meaning of its own.
    """

    seat: int
    key: Key
    since_s: float
    is_dead: bool = False
    is_chord: bool = False


class ForWhat(Enum):
    """What digits are asked for."""

    NEW_CODE = "new code"
    CODE = "code"
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class MenuState:
    """Where the menu is. `back`: the state it was opened in; `value`: what CUBE has stepped a correction to.

    `digits` and `place`: the digits being entered, and which of them PLAY has come to. `is_unlocked`: the director's
    code was given.
    """

    back: State = State.SET_UP
    page: Page = Page.MAIN
    item: Item = Item.PAUSE
    value: int = 0
    is_unlocked: bool = False
    purpose: ForWhat = ForWhat.CODE
    digits: tuple[int, ...] = ()
    place: int = 0


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything of the moment. `board` is the last settled reading, None while the board stirs.

    `in_hand`: hit checkers of White and Black that are not on the bar yet. `kept_press`: a PLAY that waits for the
    board to be quiet, as (seat, time). `rolling_until_s`: the dice still tumble on the screen until then. `ready`,
    `leaving`: seats that want to go on, or to put the match away. `tree`: the legal plays of the roll. `passing`: an
    illegal play that is asked about. `is_snapping`, `is_hinting`: lamps show the way back, or what may be moved.
    `landing`: where the checker in the hand may land, as the mover's slots; `shown`: what the board showed before it
    was lifted (mover's view). `still_lamps`: the lamps without what follows a lifted checker. `screen`: the last
    picture.
    `proposer`: the seat that says how the game ended; `is_not_finished`: both said that it goes on. `is_guided`: the
    board is set up White first, then Black. `menu_since_s`: both keys of a seat are down for the menu since then.
    `nudges`: how often in this turn places in doubt were to be straightened. `active_s`: when anybody last did
    anything. `clock_since_s`: since when somebody's time passes, None while the clock stands. `day`: when the match
    that may be gone on with was last played, as 2026-11-30; may be empty.
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
    still_lamps: tuple[Lamp, ...] = (DARK,) * LAMPS
    doubtful: int = 0
    nudges: int = 0
    tree: PlayTree | None = None
    passing: Played | None = None
    is_snapping: bool = False
    is_hinting: bool = False
    landing: frozenset[int] = frozenset()
    shown: Position | None = None
    screen: Screen | None = None
    proposer: int | None = None
    is_not_finished: bool = False
    is_guided: bool = False
    menu: MenuState = MenuState()
    menu_since_s: float | None = None
    active_s: float = 0.0
    clock_since_s: float | None = None
    old_matches: tuple[tuple[str, str], ...] = ()
    day: str = ""

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

    @property
    def is_asleep(self) -> bool:
        """Nobody has done anything for so long that the screen is dark."""
        return self.now_s - self.active_s >= self.house.times.asleep_s

    @property
    def illegal(self) -> IllegalPlay:
        """What becomes of an illegal play now."""
        return IllegalPlay.LEGAL_MOVES if self.standing is None else self.standing.illegal


def resume_state(standing: Standing) -> State | None:
    """The state that belongs to a match's phase after a restart; None if the match is over or put away."""
    if standing.is_put_away or standing.is_abandoned:
        return None
    if standing.time_out is not None:
        return State.TIME_OUT
    if standing.is_illegal_open:
        return State.ILLEGAL_PASSED
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
    is_told = state.is_prepared and state.is_dance and state.illegal is not IllegalPlay.SILENT
    return State.NO_LEGAL_PLAY if is_told else State.MOVING


def settled_state(state: TableState, at: State) -> State:
    """Where the table goes on from `at` after an interruption: menus are closed, and a question is asked anew."""
    if at in (State.MENU, State.DIGITS):
        at = state.menu.back
    if at in (State.RESIGN_MENU, State.CORRECTING, State.HOW_ENDED):
        at = state.back
    if at in (State.WHICH_PLAY, State.TAKEN_OFF, State.PASS_IT):
        return State.MOVING
    return State.TO_ROLL if at is State.TAKE_BACK else at


@dataclass(slots=True)
class Step:
    """One step of the table: the state on its way, and the facts and effects that follow from the input.

    `pressed_s`: when the key was pressed that acts now, if that was before this step; the clock counts from then.
    """

    state: TableState
    facts: list[Body] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    pressed_s: float | None = None

    def set(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    def go(self, at: State, **changes: Any) -> None:
        """Enter a state: keys that are down go dead, a message of the old state goes away."""
        self.deaden_keys()
        fresh: dict[str, Any] = {"lines": None, "is_warning": False, "is_warned": False, "kept_press": None}
        fresh |= {"is_snapping": False, "is_hinting": False, "landing": frozenset()}
        self.state = replace(self.state, at=at, since_s=self.state.now_s, **{**fresh, **changes})

    def deaden_keys(self) -> None:
        """Keys that are down mean nothing until they are released."""
        self.set(keys=tuple(replace(key, is_dead=True) for key in self.state.keys), menu_since_s=None)

    def deaden(self, down: KeyDown) -> None:
        """This key means nothing until it is released."""
        self.set(keys=tuple(replace(key, is_dead=key.is_dead or key == down) for key in self.state.keys))

    def happened(self, body: Body) -> None:
        """A fact: kept, and folded into the standing at once. Raises engine.match.Refused if the rules forbid it."""
        before = self.state.standing
        after: Standing | None
        if isinstance(body, SettingChanged):
            self.set(house=with_setting(self.state.house, body))
            after = None if before is None else standing.after(before, body)
        elif isinstance(body, MatchBegun):
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
