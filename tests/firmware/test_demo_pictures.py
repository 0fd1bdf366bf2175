"""The pictures in the README are what the rehearsal shows: `--update-golden` writes them anew; look at them then."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from firmware.rehearsal.board_picture import board_svg
from firmware.rehearsal.demo import Show, enlarged, no_wait, play
from firmware.rehearsal.stage import Stage

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


class Painter(Show):
    """Keeps the board and the panel of one moment."""

    def __init__(self, words: str) -> None:
        super().__init__(io.StringIO(), False, no_wait, None)
        self.words = words
        self.board = ""
        self.panel = Image.new("1", (128, 64))

    def told(self, stage: Stage) -> None:
        if self.words in stage.caption:
            self.board = board_svg(stage.rig.board, stage.owners, "The virtual board: an illegal play, lit in red")
            self.panel = enlarged(stage.picture())


@pytest.fixture(scope="module")
def painter(tmp_path_factory: pytest.TempPathFactory) -> Painter:
    """The illegal play of the rehearsal."""
    painter = Painter("which is illegal")
    assert play(tmp_path_factory.mktemp("journal"), painter) == 0
    return painter


def test_picture_of_the_panel_is_what_the_rehearsal_shows(painter: Painter, is_updating_golden: bool) -> None:
    file = PICTURES / "panel.png"
    if is_updating_golden:
        PICTURES.mkdir(exist_ok=True)
        painter.panel.save(file)
    with Image.open(file) as kept:
        assert kept.convert("1").tobytes() == painter.panel.tobytes()


def test_picture_of_the_board_is_what_the_rehearsal_shows(painter: Painter, is_updating_golden: bool) -> None:
    file = PICTURES / "board.svg"
    if is_updating_golden:
        file.write_text(painter.board, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == painter.board


def test_picture_of_the_board_has_every_cell_and_checker(painter: Painter) -> None:
    assert len(re.findall('r="1.6"', painter.board)) == 128  # R1: 24 x 5 and 2 x 4
    assert len(re.findall('r="17.5"', painter.board)) == 30
    assert len(re.findall('r="5" fill="#ff0000"', painter.board)) == 4  # on 13, 10, 8 and 4
