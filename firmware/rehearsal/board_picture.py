"""The virtual board from above as an SVG drawing, in millimetres: its points, cells, checkers and lamps.

Draws what lies there and what shines. Knows nothing of the position that the daemon believes in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.position import Side
from firmware.rehearsal.story import Owners
from hardware.geometry import (
    BAR_WIDTH_MM,
    BOARD_DEPTH_MM,
    BOARD_WIDTH_MM,
    CHECKER_DIAMETER_MM,
    COLUMN_PITCH_MM,
    COLUMNS,
    ROW,
    SENSED_PLACES,
    place_x_mm,
    place_xy_mm,
)
from hardware.virtual.board import VirtualBoard

RIM_MM: Final = 26.0
POINT_MM: Final = 195.0
LAMP_MM: Final = 5.0
CELL_MM: Final = 1.6
BAR_LAMP_MM: Final = 150.0

_WOOD, _FIELD, _BAR = "#4a2f1b", "#e9dcc3", "#6b4526"
_POINTS: Final = ("#b98d5c", "#8c3b2e")
_CHECKERS: Final = {Side.WHITE: ("#fbf7ec", "#8d8671"), Side.BLACK: ("#26221f", "#000000")}


def board_svg(board: VirtualBoard, owners: Owners, title: str) -> str:
    """The drawing as a text. `title` is read out to those who cannot see it."""
    width, depth = BOARD_WIDTH_MM + 2 * RIM_MM, BOARD_DEPTH_MM + 2 * RIM_MM
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-RIM_MM:g} {-RIM_MM:g} {width:g} {depth:g}" role="img">\n'
        f"<title>{title}</title>\n"
        f'<rect x="{-RIM_MM:g}" y="{-RIM_MM:g}" width="{width:g}" height="{depth:g}" rx="10" fill="{_WOOD}"/>\n'
        f'<rect width="{BOARD_WIDTH_MM:g}" height="{BOARD_DEPTH_MM:g}" fill="{_FIELD}"/>\n'
        f'<rect x="{(BOARD_WIDTH_MM - BAR_WIDTH_MM) / 2:g}" width="{BAR_WIDTH_MM:g}" height="{BOARD_DEPTH_MM:g}" '
        f'fill="{_BAR}"/>\n'
    )
    parts = (*_points(), *_cells(board), *_checkers(board, owners), *_lamps(board))
    return head + "\n".join(parts) + "\n</svg>\n"


def _down(y_mm: float) -> float:
    """Drawings count downwards, the board away from the near player."""
    return BOARD_DEPTH_MM - y_mm


def _points() -> Iterator[str]:
    for place in range(COLUMNS):
        x = place_x_mm(place)
        rim, tip = (_down(place_xy_mm(place, along)[1]) for along in (0.0, POINT_MM))
        half = COLUMN_PITCH_MM / 2
        colour = _POINTS[(place + (place >= ROW)) % 2]
        yield f'<polygon points="{x - half:g},{rim:g} {x + half:g},{rim:g} {x:g},{tip:g}" fill="{colour}"/>'


def _cells(board: VirtualBoard) -> Iterator[str]:
    for x, y in board.geometry.cell_xy_mm:
        yield f'<circle cx="{x:g}" cy="{_down(y):g}" r="{CELL_MM:g}" fill="#000" opacity="0.35"/>'


def _checkers(board: VirtualBoard, owners: Owners) -> Iterator[str]:
    for number, side in owners.of.items():
        disc = board.discs[number]
        if disc.x_mm is None or disc.y_mm is None:
            continue
        fill, edge = _CHECKERS[side]
        at = f'cx="{disc.x_mm:.1f}" cy="{_down(disc.y_mm):.1f}"'
        yield f'<circle {at} r="{CHECKER_DIAMETER_MM / 2 - 0.5:g}" fill="{fill}" stroke="{edge}"/>'
        yield f'<circle {at} r="{CHECKER_DIAMETER_MM / 4:g}" fill="none" stroke="{edge}" opacity="0.5"/>'


def _lamps(board: VirtualBoard) -> Iterator[str]:
    """A lamp in the rim of each point, and one in each half of the bar."""
    for place in range(SENSED_PLACES):
        red, green, blue, _ = board.lamps.commanded[place]
        along = -RIM_MM / 2 if place < COLUMNS else BAR_LAMP_MM
        x, y = place_xy_mm(place, along)
        is_lit = bool(red or green or blue)
        colour = f"#{red:02x}{green:02x}{blue:02x}" if is_lit else "#1d120a"
        if is_lit:
            yield f'<circle cx="{x:g}" cy="{_down(y):g}" r="{2 * LAMP_MM:g}" fill="{colour}" opacity="0.35"/>'
        yield f'<circle cx="{x:g}" cy="{_down(y):g}" r="{LAMP_MM:g}" fill="{colour}"/>'
