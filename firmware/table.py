"""The table: a pure state machine. Inputs go in; the next state, facts and effects come out.

Which key means what in which state is data (`KEYS_OF` in key_rows.py), its handlers are in the table_*.py files beside
this one. No clock, file, thread, random source or device here: time comes with each input, a wake-up is an effect.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from firmware import (
    table_board,
    table_clock,
    table_games,
    table_hints,
    table_menu,
    table_pause,
    table_results,
    table_turns,
    texts,
)
from firmware.effects import Light, MakeSound, Show, Sound, WakeAt
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
    ShutDownRefused,
    TurnPrepared,
    Woke,
)
from firmware.key_rows import KEYS_LATER, KEYS_OF, Cell, Handler, Later, Press, Who
from firmware.lights import lamp_deadlines, lights_of, still_lights_of
from firmware.policy import House
from firmware.screens import Screen
from firmware.standing import Standing
from firmware.table_state import QUESTIONS, KeyDown, Outcome, State, Step, TableState, resume_state
from firmware.views import screen_of
from firmware.words import call_sides
from hardware.ports import Key

__all__ = ["KEYS_LATER", "KEYS_OF", "Cell", "Handler", "Later", "Press", "Who", "seat_on_turn", "start", "step"]

_SHORT: Final = {Key.PLAY: Press.PLAY, Key.CUBE: Press.CUBE}
_HELD: Final = {Key.PLAY: (Press.HELD_PLAY,), Key.CUBE: (Press.HELD_CUBE, Press.BOTH_CUBE)}


def start(
    house: House,
    unfinished: Standing | None,
    now_s: float,
    old_matches: tuple[tuple[str, str], ...] = (),
    day: str = "",
) -> Outcome:
    """The table when the daemon starts: offers to go on with an unfinished match, else set-up.

    `old_matches`: (id, label) of the matches that were put away, the latest first. `day`: when the unfinished match was
    last played.
    """
    state = TableState(house=house, now_s=now_s, since_s=now_s, active_s=now_s, old_matches=old_matches)
    work = Step(state)
    if unfinished is not None and resume_state(unfinished) is not None:
        work.set(standing=unfinished, layout=unfinished.layout, day=day)
        work.go(State.RESUME)
        table_turns.prepare_if_moving(work)
    return _finished(work, None)


def step(state: TableState, event: Input) -> Outcome:
    """What follows from one input. The state given is not changed."""
    work = Step(replace(state, now_s=event.at_s))
    _take(work, event)
    _time_passed(work)
    table_clock.keep(work)
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
            table_hints.settled(work)
        case CheckerLifted():
            table_hints.lifted(work, event)
        case CheckerLaid():
            table_hints.laid(work, event)
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
        case MatchesListed():
            table_pause.matches_listed(work, event)
        case MatchLoaded():
            table_pause.match_loaded(work, event)
        case ShutDownRefused():
            table_menu.shut_down_refused(work)
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
    cell = KEYS_OF[state.at].get((who, press))
    return None if isinstance(cell, Later) else cell


def _press(work: Step, event: KeyPressed) -> None:
    """A key goes down. Two of one seat at once are the menu's; the first after a long rest only wakes the screen."""
    state = work.state
    is_asked = state.at in QUESTIONS and event.at_s - state.since_s < state.house.times.question_deaf_s
    is_tumbling = state.is_rolling and state.at in (State.OPENING_ROLL, State.TO_ROLL)
    is_dead = is_asked or is_tumbling or state.is_asleep
    others = tuple(k for k in state.keys if (k.seat, k.key) != (event.seat, event.key))
    mate = next((k for k in others if k.seat == event.seat), None)
    down = KeyDown(event.seat, event.key, event.at_s, is_dead)
    if mate is not None and mate.is_chord:
        down = replace(down, is_dead=True, is_chord=True)
    elif mate is not None and not is_dead and _is_chord(state, mate, event.at_s):
        down = replace(down, is_dead=True, is_chord=True)
        others = tuple(replace(k, is_dead=True, is_chord=True) if k is mate else k for k in others)
        work.set(menu_since_s=event.at_s if table_menu.opens(state) else None)
    work.set(keys=(*others, down), active_s=event.at_s)
    work.ask_for(MakeSound(Sound.CLICK))


