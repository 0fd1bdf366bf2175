"""Set-up, the opening roll, the end of a game and of a match, and going on with an old one."""

from __future__ import annotations

import pytest

from engine.actions import Doubled, GameStarted, Level, OpeningRolled, Played, ResignationOffered, Rolled, Took
from engine.match import Phase
from engine.plays import Roll, legal_plays
from engine.position import START
from firmware import facts
from firmware.board_map import Layout
from firmware.effects import AcceptBoard, DrawDice, ReadAgain, Sound
from firmware.inputs import DiceDrawn, ResultEntered, TurnPrepared
from firmware.policy import House
from firmware.screens import Die
from firmware.standing import fold
from firmware.table_state import State
from firmware.verdicts import Complete, Unmoved
from tests.firmware.table_driver import (
    BLACK,
    CUBE,
    FAR,
    NEAR,
    PLAY,
    WHITE,
    Driver,
    begun,
    going_on,
    position,
)

DANCE = position({25: 1, 6: 14}, {24: 2, 23: 2, 22: 2, 21: 2, 20: 2, 19: 2})
LAST_TWO = position({1: 1, 2: 1}, {24: 5, 23: 5})


# Set-up


def test_first_screen_asks_to_set_up_the_board() -> None:
    assert Driver().lines[0] == "Set up the board"


def test_set_up_names_the_place_that_is_furthest_off() -> None:
    driver = Driver()
    driver.settle(differs=((0, 1, 2), (6, 2, 5)))
    assert driver.lines == ("Set up the board", "6: 3 missing")


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        (Layout(0, True), "White home: near, R"),
        (Layout(0, False), "White home: near, L"),
        (Layout(1, True), "White home: far, R"),
        (Layout(1, False), "White home: far, L"),
    ],
)
def test_the_layout_that_stands_is_shown_and_recorded(layout: Layout, words: str) -> None:
    driver = Driver(House(white_seat=layout.white_seat))
    driver.settle(start_layout=layout)
    assert driver.lines[0] == words
    driver.set_up(layout)
    first = driver.facts[0]
    assert isinstance(first, facts.MatchBegun)
    assert (first.white_seat, first.home_is_right) == (layout.white_seat, layout.home_is_right)


def test_game_begins_when_the_start_has_stood_for_a_second_and_both_are_ready() -> None:
    driver = Driver()
    driver.settle(start_layout=Layout())
    driver.tap(NEAR, PLAY)
    driver.wait(5)
    assert driver.at() is State.SET_UP
    driver.tap(FAR, PLAY)
    assert driver.at() is State.OPENING_ROLL
    assert driver.facts[:2] == [
        facts.MatchBegun(7, "club", "Ann", "Bob", white_seat=0, home_is_right=True),
        GameStarted(),
    ]


def test_start_position_must_stand_for_a_second() -> None:
    driver = Driver()
    driver.tap(NEAR, PLAY)
    driver.tap(FAR, PLAY)
    driver.settle(start_layout=Layout())
    driver.wait(0.9)
    assert driver.at() is State.SET_UP
    driver.wait(0.2)
    assert driver.at() is State.OPENING_ROLL


def test_touching_the_board_at_set_up_starts_the_second_anew() -> None:
    driver = Driver()
    driver.tap(NEAR, PLAY)
    driver.tap(FAR, PLAY)
    driver.settle(start_layout=Layout())
    driver.wait(0.8)
    driver.stir()
    driver.wait(0.5)
    driver.settle(start_layout=Layout())
    driver.wait(0.9)
    assert driver.at() is State.SET_UP
    driver.wait(0.2)
    assert driver.at() is State.OPENING_ROLL


def test_cube_steps_the_length_through_all_of_them_and_round() -> None:
    driver = Driver(House(length=7))
    lengths = []
    for _ in range(12):
        driver.tap(FAR, CUBE)
        lengths.append(driver.state.house.length)
    assert lengths == [9, 11, 13, 15, 17, 21, 25, 0, 1, 3, 5, 7]


def test_swapping_the_seats_reads_the_board_again_for_the_other_seat() -> None:
    driver = Driver()
    driver.settle(start_layout=Layout(0))
    driver.hold(FAR, PLAY)
    assert driver.state.house.white_seat == 1
    assert isinstance([e for e in driver.effects if isinstance(e, ReadAgain)][-1], ReadAgain)
    driver.settle(start_layout=Layout(1))
    assert driver.lines[0] == "White home: far, R"


# Opening roll


def test_opening_is_one_die_a_side_and_the_higher_begins_with_both() -> None:
    driver = Driver(dice=[(2, 5)])
    driver.set_up()
    assert driver.facts[-1] == OpeningRolled(2, 5)
    assert driver.screen.is_rolling
    driver.wait(0.6)
    assert driver.at() is State.OPENING_ROLL
    driver.wait(0.2)
    assert driver.at() is State.MOVING
    assert driver.match.on_roll is BLACK
    assert driver.screen.turn == "Black to move"
    assert driver.screen.dice == (Die(5), Die(2))


