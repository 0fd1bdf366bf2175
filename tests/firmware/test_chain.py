"""From scans to what the table is told: keys by their counters, readings by difference, verdicts on what changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

import pytest

from engine.actions import GameStarted, Rolled
from engine.plays import Roll
from engine.position import START, Position
from firmware.board_map import REFERENCE_LAYOUT, Layout
from firmware.chain import Chain, key_inputs
from firmware.config import Config, parse
from firmware.facts import Body
from firmware.inputs import BoardSettled, BoardStirred, Input, KeyPressed, KeyReleased
from firmware.referee import LIMITS, Limits
from firmware.table_state import TableState
from firmware.turn_sheet import TurnSheet, prepare
from firmware.verdicts import Complete, Unmoved, Unreadable
from hardware.geometry import BAR_NEAR, R1
from hardware.ports import Key, Scan
from tests.firmware.oracle_images import counts, near_place
from tests.firmware.table_driver import BLACK, FAR, NEAR, WHITE, Driver, begun, going_on, position

FULL = 1290
SCAN_S = 0.02


def levels_of(read: Sequence[int]) -> list[int]:
    """Cells of R1 when so many checkers lie side by side from the rim at each place."""
    made = [0] * R1.cells
    for place, count in enumerate(read):
        for cell in R1.cells_of[place][:count]:
            made[cell] = FULL
    return made


class Board:
    """A scanner's scans made by hand, fed to a chain."""

    def __init__(self, state: TableState, read: Sequence[int] = (0,) * 26) -> None:
        self.chain = Chain(R1)
        self.state = state
        self.levels = levels_of(read)
        self.is_hand = False
        self.presses = [0, 0, 0, 0]
        self.is_down = [False] * 4
        self.now_s = 5.0
        self.at_ms = 1000
        self.sequence = 0

    def scan(self, times: int = 1) -> list[Input]:
        told: list[Input] = []
        for _ in range(times):
            self.now_s += SCAN_S
            self.at_ms += 20
            self.sequence += 1
            scan = Scan(
                self.sequence, self.at_ms, self.is_hand, tuple(self.presses), tuple(self.is_down), tuple(self.levels)
            )
            told += self.chain.feed(scan, self.now_s, self.state)
        return told

    def lay(self, read: Sequence[int]) -> list[Input]:
        """The board changes and is then left alone for a second."""
        self.levels = levels_of(read)
        return self.scan(50)

    def prepare(self, at: Position, roll: Roll) -> None:
        slices = prepare(at, WHITE, roll, REFERENCE_LAYOUT, R1)
        while True:
            try:
                next(slices)
            except StopIteration as done:
                self.sheet: TurnSheet = done.value
                self.chain.take_sheet(self.sheet)
                return


def settled(told: list[Input]) -> BoardSettled:
    """The last news, which must be a settled board."""
    assert isinstance(told[-1], BoardSettled), told
    return told[-1]


def playing(at: Position, roll: Roll | None = None) -> Board:
    """White, near with the home on the right, is on turn; the board stands right and is accepted."""
    bodies: list[Body] = [begun(), GameStarted(at, WHITE), *([] if roll is None else [Rolled(WHITE, roll)])]
    board = Board(Driver(bodies=bodies).state, counts(at))
    board.scan(50)
    board.chain.accept()
    if roll is not None:
        board.prepare(at, roll)
    board.scan(2)
    return board


# Keys


def test_press_and_release_are_told_as_they_come() -> None:
    board = Board(Driver().state)
    board.scan()
    board.presses[2], board.is_down[2] = 1, True  # far PLAY
    pressed = KeyPressed(board.now_s + SCAN_S, FAR, Key.PLAY)
    assert board.scan()[0] == pressed
    board.is_down[2] = False
    assert KeyReleased(board.now_s + SCAN_S, FAR, Key.PLAY) in board.scan()


def test_press_lost_between_two_sentences_is_seen_in_the_counter() -> None:
    board = Board(Driver().state)
    board.scan()
    board.presses[1] = 1  # near CUBE went down and up meanwhile
    told = board.scan()
    at_s = board.now_s
    assert told[:2] == [KeyPressed(at_s, NEAR, Key.CUBE), KeyReleased(at_s, NEAR, Key.CUBE)]


def test_counter_goes_round_at_256() -> None:
    board = Board(Driver().state)
    board.presses[0] = 255
    board.scan()
    board.presses[0] = 0
    assert sum(isinstance(event, KeyPressed) for event in board.scan()) == 1


