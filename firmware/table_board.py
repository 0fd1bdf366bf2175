"""The board against the match: stirring, settling, displaced checkers, correcting, missing parts. Part of the table."""

from __future__ import annotations

from collections.abc import Iterator

from engine.position import BAR, Side
from firmware import facts
from firmware.effects import AcceptBoard, MakeSound, Sound
from firmware.inputs import BoardSettled, BoardStirred, PartFound, PartLost, PositionEntered
from firmware.standing import can_correct
from firmware.table_games import game_ended
from firmware.table_state import State, Step, TableState
from firmware.verdicts import Complete, Illegal, Underway, Unmoved
from firmware.words import point_list

SCANNER = "Scanner"
WATCHED = frozenset({State.TO_ROLL, State.DOUBLE, State.DOUBLE_OFFERED, State.TAKE, State.DROP, State.NO_LEGAL_PLAY})
"""States outside Moving in which a whole checker displaced for 3 s leads to Correcting."""

Displaced = tuple[tuple[int, int, int], ...]


def stirred(work: Step, event: BoardStirred) -> None:
    """Nothing that was read counts any more; a message goes away with what it spoke of."""
    work.set(board=None, stirred_since_s=event.at_s, start_since_s=None, is_warned=False, doubtful=0)
    if work.state.at in (State.MOVING, State.TO_ROLL, State.NO_LEGAL_PLAY, State.CORRECTING):
        work.set(lines=None, is_warning=False)
    elif work.state.at in (State.WHICH_PLAY, State.TAKEN_OFF):
        work.go(State.MOVING)


def settled(work: Step, event: BoardSettled) -> None:
    """A quiet reading."""
    before = work.state.board
    work.set(board=event)
    if before is None or before.verdict != event.verdict or before.is_hand != event.is_hand:
        work.set(settled_since_s=event.at_s)
    if work.state.at is State.PART_MISSING and not any(part == SCANNER for part, _ in work.state.missing):
        _compare_after_loss(work)
    if work.state.at is State.SET_UP:
        _at_set_up(work, event)
    elif work.state.at is State.CORRECTING:
        _leave_correcting(work)
    if isinstance(event.verdict, Complete) and not event.is_hand and work.state.at is State.MOVING:
        work.ask_for(MakeSound(Sound.COMPLETE))


def _at_set_up(work: Step, event: BoardSettled) -> None:
    if event.start_layout is None:
        work.set(start_since_s=None)
    elif work.state.start_since_s is None:
        work.set(start_since_s=event.at_s, layout=event.start_layout)


def displaced(state: TableState) -> Displaced:
    """Places that do not hold what the position says, as (place, is, should be); hit checkers in a hand excepted.

    A hit checker laid on the other side's bar place is excepted too: it is asked for, but nothing waits for it.
    """
    board = state.board
    if board is None:
        return ()
    allowed = {state.layout.place_of(side, BAR): hand for side, hand in zip(Side, state.in_hand, strict=True)}
    total = sum(state.in_hand)
    wrong = []
    for place, have, want in board.differs:
        if place in allowed and (want - allowed[place] <= have <= want or want < have <= want + total - allowed[place]):
            continue
        wrong.append((place, have, want))
    return tuple(wrong)


def mark_board(work: Step) -> None:
    """Say what must be put back before the game goes on."""
    wrong = displaced(work.state)
    missing = tuple(place for place, have, want in wrong if have < want)
    extra = tuple(place for place, have, want in wrong if have > want)
    side = work.state.mover
    first = "Put back: " + point_list(work.state.layout, side, missing, room=11) if missing else "Take away:"
    second = "from " + point_list(work.state.layout, side, extra, room=16) if extra else ""
    work.set(lines=(first, second), is_warning=True, is_warned=True)
    work.ask_for(MakeSound(Sound.WARNING))


# Correcting


def open_correcting(work: Step, back: State) -> None:
    work.go(State.CORRECTING, back=back, choice=None)
    work.ask_for(MakeSound(Sound.WARNING))


