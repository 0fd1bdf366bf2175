"""Moments of a match that a page must look good in, and a page that shows them without a daemon behind it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.actions import (
    Action,
    Doubled,
    Dropped,
    GameStarted,
    Level,
    OpeningRolled,
    Played,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
    Took,
)
from engine.clock import Clock, TimeControl
from engine.match import Rules, apply, begin
from engine.notation import find_play
from engine.plays import Roll
from engine.position import Position, Side
from firmware.board_map import REFERENCE_LAYOUT
from firmware.effects import Light
from firmware.policy import House, Policy
from firmware.standing import Standing
from firmware.table_state import State, TableState
from firmware.views import screen_of
from firmware.web.bench import COLOURS, Bench, spots_of
from firmware.web.doors import Doors
from firmware.web.server import Page
from hardware.ports import DARK, LAMPS, Colour, Lamp, Rhythm
from tests.web.page_visitor import TOKEN, StillTable, free_port

LONG_NAMES: Final = ("Maximiliana Hohenstaufen-Wolfsberger", "Bartholomew Featherstonehaugh")
OPENING: Final = ((Roll(3, 1), "8/5 6/5"), (Roll(6, 2), "24/18 13/11"), (Roll(5, 4), "24/20 13/8"))


@dataclass(frozen=True, slots=True)
class Scene:
    """A table's state, and the lamps that are lit."""

    state: TableState
    lamps: dict[int, Lamp] = field(default_factory=dict)

    def frame(self) -> tuple[Lamp, ...]:
        return tuple(self.lamps.get(place, DARK) for place in range(LAMPS))


def played(names: tuple[str, str], actions: list[Action], rules: Rules, score: tuple[int, int] = (0, 0)) -> Standing:
    match = begin(rules, score)
    for action in actions:
        match = apply(match, action)
    return Standing(match, *names, Policy.HOME, actions=tuple(actions))


def timed(standing: Standing) -> Standing:
    """Black's time runs: twelve minutes in reserve and twelve seconds of delay when the turn began."""
    return replace(standing, clock=Clock.of(TimeControl(720.0, 12.0)).start(Side.BLACK, 0.0))


def opening(plays: int) -> list[Action]:
    """A game's first turns: White has won the opening roll with 3-1."""
    match = begin(Rules(length=7))
    actions: list[Action] = [GameStarted(), OpeningRolled(3, 1)]
    for action in actions:
        match = apply(match, action)
    for number, (roll, text) in enumerate(OPENING[:plays]):
        side = Side(number % 2)
        turn: list[Action] = [] if number == 0 else [Rolled(side, roll)]
        play = find_play(match.seen_by(side), roll, text)
        for action in (*turn, Played(side, play.end, play.moves)):
            match = apply(match, action)
            actions.append(action)
    return actions


def at_position(position: Position, *more: Action, on_roll: Side = Side.WHITE) -> list[Action]:
    return [GameStarted(position, on_roll), *more]


def scene(standing: Standing, at: State, lamps: dict[int, Lamp] | None = None, **more: Any) -> Scene:
    return Scene(TableState(House(), standing, at, **more), lamps or {})


