"""The table: a pure state machine. Inputs go in; the next state, facts and effects come out.

Which key means what in which state is the data below (`KEYS_OF`), its handlers are in the table_*.py files beside
this one. No clock, file, thread, random source or device here: time comes with each input, a wake-up is an effect.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import Final, assert_never

from firmware import table_board, table_games, table_offers, table_turns
from firmware.effects import Light, MakeSound, Show, Sound, WakeAt
from firmware.inputs import (
    BoardSettled,
    BoardStirred,
    DiceDrawn,
    Input,
    KeyPressed,
    KeyReleased,
    PartFound,
    PartLost,
    PositionEntered,
    ResultEntered,
    SavingFailed,
    SavingResumed,
    TurnPrepared,
    Woke,
)
from firmware.policy import House
from firmware.standing import Standing
from firmware.table_state import QUESTIONS, KeyDown, Outcome, State, Step, TableState, resume_state
from firmware.views import lights_of, screen_of
from hardware.ports import Key


class Press(Enum):
    """How keys are used: short, held until the bar is full, or PLAY of both seats held for two seconds."""

    PLAY = "PLAY"
    CUBE = "CUBE"
    HELD_PLAY = "held PLAY"
    HELD_CUBE = "held CUBE"
    BOTH_PLAY = "both held PLAY"


class Who(Enum):
    """Whose key: of the seat that must act, or of the other one."""

    TURN = "on turn"
    OTHER = "other seat"


Handler = Callable[[Step, int], None]
_SHORT: Final = {Key.PLAY: Press.PLAY, Key.CUBE: Press.CUBE}
_HELD: Final = {Key.PLAY: Press.HELD_PLAY, Key.CUBE: Press.HELD_CUBE}
_T, _O = Who.TURN, Who.OTHER


def _same(keys: dict[Press, Handler]) -> dict[tuple[Who, Press], Handler]:
    """A row in which both seats' keys mean the same."""
    return {(who, press): handler for who in Who for press, handler in keys.items()}


KEYS_OF: Final[dict[State, dict[tuple[Who, Press], Handler]]] = {
    State.SET_UP: _same(
        {
            Press.PLAY: table_games.ready,
            Press.CUBE: table_games.step_length,
            Press.HELD_PLAY: table_games.swap_seats,
        }
    ),
    State.OPENING_ROLL: {},
    State.TO_ROLL: {
        (_T, Press.PLAY): table_turns.roll,
        (_T, Press.CUBE): table_offers.ask_double,
        (_T, Press.HELD_CUBE): table_offers.open_resign_menu,
        (_O, Press.PLAY): table_turns.not_your_turn,
        (_O, Press.HELD_CUBE): table_offers.open_resign_menu,
    },
    State.DOUBLE: {
        (_T, Press.PLAY): table_offers.back,
        (_T, Press.CUBE): table_offers.double,
    },
    State.DOUBLE_OFFERED: {
        (_T, Press.CUBE): table_offers.ask_take,
        (_T, Press.HELD_CUBE): table_offers.ask_drop,
    },
    State.TAKE: {
        (_T, Press.PLAY): table_offers.back_to_offer,
        (_T, Press.CUBE): table_offers.take,
    },
    State.DROP: {
        (_T, Press.PLAY): table_offers.back_to_offer,
        (_T, Press.CUBE): table_offers.drop,
    },
    State.MOVING: {
        (_T, Press.PLAY): table_turns.pass_turn,
        (_T, Press.HELD_CUBE): table_offers.open_resign_menu,
        (_T, Press.BOTH_PLAY): table_board.accept_as_it_stands,
        (_O, Press.BOTH_PLAY): table_board.accept_as_it_stands,
        (_O, Press.PLAY): table_turns.not_your_turn,
        (_O, Press.HELD_CUBE): table_offers.open_resign_menu,
    },
    State.TAKEN_OFF: {
        (_T, Press.PLAY): table_turns.pass_taken_off,
        (_T, Press.CUBE): table_turns.back_to_moving,
    },
    State.WHICH_PLAY: {
        (_T, Press.CUBE): table_turns.next_choice,
        (_T, Press.HELD_PLAY): table_turns.choose,
    },
    State.NO_LEGAL_PLAY: {
        (_T, Press.PLAY): table_turns.pass_dance,
        (_T, Press.HELD_CUBE): table_offers.open_resign_menu,
        (_O, Press.HELD_CUBE): table_offers.open_resign_menu,
    },
    State.RESIGN_MENU: {
        (_T, Press.PLAY): table_offers.back,
        (_T, Press.CUBE): table_offers.step_level,
        (_T, Press.HELD_CUBE): table_offers.offer_resignation,
    },
    State.RESIGNATION_OFFERED: {
        (_T, Press.CUBE): table_offers.decline_resignation,
        (_T, Press.HELD_PLAY): table_offers.accept_resignation,
    },
    State.GAME_OVER: _same({Press.PLAY: table_games.next_game}),
    State.MATCH_OVER: _same({Press.HELD_PLAY: table_games.new_match}),
    State.CORRECTING: _same({Press.CUBE: table_board.next_doubtful, Press.BOTH_PLAY: table_board.accept_as_it_stands}),
    State.RESUME: _same({Press.PLAY: table_games.go_on, Press.HELD_CUBE: table_games.put_away}),
    State.PART_MISSING: {},
}


