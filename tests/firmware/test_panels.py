"""Two panels show the same picture; either may be missing and come back without the other."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.display_thread import DisplayThread, contrast_of
from firmware.policy import House
from firmware.rehearsal.rig import Rig
from firmware.screen_drawing import draw
from firmware.screens import Screen
from hardware.oled import open_oled
from hardware.ports import Display, Key
from hardware.virtual.panel import NO_ANSWER, Panel, PanelBus
from tests.firmware.daemon_table import at_table, begin, make_the_five_point

NEAR, FAR = 0x3C, 0x3D
DARK = bytes(1024)


class Pair:
    """Two panels, each on a bus of its own: so that one can fail alone."""

    def __init__(self) -> None:
        self.panels = {NEAR: Panel(), FAR: Panel()}
        self.buses = {address: PanelBus({address: panel}) for address, panel in self.panels.items()}

    def opener(self, address: int, rig: Rig) -> Callable[[], Display]:
        return lambda: open_oled(address=address, smbus=self.buses[address], now_s=rig.loop.time)

    def join(self, rig: Rig) -> None:
        rig.daemon.world.open_display = self.opener(NEAR, rig)
        rig.daemon.world.open_second_display = self.opener(FAR, rig)

    def shows(self, address: int, rig: Rig) -> bool:
        screen = rig.daemon.screen
        return screen is not None and self.panels[address].picture().tobytes() == draw(screen).tobytes()


def missing(rig: Rig) -> list[str]:
    return [part for part, _ in rig.daemon.state.missing]


def test_both_panels_show_the_same_and_neither_turns(tmp_path: Path) -> None:
    pair = Pair()

    async def act(rig: Rig) -> None:
        pair.join(rig)
        rig.daemon.house = House(is_flipping=False)
        await begin(rig)
        await make_the_five_point(rig)
        for seat in (0, 1):
            await rig.press(seat, Key.PLAY)
            await asyncio.sleep(2)
            assert rig.daemon.screen is not None
            assert rig.daemon.screen.facing == 0
            assert pair.shows(NEAR, rig)
            assert pair.shows(FAR, rig)
        assert pair.panels[NEAR].picture().tobytes() != DARK

    at_table(tmp_path, act)


@pytest.mark.parametrize(("dead", "alive", "part"), [(NEAR, FAR, "Display"), (FAR, NEAR, "Display 2")])
def test_panel_that_is_missing_comes_back_while_the_other_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, dead: int, alive: int, part: str
) -> None:
    caplog.set_level(logging.INFO, "gammond")
    pair = Pair()
    told: list[str] = []

    async def act(rig: Rig) -> None:
        pair.join(rig)
        rig.daemon.world.on_ready = lambda: told.append("ready")
        pair.buses[dead].fails_with = NO_ANSWER
        await begin(rig)
        await make_the_five_point(rig)
        await asyncio.sleep(100)
        assert missing(rig) == [part]
        assert pair.shows(alive, rig)
        pair.buses[dead].fails_with = None
        await rig.until(lambda: pair.shows(dead, rig) and not missing(rig), "the picture on both", 40)
        assert pair.shows(alive, rig)

    at_table(tmp_path, act)
    lines = [record.getMessage() for record in caplog.records]
    assert len([line for line in lines if f"address 0x{dead:02X}: " in line]) == 1
    assert lines.count(f"the {part.lower()} is back") == 1
    assert told == ["ready"]


def test_table_is_ready_although_both_panels_are_missing(tmp_path: Path) -> None:
    pair = Pair()
    told: list[list[str]] = []

    async def act(rig: Rig) -> None:
        pair.join(rig)
        rig.daemon.world.on_ready = lambda: told.append(missing(rig))
        for bus in pair.buses.values():
            bus.fails_with = NO_ANSWER
        await begin(rig)
        assert [sorted(parts) for parts in told] == [["Display", "Display 2"]]

    at_table(tmp_path, act)


# Brightness


def shown_with(percents: list[int], bus: PanelBus) -> None:
    """A display's thread that is asked for each brightness and then for a picture, and ends."""
    thread = DisplayThread(lambda: open_oled(smbus=bus), lambda reason: None, lambda: None)
    for number, percent in enumerate(percents):
        thread.set_brightness(percent)
        thread.put(Screen(lines=(str(number), "")))
    thread.close()


@pytest.mark.parametrize(("percent", "level"), [(100, 255), (50, 64), (20, 10), (0, 1)])
def test_brightness_in_per_cent_is_what_the_panel_gets(percent: int, level: int) -> None:
    panel = Panel()
    shown_with([percent], PanelBus({NEAR: panel}))
    assert panel.contrast == level


def test_brightness_is_set_again_on_a_panel_that_comes_back() -> None:
    panel = Panel()
    bus = PanelBus({NEAR: panel})
    lost: list[str] = []
    thread = DisplayThread(lambda: open_oled(smbus=bus), lost.append, lambda: None)
    thread.set_brightness(50)
    bus.fails_with = NO_ANSWER
    thread.put(Screen(lines=("a", "")))
    deadline_s = time.monotonic() + 10
    while not lost and time.monotonic() < deadline_s:
        pass
    bus.fails_with = None
    thread.put(Screen(lines=("b", "")))
    thread.close()
    assert (len(lost), panel.contrast) == (1, 64)


@pytest.mark.parametrize("percent", [-1, 101])
def test_brightness_that_is_no_percentage_is_refused(percent: int) -> None:
    with pytest.raises(ValueError, match="0 to 100 per cent"):
        contrast_of(percent)


def test_panel_is_as_bright_as_the_house_has_it(tmp_path: Path) -> None:
    pair = Pair()

    async def act(rig: Rig) -> None:
        pair.join(rig)
        rig.daemon.house = House(brightness=40)
        await begin(rig)
        await rig.until(lambda: pair.shows(NEAR, rig) and pair.shows(FAR, rig), "the picture", 40)
        assert [panel.contrast for panel in pair.panels.values()] == [contrast_of(40)] * 2 == [41, 41]

    at_table(tmp_path, act)
