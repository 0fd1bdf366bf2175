"""Whole matches on the page in a real browser, from set-up to match over, with everything that happens at a table."""

from __future__ import annotations

import pytest

from engine.position import Position, Side
from engine.position_id import write_position_id
from firmware.board_map import Layout
from hardware.geometry import (
    BAR_WIDTH_MM,
    BOARD_DEPTH_MM,
    BOARD_WIDTH_MM,
    CHECKER_DIAMETER_MM,
    CHECKER_HEIGHT_MM,
    COLUMN_PITCH_MM,
    R1,
    place_xy_mm,
)
from hardware.virtual.desk import place_at
from tests.web.conftest import PICTURES, Demo, Sit
from tests.web.page_driver import FAR_CUBE, FAR_PLAY, NEAR_CUBE, NEAR_PLAY, Player

pytestmark = pytest.mark.ci


def near(point: int) -> int:
    """The place of White's point 1-24: White is near, the homes are on the right."""
    return 12 - point if point <= 12 else point - 1


def far(point: int) -> int:
    """The place of Black's point 1-24."""
    return near(25 - point)


def begin_game(player: Player, mover: str) -> None:
    player.ready(state="Opening roll")
    player.press_until(FAR_PLAY if mover == "white" else NEAR_PLAY, state="Moving", rolling="false", onTurn=mover)


