"""A player at the page: drags, clicks and presses in a real browser, and waits for what the page says it shows.

Never sleeps: the page carries what it shows in data attributes of its body.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hardware.geometry import BAR_FAR, BOARD_DEPTH_MM, BOARD_WIDTH_MM, CHECKER_DIAMETER_MM, TRAY_FAR, place_xy_mm

if TYPE_CHECKING:
    from playwright.sync_api import Page

NEAR_PLAY, NEAR_CUBE, FAR_PLAY, FAR_CUBE = range(4)
LETTERS: Final = "askl"
PATIENCE_MS: Final = 8000
DEAF_MS: Final = 1600
"""A question hears no key in its first second: then the key is pressed again."""


class Player:
    """Whoever sits at one page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # What the page shows

    def shows(self) -> dict[str, str]:
        return dict(self.page.evaluate("({...document.body.dataset})"))

    def wait(self, timeout_ms: int = PATIENCE_MS, **wanted: str) -> None:
        """Until the page shows this: data attributes by their names in camel case."""
        test = "wanted => Object.entries(wanted).every(([name, value]) => document.body.dataset[name] === value)"
        try:
            self.page.wait_for_function(test, arg=wanted, timeout=timeout_ms)
        except Exception as error:  # playwright's own says only that time is up
            raise AssertionError(f"waited for {wanted}; the page shows {self.shows()}") from error

    def wait_line(self, text: str, timeout_ms: int = PATIENCE_MS) -> None:
        """Until one of the two lines begins so."""
        test = "text => [document.body.dataset.line1, document.body.dataset.line2].some(l => l.startsWith(text))"
        try:
            self.page.wait_for_function(test, arg=text, timeout=timeout_ms)
        except Exception as error:
            raise AssertionError(f"waited for {text!r}; the page shows {self.shows()}") from error

    def wait_spoken(self, text: str) -> None:
        """Until those who cannot see are told this."""
        test = "text => document.getElementById('spoken').textContent.includes(text)"
        self.page.wait_for_function(test, arg=text, timeout=PATIENCE_MS)

    def wait_white(self, place: int, count: int) -> None:
        """Until so many white checkers are drawn on a place."""
        test = "([place, n]) => document.querySelector(`[data-place='${place}']`).dataset.white === String(n)"
        self.page.wait_for_function(test, arg=[place, count], timeout=PATIENCE_MS)

    def wait_lamps(self, **wanted: tuple[int, ...]) -> None:
        """Until exactly these places are lit in these colours, and no other is: `blue=(3, 4), red=()`."""
        test = (
            "wanted => { const lit = {}; for (const place of document.querySelectorAll('[data-place]'))"
            " if (place.dataset.lamp && place.dataset.lamp !== 'off') lit[place.dataset.place] = place.dataset.lamp;"
            " return JSON.stringify(lit) === JSON.stringify(wanted) }"
        )
        lit = {str(place): colour for colour, places in wanted.items() for place in places}
        ordered = {place: lit[place] for place in sorted(lit, key=int)}
        try:
            self.page.wait_for_function(test, arg=ordered, timeout=PATIENCE_MS)
        except Exception as error:
            raise AssertionError(f"waited for the lamps {wanted}; the page shows {self.shows()}") from error

    def label(self, place: int) -> str:
        """What a screen reader says of a place."""
        return self.page.locator(f"[data-place='{place}']").get_attribute("aria-label") or ""

    def count(self, place: int) -> int:
        """Checkers of both colours that the page draws on a place."""
        white, black = self.page.evaluate(
            "place => { const d = document.querySelector(`[data-place='${place}']`).dataset;"
            " return [d.white, d.black] }",
            place,
        )
        return int(white) + int(black)

    # Dragging

    def at_mm(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """Where in the window a spot of the board is, seen from near."""
        spot = self.page.evaluate(
            "([x, y]) => { const p = new DOMPoint(x, y).matrixTransform(document.getElementById('board')"
            ".getScreenCTM()); return [p.x, p.y] }",
            [x_mm, BOARD_DEPTH_MM - y_mm],
        )
        return float(spot[0]), float(spot[1])

    def top_of(self, place: int) -> tuple[float, float]:
        """Where the last checker of a place lies, laid straight."""
        if place > BAR_FAR:
            return self.at_mm(*self._tray_mm(place))
        holds = 5 if place < 24 else 3
        row = min(self.count(place), holds) - 1
        return self.at_mm(*place_xy_mm(place, CHECKER_DIAMETER_MM * (row + 0.5)))

    def _tray_mm(self, place: int) -> tuple[float, float]:
        is_left = self.page.evaluate("document.getElementById('board').viewBox.baseVal.x < -40")
        x_mm = -36.0 if is_left else BOARD_WIDTH_MM + 36.0
        return x_mm, BOARD_DEPTH_MM * (0.75 if place == TRAY_FAR else 0.25)

    def drag(self, source: int, target: int) -> None:
        """Drag the last checker of a place to another, with real pointer events."""
        mouse = self.page.mouse
        start = self.top_of(source)
        end = self.at_mm(*(self._tray_mm(target) if target > BAR_FAR else place_xy_mm(target, 80.0)))
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
        mouse.move(*end, steps=2)
        mouse.up()
        self.settle()

    def settle(self) -> None:
        """Until the board has every checker that these hands laid down."""
        self.wait(busy="0")

    # Keys

    def press(self, key: int, is_keyboard: bool = False) -> None:
        """Press a key and let it go."""
        if is_keyboard:
            self.page.keyboard.press(LETTERS[key])
        else:
            self.page.click(f"[data-key='{key}']")

    def press_until(self, key: int, is_keyboard: bool = False, **wanted: str) -> None:
        """Press a key, again if it was not heard, until the page shows this."""
        for _ in range(4):
            self.press(key, is_keyboard)
            try:
                self.wait(DEAF_MS, **wanted)
            except AssertionError:
                continue
            return
        self.wait(1, **wanted)

    def press_until_line(self, key: int, text: str, is_keyboard: bool = False) -> None:
        """Press a key, again if it was not heard or was too slow for a short press, until a line begins so."""
        for _ in range(4):
            self.press(key, is_keyboard)
            try:
                self.wait_line(text, DEAF_MS)
            except AssertionError:
                continue
            return
        self.wait_line(text, 1)

    def ready(self, is_keyboard: bool = False, **wanted: str) -> None:
        """Both press PLAY: near first, and far once the screen waits for one only."""
        self.press_until_line(NEAR_PLAY, "PLAY: ready (1)", is_keyboard)
        self.press_until(FAR_PLAY, is_keyboard, **wanted)

    def press_until_both(self, is_keyboard: bool = False, **wanted: str) -> None:
        """Both press PLAY, again if one was not heard, until the page shows this."""
        for _ in range(4):
            self.press(NEAR_PLAY, is_keyboard)
            self.press(FAR_PLAY, is_keyboard)
            try:
                self.wait(DEAF_MS, **wanted)
            except AssertionError:
                continue
            return
        self.wait(1, **wanted)

    def hold_until(self, key: int, is_keyboard: bool = False, **wanted: str) -> None:
        """Hold a key down until the page shows this, and let it go."""
        for _ in range(3):
            self._down(key, is_keyboard)
            try:
                self.wait(2500, **wanted)
            except AssertionError:
                continue
            finally:
                self._up(key, is_keyboard)
            return
        self.wait(1, **wanted)

    def _down(self, key: int, is_keyboard: bool) -> None:
        if is_keyboard:
            self.page.keyboard.down(LETTERS[key])
        else:
            self.page.hover(f"[data-key='{key}']")
            self.page.mouse.down()

    def _up(self, key: int, is_keyboard: bool) -> None:
        if is_keyboard:
            self.page.keyboard.up(LETTERS[key])
        else:
            self.page.mouse.up()

    # Keyboard alone

    def go_to(self, place: int) -> None:
        """Move the focus to a place of the board with Tab and the arrow keys."""
        keyboard = self.page.keyboard
        for _ in range(20):
            if self._focus() is not None:
                break
            keyboard.press("Tab")
        for _ in range(40):
            focus = self._focus()
            assert focus is not None, "the focus is not on the board"
            if focus == place:
                return
            keyboard.press(self._arrow(focus, place))
        raise AssertionError(f"the arrow keys do not lead to place {place}")

    def _focus(self) -> int | None:
        found = self.page.evaluate("document.activeElement?.closest('[data-place]')?.dataset.place ?? null")
        return None if found is None else int(found)

    def _arrow(self, focus: int, place: int) -> str:
        def column(one: int) -> tuple[bool, float]:
            if one >= 26:
                return one == TRAY_FAR, 99.0
            if one >= 24:
                return one == BAR_FAR, 5.5
            return one >= 12, float(one % 12)

        (is_far, at), (wants_far, wants) = column(focus), column(place)
        if is_far != wants_far:
            return "ArrowUp" if wants_far else "ArrowDown"
        return "ArrowRight" if wants > at else "ArrowLeft"

    def carry(self, source: int, target: int) -> None:
        """Lift and lay a checker with the keyboard alone."""
        self.go_to(source)
        self.page.keyboard.press("Enter")
        self.go_to(target)
        self.page.keyboard.press("Enter")
        self.settle()