def start(house: House, unfinished: Standing | None, now_s: float) -> Outcome:
    """The table when the daemon starts: offers to go on with an unfinished match, else set-up."""
    state = TableState(house=house, now_s=now_s, since_s=now_s)
    work = Step(state)
    if unfinished is not None and resume_state(unfinished) is not None:
        work.set(standing=unfinished, layout=unfinished.layout)
        work.go(State.RESUME)
        table_turns.prepare_if_moving(work)
    return _finished(work, None)


def step(state: TableState, event: Input) -> Outcome:
    """What follows from one input. The state given is not changed."""
    work = Step(replace(state, now_s=event.at_s))
    _take(work, event)
    _time_passed(work)
    return _finished(work, state)


def _take(work: Step, event: Input) -> None:
    match event:
        case KeyPressed():
            _press(work, event)
        case KeyReleased():
            _release(work, event)
        case BoardStirred():
            table_board.stirred(work, event)
        case BoardSettled():
            table_board.settled(work, event)
        case DiceDrawn():
            table_turns.dice_drawn(work, event)
        case TurnPrepared():
            table_turns.prepared(work, event)
        case Woke():
            pass
        case PartLost():
            table_board.part_lost(work, event)
        case PartFound():
            table_board.part_found(work, event)
        case SavingFailed():
            work.set(is_unsaved=True)
        case SavingResumed():
            work.set(is_unsaved=False)
        case PositionEntered():
            table_board.position_entered(work, event)
        case ResultEntered():
            table_games.result_entered(work, event)
        case _:
            assert_never(event)


# Keys


def seat_on_turn(state: TableState) -> int:
    """The seat whose keys count as those of the player on turn; in rows without a difference any will do."""
    if state.at in (State.RESIGN_MENU, State.RESIGNATION_OFFERED):
        return state.resigner if state.at is State.RESIGN_MENU else 1 - state.resigner
    side = state.standing.match.decider if state.standing else None
    return 0 if side is None else state.layout.seat_of(side)


def _handler(state: TableState, seat: int, press: Press) -> Handler | None:
    who = Who.TURN if seat == seat_on_turn(state) else Who.OTHER
    return KEYS_OF[state.at].get((who, press))


def _press(work: Step, event: KeyPressed) -> None:
    state = work.state
    is_deaf = state.at in QUESTIONS and event.at_s - state.since_s < state.house.times.question_deaf_s
    others = tuple(k for k in state.keys if (k.seat, k.key) != (event.seat, event.key))
    work.set(keys=(*others, KeyDown(event.seat, event.key, event.at_s, is_deaf or state.is_rolling)))
    work.ask_for(MakeSound(Sound.CLICK))