def picture(player: Player, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    player.page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")


def test_whole_match_by_dragging_with_a_kill_in_mid_turn(demo: Demo, sit: Sit) -> None:
    """Two games to 3: Black is shown the way back and plays again, White doubles and Black drops; Black doubles, White
    takes, an illegal play is put right, and Black resigns a gammon. The daemon is killed in mid-turn, and a second page
    watches all along."""
    demo.start("31,62,52,26", length=3)
    player = sit()
    watcher = sit("/live", viewport={"width": 1920, "height": 1080})
    player.wait_line("White home: near, R")

    # The first game: 3-1, then 6-2 played, taken back and played otherwise, and a double that is dropped.
    begin_game(player, "white")
    player.drag(near(8), near(5))
    player.drag(near(6), near(5))
    player.wait_line("8/5 6/5")
    player.press_until(NEAR_PLAY, state="To roll", onTurn="black")
    player.press_until(FAR_PLAY, state="Moving", rolling="false", onTurn="black")
    player.drag(far(24), far(18))
    player.drag(far(13), far(11))
    player.wait_line("24/18 13/11")
    player.press(FAR_CUBE)  # the way back to where the turn began, dice whole again
    way_back = {"blue": (far(24), far(13)), "violet": (far(18), far(11))}
    player.wait_lamps(**way_back)
    watcher.wait_lamps(**way_back)
    picture(player, "way-back")
    player.drag(far(18), far(24))
    player.wait_lamps(blue=(far(13),), violet=(far(11),))
    player.drag(far(11), far(13))
    player.wait_lamps()
    assert player.shows()["state"] == "Moving"
    player.drag(far(24), far(16))
    player.wait_line("24/16")
    player.press_until(FAR_PLAY, state="To roll", onTurn="white")
    player.press_until(NEAR_CUBE, state="Double?")
    player.press_until(NEAR_CUBE, state="Double offered", onTurn="black")
    picture(player, "double-offered")
    player.hold_until(FAR_CUBE, state="Drop?")
    player.wait_line("Drop: White 1-0")
    player.press_until(FAR_CUBE, state="Game over")
    watcher.page.wait_for_function("() => document.getElementById('now').textContent.startsWith('White wins')")
    assert watcher.page.inner_text("#white .points") == "1"

    # The second game: the checkers are laid out at once, the opening roll is 5-2 for White.
    player.press_until_both(state="Set up")
    player.page.click("#set-up summary")
    player.page.click("#set-up button[data-right='true']")
    player.wait(state="Moving", rolling="false", onTurn="white", timeout_ms=12000)
    player.drag(near(13), near(8))

    # The power goes in the middle of the turn. The board keeps its checkers, the match its roll.
    before = player.shows()["boot"]
    demo.kill()
    player.wait(connected="false")
    assert player.page.inner_text("#lost").startswith("gammond does not answer. What you see is from ")
    picture(player, "gammond-is-away")
    picture(watcher, "gammond-is-away-live")
    demo.start("26,53", length=None)
    player.wait(connected="true", state="Resume")
    watcher.wait(connected="true", state="Resume")
    assert player.count(near(8)) == 4
    player.press_until_both(state="Moving", onTurn="white", rolling="false")
    assert player.shows()["boot"] != before
    player.drag(near(13), near(11))
    player.wait_line("13/11 13/8")
    player.press_until(NEAR_PLAY, state="To roll", onTurn="black")
    player.press_until(FAR_CUBE, state="Double?")
    player.press_until(FAR_CUBE, state="Double offered", onTurn="white")
    player.press_until(NEAR_CUBE, state="Take?")
    player.press_until(NEAR_CUBE, state="To roll", onTurn="black")
    watcher.page.wait_for_function("() => document.getElementById('terms').textContent.includes('cube 2: White')")

    # Black has 6-2 and plays a 5 with it; the board warns, Black takes it back and plays right.
    player.press_until(FAR_PLAY, state="Moving", rolling="false", onTurn="black")
    player.drag(far(13), far(8))
    player.drag(far(13), far(8))
    player.page.wait_for_function("() => document.body.classList.contains('warns')", timeout=8000)
    picture(player, "illegal-play-warned-of")
    watcher.page.wait_for_function("() => document.querySelector('#now.is-warning')")
    player.drag(far(8), far(13))
    player.drag(far(8), far(13))
    player.drag(far(24), far(18))
    player.drag(far(13), far(11))
    player.wait_line("24/18 13/11")
    player.press_until(FAR_PLAY, state="To roll", onTurn="white")

    # Black resigns a gammon, worth four with the cube on two: the match is over.
    player.hold_until(FAR_CUBE, state="Resign menu")
    player.press_until_line(FAR_CUBE, "Resign gammon?")
    player.hold_until(FAR_CUBE, state="Resignation offered", onTurn="white")
    player.hold_until(NEAR_PLAY, state="Match over")
    picture(player, "match-over")
    watcher.page.wait_for_function("() => document.getElementById('now').textContent === 'White wins the match'")
    assert watcher.page.inner_text("#white .points") == "5"
    record = watcher.page.request.get(f"http://127.0.0.1:{demo.port}/record.mat").text()
    assert "3 point match" in record
    assert "Drops" in record
    assert demo.stop() == 0


def test_game_by_keyboard_alone_from_a_position(demo: Demo, sit: Sit) -> None:
    """White bears the last two checkers off: a match to one point, won without a pointer and without eyes."""
    position = Position.of({6: 1, 5: 1}, {3: 2})
    demo.start("65", write_position_id(position), 1)
    player = sit()
    player.wait(state="Resume")
    player.press_until_both(is_keyboard=True, state="To roll", onTurn="white")
    player.press_until(NEAR_PLAY, is_keyboard=True, state="Moving", rolling="false")
    assert player.label(near(6)) == "White point 6: 1 white checker"
    player.carry(near(6), 26)
    assert player.label(near(6)) == "White point 6: empty"
    player.carry(near(5), 26)
    player.wait_spoken("White wins the match")
    player.wait(state="Match over")


def test_sixth_checker_is_stacked_and_counted_and_two_may_be_in_the_hand(demo: Demo, sit: Sit) -> None:
    demo.start("31")
    player = sit()
    player.wait_line("White home")
    player.drag(near(8), near(6))
    top = player.page.locator(".counts .on-white")
    assert top.text_content() == "6"
    player.go_to(near(6))
    player.page.keyboard.press("Enter")
    player.page.keyboard.press("Shift+Enter")
    player.wait(busy="2")
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("Escape")
    player.settle()
    assert player.count(near(6)) == 6
    assert player.label(near(6)) == "White point 6: 6 white checkers"


def test_homes_may_be_on_the_left_and_the_board_be_seen_from_far(demo: Demo, sit: Sit) -> None:
    demo.start("31")
    player = sit(color_scheme="dark")
    player.page.click("#set-up summary")
    player.page.click("#set-up button[data-right='false']")
    player.wait_line("White home: near, L")
    assert player.label(0) == "White point 1: 2 black checkers"
    picture(player, "homes-on-the-left")
    player.page.click("#turn")
    picture(player, "seen-from-far")
    player.go_to(0)
    first = player.page.locator("[data-place='0'] .hit").bounding_box()
    board = player.page.locator("#board").bounding_box()
    assert first is not None
    assert board is not None
    assert first["x"] > board["x"] + board["width"] / 2
    assert first["y"] < board["y"] + board["height"] / 2


def test_two_fingers_lift_and_lay_two_checkers_at_once(demo: Demo, sit: Sit) -> None:
    demo.start("31")
    player = sit(has_touch=True)
    player.wait_line("White home")
    first, second = player.top_of(near(8)), player.top_of(near(6))
    ends = [player.at_mm(100 + 40 * n, 230) for n in range(2)]
    touch = player.page.context.new_cdp_session(player.page)

    def fingers(kind: str, *spots: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(spots)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", first)
    fingers("touchStart", first, second)
    player.wait(busy="2")
    player.page.wait_for_function("() => document.body.classList.contains('has-hand')")
    fingers("touchMove", *ends)
    fingers("touchEnd", ends[0])
    fingers("touchEnd")
    player.settle()
    assert (player.count(near(8)), player.count(near(6))) == (2, 4)
    counts = demo.board.ask("counts")["counts"]
    assert (counts[near(8)], counts[near(6)], sum(counts)) == (2, 4, 30)


def test_menu_opens_by_both_keys_of_one_player(demo: Demo, sit: Sit) -> None:
    demo.start("31")
    player = sit()
    player.ready(is_keyboard=True, state="Opening roll")
    player.press_until(NEAR_PLAY, is_keyboard=True, state="Moving", rolling="false")
    keyboard = player.page.keyboard
    keyboard.down("a")
    keyboard.down("s")
    player.wait(state="Menu")
    keyboard.up("a")
    keyboard.up("s")
    player.hold_until(NEAR_CUBE, is_keyboard=True, state="Moving")


def test_reduced_motion_shows_lamps_steady_with_a_sign_and_a_pattern(demo: Demo, sit: Sit) -> None:
    demo.start("31")
    player = sit(reduced_motion="reduce")
    player.ready(state="Opening roll")
    player.press_until(NEAR_PLAY, state="Moving", rolling="false")
    player.drag(near(8), near(1))
    player.page.wait_for_function("() => document.querySelector('.lamp.is-red')", timeout=8000)
    style = player.page.evaluate(
        "() => { const [lamp, glow] = ['.lamp.is-red', '.glow.is-red'].map("
        "o => getComputedStyle(document.querySelector(o)));"
        " return [lamp.animationName, glow.animationName, glow.strokeDasharray] }"
    )
    assert style[:2] == ["none", "none"]
    assert style[2] != "none"
    assert player.page.locator(".lamp.is-red .sign").first.text_content() == "!"
    assert player.label(near(1)).endswith("lamp: against the rules")


def test_everything_on_the_page_has_a_role_and_a_name(demo: Demo, sit: Sit) -> None:
    demo.start("31")
    player = sit()
    player.wait_line("White home")
    player.page.click("#sound")
    player.press(NEAR_PLAY)
    named = player.page.evaluate(
        "() => [...document.querySelectorAll('[data-place]')]"
        ".map(p => [p.getAttribute('role'), p.getAttribute('aria-label')])"
    )
    assert len(named) == 28
    assert {role for role, _ in named} == {"button"}
    assert len({name.split(":")[0] for _, name in named}) == 28
    assert player.page.evaluate("() => [...document.querySelectorAll('[data-place][tabindex=\"0\"]')].length") == 1
    for key in range(4):
        assert player.page.locator(f"[data-key='{key}']").get_attribute("aria-label")


def test_page_and_board_agree_where_everything_is(demo: Demo, sit: Sit) -> None:
    """The page has its own copy of the board's measures: it must not drift from hardware/geometry.py."""
    demo.start("")
    player = sit()
    layouts = [Layout(seat, is_right) for seat in (0, 1) for is_right in (True, False)]
    found = player.page.evaluate(
        "async layouts => { const g = await import('/page/geometry.js'); const all = [...Array(26).keys()];"
        " return { x: all.map(g.placeX), rim: all.map(p => g.fromRim(p, 20)), at: all.map(p => g.placeAt(g.placeX(p),"
        " g.fromRim(p, 20))), holds: all.map(g.holds), sizes: [g.WIDTH, g.DEPTH, g.CHECKER, g.PITCH, g.BAR, g.THICK],"
        " of: layouts.map(([white_seat, home_is_right]) => [0, 1].map(side => all.map(slot =>"
        " g.placeOf({white_seat, home_is_right}, side, slot)))) } }",
        [[layout.white_seat, layout.home_is_right] for layout in layouts],
    )
    spots = [place_xy_mm(place, 20.0) for place in range(26)]
    assert [found["x"], found["rim"]] == [[x_mm for x_mm, _ in spots], [y_mm for _, y_mm in spots]]
    assert found["at"] == [place_at(*spot) for spot in spots] == list(range(26))
    assert found["holds"] == list(R1.capacity)
    assert found["sizes"] == [
        BOARD_WIDTH_MM,
        BOARD_DEPTH_MM,
        CHECKER_DIAMETER_MM,
        COLUMN_PITCH_MM,
        BAR_WIDTH_MM,
        CHECKER_HEIGHT_MM,
    ]
    assert found["of"] == [[[layout.place_of(side, slot) for slot in range(26)] for side in Side] for layout in layouts]
