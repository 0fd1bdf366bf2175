"""A board that does not stand as the game has it: put right, accepted as it stands, or entered anew."""

from __future__ import annotations

import pytest

from engine.actions import Doubled, GameStarted, Played, Rolled
from engine.match import Phase
from engine.plays import Roll
from engine.position import START, Position, Side
from engine.rulings import Broken, Ruling
from firmware import facts
from firmware.effects import AcceptBoard, PrepareTurn, ReadAgain
from firmware.inputs import DiceDrawn, PartFound, PartLost, PositionEntered
from firmware.table_state import State
from firmware.verdicts import Complete, Illegal, Underway, Unmoved, Unreadable
from hardware.geometry import BAR_FAR, BAR_NEAR
from hardware.ports import Colour
from tests.firmware.table_driver import BLACK, CUBE, FAR, NEAR, PLAY, WHITE, Differs, Driver, begun, going_on, position

ONE_SHORT: Differs = ((11, 1, 2),)  # White's ace point
MOVED: Differs = ((6, 4, 5), (0, 3, 2))
LATER = position({13: 5, 6: 5, 3: 5}, {24: 5, 12: 5, 19: 5})
RULING = Ruling(Broken.NOT_ON_DICE, (24, 15), (5, 3), 9)


def correcting(differs: Differs = MOVED) -> Driver:
    driver = going_on(START)
    driver.settle(differs=differs)
    driver.wait(3.1)
    assert driver.at() is State.CORRECTING
    return driver


@pytest.mark.parametrize("wait_s", [2.9, 3.1])
def test_whole_checker_displaced_for_three_seconds_leads_to_correcting(wait_s: float) -> None:
    driver = going_on(START)
    driver.move(Unmoved())
    driver.settle(differs=ONE_SHORT)
    driver.wait(wait_s)
    assert (driver.at() is State.CORRECTING) == (wait_s > 3)


def test_dice_that_fell_before_the_board_was_put_right_are_judged_from_the_board_that_is_right() -> None:
    driver = going_on(START)
    driver.tap(NEAR, PLAY)  # the dice roll
    driver.feed(PartLost(driver.now_s, "Scanner", "check the USB cable"))
    driver.wait(5)
    driver.feed(PartFound(driver.now_s, "Scanner"))
    driver.settle(differs=MOVED)
    assert driver.at() is State.CORRECTING
    driver.effects.clear()
    driver.stir()
    driver.settle()
    asked = [type(effect) for effect in driver.effects if isinstance(effect, AcceptBoard | PrepareTurn)]
    assert asked == [AcceptBoard, PrepareTurn]
    driver.wait(1.1)
    assert driver.at() is State.MOVING


def test_time_under_a_hand_does_not_count_towards_correcting() -> None:
    driver = going_on(START)
    driver.settle(differs=ONE_SHORT, is_hand=True)
    driver.wait(10)
    assert driver.at() is State.TO_ROLL
    driver.settle(differs=ONE_SHORT)
    driver.wait(2.9)
    assert driver.at() is State.TO_ROLL
    driver.wait(0.2)
    assert driver.at() is State.CORRECTING


def test_tidying_stacks_between_turns_is_silent() -> None:
    driver = going_on(START)
    driver.sounds.clear()
    for _ in range(3):
        driver.stir()
        driver.wait(1)
        driver.settle(differs=ONE_SHORT, is_hand=True)
        driver.wait(1)
    driver.settle()
    driver.wait(5)
    assert driver.at() is State.TO_ROLL
    assert driver.sounds == []
    assert driver.lines == ("", "")


def test_correcting_names_one_place_after_the_other_the_worst_first() -> None:
    driver = correcting(((6, 4, 5), (0, 4, 2)))
    assert driver.lines == ("12: 2 too many", "1 of 2")
    driver.tap(FAR, CUBE)
    assert driver.lines == ("6: 1 missing", "2 of 2")
    driver.tap(NEAR, CUBE)
    assert driver.lines == ("12: 2 too many", "1 of 2")


def test_correcting_lights_where_to_put_back_and_where_to_take_away() -> None:
    driver = correcting(((6, 4, 5), (0, 3, 2)))
    assert {place: lamp.colour for place, lamp in enumerate(driver.lamps) if lamp.colour is not Colour.OFF} == {
        6: Colour.BLUE,
        0: Colour.VIOLET,
    }


def test_correcting_is_left_by_itself_back_to_where_it_came_from() -> None:
    driver = going_on(START)
    driver.tap(NEAR, CUBE)
    driver.think()
    driver.settle(differs=ONE_SHORT)
    driver.wait(3.1)
    assert driver.at() is State.CORRECTING
    driver.stir()
    driver.settle()
    assert driver.at() is State.DOUBLE
    assert AcceptBoard(START) in driver.effects


def test_what_was_said_in_correcting_goes_away_when_the_board_is_touched() -> None:
    driver = correcting()
    driver.hold_both()
    assert driver.lines == ("More than one way", "to read it: put right")
    driver.stir()
    driver.wait(0.5)
    driver.settle(differs=ONE_SHORT)
    assert driver.lines == ("1: 1 missing", "1 of 1")


