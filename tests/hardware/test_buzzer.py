"""The buzzer on mock pins, with a timer that is wound by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hardware.buzzer import LOUD, LOW, GpioBuzzer, NullBuzzer, thread_later
from hardware.gpio import mock_factory
from hardware.ports import HardwareError

PIN = 12


class Alarm:
    """One call of `later`: nothing happens until it is rung."""

    def __init__(self, delay_s: float, act: Callable[[], None]) -> None:
        self.delay_s, self.act, self.is_cancelled = delay_s, act, False

    def cancel(self) -> None:
        self.is_cancelled = True


class Bench:
    def __init__(self, factory: Any, share: float = LOUD) -> None:
        self.alarms: list[Alarm] = []
        self.pin = factory.pin(PIN)
        self.buzzer = GpioBuzzer(PIN, factory, self.later, share)

    def later(self, delay_s: float, act: Callable[[], None]) -> Alarm:
        self.alarms.append(Alarm(delay_s, act))
        return self.alarms[-1]

    def ring(self) -> None:
        self.alarms[-1].act()

    def sounds(self) -> float:
        """The frequency that is heard, 0 for silence."""
        return self.pin.frequency if self.pin.state else 0.0


@pytest.fixture
def factory() -> Iterator[Any]:
    made = mock_factory()
    yield made
    made.reset()


def test_tones_follow_one_another_and_end_in_silence(factory: Any) -> None:
    bench = Bench(factory)
    bench.buzzer.play(((880.0, 0.1), (0.0, 0.05), (440.0, 0.2)))
    heard = [bench.sounds()]
    for _ in range(3):
        bench.ring()
        heard.append(bench.sounds())
    assert heard == [880.0, 0.0, 440.0, 0.0]
    assert [alarm.delay_s for alarm in bench.alarms] == [0.1, 0.05, 0.2]


def test_new_sound_takes_the_place_of_the_old(factory: Any) -> None:
    bench = Bench(factory)
    bench.buzzer.play(((880.0, 1.0), (660.0, 1.0)))
    bench.buzzer.play(((440.0, 1.0),))
    assert bench.alarms[0].is_cancelled
    assert bench.sounds() == 440.0


@pytest.mark.parametrize("share", [LOUD, LOW])
def test_loudness_is_the_share_of_a_period(factory: Any, share: float) -> None:
    bench = Bench(factory, share)
    bench.buzzer.play(((880.0, 1.0),))
    assert bench.pin.state == pytest.approx(share)


def test_closed_buzzer_is_silent_even_if_its_timer_still_rings(factory: Any) -> None:
    bench = Bench(factory)
    bench.buzzer.play(((880.0, 1.0), (660.0, 1.0)))
    bench.buzzer.close()
    bench.ring()
    assert len(bench.alarms) == 1
    GpioBuzzer(PIN, factory).close()


def test_silence_can_be_asked_for(factory: Any) -> None:
    bench = Bench(factory)
    bench.buzzer.play(((880.0, 1.0),))
    bench.buzzer.play(())
    assert bench.sounds() == 0.0


def test_missing_buzzer_swallows_every_sound() -> None:
    NullBuzzer().play(((880.0, 1.0),))
    NullBuzzer().close()


def test_pin_in_use_is_a_hardware_error(factory: Any) -> None:
    bench = Bench(factory)
    with pytest.raises(HardwareError, match="GPIO12"):
        GpioBuzzer(PIN, factory)
    bench.buzzer.close()


def test_loudness_beyond_half_a_period_is_refused(factory: Any) -> None:
    with pytest.raises(ValueError, match=r"at most 0\.5"):
        GpioBuzzer(PIN, factory, share=0.9)


def test_thread_timer_can_be_called_off() -> None:
    called: list[int] = []
    timer = thread_later(60.0, lambda: called.append(1))
    timer.cancel()
    assert called == []
