"""Which discs lie where on a virtual board, and the field they make at each cell. Knows nothing of time or hands.

A disc laid where another lies stacks on it. Only what a moved disc adds is worked out again.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Final

from hardware.geometry import CHECKER_DIAMETER_MM, Geometry
from hardware.virtual.field import REACH_MM, level_10ut

STACKS_WITHIN_MM: Final = CHECKER_DIAMETER_MM / 2  # a centre above another checker's face: it lies on top
SQUARE_MM: Final = 10.0
SATURATED_10UT: Final = 4200  # a DRV5055A2 clips at 42 mT


@dataclass(slots=True)
class Disc:
    """A checker's magnet: `polarity` is +1 or -1, as the checker lies; None for x and y when it is off the board."""

    polarity: int
    x_mm: float | None = None
    y_mm: float | None = None
    layer: int = 0
    adds: tuple[tuple[int, float], ...] = ()


class Discs:
    """All discs and `levels`, the rounded level of every cell in 10 microtesla, without noise; `changes` counts how
    often they changed."""

    def __init__(self, geometry: Geometry) -> None:
        self._cells = geometry.cell_xy_mm
        self._sums = [0.0] * geometry.cells
        self._discs: dict[int, Disc] = {}
        self._near_square: dict[tuple[int, int], list[tuple[int, float, float]]] = {}
        self.levels = [0] * geometry.cells
        self.changes = 0

    def __getitem__(self, number: int) -> Disc:
        """The disc of that number; ValueError if there is none."""
        if number not in self._discs:
            raise ValueError(f"no disc {number} on this board; there are {len(self._discs)}")
        return self._discs[number]

    def __len__(self) -> int:
        return len(self._discs)

    def add(self, polarity: int) -> int:
        """A new disc, not yet on the board; returns its number."""
        self._discs[len(self._discs)] = Disc(polarity)
        return len(self._discs) - 1

    def lay(self, number: int, x_mm: float, y_mm: float, layer: int | None = None) -> None:
        """Lay a disc down, or move it; on top of what lies there unless a layer (0 = on the board) is given."""
        disc = self[number]
        if disc.x_mm is None or disc.y_mm is None or hypot(disc.x_mm - x_mm, disc.y_mm - y_mm) > STACKS_WITHIN_MM:
            self.take(number)
        else:
            self._remove(disc)  # pushed a little: what lies on it stays up
        disc.x_mm, disc.y_mm = x_mm, y_mm
        disc.layer = self._layer_at(number, x_mm, y_mm) if layer is None else layer
        self._add(disc)

    def take(self, number: int) -> None:
        """Take a disc off the board; what lay on it comes down by one. Nothing happens if it is off already."""
        disc = self[number]
        if disc.x_mm is None or disc.y_mm is None:
            return
        x_mm, y_mm = disc.x_mm, disc.y_mm
        self._remove(disc)
        disc.x_mm = disc.y_mm = None
        for other in self._near(number, x_mm, y_mm):
            if other.layer > disc.layer:
                self._remove(other)
                other.layer -= 1
                self._add(other)

    def flip(self, number: int) -> None:
        """Turn a disc over where it is."""
        disc = self[number]
        self._remove(disc)
        disc.polarity = -disc.polarity
        self._add(disc)

    def _near(self, number: int, x_mm: float, y_mm: float) -> list[Disc]:
        return [
            d
            for n, d in self._discs.items()
            if n != number
            and d.x_mm is not None
            and d.y_mm is not None
            and hypot(d.x_mm - x_mm, d.y_mm - y_mm) < STACKS_WITHIN_MM
        ]

    def _layer_at(self, number: int, x_mm: float, y_mm: float) -> int:
        return max((d.layer + 1 for d in self._near(number, x_mm, y_mm)), default=0)

    def _add(self, disc: Disc) -> None:
        if disc.x_mm is None or disc.y_mm is None:
            return
        x_mm, y_mm = disc.x_mm, disc.y_mm
        self.changes += 1
        disc.adds = tuple(
            [
                (cell, disc.polarity * level_10ut(hypot(x - x_mm, y - y_mm), disc.layer))
                for cell, x, y in self._cells_near(x_mm, y_mm)
            ]
        )
        for cell, level in disc.adds:
            self._set(cell, self._sums[cell] + level)

    def _cells_near(self, x_mm: float, y_mm: float) -> list[tuple[int, float, float]]:
        """The cells that a disc there can reach, and some beyond: looked up by the square of the board it lies in."""
        square = (int(x_mm // SQUARE_MM), int(y_mm // SQUARE_MM))
        near = self._near_square.get(square)
        if near is None:
            middle_x, middle_y = ((n + 0.5) * SQUARE_MM for n in square)
            reach = REACH_MM + SQUARE_MM / 2
            near = self._near_square[square] = [
                (cell, x, y)
                for cell, (x, y) in enumerate(self._cells)
                if abs(x - middle_x) < reach and abs(y - middle_y) < reach
            ]
        return near

    def _remove(self, disc: Disc) -> None:
        self.changes += 1
        for cell, level in disc.adds:
            self._set(cell, self._sums[cell] - level)
        disc.adds = ()

    def _set(self, cell: int, level: float) -> None:
        self._sums[cell] = level
        rounded = round(level)
        self.levels[cell] = rounded if -SATURATED_10UT < rounded < SATURATED_10UT else _clipped(rounded)


def _clipped(level: int) -> int:
    return max(-SATURATED_10UT, min(SATURATED_10UT, level))
