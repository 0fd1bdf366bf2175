"""Settings that are changed in the menu: their values in order, and the house after a change. Pure.

A change is the fact SettingChanged; the house is what the settings file says, with all such facts of the journal
applied to it in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from engine.variants import VARIANTS
from firmware.facts import SettingChanged
from firmware.policy import House, IllegalPlay, Policy

LENGTHS: Final = (1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25, 0)
"""What a match's length is stepped through; 0 is a money session."""
VOLUMES: Final = ("off", "low", "loud")
CLOCKS: Final = ("off", "us_2013", "minute_a_point", "free")
YES_NO: Final = ("no", "yes")
AUTOMATIC: Final = ("0", "1", "2", "3")
"""How often equal opening dice may turn the cube of one game."""
BRIGHTNESSES: Final = (20, 40, 60, 80, 100)
CODE_DIGITS: Final = 4

_SETTERS: Final[dict[str, Callable[[House, str], House]]] = {
    "length": lambda house, value: replace(house, length=max(0, int(value))),
    "policy": lambda house, value: replace(house, policy=Policy(value)),
    "illegal_play": lambda house, value: replace(house, illegal_play=IllegalPlay(value)),
    "white_seat": lambda house, value: replace(house, white_seat=("0", "1").index(value)),
    "volume": lambda house, value: replace(house, volume=VOLUMES[VOLUMES.index(value)]),
    "brightness": lambda house, value: replace(house, brightness=BRIGHTNESSES[BRIGHTNESSES.index(int(value))]),
    "language": lambda house, value: replace(house, language=value),
    "variant": lambda house, value: replace(house, variant=VARIANTS[value].name),
    "has_jacoby": lambda house, value: replace(house, has_jacoby=YES_NO.index(value) == 1),
    "has_beavers": lambda house, value: replace(house, has_beavers=YES_NO.index(value) == 1),
    "has_holland": lambda house, value: replace(house, has_holland=YES_NO.index(value) == 1),
    "automatic_doubles": lambda house, value: replace(house, automatic_doubles=AUTOMATIC.index(value)),
    "clock": lambda house, value: replace(house, clock=CLOCKS[CLOCKS.index(value)]),
    "director_code": lambda house, value: replace(house, director_code=value),
}
NAMES: Final = tuple(_SETTERS)


def with_setting(house: House, changed: SettingChanged) -> House:
    """The house after a change; unchanged for a name or a value that this version does not know."""
    try:
        return _SETTERS[changed.name](house, changed.value)
    except (LookupError, ValueError):
        return house


def with_settings(house: House, changes: Iterable[SettingChanged]) -> House:
    """The house after all changes, the oldest first."""
    for changed in changes:
        house = with_setting(house, changed)
    return house


def value_of(house: House, name: str) -> str:
    """The value a setting has now, as the fact would hold it."""
    value = getattr(house, name)
    if isinstance(value, bool):
        return YES_NO[value]
    return str(value.value if isinstance(value, Policy | IllegalPlay) else value)


def next_value(house: House, name: str) -> str:
    """What a key steps the setting to; back to the first after the last."""
    steps = _steps(house, name)
    now = value_of(house, name)
    return steps[(steps.index(now) + 1) % len(steps)] if now in steps else steps[0]


def _steps(house: House, name: str) -> tuple[str, ...]:
    return {
        "length": tuple(map(str, LENGTHS)),
        "policy": tuple(each.value for each in Policy),
        "illegal_play": tuple(each.value for each in IllegalPlay),
        "white_seat": ("0", "1"),
        "volume": VOLUMES,
        "brightness": tuple(map(str, BRIGHTNESSES)),
        "language": house.languages,
        "clock": CLOCKS,
        "variant": tuple(VARIANTS),
        "has_jacoby": YES_NO,
        "has_beavers": YES_NO,
        "has_holland": YES_NO,
        "automatic_doubles": AUTOMATIC,
    }[name]
