"""The journal: every fact of every match on disk, in order, before anything follows from it.

Owns the file, its layout, its safety settings and the one thread that writes it. Knows nothing of the game: a row is
plain values, and what its body means is for firmware/facts.py to say. The only module that may import sqlite3.

WAL with synchronous=FULL keeps every acknowledged row through a power cut; a small checkpoint lets the write-ahead
file be reused instead of growing, which costs the card fewer than half of the bytes.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

_log = logging.getLogger(__name__)

SCHEMA_VERSION: Final = 1
_APPLICATION_ID: Final = 0x67616D6D  # "gamm" in SQLite's header, so that no other program's file is taken for ours
_BUSY_S: Final = 1.0  # below the 2 s after which the table says NOT SAVED

_SETTINGS: Final = ("PRAGMA synchronous=FULL", "PRAGMA wal_autocheckpoint=50")
_SCHEMA: Final = (
    "CREATE TABLE fact ("
    " sequence INTEGER PRIMARY KEY CHECK (sequence > 0),"
    " match TEXT NOT NULL,"
    " boot TEXT NOT NULL,"
    " monotonic_s REAL NOT NULL,"
    " wall_time TEXT NOT NULL,"
    " is_wall_certain INTEGER NOT NULL CHECK (is_wall_certain IN (0, 1)),"
    " kind TEXT NOT NULL,"
    " body TEXT NOT NULL CHECK (json_valid(body))"
    ") STRICT",
    "CREATE INDEX fact_by_match ON fact (match)",
    f"PRAGMA application_id={_APPLICATION_ID}",
    f"PRAGMA user_version={SCHEMA_VERSION}",
)
_COLUMNS: Final = "sequence, match, boot, monotonic_s, wall_time, is_wall_certain, kind, body"


class JournalError(Exception):
    """The journal cannot be read or written; the message names the file and what to do."""


class SequenceError(JournalError):
    """Rows that do not follow the last row of the journal: a gap or a repeat."""


class Row(NamedTuple):
    """One fact as it lies on disk.

    `sequence` counts from 1 over the whole journal without gaps. `match` is empty for what happened outside any match.
    `monotonic_s` are seconds since `boot`, an id of the start of the machine. `wall_time` is ISO 8601 in UTC;
    `is_wall_certain` is False while the clock had not been set from outside. `body` is JSON.
    """

    sequence: int
    match: str
    boot: str
    monotonic_s: float
    wall_time: str
    is_wall_certain: bool
    kind: str
    body: str


class MatchSummary(NamedTuple):
    """What the journal can say of a match without understanding it: times, and how many rows of each kind."""

    match: str
    first_wall_time: str
    last_wall_time: str
    rows: int
    kinds: Mapping[str, int]


class Damage(NamedTuple):
    """A damaged journal that was moved aside: where it lies now, and what SQLite said of it."""

    moved_to: Path
    reason: str


class Connection(Protocol):
    """What the journal needs of a database connection; those of sqlite3 and apsw both fit."""

    def execute(self, sql: str, parameters: Sequence[int | float | str] = ..., /) -> Iterator[Any]: ...
    def close(self) -> object: ...


class Journal:
    """An open journal. Use it from the thread that made it.

    `connect` makes the connection (an own VFS, a read-only one, ...). With `is_read_only` nothing is created or
    written. Raises JournalError for a file of a newer gammond or of another program.
    """

    def __init__(self, connect: Callable[[], Connection], *, is_read_only: bool = False) -> None:
        self._connection = connect()
        try:
            if not is_read_only:
                self._prepare()
            self._check_version()
        except BaseException:
            self._connection.close()
            raise

    def append(self, rows: Sequence[Row]) -> None:
        """Put rows on disk in one transaction; when this returns they survive a power cut.

        Raises SequenceError if they do not follow on the last row, and what the connection raises when the disk
        fails; then none of them is stored.
        """
        with self._transaction():
            self._check_sequence(rows)
            for row in rows:
                self._connection.execute(
                    f"INSERT INTO fact ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (*row[:5], int(row.is_wall_certain), row.kind, row.body),
                )

    def rows(self, match: str | None = None, after: int = 0, kind: str | None = None) -> Iterator[Row]:
        """Rows in order of their sequence: of one match or of all, of one kind or all, those after `after`."""
        query = f"SELECT {_COLUMNS} FROM fact WHERE sequence > ?"
        parameters: list[int | str] = [after]
        if match is not None:
            query += " AND match = ?"
            parameters.append(match)
        if kind is not None:
            query += " AND kind = ?"
            parameters.append(kind)
        for record in self._select(query + " ORDER BY sequence", *parameters):
            *head, is_certain, kind, body = record
            yield Row._make((*head, bool(is_certain), kind, body))

    def matches(self) -> list[MatchSummary]:
        """All matches in the order in which they began."""
        groups = self._select(
            "SELECT match, kind, count(*), min(sequence), max(sequence) FROM fact WHERE match <> ''"
            " GROUP BY match, kind ORDER BY min(sequence)"
        )
        kinds: dict[str, dict[str, int]] = {}
        spans: dict[str, tuple[int, int]] = {}
        for match, kind, count, first, last in groups:
            kinds.setdefault(match, {})[kind] = count
            span = spans.get(match, (first, last))
            spans[match] = (min(span[0], first), max(span[1], last))
        return [
            MatchSummary(m, self._wall_time(first), self._wall_time(last), sum(kinds[m].values()), kinds[m])
            for m, (first, last) in sorted(spans.items(), key=lambda item: item[1])
        ]

    def last_match(self) -> str | None:
        """The match of the latest row that belongs to one; None when there is none."""
        found = self._select("SELECT match FROM fact WHERE match <> '' ORDER BY sequence DESC LIMIT 1")
        return next((str(record[0]) for record in found), None)

    def last_sequence(self) -> int:
        """The sequence of the last row, 0 for an empty journal."""
        return int(next(self._select("SELECT ifnull(max(sequence), 0) FROM fact"))[0])

    def close(self) -> None:
        self._connection.close()

    def _select(self, query: str, *parameters: int | str) -> Iterator[Any]:
        return iter(self._connection.execute(query, parameters))

    def _pragma(self, name: str) -> int | str:
        value: int | str = next(self._select(f"PRAGMA {name}"))[0]
        return value

    def _wall_time(self, sequence: int) -> str:
        return str(next(self._select("SELECT wall_time FROM fact WHERE sequence = ?", sequence))[0])

    def _prepare(self) -> None:
        if self._pragma("journal_mode=WAL") != "wal":
            raise JournalError("the journal's file system does not allow write-ahead logging: keep it on a local disk")
        for setting in _SETTINGS:
            self._connection.execute(setting)
        if self._pragma("user_version") == 0 and not self._pragma("schema_version"):
            with self._transaction():
                for statement in _SCHEMA:
                    self._connection.execute(statement)
        # A commit whose fsync failed may lie in the write-ahead file without being on the disk. Copying it into the
        # main file writes it afresh, so that nothing is later built on pages that exist in memory only.
        list(self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)"))

    def _check_version(self) -> None:
        if self._pragma("application_id") != _APPLICATION_ID:
            raise JournalError("this file is not a journal of gammond: choose another path for the journal")
        version = self._pragma("user_version")
        if version != SCHEMA_VERSION:
            raise JournalError(
                f"the journal has layout {version}, this gammond knows {SCHEMA_VERSION}: "
                "it was written by a newer version; update gammond or choose another path for the journal"
            )

    def _check_sequence(self, rows: Sequence[Row]) -> None:
        for expected, row in enumerate(rows, self.last_sequence() + 1):
            if row.sequence != expected:
                what = "gap" if row.sequence > expected else "repeat"
                raise SequenceError(f"row {row.sequence} is a {what}: the next row of the journal is {expected}")

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            # SQLite has rolled back by itself after a full disk; a second rollback then has nothing to do.
            with contextlib.suppress(Exception):
                self._connection.execute("ROLLBACK")
            raise


def open_journal(path: Path) -> Journal:
    """The journal at `path` for writing; folder (for its owner only) and file are made when missing.

    Raises JournalError naming the path.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return Journal(lambda: sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None))
    except (OSError, sqlite3.Error, JournalError) as error:
        raise JournalError(f"journal {path}: {error}") from error


