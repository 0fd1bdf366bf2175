"""The pages fit every window, and what stands on them can be read, in light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import Open
from tests.web.page_pictures import LIGHTS, PATHS, SIZES
from tests.web.page_scenes import scenes

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.ci

READ = (
    "h1, .score, nav button, nav summary, .who, .facing, .key b, .key kbd, .player .name, .player .points, .pips,"
    " .clock, #terms, #now, #plays td, .label, code, .take-away button, .take-away a, .lost"
)
NEEDED = 4.5
"""Contrast of text with what lies behind it: WCAG 2.2, 1.4.3 (AA)."""
LEAST_TARGET_PX = 24
"""The side of what is pressed: WCAG 2.2, 2.5.8 (AA)."""

OUTSIDE = """() => [...document.querySelectorAll('body *')].filter(e => {
  const box = e.getBoundingClientRect();
  return box.width > 0 && !e.closest('.unseen, [hidden]') && (box.right > innerWidth + 1 || box.left < -1);
}).map(e => e.tagName + '.' + e.className)"""

CONTRASTS = """selector => {
  const parts = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const linear = v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  const light = colour => [.2126, .7152, .0722].reduce((sum, weight, n) => sum + weight * linear(colour[n] / 255), 0);
  const mixed = (front, back, share) => [0, 1, 2].map(n => front[n] * share + back[n] * (1 - share));
  const over = (front, back) => mixed(front, back, front[3] ?? 1);
  const behind = e => {
    const own = parts(getComputedStyle(e).backgroundColor);
    if ((own[3] ?? 1) === 1) return own.slice(0, 3);
    return over(own, e.parentElement ? behind(e.parentElement) : [128, 128, 128]);
  };
  return [...document.querySelectorAll(selector)].filter(e => e.checkVisibility() && e.textContent.trim()).map(e => {
    const back = behind(e), style = getComputedStyle(e);
    const front = mixed(over(parts(style.color), back), back, Number(style.opacity));
    const [low, high] = [light(front), light(back)].sort((a, b) => a - b);
    return [`${e.tagName}.${e.className} ${e.textContent.trim()}`, (high + .05) / (low + .05)];
  });
}"""

SIDES = """() => [...document.querySelectorAll('button, a, summary')].filter(e => e.checkVisibility())
  .map(e => [e.textContent.trim(), e.getBoundingClientRect()])
  .map(([name, box]) => [name, Math.min(box.width, box.height)])"""


def look(open_stage: Open, page: str, scene: str, size: str, light: str) -> Page:
    width, height, _scale = SIZES[size]
    found: Page = open_stage(PATHS[page], scenes()[scene], width=width, height=height, color_scheme=light)
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page", PATHS)
def test_nothing_leaves_the_window(page: str, size: str, open_stage: Open) -> None:
    for scene in ("clock", "crowd", "match over"):  # the first two with the longest names
        shown = look(open_stage, page, scene, size, "light")
        assert shown.evaluate(OUTSIDE) == [], scene
        shown.context.close()


@pytest.mark.parametrize("size", ["laptop", "television", "phone-lying"])
def test_board_and_all_four_keys_are_in_sight_at_once(size: str, open_stage: Open) -> None:
    shown = look(open_stage, "board", "crowd", size, "light")
    assert shown.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for selector in ("#board", "#oled", *(f"[data-key='{key}']" for key in range(4))):
        box = shown.locator(selector).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= SIZES[size].height
    board = shown.locator("#board").bounding_box()
    assert board is not None
    assert board["height"] > 0.85 * SIZES[size].height


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("page", PATHS)
def test_texts_have_enough_contrast(page: str, light: str, open_stage: Open) -> None:
    for scene in ("clock", "warned"):
        shown = look(open_stage, page, scene, "laptop", light)
        found = shown.evaluate(CONTRASTS, READ)
        assert len(found) > 5
        assert {name: round(ratio, 2) for name, ratio in found if ratio < NEEDED} == {}


@pytest.mark.parametrize("size", ["phone", "phone-lying"])
@pytest.mark.parametrize("page", ["board", "live"])
def test_what_is_pressed_is_large_enough_for_a_finger(page: str, size: str, open_stage: Open) -> None:
    found = look(open_stage, page, "moving", size, "light").evaluate(SIDES)
    assert len(found) > 3
    assert {name: side for name, side in found if side < LEAST_TARGET_PX} == {}


def test_measure_of_contrast_is_right(open_stage: Open) -> None:
    """Grey 118 on white is the well-known limit: 4.54."""
    shown = look(open_stage, "live", "moving", "laptop", "light")
    shown.evaluate(
        "() => { const n = document.getElementById('now'); n.style.color = 'rgb(118,118,118)';"
        " n.style.background = '#fff' }"
    )
    assert shown.evaluate(CONTRASTS, "#now")[0][1] == pytest.approx(4.54, abs=0.005)