def test_roll_with_a_checker_too_many_somewhere_says_what_to_put_back() -> None:
    driver = going_on(START)
    driver.settle(differs=MOVED)
    driver.tap(NEAR, PLAY)
    assert not driver.state.is_rolling
    assert driver.lines == ("Put back: 6", "from 12")
    assert driver.match.roll is None


def test_next_player_lifting_early_may_roll() -> None:
    driver = going_on(START)
    driver.settle(differs=ONE_SHORT)
    driver.effects.clear()
    driver.tap(NEAR, PLAY)
    assert driver.state.is_rolling
    assert not any(isinstance(effect, AcceptBoard) for effect in driver.effects)


@pytest.mark.parametrize("places", [(0, 1, 2, 4, 12), tuple(range(12))])
def test_list_of_places_never_ends_in_the_middle_of_a_number(places: tuple[int, ...]) -> None:
    driver = going_on(START)
    driver.settle(differs=(*((place, 0, 1) for place in places), (20, 5, 2)))
    driver.tap(NEAR, PLAY)
    first, _ = driver.lines
    assert len(first) <= 21
    names = {str(12 - place) for place in places if place < 12} | {"13"}
    assert set(first.removeprefix("Put back: ").removesuffix(", ..").split(", ")) <= names


# Hit checkers not on the bar yet


HIT_SOON = position({8: 3, 6: 5, 13: 5, 24: 2}, {5: 1, 1: 4, 12: 5, 19: 5})


def with_a_hit_in_the_hand() -> Driver:
    """White has hit on 5 and passed; Black's checker is still in a hand."""
    driver = going_on(HIT_SOON, roll=Roll(3, 1))
    play = next(p for p in driver.plays() if [m[:2] for m in p.moves] == [(8, 5), (6, 5)])
    counts = list(driver.state.board.counts) if driver.state.board else []
    driver.stir()
    driver.settle(Complete(play, in_hand=1), counts=tuple(counts))
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.TO_ROLL
    assert driver.state.in_hand == (0, 1)
    return driver


@pytest.mark.parametrize(
    "differs",
    [((BAR_FAR, 0, 1),), (), ((BAR_FAR, 0, 1), (BAR_NEAR, 1, 0))],
    ids=["in the hand", "on its bar", "on the other side's bar"],
)
def test_hit_checker_not_on_its_bar_yet_stops_nothing(differs: Differs) -> None:
    driver = with_a_hit_in_the_hand()
    driver.settle(differs=differs)
    driver.wait(10)
    assert driver.at() is State.TO_ROLL
    driver.tap(FAR, PLAY)
    assert driver.state.is_rolling


def test_another_checker_missing_is_not_taken_for_the_hit_one() -> None:
    driver = with_a_hit_in_the_hand()
    driver.settle(differs=((BAR_FAR, 0, 1), *ONE_SHORT))
    driver.wait(3.1)
    assert driver.at() is State.CORRECTING


def test_second_checker_missing_from_the_bar_is_displaced() -> None:
    driver = with_a_hit_in_the_hand()
    driver.settle(differs=((BAR_FAR, 0, 2),))
    driver.wait(3.1)
    assert driver.at() is State.CORRECTING


# Unreadable in Moving


def test_board_that_stands_right_and_is_not_understood_is_read_anew_from_there() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.move(Unreadable((1, 2, 3, 4), missing=-2))
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.CORRECTING
    driver.effects.clear()
    driver.stir()
    driver.settle(Unreadable((3,), missing=-2), is_hand=True)
    assert driver.at() is State.CORRECTING  # a checker may still be in the hand
    driver.settle(Unreadable((3,), missing=-2))
    assert driver.at() is State.MOVING
    asked = [effect for effect in driver.effects if isinstance(effect, AcceptBoard | PrepareTurn)]
    assert asked == [AcceptBoard(START), PrepareTurn(START, WHITE, Roll(3, 1))]


def test_nudging_that_does_not_help_leads_to_putting_the_board_right() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    for _ in range(3):
        assert driver.at() is State.MOVING
        driver.stir()
        driver.settle(Unreadable((4, 6)), MOVED)
        driver.effects.clear()
        driver.tap(NEAR, PLAY)
    assert driver.at() is State.CORRECTING
    assert ReadAgain() in driver.effects


def test_few_places_unreadable_on_play_ask_to_nudge_them() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.move(Unreadable((4, 6)))
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.MOVING
    assert driver.lines == ("Cannot see it well:", "nudge 8, 6")
    assert driver.facts[-1] == facts.Asked("nudge", 2)
    assert [lamp.colour for lamp in (driver.lamps[4], driver.lamps[6])] == [Colour.AMBER] * 2


def test_many_places_unreadable_on_play_lead_to_correcting_and_back() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.move(Unreadable((0, 4, 6, 11)))
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.CORRECTING
    driver.move(Unmoved())
    assert driver.at() is State.MOVING
    assert driver.match.roll == Roll(3, 1)


# Accepting, entering


