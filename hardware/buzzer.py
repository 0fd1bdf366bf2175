"""A buzzer: tones one after another on a pin with PWM, without waiting for them.

Owns pitch, loudness and the sequence. Knows nothing of what a sound means (firmware/sounds.py).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final, Protocol

from gpiozero import GPIOZeroError, PWMOutputDevice

from hardware.ports import HardwareError

Tone = tuple[float, float]
"""Frequency in Hz, 0 for silence, and duration in seconds."""

LOUD: Final = 0.5
LOW: Final = 0.04
"""Shares of a period in which a passive buzzer is driven: half of it is loudest."""


class Timer(Protocol):
    """Something under way that can be called off."""

    def cancel(self) -> None: ...


Later = Callable[[float, Callable[[], None]], Timer]
"""Calls a function after so many seconds; asyncio's `loop.call_later` is one."""


def thread_later(delay_s: float, act: Callable[[], None]) -> Timer:
    """A timer in a thread of its own, for use without an event loop."""
    timer = threading.Timer(delay_s, act)
    timer.daemon = True
    timer.start()
    return timer


class NullBuzzer:
    """No buzzer is fitted, or sound is off."""

    def play(self, tones: tuple[Tone, ...]) -> None:
        pass

    def close(self) -> None:
        pass


class GpioBuzzer:
    """A passive buzzer on a BCM pin. `share` is how loud: LOUD, LOW or between.

    A new sound takes the place of one still playing. Raises HardwareError naming the pin if it cannot be had.
    """

    def __init__(self, pin: int, factory: Any, later: Later = thread_later, share: float = LOUD) -> None:
        if not 0.0 < share <= LOUD:
            raise ValueError(f"the share of a period is above 0 and at most {LOUD}, not {share}")
        try:
            self._output = PWMOutputDevice(pin, pin_factory=factory)
        except (GPIOZeroError, OSError) as error:
            raise HardwareError(f"the buzzer on GPIO{pin}: {error}. Check the pin in the settings") from error
        self.share = share
        self._later = later
        self._timer: Timer | None = None
        self._lock = threading.RLock()

    def play(self, tones: tuple[Tone, ...]) -> None:
        """Start (frequency in Hz, 0 = silence; duration in s) one after another; returns at once."""
        with self._lock:
            self._stop()
            self._next(tones)

    def close(self) -> None:
        """Be silent and give the pin back."""
        with self._lock:
            self._stop()
            self._output.close()

    def _next(self, tones: tuple[Tone, ...]) -> None:
        with self._lock:
            if self._output.closed:
                return
            if not tones:
                self._stop()
                return
            (frequency_hz, duration_s), rest = tones[0], tones[1:]
            if frequency_hz:
                self._output.frequency = frequency_hz
            self._output.value = self.share if frequency_hz else 0
            self._timer = self._later(duration_s, lambda: self._next(rest))

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        if not self._output.closed:
            self._output.value = 0