def scenes() -> dict[str, Scene]:
    """All of them, by name."""
    seven, names, lamp = Rules(length=7), ("Ann", "Bob"), Lamp
    red, green = lamp(Colour.RED, Rhythm.BLINK_2HZ), lamp(Colour.GREEN, Rhythm.STEADY)
    blue, violet, amber = (
        lamp(colour, rhythm)
        for colour, rhythm in (
            (Colour.BLUE, Rhythm.BLINK_1HZ),
            (Colour.VIOLET, Rhythm.BLINK_1HZ),
            (Colour.AMBER, Rhythm.SLOW),
        )
    )
    white = lamp(Colour.WHITE, Rhythm.DIM)
    turn = [*opening(3), Rolled(Side.BLACK, Roll(6, 1))]
    crowd = Position.of({1: 15}, {25: 2, 6: 8, 5: 4, 4: 1})
    ending = Position.of({6: 1, 5: 1, 3: 2}, {25: 1, 3: 2})
    doubled = [*opening(2), Doubled(Side.WHITE)]
    taken = [*doubled, Took(Side.BLACK)]
    mine = [*opening(3), Doubled(Side.BLACK), Took(Side.WHITE)]
    resigned = [*mine, Rolled(Side.BLACK, Roll(5, 2)), ResignationOffered(Side.BLACK, Level.GAMMON)]
    over = [*resigned, ResignationAccepted(Side.WHITE)]
    return {
        "set-up": Scene(TableState(House())),
        "moving": scene(played(names, turn, seven, (2, 4)), State.MOVING),
        "clock": scene(timed(played(LONG_NAMES, turn, seven, (2, 4))), State.MOVING, clock_since_s=0.0, now_s=100.0),
        "warned": scene(
            played(names, turn, seven, (2, 4)),
            State.MOVING,
            {11: red, 4: red, 20: blue, 13: violet, 16: green, 7: amber, 2: white, 24: amber, 27: blue},
            lines=("8 is blocked: 3", "white checkers"),
            is_warning=True,
        ),
        "crowd": scene(
            played(LONG_NAMES, at_position(crowd, Rolled(Side.WHITE, Roll(3, 3))), seven, (5, 6)), State.MOVING
        ),
        "ending": scene(played(names, at_position(ending), Rules(length=15), (13, 11)), State.TO_ROLL),
        "offered": scene(played(names, doubled, seven), State.DOUBLE_OFFERED),
        "cube of Black": scene(played(names, taken, seven), State.TO_ROLL),
        "cube of White": scene(played(names, mine, seven), State.TO_ROLL),
        "match over": scene(played(names, over, Rules(length=3), (1, 0)), State.MATCH_OVER),
        "game over": scene(played(names, [*doubled, Dropped(Side.BLACK)], seven), State.GAME_OVER),
    }


class StillLine:
    """A line to a virtual board on which everything lies as the scene has it."""

    def __init__(self, still: StillTable) -> None:
        self._still = still

    async def ask(self, request: str, value: Any = True) -> dict[str, Any]:
        if request == "colours":
            return {"colours": list(COLOURS)}
        standing = self._still.state.standing
        position = self._still.state.house.start if standing is None else standing.match.position
        spots = {number: (x_mm, y_mm) for number, x_mm, y_mm in spots_of(position, REFERENCE_LAYOUT)}
        layers: dict[tuple[float, float], int] = {}
        discs: list[list[float | None]] = []
        for number in range(len(COLOURS)):
            at = spots.get(number)
            if at is None:
                discs.append([number, None, None, 0])
            else:
                layers[at] = layers.get(at, -1) + 1
                discs.append([number, *at, layers[at]])
        return {"discs": discs}


class Stage:
    """A page that is served in a thread of its own and shows one scene after the other."""

    def __init__(self, is_virtual: bool, panels: int) -> None:
        self.still = StillTable()
        bench = Bench(StillLine(self.still), lambda: self.still.state) if is_virtual else None
        self.page = Page(Doors(free_port(), TOKEN), "boot", lambda kind: None, bench, panels)
        self.address = f"http://127.0.0.1:{self.page.doors.port}"
        self.loop = asyncio.new_event_loop()
        self._stopped = asyncio.Event()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self.loop.run_until_complete, args=(self._run(),))

    def show(self, scene: Scene, seat: int = 0) -> None:
        def change() -> None:
            self.still.state = replace(scene.state, lamps=scene.frame())
            if scene.state.clock_since_s is not None:  # the page's clock runs on by the loop's
                now_s = self.loop.time()
                since_s = now_s - scene.state.now_s
                self.still.state = replace(self.still.state, now_s=now_s, active_s=now_s, clock_since_s=since_s)
            self.still.screen = screen_of(scene.state, seat, None)
            self.page.on_effect(Light(scene.frame()))

        self.loop.call_soon_threadsafe(change)

    def sequence(self) -> int:
        """The number of what was told last, once everything of the scene has been told."""
        return asyncio.run_coroutine_threadsafe(self._told(), self.loop).result(10)

    async def _told(self) -> int:
        while self.page.hub._state.get("text", {}).get("lines") != list(getattr(self.still.screen, "lines", ())):
            await asyncio.sleep(0)
        return self.page.hub.sequence

    async def _run(self) -> None:
        await self.page.start(self.still)
        self._started.set()
        await self._stopped.wait()
        await self.page.stop()

    def open(self) -> None:
        self._thread.start()
        self._started.wait(10)

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join(10)
        self.loop.close()


@contextmanager
def stage(is_virtual: bool = True, panels: int = 1) -> Iterator[Stage]:
    made = Stage(is_virtual, panels)
    made.open()
    try:
        yield made
    finally:
        made.close()
