"""Keys and buzzer on the Pi's pins (gpiozero's mock pins) reach the table; missing ones are told and waited for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware.config import Config, parse
from firmware.dice import SystemDice
from firmware.effects import Sound
from firmware.pin_parts import PinParts
from firmware.rehearsal.rig import Rig
from firmware.running import world_of
from firmware.screens import Mark
from firmware.sd_notify import Notifier
from firmware.sounds import TONES
from hardware.gpio import Pins, mock_factory
from hardware.ports import HardwareError
from tests.firmware.daemon_table import at_table

CONFIG = parse("[keys]\nnear_play = 5\nnear_cube = 6\nfar_play = 16\nfar_cube = 26\n[buzzer]\npin = 12\n")


class Chip:
    """A GPIO chip that may be missing."""

    def __init__(self, is_missing: bool = False) -> None:
        self.is_missing = is_missing
        self.factory = mock_factory()

    def open(self, library: str, scratch: Path) -> Pins:
        if self.is_missing:
            raise HardwareError("the GPIO header was not found among the chips here: none")
        return Pins(self.factory, "mock pins")

    def press(self, pin: int) -> None:
        self.factory.pin(pin).drive_low()

    def release(self, pin: int) -> None:
        self.factory.pin(pin).drive_high()


async def at_once(act: Callable[[], Any]) -> Any:
    return act()


def parts_on(chip: Chip, folder: Path, config: Config = CONFIG) -> PinParts:
    return PinParts(config, folder, chip.open, at_once)


def test_keys_on_pins_are_the_keys_of_their_seats(tmp_path: Path) -> None:
    chip = Chip()

    async def act(rig: Rig) -> None:
        parts = parts_on(chip, tmp_path)
        await rig.start()
        parts.start(rig.daemon)
        await asyncio.sleep(0.1)
        for pin, ready in ((5, {0}), (16, {0, 1})):
            chip.press(pin)
            await asyncio.sleep(0.1)
            chip.release(pin)
            await asyncio.sleep(0.1)
            assert rig.daemon.state.ready == ready
        length = rig.daemon.state.house.length
        chip.press(26)
        await asyncio.sleep(0.1)
        chip.release(26)
        await asyncio.sleep(0.1)
        assert rig.daemon.state.house.length != length
        parts.close()

    at_table(tmp_path, act)


def test_missing_chip_is_told_once_a_part_and_its_parts_are_taken_up_when_it_comes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "gammond")
    chip = Chip(is_missing=True)

    async def act(rig: Rig) -> None:
        parts = parts_on(chip, tmp_path)
        await rig.start()
        parts.start(rig.daemon)
        await asyncio.sleep(100)
        assert rig.daemon.screen is not None
        assert set(rig.daemon.screen.marks) == {Mark.KEYS_MISSING, Mark.BUZZER_MISSING}
        chip.is_missing = False
        await rig.until(lambda: not rig.daemon.state.missing, "keys and buzzer", 40)
        assert parts.wanted() == []
        parts.close()

    at_table(tmp_path, act)
    lines = [record.getMessage() for record in caplog.records]
    assert len([line for line in lines if "header was not found" in line]) == 2
    assert [line for line in lines if line.endswith("there again")] == ["keys: there again", "buzzer: there again"]


def test_buzzer_that_fails_is_missing_for_a_while_and_never_stops_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("GPIO busy")

    async def act(rig: Rig) -> None:
        parts = parts_on(Chip(), tmp_path)
        await rig.start()
        parts.start(rig.daemon)
        await asyncio.sleep(0.1)
        with monkeypatch.context() as patch:
            patch.setattr("hardware.buzzer.GpioBuzzer.play", fail)
            parts.play(Sound.WARNING)
        parts.play(Sound.CLICK)
        assert ("Buzzer", "see the log") in rig.daemon.state.missing
        await rig.until(lambda: not rig.daemon.state.missing, "the buzzer", 40)
        parts.play(Sound.CLICK)
        parts.close()

    at_table(tmp_path, act)


@pytest.mark.parametrize("text", ["", '[keys]\npin_factory = "none"\nnear_play = 5\n[buzzer]\npin = 12\n'])
def test_no_pins_are_opened_where_none_are_set(text: str, tmp_path: Path) -> None:
    assert parts_on(Chip(is_missing=True), tmp_path, parse(text)).wanted() == []


def test_silent_buzzer_is_not_wanted(tmp_path: Path) -> None:
    config = parse('[buzzer]\npin = 12\nvolume = "off"\n')
    assert parts_on(Chip(), tmp_path, config).wanted() == []


def test_volume_set_in_the_menu_gives_the_buzzer_back_or_takes_it_up_anew(tmp_path: Path) -> None:
    async def act(rig: Rig) -> None:
        parts = parts_on(Chip(), tmp_path)
        await rig.start()
        parts.start(rig.daemon)
        await asyncio.sleep(0.1)
        parts.set_volume("off")
        assert parts.wanted() == []
        parts.play(Sound.CLICK)
        parts.set_volume("loud")
        await asyncio.sleep(0.1)
        assert parts.wanted() == []
        assert rig.daemon.state.missing == ()
        parts.close()

    at_table(tmp_path, act)


def test_every_sound_has_tones_and_none_lasts() -> None:
    assert set(TONES) == set(Sound)
    assert max(sum(duration_s for _, duration_s in tones) for tones in TONES.values()) < 1.0


def test_world_of_a_real_table_has_the_dice_of_the_system(tmp_path: Path) -> None:
    notifier = Notifier({})
    world = world_of(CONFIG, tmp_path / "gammond.db", "", False, parts_on(Chip(), tmp_path), notifier)
    assert isinstance(world.dice, SystemDice)
