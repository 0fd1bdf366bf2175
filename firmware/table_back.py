"""Taking a play back: asked for by whoever has just passed, granted by the other. Part of the table."""

from __future__ import annotations

from firmware import facts, table_clock
from firmware.effects import ForgetBoard
from firmware.table_state import State, Step, turn_state
from firmware.table_turns import prepare_if_moving
from firmware.texts import _


def ask_take_back(work: Step, seat: int) -> None:
    """Held PLAY of the seat that has just passed: may it have its last turn back?"""
    if work.state.standing is None or work.state.standing.before_play is None:
        # Translators: 21 characters
        work.say(_("Nothing to take back"))
    else:
        work.go(State.TAKE_BACK)


def refuse_take_back(work: Step, seat: int) -> None:
    """CUBE: no; or held CUBE of the seat that asked: withdrawn."""
    work.go(State.TO_ROLL)


def grant_take_back(work: Step, seat: int) -> None:
    """Held PLAY: that turn again."""
    take_back(work)


def demand_correction(work: Step, seat: int) -> None:
    """CUBE of the opponent after an illegal play: it is played again, with the same roll."""
    take_back(work)


def take_back(work: Step) -> None:
    """The match stands as before the last play; the same roll is on the table, and no reading of before counts."""
    standing = work.state.standing
    if standing is None or standing.before_play is None or standing.before_play.match.on_roll is None:
        return
    table_clock.stop(work)  # its readings go back too: to when that turn began
    work.happened(facts.TakenBack(standing.before_play.match.on_roll))
    work.set(in_hand=(0, 0), is_prepared=False, tree=None, board=None, rolling_until_s=None, passing=None)
    work.ask_for(ForgetBoard())
    prepare_if_moving(work)
    work.go(turn_state(work.state), choices=())
