"""Keys of the cube and of resignation (R21-R24). Part of the table; handlers are named in its key rows."""

from __future__ import annotations

from typing import Final

from engine.actions import (
    Doubled,
    Dropped,
    Level,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    Took,
)
from engine.match import Refusal, refusal
from firmware.effects import MakeSound, Sound
from firmware.table_games import game_ended
from firmware.table_state import State, Step, turn_state
from firmware.words import side_word


def ask_double(work: Step, seat: int) -> None:
    """CUBE in To roll: ask again before offering; what the rules forbid is refused by name."""
    side = work.state.layout.side_of(seat)
    why = refusal(work.state.match, Doubled(side))
    if why is None:
        work.go(State.DOUBLE)
    else:
        work.say(_REFUSED.get(why, "No doubling now").format(owner=side_word(side.other)))


_REFUSED: Final = {
    Refusal.CRAWFORD: "Crawford: no doubling",
    Refusal.NOT_YOUR_CUBE: "{owner} owns the cube",
    Refusal.CUBE_DEAD: "Cube is dead: no use",
    Refusal.FIRST_ROLL: "First roll: no double",
    Refusal.CUBE_AT_LIMIT: "The cube is at limit",
}


def back(work: Step, seat: int) -> None:
    """Out of a question, nothing done."""
    work.go(State.TO_ROLL if work.state.at is State.DOUBLE else work.state.back)


def double(work: Step, seat: int) -> None:
    work.happened(Doubled(work.state.layout.side_of(seat)))
    work.ask_for(MakeSound(Sound.DOUBLE))
    work.go(State.DOUBLE_OFFERED)


def ask_take(work: Step, seat: int) -> None:
    work.go(State.TAKE)


def ask_drop(work: Step, seat: int) -> None:
    work.go(State.DROP)


def back_to_offer(work: Step, seat: int) -> None:
    work.go(State.DOUBLE_OFFERED)


def take(work: Step, seat: int) -> None:
    work.happened(Took(work.state.layout.side_of(seat)))
    work.go(State.TO_ROLL)


def drop(work: Step, seat: int) -> None:
    work.happened(Dropped(work.state.layout.side_of(seat)))
    game_ended(work)


def open_resign_menu(work: Step, seat: int) -> None:
    """Held CUBE: a seat may always open it, on turn or not."""
    work.go(State.RESIGN_MENU, back=work.state.at, resigner=seat, level=lowest_level(work, seat))


def lowest_level(work: Step, seat: int) -> Level:
    """The lowest level that seat may offer now; a further offer in a turn must be higher."""
    side = work.state.layout.side_of(seat)
    declined = work.state.match.declined[side]
    return Level(min(declined + 1, Level.BACKGAMMON))


def step_level(work: Step, seat: int) -> None:
    lowest = lowest_level(work, seat)
    level = work.state.level + 1
    work.set(level=Level(level) if level <= Level.BACKGAMMON else lowest)


def offer_resignation(work: Step, seat: int) -> None:
    offer = ResignationOffered(work.state.layout.side_of(seat), work.state.level)
    if refusal(work.state.match, offer) is not None:
        work.say("Declined this turn:", "offer more, or play")
        return
    work.happened(offer)
    work.go(State.RESIGNATION_OFFERED)


def decline_resignation(work: Step, seat: int) -> None:
    work.happened(ResignationDeclined(work.state.layout.side_of(seat)))
    work.go(turn_state(work.state))


def accept_resignation(work: Step, seat: int) -> None:
    work.happened(ResignationAccepted(work.state.layout.side_of(seat)))
    game_ended(work)
