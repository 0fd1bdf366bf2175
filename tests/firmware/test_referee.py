"""The referee against images worked out the slow way from what independent engines say is legal."""

from __future__ import annotations

import itertools
from collections import defaultdict
from random import Random

import pytest

from engine.plays import Roll, play_tree
from engine.position import START, Position, Side
from engine.rulings import Broken
from firmware.board_map import REFERENCE_LAYOUT
from firmware.readings import Evidence
from firmware.referee import differences, judge
from firmware.turn_sheet import TurnSheet, prepare
from firmware.verdicts import Ambiguous, Complete, Illegal, Underway, Unmoved, Unreadable, Verdict
from hardware.geometry import BAR_FAR, BAR_NEAR, R1
from tests.firmware.oracle_images import Counts, Turn, counts, near_place, turns
from tests.firmware.table_driver import position

WHITE, BLACK = Side.WHITE, Side.BLACK
SURE: frozenset[int] = frozenset()


def sheet_of(start: Position, roll: Roll, side: Side = WHITE, in_hand: tuple[int, int] = (0, 0)) -> TurnSheet:
    slices = prepare(start, side, roll, REFERENCE_LAYOUT, R1, in_hand)
    while True:
        try:
            next(slices)
        except StopIteration as done:
            sheet: TurnSheet = done.value
            return sheet


def judged(sheet: TurnSheet, read: Counts, doubtful: frozenset[int] = SURE, touched: tuple[int, ...] = ()) -> Verdict:
    return judge(sheet, Evidence(read, doubtful, touched))


def changed(read: Counts, **by: int) -> Counts:
    """A reading with counts changed at places, as `p6=-1`."""
    made = list(read)
    for place, change in by.items():
        made[int(place[1:])] += change
    return tuple(made)


def moved(at: Position, *points: tuple[int, int]) -> Counts:
    """The reading after the near player's checkers went from point to point (25 bar, 0 off)."""
    read = list(counts(at))
    for start, end in points:
        read[BAR_NEAR if start == 25 else near_place(start)] -= 1
        if end:
            read[near_place(end)] += 1
    return tuple(read)


# Legal ends


def check_every_end_reads_as_itself(turn: Turn, side: Side) -> None:
    """Complete where one end reads so, Ambiguous with exactly those where several do."""
    sheet = sheet_of(turn.start, turn.roll, side)
    by_image: dict[Counts, set[Position]] = defaultdict(set)
    for end in turn.ends:
        by_image[counts(end, side)].add(end)
    start = counts(turn.start, side)
    for read, ends in by_image.items():
        verdict = judged(sheet, read)
        if len(ends) == 1:
            assert isinstance(verdict, Complete)
            assert {verdict.play.end} == ends
            assert (verdict.in_hand, verdict.on_wrong_bar) == (0, False)
            assert verdict.reads_like_start == (read == start)
        else:
            assert isinstance(verdict, Ambiguous)
            assert {play.end for play in verdict.plays} == ends
    if start not in by_image:
        assert judged(sheet, start) == Unmoved()


@pytest.mark.parametrize("side", list(Side))
def test_every_legal_end_of_hundreds_of_rolls_is_judged_as_images_alone_tell(side: Side) -> None:
    for turn in turns(13):
        check_every_end_reads_as_itself(turn, side)


def test_collection_holds_ends_that_read_alike_and_ends_that_read_like_the_start() -> None:
    chosen = [(turn, [counts(end) for end in turn.ends]) for turn in turns(13)]
    assert any(len(set(read)) < len(read) for _, read in chosen)
    assert any(counts(turn.start) in read for turn, read in chosen)


# Counts not capped at five


TALL = position({1: 8}, {24: 5, 23: 5})
OPPONENTS = {22: 5, 23: 5}  # the places of points 23 and 24


def reads(**places: int) -> Counts:
    """An empty board but for the opponent and these places, as `p11=5`."""
    return changed((0,) * 26, **{f"p{place}": count for place, count in OPPONENTS.items()}, **places)


