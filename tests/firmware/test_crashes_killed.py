"""Five kills (SIGKILL) of the real daemon in real time: the record is whole, and no die that was seen has changed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine.actions import OpeningRolled, Played, ResignationAccepted, Rolled
from engine.match import Phase
from engine.plays import Roll
from firmware.rehearsal.replay import recorded
from firmware.standing import Standing
from tests.firmware.crash_killed import KilledTable
from tests.firmware.crash_people import People
from tests.firmware.crash_shown import on_disk, rows_on_disk

KILLS = ["opening dice shown", "checker in the hand", "PLAY pressed to roll", "PLAY pressed to pass", "dice shown"]


def rolls_of(standing: Standing) -> list[Roll]:
    rolls = []
    for action in standing.actions:
        if isinstance(action, Rolled):
            rolls.append(action.roll)
        elif isinstance(action, OpeningRolled) and action.white != action.black:
            rolls.append(Roll(max(action.white, action.black), min(action.white, action.black)))
    return [Roll(max(roll), min(roll)) for roll in rolls]


@pytest.mark.ci
def test_match_outlives_five_kills_in_real_time(tmp_path: Path) -> None:
    async def main() -> tuple[KilledTable, People]:
        table = KilledTable(tmp_path, list(KILLS))
        people = People(table, turns=5)
        try:
            await people.play()
        finally:
            status = await table.stop()
        assert status == 0
        return table, people

    table, people = asyncio.run(main())
    assert len(table.rows_at_kills) == 5
    rows = rows_on_disk(table.journal)
    for rows_then in table.rows_at_kills:
        assert rows[: len(rows_then)] == rows_then
    assert set(table.told) <= on_disk(rows)
    standing = recorded(table.journal)
    assert standing.match.phase is Phase.MATCH_OVER
    assert isinstance(standing.actions[-1], ResignationAccepted)
    assert [action.end for action in standing.actions if isinstance(action, Played)] == people.ends
    assert rolls_of(standing) == people.rolls
