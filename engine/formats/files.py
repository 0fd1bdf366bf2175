"""Records as files of any format: which one it is, bytes to text, and the reader or writer that fits.

Owns telling formats apart and decoding. Knows no file system: the caller reads and writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import Final

from engine.formats.mat_reader import read_mat
from engine.formats.mat_writer import write_mat
from engine.formats.record import FormatError, MatchRecord
from engine.formats.sgf_reader import read_sgf
from engine.formats.sgf_writer import write_sgf

LARGEST: Final = 16 << 20
"""More bytes than any match record has; the longest analysed ones seen have half a megabyte."""

_MAT_BEGINS: Final = re.compile(r"^\s*(?:\d{1,5} +points? +match|Game +\d{1,6})\s*$", re.I | re.M)
_SGF_BEGINS: Final = re.compile(r"\(\s*;\s*(?:FF|GM|CA|AP|MI)\s*\[")


class Format(Enum):
    """A format; the values are the endings of its files."""

    MAT = ".mat"
    SGF = ".sgf"


def format_named(name: str) -> Format | None:
    """The format that a file's name tells, None if it tells none that is written here."""
    return next((kind for kind in Format if name.lower().endswith(kind.value)), None)


def format_of(text: str, name: str = "") -> Format:
    """The format of a text: by what stands at its beginning, else by the file's name; `.mat` if neither tells."""
    if _SGF_BEGINS.search(text, 0, 2000):
        return Format.SGF
    if _MAT_BEGINS.search(text, 0, 2000):
        return Format.MAT
    return format_named(name) or Format.MAT


def decode(data: bytes) -> str:
    """The text of a file: UTF-8 or UTF-16 with its mark, otherwise line by line UTF-8 or Latin-1; line ends plain.

    By lines, so that one damaged byte does not change the letters of the whole file.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16", "replace")
    else:
        data = data.removeprefix(b"\xef\xbb\xbf")
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = "\n".join(_line(line) for line in data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n"))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _line(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def read_record(data: bytes, name: str = "") -> MatchRecord:
    """The record in the bytes of a file of any format. Raises FormatError if there is no game in them.

    A record that lacks a part of the file says so in `damage`.
    """
    if not data.strip():
        raise FormatError("the file is empty")
    if len(data) > LARGEST:
        raise FormatError(f"more than {LARGEST >> 20} MB: no match record is so long")
    text = decode(data)
    return _READERS[format_of(text, name)](text)


def write_record(record: MatchRecord, kind: Format) -> str:
    """The text of a record in a format. Raises Refused if the record breaks the rules of the match."""
    return _WRITERS[kind](record)


_READERS: Final[dict[Format, Callable[[str], MatchRecord]]] = {Format.MAT: read_mat, Format.SGF: read_sgf}
_WRITERS: Final[dict[Format, Callable[[MatchRecord], str]]] = {Format.MAT: write_mat, Format.SGF: write_sgf}
