"""The delay clock: how much time each side has, and when it runs out.

Owns the reckoning of the US clock rules of 2013 (facts: clock): each turn begins with a delay that is not taken from
the reserve; what is left of the delay is not saved. Pure: every question comes with its time, in seconds of one
monotonic clock. Knows nothing of keys, screens or what a player who is out of time loses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from engine.position import Side


class TimeControl(NamedTuple):
    """Seconds a side has in reserve for the match, and of delay before each turn costs any of it."""

    reserve_s: float
    delay_s: float


class TimeRule(NamedTuple):
    """A usual way to give time: reserve for each point of the match length, and the delay of every turn."""

    a_point_s: float
    delay_s: float

    def control(self, length: int, score: tuple[int, int] = (0, 0)) -> TimeControl:
        """Both sides' time in a match to `length`; at a score, for a clock that is introduced later.

        Each point either side has scored takes half a point's reserve (US 2013: 2 minutes a point and 1 minute less).
        Raises ValueError for a length below 1 (a money session has no length to reckon by) and for a score that is
        none of a match still to be played.
        """
        if length < 1:
            raise ValueError(f"a match length of {length}: time is given by the point, so it must be 1 or more")
        if min(score) < 0 or max(score) >= length:
            raise ValueError(f"a score of {score[0]}-{score[1]} to {length}: each side has 0 to {length - 1} points")
        return TimeControl(self.a_point_s * length - self.a_point_s / 2 * sum(score), self.delay_s)


TIME_RULES: Final = {
    "us_2013": TimeRule(120, 12),
    "us_2013_doubles": TimeRule(150, 18),
    "minute_a_point": TimeRule(60, 10),
}


@dataclass(frozen=True, slots=True)
class Clock:
    """Both sides' time at the moment of the last press or stop. Never changed: every method returns the next clock.

    `running` is the side whose time passes, None while the clock stands; `turn` the side whose turn it was last,
    to go on with. `delay_left_s` is what that turn had left of its delay. Times are (White's, Black's).
    """

    reserve_s: tuple[float, float]
    delay_s: tuple[float, float]
    running: Side | None = None
    turn: Side | None = None
    since_s: float = 0.0
    delay_left_s: float = 0.0

    def __post_init__(self) -> None:
        for name, times in (("reserve", self.reserve_s), ("delay", self.delay_s)):
            if not all(0 <= time < float("inf") for time in times):
                raise ValueError(f"a {name} of {times[0]} and {times[1]} s: it is 0 or more")

    @classmethod
    def of(cls, white: TimeControl, black: TimeControl | None = None) -> Clock:
        """A clock that stands, before the first turn; both sides alike unless Black's time is given too.

        Raises ValueError for a time below 0.
        """
        black = white if black is None else black
        return cls((white.reserve_s, black.reserve_s), (white.delay_s, black.delay_s))

    def start(self, side: Side, at_s: float) -> Clock:
        """A turn of `side` begins, with its whole delay; whoever's time was running is charged first."""
        stopped = self.stop(at_s)
        return replace(stopped, running=side, turn=side, since_s=at_s, delay_left_s=self.delay_s[side])

    def press(self, side: Side, at_s: float) -> Clock:
        """`side` ends its turn and starts the other's. As on a real clock nothing happens unless its time was running.

        Passing a turn, offering a double and answering one are all presses.
        """
        return self.start(side.other, at_s) if self.running is side else self

    def stop(self, at_s: float) -> Clock:
        """The clock stands: a game is over, a resignation or a break, a correction. `resume` goes on."""
        if self.running is None:
            return self
        reserve = (self.left(Side.WHITE, at_s), self.left(Side.BLACK, at_s))
        left = self.delay_left(at_s)
        return replace(self, reserve_s=reserve, running=None, since_s=at_s, delay_left_s=left)

    def resume(self, at_s: float) -> Clock:
        """The turn goes on where it stopped, with what was left of its delay: a break gives nobody a new one."""
        if self.running is not None or self.turn is None:
            return self
        return replace(self, running=self.turn, since_s=at_s)

    def corrected(self, side: Side, reserve_s: float, at_s: float) -> Clock:
        """The same clock with another reserve for `side`, as a director sets it. Raises ValueError below 0."""
        white, black = self.left(Side.WHITE, at_s), self.left(Side.BLACK, at_s)
        reserve = (reserve_s, black) if side is Side.WHITE else (white, reserve_s)
        return replace(self, reserve_s=reserve, delay_left_s=self.delay_left(at_s), since_s=at_s)

    def left(self, side: Side, at_s: float) -> float:
        """Seconds of reserve `side` has left, never below 0; the delay is not part of it."""
        if side is not self.running:
            return self.reserve_s[side]
        return max(0.0, self.reserve_s[side] - max(0.0, self._passed(at_s) - self.delay_left_s))

    def delay_left(self, at_s: float) -> float:
        """Seconds of delay that the turn has left before its reserve is used."""
        return max(0.0, self.delay_left_s - self._passed(at_s))

    def is_out(self, side: Side, at_s: float) -> bool:
        """Whether the time of `side` has run out: no reserve, and in its own turn no delay left either."""
        if self.left(side, at_s) > 0:
            return False
        return self.delay_left(at_s) <= 0 if side is self.turn else self.delay_s[side] <= 0

    @property
    def runs_out_at_s(self) -> float | None:
        """When the running side's time will be out if nobody presses; None while the clock stands."""
        if self.running is None:
            return None
        return self.since_s + self.delay_left_s + self.reserve_s[self.running]

    def _passed(self, at_s: float) -> float:
        """Seconds since the last press or stop; a time before it counts as no time at all."""
        return 0.0 if self.running is None else max(0.0, at_s - self.since_s)
