"""The menu's screens in words: items, values, digits. Pure functions of the table's state."""

from __future__ import annotations

from engine.position import Side
from firmware import menu
from firmware.menu import Item, Page
from firmware.policy import House, IllegalPlay, Policy
from firmware.settings import value_of
from firmware.table_menu import items_of, value_shown
from firmware.table_results import results_of
from firmware.table_state import ForWhat, TableState
from firmware.texts import _, pgettext
from firmware.words import level_word, side_word

Lines = tuple[str, str]
LANGUAGE_NAMES = {"en": "English"}
"""Each language by its own name; a code that is not here stands for itself."""


def menu_lines(state: TableState) -> Lines:
    """The item with its value, and what the keys do with it."""
    item = state.menu.item
    # Translators: 21 characters: what the keys PLAY and CUBE do; the keys' names stay
    change, enter = _("PLAY next CUBE change"), _("PLAY next, hold: do")
    is_changed = item in menu.SETTING_OF or item in _CORRECTIONS or item in (Item.SWAP_SEATS, Item.RESULT)
    return _item_line(state, item), change if is_changed else enter


_CORRECTIONS = frozenset({Item.CUBE, Item.OWNER, Item.TURN, Item.CRAWFORD})


def _item_line(state: TableState, item: Item) -> str:
    if item in menu.SETTING_OF:
        return _setting_line(state, item)
    if item in _CORRECTIONS:
        return _correction_line(item, value_shown(state))
    if item is Item.RESULT:
        winner, level = results_of(state)[state.menu.value % len(results_of(state))]
        # Translators: 21 characters: the result of a game: winner and level
        return _("{side}: {level}").format(side=side_word(winner), level=level_word(level))
    if item is Item.OLD_MATCH:
        return state.old_matches[state.menu.value % len(state.old_matches)][1][:21] if state.old_matches else ""
    if item is Item.SWAP_SEATS:
        return seat_line(state.layout.white_seat if state.standing else state.house.white_seat)
    # Translators: 21 characters each: items of the menu
    words = {
        Item.PAUSE: _("Pause the match"),
        Item.UNDO: _("Undo the turn"),
        Item.CORRECT: _("Correct ..."),
        Item.NEW_MATCH: _("New match, keep this"),
        Item.ABANDON: _("Abandon the match"),
        Item.MATCHES: _("Unfinished ..."),
        Item.SHUT_DOWN: _("Shut down"),
        Item.DIRECTOR: _("Director's code ..."),
        Item.BOARD: _("Board: put right"),
        Item.SCORE: _("Score ..."),
    }
    return words[item]


def seat_line(white_seat: int) -> str:
    """Where White sits."""
    # Translators: 21 characters: which side of the board White sits at
    text = _("{side} sits near") if white_seat == 0 else _("{side} sits far")
    return text.format(side=side_word(Side.WHITE))


def _setting_line(state: TableState, item: Item) -> str:
    house, standing = state.house, state.standing
    policy = standing.policy if standing is not None else house.policy
    illegal = standing.illegal_play if standing is not None else house.illegal_play
    # Translators: 21 characters with the value: settings of the table
    match item:
        case Item.LENGTH:
            return _("Length: {value}").format(value=house.length or pgettext("length of a match", "money"))
        case Item.VARIANT:
            return _variant_word(house.variant)
        case Item.JACOBY | Item.BEAVERS | Item.AUTOMATIC | Item.HOLLAND:
            return _rule_line(house, item)
        case Item.POLICY:
            return _("Policy: {value}").format(value=_policy_word(policy))
        case Item.ILLEGAL_PLAY:
            return _("Illegal: {value}").format(value=_illegal_word(illegal))
        case Item.CLOCK:
            return _("Clock: {value}").format(value=_clock_word(house.clock))
        case Item.SOUND:
            return _("Sound: {value}").format(value=_volume_word(house.volume))
        case Item.BRIGHTNESS:
            return _("Brightness: {value} %").format(value=house.brightness)
        case _:
            language = value_of(house, "language")
            return LANGUAGE_NAMES.get(language, language)[:21]


