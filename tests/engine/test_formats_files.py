"""Records as files: which format one is, how its letters are decoded, and what broken ones cost."""

from __future__ import annotations

import csv
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.actions import Action, Dropped, GameSettled, Played, ResignationAccepted, ResignationOffered, Rolled
from engine.formats import (
    LARGEST,
    Format,
    FormatError,
    MatchRecord,
    decode,
    format_named,
    format_of,
    read_record,
    replay,
    write_record,
)
from engine.plays import Roll

DATA = Path(__file__).parents[1] / "data" / "matches"
TEN = sorted(DATA.glob("bot_*.mat"))[:10]
# What a game may be closed with once the file says no more than its result.
_CLOSING = (Dropped, GameSettled, ResignationOffered, ResignationAccepted)
WHOLE_PLAY = {Format.MAT: re.compile(rb"\d\d:"), Format.SGF: re.compile(rb";[WB]\[\d\d[a-z]*\]")}
SMALL = b" 1 point match\n\n Game 1\n A : 0                          B : 0\n  1) 31: 8/5 6/5\n"


def actions_of(record: MatchRecord) -> list[Action]:
    """All actions, with the larger die first, as it is written."""
    found = [action for game in record.games for action in game.actions]
    return [Rolled(a.side, Roll(max(a.roll), min(a.roll))) if isinstance(a, Rolled) else a for a in found]


def test_the_beginning_of_a_file_tells_its_format_whatever_its_name() -> None:
    sgf = (DATA / "bot_1pt_1.sgf").read_bytes()
    assert read_record(sgf, "match.mat").names == ("Amber", "Fern")
    assert read_record((DATA / "bot_1pt_1.mat").read_bytes(), "match.sgf").names == ("Amber", "Fern")
    assert format_of(" \n( ;\nFF[4]") is Format.SGF


@pytest.mark.parametrize(
    ("name", "kind"), [("a.MAT", Format.MAT), ("a.b.sgf", Format.SGF), ("a.txt", None), ("", None)]
)
def test_names_tell_formats(name: str, kind: Format | None) -> None:
    assert format_named(name) is kind
    assert format_of("neither", name) is (kind or Format.MAT)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_letters_are_those_of_the_writer(encoding: str, ends: str) -> None:
    text = "Zoë\nJosé\n"
    assert decode(text.replace("\n", ends).encode(encoding)) == text


def test_one_damaged_byte_does_not_change_the_letters_of_other_lines() -> None:
    assert decode("Zoë\n".encode() + b"\xe9\n") == "Zoë\né\n"


@pytest.mark.parametrize("content", [b"", b" \n\n", b"\xef\xbb\xbf"])
def test_empty_files_are_refused(content: bytes) -> None:
    with pytest.raises(FormatError, match=r"empty|not a match record"):
        read_record(content)


def test_files_too_large_are_refused_by_name() -> None:
    with pytest.raises(FormatError, match="more than 16 MB: no match record is so long"):
        read_record(bytes(LARGEST + 1))


@pytest.mark.parametrize("kind", Format)
def test_every_format_holds_every_own_match(kind: Format) -> None:
    for file in sorted(DATA.iterdir()):
        record = read_record(file.read_bytes(), file.name)
        again = read_record(write_record(record, kind).encode(), "")
        assert actions_of(again) == actions_of(record), file.name
        assert (again.names, again.rules, replay(again).score) == (record.names, record.rules, replay(record).score)


# Broken files


def broken_is_kept(part: bytes, kind: Format, whole: list[Action]) -> None:
    """Of a file cut anywhere every play that is whole is kept, and nothing is made up."""
    try:
        record = read_record(part, f"cut{kind.value}")
    except FormatError:
        assert not WHOLE_PLAY[kind].search(part)
        return
    replay(record)
    found = actions_of(record)
    same = next(
        (n for n, pair in enumerate(zip(found, whole, strict=False)) if pair[0] != pair[1]), min(len(found), len(whole))
    )
    assert all(isinstance(action, _CLOSING) for action in found[same:]), part[-60:]
    begun = len(WHOLE_PLAY[kind].findall(part))
    assert sum(isinstance(action, Played) for action in found) >= begun - (kind is Format.MAT), part[-60:]


def cuts(file: Path, kind: Format, step: int) -> Iterator[tuple[bytes, list[Action]]]:
    content = write_record(read_record(file.read_bytes(), file.name), kind).encode()
    whole = actions_of(read_record(content, f"whole{kind.value}"))
    for at in range(0, len(content), step):
        yield content[:at], whole


@pytest.mark.parametrize("kind", Format)
def test_a_cut_file_keeps_every_play_before_the_cut(kind: Format) -> None:
    for part, whole in cuts(DATA / "bot_3pt_1.mat", kind, 97):
        broken_is_kept(part, kind, whole)


@pytest.mark.ci
@pytest.mark.parametrize("kind", Format)
@pytest.mark.parametrize("file", TEN, ids=lambda file: file.stem)
def test_ten_records_cut_at_every_hundredth_byte(file: Path, kind: Format) -> None:
    for part, whole in cuts(file, kind, 100):
        broken_is_kept(part, kind, whole)