def _is_chord(state: TableState, mate: KeyDown, at_s: float) -> bool:
    is_near = at_s - mate.since_s <= state.house.times.menu_press_s
    return is_near and not mate.is_dead


def _release(work: Step, event: KeyReleased) -> None:
    state = work.state
    down = next((k for k in state.keys if (k.seat, k.key) == (event.seat, event.key)), None)
    work.set(keys=tuple(k for k in state.keys if k is not down), active_s=event.at_s)
    if down is None:
        return
    if down.is_chord:
        work.set(menu_since_s=None)
    if down.is_dead:
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
    for press in _HELD[down.key]:
        if _handler(state, down.seat, press) is not None:
            return times.hold_s, press
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


def _bar_times(state: TableState) -> tuple[float, float] | None:
    """Since when and until when a bar fills: for the menu, or for a held key."""
    if state.menu_since_s is not None:
        return state.menu_since_s, state.menu_since_s + state.house.times.menu_hold_s
    holding = _holding(state)
    return None if holding is None else (holding[1], holding[2])


def bar_of(state: TableState) -> float | None:
    """How full the bar of a held key is, 0 to 1, in steps of a tenth; None while none is held."""
    times = _bar_times(state)
    if times is None or state.now_s - times[0] <= state.house.times.short_s:
        return None
    since, until = times
    return round(min(1.0, (state.now_s - since) / (until - since)), 1)


def is_accepting(state: TableState) -> bool:
    """Whether both seats hold PLAY to accept the board: what is accepted is shown meanwhile."""
    holding = _holding(state)
    return holding is not None and holding[3] is Press.BOTH_PLAY


# Time


def _time_passed(work: Step) -> None:
    """Everything that happens because time goes by."""
    _held_long_enough(work)
    table_turns.time_passed(work)
    table_games.time_passed(work)
    table_results.time_passed(work)
    table_board.time_passed(work)
    table_hints.time_passed(work)
    table_clock.time_passed(work)


def _held_long_enough(work: Step) -> None:
    state = work.state
    times = _bar_times(state)
    if times is None or state.now_s < times[1]:
        return
    if state.menu_since_s is not None:
        seat = next((key.seat for key in state.keys if key.is_chord), 0)
        table_menu.open_menu(work, seat)
        return
    holding = _holding(state)
    assert holding is not None
    down, _since, _until, press = holding
    handler = _handler(state, down.seat, press)
    if press is Press.BOTH_CUBE:
        work.deaden(down)  # the other seat may be holding its own
    else:
        work.deaden_keys()
    if handler is not None:
        handler(work, down.seat)


def _next_wake_s(state: TableState) -> float | None:
    """The next time at which something may happen by itself; None if nothing will."""
    parts = (table_turns, table_games, table_results, table_board, table_clock)
    times = [at_s for part in parts for at_s in part.deadlines(state)]
    times += [*lamp_deadlines(state), state.active_s + state.house.times.asleep_s]
    bar = _bar_times(state)
    if bar is not None:
        show_from = bar[0] + state.house.times.short_s
        times += [bar[1], show_from + 0.01 if state.now_s <= show_from else state.now_s + 0.1]
    later = [at for at in times if at > state.now_s]
    return min(later) if later else None


def _picture(state: TableState) -> Screen:
    return screen_of(state, seat_on_turn(state), bar_of(state), is_accepting=is_accepting(state))


def _finished(work: Step, before: TableState | None) -> Outcome:
    """Close a step: what the players see and hear follows from the state."""
    texts.use(work.state.house.language)
    call_sides(work.state.house.white_word, work.state.house.black_word)
    screen = _picture(work.state)
    if before is None or screen != before.screen:
        work.ask_for(Show(screen))
        work.set(screen=screen)
    still = still_lights_of(work.state)
    work.set(still_lamps=still)
    lamps = lights_of(work.state)
    if before is None or lamps != before.lamps:
        work.ask_for(Light(lamps))
    work.set(lamps=lamps)
    wake_s = _next_wake_s(work.state)
    if wake_s is not None:
        work.ask_for(WakeAt(wake_s))
    return Outcome(work.state, tuple(work.facts), tuple(work.effects))
