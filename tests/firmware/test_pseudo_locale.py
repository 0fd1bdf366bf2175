"""Every screen in a language a third longer than English: nothing leaves its box, nothing is cut, all is translated.

The screens are those that random walks through the table show, every warning, and every part that can be missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from gettext import NullTranslations

import pytest

from engine.actions import Level
from engine.plays import Roll
from engine.position import Side
from engine.rulings import Broken, Ruling
from firmware import texts
from firmware.header_drawing import turn_row
from firmware.lettering import fits
from firmware.policy import Policy
from firmware.screen_drawing import draw, rows_of
from firmware.screens import Die, Mark, Screen, message
from firmware.table_state import State
from firmware.warnings import warning_lines
from firmware.words import level_word
from hardware.ports import Key
from tests.firmware.pseudo_language import Pseudo, pseudo, without_texts
from tests.firmware.table_driver import Driver
from tests.firmware.test_table_walk import OLD_MATCHES, STEPS, Walk, lead_on
from tests.firmware.test_warnings_texts import ROWS, rulings

SEEDS = range(100, 128)
PLAY_ON_AFTER = 60
LOOK_AT_MANY = tuple(Ruling(kind, (24, 23, 21, 18, 15, 13), count=2) for kind in (Broken.TOO_FEW, Broken.TOO_MANY))
NAMES = ("Ann", "Bob")


@pytest.fixture(scope="module", autouse=True)
def spoken() -> Iterator[Pseudo]:
    """The made-up language in the place of English, which a table speaks unless told otherwise."""
    catalogue = Pseudo()
    texts.install(texts.ENGLISH, catalogue)
    texts.use(texts.ENGLISH)
    yield catalogue
    texts.install(texts.ENGLISH, NullTranslations())
    texts.use(texts.ENGLISH)


@dataclass
class Seen:
    """Each screen that was shown, with the state that showed it first."""

    screens: dict[Screen, State] = field(default_factory=dict)
    states: set[State] = field(default_factory=set)

    def look(self, driver: Driver) -> None:
        self.states.add(driver.at())
        self.screens.setdefault(driver.screen, driver.at())


def play_on(walk: Walk, seen: Seen) -> None:
    """To where sensible players come in a few acts."""
    driver = walk.driver
    driver.answers_dice = driver.answers_prepare = True
    for key in list(driver.state.keys):
        driver.let_go(key.seat, Key(key.key))
    for effect in walk.owed:
        driver.feed(walk._answer(effect))
    walk.owed.clear()
    for _ in range(10):
        lead_on(driver)
        seen.look(driver)
    driver.answers_dice = driver.answers_prepare = False


@pytest.fixture(scope="module")
def seen(spoken: Pseudo) -> Seen:
    seen = Seen()
    for seed in SEEDS:
        walk = Walk(seed, OLD_MATCHES[seed % len(OLD_MATCHES)])
        for number in range(1, STEPS + 1):
            walk.step()
            seen.look(walk.driver)
            if number % PLAY_ON_AFTER == 0:
                play_on(walk, seen)
    return seen


def faults_of(screen: Screen) -> list[str]:
    """What a reader would miss on a screen, a line each."""
    faults = []
    for row in rows_of(screen):
        if not fits(row.text, row.box, row.font):
            faults.append(f"leaves its box: {row.text}")
        if row.is_cut:
            faults.append(f"cut: {row.text}")
    faults += [f"cut before it was drawn: {line}" for line in screen.lines if line.count("[") != line.count("]")]
    faults += _faults_of_turn(screen)
    draw(screen)
    return faults


def _faults_of_turn(screen: Screen) -> list[str]:
    """Words of the turn may give way to notices, clock and Crawford, to nothing else; numbers and a notice stay."""
    row = turn_row(screen)
    shown = " ".join(part.text for part in row.parts)
    faults = []
    if row.turn != screen.turn and not (screen.marks or screen.clock or screen.is_crawford):
        faults.append(f"cut: {screen.turn}")
    if (screen.white_off or screen.black_off) and f"{screen.white_off}-{screen.black_off}" not in shown:
        faults.append(f"no checkers off: {shown}")
    if screen.marks and pseudo(screen.marks[0].value) not in shown:
        faults.append(f"no {screen.marks[0].value}: {shown}")
    return faults


def check(screens: list[Screen]) -> None:
    wrong = {fault: screen for screen in screens for fault in faults_of(screen)}
    assert sorted(wrong) == []


def test_walks_show_every_state(seen: Seen) -> None:
    assert set(State) - seen.states == set()


def test_every_screen_of_the_table_holds_its_text(seen: Seen) -> None:
    check(list(seen.screens))


def test_every_word_of_the_table_passes_through_the_catalogue(seen: Seen) -> None:
    """Outside the brackets stand names, numbers, plays and match letters alone."""
    plain = {
        word
        for screen in seen.screens
        for line in (*screen.lines, screen.turn)
        for word in re.findall(r"[^\W\d_]{2,}", without_texts(line))
    }
    assert plain - {*NAMES, "bar", "off", "English", "de"} == set()


@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("mover", Side)
def test_every_warning_holds_its_text(mover: Side, policy: Policy) -> None:
    screens = []
    for ruling in (*(row[0] for row in ROWS), *rulings(), *LOOK_AT_MANY):
        lines = warning_lines(ruling, mover, Roll(5, 3), policy)
        screens.append(Screen("Ann", "Bob", dice=(Die(5), Die(3)), is_warning=True, lines=lines))
    check(screens)


@pytest.mark.parametrize("mark", Mark)
def test_every_notice_stays_beside_everything_else(mark: Mark) -> None:
    full = Screen("Ann", "Bob", 24, 23, 25, turn=pseudo("White to answer"), white_off=14, black_off=13)
    check([Screen("Ann", "Bob", marks=(mark,), turn=full.turn)])
    row = turn_row(Screen("Ann", "Bob", white_off=14, black_off=13, clock="1:12:05", is_crawford=True, marks=(mark,)))
    assert "14-13" in row.parts[0].text
    assert row.parts[1].text == "1:12:05"
    assert row.parts[-1].is_notice
    assert row.parts[-1].text in pseudo(mark.value)
    assert len(row.parts[-1].text) >= min(14, len(pseudo(mark.value)))


def test_messages_before_a_match_hold_their_text() -> None:
    check(
        [
            message(pseudo("Scanner not found:"), pseudo("check the USB cable")),
            message(pseudo("x" * 20 + " " + "y" * 20)),
        ]
    )


def test_made_up_language_is_a_third_longer_and_keeps_placeholders() -> None:
    assert pseudo("{side} owns the cube") == "[{side} óówñs théé çúúbé]"
    assert len(pseudo("No legal play")) >= 1.3 * len("No legal play")
    assert level_word(Level.GAMMON) == pseudo("gammon")