def test_equal_opening_dice_are_on_record_and_rolled_again() -> None:
    driver = Driver(dice=[(4, 4), (6, 1)])
    driver.set_up()
    assert driver.facts[-1] == OpeningRolled(4, 4)
    driver.wait(1.1)
    assert driver.facts[-1] == OpeningRolled(6, 1)
    assert driver.at() is State.OPENING_ROLL
    driver.wait(1.1)
    assert (driver.at(), driver.match.on_roll) == (State.MOVING, WHITE)


def test_equal_opening_dice_are_called() -> None:
    driver = Driver(dice=[(4, 4)])
    driver.set_up()
    driver.answers_dice = False
    driver.wait(1.1)
    assert driver.lines[0] == "4-4: again"


# Game and match over


def test_game_over_tells_winner_level_and_points_and_both_start_the_next() -> None:
    driver = going_on(LAST_TWO, roll=Roll(6, 5))
    driver.make(driver.plays()[0])
    assert driver.at() is State.GAME_OVER
    assert driver.lines == ("White +1 single", "Both PLAY: next game")
    assert driver.screen.white_score == 1
    assert driver.sounds[-1] is Sound.GAME_OVER
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.GAME_OVER
    driver.tap(FAR, PLAY)
    assert driver.at() is State.SET_UP
    driver.settle(start_layout=Layout())
    driver.wait(1.1)
    assert driver.match.phase is Phase.MOVING
    assert driver.match.game == 2


def test_match_over_is_told_and_held_play_starts_a_new_one() -> None:
    driver = going_on(LAST_TWO, roll=Roll(6, 5), match=begun(1))
    driver.make(driver.plays()[0])
    assert driver.at() is State.MATCH_OVER
    assert driver.lines[0] == "White wins the match"
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.MATCH_OVER
    driver.hold(FAR, PLAY)
    assert driver.at() is State.SET_UP
    assert driver.state.standing is None


def test_homes_on_the_other_side_in_the_next_game_are_recorded() -> None:
    driver = going_on(LAST_TWO, roll=Roll(6, 5))
    driver.make(driver.plays()[0])
    driver.next_game(Layout(0, home_is_right=False))
    assert facts.SeatsSet(0, False) in driver.facts
    folded = fold(driver.facts)
    assert folded is not None
    assert folded.layout == driver.state.layout == Layout(0, home_is_right=False)


def test_seats_swapped_between_games_are_the_match_s_seats() -> None:
    driver = going_on(LAST_TWO, roll=Roll(6, 5), house=House(white_seat=1))
    driver.make(driver.plays()[0])
    driver.tap(NEAR, PLAY)
    driver.tap(FAR, PLAY)
    driver.hold(NEAR, PLAY)
    assert driver.state.layout.white_seat == 1  # the match had White near, whatever the house says
    driver.set_up(Layout(1))
    assert facts.SeatsSet(1, True) in driver.facts


def test_crawford_game_is_announced() -> None:
    driver = going_on(LAST_TWO, roll=Roll(6, 5), match=begun(5, white_score=3))
    driver.make(driver.plays()[0])
    assert driver.lines == ("White +1 single", "PLAY: Crawford game")
    driver.next_game()
    assert driver.screen.is_crawford


def test_largest_result_fits_the_line_without_a_cut_number() -> None:
    both_home = position({6: 2, 5: 2, 4: 2}, {24: 2, 23: 2, 22: 2})
    bodies: list[facts.Body] = [begun(0), GameStarted(both_home, WHITE)]
    for side in (WHITE, BLACK, WHITE, BLACK, WHITE, BLACK):
        bodies += [Doubled(side), Took(side.other), Rolled(side, Roll(2, 1))]
        standing = fold(bodies)
        assert standing is not None
        play = legal_plays(standing.match.seen_by(side), Roll(2, 1))[0]
        bodies.append(Played(side, play.end, play.moves))
    backgammon = position({1: 1}, {24: 14, 3: 1})
    bodies.append(facts.Corrected(both_home, backgammon, WHITE, "entered"))
    driver = Driver(bodies=bodies)
    go_on(driver)
    driver.roll(6, 5)
    driver.make(driver.plays()[0])
    assert driver.match.cube == 64
    assert driver.lines[0] == "White +192 backgammon"


def test_game_settled_by_word_is_told_as_such() -> None:
    driver = going_on(START)
    driver.feed(ResultEntered(driver.now_s, BLACK, 4))
    assert driver.at() is State.GAME_OVER
    assert driver.lines[0] == "Black +4 by word"
    assert driver.match.score == (0, 4)


def test_result_with_points_below_zero_changes_nothing() -> None:
    driver = going_on(START)
    before = (driver.state.standing, list(driver.facts))
    driver.feed(ResultEntered(driver.now_s, BLACK, -1))
    assert (driver.state.standing, driver.facts) == before
    assert driver.at() is State.TO_ROLL