def open_read_only(path: Path) -> Journal:
    """The journal at `path` for reading, also while a daemon writes it. Raises JournalError naming the path."""
    try:
        if not path.is_file():
            raise JournalError("there is no such file; no match has been recorded there yet")
        uri = f"{path.absolute().as_uri()}?mode=ro"
        return Journal(lambda: sqlite3.connect(uri, uri=True, timeout=_BUSY_S, isolation_level=None), is_read_only=True)
    except (OSError, sqlite3.Error, JournalError) as error:
        raise JournalError(f"journal {path}: {error}") from error


def set_aside_if_damaged(path: Path) -> Damage | None:
    """Check the whole file once, at the start; a damaged one is moved aside, never deleted.

    Returns None when there is no file or it is sound. The moved file keeps its write-ahead file under the same name,
    so that it can still be opened by hand. Raises JournalError when it cannot be looked at (rights, locked).
    """
    try:
        if not path.is_file():
            return None
        reason = _integrity(path)
        return None if reason == "ok" else Damage(_move_aside(path), reason)
    except (OSError, sqlite3.Error) as error:
        raise JournalError(f"journal {path}: {error}") from error


def _integrity(path: Path) -> str:
    connection = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None)
    try:
        return str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
    except sqlite3.OperationalError:
        raise  # locked or not readable says nothing about damage
    except sqlite3.DatabaseError as error:
        return str(error)
    finally:
        connection.close()


