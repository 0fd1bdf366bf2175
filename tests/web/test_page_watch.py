"""What those who watch get from the page, and what the page to play on shows besides the board, in a real browser."""

from __future__ import annotations

import io
from collections.abc import Iterator
from gettext import NullTranslations
from typing import Any

import pytest
from PIL import Image

from engine.formats import read_mat, read_sgf
from firmware import texts
from hardware.geometry import TRAY_NEAR
from tests.firmware.pseudo_language import Pseudo, without_texts
from tests.web.conftest import Demo, Open, Sit
from tests.web.page_driver import FAR_PLAY, NEAR_PLAY, Player
from tests.web.page_scenes import LONG_NAMES, scenes

pytestmark = pytest.mark.ci

FOCUSED = """() => {
  const e = document.activeElement, hit = e.querySelector('.hit');
  const isRinged = getComputedStyle(e).outlineStyle !== 'none' || (hit && getComputedStyle(hit).stroke !== 'none');
  return [e.ariaLabel || e.textContent.trim(), Boolean(isRinged)];
}"""
COUNT_TONES = """
window.tones = 0;
const create = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.tones++; return create.call(this); };
"""


def play_31(player: Player) -> None:
    """White plays 3-1 from the start, up to Black's turn to roll."""
    player.wait_line("White home")
    player.ready(state="Opening roll")
    player.press_until(NEAR_PLAY, state="Moving", rolling="false")
    player.drag(4, 7)
    player.drag(6, 7)
    player.press_until(NEAR_PLAY, state="To roll", onTurn="black")


def test_live_board_tells_all_and_gives_the_record_and_the_position_id(demo: Demo, sit: Sit) -> None:
    demo.start("31,62", length=5)
    player = sit()
    play_31(player)
    watcher = sit("/live", accept_downloads=True, permissions=["clipboard-read", "clipboard-write"])
    page = watcher.page
    watcher.wait(state="To roll")
    assert page.inner_text("#terms") == "Match to 5 · game 1 · cube in the middle"
    assert page.inner_text("#now") == "Black to roll"
    assert page.inner_text("#plays").split() == ["31", "8/5", "6/5"]
    assert [page.inner_text(f"#{name} .pips") for name in ("white", "black")] == ["163 pips", "167 pips"]
    page.click("#copy")
    page.wait_for_function("() => document.getElementById('copy').textContent === 'Copied'")
    assert page.evaluate("navigator.clipboard.readText()") == "sGfwATDgc/ABMA"  # GNU Backgammon's, after 3-1: 8/5 6/5
    for kind, read in (("mat", read_mat), ("sgf", read_sgf)):
        with page.expect_download() as loading:
            page.click(f"text=.{kind}")
        assert loading.value.suggested_filename == f"gammond.{kind}"
        assert read(loading.value.path().read_text("utf-8"))
    player.press_until(FAR_PLAY, state="Moving", rolling="false")
    page.wait_for_function("() => document.querySelectorAll('.extras .die').length === 2")
    assert page.title() == "0 – 0 · Black to move"


def test_live_board_is_read_out_whole(open_stage: Open) -> None:
    page = open_stage("/live", scenes()["ending"])
    said = page.text_content("#described") or ""
    assert said.startswith("Backgammon board. White to roll.")
    assert "White: 1 on 6, 1 on 5, 2 on 3, 11 off." in said
    assert "Black: 1 on the bar, 2 on 3, 12 off." in said
    assert page.locator("#board").get_attribute("aria-labelledby") == "described"
    assert page.locator("#now").get_attribute("aria-live") == "polite"
    assert page.locator("h1").count() == 1


def test_overlay_is_transparent_but_for_its_ribbon_and_empty_before_a_match(open_stage: Open) -> None:
    page = open_stage("/overlay", scenes()["clock"], width=1920, height=1080)
    box = page.locator("#ribbon").bounding_box()
    assert box is not None
    cover = opacity(page.screenshot(omit_background=True))
    assert cover.getpixel((1900, 1000)) == 0
    assert cover.getpixel((200, int(box["y"] + 10))) not in (0, None)
    assert page.inner_text("#white .name").split()[0] == LONG_NAMES[0].split()[0]
    assert page.inner_text("#white .clock") == "12:00"
    page.wait_for_function("() => document.querySelector('#black .clock').textContent === '10:30'")  # it runs by itself
    empty = open_stage("/overlay", scenes()["set-up"])
    assert opacity(empty.screenshot(omit_background=True)).getextrema() == (0, 0)


