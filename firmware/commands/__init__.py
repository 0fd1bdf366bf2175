"""The commands of `gammond`, a module each: its parser and the few lines that call what does the work.

Owns words for people at a terminal. Heavy imports stay inside the functions, so that every command loads only what it
needs: `gammond legal` runs on a machine without a picture library or a serial port.
"""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from firmware.config import Config
    from firmware.journal import Journal


class UsageError(Exception):
    """What was typed cannot be done; the message is the one line that the user sees."""


class Command(NamedTuple):
    """A command: its name, its line in `gammond --help`, its own `--help`, its arguments, and what it does."""

    name: str
    summary: str
    description: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


@contextlib.contextmanager
def typed_input(where: str = "") -> Iterator[None]:
    """Within this block what the engine refuses was typed by the user: it becomes a UsageError, `where` before it."""
    from engine.position import EngineError

    try:
        yield
    except (EngineError, ValueError) as error:
        raise UsageError(f"{where}{error}") from error


def settings(file: str | None) -> Config:
    """The settings of `--config FILE`, the reference board without one."""
    from firmware.config import Config, ConfigError, load

    try:
        return Config() if file is None else load(Path(file))
    except ConfigError as error:
        raise UsageError(str(error)) from error


def journal_of(args: argparse.Namespace) -> Journal:
    """The journal that `--journal` or `--config` names, open for reading only."""
    from firmware.config import journal_path
    from firmware.journal import JournalError, open_read_only

    try:
        path = Path(args.journal) if args.journal else journal_path(settings(args.config).journal, os.environ)
        return open_read_only(path)
    except JournalError as error:
        raise UsageError(str(error)) from error


def add_journal_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", metavar="FILE", help="settings, to learn where the journal lies")
    parser.add_argument("--journal", metavar="FILE", help="the journal itself")


def add_config_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", metavar="FILE", help="settings (TOML); without it the reference board")


def new_folder(name: str) -> Path:
    """A folder to write into, made if it is missing."""
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be used as a folder: {reason(error)}") from error
    return folder


def existing_file(name: str) -> Path:
    """A file to read. Raises UsageError naming it."""
    path = Path(name)
    try:
        if path.is_dir():
            raise UsageError(f"{path}: is a folder; name the files in it")
        if not path.exists():
            raise UsageError(f"{path}: there is no such file")
        if not path.is_file():
            raise UsageError(f"{path}: is a device or a pipe; name a file")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {reason(error)}") from error
    if not os.access(path, os.R_OK):
        raise UsageError(f"{path}: you may not read it")
    return path


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all. Raises UsageError naming it."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="")
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink()
        raise UsageError(f"{path}: cannot be written: {reason(error)}") from error


def reason(error: OSError) -> str:
    """What the operating system says, in its own words without number and path."""
    return (error.strerror or str(error)).lower()
