"""Mischief: as often as the reference says, as people do it, and everything is right again at the end."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from engine.plays import Play, Roll, legal_plays
from engine.position import START, Position, Side
from firmware.board_map import Layout
from firmware.rehearsal.laying import counts_by_place
from firmware.rehearsal.manners import Manners, Turn, neighbours, other_orders
from firmware.rehearsal.mischief import PER_1000_TURNS, Kind, Mischief
from firmware.rehearsal.trial import Trial
from hardware.geometry import R1, SENSED_PLACES
from hardware.virtual.board import VirtualBoard
from hardware.virtual.hands import Hands, Step

REFERENCE = json.loads((Path(__file__).parents[1] / "data" / "hands_reference.json").read_text())
LAYOUT = Layout()
BLOT_ON_5 = Position(START.own, START.opp - (2 << 4 * 24) + (1 << 4 * 24) + (1 << 4 * 20))
"""The start, with one of the opponent's back checkers moved up to our 5 point: 6/5* and 8/5* hit."""


class Only(Mischief):
    """These kinds are due in every turn, and no others."""

    def __init__(self, *kinds: Kind, seed: int = 1) -> None:
        super().__init__(0.0, Random(seed))
        self._always = kinds

    def begin_turn(self) -> None:
        super().begin_turn()
        self._due.update(self._always)


class Table:
    """Hands that carry out one turn of White's, with what stands noted after each step."""

    def __init__(
        self, mischief: Mischief, start: Position, play: Play, others: tuple[Play, ...] = (), style: str = "loose"
    ) -> None:
        self.board = VirtualBoard(R1, 1)
        self.hands = Hands(self.board, style, 2)
        self.hands.set_up(counts_by_place(start, LAYOUT))
        mischief.begin_turn()
        self.manners = Manners(self.hands, mischief, Turn(start, Side.WHITE, play, others))
        self.seen: list[tuple[tuple[int, ...], int, bool]] = []
        self.waits: list[float] = []
        self.carry_out(self.manners.steps())

    def carry_out(self, steps: Iterable[Step]) -> None:
        for step in steps:
            self.waits.append(step.wait_s)
            step.do()
            self.seen.append((self.counts, len(self.hands.in_hand), self.board.is_hand))

    @property
    def counts(self) -> tuple[int, ...]:
        return tuple(self.hands.count(place) for place in range(SENSED_PLACES))


def place(point: int, side: Side = Side.WHITE) -> int:
    return LAYOUT.place_of(side, point)


def play_of(start: Position, roll: Roll, *moves: tuple[int, int]) -> Play:
    return next(p for p in legal_plays(start, roll) if [(m.start, m.end) for m in p.moves] == list(moves))


def after(position: Position) -> tuple[int, ...]:
    return tuple(counts_by_place(position, LAYOUT)[:SENSED_PLACES])


def test_rates_are_those_of_the_reference_file() -> None:
    told = REFERENCE["mischief_per_1000_turns_at_rate_1"]
    assert {kind.value: often for kind, often in PER_1000_TURNS.items()} == told


@pytest.mark.parametrize("rate", [0.0, 0.3, 1.0])
def test_each_kind_is_due_as_often_as_its_rate_says(rate: float) -> None:
    mischief = Mischief(rate, Random(5))
    for _ in range(3000):
        mischief.begin_turn()
        for kind in Kind:
            if mischief.is_due(kind):
                mischief.did(kind)
    for name, often in mischief.per_1000_turns().items():
        assert often == pytest.approx(rate * REFERENCE["mischief_per_1000_turns_at_rate_1"][name], abs=1.0)


def test_what_a_turn_does_not_let_is_made_up_for_later() -> None:
    mischief = Mischief(1.0, Random(5))
    for turn in range(2000):
        mischief.begin_turn()
        if turn % 4 == 0 and mischief.is_due(Kind.HIT_CHECKER_LATE):
            mischief.did(Kind.HIT_CHECKER_LATE)
    assert mischief.per_1000_turns()["hit_checker_late"] == pytest.approx(80, abs=1.5)


