"""The board against the match: stirring, settling, displaced checkers, correcting, missing parts. Part of the table."""

from __future__ import annotations

from collections.abc import Iterator

from engine.position import BAR, Position, Side
from firmware import facts
from firmware.effects import AcceptBoard, ForgetBoard, MakeSound, PrepareTurn, Sound
from firmware.inputs import BoardSettled, BoardStirred, PartFound, PartLost, PositionEntered
from firmware.near_position import near_position
from firmware.standing import can_correct
from firmware.table_games import game_ended
from firmware.table_state import State, Step, TableState, settled_state
from firmware.texts import _
from firmware.verdicts import Ambiguous, Complete, Illegal, Underway, Unmoved, Unreadable
from firmware.words import point_list

SCANNER = "Scanner"
WATCHED = frozenset({State.TO_ROLL, State.DOUBLE, State.DOUBLE_OFFERED, State.TAKE, State.DROP, State.NO_LEGAL_PLAY})
"""States outside Moving in which a whole checker displaced for 3 s leads to Correcting."""
VERY_DIFFERENT = 8
"""From so many checkers that are not where they belong the board is set up anew, White first."""

Displaced = tuple[tuple[int, int, int], ...]


def stirred(work: Step, event: BoardStirred) -> None:
    """Nothing that was read counts any more; a message goes away with what it spoke of."""
    work.set(board=None, stirred_since_s=event.at_s, start_since_s=None, is_warned=False, doubtful=0)
    work.set(is_not_finished=False, active_s=event.at_s)
    if work.state.at in (State.MOVING, State.TO_ROLL, State.NO_LEGAL_PLAY, State.CORRECTING):
        work.set(lines=None, is_warning=False)
    elif work.state.at in (State.WHICH_PLAY, State.TAKEN_OFF, State.PASS_IT):
        work.go(State.MOVING)


def settled(work: Step, event: BoardSettled) -> None:
    """A quiet reading."""
    before = work.state.board
    work.set(board=event)
    if before is None or before.verdict != event.verdict or before.is_hand != event.is_hand:
        work.set(settled_since_s=event.at_s)
    if work.state.at is State.PART_MISSING and not is_scanner_missing(work.state):
        compare(work, work.state.back)
    if work.state.at is State.SET_UP:
        _at_set_up(work, event)
    elif work.state.at is State.CORRECTING:
        _leave_correcting(work)
    elif work.state.at is State.HOW_ENDED and not displaced(work.state):
        work.go(work.state.back)
    is_told = work.state.standing is not None and work.state.standing.shows_legality
    if isinstance(event.verdict, Complete) and not event.is_hand and work.state.at is State.MOVING and is_told:
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
    work.set(lines=put_back_lines(work.state), is_warning=True, is_warned=True)
    work.ask_for(MakeSound(Sound.WARNING))


def put_back_lines(state: TableState) -> tuple[str, str]:
    """Where checkers must go back to and which must go away, in the mover's numbers."""
    wrong = displaced(state)
    missing = tuple(place for place, have, want in wrong if have < want)
    extra = tuple(place for place, have, want in wrong if have > want)
    side = state.mover
    names = point_list(state.layout, side, missing, room=11)
    # Translators: 21 characters; {places} is a list of points, at most 11 characters
    first = _("Put back: {places}").format(places=names) if missing else _("Take away:")
    if not extra:
        return first, ""
    # Translators: 21 characters; {places} is a list of points, at most 16 characters
    return first, _("from {places}").format(places=point_list(state.layout, side, extra, room=16))


# Correcting


def open_correcting(work: Step, back: State) -> None:
    """Put the board right before the game goes on; a very different one is set up anew, White first."""
    away = sum(abs(have - want) for _place, have, want in displaced(work.state))
    work.go(State.CORRECTING, back=back, choice=None, is_guided=away >= VERY_DIFFERENT)
    work.ask_for(MakeSound(Sound.WARNING))


def to_put_right(state: TableState) -> Displaced:
    """What is wrong, the worst first; where the board is set up anew White's missing checkers come before all else."""
    wrong = sorted(displaced(state), key=lambda entry: -abs(entry[1] - entry[2]))
    if state.is_guided:
        position, layout = state.match.position, state.layout
        whites = {layout.place_of(Side.WHITE, slot) for slot in range(1, BAR + 1) if position.own_on(slot)}
        first = [entry for entry in wrong if entry[0] in whites and entry[1] < entry[2]]
        return tuple(first or wrong)
    return tuple(wrong)


