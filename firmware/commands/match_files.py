"""Match records as files on the disk, for the commands that read or write them.

Owns how much is read and where it goes. What is in a file is the engine's matter.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from firmware.commands import UsageError, existing_file, reason, typed_input, write_text

if TYPE_CHECKING:
    from engine.formats import Format, MatchRecord


def read_match(name: str) -> MatchRecord:
    """The record in a file of any format. No more is read than a record may have. Raises UsageError naming the file."""
    from engine.formats import LARGEST, read_record

    source = existing_file(name)
    try:
        with source.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise UsageError(f"{source}: cannot be read: {reason(error)}") from error
    with typed_input(f"{source}: "):
        return read_record(content, source.name)


def format_to_write(out: str) -> Format:
    """The format that the name of a file to write asks for; `.mat` for `-`. Raises UsageError for any other."""
    from engine.formats import Format, format_named

    kind = Format.MAT if out == "-" else format_named(out)
    if kind is None:
        raise UsageError(f"{out}: gammond writes .mat and .sgf files; give the file a name that ends in one of them")
    return kind


def write_match(out: str, record: MatchRecord, kind: Format, where: str = "") -> None:
    """Write a record to a file, whole or not at all, or (`-`) to standard output. Raises UsageError."""
    from engine.formats import write_record

    with typed_input(where):
        text = write_record(record, kind)
    if out == "-":
        print(text, end="")
    else:
        write_text(Path(out), text)
