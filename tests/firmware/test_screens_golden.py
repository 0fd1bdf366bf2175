"""Every screen against its golden picture, pixel by pixel, and the enlarged pictures of docs/screens.md."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from firmware.screen_drawing import draw
from firmware.screens import Die, Mark, Screen
from firmware.table_state import State
from tests.firmware.screen_samples import SAMPLES
from tests.firmware.table_scenes import SCENES, opening_rolling, shown

GOLDEN = Path(__file__).parent / "golden"
DOCS = Path(__file__).parents[2] / "docs"
DOCUMENT = DOCS / "screens.md"
MARK = "<!-- What follows is written by `make screens`. -->\n"
ENLARGED = 4
OF_TABLE = "table_"
NAMES = [*(OF_TABLE + name for name in SCENES), *SAMPLES]
OF_STATE = {
    "set_up_one_ready": State.SET_UP,
    "rolling": State.TO_ROLL,
    "moving_way_back": State.MOVING,
    "refused": State.TO_ROLL,
    "scanner_back": State.PART_MISSING,
    "asleep": State.TO_ROLL,
    "tournament_menu": State.MENU,
    "digits": State.DIGITS,
}


def screen_of(name: str) -> Screen:
    return shown()[name.removeprefix(OF_TABLE)].screen if name.startswith(OF_TABLE) else SAMPLES[name]


def gallery() -> str:
    """The document's pictures: those of the table by state, then those that try the layout."""
    parts = []
    for state in State:
        names = [name for name, scene in shown().items() if scene.at is state]
        parts.append(f"\n## {state.value}\n" + "".join(picture(OF_TABLE + name) for name in names))
    parts.append("\n## What the layout must bear\n" + "".join(map(picture, SAMPLES)))
    return "".join(parts)


def picture(name: str) -> str:
    """A picture and, for those who cannot see it, its words."""
    screen = screen_of(name)
    words = (
        " / ".join(text for text in (screen.turn, screen.big, *screen.lines) if text)
        .replace("[", "(")
        .replace("]", ")")
    )
    title = name.removeprefix(OF_TABLE).replace("_", " ")
    return f"\n{title}\n\n![{words or 'no text'}](screens/{name}.png)\n"


def enlarged(image: Image.Image) -> Image.Image:
    """The picture as it stands in docs/screens."""
    return image.resize((image.width * ENLARGED, image.height * ENLARGED), Image.Resampling.NEAREST)


def pixels(image: Image.Image) -> tuple[tuple[int, int], bytes]:
    return image.size, image.convert("1").tobytes()


def check(path: Path, image: Image.Image, is_updating: bool) -> None:
    if is_updating:
        path.parent.mkdir(exist_ok=True)
        image.save(path, optimize=True)
    assert path.is_file(), f"{path.name} is missing: run pytest tests/firmware --update-golden and look at it"
    with Image.open(path) as golden:
        assert pixels(golden) == pixels(image), f"{path.name} differs"


@pytest.mark.parametrize("name", NAMES)
def test_screen_looks_as_its_golden_picture(name: str, is_updating_golden: bool) -> None:
    check(GOLDEN / f"{name}.png", draw(screen_of(name)), is_updating_golden)


@pytest.mark.parametrize("name", NAMES)
def test_picture_in_the_docs_is_current(name: str, is_updating_golden: bool) -> None:
    check(DOCS / "screens" / f"{name}.png", enlarged(draw(screen_of(name))), is_updating_golden)


def test_document_shows_every_picture_with_its_words(is_updating_golden: bool) -> None:
    head, mark, _ = DOCUMENT.read_text("utf-8").partition(MARK)
    assert mark, f"{DOCUMENT.name} must hold the line {MARK!r}"
    wanted = head + MARK + gallery()
    if is_updating_golden:
        DOCUMENT.write_text(wanted, encoding="utf-8")
    assert DOCUMENT.read_text("utf-8") == wanted, "run `make screens`"
    pictures = re.findall(r"\(screens/(\w+)\.png\)", wanted)
    assert sorted(pictures) == sorted(NAMES)


@pytest.mark.parametrize("folder", [GOLDEN, DOCS / "screens"])
def test_no_picture_is_left_over(folder: Path, is_updating_golden: bool) -> None:
    left = [path for path in folder.iterdir() if path.stem not in NAMES]
    if is_updating_golden:
        for path in left:
            path.unlink()
    assert {path.stem for path in folder.iterdir()} == set(NAMES)


# What the pictures are of


def test_every_state_of_the_table_has_a_picture() -> None:
    assert set(State) - {scene.at for scene in shown().values()} == set()


@pytest.mark.parametrize(("name", "at"), OF_STATE.items())
def test_scene_stands_where_it_says(name: str, at: State) -> None:
    assert shown()[name].at is at


def test_scenes_show_what_players_are_promised() -> None:
    """The words of TABLE, beside the pixels."""
    scenes = {name: scene.screen for name, scene in shown().items()}
    assert scenes["warning"].lines == ("18 is blocked: 3", "black checkers")
    assert scenes["not_your_turn"].lines == ("Not your turn:", "White must roll")
    assert scenes["taken_off"].lines == ("Take 2 off point 1", "then PLAY")
    assert scenes["drop"].lines[0] == "Drop: White 4-1"
    assert scenes["refused"].lines[0] == "Black owns the cube"
    assert scenes["part_missing"].lines == ("Scanner not found:", "check the USB cable")
    assert scenes["resume"].lines[0] == "Go on? W3 B1 to 7"
    assert (scenes["double_offered"].cube, scenes["double_offered"].facing) == (2, 1)
    assert (scenes["drop_held"].bar or 0) > 0
    assert scenes["moving_half"].dice == (Die(3, True), Die(1))
    assert scenes["unsaved"].marks == (Mark.NOT_SAVED,)
    assert scenes["asleep"] == Screen(facing=scenes["asleep"].facing)


def test_nothing_tells_who_begins_while_the_opening_dice_tumble() -> None:
    shows = [opening_rolling((5, 3)), opening_rolling((2, 6))]
    first, second = (replace(driver.screen, dice=()) for driver in shows)
    assert first.is_rolling
    assert first == second
    for driver in shows:
        driver.wait(1.1)
    assert shows[0].screen.on_turn is not shows[1].screen.on_turn


def test_changed_pixel_fails(tmp_path: Path) -> None:
    image = draw(SAMPLES["moving"])
    image.save(tmp_path / "moving.png")
    shade = image.getpixel((64, 32))
    assert isinstance(shade, int)
    image.putpixel((64, 32), 255 - shade)
    with pytest.raises(AssertionError):
        check(tmp_path / "moving.png", image, is_updating=False)
