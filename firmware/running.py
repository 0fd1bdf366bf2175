"""`gammond run`: the daemon in the real world, on the real board or on a virtual one in a process of its own.

Owns which driver stands for which setting, the signals, the log and what systemd is told. Decides nothing of the game.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Final

from firmware.config import Config, DisplaySettings, journal_path
from firmware.daemon import Daemon, World
from firmware.dice import SystemDice
from firmware.journal import JournalError, open_journal, set_aside_if_damaged
from firmware.languages import LanguageError, available, speak
from firmware.pin_parts import PinParts
from firmware.policy import House, IllegalPlay, Policy, Times
from firmware.power_off import shut_down_of
from firmware.referee import Limits
from firmware.scanner_link import Scanner
from firmware.sd_notify import Notifier
from firmware.virtual_table import virtual_board
from firmware.wall_clock import boot_id, is_clock_set, wall_time
from hardware.geometry import GEOMETRIES, Geometry
from hardware.ports import Display, HardwareError

_log = logging.getLogger("gammond")

SWITCH_S: Final = 0.0005
"""How long a thread may compute before another may: the picture's drawing must not hold up the scans."""


def run(config: Config, virtual: bool) -> int:
    """Run until SIGTERM or Ctrl-C. 0 after an end in order, 1 if the journal cannot be used or rows were left over."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="gammond: %(message)s")
    sys.setswitchinterval(SWITCH_S)
    path = journal_path(config.journal, os.environ)
    try:
        speak(config.table.language)
        put_damaged_journal_aside(path)
        with virtual_board(config.board.geometry) if virtual else contextlib.nullcontext() as board:
            port = config.scanner.port if board is None else str(board.link)
            return asyncio.run(serve(config, path, port, None if board is None else board.socket_path))
    except (JournalError, HardwareError, LanguageError) as error:
        _log.error("%s", error)
        return 1


def put_damaged_journal_aside(path: Path) -> None:
    """Look at the journal once before it is used. Raises JournalError if that cannot be done."""
    damage = set_aside_if_damaged(path)
    if damage is not None:
        _log.error("the journal %s is damaged (%s)", path, damage.reason)
        _log.error("it was moved to %s and a new one is begun", damage.moved_to)


async def serve(config: Config, path: Path, port: str, board_socket: Path | None) -> int:
    """Make the daemon, run it until a signal comes, end it in order. `board_socket`: a virtual board's.

    Raises JournalError.
    """
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    notifier = Notifier()
    if not is_clock_set():
        _log.info("the date is not certain: nobody has set this machine's clock yet; the record says so")
    pins = PinParts(config, scratch_folder())
    world = world_of(config, path, port, board_socket is not None, pins, notifier)
    daemon = daemon_of(config, world)
    try:
        await daemon.start()
        pins.start(daemon)
        if config.web.enabled:
            opening = await asyncio.to_thread(importlib.import_module, "firmware.web.opening")  # a second on a Pi
            place = opening.Place(path, path.parent, board_socket, 2 if config.display.screen == "two" else 1)
            async with opening.page_by_settings(config.web, place, daemon, partial(setattr, world, "on_effect")):
                await stopped.wait()
        await stopped.wait()
    finally:
        notifier.stopping()
        pins.close()
    return end(daemon)


def end(daemon: Daemon) -> int:
    """Close the daemon and say how it went: 1 if rows could not be written."""
    left = daemon.close()
    _log.info("the loop was at most %.1f ms late", 1000 * daemon.worst_lateness_s)
    if left:
        _log.error("%d facts could not be written to the journal and are lost", len(left))
        return 1
    _log.info("stopped; everything is written")
    return 0


def daemon_of(config: Config, world: World) -> Daemon:
    """The daemon that the settings describe."""
    geometry = GEOMETRIES[config.board.geometry]
    scanner = config.scanner
    limits = Limits(**asdict(config.referee))
    quiet_s = config.table.quiet_s
    return Daemon(house_of(config), geometry, world, quiet_s, scanner.silence_s, scanner.min_scan_hz, limits)


def world_of(config: Config, path: Path, port: str, is_virtual: bool, pins: PinParts, notifier: Notifier) -> World:
    """The real world around a daemon: drivers by the settings, the system's dice and clock, the journal at `path`."""
    return World(
        open_scanner=scanner_of(port, GEOMETRIES[config.board.geometry]),
        open_journal=lambda: open_journal(path),
        open_display=display_of(config, is_virtual),
        open_second_display=second_display_of(config, is_virtual),
        play_sound=pins.play,
        set_volume=pins.set_volume,
        shut_down=shut_down_of(os.environ, is_virtual),
        dice=SystemDice(),
        wall_time=wall_time,
        boot=boot_id(),
        on_ready=ready_teller(notifier),
        on_progress=watchdog_feeder(notifier, time.monotonic),
    )


