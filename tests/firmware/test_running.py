"""What surrounds the daemon in the real world: settings, dates, watchdog, damaged journal, virtual board."""

from __future__ import annotations

import logging
import re
import socket
import stat
from io import StringIO
from pathlib import Path

import pytest
from PIL import Image

from firmware import wall_clock
from firmware.config import Config, load, parse
from firmware.journal import open_journal
from firmware.policy import Policy
from firmware.rehearsal.rig import Rig
from firmware.running import (
    display_of,
    house_of,
    put_damaged_journal_aside,
    scanner_of,
    second_display_of,
    watchdog_feeder,
)
from firmware.sd_notify import Notifier
from firmware.terminal_display import PERIOD_S, TerminalDisplay
from firmware.virtual_table import start_counts, virtual_folder
from hardware.geometry import R1
from hardware.ports import HardwareError
from hardware.virtual.board import VirtualBoard
from hardware.virtual.desk import Desk
from hardware.virtual.scanner import VirtualScanner
from tests.firmware.daemon_table import at_table


def test_house_follows_the_settings() -> None:
    house = house_of(
        parse(
            '[table]\npolicy = "tournament"\nlength = 11\nwhite_seat = "far"\nwhite_name = "Ann"\nblack_name = "Bob"\n'
            "short_s = 0.2\nhold_s = 0.9\nwarn_after_s = 2.5\nno_play_passes_after_s = 3.0\n"
            '[display]\nscreen = "fixed"\n'
        )
    )
    assert (house.policy, house.length, house.white_seat) == (Policy.TOURNAMENT, 11, 1)
    assert (house.white_name, house.black_name, house.is_flipping) == ("Ann", "Bob", False)
    times = house.times
    assert (times.short_s, times.hold_s, times.warn_after_s, times.no_play_passes_after_s) == (0.2, 0.9, 2.5, 3.0)


def test_no_display_is_made_where_none_is_set() -> None:
    config = parse('[display]\nchip = "none"\n')
    assert display_of(config, is_virtual=False) is None
    assert display_of(config, is_virtual=True) is None
    assert display_of(Config(), is_virtual=False) is not None


@pytest.mark.parametrize(("screen", "turns", "panels"), [("flip", True, 1), ("fixed", False, 1), ("two", False, 2)])
def test_picture_turns_on_one_panel_only(screen: str, turns: bool, panels: int) -> None:
    config = parse(f'[display]\nscreen = "{screen}"\n')
    assert house_of(config).is_flipping == turns
    makers = (display_of(config, is_virtual=False), second_display_of(config, is_virtual=False))
    assert len([maker for maker in makers if maker is not None]) == panels


def test_second_panel_has_its_own_address() -> None:
    config = parse('[display]\nscreen = "two"\nsecond_address = 0x3A\n')
    makers = (display_of(config, is_virtual=False), second_display_of(config, is_virtual=False))
    names = [getattr(maker(), "name", "") for maker in makers if maker is not None]
    assert names == ["OLED ssd1309 on I2C bus 1, address 0x3C", "OLED ssd1309 on I2C bus 1, address 0x3A"]


def test_port_that_is_not_there_is_a_hardware_error_when_it_is_looked_for(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match="check the USB cable"):
        scanner_of(str(tmp_path / "nothing"), R1)()


# The watchdog


def test_watchdog_is_fed_by_the_loops_progress_alone(tmp_path: Path) -> None:
    name = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(name)
        manager.setblocking(False)
        notifier = Notifier({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "9000000"})

        def heard() -> int:
            count = 0
            while True:
                try:
                    count += manager.recv(100) == b"WATCHDOG=1"
                except BlockingIOError:
                    return count

        async def act(rig: Rig) -> None:
            rig.daemon.world.on_progress = watchdog_feeder(notifier, rig.loop.time)
            await rig.start()
            await rig.until(lambda: rig.loop.time() > 30, "half a minute", 40)
            assert heard() == 10  # once every third of nine seconds, the first at once
            rig.daemon.abandon()
            await rig.until(lambda: rig.loop.time() > 60, "another", 40)
            assert heard() == 0  # scans still come, threads still live: nobody else feeds it

        at_table(tmp_path, act)


# The journal


