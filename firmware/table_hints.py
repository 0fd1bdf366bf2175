"""What CUBE in Moving asks for, the way back and hints, and what follows a lifted checker. Part of the table.

Which numbers are played and where a checker may land is read from the tree of the roll's legal plays.
"""

from __future__ import annotations

from engine.plays import PlayTree
from engine.position import BAR, OFF, Position
from firmware.inputs import CheckerLaid, CheckerLifted
from firmware.policy import Policy
from firmware.table_board import displaced
from firmware.table_state import State, Step, TableState
from firmware.verdicts import Complete, Illegal, Underway, Unmoved
from hardware.geometry import TRAY_NEAR


def way_back_or_hint(work: Step, seat: int) -> None:
    """CUBE in Moving: lamps show the way back to where the turn began; on an unmoved board what may be moved (home)."""
    state = work.state
    if state.is_snapping or state.is_hinting:
        work.set(is_snapping=False, is_hinting=False, lines=None, is_warning=False)
    elif state.board is not None and displaced(state):
        work.set(is_snapping=True, is_warned=False, lines=None, is_warning=False)
    elif state.board is not None and has_hints(state):
        work.set(is_hinting=True, lines=None, is_warning=False)


def has_hints(state: TableState) -> bool:
    return state.standing is not None and state.standing.policy is Policy.HOME


def time_passed(work: Step) -> None:
    """The way back ends by itself when the board stands as the turn began."""
    if work.state.is_snapping and work.state.board is not None and not displaced(work.state):
        work.set(is_snapping=False)


def settled(work: Step) -> None:
    """Remember what the board shows while it is quiet: a checker lifted next leaves from there."""
    board = work.state.board
    if board is not None and work.state.at is State.MOVING:
        work.set(shown=reached(work.state))
        if not board.is_hand:
            work.set(landing=frozenset())


def lifted(work: Step, event: CheckerLifted) -> None:
    """A checker left a place: where it may land is shown at once, under the hand too (home policy)."""
    work.set(is_hinting=False, active_s=event.at_s)
    work.set(landing=_landing(work.state, event.place))


def laid(work: Step, event: CheckerLaid) -> None:
    work.set(landing=frozenset(), active_s=event.at_s)


# What the tree tells


def reached(state: TableState) -> Position | None:
    """The position of the tree that the board shows, in the mover's view; None if it shows none of them."""
    verdict = state.board.verdict if state.board is not None else None
    match verdict:
        case Complete(play):
            return play.end
        case Unmoved():
            return state.match.seen_by(state.mover)
        case Underway() | Illegal():
            return verdict.reached
        case _:
            return None


def numbers_played(state: TableState) -> tuple[int, ...]:
    """The numbers already played, as far as the board tells; nothing under a play that is no legal one."""
    verdict = state.board.verdict if state.board is not None else None
    if state.is_snapping or state.match.roll is None:
        return ()
    if isinstance(verdict, Complete):
        return state.match.roll.numbers
    at = reached(state) if isinstance(verdict, Underway) else None
    moves = state.tree.nodes.get(at, ()) if state.tree is not None and at is not None else ()
    return tuple(move.number for move in moves)


def numbers_left(state: TableState) -> tuple[int, ...]:
    """The numbers of the roll that are not played yet, the larger first."""
    left = list(state.match.roll.numbers) if state.match.roll is not None else []
    for number in numbers_played(state):
        if number in left:
            left.remove(number)
    return tuple(left)


def movable_slots(tree: PlayTree) -> frozenset[int]:
    """The mover's points from which some legal play begins."""
    return frozenset(moves[0].start for moves in tree.nodes.values() if moves)


def landing_slots(tree: PlayTree, at: Position, start: int) -> frozenset[int]:
    """Where the checker on `start` (25 the bar) may land, in one move or several, on the way of a legal play."""
    made = len(tree.nodes.get(at, ()))
    return frozenset(
        end
        for node, moves in tree.nodes.items()
        if len(moves) > made and (end := _only_hop(at, node, start)) is not None
    )


def _only_hop(before: Position, after: Position, start: int) -> int | None:
    """Where the checker of `start` went if it is the only own one that moved; None otherwise."""
    change = after.own - before.own + (1 << 4 * start)
    if change <= 0 or change & (change - 1) or (change.bit_length() - 1) % 4:
        return None
    end = (change.bit_length() - 1) // 4
    return end if OFF <= end < start <= BAR else None


def _landing(state: TableState, place: int) -> frozenset[int]:
    """Where the checker just lifted from a place may land, as the mover's slots; none unless hints are given."""
    if state.at is not State.MOVING or state.is_snapping or state.tree is None or not has_hints(state):
        return frozenset()
    slot = state.layout.spot_of(state.mover, place) if place < TRAY_NEAR else 0
    at = state.shown if state.shown in state.tree.nodes else state.match.seen_by(state.mover)
    return landing_slots(state.tree, at, slot) if slot and at is not None else frozenset()
