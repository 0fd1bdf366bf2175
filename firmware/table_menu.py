"""The menu: opening it, its keys, and what each item does. Part of the table; the items are in firmware/menu.py.

A setting is changed with CUBE at once; a correction is stepped with CUBE and made with held PLAY. Every change is a
fact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from engine.match import Phase
from engine.position import Side
from firmware import facts, menu
from firmware.effects import Effect, LoadMatch, ReadAgain, SetBrightness, SetVolume, ShutDown
from firmware.match_corrections import corrected_match
from firmware.menu import Item, Page
from firmware.policy import Policy
from firmware.settings import next_value
from firmware.table_back import take_back
from firmware.table_board import WATCHED, displaced, open_correcting
from firmware.table_games import game_ended, swap_seats
from firmware.table_pause import leave_match, pause
from firmware.table_results import correct_result, results_of
from firmware.table_state import State, Step, TableState, settled_state
from firmware.texts import _

_CLOSED_IN: Final = frozenset({State.MENU, State.DIGITS, State.PART_MISSING, State.OPENING_ROLL})
_NOT_PLAYING: Final = frozenset({State.RESUME, State.PAUSED})
CUBES: Final = (1, 2, 4, 8, 16, 32, 64)
OWNERS: Final = ("none", "white", "black")
SIDES: Final = ("white", "black")
YES_NO: Final = ("no", "yes")


def opens(state: TableState) -> bool:
    """Whether both keys of a seat open the menu now: not while dice roll, nor without a scanner."""
    return state.at not in _CLOSED_IN and not state.is_rolling


def open_menu(work: Step, seat: int) -> None:
    back = work.state.at
    fresh = replace(work.state.menu, back=back, page=Page.MAIN, value=0, is_unlocked=False)
    work.set(menu=fresh)
    work.go(State.MENU, menu=replace(fresh, item=items_of(work.state)[0]))


def is_locked(state: TableState) -> bool:
    """Whether a tournament match is played and the director's code has not been given."""
    standing = state.standing
    if standing is None or standing.policy is not Policy.TOURNAMENT or state.menu.is_unlocked:
        return False
    return standing.match.phase is not Phase.MATCH_OVER


def items_of(state: TableState) -> tuple[Item, ...]:
    """The items of the menu's page that mean something now."""
    if state.menu.page is Page.MATCHES:
        return (Item.OLD_MATCH,)
    if state.menu.page is Page.CORRECT:
        return tuple(item for item in menu.CORRECT if _has_correction(state, item))
    items = menu.TOURNAMENT if is_locked(state) else menu.MAIN
    return tuple(item for item in items if _has_item(state, item))


def _has_item(state: TableState, item: Item) -> bool:
    standing = state.standing
    is_played = standing is not None and state.menu.back not in _NOT_PLAYING
    match item:
        case Item.PAUSE:
            return is_played and standing is not None and standing.match.is_playing
        case Item.UNDO:
            return is_played and _can_undo(state)
        case Item.CORRECT:
            return is_played and any(_has_correction(state, each) for each in menu.CORRECT)
        case Item.SWAP_SEATS:
            return state.menu.back is State.SET_UP
        case Item.NEW_MATCH | Item.ABANDON:
            return standing is not None
        case Item.JACOBY | Item.BEAVERS | Item.AUTOMATIC:
            return state.house.length == 0
        case Item.HOLLAND:
            return state.house.length > 1 and state.house.has_crawford
        case Item.ILLEGAL_PLAY:
            return (standing.policy if standing else state.house.policy) is Policy.TOURNAMENT
        case Item.LANGUAGE:
            return len(state.house.languages) > 1
        case Item.MATCHES:
            return standing is None and bool(state.old_matches)
        case _:
            return True


def _can_undo(state: TableState) -> bool:
    assert state.standing is not None
    return state.standing.before_play is not None or settled_state(state, state.menu.back) is State.MOVING


