"""What a picture must hold whatever the match: grid, readable dice, whole numbers, text inside its box."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engine.position import Side
from firmware import header_drawing
from firmware.fonts import load_font, parse_bdf, write
from firmware.header_drawing import turn_row
from firmware.lettering import FONTS, TALL_FONTS, Box, cut, fits, fitted, plain, set_rows, whole_words
from firmware.screen_drawing import ROOMY_LINES, WARNING_LINES, draw
from firmware.screens import Die, Mark, Screen, message
from tests.firmware.screen_samples import SAMPLES

MATCH = SAMPLES["moving"]
LINE = Box(0, 44, 128, 10)
LINES = (LINE, Box(0, 54, 128, 10))


def lit(image: Image.Image, box: tuple[int, int, int, int]) -> int:
    return image.crop(box).convert("L").histogram()[255]


def holds(image: Image.Image, text: str, font: str, box: tuple[int, int, int, int]) -> bool:
    """Whether a text stands somewhere in a part of a picture, lit on dark or dark on lit."""
    face = load_font(font)
    want = Image.new("1", (face.width_of(text), face.height))
    write(want, 0, 0, text, face)
    want = want.crop(want.getbbox() or (0, 0, 1, 1))
    left, top, right, bottom = box
    for y in range(top, bottom - want.height + 1):
        for x in range(left, right - want.width + 1):
            got = image.crop((x, y, x + want.width, y + want.height))
            if want.tobytes() in (got.tobytes(), ImageChops.invert(got).tobytes()):
                return True
    return False


def test_picture_is_128_by_64_with_one_bit() -> None:
    assert (draw(MATCH).size, draw(MATCH).mode) == ((128, 64), "1")


def test_row_holds_21_letters() -> None:
    assert fits("x" * 21, LINE)
    assert not fits("x" * 22, LINE)


def test_dice_take_24_rows_and_16_under_a_warning() -> None:
    plain = draw(replace(MATCH, turn="", lines=("", "")))
    warned = draw(replace(MATCH, turn="", lines=("", ""), is_warning=True))
    assert plain.crop((0, 12, 128, 64)).getbbox() == (34, 8, 94, 32)
    assert warned.crop((0, 12, 128, 37)).getbbox() == (42, 8, 86, 24)


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize(("is_warning", "pip"), [(False, 16), (True, 9)])
def test_die_has_as_many_pips_as_its_number(number: int, is_warning: bool, pip: int) -> None:
    screen = Screen(white_name="W", dice=(Die(number),), is_warning=is_warning)
    image = draw(screen)
    size = 16 if is_warning else 24
    left = 64 - size // 2
    inner = (left + 2, 22, left + size - 2, 20 + size - 2)
    assert (size - 4) ** 2 - lit(image, inner) == number * pip


def test_number_no_die_has_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        draw(replace(MATCH, dice=(Die(7),)))


def test_played_die_has_half_the_light() -> None:
    played = draw(replace(MATCH, dice=(Die(3, True), Die(3))))
    left, right = lit(played, (34, 20, 58, 44)), lit(played, (70, 20, 94, 44))
    assert 0.45 < left / right < 0.55


def test_four_dice_of_a_double_stand_apart() -> None:
    image = draw(replace(MATCH, dice=(Die(6),) * 4))
    dark = [x for x in range(128) if not lit(image, (x, 20, x + 1, 44))]
    gaps = [x for x in dark if x - 1 not in dark]
    assert len(gaps) == 5


def test_tumbling_dice_show_no_number() -> None:
    rolling = replace(MATCH, is_rolling=True)
    assert draw(replace(rolling, dice=(Die(1), Die(2)))).tobytes() == draw(replace(rolling, dice=())).tobytes()


def test_neutral_cube_stands_in_the_upper_right_corner() -> None:
    assert holds(draw(replace(MATCH, cube=1)), "1", "5x8", (116, 0, 128, 10))
    assert holds(draw(replace(MATCH, cube=64)), "64", "5x8", (111, 0, 128, 10))


@pytest.mark.parametrize(("owner", "left"), [(Side.WHITE, 0), (Side.BLACK, 47)])
def test_owned_cube_stands_beside_its_owners_name(owner: Side, left: int) -> None:
    image = draw(replace(MATCH, cube=2, cube_owner=owner))
    assert holds(image, "2", "5x8", (left, 0, left + 12, 10))
    assert not holds(image, "2", "5x8", (116, 0, 128, 10))


def test_checkers_borne_off_are_shown_for_both_sides() -> None:
    assert holds(draw(replace(MATCH, white_off=7, black_off=12)), "off 7-12", "5x8", (64, 10, 128, 20))


def test_far_seat_sees_the_picture_upside_down() -> None:
    near, far = draw(MATCH), draw(replace(MATCH, facing=1))
    assert far.rotate(180).tobytes() == near.tobytes()
    assert far.tobytes() != near.tobytes()


def test_bar_of_a_held_key_fills_from_left_to_right() -> None:
    empty, half, full = (draw(replace(MATCH, lines=("", ""), bar=share)) for share in (0.0, 0.5, 1.0))
    assert [lit(image, (0, 54, 128, 63)) for image in (empty, half, full)] == [0, 64 * 9, 128 * 9]


def test_message_needs_no_match() -> None:
    image = draw(message("Scanner not found:", "check the USB cable"))
    assert holds(image, "Scanner not found:", "6x13", (0, 0, 128, 64))
    assert holds(image, "check the USB cable", "6x13", (0, 0, 128, 64))


def test_score_is_large_where_nothing_else_is_said() -> None:
    image = draw(SAMPLES["to_roll_silent"])
    left, top, right, bottom = image.crop((0, 20, 128, 64)).getbbox() or (0, 0, 0, 0)
    assert bottom - top == 27
    assert right - left > 50
    assert lit(draw(replace(SAMPLES["to_roll_silent"], dice=(Die(1),), lines=("", ""))), (0, 44, 128, 64)) == 0


def test_score_of_three_digits_a_side_still_fits() -> None:
    image = draw(replace(SAMPLES["to_roll_silent"], white_score=100, black_score=200))
    left, _, right, _ = image.crop((0, 20, 128, 64)).getbbox() or (0, 0, 0, 0)
    assert (left > 0, right < 128) == (True, True)


def test_notice_stands_above_a_message_too() -> None:
    assert holds(draw(SAMPLES["starting_unsaved"]), "NOT SAVED", "5x8", (64, 10, 128, 20))


def test_held_key_shows_its_bar_under_a_message() -> None:
    assert lit(draw(message("Go on?")), (0, 54, 128, 64)) == 0
    image = draw(replace(message("Go on?"), bar=1.0))
    assert lit(image, (0, 54, 128, 64)) == 128 * 10


@pytest.mark.parametrize("text", ["White wins", "123456789012345", "Black wins by a backgammon", "x" * 70])
def test_large_text_of_more_than_nine_letters_stays_inside(text: str) -> None:
    image = draw(replace(MATCH, dice=(), big=text, lines=("x", "x")))
    box = image.crop((0, 20, 128, 44)).getbbox()
    assert box is not None


def test_unknown_font_is_named() -> None:
    with pytest.raises(ValueError, match="'9x99'"):
        load_font("9x99")


def test_notice_of_unsaved_facts_stands_beside_everything_else() -> None:
    assert holds(draw(SAMPLES["everything"]), "NOT SAVED", "4x6", (64, 10, 128, 20))
    assert holds(draw(SAMPLES["everything"]), "12-15", "4x6", (0, 10, 128, 20))


@pytest.mark.parametrize("number", ["12", "107", "2048"])
def test_number_is_left_out_rather_than_cut(number: str) -> None:
    text = f"abc {number}"
    assert [cut(text, columns) for columns in range(4, len(text))] == ["abc"] * len(number)
    assert cut(text, len(text)) == text


def test_narrower_font_comes_before_fewer_letters() -> None:
    fonts = [fitted("x" * length, 128)[0] for length in (21, 22, 25, 26, 32)]
    assert [font.width for font in fonts] == [6, 5, 5, 4, 4]
    assert fitted("x" * 40, 128)[1] == "x" * 32


def as_set(first: str, second: str = "", boxes: tuple[Box, Box] = LINES, fonts: tuple[str, ...] = FONTS) -> list[str]:
    """Each row as its font and its text; `!` before one that is cut."""
    rows = set_rows((first, second), boxes, fonts)
    assert all(fits(row.text, row.box, row.font) for row in rows)
    return [f"{'!' if row.is_cut else ''}{row.font} {row.text}" for row in rows]


def test_text_that_fits_stands_in_the_font_that_is_read_best() -> None:
    assert as_set("White owns the cube") == ["6x10 White owns the cube"]
    assert as_set("x" * 21, "y" * 21) == [f"6x10 {'x' * 21}", f"6x10 {'y' * 21}"]
    assert as_set("", "below") == ["6x10 below"]
    assert as_set("") == []


def test_long_text_is_broken_into_the_free_row_before_it_is_condensed() -> None:
    assert as_set("Ten of the checkers are home") == ["6x10 Ten of the checkers", "6x10 are home"]


def test_long_text_is_condensed_where_no_row_is_free() -> None:
    assert as_set("Ten of the checkers home", "PLAY: pass") == ["5x8 Ten of the checkers home", "6x10 PLAY: pass"]


def test_long_text_is_written_small_where_condensing_is_not_enough() -> None:
    assert as_set("Ten of the checkers are home", "PLAY: pass") == [
        "4x6 Ten of the checkers are home",
        "6x10 PLAY: pass",
    ]


def test_two_long_texts_share_three_small_rows() -> None:
    first, second = "Ten of the checkers of White are in the home board", "now bear off all of them"
    assert as_set(first, second) == [
        "4x6 Ten of the checkers of White are",
        "4x6 in the home board",
        "4x6 now bear off all of them",
    ]


def test_two_texts_too_long_for_that_run_on_as_one() -> None:
    first, second = "There is still a checker that may move from 24", "and then another one on the point 6"
    assert as_set(first, second) == [
        "4x6 There is still a checker that",
        "4x6 may move from 24 and then",
        "4x6 another one on the point 6",
    ]


def test_warning_has_room_for_three_condensed_rows() -> None:
    first, second = "There is no way from 24 to 16:", "both 21 and 19 are held"
    assert as_set(first, second, WARNING_LINES, TALL_FONTS) == [
        "5x8 There is no way from 24",
        "5x8 to 16:",
        "5x8 both 21 and 19 are held",
    ]


def test_only_what_no_row_holds_is_cut_and_never_in_a_number() -> None:
    assert as_set("a" * 40, "b" * 30 + "1234") == [f"!4x6 {'a' * 32}", f"!4x6 {'b' * 30}"]


@given(st.text(max_size=40), st.text(max_size=40), st.sampled_from([LINES, WARNING_LINES, ROOMY_LINES]))
def test_rows_never_leave_their_boxes_nor_meet(first: str, second: str, boxes: tuple[Box, Box]) -> None:
    rows = set_rows((first, second), boxes)
    assert all(fits(row.text, row.box, row.font) for row in rows)
    assert all(boxes[0].y <= row.box.y and row.box.edges[3] <= boxes[1].edges[3] for row in rows)
    assert all(above.box.edges[3] <= below.box.y for above, below in pairwise(rows))


def test_letters_that_fonts_lack_do_not_vanish() -> None:
    assert plain("Ze\u0301ro \u2013 \u201eŁódź\u201c\u2026") == 'Zéro - "Lódź"..'
    assert plain("soft\u00adhyphen") == "softhyphen"
    assert all(load_font("4x6").glyph(letter).getbbox() for letter in plain("Łódźőœđ漢"))


def test_words_stay_whole_in_the_row_of_the_turn() -> None:
    assert [whole_words("White to roll", n) for n in (13, 12, 8, 5, 4)] == [
        "White to roll",
        "White to",
        "White to",
        "White",
        "",
    ]


@settings(max_examples=60, deadline=None)
@given(
    white=st.text("MWgjÑ1", max_size=14),
    black=st.text("MWgjÑ1", max_size=14),
    scores=st.tuples(st.integers(0, 999), st.integers(0, 999)),
    cube=st.sampled_from([1, 2, 16, 64, 512]),
    owner=st.sampled_from([None, *Side]),
    length=st.sampled_from([0, 7, 25]),
)
def test_scores_and_cube_are_whole_whatever_the_names(
    white: str, black: str, scores: tuple[int, int], cube: int, owner: Side | None, length: int
) -> None:
    screen = Screen("W" + white, black, *scores, length=length, cube=cube, cube_owner=owner)
    image = draw(screen)
    assert holds(image, str(cube), "5x8", (0, 0, 128, 10))
    assert lit(image, (0, 10, 128, 20)) == 0
    if length:
        assert holds(image, f"{length}", "5x8", (0, 0, 128, 10))


@settings(max_examples=60, deadline=None)
@given(
    turn=st.text("Wgj Ñ", max_size=40),
    offs=st.tuples(st.integers(0, 15), st.integers(0, 15)),
    is_crawford=st.booleans(),
    clock=st.sampled_from(["", "12:05", "1:12:05"]),
    marks=st.lists(st.sampled_from(Mark), unique=True, max_size=4),
)
def test_row_of_the_turn_never_spills(
    turn: str, offs: tuple[int, int], is_crawford: bool, clock: str, marks: list[Mark]
) -> None:
    screen = Screen("W", "B", turn=turn, white_off=offs[0], black_off=offs[1], is_crawford=is_crawford, clock=clock)
    with_marks = draw(replace(screen, marks=tuple(marks)))
    below = (0, 20, 128, 64)
    assert with_marks.crop(below).tobytes() == draw(Screen("W", "B")).crop(below).tobytes()
    if any(offs):
        text = f"{offs[0]}-{offs[1]}"
        assert any(holds(with_marks, text, font, (0, 10, 128, 20)) for font in FONTS[1:])


@settings(max_examples=40, deadline=None)
@given(st.tuples(st.text(max_size=60), st.text(max_size=60)), st.booleans())
def test_lines_never_reach_the_dice(lines: tuple[str, str], is_warning: bool) -> None:
    screen = replace(MATCH, is_warning=is_warning)
    rows = (0, 0, 128, 37 if is_warning else 44)
    with_text, without = draw(replace(screen, lines=lines)), draw(replace(screen, lines=("", "")))
    assert with_text.crop(rows).tobytes() == without.crop(rows).tobytes()


def test_numbers_and_first_notice_stay_when_words_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    long = {"off {numbers}": "buitengespeeld {numbers}", "CLOCK STOPPED": "DE KLOK IS GESTOPT 2"}
    monkeypatch.setattr(header_drawing, "_", lambda text: long.get(text, text))
    screen = Screen("W", "B", turn="x", white_off=12, black_off=15, clock="1:12:05", marks=(Mark.CLOCK_STOPPED,))
    row = turn_row(replace(screen, is_crawford=True))
    assert [part.text for part in row.parts] == ["12-15", "1:12:05", "DE KLOK IS GESTOPT"[:17]]
    assert row.turn == ""
    assert "buitengespeeld 12-15" in [part.text for part in turn_row(replace(screen, clock="", marks=())).parts]


def test_fonts_hold_latin_1_and_arrows() -> None:
    letters = [chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))] + ["→", "€"]
    for name in (*FONTS, "6x13", "6x13B"):
        assert [letter for letter in letters if letter not in load_font(name).glyphs] == []


def test_letter_no_font_has_is_drawn_without_its_accent_or_as_a_question_mark() -> None:
    font = load_font("6x10")
    assert font.glyph("ő") is font.glyphs["o"]
    assert font.glyph("漢") is font.glyphs["?"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "FONTBOUNDINGBOX is missing"),
        ("FONTBOUNDINGBOX 6 10", "4 numbers expected"),
        ("FONTBOUNDINGBOX 6 10 0 -2\n", "must hold '\\?'"),
        ("FONTBOUNDINGBOX 6 10 0 -2\nSTARTCHAR x\nENCODING 63\n", "BBX is missing"),
        ("FONTBOUNDINGBOX 6 10 0 -2\nSTARTCHAR x\nENCODING 63\nBBX 6 2 0 0\nBITMAP\n00\n", "glyph 63"),
    ],
)
def test_damaged_font_is_named(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_bdf(text)


def test_glyph_is_placed_by_its_bounding_box() -> None:
    font = parse_bdf(
        "FONTBOUNDINGBOX 4 6 0 -1\nSTARTCHAR question\nENCODING 63\nBBX 2 1 1 2\nBITMAP\nC0\nENDCHAR\nENDFONT\n"
    )
    assert font.glyphs["?"].getbbox() == (1, 2, 3, 3)
    assert font.ascent == 5


START = (-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, 0, 0, 0, 0)
"""The start position by place: White's home near and at the left."""


