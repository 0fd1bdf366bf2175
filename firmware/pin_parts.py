"""Keys and buzzer on the Pi's own pins: opened, named when they are missing, and taken up when they come.

Owns when they are tried again. Knows nothing of the table: a key's change goes to whoever listens, sounds come in.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, Protocol

from firmware.config import Config
from firmware.effects import Sound
from firmware.scanner_link import BACKOFF_S
from firmware.sounds import TONES
from hardware.ports import Buzzer, HardwareError, Keys

_log = logging.getLogger("gammond")

KEYS: Final = "Keys"
BUZZER: Final = "Buzzer"
REMEDY: Final = "see the log"


class Listener(Protocol):
    """Who is told: of keys from any thread, of parts in the loop's."""

    def key_changed(self, number: int, is_down: bool) -> None: ...
    def part_lost(self, part: str, remedy: str) -> None: ...
    def part_found(self, part: str) -> None: ...


OpenPins = Callable[[str, Path], Any]
"""hardware.gpio.open_pins, or what stands for it: the library's name and a scratch folder in, Pins out."""
InThread = Callable[[Callable[[], Any]], Awaitable[Any]]


def open_pins(library: str, scratch: Path) -> Any:
    """The pins of hardware.gpio, whose library is loaded only where a pin is set."""
    from hardware import gpio

    return gpio.open_pins(library, scratch)


class PinParts:
    """The parts on the pins that the settings name; none if there are none or the pin factory is "none".

    `scratch` is a folder lgpio may write to. `in_thread` opens parts beside the loop: loading a pin library takes long.
    """

    def __init__(
        self,
        config: Config,
        scratch: Path,
        open_pins: OpenPins = open_pins,
        in_thread: InThread = asyncio.to_thread,
    ) -> None:
        self._config = config
        self._scratch = scratch
        self._open_pins = open_pins
        self._in_thread = in_thread
        self._pins: Any = None
        self._keys: Keys | None = None
        self._buzzer: Buzzer | None = None
        self._told: set[str] = set()
        self._task: asyncio.Task[None] | None = None
        self._volume = config.buzzer.volume
        self._listener: Listener | None = None

    def wanted(self) -> list[str]:
        """The parts that are set and not there."""
        config = self._config
        if config.keys.pin_factory == "none":
            return []
        parts = []
        if self._keys is None and any(pin is not None for pin in config.keys.pins):
            parts.append(KEYS)
        if self._buzzer is None and config.buzzer.pin is not None and self._volume != "off":
            parts.append(BUZZER)
        return parts

    def start(self, listener: Listener) -> None:
        """Begin to take up what is wanted, on the running loop."""
        self._listener = listener
        self._look()

    def set_volume(self, volume: str) -> None:
        """`off`, `low` or `loud` from now on: the buzzer is given back, and taken up anew unless it is to be silent."""
        self._volume = volume
        if self._buzzer is not None:
            self._buzzer.close()
            self._buzzer = None
        if self._listener is not None:
            self._look()

    def play(self, sound: Sound) -> None:
        """Make a sound if there is a buzzer. Never raises: a buzzer that fails is missing from then on."""
        buzzer = self._buzzer
        if buzzer is None:
            return
        try:
            buzzer.play(TONES[sound])
        except Exception as error:  # gpiozero and lgpio have no common base for what a pin may raise
            self._buzzer = None
            buzzer.close()
            self._lost(BUZZER, f"it fails: {error}")
            self._look(BACKOFF_S[-1])

    def close(self) -> None:
        """Look no more and give the pins back."""
        if self._task is not None:
            self._task.cancel()
        for part in (self._keys, self._buzzer):
            if part is not None:
                part.close()
        if self._pins is not None:
            self._pins.factory.close()
        self._keys = self._buzzer = self._pins = None

    def _look(self, after_s: float = 0.0) -> None:
        if self.wanted() and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._take_up(after_s))

    async def _take_up(self, after_s: float) -> None:
        await asyncio.sleep(after_s)
        tries = 0
        while wanted := self.wanted():
            for part in wanted:
                await self._try(part)
            if self.wanted():
                await asyncio.sleep(BACKOFF_S[min(tries, len(BACKOFF_S) - 1)])
                tries += 1

    async def _try(self, part: str) -> None:
        try:
            opened = await self._in_thread(self._open_keys if part == KEYS else self._open_buzzer)
        except HardwareError as error:
            self._lost(part, str(error))
            return
        if part == KEYS:
            self._keys = opened
            opened.watch(self._told_to().key_changed)
        else:
            self._buzzer = opened
        if part in self._told:
            self._told.discard(part)
            _log.info("%s: there again", part.lower())
            self._told_to().part_found(part)

    def _lost(self, part: str, message: str) -> None:
        if part not in self._told:
            self._told.add(part)
            _log.warning("%s: %s", part.lower(), message)
            self._told_to().part_lost(part, REMEDY)

    def _told_to(self) -> Listener:
        assert self._listener is not None, "parts are taken up once `start` has said for whom"
        return self._listener

    def _factory(self) -> Any:
        if self._pins is None:
            self._pins = self._open_pins(self._config.keys.pin_factory, self._scratch)
            _log.info("pins: %s", self._pins.name)
        return self._pins.factory

    def _open_keys(self) -> Keys:
        from hardware.keys import GpioKeys

        factory = self._factory()
        pins = {number: pin for number, pin in enumerate(self._config.keys.pins) if pin is not None}
        return GpioKeys(pins, factory)

    def _open_buzzer(self) -> Buzzer:
        from hardware.buzzer import LOUD, LOW, GpioBuzzer

        pin = self._config.buzzer.pin
        assert pin is not None, "only a buzzer with a pin is wanted"
        factory = self._factory()
        return GpioBuzzer(pin, factory, share=LOW if self._volume == "low" else LOUD)