def check_bear_off_from_a_tall_stack() -> None:
    """Eight on the ace point, two go off: five cells read five before and after, and that is a legal end."""
    sheet = sheet_of(TALL, Roll(6, 5))
    verdict = judged(sheet, reads(p11=5))
    assert isinstance(verdict, Complete)
    assert verdict.play.end.own_off == 9
    assert verdict.reads_like_start


def test_bear_off_from_a_stack_taller_than_the_cells_can_count_is_complete() -> None:
    check_bear_off_from_a_tall_stack()


def test_stack_that_drops_below_five_is_counted() -> None:
    sheet = sheet_of(position({1: 6}, {24: 5, 23: 5}), Roll(6, 5))
    verdict = judged(sheet, reads(p11=4))
    assert isinstance(verdict, Complete)
    assert not verdict.reads_like_start


def test_bar_of_more_than_three_is_counted_as_three() -> None:
    at = position({25: 5, 6: 10}, {1: 2, 24: 2})
    sheet = sheet_of(at, Roll(6, 5))
    read = list(counts(at))
    assert read[BAR_NEAR] == 3
    read[near_place(19)] += 1
    read[near_place(20)] += 1
    assert isinstance(judged(sheet, tuple(read)), Complete)


# Under way


def check_never_illegal(sheet: TurnSheet, read: Counts) -> None:
    verdict = judged(sheet, read)
    assert not isinstance(verdict, Illegal | Unreadable), read


def under_way(turn: Turn, chance: Random) -> list[Counts]:
    """Readings on the way of legal plays: positions of the tree, some lifts and drops done, up to two in the hand."""
    start = counts(turn.start)
    readings = [counts(node) for node in play_tree(turn.start, turn.roll).nodes]
    ends = sorted(turn.ends)
    for end in chance.sample(ends, min(4, len(ends))):
        read = counts(end)
        ways = [sorted({first, last}) for first, last in zip(start, read, strict=True)]
        for _ in range(6):
            readings.append(tuple(chance.randint(low, high) for low, *_, high in ([*way, way[-1]] for way in ways)))
    for read in chance.sample(readings, min(12, len(readings))):
        for lifted in range(1, 3):
            places = chance.choices([place for place, count in enumerate(read) if count], k=lifted)
            in_hand = list(read)
            for place in places:
                in_hand[place] -= 1
            if min(in_hand) >= 0:
                readings.append(tuple(in_hand))
    return readings


def test_play_under_way_is_never_called_illegal() -> None:
    chance = Random(1)
    for turn in turns(67):
        sheet = sheet_of(turn.start, turn.roll)
        if turn.ends:
            for read in under_way(turn, chance):
                check_never_illegal(sheet, read)


# Hit checkers


HIT_ON_5 = position({8: 3, 6: 5, 13: 5, 24: 2}, {5: 1, 1: 4, 12: 5, 19: 5})


def hit(where: int | None) -> Verdict:
    """8/5* 6/5 with the hit checker in the hand (None) or at a place."""
    read = list(moved(HIT_ON_5, (8, 5), (6, 5)))
    read[near_place(5)] -= 1
    if where is not None:
        read[where] += 1
    return judged(sheet_of(HIT_ON_5, Roll(3, 1)), tuple(read))


@pytest.mark.parametrize(
    ("where", "in_hand", "is_wrong"),
    [(BAR_FAR, 0, False), (None, 1, False), (BAR_NEAR, 0, True)],
    ids=["on its bar", "in the hand", "on the other bar side"],
)
def test_hit_checker_on_its_bar_in_the_hand_or_on_the_wrong_side(
    where: int | None, in_hand: int, is_wrong: bool
) -> None:
    verdict = hit(where)
    assert isinstance(verdict, Complete)
    assert (verdict.in_hand, verdict.on_wrong_bar) == (in_hand, is_wrong)
    assert verdict.play.end.opp_bar == 1