def _move_aside(path: Path) -> Path:
    number = 1
    while (target := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for suffix in ("-wal", "-shm", ""):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(target.with_name(target.name + suffix))
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return target


Token = TypeVar("Token")
"""What the caller knows a commit by; handed back as it came."""


class _Commit(NamedTuple, Generic[Token]):
    rows: tuple[Row, ...]
    token: Token


class JournalWriter(Generic[Token]):
    """The one thread that writes the journal, so that a slow card never holds up the table.

    `commit` is answered by `on_done(token, None)` once the rows are safe, in the order of the commits, each commit
    one transaction. If one fails, `on_done(token, error)` says so and everything from it on waits, in order, until
    `retry` is called; how long to wait is the caller's business. `on_done` runs in the writer's thread and must only
    hand on (`call_soon_threadsafe`). The journal is opened inside the thread, at the first commit.
    """

    def __init__(
        self, journal_factory: Callable[[], Journal], on_done: Callable[[Token, Exception | None], None]
    ) -> None:
        self._journal_factory = journal_factory
        self._on_done = on_done
        self._journal: Journal | None = None
        self._failures = 0
        self._commits: deque[_Commit[Token]] = deque()
        self._changed = threading.Condition()
        self._is_held = False
        self._is_closing = False
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def commit(self, rows: Iterable[Row], token: Token) -> None:
        """Queue rows for one transaction. Raises RuntimeError after `close`."""
        with self._changed:
            if self._is_closing:
                raise RuntimeError("the journal's writer is closed")
            self._commits.append(_Commit(tuple(rows), token))
            self._changed.notify()

    def retry(self) -> None:
        """Try the commit that failed once more; without a failure nothing happens."""
        with self._changed:
            self._is_held = False
            self._changed.notify()

    def close(self, timeout_s: float | None = None) -> tuple[Row, ...]:
        """Write what is queued, trying once more what had failed, then stop the thread and close the journal.

        Returns the rows that could not be saved. With `timeout_s` a disk that does not answer is given up on.
        """
        with self._changed:
            self._is_closing = True
            self._is_held = False
            self._changed.notify()
        self._thread.join(timeout_s)
        with self._changed:
            return tuple(row for commit in self._commits for row in commit.rows)

    def _run(self) -> None:
        while (commit := self._next()) is not None:
            error = self._save(commit.rows)
            with self._changed:
                if error is None:
                    self._commits.popleft()
                self._is_held = error is not None
            self._report(commit.token, error)
        self._close_journal()

    def _next(self) -> _Commit[Token] | None:
        """The oldest commit when it is its time; None to stop. It stays queued until it is saved."""
        with self._changed:
            while not self._is_closing and (self._is_held or not self._commits):
                self._changed.wait()
            return self._commits[0] if self._commits and not self._is_held else None

    def _save(self, rows: tuple[Row, ...]) -> Exception | None:
        try:
            if self._journal is None:
                self._journal = self._journal_factory()
            self._journal.append(_not_yet_stored(self._journal, rows) if self._failures else rows)
        except Exception as error:  # whatever the driver or the disk raises: the rows stay queued and are tried again
            self._failures += 1
            # The first retry uses the same connection: it writes the failed pages again at the same place. A disk
            # that was taken out and put back needs a new one.
            if self._failures > 1:
                self._close_journal()
            return error
        self._failures = 0
        return None

    def _close_journal(self) -> None:
        if self._journal is not None:
            with contextlib.suppress(Exception):  # a broken connection need not close well: nothing is pending in it
                self._journal.close()
            self._journal = None

    def _report(self, token: Token, error: Exception | None) -> None:
        try:
            self._on_done(token, error)
        except RuntimeError:
            _log.warning("nobody listens any more for the journal's answer to %r", token)


def _not_yet_stored(journal: Journal, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows without those that a commit reported as failed has stored after all. Raises SequenceError on others."""
    if not rows:
        return rows
    stored = tuple(journal.rows(after=rows[0].sequence - 1))
    if rows[: len(stored)] != stored:
        raise SequenceError(f"row {rows[0].sequence} is already in the journal, with another content")
    return rows[len(stored) :]
