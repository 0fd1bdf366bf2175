"""Every record we write read by GNU Backgammon, every one it writes read by us: the same games to the last checker."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.actions import GameSettled, GameStarted, Played, Took
from engine.formats import MatchRecord, decode, format_of, read_mat, read_record, write_mat, write_sgf
from engine.position import Side, slots
from tests.gnubg.as_told import Event, events_of, events_told, without_boards_after_put
from tests.gnubg.corrected import corrected_records
from tests.gnubg.program import Told, ask
from tests.gnubg.records import made_records

pytestmark = pytest.mark.ci

DATA = Path(__file__).parents[1] / "data" / "matches"
_BROKEN_OFF = (GameSettled(Side.WHITE, 0), GameSettled(Side.BLACK, 0))
WRITERS: dict[str, Callable[[MatchRecord], str]] = {"mat": write_mat, "sgf": write_sgf}


def told_of(gnubg: Path, folder: Path, records: dict[str, MatchRecord]) -> dict[str, tuple[MatchRecord, Told]]:
    """Each record written in both formats, and what GNU Backgammon makes of it."""
    return {
        f"{name}.{kind}": (
            record,
            ask(gnubg, folder, write(record), is_mat=kind == "mat", has_jacoby=record.rules.has_jacoby),
        )
        for name, record in records.items()
        for kind, write in WRITERS.items()
    }


@pytest.fixture(scope="module")
def own(gnubg: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[MatchRecord, Told]]:
    files = {file.name.replace(".", "-"): read_record(file.read_bytes(), file.name) for file in sorted(DATA.iterdir())}
    return told_of(gnubg, tmp_path_factory.mktemp("own"), files)


@pytest.fixture(scope="module")
def made(gnubg: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[MatchRecord, Told]]:
    return told_of(gnubg, tmp_path_factory.mktemp("made"), made_records())


@pytest.fixture(scope="module")
def public(
    gnubg: Path, matches_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, tuple[MatchRecord, Told]]:
    with (matches_folder / "index.tsv").open(encoding="utf-8") as lines:
        listed = [matches_folder / row["file"] for row in csv.DictReader(lines, delimiter="\t")]
    files = {file.name.replace(".", "-"): read_record(file.read_bytes(), file.name) for file in listed}
    return told_of(gnubg, tmp_path_factory.mktemp("public"), files)


def checkers_of(record: MatchRecord) -> int:
    return sum(count for _, count in slots(record.rules.start.own))


def is_beyond_its_mat(record: MatchRecord) -> bool:
    """What GNU Backgammon does not write as .mat: checkers put down by hand, as it says itself; cubes turned by
    opening dice; games that count for nobody; and that a beaver was taken, before the next roll tells it.
    """
    last = [game.actions[-1] for game in record.games]
    if any(isinstance(action, Took) or action in _BROKEN_OFF for action in last):
        return True
    return record.rules.automatic_doubles > 0 or any(
        (isinstance(action, Played) and not action.is_legal)
        or (isinstance(action, GameStarted) and action.position is not None)
        for game in record.games
        for action in game.actions
    )


def differences(told: dict[str, tuple[MatchRecord, Told]]) -> str:
    """What GNU Backgammon complains of or understands otherwise, and what it writes that reads otherwise here."""
    wrong: list[str] = []
    for name, (record, answer) in told.items():
        wrong += [f"{name}: {complaint}" for complaint in answer.complaints]
        told_events = events_told(answer.match, checkers_of(record))
        wrong += first_difference(f"{name}, understood", without_boards_after_put(events_of(record)), told_events)
        again = read_record(answer.sgf, "out.sgf")
        wrong += first_difference(f"{name}, its .sgf", events_of(record), events_of(again))
        if not is_beyond_its_mat(record):
            again = read_record(answer.mat, "out.mat")
            wrong += first_difference(f"{name}, its .mat", events_of(record), events_of(again))
    return "\n".join(wrong)


def first_difference(what: str, ours: list[list[Event]], theirs: list[list[Event]]) -> list[str]:
    if len(ours) != len(theirs):
        return [f"{what}: {len(theirs)} games instead of {len(ours)}"]
    for number, (mine, other) in enumerate(zip(ours, theirs, strict=True), start=1):
        if mine != other:
            at = next(
                (n for n, pair in enumerate(zip(mine, other, strict=False)) if pair[0] != pair[1]),
                min(len(mine), len(other)),
            )
            return [f"{what}: game {number}, event {at}: {other[at : at + 1]} instead of {mine[at : at + 1]}"]
    return []


def test_own_files_are_read_as_it_reads_them(gnubg: Path, tmp_path: Path) -> None:
    files = sorted(DATA.iterdir())
    assert len(files) == 21
    for file in files:
        record = read_record(file.read_bytes(), file.name)
        is_mat = file.suffix == ".mat"
        told = ask(gnubg, tmp_path, decode(file.read_bytes()), is_mat=is_mat, has_jacoby=record.rules.has_jacoby)
        assert told.complaints == [], file.name
        assert first_difference(file.name, events_of(record), events_told(told.match)) == []


def test_own_matches_are_the_same_there_and_back(own: dict[str, tuple[MatchRecord, Told]]) -> None:
    assert len(own) == 2 * 21
    assert differences(own) == ""


def test_made_records_are_the_same_there_and_back(made: dict[str, tuple[MatchRecord, Told]]) -> None:
    assert differences(made) == ""


def test_records_corrected_by_hand_are_the_same_there_and_back(gnubg: Path, tmp_path: Path) -> None:
    assert differences(told_of(gnubg, tmp_path, corrected_records())) == ""


def test_public_records_are_the_same_there_and_back(public: dict[str, tuple[MatchRecord, Told]]) -> None:
    assert len(public) == 2 * 52
    assert differences(public) == ""


def test_names_of_any_kind_pass_without_a_word(made: dict[str, tuple[MatchRecord, Told]]) -> None:
    names = {name: (record, told) for name, (record, told) in made.items() if name.startswith("name")}
    assert names
    for name, (record, told) in names.items():
        if name.endswith(".mat"):
            written = read_mat(write_mat(record))
            assert (told.match["match-info"]["X"]["name"], told.match["match-info"]["O"]["name"]) == written.names
        again = read_record(told.sgf, "out.sgf")
        assert again.length == record.length


def test_what_it_writes_is_told_by_its_beginning(own: dict[str, tuple[MatchRecord, Told]]) -> None:
    for _, told in own.values():
        assert format_of(decode(told.sgf)).value == ".sgf"
        assert format_of(decode(told.mat)).value == ".mat"
