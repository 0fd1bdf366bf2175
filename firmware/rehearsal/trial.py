"""A fast bench of the referee: self-made games by virtual hands, every scan through the cell filter, no daemon.

Hands move discs on the virtual board at their pace; its levels go scan by scan through the real cell filter and the
real rest detection to the real referee. Left out: the wire, the table, keys, screen and journal, which `gammond replay`
exercises, and what is not a play. The counts are defined in `Tally`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeGuard

from engine.plays import Play, Roll
from engine.position import START, Position, Side
from firmware.board_map import Layout, counts_of_image, image_of, true_by_place
from firmware.chain import reading_of
from firmware.readings import Evidence, Reference, evidence_of
from firmware.referee import judge
from firmware.rehearsal.cases import Case, Trace, sheet_of
from firmware.rehearsal.laying import counts_by_place
from firmware.rehearsal.manners import Manners, Turn, carry
from firmware.rehearsal.mischief import HITS, Kind, Mischief
from firmware.rehearsal.selfmade import Attempt, Mistakes, choose
from firmware.settle import News, Settle
from firmware.stacks import known_on_top
from firmware.table_passing import NUDGES_AT_MOST
from firmware.turn_sheet import TurnSheet
from firmware.verdicts import Ambiguous, Complete, Illegal, Underway, Unmoved, Unreadable, Verdict
from hardware.cells import Cells, CellView
from hardware.geometry import SENSED_PLACES, Geometry
from hardware.virtual.board import VirtualBoard
from hardware.virtual.hands import Hands, Step
from hardware.virtual.styles import with_habits

SCAN_S: Final = 0.02
THINK_S: Final = 0.6
ATTEMPTS: Final = 0.1
TRIES: Final = 12
LONGEST_GAME: Final = 300


@dataclass
class Tally:
    """What came of the plays. The first four exclude each other and sum to `plays`.

    `wrong`: another position was recorded, else `false_alarms`: a fault was declared although the play was legal, else
    `asked`: a question first, then right, else `right`. `illegal` counts the attempts whose exact reading is neither a
    legal end nor unmoved nor under way (the others are `invisible`); `caught`: declared or asked; `named`: by the right
    rule, of the `declared`. `cases` holds what must be explained, a line each; `kept` its scans.
    """

    plays: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    false_alarms: int = 0
    illegal: int = 0
    caught: int = 0
    declared: int = 0
    named: int = 0
    invisible: int = 0
    verdict_ms: list[float] = field(default_factory=list)
    cases: list[str] = field(default_factory=list)
    kept: list[Case] = field(default_factory=list)


class Bench:
    """A board, hands and cells in a style: gestures in, readings out. Scans 50 times a second of its own time."""

    def __init__(self, style: str, geometry: Geometry, seed: int) -> None:
        self.geometry = geometry
        self.board = VirtualBoard(geometry, seed)
        self.hands = Hands(self.board, with_habits(style), seed + 1)
        self.cells = Cells(geometry)
        self._settle = Settle()
        self._scan_no = 0
        self._due_s = 0.0
        self._view: CellView | None = None
        self._news = News.STIRRED
        self.trace = Trace(self.board, seed)

    def do(self, steps: Iterable[Step]) -> None:
        """Carry out gestures at their pace."""
        for step in steps:
            self.wait(step.wait_s)
            step.do()

    def wait(self, wait_s: float) -> None:
        """Let scans pass."""
        self._due_s += wait_s
        while (self._scan_no + 1) * SCAN_S <= self._due_s:
            self._scan()

    def rest(self, *, under_hand: bool = False) -> None:
        """Let scans pass until the board is settled without a hand, or `under_hand` with one too."""
        self.wait(SCAN_S)
        while self._news is not News.SETTLED and not (under_hand and self._news is News.SETTLED_UNDER_HAND):
            self.wait(SCAN_S)

    def _scan(self) -> None:
        self._scan_no += 1
        at_s = self._scan_no * SCAN_S
        self.trace.note(self._scan_no)
        self._view = self.cells.feed(self.board.levels(self._scan_no), at_s)
        told = self._settle.feed(at_s, self._view.moved_at_s, self.board.is_hand)
        self._news = self._news if told is News.NOTHING else told

    def evidence(self, reference: Reference | None) -> Evidence:
        """What the settled board says against a reference."""
        assert self._view is not None
        return evidence_of(reference, reading_of(self._view, self.cells.health), self.geometry)

    def accept(
        self, counts: tuple[int, ...], before: Reference | None, was: tuple[int, ...], now: tuple[int, ...]
    ) -> Reference:
        """The board as it is now is what these counts look like. `was` and `now`: what stood before in truth, and does
        now, by place."""
        assert self._view is not None
        on_top: frozenset[int] = frozenset()
        if before is not None:
            on_top = known_on_top(before, reading_of(self._view, self.cells.health), self.geometry, was, now)
        self.cells.mark()
        self.trace.begin(self._scan_no, counts, on_top)
        return Reference(self._view.levels_10ut, counts, on_top)


class Trial:
    """So many plays by hands of one style, with as much mischief as its rate says. ValueError if that is not 0 to 1."""

    def __init__(self, style: str, geometry: Geometry, seed: int, mischief: float = 0.0) -> None:
        self.geometry = geometry
        self.mischief = Mischief(mischief, Random(seed + 3))
        self.tally = Tally()
        self._bench = Bench(style, geometry, seed)
        self._draw = Random(seed + 2)
        self.mistakes = Mistakes(self._draw)
        self._reference: Reference | None = None
        self._stood: tuple[int, ...] = ()
        self._layout = Layout()
        self._sheet: TurnSheet | None = None

    def run(self, plays: int) -> Tally:
        """Play game after game until so many plays were made."""
        while self.tally.plays < plays:
            self._game(plays)
        return self.tally

    def _game(self, plays: int) -> None:
        draw = self._draw
        self._layout = Layout(draw.randint(0, 1), draw.random() < 0.5)
        position, side = START, Side(draw.randint(0, 1))
        self._bench.hands.set_up(
            [max(n, 1) if p >= SENSED_PLACES else n for p, n in enumerate(counts_by_place(position, self._layout))]
        )
        self._bench.wait(THINK_S)
        self._bench.rest()
        self._reference = None
        for turn in range(LONGEST_GAME):
            roll = Roll(draw.randint(1, 6), draw.randint(1, 6))
            if turn == 0 and roll.is_double:
                continue
            position = self._turn(position, side, roll)
            if position.own >> 4 == 0 or self.tally.plays >= plays:
                return
            position, side = position.turned, side.other

    def _turn(self, position: Position, side: Side, roll: Roll) -> Position:
        """One turn; the position after it, in the mover's view."""
        was, self._stood = self._stood, true_by_place(position, self._layout, side)
        self._reference = self._bench.accept(self._counts(position, side), self._reference, was, self._stood)
        sheet = self._sheet = sheet_of(position, side, roll, self._layout, self.geometry)
        if not sheet.tree.plays:
            return position
        attempt = self.mistakes.attempt(sheet.tree) if self._draw.random() < ATTEMPTS else None
        if attempt is not None:
            self._try(sheet, attempt)
        self.mischief.begin_turn()
        play = choose(self._plays_to_choose_from(sheet.tree.plays), self._draw)
        manners = Manners(self._bench.hands, self.mischief, Turn(position, side, play, sheet.tree.plays, self._layout))
        self._bench.do(manners.steps())
        self._bench.rest(under_hand=manners.presses_at_once)
        self.tally.plays += 1
        self._judge_play(sheet, play, manners)
        self._bench.do(manners.afterwards())
        self._bench.rest()
        if play.end.own >> 4 and self.mischief.is_due(Kind.TAKE_BACK_AFTER_PASS):
            self.mischief.did(Kind.TAKE_BACK_AFTER_PASS)
            self._take_back(position, side, manners)
            return self._turn(position, side, roll)
        return play.end

    def _plays_to_choose_from(self, plays: Sequence[Play]) -> Sequence[Play]:
        """Those that hit, if there are any and mischief with a hit checker is due, else all."""
        if any(self.mischief.is_due(kind) for kind in HITS):
            return [play for play in plays if any(move.is_hit for move in play.moves)] or plays
        return plays

    def _take_back(self, position: Position, side: Side, manners: Manners) -> None:
        """The turn before comes back: everything is put where it stood, and straightened until it reads so."""
        self._bench.do(manners.back())
        self._bench.rest()
        for _ in range(TRIES):
            counts = self._bench.evidence(None).counts
            wrong = {
                place
                for place, (is_, want) in enumerate(zip(counts, self._counts(position, side), strict=True))
                if is_ != want
            }
            if not wrong:
                return
            self._straighten(wrong)

    def _leave(self) -> None:
        self._bench.do(self._bench.hands.withdraw())
        self._bench.rest()

    def _counts(self, position: Position, side: Side) -> tuple[int, ...]:
        return counts_of_image(image_of(position, self.geometry), self._layout, side)

    def _verdict(self, sheet: TurnSheet) -> Verdict:
        began = time.thread_time()
        verdict = judge(sheet, self._bench.evidence(self._reference))
        self.tally.verdict_ms.append(1e3 * (time.thread_time() - began))
        return verdict

    # Illegal attempts

    def _try(self, sheet: TurnSheet, attempt: Attempt) -> None:
        """Do it, see what the referee says, and put it right again."""
        hands = self._bench.hands
        self._bench.do(hands.reach())
        self._bench.do(carry(hands, attempt.transfers, sheet.side, self._layout))
        self._leave()
        self._judge_attempt(sheet, attempt)
        self._bench.do(hands.reach())
        self._bench.do(carry(hands, reversed(attempt.transfers), sheet.side, self._layout, back=True))

    def _judge_attempt(self, sheet: TurnSheet, attempt: Attempt) -> None:
        exact = judge(sheet, Evidence(self._counts(attempt.reached, sheet.side)))
        verdict = self._verdict(sheet)
        if isinstance(exact, Complete | Ambiguous | Unmoved | Underway):
            self.tally.invisible += 1
            return
        self.tally.illegal += 1
        if isinstance(verdict, Complete):
            self._keep(sheet, attempt.reached, f"missed {attempt.kind.name}: {self._told(sheet, verdict)}")
            return
        self.tally.caught += 1
        if isinstance(verdict, Illegal):
            self.tally.declared += 1
            is_named = verdict.ruling.kind is attempt.kind or self._is_as_true(verdict, attempt)
            self.tally.named += is_named
            if not is_named:
                self.tally.cases.append(f"misnamed {attempt.kind.name}: {self._told(sheet, verdict)}")

    def _is_as_true(self, verdict: Illegal, attempt: Attempt) -> bool:
        """Whether a rule of more importance was named, broken by a position that reads exactly like the one reached."""
        if verdict.reached is None or verdict.ruling.kind > attempt.kind:
            return False
        return image_of(verdict.reached, self.geometry) == image_of(attempt.reached, self.geometry)

    # Legal plays

    def _judge_play(self, sheet: TurnSheet, play: Play, manners: Manners) -> None:
        questions = alarms = 0
        for _ in range(TRIES):
            verdict = self._verdict(sheet)
            if isinstance(verdict, Complete):
                self._passed(sheet, play, verdict, questions, alarms)
                return
            if _is_asked(verdict, questions) and any(choice.end == play.end for choice in verdict.plays):
                questions += 1
                break
            is_alarm = isinstance(verdict, Illegal | Underway | Unmoved)
            if is_alarm and not alarms:
                self._keep(sheet, play.end, f"false alarm: {self._told(sheet, verdict)}, played {play.moves}")
            questions, alarms = questions + 1, alarms + is_alarm
            self._bench.do(manners.afterwards())
            self._straighten({*manners.touched, *_places(verdict)})
        self._count(questions, alarms)

    def _passed(self, sheet: TurnSheet, play: Play, verdict: Complete, questions: int, alarms: int) -> None:
        if verdict.play.end != play.end:
            self.tally.wrong += 1
            self._keep(sheet, play.end, f"wrong: {self._told(sheet, verdict)}, played {play.moves}")
        else:
            self._count(questions, alarms)

    def _count(self, questions: int, alarms: int) -> None:
        if alarms:
            self.tally.false_alarms += 1
        elif questions:
            self.tally.asked += 1
        else:
            self.tally.right += 1

    def _keep(self, sheet: TurnSheet, end: Position, told: str) -> None:
        self.tally.cases.append(told)
        self.tally.kept.append(self._bench.trace.case(sheet, end, told))

    def _straighten(self, places: set[int]) -> None:
        hands = self._bench.hands
        self._bench.do(hands.reach())
        for place in sorted(places):
            if place < SENSED_PLACES and hands.count(place):
                self._bench.do(hands.straighten(place))
        self._leave()

    def _told(self, sheet: TurnSheet, verdict: Verdict) -> str:
        match verdict:
            case Complete(play):
                what = f"complete {play.moves}"
            case Illegal(ruling) | Underway(ruling):
                what = f"{type(verdict).__name__.lower()} {ruling}"
            case _:
                what = type(verdict).__name__.lower()
        start = sheet.tree.start
        return f"play {self.tally.plays}, {start.own:x} {start.opp:x} roll {sheet.tree.roll}: {what}"


def _is_asked(verdict: Verdict, nudges: int) -> TypeGuard[Ambiguous | Unreadable]:
    """Whether the table asks which play it was: of plays that read alike, or after so many nudges of all it may be."""
    return isinstance(verdict, Ambiguous) or (isinstance(verdict, Unreadable) and nudges >= NUDGES_AT_MOST)


def _places(verdict: Verdict) -> tuple[int, ...]:
    match verdict:
        case Unreadable(places) | Illegal(_, places):
            return places
        case Underway():
            return (*verdict.places, *verdict.look_at)
        case _:
            return ()
