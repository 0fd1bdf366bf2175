"""The pins are driven by the library named, on the chip of the header, or not at all."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardware import gpio
from hardware.gpio import header_chip, open_pins
from hardware.ports import HardwareError


class LgpioError(Exception):
    """What lgpio raises."""


class FakeLgpio:
    """The four calls of lgpio by which a chip is found, on chips as given: number to label, None for one refused."""

    error = LgpioError

    def __init__(self, chips: dict[int, str | None]) -> None:
        self.chips = chips
        self.is_open: set[int] = set()

    def gpiochip_open(self, number: int) -> int:
        if self.chips[number] is None:
            raise self.error("'can not open gpiochip'")
        self.is_open.add(number)
        return number

    def gpio_get_chip_info(self, handle: int) -> tuple[int, int, str, str | None]:
        return 0, 54, f"gpiochip{handle}", self.chips[handle]

    def gpiochip_close(self, handle: int) -> None:
        self.is_open.remove(handle)


def find(chips: dict[int, str | None]) -> tuple[int, str]:
    lgpio = FakeLgpio(chips)
    try:
        return header_chip(lgpio, lambda: sorted(chips))
    finally:
        assert not lgpio.is_open


@pytest.mark.parametrize(
    ("chips", "number"),
    [
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "gpio-brcmstb@107d508500", 4: "pinctrl-rp1"}, 4),
        ({11: "gpio-brcmstb@107d508500", 15: "pinctrl-rp1"}, 15),
        ({0: None, 1: "pinctrl-bcm2835"}, 1),
    ],
)
def test_header_is_found_by_its_label_wherever_it_is(chips: dict[int, str | None], number: int) -> None:
    assert find(chips)[0] == number


def test_missing_header_names_what_was_found_and_the_remedy() -> None:
    with pytest.raises(HardwareError, match=r"gpiochip0 \(gpio-sim\).*gpiochip1 \('can not open.*group gpio"):
        find({0: "gpio-sim", 1: None})
    with pytest.raises(HardwareError, match="chips here: none"):
        find({})


def test_mock_pins_are_named_in_the_log() -> None:
    pins = open_pins("mock", Path("unused"))
    assert "mock" in pins.name
    assert open_pins("mock", Path("unused")).factory is not pins.factory


def test_other_library_is_refused() -> None:
    with pytest.raises(ValueError, match="'lgpio' or 'mock'"):
        open_pins("pigpio", Path("unused"))


def test_library_that_does_not_load_is_a_hardware_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(HardwareError, match=r"lgpio cannot be loaded.*python3-lgpio.*LG_WD"):
        open_pins("lgpio", tmp_path)


def test_scratch_folder_is_set_before_the_library_is_imported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LG_WD", "")
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    seen: list[str | None] = []

    def import_module(name: str) -> FakeLgpio:
        seen.append(os.environ.get("LG_WD"))
        return FakeLgpio({})

    monkeypatch.setattr(importlib, "import_module", import_module)
    monkeypatch.setattr(gpio, "_gpiochips", list)
    with pytest.raises(HardwareError, match="header was not found"):
        open_pins("lgpio", tmp_path)
    assert seen == [str(tmp_path)]


def test_chip_that_cannot_be_opened_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def factory(chip: int) -> None:
        raise OSError(f"no permission for {chip}")

    def import_module(name: str) -> object:
        return FakeLgpio({4: "pinctrl-rp1"}) if name == "lgpio" else SimpleNamespace(LGPIOFactory=factory)

    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.setattr(importlib, "import_module", import_module)
    monkeypatch.setattr(gpio, "_gpiochips", lambda: [4])
    with pytest.raises(HardwareError, match=r"gpiochip4 \(pinctrl-rp1\).*no permission.*group gpio"):
        open_pins("lgpio", tmp_path)


def test_library_and_chip_are_named_for_the_log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def factory(chip: int) -> str:
        return f"factory of {chip}"

    def import_module(name: str) -> object:
        return FakeLgpio({11: "pinctrl-rp1"}) if name == "lgpio" else SimpleNamespace(LGPIOFactory=factory)

    monkeypatch.setenv("LG_WD", str(tmp_path))
    monkeypatch.setattr(importlib, "import_module", import_module)
    monkeypatch.setattr(gpio, "_gpiochips", lambda: [11])
    assert open_pins("lgpio", tmp_path) == ("factory of 11", "lgpio on gpiochip11 (pinctrl-rp1)")
