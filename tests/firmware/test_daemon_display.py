"""A panel that fails is named once, stops nothing, and has the right picture again when it answers."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from firmware.rehearsal.rig import Rig
from firmware.screen_drawing import draw
from firmware.table_state import State
from hardware.ports import Key
from hardware.virtual.panel import NO_ANSWER, Panel, PanelBus
from tests.firmware.daemon_table import at, at_table, begin, make_the_five_point

WHOLE_FRAME = 1024


class Buses:
    """Keeps the bus that the rig makes, and counts how often it is made."""

    def __init__(self) -> None:
        self.made: list[PanelBus] = []

    def __call__(self, panels: dict[int, Panel]) -> PanelBus:
        self.made.append(PanelBus(panels))
        return self.made[-1]


def is_shown(rig: Rig) -> bool:
    screen: Any = rig.daemon.screen
    return rig.panel.picture().tobytes() == draw(screen).tobytes()


def test_panel_that_stops_answering_is_named_once_and_comes_back_with_the_picture_of_now(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "gammond")
    buses = Buses()

    async def act(rig: Rig) -> None:
        await begin(rig)
        (bus,) = buses.made
        bus.fails_with = NO_ANSWER
        await make_the_five_point(rig)
        await rig.press(0, Key.PLAY)
        await at(rig, State.TO_ROLL)
        await asyncio.sleep(200)
        assert [part for part, _ in rig.daemon.state.missing] == ["Display"]
        bus.fails_with = None
        rig.panel.lose_power()
        await rig.until(lambda: is_shown(rig) and not rig.daemon.state.missing, "the picture", 40)
        assert buses.made == [bus]

    at_table(tmp_path, act, make_bus=buses)
    lines = [record.getMessage() for record in caplog.records]
    (named,) = [line for line in lines if line.startswith("OLED ssd1309 on I2C bus 1, address 0x3C: ")]
    assert "Check the wiring and `i2cdetect -y 1`" in named
    assert lines.count("the display is back") == 1


def test_standing_picture_is_sent_whole_once_a_minute_and_not_more(tmp_path: Path) -> None:
    buses = Buses()

    async def act(rig: Rig) -> None:
        await begin(rig)
        await asyncio.sleep(5)
        (bus,) = buses.made
        before = bus.bytes
        await asyncio.sleep(50)
        assert bus.bytes == before
        rig.panel.lose_power()
        await asyncio.sleep(12)
        assert before + WHOLE_FRAME <= bus.bytes < before + 2 * WHOLE_FRAME

    at_table(tmp_path, act, make_bus=buses)


def test_table_without_a_panel_is_ready_all_the_same(tmp_path: Path) -> None:
    told: list[str] = []

    async def act(rig: Rig) -> None:
        rig.daemon.world.on_ready = lambda: told.append("ready")
        rig.daemon.world.open_display = None
        await rig.start()
        assert told == ["ready"]

    at_table(tmp_path, act)


def test_ready_is_told_once_when_the_first_screen_is_on_the_panel(tmp_path: Path) -> None:
    told: list[bool] = []

    async def act(rig: Rig) -> None:
        rig.daemon.world.on_ready = lambda: told.append(is_shown(rig))
        await begin(rig)
        assert told == [True]

    at_table(tmp_path, act)


def test_ready_is_told_although_the_panel_is_missing(tmp_path: Path) -> None:
    told: list[str] = []

    def dead_bus(panels: dict[int, Panel]) -> PanelBus:
        bus = PanelBus(panels)
        bus.fails_with = NO_ANSWER
        return bus

    async def act(rig: Rig) -> None:
        rig.daemon.world.on_ready = lambda: told.append("ready")
        await begin(rig)
        assert told == ["ready"]

    at_table(tmp_path, act, make_bus=dead_bus)