def _leave_correcting(work: Step) -> None:
    """Back, once the board stands right or, in a turn that is played, PLAY leads on.

    What stands right to the eye and is not understood all the same is read anew from here: too much has been lifted
    and laid, and nothing is left to put right.
    """
    board, back = work.state.board, work.state.back
    if board is None:
        return
    is_moving, is_right = back is State.MOVING, not displaced(work.state)
    if is_moving and isinstance(board.verdict, Unmoved | Complete | Ambiguous):
        work.go(back)
    elif is_right and not (is_moving and board.is_hand):
        _accept_where_it_stands(work)
        work.go(back)
    elif is_moving and isinstance(board.verdict, Unreadable) and board.verdict.plays and not board.is_hand:
        work.go(back)  # PLAY asks which of them it was


def _accept_where_it_stands(work: Step) -> None:
    """The board is right. Dice that have fallen meanwhile are judged from here: what was known of their plays is of a
    board that counts no more."""
    match = work.state.match
    work.ask_for(AcceptBoard(match.position, work.state.in_hand))
    if match.roll is not None and match.on_roll is not None:
        work.set(is_prepared=False, tree=None)
        work.ask_for(PrepareTurn(match.seen_by(match.on_roll), match.on_roll, match.roll))


def next_doubtful(work: Step, seat: int) -> None:
    """CUBE in Correcting: the next place on the list."""
    choice = work.state.choice
    places = len(to_put_right(work.state)) or 1
    work.set(choice=((choice or 0) + 1) % places)


def acceptable(state: TableState) -> Position | None:
    """The one position, in White's view, as which the board may be accepted; None if there is not exactly one.

    While a play is made it is what the referee has reconstructed; else what lies near the position of the game.
    """
    board, match = state.board, state.match
    if board is None or match.on_roll is None:
        return None
    if isinstance(board.verdict, Illegal | Underway):
        reached = board.verdict.reached
        return reached if reached is None or match.on_roll is Side.WHITE else reached.turned
    wrong = displaced(state)
    return near_position(match.position, wrong, state.layout) if wrong and board.verdict is None else None


def accept_as_it_stands(work: Step, seat: int) -> None:
    """PLAY of both seats held for 2 s: what stands is taken over, if it can be only one position."""
    new, match = acceptable(work.state), work.state.match
    if new is None or match.on_roll is None:
        # Translators: 21 characters each: the board can be read in several ways
        work.say(_("More than one way"), _("to read it: put right"), is_warning=True)
        return
    is_turn_over = match.roll is not None
    on_roll = match.on_roll.other if is_turn_over else match.on_roll
    if not _correct(work, facts.Corrected(match.position, new, on_roll, "accepted as it stands")):
        # Translators: 21 characters each
        work.say(_("Checkers cannot stand"), _("like this: put right"), is_warning=True)


def position_entered(work: Step, event: PositionEntered) -> None:
    """A position from the paired page or by its ID: the board is then compared with it."""
    standing = work.state.standing
    if standing is None or not standing.match.is_playing:
        return
    correction = facts.Corrected(standing.match.position, event.position, event.on_roll, "entered")
    if not _correct(work, correction):
        # Translators: 21 characters each
        work.say(_("That position cannot"), _("stand in a game"), is_warning=True)


def _correct(work: Step, correction: facts.Corrected) -> bool:
    """Make a correction; False, and nothing is changed, if the position cannot stand."""
    if work.state.standing is None or not can_correct(work.state.standing, correction):
        return False
    work.happened(correction)
    work.set(in_hand=(0, 0), rolling_until_s=None)
    if work.state.match.is_playing:
        # Entered from outside it says nothing of the board as it stands; else it was read there.
        is_entered = correction.reason == "entered"
        work.ask_for(ForgetBoard() if is_entered else AcceptBoard(work.state.match.position))
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
    work.set(active_s=event.at_s)
    if event.part != SCANNER or work.state.at is State.PART_MISSING:
        return
    work.set(board=None)
    back = settled_state(work.state, work.state.at)
    if back is State.PAUSED:  # nothing is judged there anyway
        work.go(State.PAUSED)
    else:
        work.go(State.PART_MISSING, back=back, leaving=frozenset())


def is_scanner_missing(state: TableState) -> bool:
    return any(part == SCANNER for part, _remedy in state.missing)


def part_found(work: Step, event: PartFound) -> None:
    was_missing = any(entry[0] == event.part for entry in work.state.missing)
    work.set(missing=tuple(entry for entry in work.state.missing if entry[0] != event.part))
    if was_missing and work.state.standing is not None:
        work.happened(facts.PartCameBack(event.part))


def compare(work: Step, back: State) -> None:
    """Go on in `back` if the board compares, else put it right first."""
    work.go(back, leaving=frozenset())
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
