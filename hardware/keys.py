"""Keys wired to the Pi's own pins: contact to ground, pull-up inside the Pi.

Owns which pin is which key. Knows nothing of what a key means or how long it is held. Bounces are filtered in the
pin library (a contact counts once it has stood still for SETTLE_S), so that no thread of ours has to watch the pins;
the scanner's keys have their own filter (hardware/link/debounce.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from gpiozero import Button, GPIOZeroError

from hardware.ports import KEYS, HardwareError, Key

SETTLE_S: Final = 0.015


class GpioKeys:
    """Up to four keys; `pins` gives the BCM number of each key number (`2 * seat + key`).

    Raises ValueError for a key number there is not, HardwareError naming key and pin if a pin cannot be had.
    """

    def __init__(self, pins: Mapping[int, int], factory: Any) -> None:
        self._buttons: dict[int, Any] = {}
        try:
            for key, pin in pins.items():
                self._buttons[key] = _button(key, pin, factory)
        except BaseException:
            self.close()
            raise

    def watch(self, on_change: Callable[[int, bool], None]) -> None:
        """Call `on_change(key number, is_down)` at every change, from the pin library's thread: post it, do no more.

        A key that is already down is reported at once.
        """
        for key, button in self._buttons.items():
            button.when_pressed = _reporter(on_change, key, True)
            button.when_released = _reporter(on_change, key, False)
            if button.is_pressed:
                on_change(key, True)

    def close(self) -> None:
        """Give the pins back."""
        for button in self._buttons.values():
            button.close()
        self._buttons = {}


def _reporter(on_change: Callable[[int, bool], None], key: int, is_down: bool) -> Callable[[], None]:
    def report() -> None:
        on_change(key, is_down)

    return report


def _button(key: int, pin: int, factory: Any) -> Any:
    if not 0 <= key < KEYS:
        raise ValueError(f"keys are numbered 0 to {KEYS - 1}, not {key}")
    try:
        return Button(pin, pull_up=True, bounce_time=SETTLE_S, pin_factory=factory)
    except (GPIOZeroError, OSError) as error:
        raise HardwareError(f"{key_name(key)} on GPIO{pin}: {error}. Check the pin in the settings") from error


def key_name(key: int) -> str:
    """What a person calls a key number, as `the near seat's PLAY key`."""
    return f"the {('near', 'far')[key // 2]} seat's {Key(key % 2).name} key"
