"""The lamps of a state, as values (TABLE.md, Lamps). Pure functions of the table's state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.plays import Play
from engine.position import BAR, Side
from firmware.table_board import displaced, to_put_right
from firmware.table_hints import has_hints, movable_slots
from firmware.table_state import State, TableState
from firmware.verdicts import Complete, Illegal, Unreadable
from hardware.ports import DARK, LAMPS, Colour, Lamp, Rhythm

GREEN_PULSE: Final = Lamp(Colour.GREEN, Rhythm.PULSE)
GREEN: Final = Lamp(Colour.GREEN)
WHITE_DIM: Final = Lamp(Colour.WHITE, Rhythm.DIM)
RED: Final = Lamp(Colour.RED, Rhythm.BLINK_2HZ)
BLUE: Final = Lamp(Colour.BLUE, Rhythm.BLINK_1HZ)
VIOLET: Final = Lamp(Colour.VIOLET, Rhythm.BLINK_1HZ)
AMBER: Final = Lamp(Colour.AMBER, Rhythm.SLOW)
_WAITS_FOR_THE_BAR: Final = frozenset({State.MOVING, State.TO_ROLL, State.DOUBLE, State.DOUBLE_OFFERED})


def lights_of(state: TableState) -> tuple[Lamp, ...]:
    """What is lit: where a lifted checker may land, even under the hand; else what stood before a hand came."""
    if not state.landing or state.at is not State.MOVING:
        return state.still_lamps
    lamps = [DARK] * LAMPS
    for slot in state.landing:
        lamps[state.layout.place_of(state.mover, slot)] = GREEN
    return tuple(lamps)


def still_lights_of(state: TableState) -> tuple[Lamp, ...]:
    """One lamp a place (28). None changes under a hand, nor while the board stirs: then a hand is mostly there."""
    lamps = [DARK] * LAMPS
    board = state.board
    if state.at in (State.PART_MISSING, State.PAUSED) or (state.standing is None and state.at is not State.SET_UP):
        return tuple(lamps)
    if board is None or board.is_hand:
        return state.still_lamps
    if state.at is State.SET_UP:
        if not state.is_asleep:
            _put_right(lamps, board.differs)
        return tuple(lamps)
    if state.at is State.MOVING and not state.is_snapping:
        _moving_lamps(state, lamps)
    elif state.at in (State.CORRECTING, State.MOVING) or (state.is_warned and displaced(state)):
        _put_right(lamps, to_put_right(state))
    if _bar_is_due(state):
        for place in _empty_bars(state):
            lamps[place] = AMBER
    return tuple(lamps)


def _put_right(lamps: list[Lamp], wrong: tuple[tuple[int, int, int], ...]) -> None:
    """Where checkers are missing and where they are too many, of (place, is, should be)."""
    for place, have, want in wrong:
        lamps[place] = VIOLET if have > want else BLUE


def _moving_lamps(state: TableState, lamps: list[Lamp]) -> None:
    board = state.board
    assert board is not None
    verdict = board.verdict
    if isinstance(verdict, Complete) and state.standing is not None and state.standing.shows_legality:
        for place in _touched(state, verdict.play):
            lamps[place] = GREEN_PULSE
    if isinstance(verdict, Complete) and verdict.on_wrong_bar:
        lamps[state.layout.place_of(state.mover.other, BAR)] = AMBER
    if isinstance(verdict, Illegal) and state.is_warned:
        for place in verdict.places:
            lamps[place] = RED
    if isinstance(verdict, Unreadable):
        for place in verdict.places:
            lamps[place] = AMBER
    if state.is_hinting and state.tree is not None and has_hints(state):
        for slot in movable_slots(state.tree):
            lamps[state.layout.place_of(state.mover, slot)] = WHITE_DIM


def _touched(state: TableState, play: Play) -> set[int]:
    return {state.layout.place_of(state.mover, slot) for move in play.moves for slot in (move.start, move.end)}


# A hit checker that is not on its bar place yet


def _empty_bars(state: TableState) -> list[int]:
    """Bar places whose hit checker is still in a hand: of the play that stands complete, or of the one before."""
    board = state.board
    if board is None or state.standing is None or state.at not in _WAITS_FOR_THE_BAR:
        return []
    bars = [
        state.layout.place_of(side, BAR)
        for side in Side
        if state.in_hand[side]
        and any(place == state.layout.place_of(side, BAR) and have < want for place, have, want in board.differs)
    ]
    verdict = board.verdict
    if state.at is State.MOVING and isinstance(verdict, Complete) and verdict.in_hand:
        bars.append(state.layout.place_of(state.mover.other, BAR))
    return bars


def _bar_is_due(state: TableState) -> bool:
    return state.now_s >= state.settled_since_s + state.house.times.bar_breathes_s


def lamp_deadlines(state: TableState) -> Iterator[float]:
    """When a lamp comes on by itself."""
    if not _bar_is_due(state) and _empty_bars(state):
        yield state.settled_since_s + state.house.times.bar_breathes_s
