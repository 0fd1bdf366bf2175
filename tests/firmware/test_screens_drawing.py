"""What a picture must hold whatever the match: grid, readable dice, whole numbers, text inside its box."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from engine.position import Side
from firmware.fonts import load_font, parse_bdf, write
from firmware.lettering import FONTS, Box, cut, fits, fitted, whole_words, wrapped
from firmware.screen_drawing import draw
from firmware.screens import Die, Mark, Screen, message
from tests.firmware.screen_samples import SAMPLES

MATCH = SAMPLES["moving"]
LINE = Box(0, 44, 128, 10)


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


@pytest.mark.parametrize("text", ["White wins", "123456789012345"])
def test_large_text_of_more_than_nine_letters_stays_inside(text: str) -> None:
    image = draw(replace(MATCH, dice=(), big=text, lines=("x", "x")))
    box = image.crop((0, 20, 128, 44)).getbbox()
    assert (box is None) == text.isdigit()


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


def test_first_line_flows_into_an_empty_second_one() -> None:
    assert wrapped(("Ten of the checkers are home", ""), 21) == ("Ten of the checkers", "are home")
    assert wrapped(("short", ""), 21) == ("short", "")


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
