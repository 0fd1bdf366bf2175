"""Keys on the Pi's pins, on gpiozero's mock pins: callbacks run when the pin is driven, so nothing sleeps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hardware.gpio import mock_factory
from hardware.keys import SETTLE_S, GpioKeys, key_name
from hardware.ports import HardwareError

PINS = {0: 5, 1: 6, 2: 16, 3: 26}


@pytest.fixture
def factory() -> Iterator[Any]:
    made = mock_factory()
    yield made
    made.reset()


@pytest.fixture
def keys(factory: Any) -> Iterator[GpioKeys]:
    made = GpioKeys(PINS, factory)
    yield made
    made.close()


def test_press_and_release_are_reported_by_key_number(keys: GpioKeys, factory: Any) -> None:
    seen: list[tuple[int, bool]] = []
    keys.watch(lambda key, is_down: seen.append((key, is_down)))
    for key, pin in PINS.items():
        factory.pin(pin).drive_low()
        factory.pin(pin).drive_high()
        assert seen[-2:] == [(key, True), (key, False)]
    assert len(seen) == 8


def test_two_keys_down_at_once_are_told_apart(keys: GpioKeys, factory: Any) -> None:
    seen: list[tuple[int, bool]] = []
    keys.watch(lambda key, is_down: seen.append((key, is_down)))
    factory.pin(5).drive_low()
    factory.pin(6).drive_low()
    factory.pin(5).drive_high()
    assert seen == [(0, True), (1, True), (0, False)]


def test_key_already_down_is_reported_when_watching_starts(keys: GpioKeys, factory: Any) -> None:
    factory.pin(16).drive_low()
    seen: list[tuple[int, bool]] = []
    keys.watch(lambda key, is_down: seen.append((key, is_down)))
    assert seen == [(2, True)]


def test_pins_are_pulled_up_and_bounces_filtered(keys: GpioKeys, factory: Any) -> None:
    assert {factory.pin(pin).pull for pin in PINS.values()} == {"up"}
    assert {factory.pin(pin).bounce for pin in PINS.values()} == {SETTLE_S}


def test_closed_keys_give_their_pins_back(factory: Any) -> None:
    GpioKeys(PINS, factory).close()
    GpioKeys(PINS, factory).close()


def test_pin_used_twice_names_key_and_pin_and_frees_the_others(factory: Any) -> None:
    with pytest.raises(HardwareError, match=r"the near seat's CUBE key on GPIO5.*settings") as caught:
        GpioKeys({0: 5, 1: 5}, factory)
    GpioKeys({0: 5}, factory).close()  # while the error still holds on to the half-made keys
    assert caught.value.__cause__ is not None


def test_pin_there_is_not_is_a_hardware_error(factory: Any) -> None:
    with pytest.raises(HardwareError, match="GPIO99"):
        GpioKeys({0: 99}, factory)


def test_key_there_is_not_is_refused(factory: Any) -> None:
    with pytest.raises(ValueError, match="0 to 3"):
        GpioKeys({4: 5}, factory)


def test_key_names() -> None:
    assert [key_name(key) for key in (0, 3)] == ["the near seat's PLAY key", "the far seat's CUBE key"]
