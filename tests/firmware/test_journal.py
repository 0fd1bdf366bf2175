"""The journal keeps what it acknowledged: order, sequence, failures of the disk, kills, damage, versions."""

from __future__ import annotations

import os
import queue
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.journal import (
    Journal,
    JournalError,
    JournalWriter,
    Row,
    SequenceError,
    open_journal,
    open_read_only,
    set_aside_if_damaged,
)

WAIT_S = 20.0  # only how long a failing test waits before it gives up


def row(sequence: int, match: str = "m1", kind: str = "rolled", body: str = '{"roll": 31}') -> Row:
    return Row(sequence, match, "boot-1", sequence / 8, f"2026-05-01T10:00:{sequence % 60:02}Z", True, kind, body)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "gammond.db"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    opened = open_journal(path)
    yield opened
    opened.close()


def pragma(path: Path, name: str) -> object:
    with sqlite3.connect(path) as connection:
        found: object = connection.execute(f"PRAGMA {name}").fetchone()[0]
    connection.close()
    return found


# --- one journal ---


def test_rows_come_back_as_they_were_written(path: Path, journal: Journal) -> None:
    written = [row(1), row(2)._replace(is_wall_certain=False, body='{"text": "Ñ 24/18*"}'), row(3, match="")]
    journal.append(written[:1])
    journal.append(written[1:])
    journal.close()
    again = open_journal(path)
    assert list(again.rows()) == written
    assert [type(value) for value in next(again.rows())] == [int, str, str, float, str, bool, str, str]
    again.close()


def test_journal_is_write_ahead_with_full_sync_and_a_small_checkpoint(path: Path) -> None:
    connections: list[sqlite3.Connection] = []

    def connect() -> sqlite3.Connection:
        path.parent.mkdir()
        connections.append(sqlite3.connect(path, isolation_level=None))
        return connections[0]

    journal = Journal(connect)
    settings = {
        name: connections[0].execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "wal_autocheckpoint")
    }
    assert settings == {"journal_mode": "wal", "synchronous": 2, "wal_autocheckpoint": 50}
    strict = connections[0].execute("SELECT strict FROM pragma_table_list WHERE name = 'fact'").fetchone()
    assert strict == (1,)
    journal.close()


def test_folder_is_for_its_owner_only(path: Path, journal: Journal) -> None:
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize(("sequence", "what"), [(1, "repeat"), (2, "repeat"), (4, "gap")])
def test_gap_or_repeat_is_refused_and_nothing_is_stored(journal: Journal, sequence: int, what: str) -> None:
    journal.append([row(1), row(2)])
    with pytest.raises(SequenceError, match=f"row {sequence} is a {what}"):
        journal.append([row(sequence)])
    assert journal.last_sequence() == 2


def test_gap_inside_one_transaction_stores_none_of_it(journal: Journal) -> None:
    with pytest.raises(SequenceError):
        journal.append([row(1), row(3)])
    assert list(journal.rows()) == []


def test_body_that_is_not_json_is_refused(journal: Journal) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        journal.append([row(1, body="{")])
    journal.append([row(1)])


def test_matches_are_listed_in_the_order_in_which_they_began(journal: Journal) -> None:
    journal.append([row(1, "b", "started"), row(2, ""), row(3, "b"), row(4, "a", "started"), row(5, "b")])
    first, second = journal.matches()
    assert first == ("b", "2026-05-01T10:00:01Z", "2026-05-01T10:00:05Z", 3, {"started": 1, "rolled": 2})
    assert second == ("a", "2026-05-01T10:00:04Z", "2026-05-01T10:00:04Z", 1, {"started": 1})


def test_rows_can_be_asked_for_by_match_and_from_a_sequence_on(journal: Journal) -> None:
    journal.append([row(1, "a"), row(2, "b"), row(3, "a")])
    assert [found.sequence for found in journal.rows("a")] == [1, 3]
    assert [found.sequence for found in journal.rows("a", after=1)] == [3]
    assert list(journal.rows("c")) == []


def test_last_match_passes_over_rows_outside_any_match(journal: Journal) -> None:
    assert journal.last_match() is None
    journal.append([row(1, "a"), row(2, "b"), row(3, "")])
    assert journal.last_match() == "b"


# --- files ---


def test_reading_works_while_the_daemon_writes_and_cannot_write(path: Path, journal: Journal) -> None:
    journal.append([row(1)])
    reader = open_read_only(path)
    assert list(reader.rows()) == [row(1)]
    journal.append([row(2)])
    assert reader.last_sequence() == 2
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.append([row(3)])
    reader.close()


