"""From scans to what the table is told: cells, rest, reading, verdict. One object that composes the pure parts.

Owns the reference of the readings and the sheet of the turn. No clock, no file, no port: scans go in, inputs for the
table come out.
"""

from __future__ import annotations

from engine.match import Match
from engine.plays import Play
from engine.position import BAR, Position, Side
from firmware.board_map import Layout, counts_of_image, image_of, true_by_place
from firmware.inputs import (
    BoardSettled,
    BoardStirred,
    CheckerLaid,
    CheckerLifted,
    Input,
    KeyPressed,
    KeyReleased,
)
from firmware.readings import Reading, Reference, changed_places, evidence_of
from firmware.referee import LIMITS, Limits, differences, judge
from firmware.settle import News, Settle
from firmware.stacks import known_on_top
from firmware.table_state import State, TableState
from firmware.turn_sheet import TurnSheet
from firmware.verdicts import Ambiguous, Complete, Unreadable, Verdict
from hardware.cells import CellHealth, Cells, CellView
from hardware.geometry import Geometry
from hardware.ports import KEYS, Key, Scan

DOUBTFUL_10UT = (110, 220)
"""Levels so near the limit of 1.6 mT that a checker 1 mm aside would read the other way (field: 2.8 mT at 12 mm, 1.0 at
14). Below, three stray fields may add up on an empty cell: 0.6 mT of its own column, 0.2 of each neighbour."""