def _release(work: Step, event: KeyReleased) -> None:
    state = work.state
    down = next((k for k in state.keys if (k.seat, k.key) == (event.seat, event.key)), None)
    work.set(keys=tuple(k for k in state.keys if k is not down))
    if down is None or down.is_dead:
        return
    hold = _hold_of(state, down)
    if hold is not None and event.at_s - down.since_s > state.house.times.short_s:
        is_alone = hold[1] is Press.BOTH_PLAY and not any(k.key is Key.PLAY and not k.is_dead for k in work.state.keys)
        if not is_alone:
            work.deaden_keys()
            return  # let go while the bar was filling: nothing happens
    handler = _handler(state, event.seat, _SHORT[event.key])
    if handler is not None:
        handler(work, event.seat)


def _hold_of(state: TableState, down: KeyDown) -> tuple[float, Press] | None:
    """How long this key must be held here to act, and as what; None where holding means nothing."""
    times = state.house.times
    if _handler(state, down.seat, _HELD[down.key]) is not None:
        return times.hold_s, _HELD[down.key]
    if down.key is Key.PLAY and _handler(state, down.seat, Press.BOTH_PLAY) is not None:
        return times.long_hold_s, Press.BOTH_PLAY
    return None


def _holding(state: TableState) -> tuple[KeyDown, float, float, Press] | None:
    """The held key that fills the bar: (key, since, until, press); None if none does."""
    live = [key for key in state.keys if not key.is_dead]
    for down in live:
        hold = _hold_of(state, down)
        if hold is None:
            continue
        hold_s, press = hold
        since = down.since_s
        if press is Press.BOTH_PLAY:
            both = [key for key in live if key.key is Key.PLAY]
            if len(both) < 2:
                continue
            since = max(key.since_s for key in both)
        return down, since, since + hold_s, press
    return None


def bar_of(state: TableState) -> float | None:
    """How full the bar of a held key is, 0 to 1, in steps of a tenth; None while none is held."""
    holding = _holding(state)
    if holding is None:
        return None
    _, since, until, _ = holding
    if state.now_s - since <= state.house.times.short_s:
        return None
    return round(min(1.0, (state.now_s - since) / (until - since)), 1)


# Time


def _time_passed(work: Step) -> None:
    """Everything that happens because time goes by."""
    holding = _holding(work.state)
    if holding is not None and work.state.now_s >= holding[2]:
        down, _, _, press = holding
        work.deaden_keys()
        handler = _handler(work.state, down.seat, press)
        if handler is not None:
            handler(work, down.seat)
    table_turns.time_passed(work)
    table_games.time_passed(work)
    table_board.time_passed(work)


def _next_wake_s(state: TableState) -> float | None:
    """The next time at which something may happen by itself; None if nothing will."""
    times = [*table_turns.deadlines(state), *table_games.deadlines(state), *table_board.deadlines(state)]
    holding = _holding(state)
    if holding is not None:
        _, since, until, _ = holding
        show_from = since + state.house.times.short_s
        times += [until, show_from + 0.01 if state.now_s <= show_from else state.now_s + 0.1]
    later = [at for at in times if at > state.now_s]
    return min(later) if later else None


def _finished(work: Step, before: TableState | None) -> Outcome:
    """Close a step: what the players see and hear follows from the state."""
    state = work.state
    screen = screen_of(state, seat_on_turn(state), bar_of(state))
    if before is None or screen != screen_of(before, seat_on_turn(before), bar_of(before)):
        work.ask_for(Show(screen))
    lamps = lights_of(state)
    if before is None or lamps != before.lamps:
        work.set(lamps=lamps)
        work.ask_for(Light(lamps))
    wake_s = _next_wake_s(state)
    if wake_s is not None:
        work.ask_for(WakeAt(wake_s))
    return Outcome(work.state, tuple(work.facts), tuple(work.effects))
