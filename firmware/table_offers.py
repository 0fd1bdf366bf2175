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
from firmware.texts import _, later
from firmware.words import side_word


def ask_double(work: Step, seat: int) -> None:
    """CUBE in To roll: ask again before offering; what the rules forbid is refused by name."""
    side = work.state.layout.side_of(seat)
    why = refusal(work.state.match, Doubled(side))
    if why is None:
        work.go(State.DOUBLE)
    else:
        work.say(_(_REFUSED.get(why, _NOT_NOW)).format(owner=side_word(side.other)))


_REFUSED: Final = {
    # Translators: 21 characters: why nobody may double
    Refusal.CRAWFORD: later("Crawford: no doubling"),
    # Translators: 21 characters; {owner} is a colour word
    Refusal.NOT_YOUR_CUBE: later("{owner} owns the cube"),
    # Translators: 21 characters: a further point would be of no use to this side
    Refusal.CUBE_DEAD: later("Cube is dead: no use"),
    # Translators: 21 characters: no double before the opening roll was played
    Refusal.FIRST_ROLL: later("First roll: no double"),
    # Translators: 21 characters: it cannot be turned any higher
    Refusal.CUBE_AT_LIMIT: later("The cube is at limit"),
    # Translators: 21 characters: after the Crawford game both roll twice before a double
    Refusal.HOLLAND: later("Holland: 2 rolls each"),
    # Translators: 21 characters: the match is played without a doubling cube
    Refusal.NO_CUBE: later("Played without a cube"),
    # Translators: 21 characters: a double may not be doubled at once
    Refusal.DOUBLE_PENDING: later("No beavers here"),
}
# Translators: 21 characters: doubling is not allowed
_NOT_NOW: Final = later("No doubling now")


def back(work: Step, seat: int) -> None:
    """Out of a question, nothing done."""
    work.go(State.TO_ROLL if work.state.at is State.DOUBLE else work.state.back)


def double(work: Step, seat: int) -> None:
    work.happened(Doubled(work.state.layout.side_of(seat)))
    work.ask_for(MakeSound(Sound.DOUBLE))
    work.go(State.DOUBLE_OFFERED)


def beaver(work: Step, seat: int) -> None:
    """Held PLAY of the taker, in a money session: doubles at once and keeps the cube; the doubler must answer that."""
    side = work.state.layout.side_of(seat)
    why = refusal(work.state.match, Doubled(side))
    if why is None:
        work.happened(Doubled(side))
        work.ask_for(MakeSound(Sound.DOUBLE))
        work.go(State.DOUBLE_OFFERED)
    else:
        work.say(_(_REFUSED.get(why, _NOT_NOW)))


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
        # Translators: two lines of 21 characters: this resignation was declined already
        work.say(_("Declined this turn:"), _("offer more, or play"))
        return
    work.happened(offer)
    work.go(State.RESIGNATION_OFFERED)


def decline_resignation(work: Step, seat: int) -> None:
    work.happened(ResignationDeclined(work.state.layout.side_of(seat)))
    work.go(turn_state(work.state))


def accept_resignation(work: Step, seat: int) -> None:
    work.happened(ResignationAccepted(work.state.layout.side_of(seat)))
    game_ended(work)