class Chain:
    """One board's readings."""

    def __init__(self, geometry: Geometry, quiet_s: float = 0.4, limits: Limits = LIMITS) -> None:
        self.geometry = geometry
        self.quiet_s = quiet_s
        self.limits = limits
        self.sheet: TurnSheet | None = None
        self.reference: Reference | None = None
        self.reading: Reading | None = None
        self.counts: tuple[int, ...] | None = None
        self.verdict: Verdict | None = None
        self.scans = 0
        self._presses: tuple[int, ...] | None = None
        self._is_down: tuple[bool, ...] = (False,) * KEYS
        self._begin()

    def _begin(self) -> None:
        self._lifts: tuple[int, ...] = ()
        self._drops: tuple[int, ...] = ()
        self._cells = Cells(self.geometry)
        self._settle = Settle(self.quiet_s)
        self._last_ms = -1

    def lost(self) -> None:
        """The scanner went away: what it says next begins anew; the reference stays, the board has not moved."""
        self._begin()
        self._presses = None

    def accept(self, position: Position | None = None) -> None:
        """What was read last is from now on what the position's checkers look like.

        `position` (White's view) is the match's, if it is known; of a play that was made its checkers count.
        """
        if self.reading is not None and self.counts is not None:
            counts, on_top = self._accepted_counts(self.counts, position), self._on_top(self.reading, position)
            self.reference = Reference(self.reading.levels_10ut, counts, on_top)
        self.sheet = None
        self._cells.mark()
        self._settle.again()

    def _accepted_counts(self, read: tuple[int, ...], position: Position | None) -> tuple[int, ...]:
        """What stands now: after a play its end, whatever crooked columns seem to hold; else what was read."""
        sheet, verdict = self.sheet, self.verdict
        play = None if sheet is None else _play_made(sheet, verdict, position)
        if sheet is None or play is None:
            return read
        counts = list(counts_of_image(image_of(play.end, self.geometry), sheet.layout, sheet.side))
        is_on_wrong_bar = isinstance(verdict, Complete) and verdict.on_wrong_bar
        for side in (sheet.side, sheet.side.other):
            bar = sheet.layout.place_of(side, BAR)
            counts[bar] = read[bar] if is_on_wrong_bar else min(counts[bar], read[bar])  # others are still in the hand
        return tuple(counts)

    def _on_top(self, reading: Reading, position: Position | None) -> frozenset[int]:
        """Of which stacks it is known that nothing lies beyond their row."""
        sheet, reference = self.sheet, self.reference
        if reference is None:
            return frozenset()
        if sheet is None:  # the same position as before
            stirred = changed_places(reference, reading, self.geometry)
            return frozenset(p for p in reference.on_top if p not in stirred and not reading.rests[p])
        play = _play_made(sheet, self.verdict, position)
        if play is None:
            return frozenset()
        was, now = (true_by_place(at, sheet.layout, sheet.side) for at in (sheet.tree.start, play.end))
        return known_on_top(reference, reading, self.geometry, was, now)

    def forget(self) -> None:
        """The position was set from outside: only the cells themselves count until they read as it."""
        self.reference = None
        self.sheet = None
        self._settle.again()

    def read_again(self) -> None:
        """Tell the board's state once more at the next scan."""
        self._settle.again()

    def take_sheet(self, sheet: TurnSheet) -> None:
        """The legal plays of the roll are known: judge from now on, and the board as it stands once more."""
        self.sheet = sheet
        self._settle.again()

    def feed(self, scan: Scan, now_s: float, state: TableState) -> list[Input]:
        """What a scan tells the table at `now_s`; nearly always nothing."""
        self.scans += 1
        if scan.at_ms < self._last_ms:
            self.lost()  # it started anew, its counters too
        told = self._keys(scan, now_s)
        self._last_ms = scan.at_ms
        at_s = scan.at_ms / 1000
        view = self._cells.feed(scan.levels_10ut, at_s)
        told += self._lifted(view, now_s)
        news = self._settle.feed(at_s, view.moved_at_s, scan.is_hand)
        if news is News.STIRRED:
            told.append(BoardStirred(now_s, scan.is_hand))
        elif news is not News.NOTHING:
            told.append(self._settled(view, now_s, news is News.SETTLED_UNDER_HAND, state))
        return told

    def _lifted(self, view: CellView, now_s: float) -> list[Input]:
        """Checkers that left a place or came to one since the scan before; the cells count them while a turn lasts."""
        lifts, drops = self._lifts, self._drops
        if view.lifts is lifts and view.drops is drops:
            return []
        self._lifts, self._drops = view.lifts, view.drops
        if self.sheet is None or not lifts:
            return []
        told: list[Input] = []
        for place, (now, then) in enumerate(zip(view.lifts, lifts, strict=True)):
            told += [CheckerLifted(now_s, place)] if now > then else []
        for place, (now, then) in enumerate(zip(view.drops, drops, strict=True)):
            told += [CheckerLaid(now_s, place)] if now > then else []
        return told

    # Keys

    def _keys(self, scan: Scan, now_s: float) -> list[Input]:
        """Keys as inputs. The counters tell of presses even if the sentences between were lost."""
        if scan.presses == self._presses and scan.is_down == self._is_down:
            return []
        before, was_down = self._presses, self._is_down
        self._presses, self._is_down = scan.presses, scan.is_down
        if before is None:
            return [KeyReleased(now_s, *seat_and_key(number)) for number, is_down in enumerate(was_down) if is_down]
        let_go: list[Input] = []
        told: list[Input] = []
        for number, (now, then) in enumerate(zip(scan.presses, before, strict=True)):
            inputs = key_inputs(number, (now - then) & 255, was_down[number], scan.is_down[number], now_s)
            is_let_go = was_down[number] and inputs
            let_go += inputs[:1] if is_let_go else []
            told += inputs[1:] if is_let_go else inputs
        return let_go + told  # a key let go as another went down was not held together with it

    # The board

    def _settled(self, view: CellView, now_s: float, is_hand: bool, state: TableState) -> BoardSettled:
        reading = reading_of(view, self._cells.health)
        self.reading = reading
        is_setting_up = state.at is State.SET_UP or state.standing is None
        reference = None if is_setting_up else self.reference
        evidence = evidence_of(reference, reading, self.geometry)
        self.counts = counts = evidence.counts
        if is_setting_up:
            return self._against_start(counts, now_s, is_hand, state)
        verdict = None
        if self.sheet is not None:
            verdict = judge(self.sheet, evidence, self.limits)
        self.verdict = verdict
        wrong = differences(counts, self.expected(state.match, state.layout))
        if reference is None and not wrong and not is_hand:
            self._take_as_reference(counts)
        start = self._start_of(state) if wrong else None
        layout = state.layout if start == counts else None
        return BoardSettled(now_s, is_hand, verdict, wrong, layout, counts)

    def _take_as_reference(self, stands: tuple[int, ...]) -> None:
        """After a restart or a take-back the cells alone counted; now they read as the position of the match.

        Unless a play of this roll reads so too: then the board may not be put back yet.
        """
        if self.reading is not None and (self.sheet is None or self.sheet.start not in self.sheet.ends):
            self.reference = Reference(self.reading.levels_10ut, stands)
            self._cells.mark()

    def _start_of(self, state: TableState) -> tuple[int, ...]:
        """The counts by place of the variant's start: standing in mid-game, the players have settled it by word."""
        return counts_of_image(image_of(state.match.rules.start, self.geometry), state.layout, Side.WHITE)

    def _against_start(self, counts: tuple[int, ...], now_s: float, is_hand: bool, state: TableState) -> BoardSettled:
        """Compare with the start position in both directions of play; the one that fits better is told."""
        match = state.standing.match if state.standing else None
        seat = state.layout.white_seat if state.standing else state.house.white_seat
        start = image_of(match.rules.start if match else state.house.start, self.geometry)
        found = []
        for home_is_right in (True, False):
            layout = Layout(seat, home_is_right)
            found.append((differences(counts, counts_of_image(start, layout, Side.WHITE)), layout))
        wrong, layout = min(found, key=lambda entry: sum(abs(have - want) for _, have, want in entry[0]))
        return BoardSettled(now_s, is_hand, None, wrong, None if wrong else layout, counts)

    def expected(self, match: Match, layout: Layout) -> tuple[int, ...]:
        """The counts by place that the match's position should read."""
        return counts_of_image(image_of(match.position, self.geometry), layout, Side.WHITE)