def ready_teller(notifier: Notifier) -> Callable[[], None]:
    """Tells systemd, and the log, that the table stands."""

    def tell() -> None:
        _log.info("ready")
        notifier.ready()

    return tell


def watchdog_feeder(notifier: Notifier, now_s: Callable[[], float]) -> Callable[[], None]:
    """Feeds systemd's watchdog when called, no more often than it asks for. Called by the loop's progress alone."""
    period_s = notifier.watchdog_period_s
    next_s = 0.0

    def feed() -> None:
        nonlocal next_s
        if period_s is not None and now_s() >= next_s:
            next_s = now_s() + period_s
            notifier.alive()

    return feed


def house_of(config: Config) -> House:
    """The table's own rules and times, from the settings."""
    table = config.table
    return House(
        length=table.length,
        policy=Policy(table.policy),
        illegal_play=IllegalPlay(table.illegal_play),
        ratings=(table.white_rating, table.black_rating),
        experience=(table.white_experience, table.black_experience),
        variant=table.variant,
        has_jacoby=table.jacoby,
        has_beavers=table.beavers,
        automatic_doubles=table.automatic_doubles,
        has_holland=table.holland,
        cube_limit=table.cube_limit,
        clock=table.clock,
        clock_reserve_s=table.clock_reserve_s,
        clock_delay_s=table.clock_delay_s,
        volume=config.buzzer.volume,
        language=table.language,
        languages=available(),
        white_name=table.white_name,
        black_name=table.black_name,
        white_word=table.white_word,
        black_word=table.black_word,
        white_seat=("near", "far").index(table.white_seat),
        is_flipping=config.display.screen == "flip",
        panels=2 if config.display.screen == "two" else 1,
        times=Times(
            short_s=table.short_s,
            hold_s=table.hold_s,
            warn_after_s=table.warn_after_s,
            no_play_passes_after_s=table.no_play_passes_after_s,
        ),
    )


def scanner_of(port: str, geometry: Geometry) -> Callable[[], Scanner]:
    """Looks for the scanner on a port, or ("auto") on any, and makes its driver. Raises HardwareError when called."""

    def open_scanner() -> Scanner:
        from hardware.scanner import SerialScanner, find_port

        return SerialScanner(find_port("" if port == "auto" else str(Path(port).expanduser())), geometry)

    return open_scanner


def display_of(config: Config, is_virtual: bool) -> Callable[[], Display] | None:
    """Makes the display that is set; None if there is none. Its libraries are loaded when it is called."""
    settings = config.display
    if settings.chip == "none":
        return None
    return _virtual_display_of(settings) if is_virtual else _real_display_of(settings, settings.i2c_address)


def second_display_of(config: Config, is_virtual: bool) -> Callable[[], Display] | None:
    """Makes the far seat's own panel; None if there is none. A terminal shows one panel only."""
    settings = config.display
    if settings.chip == "none" or settings.screen != "two" or is_virtual:
        return None
    return _real_display_of(settings, settings.second_address)


def _real_display_of(settings: DisplaySettings, address: int) -> Callable[[], Display]:
    def open_real() -> Display:
        from hardware.oled import open_oled

        port = settings.i2c_port if settings.bus == "i2c" else 0
        return open_oled(settings.chip, settings.bus, port, address, bus_hz=settings.speed_hz)

    return open_real


def _virtual_display_of(settings: DisplaySettings) -> Callable[[], Display]:
    def open_virtual() -> Display:
        from firmware.terminal_display import TerminalDisplay

        return TerminalDisplay(settings.chip, sys.stdout if sys.stdout.isatty() else None)

    return open_virtual


def scratch_folder() -> Path:
    """Where lgpio may put its pipe: what systemd made for us, else the folder for temporary files."""
    return Path(os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0] or tempfile.gettempdir())