def _leave_correcting(work: Step) -> None:
    board = work.state.board
    if board is None:
        return
    if work.state.back is State.MOVING:
        is_right = isinstance(board.verdict, Unmoved | Complete)
    else:
        is_right = not displaced(work.state)
    if is_right:
        back = work.state.back
        if back is not State.MOVING:
            work.ask_for(AcceptBoard(work.state.match.position, work.state.in_hand))
        work.go(back)


def next_doubtful(work: Step, seat: int) -> None:
    """CUBE in Correcting: the next place on the list."""
    choice = work.state.choice
    places = len(displaced(work.state)) or 1
    work.set(choice=((choice or 0) + 1) % places)


def accept_as_it_stands(work: Step, seat: int) -> None:
    """PLAY of both seats held for 2 s: what stands is taken over, if it can be only one position."""
    board = work.state.board
    reached = None
    if board is not None and isinstance(board.verdict, Illegal | Underway):
        reached = board.verdict.reached
    mover = work.state.match.on_roll
    if reached is None or mover is None:
        work.say("More than one way", "to read it: put right", is_warning=True)
        return
    old = work.state.match.position
    new = reached if mover is Side.WHITE else reached.turned
    if not _correct(work, facts.Corrected(old, new, mover.other, "accepted as it stands")):
        work.say("Checkers cannot stand", "like this: put right", is_warning=True)


def position_entered(work: Step, event: PositionEntered) -> None:
    """A position from the paired page or by its ID: the board is then compared with it."""
    standing = work.state.standing
    if standing is None or not standing.match.is_playing:
        return
    correction = facts.Corrected(standing.match.position, event.position, event.on_roll, "entered")
    if not _correct(work, correction):
        work.say("That position cannot", "stand in a game", is_warning=True)


def _correct(work: Step, correction: facts.Corrected) -> bool:
    """Make a correction; False, and nothing is changed, if the position cannot stand."""
    if work.state.standing is None or not can_correct(work.state.standing, correction):
        return False
    work.happened(correction)
    work.set(in_hand=(0, 0), rolling_until_s=None)
    if work.state.match.is_playing:
        work.ask_for(AcceptBoard(work.state.match.position))
        work.go(State.TO_ROLL)
    else:
        game_ended(work)
    return True


# Parts


def part_lost(work: Step, event: PartLost) -> None:
    """A part went away: said on the screen, on record, and never the end of the game."""
    missing = tuple(entry for entry in work.state.missing if entry[0] != event.part)
    work.set(missing=(*missing, (event.part, event.remedy)))
    if work.state.standing is not None:
        work.happened(facts.PartWentMissing(event.part))
    if event.part == SCANNER and work.state.at is not State.PART_MISSING:
        work.set(board=None)
        work.go(State.PART_MISSING, back=_back_after_loss(work.state))


def _back_after_loss(state: TableState) -> State:
    """Where the table goes on: a menu is closed, and a question about a reading is asked anew from a new reading."""
    if state.at in (State.RESIGN_MENU, State.CORRECTING):
        return state.back
    return State.MOVING if state.at in (State.WHICH_PLAY, State.TAKEN_OFF) else state.at


def part_found(work: Step, event: PartFound) -> None:
    was_missing = any(entry[0] == event.part for entry in work.state.missing)
    work.set(missing=tuple(entry for entry in work.state.missing if entry[0] != event.part))
    if was_missing and work.state.standing is not None:
        work.happened(facts.PartCameBack(event.part))


def _compare_after_loss(work: Step) -> None:
    """The scanner is back and the board is quiet: go on if it compares, else put it right first."""
    back = work.state.back
    work.go(back)
    if back in WATCHED and displaced(work.state):
        open_correcting(work, back)


# Time


def _correcting_due_s(state: TableState) -> float | None:
    board = state.board
    if state.at not in WATCHED or state.is_rolling or board is None or board.is_hand or not displaced(state):
        return None
    return state.settled_since_s + state.house.times.displaced_s


def time_passed(work: Step) -> None:
    due = _correcting_due_s(work.state)
    if due is not None and work.state.now_s >= due:
        open_correcting(work, work.state.at)


def deadlines(state: TableState) -> Iterator[float]:
    """When this part of the table wants to be woken."""
    due = _correcting_due_s(state)
    if due is not None:
        yield due
