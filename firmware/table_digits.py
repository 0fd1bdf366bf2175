"""Entering digits: the director's code and a score. Part of the table.

The code is kept as it is: it keeps players from changing a match by mistake, not whoever can read the journal.
"""

from __future__ import annotations

from dataclasses import replace

from firmware import facts
from firmware.menu import Item
from firmware.policy import Policy
from firmware.settings import CODE_DIGITS
from firmware.table_menu import correct_score, enter_item
from firmware.table_state import ForWhat, State, Step
from firmware.texts import _


def enter(work: Step, seat: int) -> None:
    """Held PLAY in the menu: some items ask for digits first, the others act at once."""
    state = work.state
    item = state.menu.item
    if item is Item.DIRECTOR and state.house.director_code:
        _ask(work, ForWhat.CODE, (0,) * CODE_DIGITS)
    elif item is Item.DIRECTOR:
        _unlock(work)
    elif item is Item.POLICY and _is_tournament(work):
        _ask(work, ForWhat.NEW_CODE, (0,) * CODE_DIGITS)
    elif item is Item.SCORE:
        white, black = state.match.score
        _ask(work, ForWhat.SCORE, (white // 10 % 10, white % 10, black // 10 % 10, black % 10))
    else:
        enter_item(work, seat)


def _is_tournament(work: Step) -> bool:
    standing = work.state.standing
    return (standing.policy if standing else work.state.house.policy) is Policy.TOURNAMENT


def _ask(work: Step, purpose: ForWhat, digits: tuple[int, ...]) -> None:
    work.go(State.DIGITS, menu=replace(work.state.menu, purpose=purpose, digits=digits, place=0))


def next_digit(work: Step, seat: int) -> None:
    menu = work.state.menu
    work.set(menu=replace(menu, place=(menu.place + 1) % len(menu.digits)), lines=None)


def step_digit(work: Step, seat: int) -> None:
    menu = work.state.menu
    digits = tuple((n + 1) % 10 if at == menu.place else n for at, n in enumerate(menu.digits))
    work.set(menu=replace(menu, digits=digits), lines=None)


def accept_digits(work: Step, seat: int) -> None:
    """Held PLAY: the digits are taken."""
    menu = work.state.menu
    entered = "".join(map(str, menu.digits))
    match menu.purpose:
        case ForWhat.NEW_CODE:
            work.happened(facts.SettingChanged("director_code", entered))
            work.go(State.MENU)
        case ForWhat.SCORE:
            work.go(State.MENU)
            correct_score(work, entered)
        case ForWhat.CODE if entered == work.state.house.director_code:
            _unlock(work)
        case ForWhat.CODE:
            # Translators: 21 characters
            work.say(_("Not the code"))


def _unlock(work: Step) -> None:
    """The whole menu is open until it is left."""
    work.go(State.MENU, menu=replace(work.state.menu, is_unlocked=True, item=Item.PAUSE))


def leave_digits(work: Step, seat: int) -> None:
    """Held CUBE: leave; a new code is then left empty."""
    if work.state.menu.purpose is ForWhat.NEW_CODE and work.state.house.director_code:
        work.happened(facts.SettingChanged("director_code", ""))
    work.go(State.MENU)
