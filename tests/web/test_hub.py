"""What each page is told: numbered changes, and a whole snapshot for whoever is new or too slow."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from firmware.web import hub
from firmware.web.hub import QUEUE, Hub, Watcher


async def next_of(watcher: Watcher) -> dict[str, Any]:
    text = await asyncio.wait_for(watcher.wait(), 1)
    assert text is not None
    found: dict[str, Any] = json.loads(text)
    return found


def test_new_page_gets_everything_and_then_only_what_changed() -> None:
    async def check() -> None:
        told = Hub("boot")
        told.publish({"state": "To roll", "lamps": [1, 2]})
        watcher = told.join()
        assert await next_of(watcher) == {"seq": 1, "boot": "boot", "all": {"state": "To roll", "lamps": [1, 2]}}
        assert not told.publish({"state": "To roll", "lamps": [1, 2]})
        assert told.publish({"state": "Moving", "lamps": [1, 2]}, ["roll"])
        assert await next_of(watcher) == {"seq": 2, "set": {"state": "Moving"}, "sounds": ["roll"]}

    asyncio.run(check())


def test_page_waits_until_there_is_something_to_tell() -> None:
    async def check() -> None:
        told = Hub("boot")
        watcher = told.join()
        waiting = asyncio.ensure_future(watcher.wait())
        await asyncio.sleep(0)
        assert not waiting.done()
        told.publish({"state": "To roll"})
        assert json.loads(await waiting or "")["all"] == {"state": "To roll"}

    asyncio.run(check())


async def _slow_page() -> None:
    """One page reads, the other does not, while twice as much happens as may wait."""
    told = Hub("boot")
    told.publish({"n": 0})
    quick, slow = told.join(), told.join()
    assert (await next_of(quick))["seq"] == (await next_of(slow))["seq"] == 1
    for number in range(1, 2 * QUEUE + 1):
        told.publish({"n": number})
        assert (await next_of(quick))["set"] == {"n": number}
        assert len(slow._queue) <= QUEUE
    assert await next_of(slow) == {"seq": 2 * QUEUE + 1, "boot": "boot", "all": {"n": 2 * QUEUE}}
    assert slow.resyncs == 1
    told.publish({"n": -1})
    assert await next_of(slow) == {"seq": 2 * QUEUE + 2, "set": {"n": -1}}


def test_slow_page_loses_its_queue_and_gets_a_whole_snapshot() -> None:
    asyncio.run(_slow_page())


def test_queue_without_bounds_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "QUEUE", 10_000)
    with pytest.raises(AssertionError):
        asyncio.run(_slow_page())


def test_nothing_more_is_told_after_the_last() -> None:
    async def check() -> None:
        told = Hub("boot")
        told.publish({"n": 0})
        watcher = told.join()
        watcher.put_last()
        assert await watcher.wait() is None

    asyncio.run(check())


def test_only_those_who_asked_are_told_of_the_strip() -> None:
    async def check() -> None:
        told = Hub("boot")
        told.publish({"n": 0})
        first, second = told.join(), told.join()
        await next_of(first)
        await next_of(second)
        told.tell({"strip": 1}, {first})
        assert await next_of(first) == {"strip": 1}
        told.publish({"n": 1})
        assert (await next_of(second))["set"] == {"n": 1}

    asyncio.run(check())
