"""Places and points: R1's table by hand, both directions and seats, and images without colours or tall stacks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.position import BAR, OFF, START, Position, Side
from firmware.board_map import (
    REFERENCE_LAYOUT,
    Layout,
    bounds,
    counts_of_image,
    differing_spots,
    distance,
    image_of,
    image_of_counts,
    lies_below,
    lies_between,
    shortfall,
)
from hardware.geometry import BAR_FAR, BAR_NEAR, FAR, NEAR, R1, R1_PLUS, TRAY_FAR, TRAY_NEAR
from tests.firmware.oracle_images import counts, turns

WHITE, BLACK = Side.WHITE, Side.BLACK
LAYOUTS = [Layout(seat, is_right) for seat in (NEAR, FAR) for is_right in (True, False)]

# Written down from a board on a table. Places 0-11: the near row from left to right, 12-23: the far row likewise.
# The near player's home is the six points on the right of the near row, the ace point outermost.
NEAR_HOME_RIGHT = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]
# Homes on the left: the ace point is the leftmost of the near row, and the way goes round the other way.
NEAR_HOME_LEFT = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12]
# The far player sits opposite: the same, with the rows changed places.
FAR_HOME_RIGHT = [23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
FAR_HOME_LEFT = [12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("layout", "side", "places"),
    [
        (Layout(NEAR, True), WHITE, NEAR_HOME_RIGHT),
        (Layout(NEAR, True), BLACK, FAR_HOME_RIGHT),
        (Layout(NEAR, False), WHITE, NEAR_HOME_LEFT),
        (Layout(NEAR, False), BLACK, FAR_HOME_LEFT),
        (Layout(FAR, True), WHITE, FAR_HOME_RIGHT),
        (Layout(FAR, True), BLACK, NEAR_HOME_RIGHT),
        (Layout(FAR, False), WHITE, FAR_HOME_LEFT),
        (Layout(FAR, False), BLACK, NEAR_HOME_LEFT),
    ],
)
def test_points_lie_where_they_do_on_a_board(layout: Layout, side: Side, places: list[int]) -> None:
    assert [layout.place_of(side, point) for point in range(1, 25)] == places


@pytest.mark.parametrize("layout", LAYOUTS)
def test_bar_and_tray_are_the_owners_own(layout: Layout) -> None:
    near, far = layout.side_of(NEAR), layout.side_of(FAR)
    assert (layout.place_of(near, BAR), layout.place_of(far, BAR)) == (BAR_NEAR, BAR_FAR)
    assert (layout.place_of(near, OFF), layout.place_of(far, OFF)) == (TRAY_NEAR, TRAY_FAR)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_seats_and_sides_belong_to_each_other(layout: Layout) -> None:
    for side in Side:
        assert layout.side_of(layout.seat_of(side)) is side
    assert layout.seat_of(WHITE) == layout.white_seat != layout.seat_of(BLACK)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("side", list(Side))
def test_a_point_is_the_other_sides_twenty_fifth_complement(layout: Layout, side: Side) -> None:
    for point in range(1, 25):
        assert layout.place_of(side, point) == layout.place_of(side.other, 25 - point)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("side", list(Side))
def test_spots_are_every_place_once_and_lead_back(layout: Layout, side: Side) -> None:
    assert sorted(layout.places(side)) == list(range(26))
    for spot, place in enumerate(layout.places(side)):
        assert layout.spot_of(side, place) == spot


def test_start_position_looks_the_same_with_the_colours_exchanged() -> None:
    image = image_of(START, R1)
    for layout in LAYOUTS:
        assert counts_of_image(image, layout, WHITE) == counts_of_image(image, layout, BLACK)
    mirrored = {counts_of_image(image, layout, WHITE) for layout in LAYOUTS}
    assert len(mirrored) == 2  # which side the homes are on does read differently


@pytest.mark.parametrize("side", list(Side))
def test_images_are_what_the_places_read(side: Side) -> None:
    for turn in turns(17):
        for at in (turn.start, *sorted(turn.ends)[:3]):
            assert counts_of_image(image_of(at, R1), REFERENCE_LAYOUT, side) == counts(at, side)


def test_counts_and_images_lead_to_each_other_in_every_layout() -> None:
    for turn in turns(101):
        for layout in LAYOUTS:
            for side in Side:
                image = image_of(turn.start, R1)
                assert image_of_counts(counts_of_image(image, layout, side), layout, side) == image


def test_stacks_are_capped_at_what_lies_side_by_side() -> None:
    tall = Position.of({1: 9, 25: 6}, {23: 5, 25: 4})
    for geometry in (R1, R1_PLUS):
        read = counts_of_image(image_of(tall, geometry), REFERENCE_LAYOUT, WHITE)
        assert (read[11], read[BAR_NEAR], read[BAR_FAR]) == (5, 3, 3)


# Comparing all spots at once


IMAGES = st.lists(st.integers(0, 7), min_size=26, max_size=26)


def packed(spots: list[int]) -> int:
    return sum(count << 4 * spot for spot, count in enumerate(spots))


@given(IMAGES, IMAGES, IMAGES)
def test_comparisons_agree_with_spot_by_spot(low: list[int], image: list[int], high: list[int]) -> None:
    rows = list(zip(low, image, high, strict=True))
    assert lies_between(*map(packed, (low, image, high))) == all(a <= b <= c for a, b, c in rows)
    assert lies_below(packed(image), packed(high)) == all(b <= c for _, b, c in rows)
    pairs = [sorted((a, c)) for a, _, c in rows]
    assert bounds(packed(low), packed(high)) == (packed([a for a, _ in pairs]), packed([c for _, c in pairs]))
    assert shortfall(packed(low), packed(image)) == sum(max(0, a - b) for a, b, _ in rows)
    assert distance(packed(low), packed(high)) == sum(abs(a - c) for a, _, c in rows)
    assert differing_spots(packed(low), packed(high)) == tuple(s for s, (a, _, c) in enumerate(rows) if a != c)


@given(IMAGES, st.data())
def test_image_between_its_own_bounds_is_found(image: list[int], data: st.DataObject) -> None:
    low = [data.draw(st.integers(0, count)) for count in image]
    high = [data.draw(st.integers(count, 7)) for count in image]
    assert lies_between(packed(low), packed(image), packed(high))
