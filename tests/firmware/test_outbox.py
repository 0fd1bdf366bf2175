"""Effects wait for their facts, keep their order, and go at once when the disk does not answer."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from firmware.effects import DrawDice, Effect, MakeSound, ReadAgain, Sound, WakeAt
from firmware.outbox import Outbox

CLICK, ROLL = MakeSound(Sound.CLICK), MakeSound(Sound.ROLL)


def test_effects_without_new_facts_go_at_once() -> None:
    outbox = Outbox(kept=7)
    outbox.put(7, (CLICK,))
    assert outbox.ready() == [CLICK]
    assert outbox.ready() == []


def test_effects_wait_until_their_facts_are_on_disk() -> None:
    outbox = Outbox(kept=7)
    outbox.put(9, (ROLL,))
    outbox.committed(8)
    assert outbox.ready() == []
    outbox.committed(9)
    assert outbox.ready() == [ROLL]


def test_later_effects_never_overtake_earlier_ones() -> None:
    outbox = Outbox(kept=0)
    outbox.put(1, (ROLL,))
    outbox.put(0, (CLICK,))  # needs nothing, but comes after
    assert outbox.ready() == []
    outbox.committed(1)
    assert outbox.ready() == [ROLL, CLICK]


def test_effects_do_not_wait_for_a_disk_that_does_not_answer() -> None:
    outbox = Outbox(kept=0)
    outbox.put(1, (ROLL,))
    outbox.is_waiting_for_disk = False
    outbox.put(2, (CLICK,))
    assert outbox.ready() == [ROLL, CLICK]


def test_an_older_answer_of_the_disk_takes_nothing_back() -> None:
    outbox = Outbox(kept=0)
    outbox.put(3, (ROLL,))
    outbox.committed(3)
    outbox.committed(2)
    assert outbox.ready() == [ROLL]


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3)), max_size=30))
def test_everything_leaves_once_in_order_and_never_before_its_facts(steps: list[tuple[int, int]]) -> None:
    """Each step: so many new facts with an effect, then so many of the facts still open are kept."""
    outbox, written, kept = Outbox(), 0, 0
    sent: list[tuple[int, Effect]] = []
    out: list[Effect] = []
    for facts, commits in steps:
        written += facts
        effect: Effect = (WakeAt(float(len(sent))), DrawDice(), ReadAgain())[len(sent) % 3]
        sent.append((written, effect))
        outbox.put(written, (effect,))
        out += outbox.ready()
        assert all(after <= kept for after, _ in sent[: len(out)])
        kept = min(written, kept + commits)
        outbox.committed(kept)
        out += outbox.ready()
    outbox.committed(written)
    assert out + outbox.ready() == [effect for _, effect in sent]
