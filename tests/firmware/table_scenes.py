"""Scenes at the table: for each state how it is come to, and the screen it then shows. Golden pictures draw these.

Keys, boards and dice go in as the daemon would give them; nothing of a screen is written down here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final, NamedTuple

from engine.actions import GameStarted
from engine.plays import Roll
from engine.position import START, Position
from engine.rulings import Broken, Ruling
from firmware import facts
from firmware.board_map import REFERENCE_LAYOUT
from firmware.inputs import PartFound, PartLost, SavingFailed, ShutDownRefused
from firmware.policy import House, IllegalPlay
from firmware.screens import Screen
from firmware.table_state import State
from firmware.verdicts import Ambiguous, Complete, Illegal, Underway, Unmoved
from tests.firmware.table_driver import CUBE, FAR, NEAR, PLAY, WHITE, Driver, begun, going_on, playing, position
from tests.firmware.table_menus import CORRECTIONS, ITEMS, correct_after, digits, menu_after, tournament_menu

_DANCE: Final = position({25: 1, 6: 14}, {24: 2, 23: 2, 22: 2, 21: 2, 20: 2, 19: 2})
_ON_ACE: Final = position({1: 15}, {24: 15})
_AFTER_8_5: Final = position({24: 2, 13: 5, 8: 2, 6: 5, 5: 1}, {1: 2, 12: 5, 17: 3, 19: 5})
_HALF: Final = ((4, 2, 3), (7, 1, 0))
"""White's 8 (place 4) has one too few, his 5 (place 7) one too many."""
_TWO_HITS: Final = position(
    {25: 1, 2: 3, 5: 1, 6: 4, 7: 1, 13: 2, 14: 1, 16: 1, 20: 1},
    {24: 1, 23: 1, 22: 2, 21: 1, 19: 2, 17: 1, 15: 2, 12: 1, 4: 1, 3: 1, 1: 1, 0: 1},
)
_BLOCKED: Final = Illegal(Ruling(Broken.POINT_HELD, (18,), count=3), (12, 18))
_REACHED: Final = position({24: 1, 15: 1, 13: 5, 8: 3, 6: 5}, {1: 2, 12: 5, 17: 3, 19: 5})
_NOT_ON_DICE: Final = Illegal(Ruling(Broken.NOT_ON_DICE, (24, 15), (5, 3), 9), (12, 18), _REACHED)


class Scene(NamedTuple):
    """A screen of the table and the state that shows it."""

    at: State
    screen: Screen


def _scene(driver: Driver) -> Scene:
    return Scene(driver.at(), driver.screen)


def _match(length: int = 7, score: tuple[int, int] = (3, 1), **changes: object) -> facts.MatchBegun:
    return begun(length, white_score=score[0], black_score=score[1], **changes)


def _turn(roll: tuple[int, int] | None = None, at: Position = START, **match: Any) -> Driver:
    """White is on turn at 3-1 to 7."""
    return going_on(at, roll=None if roll is None else Roll(*roll), match=_match(**match))


# Before the game


def set_up_empty() -> Driver:
    return Driver()


def set_up_missing() -> Driver:
    driver = Driver()
    driver.settle(differs=((5, 1, 3), (11, 4, 5)))
    return driver


def set_up_one_ready() -> Driver:
    driver = Driver()
    driver.settle(start_layout=REFERENCE_LAYOUT)
    driver.tap(NEAR, PLAY)
    return driver


def opening_rolling(dice: tuple[int, int] = (5, 3)) -> Driver:
    driver = Driver(dice=[dice])
    driver.set_up()
    return driver


def resume() -> Driver:
    return Driver(bodies=[_match(), GameStarted(START, WHITE)], day="2026-11-30")


# A turn


def to_roll() -> Driver:
    return _turn()


def not_your_turn() -> Driver:
    driver = _turn()
    driver.tap(FAR, PLAY)
    return driver


def rolling() -> Driver:
    driver = _turn()
    driver.tap(NEAR, PLAY)
    return driver


def take_back() -> Driver:
    driver = _turn((3, 1))
    driver.make(playing(driver, "8/5 6/5"))
    driver.settle()
    driver.hold(NEAR, PLAY)
    return driver


def moving() -> Driver:
    return _turn((3, 1))


def moving_half() -> Driver:
    driver = moving()
    driver.stir()
    driver.settle(Underway(None, (4, 7), _AFTER_8_5), _HALF)
    return driver


def moving_complete() -> Driver:
    driver = moving()
    driver.move(Complete(playing(driver, "8/5 6/5")))
    return driver


