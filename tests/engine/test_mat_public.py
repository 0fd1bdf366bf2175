"""Real records by every program seen: the number of games and the score are those of the collection's index.

The index was made with GNU Backgammon. GAMMOND_MATCHES names the folder that holds it.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

from engine.actions import Action, Played, Rolled
from engine.formats import MatchRecord, decode, read_mat, replay, write_mat
from engine.plays import Roll
from engine.position import slots


@cache
def _read(file: Path) -> MatchRecord:
    return read_mat(decode(file.read_bytes()))


def _listed(folder: Path) -> list[tuple[Path, dict[str, str]]]:
    with (folder / "index.tsv").open(encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines, delimiter="\t") if row["file"].endswith(".mat")]
    return [(folder / row["file"], row) for row in rows]


def test_games_and_scores_are_those_of_the_index(matches_folder: Path) -> None:
    listed = _listed(matches_folder)
    assert len(listed) >= 50
    wrong = []
    for file, row in listed:
        record = _read(file)
        finished = sum(1 for game in record.games if game.written_result is not None)
        score = "{}-{}".format(*replay(record).score)
        if (str(record.length), str(finished), score) != (row["length"], row["games"], row["final_score_left-right"]):
            wrong.append((file.name, record.length, finished, score))
    assert not wrong


def test_no_checker_is_ever_lost(matches_folder: Path) -> None:
    for file, _ in _listed(matches_folder):
        for game in _read(file).games:
            for action in game.actions:
                if isinstance(action, Played):
                    assert [sum(n for _, n in slots(side)) for side in action.end] == [15, 15], file.name


def test_only_the_plays_that_broke_a_rule_are_illegal(matches_folder: Path) -> None:
    """Three were recorded as illegal by hand; GNU Backgammon stumbled over two files with others."""
    illegal = {
        file.name: sum(
            isinstance(action, Played) and not action.is_legal for game in _read(file).games for action in game.actions
        )
        for file, _ in _listed(matches_folder)
    }
    assert {name: count for name, count in illegal.items() if count} == {
        "jf_01.mat": 3,
        "opengammon_02.mat": 1,
        "opengammon_11.mat": 3,
    }


def test_names_are_those_of_the_columns_not_of_the_headers(matches_folder: Path) -> None:
    """eXtreme Gammon's Player 1 is the right column: a public converter exchanged the players."""
    record = _read(matches_folder / "public" / "xg_01.mat")
    assert dict(record.headers)["Player 1"] == "Player B"
    assert record.names == ("Player A", "Player B")


def test_a_checker_moved_backwards_stays_on_the_board(matches_folder: Path) -> None:
    record = _read(matches_folder / "public" / "opengammon_11.mat")
    before, played = next(
        (before, after)
        for before, after in zip(record.games[1].actions, record.games[1].actions[2:], strict=False)
        if isinstance(before, Played) and isinstance(after, Played) and not after.is_legal
    )
    hops = {14: -1, 8: 0, 15: -1, 10: 1, 6: -1}  # 14/8 15/10 6/8: 8 gains two and 6 loses one
    seen = before.end.turned
    assert {slot: played.end.own_on(slot) - seen.own_on(slot) for slot in hops} == hops | {8: 2}


def _dice_sorted(actions: tuple[Action, ...]) -> list[Action]:
    return [Rolled(a.side, Roll(max(a.roll), min(a.roll))) if isinstance(a, Rolled) else a for a in actions]


def test_every_real_record_is_written_and_read_back(matches_folder: Path) -> None:
    """Only the order of the dice may differ: the larger is written first."""
    for file, _ in _listed(matches_folder):
        record = _read(file)
        again = read_mat(write_mat(record))
        for game, back in zip(record.games, again.games, strict=True):
            assert _dice_sorted(back.actions) == _dice_sorted(game.actions), (file.name, game.number)
