"""A browser for the page's tests: Debian's chromium, driven by playwright, and demos to play with.

Where there is no browser these tests are skipped with the line that installs it; GAMMOND_REQUIRE=browser makes them
fail instead.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from firmware.playing import folder_name
from firmware.web.hub import MOST_WATCHERS
from hardware.ports import HardwareError
from hardware.virtual.remote import RemoteBoard
from tests.web.browser_arguments import ARGUMENTS
from tests.web.page_driver import Player
from tests.web.page_scenes import Scene, Stage, stage
from tests.web.page_visitor import TOKEN, free_port

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT: Final = Path(__file__).parents[2]
PICTURES: Final = ROOT / "build" / "pages"


def _missing(reason: str) -> None:
    if "browser" in os.environ.get("GAMMOND_REQUIRE", "").replace(",", " ").split():
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture
def browser() -> Iterator[Browser]:
    """A chromium for one test: while playwright runs, its loop keeps this thread from running any other."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        _missing("no chromium: sudo apt-get install chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        _missing("no playwright: make setup, or pip install playwright")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield found
        found.close()


class Demo:
    """A demo in a process of its own, with dice that fall as told; started, killed and started again."""

    def __init__(self, folder: Path, runtime: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.address = ""
        self.runtime = runtime
        self._process: subprocess.Popen[str] | None = None

    def start(self, dice: str, position: str = "", length: int | None = None) -> None:
        """Start it, and wait for the address that it prints."""
        command = [sys.executable, "-m", "tests.web.play_server", str(self.folder), str(self.port), dice, position]
        command += [] if length is None else [str(length)]
        environment = {**os.environ, "XDG_RUNTIME_DIR": str(self.runtime)}
        self._process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"http://\S+", line):
                self.address = found[0]
                return
        raise AssertionError(f"the demo has ended with {self._process.wait()}")

    def kill(self) -> None:
        """As the power cut it: nothing is put in order."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> int:
        """As Ctrl-C does. Returns the exit status."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        status = self._process.wait(timeout=10)
        if self._process.stdout is not None:
            self._process.stdout.close()
        return status

    @property
    def board(self) -> RemoteBoard:
        return RemoteBoard(self.runtime / "gammond" / folder_name(self.folder))

    def clear_away(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.stop()
        with contextlib.suppress(HardwareError):
            self.board.ask("stop")


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[Demo]:
    """A demo that is not started yet."""
    with tempfile.TemporaryDirectory(prefix="gammond-") as runtime:  # the path of a socket must be short
        made = Demo(tmp_path / "demo", Path(runtime))
        yield made
        made.clear_away()


Sit = Callable[..., Player]


@pytest.fixture
def sit(browser: Browser, demo: Demo, request: pytest.FixtureRequest) -> Iterator[Sit]:
    """Opens the demo's page in a window of its own. Errors of the page fail the test; its last picture is kept."""
    contexts = []
    errors: list[str] = []
    pages = []

    def sit_down(path: str = "", script: str = "", **options: Any) -> Player:
        context = browser.new_context(**{"viewport": {"width": 1366, "height": 768}, **options})
        contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if "Content Security" in said.text else None)
        ours = demo.address.split("/?")[0]
        page.on("request", lambda asked: None if asked.url.startswith(ours) else errors.append(f"asks {asked.url}"))
        page.goto(demo.address)
        if path:
            page.goto(ours + path)
        player = Player(page)
        player.wait(connected="true")
        pages.append(page)
        return player

    yield sit_down
    PICTURES.mkdir(parents=True, exist_ok=True)
    for number, page in enumerate(page for page in pages if not page.is_closed()):
        page.screenshot(path=PICTURES / f"{request.node.name}-{number}.png")
    for context in contexts:
        context.close()
    assert errors == []


Open = Callable[..., "Page"]


@pytest.fixture
def open_stage(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens a page that shows a scene, without a daemon behind it: `open_stage("/live", scenes()["moving"])`.

    None for the scene: whatever is shown already, and the page need not have come in. Errors of a page fail the test.
    """
    errors: list[str] = []
    with contextlib.ExitStack() as stack:
        stages: dict[int, Stage] = {}

        def open_page(path: str, scene: Scene | None, panels: int = 1, most_watchers: int = 16, **options: Any) -> Page:
            if scene is not None and most_watchers != MOST_WATCHERS:
                monkeypatch.setattr("firmware.web.hub.MOST_WATCHERS", most_watchers)
                monkeypatch.setattr("firmware.web.server.MOST_WATCHERS", most_watchers)
            if panels not in stages:
                stages[panels] = stack.enter_context(stage(panels=panels))
            shown = stages[panels]
            width, height = options.pop("width", 1366), options.pop("height", 768)
            size: Any = {"width": width, "height": height}
            context = stack.enter_context(browser.new_context(viewport=size, reduced_motion="reduce", **options))
            page = context.new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.goto(f"{shown.address}/?token={TOKEN}")
            if path != "/":
                page.goto(shown.address + path)
            if scene is not None:
                shown.show(scene)
                page.wait_for_function("s => document.body.dataset.state === s", arg=scene.state.at.value)
                page.wait_for_function("n => Number(document.body.dataset.seq) >= n", arg=shown.sequence())
            return page

        yield open_page
    assert errors == []
