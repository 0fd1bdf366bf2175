"""What the table asks for. Imperative; carried out in order, each only after the facts before it are on disk."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.plays import Roll
from engine.position import Position, Side
from firmware.screens import Screen
from hardware.ports import Lamp


class Sound(Enum):
    CLICK = "click"
    ROLL = "roll"
    COMPLETE = "complete"
    WARNING = "warning"
    DOUBLE = "double"
    GAME_OVER = "game over"


@dataclass(frozen=True, slots=True)
class Show:
    """Put this on the display."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Light:
    """Set all lamps, one a place (28)."""

    lamps: tuple[Lamp, ...]


@dataclass(frozen=True, slots=True)
class MakeSound:
    """Make a sound."""

    sound: Sound


@dataclass(frozen=True, slots=True)
class WakeAt:
    """Send the input Woke at this time; a later WakeAt replaces it."""

    at_s: float


@dataclass(frozen=True, slots=True)
class DrawDice:
    """Roll two dice and send DiceDrawn."""


@dataclass(frozen=True, slots=True)
class PrepareTurn:
    """Let the referee work out the legal plays of a roll, then send TurnPrepared. `position` is the mover's view."""

    position: Position
    side: Side
    roll: Roll


@dataclass(frozen=True, slots=True)
class AcceptBoard:
    """What stands on the board is this position (White's view): it is the reference for the readings to come.

    `in_hand`: checkers of `position` not on the board yet, by side (hit and still in the hand).
    """

    position: Position
    in_hand: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class ReadAgain:
    """Tell once more what stands on the board: what it is compared with has changed."""


@dataclass(frozen=True, slots=True)
class ForgetBoard:
    """The position is no longer the one that was read last: only the cells themselves count until they read as it."""


@dataclass(frozen=True, slots=True)
class SetBrightness:
    """How bright display and lamps are, in per cent."""

    percent: int


@dataclass(frozen=True, slots=True)
class SetVolume:
    """How loud sounds are: `off`, `low` or `loud`."""

    volume: str


@dataclass(frozen=True, slots=True)
class ListMatches:
    """Look for matches that were put away, and send MatchesListed."""


@dataclass(frozen=True, slots=True)
class LoadMatch:
    """Read a match that was put away, and send MatchLoaded."""

    match: str


@dataclass(frozen=True, slots=True)
class ShutDown:
    """Turn the machine off."""


Effect = (
    Show
    | Light
    | MakeSound
    | WakeAt
    | DrawDice
    | PrepareTurn
    | AcceptBoard
    | ReadAgain
    | ForgetBoard
    | SetBrightness
    | SetVolume
    | ListMatches
    | LoadMatch
    | ShutDown
)