# Going on with an old match


def resumed(*bodies: facts.Body) -> Driver:
    driver = Driver(bodies=[begun(5, white_score=3, black_score=1), *bodies])
    assert driver.at() is State.RESUME
    driver.settle()
    return driver


def go_on(driver: Driver) -> None:
    driver.tap(NEAR, PLAY)
    assert driver.at() is State.RESUME  # both must
    driver.tap(FAR, PLAY)


def test_unfinished_match_is_offered_with_its_score_and_length() -> None:
    assert resumed(GameStarted(START, WHITE)).lines[0] == "Go on? W3 B1 to 5"


def test_roll_on_the_table_survives_a_restart() -> None:
    driver = resumed(GameStarted(START, WHITE), Rolled(WHITE, Roll(6, 4)))
    go_on(driver)
    assert driver.facts[-1] == facts.MatchResumed()
    assert driver.at() is State.MOVING
    assert driver.match.roll == Roll(6, 4)
    assert not any(isinstance(effect, DrawDice) for effect in driver.effects)
    driver.make(driver.plays()[0])
    assert driver.at() is State.TO_ROLL


def test_dance_after_a_restart_is_still_no_legal_play() -> None:
    driver = resumed(GameStarted(DANCE, WHITE), Rolled(WHITE, Roll(6, 4)))
    go_on(driver)
    assert driver.at() is State.NO_LEGAL_PLAY


def test_dance_found_only_after_going_on_is_no_legal_play() -> None:
    bodies: list[facts.Body] = [begun(5), GameStarted(DANCE, WHITE), Rolled(WHITE, Roll(6, 4))]
    driver = Driver(bodies=bodies, answers_prepare=False)
    driver.settle()
    go_on(driver)
    assert driver.at() is State.MOVING
    driver.feed(TurnPrepared(driver.now_s, is_dance=True))
    assert driver.at() is State.NO_LEGAL_PLAY


def test_resignation_that_waited_over_a_roll_can_be_declined_and_the_roll_played() -> None:
    driver = resumed(GameStarted(START, WHITE), Rolled(WHITE, Roll(6, 4)), ResignationOffered(BLACK, Level.SINGLE))
    go_on(driver)
    assert driver.at() is State.RESIGNATION_OFFERED
    driver.think()
    driver.tap(NEAR, CUBE)
    assert driver.at() is State.MOVING
    assert driver.state.is_prepared
    driver.make(driver.plays()[0])
    assert driver.at() is State.TO_ROLL


def test_opening_interrupted_before_its_roll_is_rolled_after_going_on() -> None:
    driver = resumed(GameStarted())
    go_on(driver)
    assert driver.facts[-1] == OpeningRolled(3, 1)


def test_dice_are_nobody_s_until_both_have_gone_on() -> None:
    driver = resumed(GameStarted())
    before = list(driver.facts)
    driver.feed(DiceDrawn(driver.now_s, 6, 2))
    assert driver.facts == before
    driver.hold(NEAR, CUBE)
    driver.hold(FAR, CUBE)
    driver.wait(2)
    assert driver.at() is State.SET_UP


def test_match_without_a_game_goes_on_at_set_up_and_reads_the_board_again() -> None:
    driver = resumed()
    driver.effects.clear()
    go_on(driver)
    assert driver.at() is State.SET_UP
    assert ReadAgain() in driver.effects
    driver.settle(start_layout=Layout())
    driver.wait(1.1)
    assert driver.at() is State.OPENING_ROLL


def test_board_that_does_not_compare_after_going_on_leads_to_correcting() -> None:
    driver = resumed(GameStarted(START, WHITE))
    driver.settle(differs=((0, 1, 2),))
    go_on(driver)
    driver.wait(3.1)
    assert driver.at() is State.CORRECTING


def test_putting_a_match_away_takes_both() -> None:
    driver = resumed(GameStarted(START, WHITE))
    driver.hold(NEAR, CUBE)
    assert driver.at() is State.RESUME
    driver.hold(FAR, CUBE)
    assert driver.at() is State.SET_UP
    assert driver.facts[-1] == facts.MatchPutAway()
    assert driver.state.standing is None


def test_match_put_away_is_not_offered_again() -> None:
    assert Driver(bodies=[begun(), GameStarted(START, WHITE), facts.MatchPutAway()]).at() is State.SET_UP


def test_finished_match_is_not_offered() -> None:
    won = Played(WHITE, position({}, {24: 5, 23: 5}), ())
    driver = Driver(bodies=[begun(1), GameStarted(LAST_TWO, WHITE), Rolled(WHITE, Roll(6, 5)), won])
    assert driver.at() is State.SET_UP


def test_board_is_accepted_as_the_start_when_a_game_begins() -> None:
    driver = Driver()
    driver.set_up()
    assert AcceptBoard(START) in driver.effects
    driver.wait(1.1)
    driver.settle(Unmoved())
    driver.move(Complete(driver.plays()[0]))
    assert driver.at() is State.MOVING