def moving_long_play() -> Driver:
    driver = _turn((1, 1), at=position({25: 2, 24: 2, 8: 5, 6: 6}, {1: 2, 12: 5, 17: 3, 19: 5}))
    longest = max(driver.plays(), key=lambda play: len({move.start for move in play.moves}))
    driver.move(Complete(longest))
    return driver


def moving_way_back() -> Driver:
    driver = moving_half()
    driver.tap(NEAR, CUBE)
    return driver


def moving_wrong_bar() -> Driver:
    driver = going_on(position({8: 2, 6: 13}, {5: 1, 24: 14}), roll=Roll(3, 1), match=_match())
    driver.move(Complete(playing(driver, "8/5* 6/5"), on_wrong_bar=True))
    return driver


def warning() -> Driver:
    driver = moving()
    driver.move(_BLOCKED)
    driver.wait(1.1)
    return driver


def nothing_moved() -> Driver:
    driver = moving()
    driver.settle(Unmoved())
    driver.tap(NEAR, PLAY)
    return driver


def taken_off() -> Driver:
    driver = _turn((2, 1), at=_ON_ACE)
    driver.move(Complete(driver.plays()[0], reads_like_start=True))
    return driver


def taken_off_asked() -> Driver:
    driver = taken_off()
    driver.tap(NEAR, PLAY)
    return driver


def which_play() -> Driver:
    driver = _turn((3, 1))
    driver.move(Ambiguous(driver.plays()[:2]))
    driver.tap(NEAR, PLAY)
    return driver


def which_play_shown() -> Driver:
    driver = which_play()
    driver.think()
    driver.tap(NEAR, CUBE)
    return driver


def which_owner() -> Driver:
    """Two hits from the bar that look alike but for the colours."""
    driver = _turn((4, 2), at=_TWO_HITS)
    hits = [playing(driver, text) for text in ("bar/23* 5/1*", "bar/21* 5/3*")]
    driver.move(Ambiguous(tuple(hits)))
    driver.tap(NEAR, PLAY)
    return driver


def which_owner_shown() -> Driver:
    driver = which_owner()
    driver.think()
    driver.tap(NEAR, CUBE)
    return driver


def no_legal_play() -> Driver:
    return _turn((6, 5), at=_DANCE)


def pass_it() -> Driver:
    driver = _turn((5, 3), policy="tournament", illegal_play=IllegalPlay.CONDONE.value)
    driver.move(_NOT_ON_DICE)
    driver.tap(NEAR, PLAY)
    return driver


def illegal_passed() -> Driver:
    driver = pass_it()
    driver.think()
    driver.tap(NEAR, PLAY)
    return driver


# Cube and resignation


def double() -> Driver:
    driver = _turn()
    driver.tap(NEAR, CUBE)
    return driver


def double_offered() -> Driver:
    driver = double()
    driver.think()
    driver.tap(NEAR, CUBE)
    return driver


def double_offered_for_money() -> Driver:
    """Beavers were agreed on."""
    driver = going_on(START, match=_match(0, has_beavers=True))
    driver.tap(NEAR, CUBE)
    driver.think()
    driver.tap(NEAR, CUBE)
    return driver


def beaver() -> Driver:
    """White has doubled in a money session and Black at once again."""
    driver = going_on(START, match=_match(0, has_beavers=True))
    driver.tap(NEAR, CUBE)
    driver.think()
    driver.tap(NEAR, CUBE)
    driver.think()
    driver.hold(FAR, PLAY)
    return driver


def automatic_double() -> Driver:
    """Equal dice of a money session's opening roll have turned the cube."""
    driver = Driver(House(length=0, automatic_doubles=1), dice=[(5, 5)])
    driver.set_up()
    driver.answers_dice = False
    driver.wait(1.1)
    return driver


def take() -> Driver:
    driver = double_offered()
    driver.think()
    driver.tap(FAR, CUBE)
    return driver


def drop_held() -> Driver:
    driver = double_offered()
    driver.think()
    driver.press(FAR, CUBE)
    driver.wait(0.55)
    return driver


def drop() -> Driver:
    driver = double_offered()
    driver.think()
    driver.hold(FAR, CUBE)
    return driver


def refused() -> Driver:
    driver = _turn()
    driver.tap(NEAR, CUBE)
    driver.think()
    driver.tap(NEAR, CUBE)
    driver.think()
    driver.tap(FAR, CUBE)
    driver.think()
    driver.tap(FAR, CUBE)
    driver.tap(NEAR, CUBE)
    return driver


