"""Pictures of the pages in every size and light, to look at: `python -m tests.web.page_pictures [FOLDER] [NAME]`.

FOLDER is build/looks if left out; NAME: only the pictures whose name has it. `--for-readme` makes the README's picture
of what the test of the whole match has photographed.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PIL import Image

from tests.web.browser_arguments import ARGUMENTS
from tests.web.page_scenes import Stage, scenes, stage
from tests.web.page_visitor import TOKEN

if TYPE_CHECKING:
    from playwright.sync_api import Browser


class Size(NamedTuple):
    width: int
    height: int
    scale: float = 1.0


SIZES: Final = {
    "phone": Size(390, 844, 2.0),
    "phone-lying": Size(844, 390, 2.0),
    "laptop": Size(1366, 768),
    "television": Size(1920, 1080),
}
ROOT: Final = Path(__file__).parents[2]
LIGHTS: Final = ("light", "dark")
PATHS: Final = {"board": "/", "live": "/live", "overlay": "/overlay"}


class Shot(NamedTuple):
    page: str
    scene: str
    size: str
    light: str

    @property
    def name(self) -> str:
        return "-".join(self).replace(" ", "-")


def shots() -> list[Shot]:
    """Every size and light with a lively scene; every scene on a laptop, light and dark by turns."""
    lively = {"board": "warned", "live": "clock", "overlay": "clock"}
    found = [Shot(page, lively[page], size, light) for page in PATHS for size in SIZES for light in LIGHTS]
    for page in PATHS:
        for number, name in enumerate(scenes()):
            size = "phone" if page == "live" and number % 3 == 0 else "laptop"
            found.append(Shot(page, name, size, LIGHTS[number % 2]))
    return list(dict.fromkeys(found))


def take(browser: Browser, shown: Stage, shot: Shot, folder: Path) -> None:
    size = SIZES[shot.size]
    shown.show(scenes()[shot.scene], seat=1 if shot.scene == "warned" else 0)
    context = browser.new_context(
        viewport={"width": size.width, "height": size.height},
        device_scale_factor=size.scale,
        color_scheme="dark" if shot.light == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"{shown.address}/?token={TOKEN}")
    page.goto(shown.address + PATHS[shot.page])
    state = scenes()[shot.scene].state.at.value
    page.wait_for_function("s => document.body.dataset.state === s", arg=state)
    page.screenshot(path=folder / f"{shot.name}.png", omit_background=shot.page == "overlay")
    context.close()


def picture_for_readme() -> None:
    """The page as a real daemon warns on it, in so few colours that it is small."""
    taken = ROOT / "build" / "pages" / "illegal-play-warned-of.png"
    if not taken.is_file():
        raise SystemExit(f"{taken} is not there: run pytest -m ci tests/web/test_page_match.py first")
    few = Image.open(taken).convert("RGB").quantize(96, dither=Image.Dither.NONE)
    few.save(ROOT / "docs" / "pictures" / "page.png", optimize=True)


def main(arguments: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    if arguments == ["--for-readme"]:
        picture_for_readme()
        return
    folder = Path(arguments[0] if arguments else "build/looks")
    wanted = arguments[1] if len(arguments) > 1 else ""
    folder.mkdir(parents=True, exist_ok=True)
    with stage() as shown, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        for shot in shots():
            if wanted in shot.name:
                take(browser, shown, shot, folder)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
