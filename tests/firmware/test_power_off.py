"""Shut down in the menu: an order to the system for a board of its own, refused everywhere else, and said so."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

import pytest

from firmware.effects import ShutDown
from firmware.inputs import ShutDownRefused
from firmware.policy import House
from firmware.power_off import ORDER, shut_down_of
from firmware.rehearsal.rig import Rig, run_simulated
from firmware.simulated_time import SimulatedLoop
from tests.firmware.table_driver import NEAR, Driver

SERVICE = {"NOTIFY_SOCKET": "/run/systemd/notify"}


def refused(environment: dict[str, str], is_virtual: bool, *order: str) -> bool:
    """Whether it is refused, once the order has been answered."""
    was_refused: list[bool] = []
    shut_down_of(environment, is_virtual, order)(lambda: was_refused.append(True))
    for thread in threading.enumerate():
        if thread.name == "power off":
            thread.join(10)
    return bool(was_refused)


def test_service_of_a_board_asks_the_system_to_shut_down(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    assert not refused(SERVICE, False, "touch", str(asked))
    assert asked.exists()
    assert ORDER == ("systemctl", "poweroff")


@pytest.mark.parametrize(("environment", "is_virtual"), [({}, False), (SERVICE, True), ({"NOTIFY_SOCKET": ""}, False)])
def test_machine_of_somebody_who_started_the_program_is_left_on(
    environment: dict[str, str], is_virtual: bool, tmp_path: Path
) -> None:
    asked = tmp_path / "asked"
    assert refused(environment, is_virtual, "touch", str(asked))
    assert not asked.exists()


@pytest.mark.parametrize("order", [("sh", "-c", "echo Access denied >&2; exit 1"), ("no-such-program",)])
def test_system_that_refuses_is_told_of_in_the_log(order: tuple[str, ...], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "gammond"):
        assert refused(SERVICE, False, *order)
    assert "not shut down" in caplog.text
    assert "Access denied" in caplog.text or "no-such-program" in caplog.text


def test_players_are_told_that_the_machine_stays_on() -> None:
    driver = Driver()
    driver.feed(ShutDownRefused(driver.now_s))
    assert driver.lines == ("Cannot shut down", "this machine")
    assert driver.screen.is_warning


def test_daemon_tells_the_table_where_nobody_may_shut_down(tmp_path: Path) -> None:
    async def main(loop: SimulatedLoop) -> tuple[str, str]:
        rig = Rig(loop, tmp_path, House())
        await rig.start()
        rig.board.press(2 * NEAR)
        rig.board.press(2 * NEAR + 1)
        await rig.until(lambda: rig.daemon.state.at.value == "Menu", "the menu")
        rig.board.release(2 * NEAR)
        rig.board.release(2 * NEAR + 1)
        rig.daemon._do(ShutDown())
        await rig.until(lambda: rig.daemon.state.is_warning, "an answer")
        assert rig.daemon.screen is not None
        lines = rig.daemon.screen.lines
        await rig.stop()
        return lines

    assert run_simulated(main) == ("Cannot shut down", "this machine")
