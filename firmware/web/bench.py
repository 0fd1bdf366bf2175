"""The hands of the pages on a virtual board: what a page may ask for, and who holds which checker and key.

It moves discs and presses keys and knows no rules: right or wrong is for the daemon to see through its cells. What a
page held when it went away is put back and let go, as if the player had stepped back from the table.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from math import isfinite
from typing import Any, Final, NamedTuple, Protocol

from engine.position import OFF, Position, Side, slots
from firmware.board_map import Layout
from firmware.table_state import TableState
from firmware.texts import _
from hardware.geometry import CHECKER_DIAMETER_MM, R1, SENSED_PLACES, place_xy_mm
from hardware.ports import KEYS, HardwareError

CHECKERS: Final = 30
Spot = tuple[int, float, float]
Request = dict[str, Any]


class Line(Protocol):
    """Asks the virtual board (firmware.web.board_line.BoardLine)."""

    async def ask(self, request: str, value: Any = True) -> dict[str, Any]: ...


class Held(NamedTuple):
    """A checker in a hand: whose, and where it was taken up; None beside the board."""

    who: object
    x_mm: float | None
    y_mm: float | None


def spots_of(position: Position, layout: Layout) -> list[Spot]:
    """The checkers of a position laid straight: White's are 0 to 14, Black's 15 to 29; those off lie beside."""
    spots: list[Spot] = []
    for side, packed, first in ((Side.WHITE, position.own, 0), (Side.BLACK, position.opp, CHECKERS // 2)):
        number = first
        for slot, count in slots(packed):
            place = layout.place_of(side, slot)
            if slot == OFF or place >= SENSED_PLACES:
                continue
            for row in range(count):
                from_rim_mm = CHECKER_DIAMETER_MM * (row % R1.capacity[place] + 0.5)
                spots.append((number, *place_xy_mm(place, from_rim_mm)))
                number += 1
    return spots


COLOURS: Final = [Side.WHITE.value] * (CHECKERS // 2) + [Side.BLACK.value] * (CHECKERS // 2)


class Bench:
    """What all pages together do to one virtual board. `table` gives the table's state at the moment.

    `operations`: what a page may ask for, by name; there is nothing else.
    """

    def __init__(self, line: Line, table: Callable[[], TableState]) -> None:
        self._line = line
        self._table = table
        self._held: dict[int, Held] = {}
        self._keys: dict[int, set[object]] = {key: set() for key in range(KEYS)}
        self._hands: set[object] = set()
        self._was_hand: bool | None = None
        self.operations: dict[str, Callable[[object, Request], Awaitable[None]]] = {
            "lift": self._lift,
            "drop": self._drop,
            "aside": self._aside,
            "press": self._press,
            "release": self._release,
            "hand": self._hand,
            "set_up": self._set_up,
        }

    async def do(self, who: object, request: Request) -> str | None:
        """Carry out what a page asks; returns why not, or None. `who` is the page."""
        name = request.get("op")
        operation = self.operations.get(name) if isinstance(name, str) else None
        if operation is None:
            return f"there is no operation {str(name)[:20]}"
        try:
            await operation(who, request)
        except (ValueError, HardwareError) as error:
            return str(error)
        return None

    async def look(self) -> dict[str, Any]:
        """All checkers as `[number, x mm, y mm, layer, colour, is held]`; one that is held is where it was lifted.

        Those that the game has no use for are not among them. HardwareError without a board.
        """
        if self._was_hand is None:
            await self._clear()
        lying = (await self._line.ask("discs"))["discs"]
        colours = (await self._line.ask("colours"))["colours"]
        if len(colours) < len(lying):
            colours = await self._paint(lying)
        discs = []
        for number, x_mm, y_mm, layer in lying:
            held = self._held.get(number)
            at_mm = (x_mm, y_mm) if held is None else (held.x_mm, held.y_mm)
            discs.append([number, *map(_rounded, at_mm), layer, colours[number], held is not None])
        return {"discs": _in_use(discs, _start(self._table())), "is_hand": bool(self._hands)}

    async def left(self, who: object) -> None:
        """A page is gone: its checkers go back to where it took them, its keys come up, its hand is away."""
        for disc in [disc for disc, held in self._held.items() if held.who is who]:
            held = self._held.pop(disc)
            if held.x_mm is not None:
                await self._line.ask("drop", [disc, held.x_mm, held.y_mm])
        for key, holders in self._keys.items():
            if who in holders:
                holders.discard(who)
                if not holders:
                    await self._line.ask("release", key)
        self._hands.discard(who)
        await self._tell_hand()

    async def _clear(self) -> None:
        """A daemon that was killed has left the board with its hand and its keys as they were at that moment."""
        for key, holders in self._keys.items():
            if not holders:
                await self._line.ask("release", key)
        await self._tell_hand()

    # The operations

    async def _lift(self, who: object, request: Request) -> None:
        disc = _disc(request)
        if disc in self._held:
            # Translators: web page: two people reach for the same checker
            raise ValueError(_("somebody has that checker in the hand"))
        lying = (await self._line.ask("discs"))["discs"]
        if disc >= len(lying):
            raise ValueError(f"there is no checker {disc}")
        number, x_mm, y_mm, _layer = lying[disc]
        if x_mm is not None:
            await self._line.ask("lift", number)
        self._held[disc] = Held(who, x_mm, y_mm)

    async def _drop(self, who: object, request: Request) -> None:
        disc = self._mine(who, request)
        await self._line.ask("drop", [disc, _mm(request, "x"), _mm(request, "y")])
        del self._held[disc]

    async def _aside(self, who: object, request: Request) -> None:
        """Lay a checker beside the board: in a tray, for the eye."""
        del self._held[self._mine(who, request)]

    def _mine(self, who: object, request: Request) -> int:
        disc = _disc(request)
        if disc not in self._held or self._held[disc].who is not who:
            raise ValueError("that checker is not in this hand")
        return disc

    async def _press(self, who: object, request: Request) -> None:
        holders = self._keys[_whole(request, "key", KEYS)]
        holders.add(who)
        await self._line.ask("press", request["key"])

    async def _release(self, who: object, request: Request) -> None:
        holders = self._keys[_whole(request, "key", KEYS)]
        holders.discard(who)
        if not holders:
            await self._line.ask("release", request["key"])

    async def _hand(self, who: object, request: Request) -> None:
        is_on = request.get("on")
        if not isinstance(is_on, bool):
            raise ValueError("hand: on is true or false")
        (self._hands.add if is_on else self._hands.discard)(who)
        await self._tell_hand()

    async def _tell_hand(self) -> None:
        is_hand = bool(self._hands)
        if is_hand is not self._was_hand:
            self._was_hand = is_hand
            await self._line.ask("hand", is_hand)

    async def _set_up(self, who: object, request: Request) -> None:
        """Lay out all checkers: the start position, the match as it stands, or none."""
        state = self._table()
        match request.get("what"):
            case "start":
                await self._arrange(_start(state), _layout(state, request))
            case "match" if state.standing is not None:
                await self._arrange(state.standing.match.position, state.layout)
            case "empty":
                await self._line.ask("arrange", [])
            case "match":
                raise ValueError(_("there is no match yet"))
            case _:
                raise ValueError("set_up: what is start, match or empty")
        self._held.clear()

    async def _arrange(self, position: Position, layout: Layout) -> None:
        await self._line.ask("arrange", spots_of(position, layout))
        await self._line.ask("colours", COLOURS)

    async def _paint(self, lying: list[Any]) -> list[int]:
        """Colours for checkers that have none yet: by the position that should stand there, place for place."""
        state = self._table()
        position = _start(state) if state.standing is None else state.standing.match.position
        layout = state.layout
        black = {(x_mm, y_mm) for disc, x_mm, y_mm in spots_of(position, layout) if COLOURS[disc] == Side.BLACK}
        colours = [int((x_mm, y_mm) in black) for _number, x_mm, y_mm, _layer in lying]
        await self._line.ask("colours", colours)
        return colours


def _start(state: TableState) -> Position:
    return state.house.start if state.standing is None else state.standing.match.rules.start


def _in_use(discs: list[list[Any]], start: Position) -> list[list[Any]]:
    """The checkers of the game played; the others lie in their box, not beside the board as if they were borne off."""
    spare = [0, 0]
    for side, packed in ((Side.WHITE, start.own), (Side.BLACK, start.opp)):
        on_board = sum(disc[4] == side and (disc[1] is not None or disc[5]) for disc in discs)
        spare[side] = sum(count for _slot, count in slots(packed)) - on_board
    found = []
    for disc in discs:
        is_aside = disc[1] is None and not disc[5]
        if is_aside:
            spare[disc[4]] -= 1
        if not is_aside or spare[disc[4]] >= 0:
            found.append(disc)
    return found


def _layout(state: TableState, request: Request) -> Layout:
    """Who sits where; on which side the homes are is for the players to choose before a match begins."""
    is_right = request.get("home_is_right")
    seat = state.layout.white_seat if state.standing is not None else state.house.white_seat
    return Layout(seat, state.layout.home_is_right if not isinstance(is_right, bool) else is_right)


def _rounded(mm: float | None) -> float | None:
    return None if mm is None else round(mm, 1)


def _whole(request: Request, name: str, below: int) -> int:
    value = request.get(name)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < below:
        return value
    raise ValueError(f"{name} is a whole number from 0 to {below - 1}")


def _disc(request: Request) -> int:
    return _whole(request, "disc", CHECKERS)


def _mm(request: Request, name: str) -> float:
    value = request.get(name)
    if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value):
        return float(value)
    raise ValueError(f"{name} is a number of mm")