def test_damaged_journal_is_moved_aside_and_the_log_says_where(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "gammond.db"
    open_journal(path).close()
    path.write_bytes(path.read_bytes()[:100] + b"\x55" * 8092)
    damaged = path.read_bytes()
    with caplog.at_level(logging.ERROR, "gammond"):
        put_damaged_journal_aside(path)
    moved = tmp_path / "gammond.db.damaged-1"
    assert moved.read_bytes() == damaged
    assert str(moved) in caplog.text
    open_journal(path).close()


def test_sound_or_missing_journal_is_left_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "gammond.db"
    put_damaged_journal_aside(path)
    open_journal(path).close()
    put_damaged_journal_aside(path)
    assert caplog.text == ""
    assert [entry.name for entry in tmp_path.iterdir()] == ["gammond.db"]


# Dates


def test_date_is_certain_once_somebody_has_set_the_clock(tmp_path: Path) -> None:
    flag = tmp_path / "synchronized"
    assert not wall_clock.is_clock_set(flag, lambda: False)
    assert wall_clock.is_clock_set(flag, lambda: True)
    flag.touch()
    assert wall_clock.is_clock_set(flag, lambda: False)


def test_date_is_utc_to_the_second() -> None:
    date, is_certain = wall_clock.wall_time()
    assert len(date) == len("2026-01-01T00:00:00Z")
    assert date.endswith("Z")
    assert isinstance(is_certain, bool)


def test_start_of_the_machine_has_the_kernels_name_or_one_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "boot_id"
    assert wall_clock.boot_id(file).startswith("unknown-")
    file.write_text("0c6a2f1e-0000-4000-8000-000000000000\n")
    assert wall_clock.boot_id(file) == "0c6a2f1e-0000-4000-8000-000000000000"


# The virtual board's surroundings


def test_folder_of_the_virtual_board_is_for_its_owner_only(tmp_path: Path) -> None:
    folder = virtual_folder({"XDG_RUNTIME_DIR": str(tmp_path)})
    assert folder == tmp_path / "gammond"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_new_virtual_board_is_set_up_for_a_game() -> None:
    counts = start_counts()
    # Near row from the left: White's 12 to 1; far row from the left: White's 13 to 24.
    assert counts[:12] == [5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, 2]
    assert counts[12:24] == counts[:12]
    assert sum(counts) == 30


def test_terminal_shows_what_the_panel_shows_but_only_a_few_times_a_second() -> None:
    out = StringIO()
    now_s, pauses = [100.0], []

    def pause(wait_s: float) -> None:
        pauses.append(wait_s)
        now_s[0] += wait_s

    display = TerminalDisplay("ssd1309", out, lambda: now_s[0], pause)
    white = Image.new("1", (128, 64), 255)
    for _ in range(3):
        display.show(white)
    assert pauses == [0.0, PERIOD_S, PERIOD_S]
    assert out.getvalue().count("│" + "⣿" * 64 + "│") == 3 * 16
    display.close()
    assert out.getvalue().endswith("\x1b7\x1b[r\x1b8")


# The documents


def test_settings_that_are_installed_name_the_pins_of_the_wiring() -> None:
    root = Path(__file__).parents[2]
    wiring = (root / "docs" / "wiring.md").read_text(encoding="utf-8")
    config = load(root / "systemd" / "gammond.toml")
    keys = re.findall(r"^\| (?:near|far) seat, (?:PLAY|CUBE) \| \d+ \| (\d+) \|", wiring, re.MULTILINE)
    assert [int(pin) for pin in keys] == list(config.keys.pins)
    (buzzer,) = re.findall(r"^\| \+ \| \d+ \| (\d+) \|", wiring, re.MULTILINE)
    assert int(buzzer) == config.buzzer.pin


def test_every_request_to_the_virtual_board_is_in_the_wiring_document() -> None:
    wiring = (Path(__file__).parents[2] / "docs" / "wiring.md").read_text(encoding="utf-8")
    board = VirtualBoard(R1, 1)
    scanner = VirtualScanner(board)
    answer = Desk(board, scanner, lambda: None).answer('{"?": 1}')
    scanner.close()
    requests = re.findall(r"\w+", answer["error"].partition("there are ")[2])
    assert "lift" in requests
    assert [name for name in requests if f'{{"{name}": ' not in wiring] == []
