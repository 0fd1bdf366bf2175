"""Which library drives the Pi's own pins, chosen by name and said aloud.

Left alone gpiozero tries four libraries one after another and takes what is left: a Pi 5 or a read-only working
directory then ends in something slow or broken. Here it is lgpio on the chip of the 40-pin header, or the mock for
tests and for machines without pins.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from hardware.ports import HardwareError

HEADER_LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm2712", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""The kernel's name of the chip behind the header: Pi 5, then Pi 4, then the older ones. Its number changes."""

_REMEDY: Final = (
    "Check that this is a Raspberry Pi, that the user is in the group gpio (`sudo usermod -aG gpio $USER`), and that "
    "lgpio is installed (apt install python3-lgpio, or pip install lgpio)"
)


class Pins(NamedTuple):
    """A gpiozero pin factory and what it is, for the log."""

    factory: Any
    name: str


def open_pins(library: str, scratch: Path) -> Pins:
    """The pins of the header by `lgpio`, or by `mock`; `scratch` is a folder lgpio may write its pipe to.

    Raises ValueError for another library, HardwareError naming the remedy if the pins cannot be had.
    """
    if library == "mock":
        return Pins(mock_factory(), "mock pins (no hardware)")
    if library != "lgpio":
        raise ValueError(f"the pins are driven by 'lgpio' or 'mock', not {library!r}")
    lgpio = _import_lgpio(scratch)
    chip, label = header_chip(lgpio)
    try:
        factory = importlib.import_module("gpiozero.pins.lgpio").LGPIOFactory(chip=chip)
    except Exception as error:  # gpiozero and lgpio have no common base for what they raise here
        raise HardwareError(f"gpiochip{chip} ({label}) cannot be opened: {error}. {_REMEDY}") from error
    return Pins(factory, f"lgpio on gpiochip{chip} ({label})")


def mock_factory() -> Any:
    """Pins without hardware, with PWM; each call gives a fresh set."""
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    return MockFactory(pin_class=MockPWMPin)


def _import_lgpio(scratch: Path) -> Any:
    """lgpio writes a pipe into the working directory when imported, unless LG_WD names another folder before that."""
    if "lgpio" not in sys.modules and not os.environ.get("LG_WD"):
        os.environ["LG_WD"] = str(scratch)
    try:
        return importlib.import_module("lgpio")
    except (ImportError, OSError) as error:
        raise HardwareError(
            f"lgpio cannot be loaded: {error}. {_REMEDY}; it also needs a folder to write to (LG_WD, now {scratch})"
        ) from error


def header_chip(lgpio: Any, chips: Callable[[], list[int]] | None = None) -> tuple[int, str]:
    """Number and label of the gpiochip behind the 40-pin header, found by its label.

    Raises HardwareError if there is none, naming those that were found.
    """
    found: dict[str, int] = {}
    refused = []
    for number in (chips or _gpiochips)():
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error as error:
            refused.append(f"gpiochip{number} ({error})")
            continue
        with suppress(lgpio.error):
            found[lgpio.gpio_get_chip_info(handle)[3]] = number
        lgpio.gpiochip_close(handle)
    for label in HEADER_LABELS:
        if label in found:
            return found[label], label
    seen = ", ".join([*(f"gpiochip{number} ({label})" for label, number in found.items()), *refused]) or "none"
    raise HardwareError(f"the GPIO header was not found among the chips here: {seen}. {_REMEDY}")


def _gpiochips() -> list[int]:
    """The numbers in /dev, without the links that the system keeps for old programs."""
    paths = (path for path in Path("/dev").glob("gpiochip*") if not path.is_symlink())
    return sorted(int(match[1]) for path in paths if (match := re.search(r"(\d+)$", path.name)))