def test_reading_a_missing_journal_names_the_file(path: Path) -> None:
    with pytest.raises(JournalError, match=r"gammond\.db: there is no such file"):
        open_read_only(path)
    assert not path.exists()


def test_journal_of_a_newer_version_is_refused_by_name(path: Path) -> None:
    open_journal(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version=7")
    connection.close()
    for opener in (open_journal, open_read_only):
        with pytest.raises(JournalError, match=r"gammond\.db: the journal has layout 7, this gammond knows 1"):
            opener(path)


def test_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()
    with pytest.raises(JournalError, match="not a journal of gammond"):
        open_journal(path)
    with sqlite3.connect(path) as connection:
        tables = connection.execute("SELECT name FROM sqlite_schema").fetchall()
    connection.close()
    assert tables == [("bookmarks",)]


def test_folder_that_cannot_be_made_names_the_journal(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match=r"journal .*gammond\.db"):
        open_journal(tmp_path / "file" / "gammond.db")


def test_sound_or_missing_journal_stays_where_it_is(path: Path) -> None:
    assert set_aside_if_damaged(path) is None
    open_journal(path).close()
    assert set_aside_if_damaged(path) is None
    assert path.exists()


def overwrite_pages(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    path.write_bytes(content)


def overwrite_header(path: Path) -> None:
    path.write_bytes(b"this was a card with a bad block" * 256)


@pytest.mark.parametrize("damage", [overwrite_pages, overwrite_header])
def test_damaged_journal_is_moved_aside_and_a_new_one_can_begin(path: Path, damage: Callable[[Path], None]) -> None:
    for number in (1, 2):
        journal = open_journal(path)
        journal.append([row(1)])
        journal.close()
        damage(path)
        broken = path.read_bytes()
        found = set_aside_if_damaged(path)
        assert found is not None
        assert found.moved_to == path.with_name(f"gammond.db.damaged-{number}")
        assert found.moved_to.read_bytes() == broken
        assert found.reason
        assert not path.exists()
    assert path.with_name("gammond.db.damaged-1").exists()


# --- the writer ---


Answer = tuple[object, Exception | None]


class Disk:
    """Makes journals on real files whose size is limited by SQLite itself, so that "disk full" is the real error."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.pages = 1_000_000
        self.opened = 0
        self.is_missing = False
        self.connection: sqlite3.Connection | None = None

    def open(self) -> Journal:
        self.opened += 1
        if self.is_missing:
            raise OSError(5, "Input/output error")
        self.path.parent.mkdir(exist_ok=True)
        return Journal(self._connect)

    def _connect(self) -> sqlite3.Connection:
        self.connection = sqlite3.connect(self.path, timeout=0, isolation_level=None, check_same_thread=False)
        self.limit(self.pages)
        return self.connection

    def limit(self, pages: int) -> None:
        self.pages = pages
        if self.connection is not None:
            self.connection.execute(f"PRAGMA max_page_count={pages}").fetchone()

    def stored(self) -> list[int]:
        reader = open_read_only(self.path)
        try:
            return [found.sequence for found in reader.rows()]
        finally:
            reader.close()


class Desk:
    """A writer on a disk, with its answers in the order in which they came."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.answers: queue.Queue[Answer] = queue.Queue()
        self.writer = JournalWriter[object](disk.open, lambda token, error: self.answers.put((token, error)))

    def answer(self) -> Answer:
        return self.answers.get(timeout=WAIT_S)


@pytest.fixture
def desk(path: Path) -> Iterator[Desk]:
    made = Desk(Disk(path))
    yield made
    made.writer.close(WAIT_S)


LONG = '{"text": "' + "x" * 30_000 + '"}'


def test_commits_are_answered_in_order_once_they_are_stored(desk: Desk) -> None:
    for number in range(1, 6):
        desk.writer.commit([row(2 * number - 1), row(2 * number)], number)
    assert [desk.answer() for _ in range(5)] == [(number, None) for number in range(1, 6)]
    assert desk.disk.stored() == list(range(1, 11))


def test_full_disk_keeps_rows_in_order_until_there_is_room(desk: Desk) -> None:
    desk.writer.commit([row(1)], "first")
    assert desk.answer() == ("first", None)
    desk.disk.limit(5)
    desk.writer.commit([row(2, body=LONG), row(3)], "second")
    token, error = desk.answer()
    assert (token, str(error)) == ("second", "database or disk is full")
    desk.writer.commit([row(4)], "third")
    desk.writer.retry()
    token, error = desk.answer()
    assert (token, str(error)) == ("second", "database or disk is full")
    assert desk.disk.stored() == [1]
    desk.disk.pages = 1_000_000
    desk.writer.retry()
    assert [desk.answer(), desk.answer()] == [("second", None), ("third", None)]
    assert desk.disk.stored() == [1, 2, 3, 4]


def test_locked_journal_is_written_after_the_lock_is_gone(desk: Desk) -> None:
    desk.writer.commit([row(1)], 1)
    assert desk.answer() == (1, None)
    other = sqlite3.connect(desk.disk.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    desk.writer.commit([row(2)], 2)
    token, error = desk.answer()
    assert (token, str(error)) == (2, "database is locked")
    other.execute("ROLLBACK")
    other.close()
    desk.writer.retry()
    assert desk.answer() == (2, None)


def test_first_retry_keeps_the_connection_and_later_ones_make_a_new_one(desk: Desk) -> None:
    desk.writer.commit([row(1)], 1)
    desk.answer()
    desk.disk.limit(1)
    desk.writer.commit([row(2, body=LONG)], 2)
    desk.answer()
    assert desk.disk.opened == 1
    desk.writer.retry()
    desk.answer()
    desk.disk.is_missing = True
    desk.writer.retry()
    assert isinstance(desk.answer()[1], OSError)
    desk.disk.is_missing, desk.disk.pages = False, 1_000_000
    desk.writer.retry()
    assert desk.answer() == (2, None)
    assert desk.disk.opened == 3


def test_rows_that_a_failed_commit_stored_after_all_are_not_doubled(desk: Desk) -> None:
    desk.disk.is_missing = True
    desk.writer.commit([row(1), row(2)], "first")
    assert isinstance(desk.answer()[1], OSError)
    desk.disk.is_missing = False
    journal = desk.disk.open()
    journal.append([row(1)])
    journal.close()
    desk.writer.retry()
    assert desk.answer() == ("first", None)
    assert desk.disk.stored() == [1, 2]


def test_other_rows_under_the_same_sequence_are_never_overwritten(desk: Desk) -> None:
    desk.disk.is_missing = True
    desk.writer.commit([row(1)], "first")
    desk.answer()
    desk.disk.is_missing = False
    journal = desk.disk.open()
    journal.append([row(1, match="another")])
    journal.close()
    desk.writer.retry()
    assert isinstance(desk.answer()[1], SequenceError)
    assert desk.writer.close(WAIT_S) == (row(1),)


def test_closing_writes_what_is_queued(desk: Desk) -> None:
    for number in range(1, 101):
        desk.writer.commit([row(number)], number)
    assert desk.writer.close(WAIT_S) == ()
    assert desk.disk.stored() == list(range(1, 101))
    with pytest.raises(RuntimeError, match="closed"):
        desk.writer.commit([row(101)], 101)


def test_closing_tries_once_more_and_hands_back_what_could_not_be_saved(desk: Desk) -> None:
    desk.disk.is_missing = True
    desk.writer.commit([row(1)], 1)
    desk.writer.commit([row(2)], 2)
    desk.answer()
    assert desk.writer.close(WAIT_S) == (row(1), row(2))
    assert desk.answer()[0] == 1


def test_retry_without_a_failure_does_nothing(desk: Desk) -> None:
    desk.writer.retry()
    desk.writer.commit([row(1)], 1)
    assert desk.answer() == (1, None)


# --- a killed process ---

_CHILD = """
import sys
from pathlib import Path
from firmware.journal import JournalWriter, Row, open_journal

def done(token, error):
    print(token, flush=True)

writer = JournalWriter(lambda: open_journal(Path(sys.argv[1])), done)
last = open_journal(Path(sys.argv[1])).last_sequence()
for n in range(last + 1, last + 2001):
    writer.commit([Row(n, "m1", "b", float(n), "2026-05-01T10:00:00Z", True, "rolled", "{}")], n)
writer.close()
"""


@pytest.mark.parametrize("killed_after", [1, 40, 61])
def test_killed_writer_loses_no_acknowledged_row(path: Path, killed_after: int) -> None:
    root = Path(__file__).parents[2]
    child = subprocess.Popen(
        [sys.executable, "-c", _CHILD, str(path)], cwd=root, stdout=subprocess.PIPE, env={**os.environ}, text=True
    )
    assert child.stdout is not None
    acknowledged = [int(child.stdout.readline()) for _ in range(killed_after)]
    child.send_signal(signal.SIGKILL)
    acknowledged += [int(line) for line in child.stdout.read().split("\n")[:-1]]
    assert child.wait() == -signal.SIGKILL
    assert set_aside_if_damaged(path) is None
    journal = open_journal(path)
    stored = [found.sequence for found in journal.rows()]
    assert stored[: len(acknowledged)] == acknowledged
    assert stored == list(range(1, len(stored) + 1))
    journal.append([row(len(stored) + 1)])
    journal.close()
