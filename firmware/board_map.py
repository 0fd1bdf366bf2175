"""Which place of the board is which point of whom. The only module that knows places and points.

An *image* is what cells can tell of a position: one number a spot, capped at what the cells can count (stacked
checkers are unseen), without colour. It is one packed integer in the mover's order: nibble 1-24 = the mover's points,
nibble 25 = the mover's bar, nibble 0 = the opponent's bar. Bit 3 of every nibble stays free as a guard for
comparing all spots at once (`lies_between`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from engine.position import BAR, OFF, Position, Side
from hardware.geometry import BAR_NEAR, NEAR, ROW, TRAY_NEAR, Geometry

SPOTS: Final = 26
_GUARD: Final = int.from_bytes(b"\x88" * 13, "little")
_NOT_OFF: Final = (1 << 4 * SPOTS) - 16
_WITHOUT_BARS: Final = ((1 << 100) - 1) & ~15


@dataclass(frozen=True)
class Layout:
    """Who sits where, and on which side of the board the homes are, as the near player sees it."""

    white_seat: int = NEAR
    home_is_right: bool = True

    def seat_of(self, side: Side) -> int:
        return self.white_seat if side is Side.WHITE else 1 - self.white_seat

    def side_of(self, seat: int) -> Side:
        return Side.WHITE if seat == self.white_seat else Side.BLACK

    def place_of(self, side: Side, slot: int) -> int:
        """The place of a side's point 1-24, bar (25) or tray (0)."""
        seat = self.seat_of(side)
        if slot == BAR:
            return BAR_NEAR + seat
        if slot == OFF:
            return TRAY_NEAR + seat
        if slot > 12:  # the other side's half: their point 25 - slot
            slot, seat = 25 - slot, 1 - seat
        column = 12 - slot if self.home_is_right else slot - 1
        return column if seat == NEAR else ROW + column

    @cached_property
    def _tables(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            (self.place_of(side.other, BAR), *(self.place_of(side, slot) for slot in range(1, SPOTS))) for side in Side
        )

    def places(self, side: Side) -> tuple[int, ...]:
        """The place of each nibble of an image in this mover's order: opponent's bar, points 1-24, own bar."""
        return self._tables[side]

    def spot_of(self, side: Side, place: int) -> int:
        """The nibble of an image in `side`'s order for a sensed place; the inverse of `places`."""
        return self._tables[side].index(place)


REFERENCE_LAYOUT: Final = Layout()
"""White near, homes on the right."""


@lru_cache(maxsize=4096)
def _reversed(packed: int) -> int:
    """Slot n of one side's checkers at nibble 25 - n, its borne-off checkers left out."""
    result = 0
    for slot in range(1, SPOTS):
        result |= (packed >> 4 * slot & 15) << 4 * (25 - slot)
    return result


def _cap_table(most: int) -> bytes:
    return bytes(min(value & 15, most) | min(value >> 4, most) << 4 for value in range(256))


@lru_cache(maxsize=8)
def _caps(geometry: Geometry) -> tuple[bytes, int]:
    return _cap_table(geometry.column_holds), geometry.bar_holds


def image_of(position: Position, geometry: Geometry) -> int:
    """The exact image of a position, in the order of the side that sees it."""
    table, bar = _caps(geometry)
    full = (position.own & _NOT_OFF) + _reversed(position.opp)
    points = int.from_bytes((full & _WITHOUT_BARS).to_bytes(13, "little").translate(table), "little")
    return points | min(full & 15, bar) | min(full >> 100, bar) << 100


def true_counts(position: Position) -> tuple[int, ...]:
    """How many checkers of either side stand on each spot, stacked ones too, in the order of the side that sees it."""
    full = (position.own & _NOT_OFF) + _reversed(position.opp)
    return tuple([full >> shift & 15 for shift in range(0, 4 * SPOTS, 4)])


def true_by_place(position: Position, layout: Layout, side: Side) -> tuple[int, ...]:
    """How many checkers stand on each place, stacked ones too, of a position as `side` sees it."""
    counts = [0] * SPOTS
    for place, count in zip(layout.places(side), true_counts(position), strict=True):
        counts[place] = count
    return tuple(counts)


def image_of_counts(counts: Sequence[int], layout: Layout, side: Side) -> int:
    """Pack counts by place (26 of them) into an image in `side`'s order; each at most 7."""
    image = 0
    for spot, place in enumerate(layout.places(side)):
        image |= min(counts[place], 7) << 4 * spot
    return image


def counts_of_image(image: int, layout: Layout, side: Side) -> tuple[int, ...]:
    """Counts by place, 26 of them, of an image in `side`'s order."""
    counts = [0] * SPOTS
    for spot, place in enumerate(layout.places(side)):
        counts[place] = image >> 4 * spot & 15
    return tuple(counts)


def lies_between(low: int, image: int, high: int) -> bool:
    """Whether `low <= image <= high` at every spot."""
    return ((high | _GUARD) - image) & _GUARD == _GUARD and ((image | _GUARD) - low) & _GUARD == _GUARD


def bounds(one: int, other: int) -> tuple[int, int]:
    """The lower and the higher of two images at every spot."""
    is_lower = ((other | _GUARD) - one) & _GUARD
    swapped = (one ^ other) & ~(is_lower - (is_lower >> 3))  # 7 at every spot where `one` is not the lower
    return one ^ swapped, other ^ swapped


def lies_below(image: int, high: int) -> bool:
    """Whether `image <= high` at every spot."""
    return ((high | _GUARD) - image) & _GUARD == _GUARD


def shortfall(low: int, image: int) -> int:
    """How many checkers the image has less than `low`, summed over the spots where it has less."""
    return sum(max(0, (low >> shift & 15) - (image >> shift & 15)) for shift in range(0, 4 * SPOTS, 4))


def differing_spots(first: int, second: int) -> tuple[int, ...]:
    """The spots at which two images differ."""
    unlike = first ^ second
    return tuple(spot for spot in range(SPOTS) if unlike >> 4 * spot & 15)


def distance(first: int, second: int) -> int:
    """The sum over all spots of how much two images differ, in checkers."""
    return sum(abs((first >> shift & 15) - (second >> shift & 15)) for shift in range(0, 4 * SPOTS, 4))