def test_both_held_play_accept_an_illegal_board_as_a_correction() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    reached = position({24: 2, 13: 4, 8: 4, 6: 5}, {1: 2, 12: 5, 17: 3, 19: 5})
    driver.move(Illegal(RULING, (0, 4), reached))
    driver.hold_both()
    assert driver.facts[-1] == facts.Corrected(START, reached, BLACK, "accepted as it stands")
    assert driver.at() is State.TO_ROLL
    assert driver.match.position == reached
    assert driver.match.on_roll is BLACK
    assert driver.state.standing is not None
    assert driver.state.standing.actions[-1] == Played(WHITE, reached, (), is_legal=False)


def test_black_s_accepted_board_is_recorded_in_white_s_view() -> None:
    driver = going_on(START, BLACK, roll=Roll(3, 1))
    reached = position({24: 2, 13: 4, 8: 4, 6: 5}, {1: 2, 12: 5, 17: 3, 19: 5})
    driver.move(Underway(RULING, (), reached))
    driver.hold_both()
    assert driver.facts[-1] == facts.Corrected(START, reached.turned, WHITE, "accepted as it stands")


BOTH_ON_A_POINT = Position(START.own - (1 << 4 * 13) + (1 << 4 * 12), START.opp)


@pytest.mark.parametrize("reached", [None, BOTH_ON_A_POINT])
def test_board_that_cannot_be_read_as_one_position_is_not_accepted(reached: Position | None) -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.move(Illegal(RULING, (0, 4), reached))
    before = (driver.state.standing, list(driver.facts))
    driver.hold_both()
    assert (driver.state.standing, driver.facts) == before
    assert driver.at() is State.MOVING
    assert driver.screen.is_warning


def test_position_entered_replaces_the_board_and_says_who_rolls() -> None:
    driver = going_on(START)
    driver.feed(PositionEntered(driver.now_s, LATER, BLACK))
    assert driver.facts[-1] == facts.Corrected(START, LATER, BLACK, "entered")
    assert (driver.at(), driver.match.position, driver.match.on_roll) == (State.TO_ROLL, LATER, BLACK)


def test_position_entered_at_the_opening_begins_the_game_there() -> None:
    driver = Driver()
    driver.answers_dice = False
    driver.set_up()
    driver.feed(PositionEntered(driver.now_s, LATER, WHITE))
    assert (driver.at(), driver.match.on_roll, driver.match.phase) == (State.TO_ROLL, WHITE, Phase.TO_ROLL)


IMPOSSIBLE = {
    "both on a point": BOTH_ON_A_POINT,
    "Black has won": Position.of({6: 5}, {}),
    "sixteen checkers": Position(START.own + 1, START.opp + 1),
}


@pytest.mark.parametrize("entered", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
@pytest.mark.parametrize("roll", [None, Roll(3, 1)])
@pytest.mark.parametrize("on_roll", [WHITE, BLACK])
def test_position_that_cannot_stand_changes_nothing(entered: Position, roll: Roll | None, on_roll: Side) -> None:
    driver = going_on(START, roll=roll)
    before = (driver.state.standing, list(driver.facts))
    where = driver.at()
    driver.feed(PositionEntered(driver.now_s, entered, on_roll))
    assert (driver.state.standing, driver.facts) == before
    assert driver.at() is where
    assert driver.lines == ("That position cannot", "stand in a game")


def test_position_entered_as_the_end_of_a_turn_may_win_the_game() -> None:
    driver = going_on(START, roll=Roll(3, 1))
    driver.feed(PositionEntered(driver.now_s, Position.of({}, {24: 2, 6: 5}), BLACK))
    assert driver.at() is State.GAME_OVER


def test_position_entered_over_an_open_beaver_leaves_no_trace_of_it() -> None:
    driver = going_on(START, match=begun(0, has_beavers=True), then=[Doubled(WHITE), Doubled(BLACK)])
    assert driver.at() is State.DOUBLE_OFFERED
    driver.feed(PositionEntered(driver.now_s, LATER, BLACK))
    assert (driver.match.offered_by, driver.match.beavers) == (None, 0)
    driver.settle()
    driver.tap(FAR, CUBE)
    driver.think()
    driver.tap(FAR, CUBE)
    driver.think()
    driver.tap(NEAR, CUBE)
    driver.think()
    driver.tap(NEAR, CUBE)
    assert driver.match.cube_owner is WHITE


def test_entering_a_position_between_games_does_nothing() -> None:
    driver = Driver(bodies=[begun()])
    driver.feed(PositionEntered(driver.now_s, LATER, WHITE))
    assert driver.facts == [begun()]


def test_dice_on_their_way_when_a_position_is_entered_roll_for_nobody() -> None:
    driver = going_on(START)
    driver.answers_dice = False
    driver.tap(NEAR, PLAY)
    driver.feed(PositionEntered(driver.now_s, LATER, BLACK))
    driver.feed(DiceDrawn(driver.now_s, 6, 6))
    assert not any(isinstance(body, Rolled) for body in driver.facts)
    assert GameStarted(START, WHITE) in driver.facts
