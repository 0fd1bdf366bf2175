"""An event loop whose clock is virtual but whose bytes, threads and files are real.

Owns the rule by which time goes on: never while something is ready or on its way; then at once to the next timer.
What is on its way (bytes in a pseudo-terminal, commits, pictures) is told by those who send and receive it through
the Traffic they were given. Knows nothing of what they carry.
"""

from __future__ import annotations

import asyncio
import selectors
import threading
from collections.abc import Callable
from typing import Final, NoReturn

PATIENCE_S: Final = 5.0


class DeadlockError(RuntimeError):
    """Nothing is ready, nothing is on its way and no timer is set: the loop would wait for ever."""


class InFlightError(RuntimeError):
    """Something on its way has not arrived in real time."""


class InFlight:
    """Counts what is on its way, by name; safe to use from any thread. Is itself a Traffic, named "other"."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._amounts: dict[str, int] = {}
        self._lost: dict[str, int] = {}
        self._total = 0
        self.on_all_arrived: Callable[[], None] | None = None

    @property
    def total(self) -> int:
        """How much is on its way, all together."""
        return self._total

    def __str__(self) -> str:
        with self._lock:
            return ", ".join(f"{name}: {amount}" for name, amount in self._amounts.items() if amount) or "nothing"

    def account(self, name: str) -> Account:
        """A Traffic whose amounts are told apart under this name when something fails to arrive."""
        return Account(self, name)

    def sent(self, amount: int = 1) -> None:
        """`amount` more of the unnamed is on its way."""
        self.add("other", amount)

    def arrived(self, amount: int = 1) -> None:
        """`amount` of the unnamed has arrived. ValueError if less than that was on its way."""
        self.add("other", -amount)

    def add(self, name: str, amount: int) -> None:
        """Add to, or with a negative amount take from, what is on its way under that name."""
        with self._lock:
            before = self._amounts.get(name, 0)
            now = before + amount
            if now < 0:
                if -now > self._lost.get(name, 0):
                    raise ValueError(f"{name}: {-amount} arrived, but only {before} had been sent")
                self._lost[name] += now
                now = 0
            self._amounts[name] = now
            self._total += now - before
            tell = self.on_all_arrived if self._total == 0 else None
        if tell is not None:
            tell()

    def forget(self, name: str) -> None:
        """What is on its way under that name is lost: nobody need wait for it any more. It may still turn up, from
        the thread of something abandoned; then it is not counted twice."""
        with self._lock:
            amount = self._amounts.get(name, 0)
            self._lost[name] = self._lost.get(name, 0) + amount
        self.add(name, -amount)


class Account:
    """One named part of an InFlight; fulfils Traffic."""

    def __init__(self, in_flight: InFlight, name: str) -> None:
        self._in_flight = in_flight
        self.name = name

    def sent(self, amount: int = 1) -> None:
        """`amount` more is on its way."""
        self._in_flight.add(self.name, amount)

    def arrived(self, amount: int = 1) -> None:
        """`amount` has arrived. ValueError if less than that was on its way."""
        self._in_flight.add(self.name, -amount)

    def forget(self) -> None:
        """What is on its way is lost (a cable pulled, a port closed)."""
        self._in_flight.forget(self.name)


class _Clock:
    """The virtual time, shared by the loop and its selector, which moves it on."""

    def __init__(self, start_s: float) -> None:
        self.now_s = start_s


class _SimulatedSelector(selectors.DefaultSelector):
    def __init__(self, clock: _Clock, in_flight: InFlight, patience_s: float) -> None:
        super().__init__()
        self._clock = clock
        self._in_flight = in_flight
        self._patience_s = patience_s

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        if self._in_flight.total:
            return self._wait()
        # All that was on its way may have arrived since the look above, and have woken the loop.
        ready = super().select(0)
        if ready:
            return ready
        if timeout is None:
            self._give_up()
        self._clock.now_s += timeout
        return []

    def _wait(self) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(self._patience_s)
        if not ready and self._in_flight.total:
            raise InFlightError(
                f"at {self._clock.now_s:.3f} s of simulated time: nothing has come for {self._patience_s:g} s though "
                f"on its way are {self._in_flight}"
            )
        return ready

    def _give_up(self) -> NoReturn:
        raise DeadlockError(
            f"at {self._clock.now_s:.3f} s of simulated time: no timer is set, nothing is ready or on its way, "
            "so nothing can ever happen"
        )


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An asyncio loop in simulated time, starting at `start_s`.

    Everything that leaves the loop (bytes, work for a thread) must be counted in `in_flight` when it is sent and
    again when it has arrived; a thread hands its result over by `call_soon_threadsafe` before it counts the arrival.
    Raises DeadlockError and InFlightError out of `run_*`.
    """

    def __init__(self, in_flight: InFlight | None = None, patience_s: float = PATIENCE_S, start_s: float = 0.0) -> None:
        self.in_flight = in_flight or InFlight()
        self._clock = _Clock(start_s)
        super().__init__(_SimulatedSelector(self._clock, self.in_flight, patience_s))
        self._clock_resolution = 1e-9  # times are exact here: a timer due now is due, rounding apart
        self._thread = threading.get_ident()
        self.in_flight.on_all_arrived = self._wake

    def time(self) -> float:
        """The virtual monotonic clock, in s."""
        return self._clock.now_s

    def _wake(self) -> None:
        """The last thing on its way has arrived in another thread while the loop may be waiting for it."""
        if threading.get_ident() != self._thread and not self.is_closed():
            self.call_soon_threadsafe(_nothing)


def _nothing() -> None:
    """A callback that only wakes the loop."""
