"""The question Which play?, in words: about the difference between plays that read alike, not their notation. Pure."""

from __future__ import annotations

from textwrap import wrap

from engine.notation import write_play
from engine.plays import Play
from firmware.screens import COLUMNS
from firmware.table_state import TableState
from firmware.texts import _
from firmware.words import side_word

Lines = tuple[str, str]


def which_lines(state: TableState) -> Lines:
    """How many are off, or whose checker stands somewhere, or else the plays in turn."""
    # Translators: 21 characters
    hint = _("CUBE: next, hold PLAY") if len(state.choices) > 1 else _("hold PLAY: yes")
    point = point_of_two_owners(state.choices)
    if state.choice is None:
        return _question(state, point)
    play = state.choices[state.choice]
    if _tells_off(state.choices):
        # Translators: 21 characters
        off = _("How many off? {count}").format(count=play.end.own_off - state.match.seen_by(state.mover).own_off)
        return off, hint
    if point:
        side = state.mover if play.end.own_on(point) else state.mover.other
        # Translators: 21 characters; {side} is a colour word: whose checker stands on that point
        return _("On {point}: {side}").format(point=point, side=side_word(side)), hint
    first, second = play_lines(play)
    return first, second or hint


def _question(state: TableState, point: int) -> Lines:
    # Translators: 21 characters
    show = _("CUBE: show them")
    if _tells_off(state.choices):
        # Translators: 21 characters
        return _("How many off?"), show
    if point:
        # Translators: two lines of 21 characters that are one question
        return _("Whose is the checker"), _("on {point}?").format(point=point)
    if len(state.choices) == 1:
        # Translators: 21 characters each: only one play may be what the board shows
        return _("Was it this play?"), _("CUBE: show it")
    # Translators: 21 characters
    return _("Which play was it?"), show


def _tells_off(plays: tuple[Play, ...]) -> bool:
    """Whether the number of checkers borne off tells the plays apart."""
    return len({play.end.own_off for play in plays}) == len(plays) > 1


def point_of_two_owners(plays: tuple[Play, ...]) -> int:
    """The highest point that is the mover's after one of two plays and the opponent's after the other; 0 if none is.

    Cells see no colours: two plays that hit on different points may read alike.
    """
    if len(plays) != 2:
        return 0
    first, second = (play.end for play in plays)
    for point in range(24, 0, -1):
        if (first.own_on(point) and second.opp_on(point)) or (first.opp_on(point) and second.own_on(point)):
            return point
    return 0


def play_lines(play: Play) -> Lines:
    """A play in one line, or in two if it is long."""
    first, *rest = wrap(write_play(play.moves), COLUMNS) or [""]
    return first, " ".join(rest)
