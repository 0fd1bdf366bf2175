"""The virtual board: discs, touch plate, keys and lamps, as the scanner of a real board would find them.

Knows nothing of the game, of the wire or of whose hands move the discs.
"""

from __future__ import annotations

from operator import add
from random import Random
from typing import Final

from hardware.geometry import Geometry
from hardware.ports import KEYS
from hardware.virtual.discs import Discs
from hardware.virtual.lamps import VirtualLamps

NOISE_10UT: Final = 5.0  # 0.05 mT left after oversampling
_RING: Final = 8192


class VirtualBoard:
    """A board of the given geometry. Everything random in it follows from `seed`: polarities and noise.

    `is_hand`: whether a hand is on the touch plate. `keys`: for each key whether its contact is closed.
    `lamps`: what the scanner was told to show. `broken`: levels that a faulty cell reports instead of its own.
    """

    def __init__(self, geometry: Geometry, seed: int, noise_10ut: float = NOISE_10UT) -> None:
        self.geometry = geometry
        self.is_hand = False
        self.keys = [False] * KEYS
        self.lamps = VirtualLamps()
        self.broken: dict[int, int] = {}
        self.discs = Discs(geometry)
        self._random = Random(seed)
        self._noise = [round(self._random.gauss(0.0, noise_10ut)) for _ in range(_RING + geometry.cells)]

    def place_disc(self, x_mm: float, y_mm: float, layer: int | None = None) -> int:
        """Lay a new checker on the board, either way up; returns its number."""
        number = self.new_disc()
        self.discs.lay(number, x_mm, y_mm, layer)
        return number

    def new_disc(self) -> int:
        """A new checker beside the board; returns its number."""
        return self.discs.add(self._random.choice((1, -1)))

    def move_disc(self, number: int, x_mm: float, y_mm: float, layer: int | None = None) -> None:
        """Move a checker that lies on the board (a slide: give layer 0, else it climbs what it meets).

        ValueError if it is off the board.
        """
        if self.discs[number].x_mm is None:
            raise ValueError(f"disc {number} is off the board; drop it first")
        self.discs.lay(number, x_mm, y_mm, layer)

    def lift(self, number: int) -> None:
        """Take a checker off the board. ValueError if it is off already."""
        if self.discs[number].x_mm is None:
            raise ValueError(f"disc {number} is off the board already")
        self.discs.take(number)

    def drop(self, number: int, x_mm: float, y_mm: float, layer: int | None = None) -> None:
        """Lay a checker from the hand on the board. ValueError if it lies there already."""
        if self.discs[number].x_mm is not None:
            raise ValueError(f"disc {number} lies on the board; lift it first")
        self.discs.lay(number, x_mm, y_mm, layer)

    def press(self, key: int) -> None:
        """Close the contact of a key, numbered 2 * seat + key."""
        self.keys[key] = True

    def release(self, key: int) -> None:
        """Open the contact of a key."""
        self.keys[key] = False

    def levels(self, scan_no: int) -> list[int]:
        """What the cells read in that scan, in 10 microtesla; the same scan number gives the same noise."""
        start = scan_no * 2654435761 % _RING  # Knuth's multiplicative hash: neighbouring scans share no noise
        levels = list(map(add, self.discs.levels, self._noise[start : start + self.geometry.cells]))
        for cell, level in self.broken.items():
            levels[cell] = level
        return levels
