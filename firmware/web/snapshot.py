"""What a page shows, as one plain dict: a pure function of the table's state, its screen and its lamps.

Owns the words and the form in which pages are told; docs/web.md names every key. Knows nothing of sockets, of who
watches, or of discs: what lies on a virtual board is added by whoever asks it.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import Any, Final

from engine.actions import (
    Action,
    Doubled,
    Dropped,
    GameSettled,
    GameStarted,
    OpeningRolled,
    Played,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    Rolled,
    Took,
)
from engine.match import Match, Phase
from engine.notation import write_play
from engine.position import BAR, Side
from engine.position_id import write_position_id
from firmware.policy import Policy
from firmware.screen_drawing import draw
from firmware.screens import Screen
from firmware.table_clock import clock_of
from firmware.table_state import State, TableState
from firmware.texts import _, ngettext
from firmware.verdicts import Ambiguous, Complete, Illegal, Underway, Unmoved, Unreadable, Verdict
from firmware.views import screen_of
from firmware.web.page_words import page_words
from firmware.words import level_word, point_list
from hardware.ports import Lamp

Snapshot = dict[str, Any]

PLAYS_SHOWN: Final = 12


def snapshot_of(
    state: TableState, screen: Screen | None, lamps: Sequence[Lamp], now_s: float | None = None
) -> Snapshot:
    """Everything but the picture of the screen: that takes longer, see `picture_of`.

    `now_s`: the monotonic time, for the clock; None: when the table last woke. A screen that sleeps says nothing; those
    who watch are told what it would say.
    """
    standing = state.standing
    if screen is None or state.is_asleep:
        screen = screen_of(replace(state, active_s=state.now_s), 0 if screen is None else screen.facing, None)
    return {
        "state": state.at.value,
        "layout": {"white_seat": _layout(state).white_seat, "home_is_right": _layout(state).home_is_right},
        "match": None if standing is None else _match(state, state.now_s if now_s is None else now_s),
        "position": None if standing is None else _position(standing.match, standing.policy),
        "plays": [] if standing is None else last_plays(standing.actions),
        "length": state.house.length if standing is None else standing.match.rules.length,
        "text": {
            "turn": screen.turn,
            "lines": list(screen.lines),
            "is_warning": screen.is_warning,
            "marks": [_(mark.value) for mark in screen.marks],
            "facing": screen.facing,
            "is_asleep": state.is_asleep,
        },
        "lamps": [[lamp.colour.name.lower(), lamp.rhythm.name.lower()] for lamp in lamps],
        "language": state.house.language,
        "words": page_words(),
    }


def picture_of(screen: Screen) -> str:
    """The panel's 128 x 64 bits, the leftmost highest, rows from the top, in Base64; upright for whoever reads it."""
    return base64.b64encode(draw(replace(screen, facing=0)).convert("1").tobytes()).decode("ascii")


def _layout(state: TableState) -> Any:
    board = state.board
    if state.at is State.SET_UP and board is not None and board.start_layout is not None:
        return board.start_layout
    return state.layout


def _match(state: TableState, now_s: float) -> dict[str, Any]:
    match, standing = state.match, state.standing
    assert standing is not None
    result = match.result
    return {
        "names": [standing.white_name, standing.black_name],
        "score": list(match.score),
        "length": match.rules.length,
        "game": match.game,
        "is_crawford": match.is_crawford,
        "policy": standing.policy.value,
        "phase": match.phase.value,
        "on_turn": None if match.decider is None else match.decider.name.lower(),
        "roll": [] if state.is_rolling else _dice(match),
        "is_rolling": state.is_rolling,
        "cube": _cube(match),
        "clock": _clock(state, now_s),
        "winner": None if result is None else result.winner.name.lower(),
        "result": None if result is None else result_text(match, standing.name_of(result.winner)),
        "is_over": match.phase is Phase.MATCH_OVER,
    }


def _dice(match: Match) -> list[int]:
    if match.phase is Phase.OPENING_ROLL and match.opening:
        return list(match.opening[-1])
    return [] if match.roll is None else list(match.roll)


def _cube(match: Match) -> dict[str, Any]:
    is_offered = match.phase is Phase.DOUBLE_OFFERED
    return {
        "exists": match.rules.has_cube,
        "value": match.cube * 2 if is_offered else match.cube,
        "owner": None if match.cube_owner is None else match.cube_owner.name.lower(),
        "is_offered": is_offered,
    }


def _clock(state: TableState, now_s: float) -> dict[str, Any] | None:
    """Both sides' reserve as the screen has it, in whole seconds, and whose time passes; None without a clock."""
    clock = clock_of(state)
    if clock is None:
        return None
    return {
        "left_s": [ceil(clock.left(side, now_s)) for side in Side],
        "running": None if clock.running is None else clock.running.name.lower(),
    }


def _position(match: Match, policy: Policy) -> dict[str, Any]:
    """Checkers of White and of Black, each on its own points; the ID is seen by who is on roll (TABLE: no pip counts
    under tournament policy)."""
    position = match.position
    side = match.on_roll or Side.WHITE
    return {
        "white": counts_of(position.own),
        "black": counts_of(position.opp),
        "id": write_position_id(match.seen_by(side)),
        "id_of": side.name.lower(),
        "pips": None if policy is Policy.TOURNAMENT else [position.own_pips, position.opp_pips],
    }


