"""What the menu changes outlives the daemon, and a match that was put away is found again by the next one."""

from __future__ import annotations

import asyncio
from pathlib import Path

from firmware.facts import MatchPutAway, MatchResumed, SettingChanged, decode
from firmware.journal import Row, open_read_only
from firmware.rehearsal.rig import Rig
from firmware.table_state import State
from hardware.ports import Key
from tests.firmware.daemon_table import at, at_table, begin


def rows_of(folder: Path) -> list[Row]:
    journal = open_read_only(next(folder.rglob("*.db")))
    try:
        return list(journal.rows())
    finally:
        journal.close()


def test_length_changed_at_set_up_is_the_length_after_a_restart(tmp_path: Path) -> None:
    lengths: list[int] = []

    async def change(rig: Rig) -> None:
        await rig.start()
        await asyncio.sleep(1)
        await rig.press(0, Key.CUBE)
        await rig.until(lambda: rig.daemon.state.house.length != 7, "another length")
        lengths.append(rig.daemon.state.house.length)

    async def look(rig: Rig) -> None:
        await rig.start()
        lengths.append(rig.daemon.state.house.length)

    at_table(tmp_path, change)
    at_table(tmp_path, look)
    assert lengths == [9, 9]
    assert [(row.match, decode(row.kind, row.body)) for row in rows_of(tmp_path)] == [
        ("", SettingChanged("length", "9"))
    ]


def test_match_put_away_is_gone_on_with_from_set_up(tmp_path: Path) -> None:
    async def play(rig: Rig) -> None:
        await begin(rig)

    async def put_away_and_take_up(rig: Rig) -> None:
        await rig.start()
        await at(rig, State.RESUME)
        for seat in (0, 1):
            await rig.hold(seat, Key.CUBE)
        await rig.until(lambda: bool(rig.daemon.state.old_matches), "the list of matches")
        await rig.hold(0, Key.CUBE)
        await at(rig, State.MENU)
        await rig.hold(0, Key.PLAY)
        await at(rig, State.RESUME)
        for seat in (0, 1):
            await rig.press(seat, Key.PLAY)
        await rig.until(lambda: rig.daemon.state.at not in (State.RESUME, State.SET_UP), "the match")
        assert rig.daemon.state.match.roll is not None

    at_table(tmp_path, play)
    at_table(tmp_path, put_away_and_take_up)
    rows = rows_of(tmp_path)
    assert len({row.match for row in rows}) == 1
    kinds = [decode(row.kind, row.body) for row in rows]
    assert MatchPutAway() in kinds
    assert MatchResumed() in kinds
