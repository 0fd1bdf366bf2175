"""Every sample screen against its golden picture, pixel by pixel, and the enlarged pictures of docs/screens."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from firmware.screen_drawing import draw
from tests.firmware.screen_samples import SAMPLES

GOLDEN = Path(__file__).parent / "golden"
DOCS = Path(__file__).parents[2] / "docs"
ENLARGED = 4


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


@pytest.mark.parametrize("name", SAMPLES)
def test_screen_looks_as_its_golden_picture(name: str, is_updating_golden: bool) -> None:
    check(GOLDEN / f"{name}.png", draw(SAMPLES[name]), is_updating_golden)


@pytest.mark.parametrize("name", SAMPLES)
def test_picture_in_the_docs_is_current_and_mentioned(name: str, is_updating_golden: bool) -> None:
    check(DOCS / "screens" / f"{name}.png", enlarged(draw(SAMPLES[name])), is_updating_golden)
    assert f"screens/{name}.png" in (DOCS / "screens.md").read_text("utf-8")


@pytest.mark.parametrize("folder", [GOLDEN, DOCS / "screens"])
def test_no_picture_is_left_over(folder: Path) -> None:
    assert {path.stem for path in folder.iterdir()} == set(SAMPLES)


def test_changed_pixel_fails(tmp_path: Path) -> None:
    image = draw(SAMPLES["moving"])
    image.save(tmp_path / "moving.png")
    image.putpixel((64, 32), 255 - image.getpixel((64, 32)))  # type: ignore[operator]  # mode "1" yields an int
    with pytest.raises(AssertionError):
        check(tmp_path / "moving.png", image, is_updating=False)
