"""The rehearsal in a terminal: every kind of moment is shown, as it stands on the board, the same every time."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from firmware.rehearsal.demo import Show, no_wait, pace_of, play, real_pace


@dataclass(frozen=True)
class Rehearsal:
    """One run: what it wrote and the folder of its screens."""

    status: int
    text: str
    screens: Path

    def block(self, words: str) -> str:
        """The drawing of the moment whose caption has these words."""
        lines = self.text.split("\n")
        starts = [n for n, line in enumerate(lines) if words in line]
        assert len(starts) == 1, f"{words!r} is told {len(starts)} times"
        end = next(n for n in range(starts[0], len(lines)) if lines[n].startswith("└"))
        return "\n".join(lines[starts[0] : end + 1])


def rehearse(folder: Path, is_live: bool = False, wait: Callable[[float], None] = no_wait) -> Rehearsal:
    screens, journal = folder / "screens", folder / "journal"
    screens.mkdir()
    journal.mkdir()
    out = io.StringIO()
    status = play(journal, Show(out, is_live, wait, screens))
    return Rehearsal(status, out.getvalue(), screens)


@pytest.fixture(scope="module")
def rehearsal(tmp_path_factory: pytest.TempPathFactory) -> Rehearsal:
    return rehearse(tmp_path_factory.mktemp("rehearsal"))


def test_rehearsal_ends_well_and_tells_what_is_on_record(rehearsal: Rehearsal) -> None:
    assert rehearsal.status == 0
    ending = rehearsal.text.splitlines()[-2:]
    # counted by hand in the story: seven turns, one of them a dance; 1-1 before, a cube of 2, a single resigned
    assert ending[0] == "On record: 7 turns, a double, a resignation; Ada 3, Ben 1; nothing illegal."
    assert "README.md" in ending[1]


@pytest.mark.parametrize(
    "moment",
    [
        "set up. One checker is wrong",
        "The opening roll: Ada 3, Ben 1",
        "Ada plays 8/5 6/5",
        "Ada plays 13/7* 8/7 with a hit",
        "Ben rolls 6-5 and cannot enter",
        "she doubles to 2",
        "Ben takes: the cube is his, at 2",
        "which is illegal: red lamps",
        "Now it is legal",
        "somebody pulls the plug",
        "Power is back",
        "Ada rolls 5-5, a double",
        "Ben offers to resign",
        "3-1: she wins the match",
    ],
)
def test_every_kind_of_moment_is_shown(rehearsal: Rehearsal, moment: str) -> None:
    assert rehearsal.text.replace("\n", " ").count(moment) == 1


def test_board_shows_the_illegal_checkers_where_they_lie(rehearsal: Rehearsal) -> None:
    drawn = rehearsal.block("which is illegal")
    lines = drawn.split("\n")
    near = lines[lines.index(" 12 11 10  9  8  7       6  5  4  3  2  1") - 2]
    # from the left: points 12 (Black), 10 and 7 (White) | 6, 5 and 4 (White), 1 (Black); 8 has given its last checker
    assert near[1:19] == " X     O        O "
    assert near[24:42] == " O  O  O        X "


def test_lamps_of_an_illegal_play_are_red_and_named(rehearsal: Rehearsal) -> None:
    drawn = rehearsal.block("which is illegal")
    assert "lamps red blinks: 10 8 4 13" in drawn
    near = drawn.split("\n")[-19]
    assert near == "| .  .  R  .  R  . | . | .  .  R  .  .  . | . |"


def test_panel_and_lamps_are_dark_while_the_plug_is_pulled(rehearsal: Rehearsal) -> None:
    panel = rehearsal.block("somebody pulls the plug").split("\n")[-17:-1]
    assert len(panel) == 16
    assert set("".join(panel)) <= {"│", "\u2800"}


def test_plain_text_has_no_terminal_codes_and_fits_80_by_40(rehearsal: Rehearsal) -> None:
    assert "\x1b" not in rehearsal.text
    assert max(map(len, rehearsal.text.splitlines())) <= 80
    drawings = rehearsal.text.split("\n\n")
    assert max(drawing.count("\n") for drawing in drawings) < 40


def test_screens_are_numbered_pictures_four_times_the_panel_each_shown_once(rehearsal: Rehearsal) -> None:
    files = sorted(rehearsal.screens.iterdir())
    assert [int(file.name[:2]) for file in files] == list(range(1, len(files) + 1))
    pictures = [Image.open(file) for file in files]
    assert {picture.size for picture in pictures} == {(512, 256)}
    assert len({picture.tobytes() for picture in pictures}) == len(files)
    states = {file.stem[3:] for file in files}
    assert {"set_up", "moving", "no_legal_play", "double_offered", "resume", "match_over"} <= states
    assert files[-1].stem.endswith("match_over")


def test_rehearsal_is_the_same_every_time(rehearsal: Rehearsal, tmp_path: Path) -> None:
    again = rehearse(tmp_path)
    told = [line for line in again.text.splitlines() if "screens are in" not in line]
    assert told == [line for line in rehearsal.text.splitlines() if "screens are in" not in line]
    names = sorted(file.name for file in rehearsal.screens.iterdir())
    assert names == sorted(file.name for file in again.screens.iterdir())
    assert all((again.screens / name).read_bytes() == (rehearsal.screens / name).read_bytes() for name in names)


def test_terminal_is_redrawn_in_place_at_the_pace_of_the_table(tmp_path: Path) -> None:
    waited: list[float] = []
    live = rehearse(tmp_path, is_live=True, wait=waited.append)
    assert live.status == 0
    assert live.text.startswith("\x1b[2J\x1b[?25l")
    assert "\x1b[?25h" in live.text
    assert live.text.count("\x1b[H") > 100
    assert waited == sorted(waited)
    assert 60 < waited[-1] < 240


def test_pace_comes_from_the_environment_and_nonsense_is_the_usual_one() -> None:
    assert pace_of({"GAMMOND_DEMO_PACE": "8"}) == 8
    assert pace_of({}) == pace_of({"GAMMOND_DEMO_PACE": "fast"}) == pace_of({"GAMMOND_DEMO_PACE": "-1"}) == 2


def test_table_time_waits_for_the_clock_on_the_wall() -> None:
    slept: list[float] = []
    wait_until = real_pace(2.0, clock=lambda: 100.0, sleep=slept.append)
    wait_until(10.0)
    wait_until(0.0)
    assert slept == [5.0]
