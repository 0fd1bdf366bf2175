"""Where the cells are: places, seats and millimetres. Knows nothing of points, sides or directions.

Places seen from the near seat: 0-11 the near row from left to right, 12-23 the far row from left to right (12 + k
lies opposite k), 24 and 25 the near and the far half of the bar, 26 and 27 the near and the far tray (no cells).
Coordinates: x grows to the right, y away from the near player; a column starts at its own rim and grows inwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

NEAR: Final = 0
FAR: Final = 1
COLUMNS: Final = 24
BAR_NEAR: Final = 24
BAR_FAR: Final = 25
TRAY_NEAR: Final = 26
TRAY_FAR: Final = 27
PLACES: Final = 28
SENSED_PLACES: Final = 26
ROW: Final = 12

CHECKER_DIAMETER_MM: Final = 36.0
CHECKER_HEIGHT_MM: Final = 9.0
COLUMN_PITCH_MM: Final = 40.0
BAR_WIDTH_MM: Final = 50.0
BOARD_WIDTH_MM: Final = ROW * COLUMN_PITCH_MM + BAR_WIDTH_MM
BOARD_DEPTH_MM: Final = 460.0


@dataclass(frozen=True)
class Geometry:
    """A grid of cells. `column_mm` and `bar_mm`: distance of each cell from its column's rim, in mm.

    Cells are numbered place by place, from the rim inwards: the cells of place p are `cells_of[p]`.
    `column_holds` and `bar_holds`: how many checkers lie side by side there, hence how many the cells can count;
    what lies on top of them is not seen. Four cells of 30 mm on the bar count three checkers of 36 mm.
    """

    name: str
    column_mm: tuple[float, ...]
    bar_mm: tuple[float, ...]
    column_holds: int = 5
    bar_holds: int = 3

    @cached_property
    def cells(self) -> int:
        """How many cells a scan has."""
        return COLUMNS * len(self.column_mm) + 2 * len(self.bar_mm)

    @cached_property
    def cells_of(self) -> tuple[range, ...]:
        """For each sensed place 0-25 the range of its cells' numbers."""
        column, bar = len(self.column_mm), len(self.bar_mm)
        ranges = [range(place * column, (place + 1) * column) for place in range(COLUMNS)]
        start = COLUMNS * column
        return (*ranges, range(start, start + bar), range(start + bar, start + 2 * bar))

    @cached_property
    def capacity(self) -> tuple[int, ...]:
        """For each sensed place the highest count its cells can tell: what is stacked on top stays unseen."""
        return (self.column_holds,) * COLUMNS + (self.bar_holds,) * 2

    @cached_property
    def cell_xy_mm(self) -> tuple[tuple[float, float], ...]:
        """Where each cell lies on the board, in mm from the near left corner of the playing field."""
        return tuple(
            place_xy_mm(p, y) for p in range(SENSED_PLACES) for y in (self.column_mm if p < COLUMNS else self.bar_mm)
        )


def place_x_mm(place: int) -> float:
    """The x coordinate of a sensed place's middle line, in mm."""
    if place >= COLUMNS:
        return BOARD_WIDTH_MM / 2
    column = place % ROW
    return COLUMN_PITCH_MM * (column + 0.5) + (BAR_WIDTH_MM if column >= ROW // 2 else 0.0)


def place_xy_mm(place: int, from_rim_mm: float, sideways_mm: float = 0.0) -> tuple[float, float]:
    """Board coordinates of a spot in a sensed place, `from_rim_mm` from its rim and `sideways_mm` to the right."""
    is_near = place < ROW or place == BAR_NEAR
    return place_x_mm(place) + sideways_mm, from_rim_mm if is_near else BOARD_DEPTH_MM - from_rim_mm


R1: Final = Geometry("R1", tuple(19.5 + 37.5 * k for k in range(5)), tuple(18.0 + 30.0 * k for k in range(4)))
R1_PLUS: Final = Geometry("R1+", tuple(18.0 + 21.0 * k for k in range(8)), tuple(18.0 + 21.0 * k for k in range(8)))
GEOMETRIES: Final = {g.name: g for g in (R1, R1_PLUS)}
