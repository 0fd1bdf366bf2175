"""The hands of the pages on a virtual board: who holds what, and what happens to it when a page goes away."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from engine.position import START, Position, Side
from firmware import table
from firmware.board_map import REFERENCE_LAYOUT, Layout, counts_of_image, image_of
from firmware.policy import House
from firmware.web.bench import Bench, spots_of
from hardware.geometry import R1
from hardware.ports import HardwareError
from hardware.virtual.board import VirtualBoard
from hardware.virtual.desk import Desk, place_at
from hardware.virtual.scanner import VirtualScanner
from tests.web.page_visitor import StillTable


class DeskLine:
    """A line to a virtual board in this process: its desk without the socket."""

    def __init__(self) -> None:
        self.board = VirtualBoard(R1, seed=1)
        self.scanner = VirtualScanner(self.board)
        self._desk = Desk(self.board, self.scanner, lambda: None)

    async def ask(self, request: str, value: Any = True) -> dict[str, Any]:
        answer = self._desk.answer(json.dumps({request: value}))
        if "error" in answer:
            raise HardwareError(answer["error"])
        return answer


Act = Callable[[Bench, DeskLine], Awaitable[None]]


def at_bench(act: Act) -> None:
    async def run() -> None:
        line, still = DeskLine(), StillTable()
        try:
            await act(Bench(line, lambda: still.state), line)
        finally:
            line.scanner.close()

    asyncio.run(run())


async def done(bench: Bench, who: object, **request: Any) -> None:
    assert await bench.do(who, request) is None


async def counts(line: DeskLine) -> list[int]:
    found: list[int] = (await line.ask("counts"))["counts"]
    return found


@pytest.mark.parametrize("layout", [Layout(seat, right) for seat in (0, 1) for right in (True, False)])
def test_checkers_are_laid_where_the_position_has_them(layout: Layout) -> None:
    spots = spots_of(START, layout)
    assert sorted(number for number, _, _ in spots) == list(range(30))
    laid = Counter(place_at(x_mm, y_mm) for _, x_mm, y_mm in spots)
    wanted = counts_of_image(image_of(START, R1), layout, Side.WHITE)
    assert [laid[place] for place in range(26)] == list(wanted)


def test_borne_off_checkers_lie_beside_the_board() -> None:
    position = Position.of({6: 1}, {3: 2, 25: 1})
    spots = spots_of(position, REFERENCE_LAYOUT)
    assert [number for number, _, _ in spots] == [0, 15, 16, 17]


def test_set_up_lays_both_colours_and_they_are_kept() -> None:
    async def act(bench: Bench, line: DeskLine) -> None:
        await done(bench, "page", op="set_up", what="start", home_is_right=False)
        seen = (await bench.look())["discs"]
        white_on_13 = [
            disc for disc in seen if disc[4] == 0 and disc[1] is not None and place_at(disc[1], disc[2]) == 23
        ]
        assert len(seen) == 30
        assert len(white_on_13) == 5  # with the homes on the left it is the far right column
        assert sum(await counts(line)) == 30
        await done(bench, "page", op="set_up", what="empty")
        assert sum(await counts(line)) == 0
        assert [disc[4] for disc in (await bench.look())["discs"]] == [0] * 15 + [1] * 15

    at_bench(act)


@pytest.mark.parametrize(("variant", "a_side"), [("backgammon", 15), ("hypergammon", 3)])
def test_checkers_that_the_game_has_no_use_for_are_not_seen(variant: str, a_side: int) -> None:
    async def run() -> None:
        line, still = DeskLine(), StillTable()
        still.state = table.start(House(variant=variant), None, 0.0).state
        bench = Bench(line, lambda: still.state)
        try:
            await done(bench, "ann", op="set_up", what="start")
            assert sum(await counts(line)) == 2 * a_side
            seen = (await bench.look())["discs"]
            assert [sum(disc[4] == side for disc in seen) for side in Side] == [a_side, a_side]
            own = next(disc[0] for disc in seen if disc[4] == Side.WHITE)
            await done(bench, "ann", op="lift", disc=own)
            await done(bench, "ann", op="aside", disc=own)
            seen = (await bench.look())["discs"]
            assert [disc[0] for disc in seen if disc[1] is None] == [own]
        finally:
            line.scanner.close()

    asyncio.run(run())


def test_checker_is_in_one_hand_at_a_time() -> None:
    async def act(bench: Bench, line: DeskLine) -> None:
        await done(bench, "ann", op="set_up", what="start")
        await done(bench, "ann", op="lift", disc=3)
        assert await bench.do("bob", {"op": "lift", "disc": 3}) == "somebody has that checker in the hand"
        assert await bench.do("bob", {"op": "drop", "disc": 3, "x": 20, "y": 20}) == "that checker is not in this hand"
        assert [disc[0] for disc in (await bench.look())["discs"] if disc[5]] == [3]
        await done(bench, "ann", op="drop", disc=3, x=100, y=230)
        assert [disc[1:3] for disc in (await bench.look())["discs"] if disc[0] == 3] == [[100, 230]]

    at_bench(act)


def test_refused_drop_leaves_the_checker_in_the_hand() -> None:
    async def act(bench: Bench, line: DeskLine) -> None:
        await done(bench, "ann", op="set_up", what="start")
        await done(bench, "ann", op="lift", disc=3)
        assert "beside it" in str(await bench.do("ann", {"op": "drop", "disc": 3, "x": 1000, "y": 20}))
        await done(bench, "ann", op="aside", disc=3)
        assert sum(await counts(line)) == 29
        await done(bench, "bob", op="lift", disc=3)
        await done(bench, "bob", op="drop", disc=3, x=20, y=230)
        assert sum(await counts(line)) == 30

    at_bench(act)


def test_page_that_goes_away_steps_back_from_the_table() -> None:
    async def act(bench: Bench, line: DeskLine) -> None:
        await done(bench, "ann", op="set_up", what="start")
        before = await counts(line)
        await done(bench, "ann", op="hand", on=True)
        await done(bench, "ann", op="lift", disc=3)
        await done(bench, "ann", op="press", key=0)
        await done(bench, "bob", op="press", key=1)
        assert (line.board.is_hand, line.board.keys) == (True, [True, True, False, False])
        await bench.left("ann")
        assert await counts(line) == before
        assert (line.board.is_hand, line.board.keys) == (False, [False, True, False, False])

    at_bench(act)


def test_hand_and_keys_that_a_killed_daemon_has_left_are_let_go() -> None:
    async def act(bench: Bench, line: DeskLine) -> None:
        await line.ask("hand", True)
        await line.ask("press", 1)
        await bench.look()
        assert (line.board.is_hand, line.board.keys) == (False, [False] * 4)
        await done(bench, "ann", op="press", key=2)
        await done(bench, "ann", op="hand", on=True)
        await bench.look()
        assert (line.board.is_hand, line.board.keys) == (True, [False, False, True, False])

    at_bench(act)


def test_key_is_down_as_long_as_one_page_holds_it_and_a_hand_is_there_as_long_as_one_is() -> None:
    async def act(bench: Bench, line: DeskLine) -> None:
        for who in ("ann", "bob"):
            await done(bench, who, op="press", key=2)
            await done(bench, who, op="hand", on=True)
        await done(bench, "ann", op="release", key=2)
        await done(bench, "ann", op="hand", on=False)
        assert (line.board.is_hand, line.board.keys[2]) == (True, True)
        await done(bench, "bob", op="release", key=2)
        await done(bench, "bob", op="hand", on=False)
        assert (line.board.is_hand, line.board.keys[2]) == (False, False)

    at_bench(act)


@pytest.mark.parametrize(
    "request_",
    [
        {"op": "lift", "disc": 30},
        {"op": "lift", "disc": True},
        {"op": "lift"},
        {"op": "drop", "disc": 0, "x": 1, "y": 1},
        {"op": "press", "key": 4},
        {"op": "hand", "on": 1},
        {"op": "set_up", "what": "match"},
        {"op": "set_up", "what": ["start"]},
        {"op": "cable", "on": False},
        {},
    ],
)
def test_nonsense_is_refused_with_a_reason(request_: dict[str, Any]) -> None:
    async def act(bench: Bench, line: DeskLine) -> None:
        assert await bench.do("ann", request_)
        assert line.board.keys == [False] * 4

    at_bench(act)