def test_a_rate_outside_0_to_1_is_refused() -> None:
    with pytest.raises(ValueError, match="goes from 0 to 1"):
        Mischief(1.5, Random(1))


def test_real_turns_have_each_kind_as_often_as_the_reference_says() -> None:
    trial = Trial("loose", R1, 8, mischief=1.0)
    trial.run(80)
    for kind, often in PER_1000_TURNS.items():
        assert trial.mischief.done[kind] == pytest.approx(often * trial.mischief.turns / 1000, abs=3.0), kind


@pytest.mark.parametrize("seed", range(4))
def test_the_play_stands_at_the_end_whatever_was_done_on_the_way(seed: int) -> None:
    draw = Random(seed)
    mischief = Mischief(1.0, draw)
    position = START
    for _ in range(30):
        plays = legal_plays(position, Roll(draw.randint(1, 6), draw.randint(1, 6)))
        if not plays:
            position = position.turned
            continue
        play = draw.choice(plays)
        table = Table(mischief, position, play, tuple(plays))
        table.carry_out(table.manners.afterwards())
        assert table.counts == after(play.end)
        assert not table.hands.in_hand
        assert not table.board.is_hand
        if not play.end.own >> 4:
            return
        table.carry_out(table.manners.back())
        assert table.counts == after(position)
        position = play.end.turned


def test_a_slide_rests_on_its_way_for_at_most_three_tenths_of_a_second() -> None:
    play = play_of(START, Roll(6, 5), (24, 18), (18, 13))
    carried = Table(Only(), START, play, style="exact")
    slid = Table(Only(Kind.SLIDE_WITH_REST), START, play, style="exact")
    pushes = [wait_s for wait_s in slid.waits if wait_s not in carried.waits]
    assert 0.05 <= max(pushes) <= 0.32
    assert len(pushes) > 12  # many small pushes instead of a lift and a drop


def test_a_sleeve_over_the_cells_is_not_felt_by_the_touch_plate() -> None:
    play = play_of(START, Roll(3, 1), (8, 5), (6, 5))
    table = Table(Only(Kind.SLEEVE_OVER_CELLS), START, play)
    assert not any(is_hand for _, _, is_hand in table.seen)
    assert table.counts == after(play.end)


def test_two_checkers_are_in_one_hand() -> None:
    play = play_of(START, Roll(3, 1), (8, 5), (6, 5))
    table = Table(Only(Kind.TWO_IN_ONE_HAND), START, play)
    assert max(in_hand for _, in_hand, _ in table.seen) == 2


def test_a_checker_turned_over_shows_its_other_pole() -> None:
    play = play_of(START, Roll(2, 1), (24, 22), (6, 5))
    plain, turned = Table(Only(), START, play), Table(Only(Kind.CHECKER_FLIPPED), START, play)
    poles = [[table.board.discs[n].polarity for n in range(30)] for table in (plain, turned)]
    assert sum(a != b for a, b in zip(*poles, strict=True)) == 1


@pytest.mark.parametrize(
    ("kind", "first", "last"),
    [
        (Kind.HIT_CHECKER_FIRST, "hit checker gone", "8 left"),
        (Kind.HIT_CHECKER_LATE, "8 left", "hit checker gone"),
    ],
)
def test_a_hit_checker_goes_first_or_last(kind: Kind, first: str, last: str) -> None:
    play = play_of(BLOT_ON_5, Roll(6, 3), (24, 18), (8, 5))
    table = Table(Only(kind), BLOT_ON_5, play)
    on_bar = place(25, Side.BLACK)
    table.carry_out(table.manners.afterwards())
    when = {
        "hit checker gone": next(n for n, (counts, _, _) in enumerate(table.seen) if counts[on_bar]),
        "8 left": next(n for n, (counts, _, _) in enumerate(table.seen) if counts[place(8)] == 2),
    }
    assert when[first] < when[last]
    most_on_5 = max(counts[place(5)] for counts, _, _ in table.seen)
    assert most_on_5 == (2 if kind is Kind.HIT_CHECKER_LATE else 1)