@pytest.mark.parametrize(
    ("presses", "was_down", "is_down", "expected"),
    [
        (0, False, False, ""),
        (1, False, True, "d"),
        (0, True, False, "u"),
        (1, False, False, "du"),
        (1, True, True, "ud"),
        (2, True, False, "ududu"),
        (2, False, True, "dud"),
    ],
)
def test_inputs_lead_from_one_scan_s_keys_to_the_next_one_s(
    presses: int, was_down: bool, is_down: bool, expected: str
) -> None:
    told = key_inputs(3, presses, was_down, is_down, 1.0)
    assert "".join("d" if isinstance(event, KeyPressed) else "u" for event in told) == expected
    assert all(not isinstance(event, KeyPressed | KeyReleased) or (event.seat, event.key) == (1, 1) for event in told)


def test_key_let_go_as_another_goes_down_is_told_first_and_never_as_two_held_at_once() -> None:
    board = Board(Driver().state)
    board.scan()
    board.presses[1], board.is_down[1] = 1, True
    board.scan()
    board.presses[0], board.is_down[0], board.is_down[1] = 1, True, False
    told = [type(event) for event in board.scan() if isinstance(event, KeyPressed | KeyReleased)]
    assert told == [KeyReleased, KeyPressed]


def test_scanner_that_starts_anew_presses_no_keys() -> None:
    board = Board(Driver().state)
    board.presses = [5, 3, 0, 7]
    board.scan(50)
    board.presses, board.at_ms = [0, 0, 0, 0], 0
    told = board.scan()
    assert not [event for event in told if isinstance(event, KeyPressed | KeyReleased)]
    board.presses[0], board.is_down[0] = 1, True
    assert sum(isinstance(event, KeyPressed) for event in board.scan()) == 1


def test_key_down_when_the_scanner_went_away_is_told_as_up_when_it_is_back() -> None:
    board = Board(Driver().state)
    board.scan()
    board.presses[0], board.is_down[0] = 1, True
    board.scan()
    board.chain.lost()
    board.presses, board.is_down, board.at_ms = [0] * 4, [False] * 4, 0
    told = board.scan()
    assert [type(event) for event in told if not isinstance(event, BoardStirred)] == [KeyReleased]


# Rest


def test_board_at_rest_says_nothing_more() -> None:
    board = playing(START)
    assert board.scan(500) == []


def test_stirring_is_told_before_the_board_is_quiet_again() -> None:
    board = playing(START)
    told = board.lay(counts(position({24: 1, 23: 1, 13: 5, 8: 3, 6: 5}, {1: 2, 12: 5, 17: 3, 19: 5})))
    assert [type(event) for event in told] == [BoardStirred, BoardSettled]


def test_quiet_board_under_a_hand_is_told_as_such() -> None:
    board = playing(START, Roll(3, 1))
    board.is_hand = True
    assert settled(board.scan(3)).is_hand
    board.is_hand = False
    assert not settled(board.scan(3)).is_hand


# Set-up


@pytest.mark.parametrize("is_right", [True, False])
def test_start_position_is_known_in_both_directions(is_right: bool) -> None:
    read = list(counts(START))
    if not is_right:
        read = [*read[11::-1], *read[23:11:-1], *read[24:]]
    board = Board(Driver().state)
    assert settled(board.lay(read)).start_layout == Layout(NEAR, is_right)


def test_what_is_missing_at_set_up_is_compared_in_the_direction_that_fits_better() -> None:
    board = Board(Driver().state)
    read = list(counts(START))
    read[near_place(6)] -= 1
    found = settled(board.lay(read))
    assert found.start_layout is None
    assert found.differs == ((near_place(6), 4, 5),)


# Verdicts


def test_verdict_comes_with_the_sheet_and_not_before() -> None:
    board = playing(START)
    board.chain.read_again()
    assert settled(board.scan(2)).verdict is None
    board.prepare(START, Roll(3, 1))
    assert settled(board.scan(2)).verdict == Unmoved()


