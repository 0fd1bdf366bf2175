"""The demo: which match is played, where the checkers lie after a pause, and what is said when it cannot be."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from engine.actions import GameStarted
from engine.position import START, Position, Side
from engine.position_id import write_position_id
from firmware.facts import MatchPutAway, decode
from firmware.journal import open_journal, open_read_only
from firmware.playing import Wish, play, prepare, read_position
from firmware.standing import Standing, fold
from firmware.table_state import State, resume_state
from tests.web.conftest import ROOT, Demo

ENDING = Position.of({6: 1, 5: 1}, {3: 2})


def standing_in(path: Path) -> Standing | None:
    journal = open_read_only(path)
    try:
        return fold(decode(row.kind, row.body) for row in journal.rows(journal.last_match() or ""))
    finally:
        journal.close()


def test_first_start_has_no_match_to_go_on_with(tmp_path: Path) -> None:
    assert prepare(tmp_path / "gammond.db", Wish(tmp_path)) is None


def test_position_begins_a_match_of_its_own_with_white_to_roll(tmp_path: Path) -> None:
    wish = Wish(tmp_path, read_position(write_position_id(ENDING)), length=3, policy="club")
    standing = prepare(tmp_path / "gammond.db", wish)
    assert standing is not None
    assert standing.match.position == ENDING
    assert (standing.match.on_roll, standing.match.rules.length, standing.policy.value) == (Side.WHITE, 3, "club")
    assert resume_state(standing) is State.TO_ROLL
    assert standing_in(tmp_path / "gammond.db") == standing


def test_position_with_score_keeps_both_and_who_is_on_roll(tmp_path: Path) -> None:
    at = read_position("XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:2:1:0:5:10")
    standing = prepare(tmp_path / "gammond.db", Wish(tmp_path, at))
    assert standing is not None
    assert (standing.match.rules.length, standing.match.score, standing.match.position) == (5, at.score, START)
    assert standing.match.on_roll is at.on_roll


def test_match_goes_on_unless_another_length_is_wished(tmp_path: Path) -> None:
    path = tmp_path / "gammond.db"
    begun = prepare(path, Wish(tmp_path, read_position(write_position_id(ENDING))))
    assert prepare(path, Wish(tmp_path)) == begun
    assert prepare(path, Wish(tmp_path, length=5)) is None
    standing = standing_in(path)
    assert standing is not None
    assert standing.is_put_away
    journal = open_journal(path)
    kinds = [type(decode(row.kind, row.body)) for row in journal.rows()]
    journal.close()
    assert kinds[1:] == [GameStarted, MatchPutAway]


def test_port_in_use_is_named_with_what_to_do(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, demo: Demo
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(demo.runtime))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert play(Wish(tmp_path, port=port, has_browser=False)) == 1
    assert f"port {port} is in use: name a free one with --port" in caplog.text


def test_second_demo_is_told_where_the_first_one_is(demo: Demo, caplog: pytest.LogCaptureFixture) -> None:
    demo.start("31")
    assert play(Wish(demo.folder, has_browser=False)) == 1
    assert f"a demo is running already; its page: {demo.address}" in caplog.text


def test_checkers_lie_after_a_stop_as_they_lay_before(demo: Demo) -> None:
    """Also those of a play half made: the board's process ends with the demo, the lie of its checkers is kept."""
    demo.start("", write_position_id(ENDING))
    demo.board.ask("lift", 0)
    demo.board.ask("drop", [0, 100.0, 230.0])
    before = (demo.board.ask("discs"), demo.board.ask("colours"))
    assert demo.stop() == 0
    assert not demo.board.is_running()
    demo.start("")
    assert (demo.board.ask("discs"), demo.board.ask("colours")) == before


def test_board_of_a_killed_demo_goes_on_and_is_found_again(demo: Demo) -> None:
    demo.start("")
    demo.kill()
    assert demo.board.is_running()
    demo.board.ask("lift", 0)
    demo.start("")
    assert demo.board.ask("counts")["off"] == 1


# The command


def test_command_prints_the_address_and_opens_the_browser(tmp_path: Path, demo: Demo) -> None:
    opened = tmp_path / "opened"
    os.mkfifo(opened)
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    script.chmod(0o755)
    environment = {
        **os.environ,
        "XDG_STATE_HOME": str(tmp_path),
        "XDG_RUNTIME_DIR": str(demo.runtime),
        "BROWSER": f"{script} %s",
    }
    command = [sys.executable, "-m", "firmware.cli", "demo", "--port", str(demo.port), "--length", "3"]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        address = next(found[0] for line in running.stdout if (found := re.search(r"http://\S+", line)))
        with opened.open() as told:
            assert told.read().strip() == address
        running.send_signal(signal.SIGINT)
        assert "PLAY goes on" in running.stdout.read()
        assert running.wait(timeout=10) == 0


def test_missing_library_is_explained() -> None:
    code = "import sys; sys.modules['aiohttp'] = None; from firmware.cli import main; sys.exit(main(['demo']))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("gammond: the page needs the library aiohttp, which is not installed: run make setup")