def opacity(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGBA").getchannel("A")


def test_strip_is_off_until_asked_for_and_shows_cells_and_verdict(demo: Demo, sit: Sit) -> None:
    demo.start("31")
    player = sit()
    player.wait_line("White home")
    page = player.page
    assert not page.is_visible("#strip")
    page.click("#developers")
    page.wait_for_function("() => document.querySelectorAll('#strip .cell').length === 128")
    page.wait_for_function("() => [...document.querySelectorAll('#strip .cell')].some(c => c.style.opacity > 0.3)")
    assert page.inner_text("#strip .verdict") == "no play is expected"
    player.ready(state="Opening roll")
    player.press_until(NEAR_PLAY, state="Moving", rolling="false")
    player.drag(4, 7)
    page.wait_for_function("() => document.querySelector('#strip .verdict').textContent.startsWith('under way')")
    page.click("#developers")
    assert not page.is_visible("#strip")


def test_sounds_are_heard_once_they_are_switched_on(demo: Demo, sit: Sit) -> None:
    demo.start("31")
    player = sit(script=COUNT_TONES)
    player.wait_line("White home")
    player.press_until_line(NEAR_PLAY, "PLAY: ready (1)")
    assert player.page.evaluate("tones") == 0
    player.page.click("#sound")
    assert player.page.locator("#sound").get_attribute("aria-pressed") == "true"
    player.press_until(FAR_PLAY, state="Opening roll")
    player.page.wait_for_function("() => tones >= 9")  # a click of the key, and nine knocks of the dice


def test_hand_on_the_board_follows_the_drag(demo: Demo, sit: Sit) -> None:
    demo.start("31")
    player, watcher = sit(), sit()
    player.wait_line("White home")
    mouse = player.page.mouse
    mouse.move(*player.top_of(6))
    mouse.down()
    watcher.page.wait_for_function("() => document.getElementById('hand').textContent.includes('hand on the board')")
    mouse.move(*player.at_mm(240, 230), steps=3)
    assert watcher.page.is_visible("#hand")
    mouse.move(*player.top_of(6), steps=2)
    mouse.up()
    watcher.page.wait_for_function("() => document.getElementById('hand').hidden")


def test_checker_is_dragged_off_the_board_and_back_wherever_it_may_lie(demo: Demo, sit: Sit) -> None:
    """The page knows no rules: White's runner goes beside the board, and comes back upon Black's checkers."""
    demo.start("31")
    player = sit()
    player.wait_line("White home")
    player.drag(23, TRAY_NEAR)
    assert (player.count(23), player.count(TRAY_NEAR)) == (1, 1)
    assert player.label(TRAY_NEAR) == "White tray: 1 white checker"
    assert demo.board.ask("counts")["off"] == 1
    player.drag(TRAY_NEAR, 0)
    assert player.label(0) == "White point 12: 1 white checker, 5 black checkers"
    counts = demo.board.ask("counts")
    assert (counts["counts"][0], counts["counts"][23], counts["off"]) == (6, 1, 0)


def test_every_control_is_reached_by_tab_and_is_seen_to_have_the_focus(demo: Demo, sit: Sit) -> None:
    demo.start("31")
    player = sit()
    player.wait_line("White home")
    found = []
    for _ in range(11):
        player.page.keyboard.press("Tab")
        found.append(player.page.evaluate(FOCUSED))
    keys = [f"{seat} {key}" for seat in ("Far", "Near") for key in ("PLAY", "CUBE")]
    place = "White point 12: 5 black checkers"
    assert [name for name, _ in found] == ["Set up", "Other side", "Sound", "Cells", "Live", "Help", place, *keys]
    assert [name for name, is_seen in found if not is_seen] == []
    player.page.keyboard.press("Shift+Tab")
    player.page.keyboard.press("h")
    assert player.shows()["state"] == "Set up"


def test_help_opens_at_its_beginning_and_closes_with_escape(demo: Demo, sit: Sit) -> None:
    demo.start("31")
    page = sit(viewport={"width": 390, "height": 600}).page
    page.click("#help")
    assert page.evaluate("document.getElementById('helping').scrollTop") == 0
    page.keyboard.press("a")  # the letters press no key of the board meanwhile
    assert page.locator(".key.is-down").count() == 0
    page.keyboard.press("Escape")
    assert not page.is_visible("#helping")


def test_one_mouse_takes_two_checkers_with_shift(demo: Demo, sit: Sit) -> None:
    demo.start("31")
    player = sit()
    player.wait_line("White home")
    page = player.page
    page.mouse.click(*player.top_of(6))
    player.wait(busy="1")
    page.keyboard.down("Shift")
    page.mouse.click(*player.top_of(4))
    page.keyboard.up("Shift")
    player.wait(busy="2")
    for spot in (player.at_mm(20 + 40 * 7 + 50, 80), player.at_mm(20 + 40 * 7 + 50, 80)):
        page.mouse.click(*spot)
    player.settle()
    assert [player.count(place) for place in (4, 6, 7)] == [2, 4, 2]
    counts = demo.board.ask("counts")["counts"]
    assert [counts[place] for place in (4, 6, 7)] == [2, 4, 2]


def test_screen_is_drawn_pixel_for_pixel_and_twice_where_there_are_two(open_stage: Open) -> None:
    page = open_stage("/", scenes()["warned"], panels=2)
    drawn = page.evaluate(
        "() => ['oled', 'second-oled'].map(id => { const c = document.getElementById(id);"
        " const d = c.getContext('2d').getImageData(0, 0, 128, 64).data;"
        " return [...Array(128 * 64).keys()].map(n => d[4 * n] > 100 ? 1 : 0).join('') })"
    )
    assert drawn[0] == drawn[1] == pixels_of("warned")
    assert page.is_visible("#second-oled")
    assert page.inner_text("#facing") == "one panel for each player"
    assert not open_stage("/", scenes()["warned"]).is_visible("#second-oled")


def pixels_of(name: str) -> str:
    """The panel's picture as the daemon draws it: a digit a pixel, rows from the top."""
    from firmware.screen_drawing import draw
    from firmware.views import screen_of

    picture = draw(screen_of(scenes()[name].state, 0, None)).convert("1")
    return "".join("1" if pixel else "0" for pixel in picture.tobytes("raw", "L"))


def test_page_says_that_too_many_are_open_and_comes_in_later(open_stage: Open) -> None:
    first = open_stage("/live", scenes()["moving"], most_watchers=1)
    second = open_stage("/live", None)
    second.wait_for_function("() => !document.getElementById('lost').hidden")
    assert second.inner_text("#lost") == "1 pages are open already: close one. Trying again …"
    first.close()
    second.wait_for_function("() => document.body.dataset.connected === 'true'", timeout=20_000)
    assert not second.is_visible("#lost")


def test_checker_in_the_hand_when_the_power_goes_is_not_lost(demo: Demo, sit: Sit) -> None:
    """It lies beside the board then; the hand and the key that was down are gone."""
    demo.start("31")
    player = sit()
    player.wait_line("White home")
    mouse = player.page.mouse
    mouse.move(*player.top_of(6))
    mouse.down()
    mouse.move(*player.at_mm(240, 230), steps=3)
    player.page.keyboard.down("k")
    player.page.wait_for_function("() => document.body.classList.contains('has-hand')")
    demo.kill()
    player.wait(connected="false")
    mouse.up()
    player.page.keyboard.up("k")
    demo.start("31")
    player.wait(connected="true", busy="0")
    player.page.wait_for_function("() => !document.body.classList.contains('has-hand')")
    assert (player.count(6), player.count(TRAY_NEAR)) == (4, 1)
    player.drag(TRAY_NEAR, 6)
    player.wait_line("White home")
    player.ready(state="Opening roll")


def test_page_that_gammond_does_not_know_is_told_what_to_do(demo: Demo, sit: Sit) -> None:
    demo.start("31")
    player = sit()
    player.wait_line("White home")
    player.page.context.clear_cookies()
    demo.kill()
    player.wait(connected="false")
    demo.start("31")
    known = "() => document.getElementById('lost').textContent.includes('open the address that it printed.')"
    player.page.wait_for_function(known)
    player.page.goto(demo.address)
    player.wait(connected="true")


@pytest.fixture
def made_up() -> Iterator[None]:
    texts.install("en", Pseudo())
    texts.use("en")
    yield
    texts.install("en", NullTranslations())
    texts.use("en")


VISIBLE_TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isOfStrip = element => element.closest('#strip') !== null;
  while (walker.nextNode()) if (!isOfStrip(walker.currentNode.parentElement)) found.push(walker.currentNode.data);
  document.querySelectorAll('[aria-label]').forEach(e => { if (!isOfStrip(e)) found.push(e.ariaLabel); });
  return found;
}"""


@pytest.mark.parametrize("path", ["/", "/live", "/overlay"])
def test_everything_is_said_in_the_language_of_the_table(path: str, open_stage: Open, made_up: None) -> None:
    printed = {"gammond", "PLAY", "CUBE", "A", "S", "K", "L", "Ann", "Bob", "mat", "sgf"}
    for name in ("moving", "offered", "match over"):
        page = open_stage(path, scenes()[name])
        left = [without_texts(text) for text in page.evaluate(VISIBLE_TEXTS)]
        words = {word.strip(".,:·–") for text in left for word in text.split()} - printed
        assert {word for word in words if any(letter.isalpha() for letter in word)} <= ids_of(page), name


def ids_of(page: Any) -> set[str]:
    return set((page.text_content("#position-id") or "").split()) if page.locator("#position-id").count() else set()