def _has_correction(state: TableState, item: Item) -> bool:
    match = state.match
    if item is Item.BOARD:
        return match.is_playing and settled_state(state, state.menu.back) in WATCHED | {State.MOVING}
    if item is Item.RESULT:
        return match.result is not None and match.phase in (Phase.GAME_OVER, Phase.MATCH_OVER)
    if match.phase is Phase.MATCH_OVER:
        return False
    values = {Item.SCORE: "0-0", Item.CUBE: "1", Item.OWNER: "none", Item.TURN: "white", Item.CRAWFORD: "no"}
    return corrected_match(match, item.value.lower(), values[item]) is not None


# Keys


def next_item(work: Step, seat: int) -> None:
    """PLAY: the next item; in the list of unfinished matches the next of them."""
    state = work.state
    if state.menu.page is Page.MATCHES:
        _set(work, value=(state.menu.value + 1) % max(1, len(state.old_matches)))
        return
    items = items_of(state)
    at = items.index(state.menu.item) if state.menu.item in items else -1
    _set(work, item=items[(at + 1) % len(items)], value=0)


def change_item(work: Step, seat: int) -> None:
    """CUBE: the next value. A setting holds at once; a correction only when it is entered."""
    item = work.state.menu.item
    if item in menu.SETTING_OF:
        _change_setting(work, menu.SETTING_OF[item])
    elif item is Item.SWAP_SEATS:
        swap_seats(work, seat)
    elif item in _STEPS:
        _set(work, value=work.state.menu.value + 1)
    elif item is Item.RESULT:
        _set(work, value=(work.state.menu.value + 1) % max(1, len(results_of(work.state))))


def _change_setting(work: Step, name: str) -> None:
    value = next_value(_house_as_played(work.state), name)
    work.happened(facts.SettingChanged(name, value))
    effect = _effect_of(name, value)
    if effect is not None:
        work.ask_for(effect)
    if name == "variant":
        work.set(start_since_s=None, ready=frozenset())
    _set(work, value=0)


def _effect_of(name: str, value: str) -> Effect | None:
    if name == "brightness":
        return SetBrightness(int(value))
    if name == "variant":  # the board is held against another start position
        return ReadAgain()
    return SetVolume(value) if name == "volume" else None


def _house_as_played(state: TableState) -> Any:
    """The house, with the policy of the match that is being played."""
    standing = state.standing
    if standing is None:
        return state.house
    return replace(state.house, policy=standing.policy, illegal_play=standing.illegal_play)


def enter_item(work: Step, seat: int) -> None:
    """Held PLAY: do what the item says."""
    item = work.state.menu.item
    if item in _STEPS:
        _correct(work, item.value.lower(), value_shown(work.state))
    else:
        _ENTER.get(item, _nothing)(work, seat)


def leave_menu(work: Step, seat: int) -> None:
    """Held CUBE: to the page above, or out of the menu."""
    if work.state.menu.page is Page.MAIN:
        _close(work, work.state.menu.back)
        return
    was = Item.CORRECT if work.state.menu.page is Page.CORRECT else Item.MATCHES
    work.go(State.MENU, menu=replace(work.state.menu, page=Page.MAIN, item=was, value=0))


def _close(work: Step, back: State) -> None:
    """Back to where the menu was opened; what changed on the board meanwhile is judged anew there."""
    work.go(back)
    if back is State.SET_UP:  # a start position that was laid meanwhile counts from now on
        work.ask_for(ReadAgain())


def _set(work: Step, **changes: Any) -> None:
    work.set(menu=replace(work.state.menu, **changes), lines=None, is_warning=False)


# What the items do


def _nothing(work: Step, seat: int) -> None:
    pass


def _pause(work: Step, seat: int) -> None:
    pause(work)


def _undo(work: Step, seat: int) -> None:
    """The last play is taken back; while one is made, lamps show the way back to where the turn began."""
    if settled_state(work.state, State.MENU) is State.MOVING:
        work.go(State.MOVING)
        work.set(is_snapping=work.state.board is None or bool(displaced(work.state)))
    else:
        take_back(work)


def _open_page(page: Page) -> Callable[[Step, int], None]:
    def open_page(work: Step, seat: int) -> None:
        work.set(menu=replace(work.state.menu, page=page, value=0))
        work.go(State.MENU, menu=replace(work.state.menu, item=items_of(work.state)[0]))

    return open_page


