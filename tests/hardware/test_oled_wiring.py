"""docs/wiring.md names the pins and limits that the drivers have."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from hardware.keys import SETTLE_S
from hardware.oled import CHIPS, open_oled

WIRING = (Path(__file__).parents[2] / "docs" / "wiring.md").read_text("utf-8")

HEADER = {
    3: 2,
    5: 3,
    7: 4,
    8: 14,
    10: 15,
    11: 17,
    12: 18,
    13: 27,
    15: 22,
    16: 23,
    18: 24,
    19: 10,
    21: 9,
    22: 25,
    23: 11,
    24: 8,
    26: 7,
    29: 5,
    31: 6,
    32: 12,
    33: 13,
    35: 19,
    36: 16,
    37: 26,
    38: 20,
    40: 21,
}
"""Header pin to GPIO, from Raspberry Pi's own pin-out (the same on every model with 40 pins)."""


def test_pin_and_gpio_of_each_row_belong_together() -> None:
    rows = re.findall(r"^\| [^|]+ \| (\d+) \| (\d+) \|", WIRING, re.MULTILINE)
    assert len(rows) == 12
    for pin, gpio in rows:
        assert HEADER[int(pin)] == int(gpio)


def test_defaults_of_the_panel_are_the_documented_ones() -> None:
    defaults = {name: p.default for name, p in inspect.signature(open_oled).parameters.items()}
    assert (defaults["address"], defaults["port"], defaults["bus_hz"]) == (0x3C, 1, 8_000_000)
    assert re.search(rf"^\| D/C \| \d+ \| {defaults['dc_pin']} ", WIRING, re.MULTILINE)
    assert re.search(rf"^\| RES \| \d+ \| {defaults['reset_pin']} ", WIRING, re.MULTILINE)
    assert "0x3C" in WIRING


def test_chips_and_settling_time_are_documented() -> None:
    assert all(chip.upper() in WIRING for chip in CHIPS)
    assert f"{round(SETTLE_S * 1000)} ms" in WIRING