def test_a_hit_checker_taken_late_is_now_and_then_still_in_the_hand_when_the_turn_is_passed() -> None:
    play = play_of(BLOT_ON_5, Roll(6, 3), (24, 18), (8, 5))
    held = 0
    for seed in range(40):
        table = Table(Only(Kind.HIT_CHECKER_LATE, seed=seed), BLOT_ON_5, play)
        held += len(table.hands.in_hand)
        table.carry_out(table.manners.afterwards())
        assert table.counts == after(play.end)
        assert not table.hands.in_hand
    assert 3 <= held <= 20


def test_a_hit_checker_on_the_wrong_bar_side_is_moved_after_the_turn() -> None:
    play = play_of(BLOT_ON_5, Roll(6, 3), (24, 18), (8, 5))
    table = Table(Only(Kind.HIT_CHECKER_ON_WRONG_BAR_SIDE), BLOT_ON_5, play)
    wrong, right = place(25), place(25, Side.BLACK)
    assert (table.counts[wrong], table.counts[right]) == (1, 0)
    table.carry_out(table.manners.afterwards())
    assert table.counts == after(play.end)


def test_a_checker_dropped_between_two_points_lies_between_them_until_it_is_mended() -> None:
    play = play_of(START, Roll(4, 2), (8, 4), (6, 4))
    table = Table(Only(Kind.DROPPED_BETWEEN_TWO_POINTS_THEN_MENDED), START, play)
    pause = next(n for n, wait_s in enumerate(table.waits[1:], 1) if wait_s >= 0.5)
    assert table.seen[pause][0][place(4)] == 1
    assert table.counts == after(play.end)


def test_the_opponent_presses_his_key_and_lifts_a_checker_of_his() -> None:
    presses = []
    mischief = Only(Kind.OPPONENT_PRESSES_EARLY)
    play = play_of(START, Roll(3, 1), (8, 5), (6, 5))

    class Watched(Table):
        def carry_out(self, steps: Iterable[Step]) -> None:
            for step in steps:
                step.do()
                presses.append(tuple(self.board.keys))
                self.seen.append((self.counts, len(self.hands.in_hand), self.board.is_hand))

    table = Watched(mischief, START, play)
    theirs = 2 * LAYOUT.seat_of(Side.BLACK)
    assert any(keys[theirs] for keys in presses)
    assert not any(presses[-1])
    his = [place(point, Side.BLACK) for point in (24, 13, 8, 6)]
    assert any(counts[p] < after(START)[p] for counts, _, _ in table.seen for p in his)
    assert table.counts == after(play.end)


def test_another_play_is_tried_and_undone_first() -> None:
    play = play_of(START, Roll(3, 1), (8, 5), (6, 5))
    others = tuple(legal_plays(START, Roll(3, 1)))
    table = Table(Only(Kind.PLAY_UNDONE_AND_ANOTHER_PLAYED), START, play, others)
    ends = {after(other.end) for other in others if other.end != play.end}
    tried = next(n for n, (counts, _, _) in enumerate(table.seen) if counts in ends)
    assert any(counts == after(START) for counts, _, _ in table.seen[tried:])
    assert table.counts == after(play.end)


def test_other_orders_lead_to_the_same_end() -> None:
    play = play_of(START, Roll(3, 1), (8, 5), (6, 5))
    assert [[(t.start, t.end) for t in way] for way in other_orders(START, play)] == [[(6, 5), (8, 5)]]
    one_checker = play_of(START, Roll(6, 5), (24, 18), (18, 13))
    assert other_orders(START, one_checker) == []  # nothing lies on 18 before the first move


def test_neighbours_are_on_the_same_side_of_the_bar() -> None:
    assert [neighbours(p) for p in (0, 5, 6, 11, 12, 23, 24)] == [[1], [4], [7], [10], [13], [22], []]