def test_hit_checker_laid_on_a_point_is_illegal() -> None:
    verdict = hit(near_place(21))
    assert isinstance(verdict, Illegal)


def test_hit_checkers_of_the_turn_before_may_still_be_in_the_hand() -> None:
    at = position({25: 1, 6: 5, 8: 3, 13: 5}, {20: 2, 19: 4, 12: 5})
    whole = counts(at)
    sheet = sheet_of(at, Roll(3, 1), in_hand=(1, 0))
    assert judged(sheet, changed(whole, p24=-1)) == Unmoved()
    assert judged(sheet, whole) == Unmoved()
    entered = list(changed(whole, p24=-1))
    entered[near_place(22)] += 1
    entered[near_place(6)] -= 1
    entered[near_place(5)] += 1
    verdict = judged(sheet, tuple(entered))
    assert isinstance(verdict, Complete)
    assert verdict.play.end.own_bar == 0


# Illegal


AT_BAR = position({25: 2, 13: 5, 6: 8}, {20: 2, 21: 2})
ONE_OUTSIDE = position({9: 1, 5: 3, 2: 2}, {24: 2})
HOME = position({6: 2, 4: 2, 1: 1}, {24: 2})


@pytest.mark.parametrize(
    ("at", "roll", "points", "kind"),
    [
        (START, (5, 3), [(24, 15)], Broken.NOT_ON_DICE),
        (START, (5, 3), [(13, 8), (13, 9)], Broken.NOT_ON_DICE),
        (START, (2, 1), [(13, 14), (8, 7)], Broken.BACKWARDS),
        (AT_BAR, (3, 1), [(13, 10), (13, 12)], Broken.BAR_FIRST),
        (START, (3, 1), [(8, 5), (6, 5), (24, 23)], Broken.TOO_MANY_MOVES),
        (START, (5, 3), [(13, 8), (13, 8)], Broken.NUMBER_USED_UP),
    ],
)
def test_illegal_play_is_told_with_its_reason(
    at: Position, roll: tuple[int, int], points: list[tuple[int, int]], kind: Broken
) -> None:
    verdict = judged(sheet_of(at, Roll(*roll)), moved(at, *points))
    assert isinstance(verdict, Illegal)
    assert verdict.ruling.kind is kind
    expected = {BAR_NEAR if point == 25 else near_place(point) for pair in points for point in pair if point}
    assert set(verdict.places) <= expected


@pytest.mark.parametrize(
    ("at", "roll", "points", "kind"),
    [
        (HOME, (5, 3), [(4, 0), (6, 3)], Broken.HIGHER_CHECKER),
        (HOME, (4, 3), [(6, 0)], Broken.NUMBER_TOO_SMALL),
        (ONE_OUTSIDE, (5, 2), [(5, 0), (2, 0)], Broken.NOT_HOME),
    ],
)
def test_checker_borne_off_wrongly_may_still_be_in_the_hand_but_its_reason_is_known(
    at: Position, roll: tuple[int, int], points: list[tuple[int, int]], kind: Broken
) -> None:
    verdict = judged(sheet_of(at, Roll(*roll)), moved(at, *points))
    assert isinstance(verdict, Underway)
    assert verdict.ruling is not None
    assert verdict.ruling.kind is kind


def test_opponents_checker_moved_is_told() -> None:
    read = list(counts(START))
    read[near_place(19)] -= 1
    read[near_place(20)] += 1
    verdict = judged(sheet_of(START, Roll(5, 3)), tuple(read))
    assert isinstance(verdict, Illegal)
    assert verdict.ruling.kind is Broken.OPPONENT_MOVED
    assert verdict.ruling.points == (19, 20)


