"""Checkers as densities: how likely some change of a place's levels is that of one disc, or of a stacked one. Pure.

Each spot where a disc may lie, and each sample of stacked ones, is a weight and a normal density over the cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, hypot, log
from typing import Final

from firmware.likelihood_data import PlaceTables

LOWEST: Final = -25.0
FAINT_10UT: Final = 120
ROOT_2PI: Final = 0.919
_OUTLIER: Final = 7.0
_BESIDE_SHARE: Final = (0.62, 0.28, 0.10)

Levels = tuple[int, ...]
_Cells = tuple[tuple[int, float, int], ...]
Disc = tuple[int, float, _Cells]
"""Where it lies, in steps of ROW_MM; a constant; its cells as level, weight and number, the strongest first."""
Weighted = tuple[float, _Cells]
_Ends = tuple[tuple[int, ...], tuple[int, ...]]


def discs_of(tables: PlaceTables) -> dict[int, list[Disc]]:
    """Each spot where a checker may lie, as its step, a constant, and its cells with the strongest first; by the cell
    it is strongest on, and by -1 those that hardly any cell sees."""
    found: dict[int, list[Disc]] = {cell: [] for cell in range(-1, tables.cells)}
    for number, (share, rows) in enumerate(zip(_BESIDE_SHARE, tables.disc, strict=True)):
        beside = tables.disc[min(number + 1, len(tables.disc) - 1)], tables.disc[max(number - 1, 0)]
        for step, levels in enumerate(rows):
            along = rows[min(step + 1, len(rows) - 1)], rows[max(step - 1, 0)]
            disc = _disc(step, share, levels, along, (beside[0][step], beside[1][step]))
            peak = disc[2][0][2]
            found[peak].append(disc)
            if abs(disc[2][0][0]) < 2 * FAINT_10UT:
                found[-1].append(disc)
    for discs in found.values():
        discs.sort(key=strength_of)
    return found


def strength_of(disc: Disc) -> int:
    """What the cell sees that it is strongest on, in 10 microtesla."""
    return disc[2][0][0]


def _disc(step: int, share: float, levels: tuple[int, ...], along: _Ends, beside: _Ends) -> Disc:
    constant, cells = log(share), []
    for cell, level in enumerate(levels):
        slope_along, slope_beside = (abs(ends[0][cell] - ends[1][cell]) for ends in (along, beside))
        sd_10ut = hypot(30.0, 0.2 * slope_along, 0.16 * slope_beside, 0.05 * level)
        constant -= log(sd_10ut / 100.0) + ROOT_2PI
        cells.append((level, 0.5 / sd_10ut**2, cell))
    return step, constant, tuple(sorted(cells, key=lambda entry: -abs(entry[0])))


def weighted(levels: Sequence[int], more: int, crowd: int) -> Weighted:
    """A sample of `more` stacked checkers, one of so many."""
    constant, cells = -log(crowd), []
    for cell, level in enumerate(levels):
        sd_mt = 1.2 * (0.25 + 0.0008 * abs(level) * (1.0 + 0.4 * (more - 1)))
        constant -= log(sd_mt) + ROOT_2PI
        cells.append((level, 0.5 / (100.0 * sd_mt) ** 2, cell))
    return constant, tuple(sorted(cells, key=lambda entry: -abs(entry[0])))


def density(differ: Levels, discs: Iterable[Weighted]) -> float:
    """The log of the sum of these discs' densities at these changes."""
    best, found = LOWEST, []
    for constant, cells in discs:
        value = constant
        for level, weight, cell in cells:
            if value < best - 6.0:
                break
            away = level - differ[cell]
            cost = away * away * weight
            value -= cost if cost < _OUTLIER else _OUTLIER
        else:
            if value > best:
                best = value
            if value > best - 6.0:
                found.append(value)
    return best + log(sum([exp(value - best) for value in found])) if found else best
