"""`gammond convert` with whole collections: every record both ways, and every kind of broken file."""

from __future__ import annotations

import csv
import random
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from engine.actions import Action, Played
from engine.formats import Format, MatchRecord, read_record, replay, write_record
from firmware.cli import main
from tests.engine.test_formats_files import TEN, WHOLE_PLAY, actions_of, flipped

pytestmark = pytest.mark.ci

OWN = Path(__file__).parents[1] / "data" / "matches"
PLACE = re.compile(r"line \d+, column \d+: \S")
WRONG_ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "utf-7", "cp037", "latin-1", "cp1250")


def read(path: Path) -> MatchRecord:
    return read_record(path.read_bytes(), path.name)


def goes_both_ways(capsys: pytest.CaptureFixture[str], source: Path, folder: Path) -> list[Path]:
    """Read, written in both formats, and each of those once more in both: the same actions, the same score."""
    files: list[Path] = []
    for first in Format:
        once = folder / f"once{first.value}"
        assert main(["convert", str(source), str(once)]) == 0, source.name
        for second in Format:
            files.append(folder / f"{first.name}{second.value}")
            assert main(["convert", str(once), str(files[-1])]) == 0, source.name
    capsys.readouterr()
    record = read(source)
    for file in files:
        again = read(file)
        assert actions_of(again) == actions_of(record), source.name
        assert replay(again).score == replay(record).score, source.name
    return files


def test_every_own_record_goes_both_ways(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    files = sorted(OWN.iterdir())
    assert len(files) == 21
    for file in files:
        goes_both_ways(capsys, file, tmp_path)


def test_every_public_record_goes_both_ways_with_the_score_of_the_index(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, matches_folder: Path
) -> None:
    with (matches_folder / "index.tsv").open(encoding="utf-8") as lines:
        listed = list(csv.DictReader(lines, delimiter="\t"))
    assert len(listed) == 52
    for row in listed:
        files = goes_both_ways(capsys, matches_folder / row["file"], tmp_path)
        scores = {"{}-{}".format(*replay(read(file)).score) for file in files}
        assert scores == {row["final_score_left-right"]}, row["file"]


# Broken files


def converted(capsys: pytest.CaptureFixture[str], source: Path, out: Path, *, salvage: bool) -> int:
    """The exit status; a refusal is one line that names file, place and cause, and writes nothing."""
    out.unlink(missing_ok=True)
    status = main(["convert", *(["--salvage"] if salvage else []), str(source), str(out)])
    printed, said = capsys.readouterr()
    assert printed == ""
    assert status in (0, 2)
    assert out.exists() == (status == 0)
    if status == 2:
        assert said.count("\n") == 1
        assert said.startswith(f"gammond: {source}: ")
        assert PLACE.search(said), said
    return status


def kept_of(capsys: pytest.CaptureFixture[str], source: Path) -> MatchRecord | None:
    """What comes of a broken file: read, or refused with its place and then salvaged; None without a game in it."""
    out = source.with_name("good.mat")
    is_whole = converted(capsys, source, out, salvage=False) == 0
    if not is_whole and converted(capsys, source, out, salvage=True):
        return None
    record = read(out)
    assert not record.damage
    return record


def plays_of(actions: list[Action]) -> list[Action]:
    return [action for action in actions if isinstance(action, Played)]


@pytest.mark.parametrize(
    ("file", "kind"),
    [*((file, Format.MAT) for file in TEN), (OWN / "bot_1pt_1.sgf", Format.SGF), (OWN / "bot_3pt_2.sgf", Format.SGF)],
    ids=lambda value: value.stem if isinstance(value, Path) else value.name,
)
def test_ten_records_cut_at_every_hundredth_byte_are_told_or_salvaged(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, file: Path, kind: Format
) -> None:
    content = write_record(read(file), kind).encode()
    plays = plays_of(actions_of(read_record(content)))
    source = tmp_path / f"cut{kind.value}"
    for at in range(0, len(content), 100):
        source.write_bytes(content[:at])
        record = kept_of(capsys, source)
        kept = [] if record is None else plays_of(actions_of(record))
        assert kept == plays[: len(kept)]
        assert len(kept) >= len(WHOLE_PLAY[kind].findall(content[:at])) - (kind is Format.MAT)


@pytest.mark.parametrize("kind", Format)
def test_flipped_bytes_are_told_or_salvaged(capsys: pytest.CaptureFixture[str], tmp_path: Path, kind: Format) -> None:
    source = tmp_path / f"flipped{kind.value}"
    for number, file in enumerate(TEN):
        content = write_record(read(file), kind).encode()
        for seed in range(5):
            source.write_bytes(flipped(content, 1000 * number + seed))
            kept_of(capsys, source)


@pytest.mark.parametrize("encoding", WRONG_ENCODINGS)
@pytest.mark.parametrize("kind", Format)
def test_wrong_encodings_are_told_or_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, kind: Format, encoding: str
) -> None:
    text = write_record(read(OWN / "bot_3pt_1.mat"), kind).replace("Amber", "Ambér")
    source = tmp_path / f"foreign{kind.value}"
    source.write_bytes(text.encode(encoding))
    record = kept_of(capsys, source)
    if encoding in ("utf-16", "latin-1"):
        assert record is not None
        assert record.names[0] == "Ambér"


_MAT = b" 7 point match\n\n Game 1\n A : 0                          B : 0\n"
_SGF = b"(;FF[4]GM[6]MI[length:7]"
GARBAGE = {
    "random": (_MAT, random.Random(5).randbytes(1 << 20)),
    "rows": (_MAT, b"  1) 31: 8/5 6/5                 64: 24/14\n" * 24000),
    "one line": (_MAT, b"31: " * (1 << 18)),
    "random.sgf": (_SGF, random.Random(6).randbytes(1 << 20)),
    "zeros.sgf": (_SGF, bytes(1 << 20)),
    "nodes.sgf": (_SGF, b";W[31hefe]" * 100_000),
}


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))


def in_bounds(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, with 400 MB of memory and a minute; more than that ends it."""
    command = [sys.executable, "-m", "firmware.cli", *arguments]
    root = Path(__file__).parents[2]
    return subprocess.run(
        command, cwd=root, preexec_fn=_limit, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE)
@pytest.mark.parametrize("size_mb", [8, 50])
def test_fifty_megabytes_of_garbage_cost_bounded_time_and_memory(
    tmp_path: Path, garbage: tuple[bytes, bytes], size_mb: int
) -> None:
    source = tmp_path / "garbage"
    source.write_bytes(garbage[0] + garbage[1] * size_mb)
    done = in_bounds("convert", str(source), str(tmp_path / "out.mat"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr[-400:]
    assert done.stderr.startswith(f"gammond: {source}: ")
    assert PLACE.search(done.stderr)
    salvaged = in_bounds("convert", "--salvage", str(source), str(tmp_path / "out.mat"))
    assert salvaged.returncode == (0 if size_mb == 8 else 2), salvaged.stderr[-400:]
