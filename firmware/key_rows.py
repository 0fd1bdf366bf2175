"""Which key means what in which state: the data of the table (TABLE.md, Keys). Handlers are in the table_*.py files.

What later work brings stands here too, marked `Later`: it has no handler yet, and the key does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Final, NamedTuple

from firmware import (
    table_back,
    table_board,
    table_clock,
    table_digits,
    table_games,
    table_hints,
    table_menu,
    table_offers,
    table_passing,
    table_pause,
    table_results,
    table_turns,
)
from firmware.table_state import State, Step


class Press(Enum):
    """How keys are used: short, held until the bar is full, or by both seats.

    BOTH_PLAY: both seats hold PLAY at once for two seconds. BOTH_CUBE: each seat holds CUBE, together or one after
    the other.
    """

    PLAY = "PLAY"
    CUBE = "CUBE"
    HELD_PLAY = "held PLAY"
    HELD_CUBE = "held CUBE"
    BOTH_PLAY = "both held PLAY"
    BOTH_CUBE = "both held CUBE"


class Who(Enum):
    """Whose key: of the seat that must act, or of the other one."""

    TURN = "on turn"
    OTHER = "other seat"


class Later(NamedTuple):
    """A meaning of a key that is not there yet."""

    what: str


Handler = Callable[[Step, int], None]
Cell = Handler | Later
_T, _O = Who.TURN, Who.OTHER


def _same(keys: Mapping[Press, Cell]) -> dict[tuple[Who, Press], Cell]:
    """A row in which both seats' keys mean the same."""
    return {(who, press): cell for who in Who for press, cell in keys.items()}


KEYS_OF: Final[dict[State, dict[tuple[Who, Press], Cell]]] = {
    State.SET_UP: _same(
        {
            Press.PLAY: table_games.ready,
            Press.CUBE: table_games.step_length,
            Press.HELD_PLAY: table_games.swap_seats,
            Press.HELD_CUBE: table_menu.open_old_matches,
        }
    ),
    State.OPENING_ROLL: {(_O, Press.PLAY): table_clock.start_winner},
    State.TO_ROLL: {
        (_T, Press.PLAY): table_turns.roll,
        (_T, Press.CUBE): table_offers.ask_double,
        (_T, Press.HELD_CUBE): table_offers.open_resign_menu,
        (_O, Press.PLAY): table_turns.not_your_turn,
        (_O, Press.HELD_PLAY): table_back.ask_take_back,
        (_O, Press.HELD_CUBE): table_offers.open_resign_menu,
    },
    State.TAKE_BACK: {
        (_T, Press.CUBE): table_back.refuse_take_back,
        (_T, Press.HELD_PLAY): table_back.grant_take_back,
        (_O, Press.HELD_CUBE): table_back.refuse_take_back,
    },
    State.DOUBLE: {
        (_T, Press.PLAY): table_offers.back,
        (_T, Press.CUBE): table_offers.double,
    },
    State.DOUBLE_OFFERED: {
        (_T, Press.CUBE): table_offers.ask_take,
        (_T, Press.HELD_PLAY): table_offers.beaver,
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
        (_T, Press.PLAY): table_passing.pass_turn,
        (_T, Press.CUBE): table_hints.way_back_or_hint,
        (_T, Press.HELD_CUBE): table_offers.open_resign_menu,
        (_T, Press.BOTH_PLAY): table_board.accept_as_it_stands,
        (_O, Press.BOTH_PLAY): table_board.accept_as_it_stands,
        (_O, Press.PLAY): table_turns.not_your_turn,
        (_O, Press.HELD_CUBE): table_offers.open_resign_menu,
    },
    State.TAKEN_OFF: {
        (_T, Press.PLAY): table_passing.pass_taken_off,
        (_T, Press.CUBE): table_passing.back_to_moving,
    },
    State.PASS_IT: {
        (_T, Press.PLAY): table_passing.pass_it,
        (_T, Press.CUBE): table_passing.back_to_moving,
    },
    State.WHICH_PLAY: {
        (_T, Press.CUBE): table_passing.next_choice,
        (_T, Press.HELD_PLAY): table_passing.choose,
    },
    State.NO_LEGAL_PLAY: {
        (_T, Press.PLAY): table_passing.pass_dance,
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
    State.ILLEGAL_PASSED: {
        (_T, Press.PLAY): table_passing.let_it_stand,
        (_T, Press.CUBE): table_back.demand_correction,
    },
    State.HOW_ENDED: _same({Press.PLAY: table_results.say_ending, Press.CUBE: table_results.step_ending}),
    State.GAME_OVER: _same({Press.PLAY: table_results.next_game, Press.CUBE: table_results.not_right}),
    State.TIME_OUT: _same({Press.CUBE: table_clock.go_on_playing, Press.BOTH_PLAY: table_clock.end_match}),
    State.MATCH_OVER: _same({Press.CUBE: Later("the code of the record"), Press.HELD_PLAY: table_games.new_match}),
    State.CORRECTING: _same({Press.CUBE: table_board.next_doubtful, Press.BOTH_PLAY: table_board.accept_as_it_stands}),
    State.PAUSED: _same({Press.PLAY: table_pause.go_on, Press.BOTH_CUBE: table_pause.put_away}),
    State.RESUME: _same({Press.PLAY: table_pause.go_on, Press.BOTH_CUBE: table_pause.put_away}),
    State.PART_MISSING: _same({Press.BOTH_CUBE: table_pause.put_away}),
    State.MENU: _same(
        {
            Press.PLAY: table_menu.next_item,
            Press.CUBE: table_menu.change_item,
            Press.HELD_PLAY: table_digits.enter,
            Press.HELD_CUBE: table_menu.leave_menu,
        }
    ),
    State.DIGITS: _same(
        {
            Press.PLAY: table_digits.next_digit,
            Press.CUBE: table_digits.step_digit,
            Press.HELD_PLAY: table_digits.accept_digits,
            Press.HELD_CUBE: table_digits.leave_digits,
        }
    ),
}

_STEPPED: Final = {
    Press.PLAY: Later("next"),
    Press.CUBE: Later("change"),
    Press.HELD_PLAY: Later("enter"),
    Press.HELD_CUBE: Later("leave"),
}
KEYS_LATER: Final[dict[str, dict[tuple[Who, Press], Cell]]] = {
    "Calibrating": _same(_STEPPED),
    "First start": _same(_STEPPED),
    "Roll entry": {
        (_T, Press.PLAY): Later("accept"),
        (_T, Press.CUBE): Later("next of the 21 rolls"),
        (_T, Press.HELD_CUBE): Later("resign menu"),
        (_O, Press.HELD_CUBE): Later("resign menu"),
    },
}
"""Rows of states that are not there yet."""