def counts_of(packed: int) -> list[int]:
    """One side's checkers by its own slots: 0 off, 1 to 24, 25 bar."""
    return [packed >> 4 * slot & 15 for slot in range(BAR + 1)]


def result_text(match: Match, name: str) -> str:
    """`Ann wins a gammon, 4 points`; `name` is the winner's."""
    result = match.result
    if result is None:
        return ""
    # Translators: web page: the end of a game; {name} is the winner, {level} is single, gammon or backgammon
    by_level = {1: _("{name} wins a single game"), 2: _("{name} wins a gammon"), 3: _("{name} wins a backgammon")}
    # Translators: web page: the players agreed how the game ended
    won = _("{name} wins by word") if result.level is None else by_level[result.level]
    parts = [won.format(name=name)]
    if result.is_resigned:
        # Translators: web page: the loser resigned
        parts.append(_("by resignation"))
    if result.is_dropped:
        # Translators: web page: the loser did not take the double
        parts.append(_("by a drop"))
    # Translators: web page: what a game was worth
    parts.append(ngettext("{count} point", "{count} points", result.points).format(count=result.points))
    return ", ".join(parts)


# The last plays


def last_plays(actions: Sequence[Action]) -> list[dict[str, Any]]:
    """The last plays of the game, oldest first: `{"side", "roll", "text", "turn"}`."""
    start = max((n for n, action in enumerate(actions) if isinstance(action, GameStarted)), default=0)
    entries: list[dict[str, Any]] = []
    roll, offers = "", 0
    for action in actions[start:]:
        match action:
            case OpeningRolled(white, black):
                roll = f"{max(white, black)}{min(white, black)}"
            case Rolled(_, thrown):
                roll = f"{max(thrown)}{min(thrown)}"
            case _:
                said = _said(action, offers)
                offers = offers + 1 if isinstance(action, Doubled) else 0
                if said is not None:
                    side, text = said
                    thrown_now = roll if isinstance(action, Played) else ""
                    number = len(entries) + 1
                    entries.append({"turn": number, "side": side.name.lower(), "roll": thrown_now, "text": text})
    return entries[-PLAYS_SHOWN:]


def _said(action: Action, offers: int) -> tuple[Side, str] | None:
    """Who did what, in the words of a record; None for what is no play. `offers`: how many doubles it answers."""
    # Translators: web page: what a player did, in the list of plays, here and below
    doubles, takes, drops = _("doubles"), _("takes"), _("drops")
    # Translators: web page: money games: a redouble in answer to a double, and one in answer to that
    beavers, raccoons = _("beavers"), _("raccoons")
    match action:
        case Played(side, _end, moves, is_legal):
            return side, write_play(moves) or (_("no play") if is_legal else _("not legal"))
        case Doubled(side):
            return side, doubles if not offers else beavers if offers % 2 else raccoons
        case Took(side):
            return side, takes
        case Dropped(side):
            return side, drops
        case ResignationOffered(side, level):
            # Translators: web page: {level} is single, gammon or backgammon
            return side, _("resigns: {level}").format(level=level_word(level))
        case ResignationAccepted(side):
            return side, _("accepts")
        case ResignationDeclined(side):
            return side, _("declines")
        case GameSettled(winner, points):
            # Translators: web page: the players agreed on the result
            return winner, ngettext("wins {count} point", "wins {count} points", points).format(count=points)
        case _:
            return None


# The strip for developers


def strip_of(state: TableState, levels: Sequence[int]) -> Snapshot:
    """What the cells last told and what the referee made of it; in a tournament match nobody learns the latter."""
    board = state.board
    is_secret = state.standing is not None and state.standing.policy is Policy.TOURNAMENT
    if is_secret:
        verdict = "not told under tournament policy"
    else:
        verdict = "the board stirs" if board is None else verdict_text(board.verdict, state)
    return {
        "levels": list(levels),
        "counts": [] if board is None else list(board.counts),
        "differs": [] if board is None or is_secret else [list(entry) for entry in board.differs],
        "is_hand": board is not None and board.is_hand,
        "verdict": verdict,
    }


def verdict_text(verdict: Verdict | None, state: TableState) -> str:
    """A verdict in a line."""
    match verdict:
        case None:
            return "no play is expected"
        case Unmoved():
            return "unmoved"
        case Underway():
            return f"under way at {_points(state, verdict.places)}" if verdict.places else "under way"
        case Complete(play):
            late = f", {verdict.in_hand} hit checker in the hand" if verdict.in_hand else ""
            return f"complete: {write_play(play.moves) or 'no play'}{late}"
        case Illegal(ruling, places):
            return f"illegal ({ruling.kind.name.lower().replace('_', ' ')}) at {_points(state, places)}"
        case Ambiguous(plays):
            return "ambiguous: " + " or ".join(write_play(play.moves) for play in plays[:4])
        case Unreadable(places):
            return f"unreadable at {_points(state, places)}"


def _points(state: TableState, places: tuple[int, ...]) -> str:
    side = (None if state.standing is None else state.standing.match.on_roll) or Side.WHITE
    return point_list(state.layout, side, places) if places else "no place"
