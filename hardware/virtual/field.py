"""The field of a checker's magnet at a cell, by the exact formula of a current loop off its axis.

The checker of the reference design: a disc magnet of 20 x 0.5 mm (N35, Br 1.17 T) at mid-height of a checker of
9 mm, lying 4 mm above the cell. A second checker on top is 9 mm further away, and so on. Knows nothing of boards.
Formula: Smythe, "Static and Dynamic Electricity", 7.10; the elliptic integrals by the arithmetic-geometric mean.
"""

from __future__ import annotations

from functools import cache
from math import pi, sqrt
from typing import Final

MAGNET_RADIUS_MM: Final = 10.0
MAGNET_HEIGHT_MM: Final = 0.5
REMANENCE_T: Final = 1.17
CELL_BELOW_MM: Final = 4.0
CHECKER_MM: Final = 9.0
LAYERS: Final = 6  # from here up another checker adds nothing that can be told from noise
STEP_MM: Final = 0.25
REACH_MM: Final = 100.0
_LOOPS: Final = 3
_MAGNET_MID_MM: Final = CELL_BELOW_MM + CHECKER_MM / 2


def _elliptic(m: float) -> tuple[float, float]:
    """The complete elliptic integrals K and E of parameter m = k^2, 0 <= m < 1."""
    a, b, power, total = 1.0, sqrt(1.0 - m), 0.5, 1.0 - m / 2
    while a - b > 1e-9:
        a, b, gap = (a + b) / 2, sqrt(a * b), (a - b) / 2
        power *= 2
        total -= power * gap * gap
    k = pi / (2 * a)
    return k, k * total


def _loop_mt(radius_mm: float, height_mm: float, ampere: float) -> float:
    """The vertical field, in mT, of a current loop of the magnet's radius at a spot beside and below its axis."""
    near = (MAGNET_RADIUS_MM - radius_mm) ** 2 + height_mm**2
    far = (MAGNET_RADIUS_MM + radius_mm) ** 2 + height_mm**2
    k, e = _elliptic(4 * MAGNET_RADIUS_MM * radius_mm / far)
    shape = k + (MAGNET_RADIUS_MM**2 - radius_mm**2 - height_mm**2) / near * e
    return 0.2 * ampere / sqrt(far) * shape  # mu0 / 2 pi = 0.2 mT mm / A


def disc_mt(radius_mm: float, layer: int) -> float:
    """The field in mT of a checker lying `layer` checkers above the board, `radius_mm` beside the cell."""
    ampere = REMANENCE_T / (4e-4 * pi) * MAGNET_HEIGHT_MM / _LOOPS  # Br / mu0, in A per mm of height
    low = _MAGNET_MID_MM + CHECKER_MM * layer - MAGNET_HEIGHT_MM / 2
    heights = (low + MAGNET_HEIGHT_MM * (i + 0.5) / _LOOPS for i in range(_LOOPS))
    return sum(_loop_mt(radius_mm, height, ampere) for height in heights)


@cache
def radial_table(layer: int) -> tuple[float, ...]:
    """The field of a checker of that layer in units of 10 microtesla, every STEP_MM out to REACH_MM."""
    return tuple(100.0 * disc_mt(STEP_MM * i, layer) for i in range(int(REACH_MM / STEP_MM) + 2))


def level_10ut(radius_mm: float, layer: int) -> float:
    """The field of a checker as `disc_mt`, interpolated from the table, in 10 microtesla; 0 beyond REACH_MM."""
    if radius_mm >= REACH_MM:
        return 0.0
    table = radial_table(min(layer, LAYERS - 1))
    at = radius_mm / STEP_MM
    i = int(at)
    return table[i] + (table[i + 1] - table[i]) * (at - i)