def resign_menu() -> Driver:
    driver = _turn()
    driver.hold(NEAR, CUBE)
    driver.tap(NEAR, CUBE)
    return driver


def resignation_offered() -> Driver:
    driver = resign_menu()
    driver.hold(NEAR, CUBE)
    return driver


# Ends


def how_ended() -> Driver:
    driver = _turn((3, 1))
    driver.stir()
    driver.settle(start_layout=REFERENCE_LAYOUT, differs=_HALF)
    driver.wait(4)
    return driver


def game_over() -> Driver:
    driver = resignation_offered()
    driver.think()
    driver.hold(FAR, PLAY)
    return driver


def game_over_before_crawford() -> Driver:
    driver = going_on(START, match=_match(score=(3, 5)))
    driver.hold(NEAR, CUBE)
    driver.hold(NEAR, CUBE)
    driver.think()
    driver.hold(FAR, PLAY)
    return driver


def clock_waits() -> Driver:
    """The opening roll lies; its loser starts the winner's time."""
    driver = Driver(House(length=7, clock="us_2013"), dice=[(3, 1)])
    driver.set_up()
    driver.wait(1.1)
    return driver


def clock_running() -> Driver:
    driver = _turn((5, 3), reserve_s=420.0, delay_s=12.0)
    driver.wait(75)
    return driver


def time_out() -> Driver:
    driver = _turn((5, 3), reserve_s=20.0, delay_s=12.0)
    driver.wait(33)
    return driver


def match_over() -> Driver:
    driver = going_on(START, match=_match(score=(3, 5)))
    driver.hold(NEAR, CUBE)
    driver.tap(NEAR, CUBE)
    driver.hold(NEAR, CUBE)
    driver.think()
    driver.hold(FAR, PLAY)
    return driver


# Troubles


def correcting() -> Driver:
    driver = _turn()
    driver.stir()
    driver.settle(differs=_HALF)
    driver.wait(4)
    return driver


def paused() -> Driver:
    driver = _turn()
    driver.chord(NEAR)
    driver.hold(NEAR, PLAY)
    return driver


def part_missing() -> Driver:
    driver = moving()
    driver.feed(PartLost(driver.now_s, "Scanner", "check the USB cable"))
    return driver


def scanner_back() -> Driver:
    driver = part_missing()
    driver.wait(5)
    driver.feed(PartFound(driver.now_s, "Scanner"))
    return driver


def one_panel() -> Driver:
    """Each seat has a panel; the far one is missing."""
    driver = going_on(START, roll=Roll(3, 1), match=_match(), house=House(panels=2, is_flipping=False))
    driver.feed(PartLost(driver.now_s, "Display 2", "check its wires"))
    return driver


def cannot_shut_down() -> Driver:
    driver = _turn()
    driver.feed(ShutDownRefused(driver.now_s))
    return driver


def unsaved() -> Driver:
    driver = moving()
    driver.feed(SavingFailed(driver.now_s))
    return driver


def asleep() -> Driver:
    driver = _turn()
    driver.wait(301)
    return driver


SCENES: dict[str, Callable[[], Driver]] = {
    scene.__name__: scene
    for scene in (
        set_up_empty,
        set_up_missing,
        set_up_one_ready,
        opening_rolling,
        automatic_double,
        clock_waits,
        clock_running,
        resume,
        to_roll,
        not_your_turn,
        rolling,
        take_back,
        moving,
        moving_half,
        moving_complete,
        moving_long_play,
        moving_way_back,
        moving_wrong_bar,
        warning,
        nothing_moved,
        taken_off,
        taken_off_asked,
        which_play,
        which_play_shown,
        which_owner,
        which_owner_shown,
        no_legal_play,
        pass_it,
        illegal_passed,
        double,
        double_offered,
        double_offered_for_money,
        beaver,
        take,
        drop_held,
        drop,
        refused,
        resign_menu,
        resignation_offered,
        how_ended,
        game_over,
        game_over_before_crawford,
        time_out,
        match_over,
        correcting,
        paused,
        part_missing,
        scanner_back,
        unsaved,
        one_panel,
        cannot_shut_down,
        asleep,
        digits,
        tournament_menu,
    )
}
SCENES |= {f"menu_{item.name.lower()}": partial(menu_after, number) for number, item in enumerate(ITEMS)}
SCENES |= {f"correct_{item.name.lower()}": partial(correct_after, number) for number, item in enumerate(CORRECTIONS)}


@cache
def shown() -> dict[str, Scene]:
    """Every scene as it is shown."""
    return {name: _scene(make()) for name, make in SCENES.items()}
