"""What may be asked of a virtual board from outside, one JSON object a line: the discs, keys, hand, cable and lamps.

Owns the meaning and the checking of requests; every one is answered, a wrong one by `{"error": "..."}`. Knows nothing
of sockets (hardware/virtual/process.py) and nothing of the game.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isfinite
from typing import Any, Final

from hardware.geometry import (
    BAR_FAR,
    BAR_NEAR,
    BAR_WIDTH_MM,
    BOARD_DEPTH_MM,
    BOARD_WIDTH_MM,
    CHECKER_DIAMETER_MM,
    COLUMN_PITCH_MM,
    PLACES,
    ROW,
    SENSED_PLACES,
    place_xy_mm,
)
from hardware.ports import KEYS
from hardware.virtual.board import VirtualBoard
from hardware.virtual.scanner import VirtualScanner

Answer = dict[str, Any]
MOST_CHECKERS: Final = 30
DONE: Final[Answer] = {"ok": True}


def place_at(x_mm: float, y_mm: float) -> int:
    """The sensed place whose area a spot of the board lies in."""
    is_far = y_mm > BOARD_DEPTH_MM / 2
    half_mm = ROW // 2 * COLUMN_PITCH_MM
    if half_mm <= x_mm < half_mm + BAR_WIDTH_MM:
        return BAR_FAR if is_far else BAR_NEAR
    column = int((x_mm if x_mm < half_mm else x_mm - BAR_WIDTH_MM) // COLUMN_PITCH_MM)
    return min(max(column, 0), ROW - 1) + (ROW if is_far else 0)


class Desk:
    """One virtual board as others may use it. `stop` is called when somebody asks it to end.

    `colours`: kept for those who look at the board, so that whoever comes later sees the same ones.
    """

    def __init__(self, board: VirtualBoard, scanner: VirtualScanner, stop: Callable[[], None]) -> None:
        self.board = board
        self.scanner = scanner
        self.colours: list[int] = []
        self._stop = stop
        self._requests: dict[str, Callable[[Any], Answer]] = {
            "discs": self._discs,
            "lift": self._lift,
            "drop": self._drop,
            "slide": self._slide,
            "press": lambda key: self._key(key, self.board.press),
            "release": lambda key: self._key(key, self.board.release),
            "hand": self._hand,
            "set_up": self._set_up,
            "arrange": self._arrange,
            "colours": self._paint,
            "lamps": self._lamps,
            "counts": self._counts,
            "cable": self._cable,
            "stop": self._end,
        }

    def answer(self, line: bytes | str) -> Answer:
        """Do what a line asks and say what came of it. Never raises for what a line may hold."""
        try:
            request = json.loads(line)
        except (ValueError, RecursionError) as error:
            return {"error": f"not a line of JSON: {error}"}
        if not isinstance(request, dict) or len(request) != 1:
            return {"error": 'ask one thing a line, as {"counts": true}'}
        (name, value), *_ = request.items()
        if name not in self._requests:
            return {"error": f"there is no request {name[:40]!r}: there are {', '.join(self._requests)}"}
        try:
            return self._requests[name](value)
        except ValueError as error:
            return {"error": f"{name}: {error}"}

    # Discs

    def _discs(self, _: Any) -> Answer:
        """Number, mm and layer of every checker, in the order of their numbers; null and null beside the board."""
        discs = self.board.discs
        return {"discs": [[n, discs[n].x_mm, discs[n].y_mm, discs[n].layer] for n in range(len(discs))]}

    def _lift(self, disc: Any) -> Answer:
        self.board.lift(_whole(disc, "a checker's number"))
        return DONE

    def _drop(self, where: Any) -> Answer:
        self.board.drop(*_spot(where))
        return DONE

    def _slide(self, where: Any) -> Answer:
        self.board.move_disc(*_spot(where), 0)
        return DONE

    def _set_up(self, counts: Any) -> Answer:
        """So many checkers on each of the 28 places, laid straight; the rest lies beside the board."""
        if not isinstance(counts, list) or len(counts) != PLACES:
            raise ValueError(f"give {PLACES} counts, one a place")
        wanted = [_whole(count, "a count") for count in counts]
        if min(wanted) < 0 or sum(wanted) > MOST_CHECKERS:
            raise ValueError(f"counts are not below 0 and at most {MOST_CHECKERS} together")
        for disc in range(len(self.board.discs)):
            self.board.discs.take(disc)
        spare = list(range(len(self.board.discs)))
        for place, count in enumerate(wanted):
            for row in range(count):
                disc = spare.pop(0) if spare else self.board.new_disc()
                if place < SENSED_PLACES:
                    self._lay(disc, place, row)
        return DONE

    def _arrange(self, spots: Any) -> Answer:
        """Lay these checkers, [number, x mm, y mm] each, in this order; every other one lies beside the board then."""
        if not isinstance(spots, list):
            raise ValueError("give a list of [checker, x in mm, y in mm]")
        wanted = [_spot(spot) for spot in spots]
        numbers = [disc for disc, _, _ in wanted]
        if len(set(numbers)) != len(numbers) or not all(0 <= disc < MOST_CHECKERS for disc in numbers):
            raise ValueError(f"checkers are numbered 0 to {MOST_CHECKERS - 1}, each given once")
        discs = self.board.discs
        for disc in range(len(discs)):
            discs.take(disc)
        while len(discs) <= max(numbers, default=-1):
            self.board.new_disc()
        for spot in wanted:
            self.board.drop(*spot)
        return DONE

    def _paint(self, colours: Any) -> Answer:
        """The colour of every checker, a small number each, for eyes only: no cell sees it. `true` only asks."""
        if colours is not True:
            if not isinstance(colours, list) or len(colours) > MOST_CHECKERS:
                raise ValueError(f"give a list of at most {MOST_CHECKERS} colours")
            self.colours = [_whole(colour, "a colour") for colour in colours]
        return {"colours": self.colours}

    def _lay(self, disc: int, place: int, row: int) -> None:
        holds = self.board.geometry.capacity[place]
        self.board.drop(disc, *place_xy_mm(place, CHECKER_DIAMETER_MM * (row % holds + 0.5)))

    def _counts(self, _: Any) -> Answer:
        """How many checkers lie on each of the 26 places with cells, and how many beside the board."""
        discs = self.board.discs
        counts = [0] * SENSED_PLACES
        off = 0
        for number in range(len(discs)):
            x_mm, y_mm = discs[number].x_mm, discs[number].y_mm
            if x_mm is None or y_mm is None:
                off += 1
            else:
                counts[place_at(x_mm, y_mm)] += 1
        return {"counts": counts, "off": off}

    # Keys, hand, lamps, cable

    def _key(self, key: Any, act: Callable[[int], None]) -> Answer:
        if not 0 <= _whole(key, "a key") < KEYS:
            raise ValueError(f"keys are numbered 0 to {KEYS - 1}, 2 * seat + key, not {key}")
        act(key)
        return DONE

    def _hand(self, is_hand: Any) -> Answer:
        self.board.is_hand = _flag(is_hand)
        return DONE

    def _lamps(self, _: Any) -> Answer:
        """Red, green, blue and rhythm of every lamp as last commanded, and how many frames have come."""
        lamps = self.board.lamps
        return {"lamps": [list(lamp) for lamp in lamps.commanded], "frames": lamps.frames}

    def _cable(self, is_in: Any) -> Answer:
        """Put the scanner's cable in or pull it."""
        if _flag(is_in):
            self.scanner.plug()
        else:
            self.scanner.unplug()
        return DONE

    def _end(self, _: Any) -> Answer:
        self._stop()
        return DONE


def _whole(value: Any, what: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ValueError(f"{what} is a whole number, not {json.dumps(value)[:40]}")


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError(f"it is true or false, not {json.dumps(value)[:40]}")


def _spot(value: Any) -> tuple[int, float, float]:
    """[number, x mm, y mm] of a checker to lie on the board."""
    if not isinstance(value, list) or len(value) != 3:
        raise ValueError("give [checker, x in mm, y in mm]")
    disc = _whole(value[0], "a checker's number")
    x_mm, y_mm = (_millimetres(each) for each in value[1:])
    if not (0 <= x_mm <= BOARD_WIDTH_MM and 0 <= y_mm <= BOARD_DEPTH_MM):
        raise ValueError(f"the board is {BOARD_WIDTH_MM:g} x {BOARD_DEPTH_MM:g} mm; [{x_mm:g}, {y_mm:g}] is beside it")
    return disc, x_mm, y_mm


def _millimetres(value: Any) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value):
        return float(value)
    raise ValueError(f"a distance is a number of mm, not {json.dumps(value)[:40]}")