def test_play_is_judged_and_what_differs_from_the_accepted_position_is_told() -> None:
    board = playing(START, Roll(3, 1))
    found = settled(board.lay(counts(position({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {1: 2, 12: 5, 17: 3, 19: 5}))))
    assert isinstance(found.verdict, Complete)
    assert {place for place, _, _ in found.differs} == {near_place(8), near_place(6), near_place(5)}


def test_stack_that_nobody_touched_is_what_it_was_whatever_its_cells_say() -> None:
    """A crooked checker on the midpoint reads as missing from the start; it is accepted so and never asked about."""
    crooked = levels_of(counts(START))
    cell = R1.cells_of[near_place(13)][4]
    crooked[cell] = 165  # in doubt between on and off
    board = playing(START)
    board.levels = crooked
    board.scan(50)
    board.chain.accept()
    board.prepare(START, Roll(3, 1))
    board.levels = levels_of(counts(position({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {1: 2, 12: 5, 17: 3, 19: 5})))
    board.levels[cell] = 165
    assert isinstance(settled(board.scan(50)).verdict, Complete)


def test_position_that_was_taken_back_is_the_reference_as_soon_as_the_board_reads_so() -> None:
    """From then on a stack that nobody touched is what it was, as in any other turn."""
    cell = R1.cells_of[near_place(13)][4]
    made = counts(position({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {1: 2, 12: 5, 17: 3, 19: 5}))
    board = playing(START, Roll(3, 1))
    board.lay(made)
    board.chain.forget()
    board.prepare(START, Roll(3, 1))
    board.scan(50)
    assert board.chain.reference is None
    board.levels = levels_of(counts(START))
    board.levels[cell] = 170  # just on
    assert settled(board.scan(50)).verdict == Unmoved()
    board.levels = levels_of(made)
    board.levels[cell] = 110  # just off
    assert isinstance(settled(board.scan(50)).verdict, Complete)


def test_board_that_reads_as_the_position_is_not_taken_for_it_where_a_play_reads_so_too() -> None:
    at = position({1: 7}, {24: 5})  # one borne off shows nowhere
    board = playing(at, Roll(2, 1))
    board.chain.forget()
    board.prepare(at, Roll(2, 1))
    board.scan(50)
    assert board.chain.reference is None


def test_doubtful_cell_of_a_place_that_changed_is_asked_about() -> None:
    at = position({2: 1, 1: 5}, {24: 5})
    board = playing(at, Roll(2, 1))
    read = list(counts(at))
    read[near_place(2)] = 0
    board.levels = levels_of(read)
    board.levels[R1.cells_of[near_place(1)][4]] = 150  # four or five?
    verdict = settled(board.scan(50)).verdict
    assert isinstance(verdict, Unreadable)
    assert near_place(1) in verdict.places


def test_scanner_back_after_a_loss_tells_the_board_anew_against_the_same_reference() -> None:
    board = playing(START, Roll(3, 1))
    board.chain.lost()
    board.at_ms = 0
    assert settled(board.scan(50)).verdict == Unmoved()


def test_state_of_the_far_player_is_read_in_the_match_s_layout() -> None:
    at = position({6: 5, 25: 1}, {1: 2})
    driver = going_on(at, BLACK, match=begun(white_seat=FAR))
    board = Board(driver.state, counts(at))
    assert settled(board.scan(50)).differs == ()
    read = list(counts(at))
    read[BAR_NEAR] = 0
    assert settled(board.lay(read)).differs == ((BAR_NEAR, 0, 1),)


def test_limits_of_the_settings_are_those_the_board_is_judged_by() -> None:
    config = parse("[referee]\nahead = 50\nover_far = 3.5\n")
    limits = Limits(**asdict(config.referee))
    assert (limits.ahead, limits.over_far, limits.reject) == (50.0, 3.5, 10.0)
    assert Limits(**asdict(Config().referee)) == LIMITS
    assert Chain(R1, limits=limits).limits is limits


def test_play_that_was_chosen_among_those_in_doubt_is_what_stands_from_then_on() -> None:
    """Of five on the ace point one was borne off, or none: cells show neither, and then hold what the players say."""
    at = position({2: 1, 1: 5}, {24: 5})
    board = playing(at, Roll(2, 1))
    read = list(counts(at))
    read[near_place(2)] = 0
    board.levels = levels_of(read)
    board.levels[R1.cells_of[near_place(1)][4]] = 150
    verdict = settled(board.scan(50)).verdict
    assert isinstance(verdict, Unreadable)
    assert len({play.end for play in verdict.plays}) == 2
    for chosen in verdict.plays:
        board.chain.sheet = board.sheet
        board.chain.accept(chosen.end)
        assert board.chain.reference is not None
        assert board.chain.reference.counts == counts(chosen.end)
