"""What the players see of a state on the screen, as a value. Pure functions of the table's state."""

from __future__ import annotations

from typing import Final

from engine.match import Phase
from engine.position import BAR, OFF, Position, Side
from firmware.board_map import Layout
from firmware.menu_view import menu_big, menu_turn
from firmware.screens import Die, Mark, Screen
from firmware.table_board import acceptable
from firmware.table_clock import is_held_up, reading
from firmware.table_hints import numbers_played
from firmware.table_state import State, TableState
from firmware.texts import _
from firmware.view_lines import lines_of
from firmware.words import side_word
from hardware.ports import LAMPS

_MARK_OF_PART: Final = {
    "Scanner": Mark.SCANNER_MISSING,
    "Keys": Mark.KEYS_MISSING,
    "Buzzer": Mark.BUZZER_MISSING,
}
"""A missing display has one only beside another: nobody else could read it."""

_MENUS: Final = frozenset({State.MENU, State.DIGITS})
_NO_DICE: Final = _MENUS | {State.CORRECTING, State.PAUSED, State.HOW_ENDED}


def screen_of(state: TableState, seat: int, bar: float | None, *, is_accepting: bool = False) -> Screen:
    """The picture of a state. `seat` must act and is faced, `bar` is how full the bar of a held key is.

    `is_accepting`: both seats are about to accept the board as it stands, and see as what.
    """
    is_open = state.at is State.OPENING_ROLL  # the dice tell who begins: nothing else may before they lie
    facing = seat if state.house.is_flipping and not is_open else 0
    if state.is_asleep:
        return Screen(facing=facing)
    marks = _marks(state)
    lines = state.lines or lines_of(state)
    if state.standing is None:
        return Screen(lines=lines, is_warning=state.is_warning, bar=bar, facing=facing, marks=marks)
    match, standing = state.match, state.standing
    return Screen(
        white_name=standing.white_name,
        black_name=standing.black_name,
        white_score=match.score[Side.WHITE],
        black_score=match.score[Side.BLACK],
        length=match.rules.length,
        cube=match.cube * 2 if match.phase is Phase.DOUBLE_OFFERED else match.cube,
        cube_owner=match.cube_owner,
        cube_offered=match.phase is Phase.DOUBLE_OFFERED and state.at not in _NO_DICE,
        has_cube=match.rules.has_cube,
        turn=menu_turn(state) if state.at in _MENUS else _turn(state),
        on_turn=None if is_open else match.decider,
        white_off=match.position.own_off,
        black_off=match.position.opp_off,
        is_crawford=match.is_crawford,
        clock=reading(state),
        marks=marks,
        dice=() if state.at in _NO_DICE else _dice(state),
        is_rolling=state.is_rolling and state.at not in _NO_DICE,
        big=menu_big(state) if state.at in _MENUS else "",
        board=_board(state, is_accepting),
        lines=lines,
        is_warning=state.is_warning,
        bar=bar,
        facing=facing,
    )


def _marks(state: TableState) -> tuple[Mark, ...]:
    marks = []
    if state.is_unsaved:
        marks.append(Mark.NOT_SAVED)
    missing = {part for part, _remedy in state.missing}
    parts = [mark for part, mark in _MARK_OF_PART.items() if part in missing]
    panels = sum(part.startswith("Display") for part in missing)
    if 0 < panels < state.house.panels:
        parts.append(Mark.PANEL_MISSING)
    stopped = (Mark.CLOCK_STOPPED,) if is_held_up(state) else ()
    return (*marks, *parts, *((Mark.PAUSED,) if state.at is State.PAUSED else ()), *stopped)


def _dice(state: TableState) -> tuple[Die, ...]:
    """The roll; numbers already played are greyed, where the policy allows it."""
    match = state.match
    if match.phase is Phase.OPENING_ROLL and match.opening:
        return tuple(Die(number) for number in match.opening[-1])
    if match.roll is None:
        return ()
    numbers = match.roll.numbers
    is_greying = state.at is State.MOVING and state.standing is not None and state.standing.policy.greys_played_dice
    played = list(numbers_played(state)) if is_greying else []
    dice = []
    for number in numbers:
        dice.append(Die(number, number in played))
        if number in played:
            played.remove(number)
    return tuple(dice)


def _board(state: TableState, is_accepting: bool) -> tuple[int, ...]:
    """The position as which the board may be accepted, drawn small before it is."""
    is_shown = state.at is State.CORRECTING or (is_accepting and state.at is State.MOVING)
    position = acceptable(state) if is_shown else None
    return () if position is None else board_by_place(position, state.layout)


def board_by_place(position: Position, layout: Layout) -> tuple[int, ...]:
    """A position (White's view) as checkers by place, 28 of them: White's positive, Black's negative."""
    counts = [0] * LAMPS
    for side, sign in ((Side.WHITE, 1), (Side.BLACK, -1)):
        packed = position.own if side is Side.WHITE else position.opp
        for slot in range(OFF, BAR + 1):
            counts[layout.place_of(side, slot)] += sign * (packed >> 4 * slot & 15)
    return tuple(counts)


def _turn(state: TableState) -> str:
    """Whose turn it is, and for what."""
    match = state.match
    if state.at is State.OPENING_ROLL:
        # Translators: row of the turn, 20 characters
        return _("Opening roll")
    decider = match.decider
    if decider is None:
        # Translators: row of the turn, 20 characters; {number} counts the games of a match
        return _("Game {number}").format(number=match.game) if match.is_playing else ""
    return _doing(state).format(side=side_word(decider))


def _doing(state: TableState) -> str:
    # Translators: row of the turn, 20 characters; {side} is a colour word
    to_roll = _("{side} to roll")
    # Translators: row of the turn, 20 characters; {side} must answer a question
    to_answer = _("{side} to answer")
    # Translators: row of the turn, 20 characters
    to_move = _("{side} to move")
    # Translators: row of the turn, 20 characters; {side} has no legal play
    to_pass = _("{side} to pass")
    # Translators: row of the turn, 20 characters: {side}'s double, or beaver, was doubled in turn and must be answered
    to_beaver, to_raccoon = _("{side}: take a beaver?"), _("{side}: take raccoon?")
    beavers = state.match.beavers
    if beavers and state.at in (State.DOUBLE_OFFERED, State.TAKE, State.DROP):
        return to_beaver if beavers % 2 else to_raccoon
    doing = {
        State.TO_ROLL: to_roll,
        State.DOUBLE: to_roll,
        State.TAKE_BACK: to_answer,
        State.ILLEGAL_PASSED: to_answer,
        State.DOUBLE_OFFERED: to_answer,
        State.TAKE: to_answer,
        State.DROP: to_answer,
        State.RESIGNATION_OFFERED: to_answer,
        State.NO_LEGAL_PLAY: to_pass,
    }
    return doing.get(state.at, to_move if state.match.roll is not None else to_roll)
