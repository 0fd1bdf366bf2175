"""Pausing, going on after a pause or a restart, putting matches away and taking them up again. Part of the table."""

from __future__ import annotations

from dataclasses import replace

from firmware import facts, table_clock
from firmware.effects import DrawDice, ForgetBoard, ListMatches, ReadAgain
from firmware.inputs import MatchesListed, MatchLoaded
from firmware.table_board import VERY_DIFFERENT, compare, displaced, is_scanner_missing, open_correcting
from firmware.table_games import BOTH, set_up
from firmware.table_state import State, Step, resume_state, settled_state, turn_state
from firmware.table_turns import prepare_if_moving
from firmware.verdicts import Unreadable


def pause(work: Step) -> None:
    """From the menu: nothing is judged until both go on."""
    back = settled_state(work.state, State.MENU)
    work.happened(facts.MatchPaused())
    work.go(State.PAUSED, back=back, ready=frozenset(), leaving=frozenset())


def go_on(work: Step, seat: int) -> None:
    """PLAY of both seats: go on with the match where it was, the roll included; the board is compared."""
    work.set(ready=work.state.ready | {seat})
    if work.state.ready != BOTH:
        return
    work.happened(facts.MatchResumed())
    if work.state.at is State.RESUME:
        _continue(work)
    elif is_scanner_missing(work.state):
        work.go(State.PART_MISSING, ready=frozenset(), leaving=frozenset())
    else:
        back = work.state.back
        work.set(ready=frozenset())
        compare(work, back)
        _set_up_anew_if_empty(work)


def _continue(work: Step) -> None:
    assert work.state.standing is not None
    at = resume_state(work.state.standing) or State.SET_UP
    if at is State.MOVING:
        at = turn_state(work.state)
    resigner = work.state.match.offered_by
    seat = 0 if resigner is None else work.state.layout.seat_of(resigner)
    ready_again = BOTH if at is State.SET_UP else frozenset()
    work.go(at, resigner=seat, ready=ready_again, leaving=frozenset(), choice=None)
    if at is State.OPENING_ROLL:
        work.ask_for(DrawDice())
    elif at is State.SET_UP:  # until now the board was held against the match's position
        work.set(board=None, start_since_s=None)
        work.ask_for(ReadAgain())
    else:
        _set_up_anew_if_empty(work)


def _set_up_anew_if_empty(work: Step) -> None:
    """An empty or very different board is set up at once, White first, then Black."""
    state = work.state
    away = sum(abs(have - want) for _place, have, want in displaced(state))
    verdict = state.board.verdict if state.board is not None else None
    is_in_play = state.at is State.MOVING and not isinstance(verdict, Unreadable)  # a big double moves eight checkers
    if state.at in (State.TO_ROLL, State.MOVING, State.NO_LEGAL_PLAY) and away >= VERY_DIFFERENT and not is_in_play:
        open_correcting(work, state.at)


def put_away(work: Step, seat: int) -> None:
    """Held CUBE of both seats: the match is kept unfinished and the table is set up anew."""
    if work.state.standing is None:
        return
    work.set(leaving=work.state.leaving | {seat})
    if work.state.leaving == BOTH:
        leave_match(work, facts.MatchPutAway())


def leave_match(work: Step, body: facts.MatchPutAway | facts.MatchAbandoned) -> None:
    """The match is left as it is; the list of unfinished ones is asked for anew."""
    table_clock.stop(work)
    work.happened(body)
    is_missing = is_scanner_missing(work.state)
    set_up(work, ready=frozenset(), leaving=frozenset(), standing=None, rolling_until_s=None, in_hand=(0, 0))
    work.ask_for(ListMatches())
    if is_missing:
        work.go(State.PART_MISSING, back=State.SET_UP)


def matches_listed(work: Step, event: MatchesListed) -> None:
    work.set(old_matches=event.matches)


def match_loaded(work: Step, event: MatchLoaded) -> None:
    """A match that was put away is offered; both say whether they go on with it."""
    standing = event.standing
    if work.state.standing is not None or standing is None:
        return
    if resume_state(replace(standing, is_put_away=False)) is None:
        return
    work.set(standing=standing, layout=standing.layout, in_hand=(0, 0), is_prepared=False, tree=None, board=None)
    work.set(day=event.day)
    work.go(State.RESUME, ready=frozenset(), leaving=frozenset())
    work.ask_for(ForgetBoard())
    prepare_if_moving(work)