def _new_match(work: Step, seat: int) -> None:
    leave_match(work, facts.MatchPutAway())


def _abandon(work: Step, seat: int) -> None:
    leave_match(work, facts.MatchAbandoned())


def _shut_down(work: Step, seat: int) -> None:
    _close(work, work.state.menu.back)
    # Translators: 21 characters
    work.say(_("Shutting down ..."))
    work.ask_for(ShutDown())


def shut_down_refused(work: Step) -> None:
    """The machine stays on: it is not the board's own, or the system does not allow it."""
    # Translators: two lines of 21 characters
    work.say(_("Cannot shut down"), _("this machine"), is_warning=True)


def _old_match(work: Step, seat: int) -> None:
    state = work.state
    if state.old_matches:
        work.ask_for(LoadMatch(state.old_matches[state.menu.value % len(state.old_matches)][0]))
        _close(work, State.SET_UP)


def open_old_matches(work: Step, seat: int) -> None:
    """Held CUBE at set-up: the matches that were put away."""
    if work.state.standing is None and work.state.old_matches:
        back = work.state.at
        fresh = replace(work.state.menu, back=back, page=Page.MATCHES, item=Item.OLD_MATCH, value=0)
        work.go(State.MENU, menu=fresh)
    else:
        # Translators: 21 characters
        work.say(_("No unfinished match"))


def _correct_board(work: Step, seat: int) -> None:
    """The board is held against the game's position; where a checker is displaced it is put right, place by place."""
    if work.state.board is not None and not displaced(work.state):
        # Translators: 21 characters: every checker stands where it should
        work.say(_("The board is right"))
        return
    open_correcting(work, settled_state(work.state, State.MENU))
    work.ask_for(ReadAgain())


def _correct_result(work: Step, seat: int) -> None:
    correct_result(work, work.state.menu.value)
    game_ended(work)


def value_shown(state: TableState) -> str:
    """What the correction shown would set, as the fact has it."""
    steps = _STEPS[state.menu.item]
    now = _STANDS[state.menu.item](state)
    at = steps.index(now) if now in steps else -1
    return steps[(at + state.menu.value) % len(steps)]


def _correct(work: Step, what: str, value: str) -> None:
    if corrected_match(work.state.match, what, value) is None:
        # Translators: 21 characters
        work.say(_("Not possible now"), is_warning=True)
        return
    work.happened(facts.MatchCorrected(what, value))
    if what == "turn":
        work.set(board=None if work.state.board is None else replace(work.state.board, verdict=None), choices=())
        work.go(State.TO_ROLL)
    else:
        # Translators: 21 characters: a correction was made
        work.say(_("Corrected"))


def correct_score(work: Step, value: str) -> None:
    """From the digits: `WWBB`, two for each side."""
    _correct(work, "score", f"{int(value[:2])}-{int(value[2:])}")


def _side_name(side: Side | None) -> str:
    return "none" if side is None else side.name.lower()


_STEPS: Final[dict[Item, tuple[str, ...]]] = {
    Item.CUBE: tuple(map(str, CUBES)),
    Item.OWNER: OWNERS,
    Item.TURN: SIDES,
    Item.CRAWFORD: YES_NO,
}
_STANDS: Final[dict[Item, Callable[[TableState], str]]] = {
    Item.CUBE: lambda state: str(state.match.cube),
    Item.OWNER: lambda state: _side_name(state.match.cube_owner),
    Item.TURN: lambda state: _side_name(state.match.on_roll),
    Item.CRAWFORD: lambda state: YES_NO[state.match.is_crawford],
}
_ENTER: Final[dict[Item, Callable[[Step, int], None]]] = {
    Item.PAUSE: _pause,
    Item.UNDO: _undo,
    Item.CORRECT: _open_page(Page.CORRECT),
    Item.NEW_MATCH: _new_match,
    Item.ABANDON: _abandon,
    Item.MATCHES: _open_page(Page.MATCHES),
    Item.SHUT_DOWN: _shut_down,
    Item.BOARD: _correct_board,
    Item.RESULT: _correct_result,
    Item.OLD_MATCH: _old_match,
}