def of_board(board: tuple[int, ...], facing: int = 0) -> Image.Image:
    """The rows of the small board, upright for its reader."""
    image = draw(Screen("W", "B", board=board, facing=facing, lines=("x", "y")))
    return (image.rotate(180) if facing else image).crop((0, 20, 128, 44))


def one_checker(place: int, count: int = 1) -> tuple[int, ...]:
    return tuple(count if k == place else 0 for k in range(28))


def test_small_board_tells_the_sides_apart() -> None:
    white, black = (lit(of_board(one_checker(0, count)), (0, 13, 8, 24)) for count in (3, -3))
    assert white > 88 * 2 / 3 > black  # dark on lit, and lit in a frame


@pytest.mark.parametrize("place", range(28))
def test_every_place_of_the_small_board_has_a_cell_of_its_own(place: int) -> None:
    empty, one, most = (of_board(one_checker(place, count)) for count in (0, 1, 15))
    changed = ImageChops.logical_xor(empty, most).getbbox()
    assert changed is not None
    left, top, right, bottom = changed
    assert (right - left <= 8, bottom - top <= 11) == (True, True)
    assert ImageChops.logical_xor(empty, one).getbbox() is not None


def test_small_board_is_seen_as_the_reader_sees_the_real_one() -> None:
    turned = (*reversed(START[:24]), *(START[k ^ 1] for k in range(24, 28)))
    assert of_board(START, facing=1).tobytes() == of_board(turned).tobytes()
    assert of_board(START).tobytes() != of_board(turned).tobytes()


def test_board_of_too_few_places_is_refused() -> None:
    with pytest.raises(ValueError, match="28 places, not 3"):
        draw(Screen("W", "B", board=(1, 2, 3)))