def _variant_word(variant: str) -> str:
    # Translators: 21 characters each: games on the same board; with 3, 2 or 1 checkers a side
    words = {
        "backgammon": _("Backgammon"),
        "nackgammon": _("Nackgammon"),
        "hypergammon": _("Hypergammon, 3"),
        "hypergammon-2": _("Hypergammon, 2"),
        "hypergammon-1": _("Hypergammon, 1"),
        "longgammon": _("LongGammon"),
    }
    return words[variant]


def _rule_line(house: House, item: Item) -> str:
    # Translators: 21 characters with the value, yes, no or a number: rules of the cube
    words = {
        Item.JACOBY: _("Jacoby rule: {value}"),
        Item.BEAVERS: _("Beavers: {value}"),
        Item.AUTOMATIC: _("Auto doubles: {value}"),
        Item.HOLLAND: _("Holland rule: {value}"),
    }
    value = value_of(house, menu.SETTING_OF[item])
    # Translators: 3 characters each: is a rule in force?
    return words[item].format(value={"yes": _("yes"), "no": _("no")}.get(value, value))


def _policy_word(policy: Policy) -> str:
    # Translators: 12 characters each
    words = {
        Policy.HOME: pgettext("policy", "home"),
        Policy.CLUB: pgettext("policy", "club"),
        Policy.TOURNAMENT: pgettext("policy", "tournament"),
    }
    return words[policy]


def _illegal_word(illegal: IllegalPlay) -> str:
    # Translators: 11 characters each: what becomes of an illegal play
    words = {
        IllegalPlay.LEGAL_MOVES: _("not passed"),
        IllegalPlay.CONDONE: _("opponent"),
        IllegalPlay.SILENT: _("silent"),
    }
    return words[illegal]


def _clock_word(clock: str) -> str:
    # Translators: 14 characters each: how time is given, by a rule of its own name, a minute a point, or as set up
    words = {
        "off": pgettext("clock", "off"),
        "us_2013": _("US 2013"),
        "minute_a_point": _("1 min a point"),
        "free": pgettext("clock", "own times"),
    }
    return words[clock]


def _volume_word(volume: str) -> str:
    # Translators: 12 characters each: how loud sounds are
    words = {"off": pgettext("sound", "off"), "low": _("low"), "loud": _("loud")}
    return words[volume]


def _correction_line(item: Item, value: str) -> str:
    # Translators: 12 characters each: values of a correction
    words = {
        "none": pgettext("owner of the cube", "nobody"),
        "white": side_word(Side.WHITE),
        "black": side_word(Side.BLACK),
        "yes": _("yes"),
        "no": _("no"),
    }
    # Translators: 21 characters with the value: corrections of the match
    match item:
        case Item.CUBE:
            text = _("Cube: {value}")
        case Item.OWNER:
            text = _("Cube owner: {value}")
        case Item.TURN:
            text = _("To roll: {value}")
        case _:
            text = _("Crawford: {value}")
    return text.format(value=words.get(value, value))


def menu_turn(state: TableState) -> str:
    """Row of the turn: which page, and how far down it one is."""
    # Translators: row of the turn, 20 characters: titles of pages
    titles = {Page.MAIN: _("Menu"), Page.CORRECT: _("Correct"), Page.MATCHES: _("Unfinished")}
    items = items_of(state)
    if state.menu.page is Page.MATCHES:
        at, count = state.menu.value % max(1, len(state.old_matches)), len(state.old_matches)
    else:
        at, count = (items.index(state.menu.item) if state.menu.item in items else 0), len(items)
    return f"{titles[state.menu.page]} {at + 1}/{count}"


def digits_lines(state: TableState) -> Lines:
    """What digits are asked for, and what the keys do."""
    # Translators: 21 characters each
    words = {
        ForWhat.NEW_CODE: _("New director's code"),
        ForWhat.CODE: _("Director's code?"),
        ForWhat.SCORE: _("Score: {white}, {black}").format(white=side_word(Side.WHITE), black=side_word(Side.BLACK)),
    }
    if state.standing is None:  # no room for large digits without a match
        return menu_big(state), words[state.menu.purpose]
    # Translators: 21 characters
    return words[state.menu.purpose], _("hold PLAY: accept")


def menu_big(state: TableState) -> str:
    """The digits as entered so far, the one being changed in brackets."""
    if not state.menu.digits or state.at.name != "DIGITS":
        return ""
    return "".join(f"[{n}]" if at == state.menu.place else str(n) for at, n in enumerate(state.menu.digits))
