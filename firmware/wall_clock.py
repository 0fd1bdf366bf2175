"""The date for the records, how certain it is, and the name of this start of the machine.

A Pi without a clock chip begins somewhere in the past until the network has told it the time; the match does not wait
for that, so each fact says whether its date could be trusted.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
TIMESYNC: Final = Path("/run/systemd/timesync/synchronized")
_TIME_ERROR: Final = 5  # adjtimex(2): the clock is not synchronised
_TIMEX_BYTES: Final = 256  # more than struct timex takes anywhere; all zero asks and changes nothing


def boot_id(path: Path = BOOT_ID) -> str:
    """The kernel's name of this start: monotonic times can be compared only under the same one."""
    try:
        return path.read_text(encoding="ascii").strip()
    except OSError:
        return f"unknown-{datetime.now(UTC):%Y%m%dT%H%M%S}"


def is_set_by_kernel() -> bool:
    """Whether somebody (chrony, ntpd) keeps the kernel's clock. False where asking is not allowed: a hardened service
    (ProtectClock, MemoryDenyWriteExecute) may have to rely on systemd-timesyncd's word."""
    try:
        import ctypes

        state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
    except (ImportError, AttributeError, OSError, MemoryError):
        return False
    return 0 <= state < _TIME_ERROR


def is_clock_set(timesync: Path = TIMESYNC, ask_kernel: Callable[[], bool] = is_set_by_kernel) -> bool:
    """Whether the date has been set from outside since the start: systemd-timesyncd says so, or the kernel does."""
    return timesync.exists() or ask_kernel()


def wall_time() -> tuple[str, bool]:
    """The date as ISO 8601 in UTC, and whether it is certain."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", is_clock_set()