@pytest.mark.parametrize("end", ["2", "21/1", "Wins", "Wins 1", "Doub", "8/5 6/", "Illegal play (7;0"])
def test_half_a_last_word_is_not_taken_for_whole(end: str) -> None:
    content = SMALL + b"  2)                             55: " + end.encode()
    record = read_record(content if "Wins" not in end and "Doub" not in end else SMALL + b"  2)  " + end.encode())
    assert sum(isinstance(action, Played) for action in actions_of(record)) == 1
    assert record.damage


def flipped(content: bytes, seed: int) -> bytes:
    chance = random.Random(seed)
    changed = bytearray(content)
    for _ in range(chance.randint(1, 5)):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def flipped_is_read(content: bytes, kind: Format, seed: int) -> None:
    try:
        record = read_record(flipped(content, seed), f"flipped{kind.value}")
    except FormatError:
        return
    replay(record)
    for oddity in record.all_oddities:
        assert "\n" not in str(oddity)
        assert not oddity.is_damage or (oddity.line and oddity.column), str(oddity)
    for other in Format:
        replay(read_record(write_record(record, other).encode(), f"again{other.value}"))


@pytest.mark.parametrize("kind", Format)
def test_flipped_bytes_never_break_the_reader(kind: Format) -> None:
    record = read_record((DATA / "money_session_with_beaver.mat").read_bytes())
    content = write_record(record, kind).encode()
    for seed in range(150):
        flipped_is_read(content, kind, seed)


@pytest.mark.ci
@pytest.mark.parametrize("kind", Format)
def test_flipped_bytes_in_ten_records(kind: Format) -> None:
    for number, file in enumerate(TEN):
        content = write_record(read_record(file.read_bytes()), kind).encode()
        for seed in range(10):
            flipped_is_read(content, kind, 100 * number + seed)


def test_a_play_before_a_damaged_cell_of_its_row_is_kept() -> None:
    record = read_record(SMALL.replace(b"8/5 6/5", b"8/5 6/5                 6q: 24/18"))
    assert sum(isinstance(action, Played) for action in actions_of(record)) == 1
    damage = record.damage[0]
    assert (damage.line, damage.column, damage.text) == (5, 34, "6q: 24/18")


_ROOT = b"(;FF[4]GM[6]MI[length:7]"
GARBAGE = {
    "random": random.Random(7).randbytes(1 << 14),
    "zeros": bytes(1 << 14),
    "letters": b"a\n",
    "letters in a game": SMALL + b"a\n",
    "dice": SMALL + b"31: ",
    "rows of dice": SMALL + b"31:\n",
    "headers": SMALL + b"; [" * 300 + b"\n",
    "colons": b"7 point match\n Game 1\n" + b" : 0 " * 38 + b"\n",
    "games": b" Game 1\n",
    "results": SMALL + b"wins 1 " * 140 + b"\n",
    "brackets": b"(",
    "trees": b"(;",
    "open values": b"(;A[",
    "nodes": _ROOT + b";W[11]",
    "points": _ROOT + b";AW" + b"[a]" * 4000,
    "escapes": _ROOT + b";C[" + b"\\]" * 8000,
    "moves": _ROOT + b";W[31" + b"ab" * 8000 + b"]",
    "rules": _ROOT + b"RU[" + b"a:" * 8000 + b"]",
}


def garbage_is_bounded(pattern: bytes, size: int, limit_s: float) -> None:
    """`limit_s` is far above what it takes; what grows faster than the file goes beyond it at once."""
    content = pattern[:1000] + pattern[1000:] + pattern[-min(len(pattern), 4000) :] * (size // min(len(pattern), 4000))
    for kind in Format:
        begun = time.process_time()
        try:
            record = read_record(content[:size], f"garbage{kind.value}")
        except FormatError:
            pass
        else:
            assert len(record.all_oddities) <= 500_000
        assert time.process_time() - begun < limit_s


@pytest.mark.parametrize("pattern", GARBAGE.values(), ids=GARBAGE)
def test_garbage_costs_bounded_time(pattern: bytes) -> None:
    garbage_is_bounded(pattern, 1 << 16, 10)


@pytest.mark.ci
@pytest.mark.parametrize("pattern", GARBAGE.values(), ids=GARBAGE)
def test_as_much_garbage_as_is_read_at_all_costs_bounded_time(pattern: bytes) -> None:
    garbage_is_bounded(pattern, LARGEST, 120)


@pytest.mark.ci
@pytest.mark.parametrize("kind", Format)
def test_public_records_have_the_games_and_scores_of_the_index_in_either_format(
    matches_folder: Path, kind: Format
) -> None:
    with (matches_folder / "index.tsv").open(encoding="utf-8") as lines:
        listed = list(csv.DictReader(lines, delimiter="\t"))
    assert len(listed) == 52
    wrong = []
    for row in listed:
        record = read_record((matches_folder / row["file"]).read_bytes(), row["file"])
        again = read_record(write_record(record, kind).encode(), f"again{kind.value}")
        for read in (record, again):
            finished = sum(1 for game in read.games if game.written_result is not None)
            score = "{}-{}".format(*replay(read).score)
            if (str(read.length), str(finished), score) != (row["length"], row["games"], row["final_score_left-right"]):
                wrong.append((row["file"], read.length, finished, score))
        if actions_of(again) != actions_of(record) or record.damage:
            wrong.append((row["file"], record.length, len(record.games), "actions"))
    assert not wrong