def check_one_pip_off_is_never_snapped_to_a_legal_play() -> None:
    """24/18 where 65 was rolled is legal, 24/17 is not and nobody may read it as 24/18."""
    sheet = sheet_of(START, Roll(6, 1))
    verdict = judged(sheet, moved(START, (13, 6), (8, 7)))
    assert isinstance(verdict, Illegal | Underway)
    for points in ([(13, 8), (8, 7)], [(24, 19), (8, 7)], [(13, 6), (6, 5)], [(13, 7), (8, 6)]):
        assert not isinstance(judged(sheet, moved(START, *points)), Complete | Ambiguous), points


def test_illegal_play_next_to_a_legal_one_is_not_that_play() -> None:
    check_one_pip_off_is_never_snapped_to_a_legal_play()


def test_no_reading_but_that_of_a_legal_end_is_a_play() -> None:
    """One checker anywhere else: never Complete, unless a hit checker is on its way to the bar."""
    for turn in turns(631):
        ends = {counts(end) for end in turn.ends}
        sheet = sheet_of(turn.start, turn.roll)
        for read in sorted(ends)[:3]:
            for place, other in itertools.permutations(range(24), 2):
                wrong = changed(read, **{f"p{place}": -1, f"p{other}": 1})
                if wrong in ends or min(wrong) < 0 or max(wrong) > 5:
                    continue
                assert not isinstance(judged(sheet, wrong), Ambiguous), wrong
                verdict = judged(sheet, wrong)
                assert not isinstance(verdict, Complete) or verdict.in_hand or verdict.on_wrong_bar


# Unreadable


def test_doubtful_place_that_decides_between_two_plays_is_asked_about() -> None:
    """One on the two and five on the ace point: 2-1 takes both numbers off, or moves down and takes one off."""
    sheet = sheet_of(position({2: 1, 1: 5}, {24: 5}), Roll(2, 1))
    two_off, one_off = changed((0,) * 26, p23=5, p11=4), changed((0,) * 26, p23=5, p11=5)
    assert isinstance(judged(sheet, two_off), Complete)
    assert isinstance(judged(sheet, one_off), Complete)
    asked = judged(sheet, two_off, frozenset({11, 3}))
    assert isinstance(asked, Unreadable)
    assert asked.places == (11,)
    assert {play.end.own_off for play in asked.plays} == {10, 11}


def test_doubtful_place_that_decides_nothing_is_passed_over() -> None:
    sheet = sheet_of(START, Roll(3, 1))
    read = moved(START, (8, 5), (6, 5))
    assert isinstance(judged(sheet, read, frozenset({near_place(24), near_place(5)})), Complete)


def test_board_that_fits_nothing_where_cells_are_in_doubt_is_unreadable_there() -> None:
    sheet = sheet_of(START, Roll(5, 3))
    verdict = judged(sheet, moved(START, (24, 15)), frozenset({near_place(15), near_place(1)}))
    assert verdict == Unreadable((near_place(15),))


def test_checkers_that_do_not_add_up_are_unreadable_where_they_differ() -> None:
    sheet = sheet_of(START, Roll(5, 3))
    verdict = judged(sheet, changed(counts(START), p3=1, p9=2))
    assert isinstance(verdict, Unreadable)
    assert verdict.places == (3, 9)
    assert verdict.missing == -3


# Whatever is on the board


def test_any_reading_at_all_has_a_verdict() -> None:
    chance = Random(7)
    for turn in turns(307):
        sheet = sheet_of(turn.start, turn.roll)
        start = counts(turn.start)
        for _ in range(60):
            read = list(start)
            for _ in range(chance.randint(1, 6)):
                place = chance.randrange(26)
                read[place] = min(max(0, read[place] + chance.choice((-2, -1, 1, 2))), 5 if place < 24 else 3)
            touched = tuple(chance.sample(range(26), 5))
            judged(sheet, tuple(read), frozenset(chance.sample(range(26), 2)), touched)


def test_differences_name_place_is_and_should_be() -> None:
    assert differences((1, 2, 3), (1, 5, 3)) == ((1, 2, 5),)
