"""Board, lamps and panel in a terminal."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PIL import Image

from engine.position import BAR, START, Position
from firmware.terminal import board_text, framed, lamps_text, picture_text
from hardware.ports import DARK, LAMPS, Colour, Lamp, Rhythm

START_BOARD = """\
 13 14 15 16 17 18      19 20 21 22 23 24
+------------------+---+------------------+  X Black: 167 pips, 0 off
| O           X    |   | X              O |
| O           X    |   | X              O |  Cube 1
| O           X    |   | X                |  White to roll
| O                |   | X                |
| O                |   | X                |
|                  |BAR|                  |
| X                |   | O                |
| X                |   | O                |
| X           O    |   | O                |
| X           O    |   | O              X |
| X           O    |   | O              X |
+------------------+---+------------------+  O White: 167 pips, 0 off
 12 11 10  9  8  7       6  5  4  3  2  1"""


def test_start_position_is_drawn_from_whites_side() -> None:
    assert board_text(START, notes=("Cube 1", "White to roll")) == START_BOARD


def test_every_row_of_the_board_is_equally_wide() -> None:
    assert {len(line[:43]) for line in board_text(START).split("\n")[1:14]} == {43}


def test_checkers_on_the_bar_and_off_are_told() -> None:
    position = Position.of({BAR: 2, 6: 3}, {BAR: 1, 1: 7})
    drawn = board_text(position, ("Ann", "Ben"))
    bar = [line[20:23].strip() for line in drawn.split("\n")[2:13]]
    assert bar == ["", "", "", "", "X", "BAR", "O", "O", "", "", ""]
    assert "O Ann: 68 pips, 10 off" in drawn
    assert "X Ben: 32 pips, 7 off" in drawn


def test_high_stack_gets_a_number() -> None:
    column = [line[39:42].strip() for line in board_text(Position.of({1: 12}, {}, 15)).split("\n")[8:13]]
    assert column == ["12", "O", "O", "O", "O"]


def test_picture_is_braille_of_64_by_16() -> None:
    image = Image.new("1", (128, 64))
    for x, y in ((0, 0), (3, 1), (126, 63), (127, 63)):
        image.putpixel((x, y), 255)
    lines = picture_text(image).split("\n")
    assert (len(lines), {len(line) for line in lines}) == (16, {64})
    assert lines[0][:2] == "⠁⠐"
    assert lines[15][63] == "⣀"


def test_frame_is_as_wide_as_the_picture() -> None:
    assert framed("ab\ncd") == "┌──┐\n│ab│\n│cd│\n└──┘"


def test_lamps_lie_as_the_places_do() -> None:
    frame = [DARK] * LAMPS
    frame[0] = Lamp(Colour.GREEN)
    frame[12] = Lamp(Colour.RED, Rhythm.BLINK_2HZ)
    frame[24] = Lamp(Colour.AMBER, Rhythm.SLOW)
    frame[27] = Lamp(Colour.WHITE, Rhythm.DIM)
    far, near = lamps_text(frame).replace(" ", "").split("\n")
    assert far == "|R.....|.|......|w|"
    assert near == "|g.....|A|......|.|"


def test_lamps_can_be_coloured() -> None:
    frame = [Lamp(Colour.BLUE), *[DARK] * (LAMPS - 1)]
    assert "\x1b[38;2;0;0;255mb\x1b[0m" in lamps_text(frame, is_coloured=True)


def test_too_few_lamps_are_refused() -> None:
    with pytest.raises(ValueError, match="27 lamps given; the board has 28"):
        lamps_text([DARK] * 27)


def test_board_is_drawn_without_pillow() -> None:
    code = (
        "import sys; from engine.position import START; from firmware.terminal import board_text; board_text(START); "
        "assert not [m for m in sys.modules if m.split('.')[0] in ('PIL', 'luma', 'gpiozero')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