def _play_made(sheet: TurnSheet, verdict: Verdict | None, position: Position | None) -> Play | None:
    """The play by which the turn was passed: the one that was read, or that was chosen of those it may have been."""
    end = position if position is None or sheet.side is Side.WHITE else position.turned
    match verdict:
        case Complete(play):
            return play if end in (None, play.end) else None
        case Ambiguous(plays) | Unreadable(plays=plays):
            return next((play for play in plays if play.end == end), None)
        case _:
            return None


def reading_of(view: CellView, health: CellHealth) -> Reading:
    """What cells at rest say, with those in doubt: near the limit between on and off, stuck or noisy."""
    unhealthy = health.stuck | health.noisy | health.saturated
    doubtful = frozenset(view.doubtful_cells(DOUBTFUL_10UT)) | unhealthy
    return Reading(view.levels_10ut, view.is_on, view.lifts, view.drops, doubtful, view.rests, unhealthy)


def seat_and_key(number: int) -> tuple[int, Key]:
    """Seat and key of a key's number on the wire."""
    return number // 2, Key(number % 2)


def key_inputs(number: int, presses: int, was_down: bool, is_down: bool, now_s: float) -> list[Input]:
    """The presses and releases that lead from one scan's keys to the next one's. `number` is 2 * seat + key."""
    seat, key = seat_and_key(number)
    down, up = KeyPressed(now_s, seat, key), KeyReleased(now_s, seat, key)
    told: list[Input] = []
    if was_down and (presses or not is_down):
        told.append(up)
    for left in range(presses - 1, -1, -1):
        told.append(down)
        if left or not is_down:
            told.append(up)
    return told
