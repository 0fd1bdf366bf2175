"""Reading .sgf files: what GNU Backgammon and others write, and files that are damaged."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import (
    Action,
    Doubled,
    Dropped,
    GameSettled,
    GameStarted,
    Level,
    OpeningRolled,
    Played,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
    Took,
)
from engine.formats import FormatError, MatchRecord, read_mat, read_record, read_sgf, replay
from engine.match_state import Phase
from engine.plays import Roll
from engine.position import Position, Side
from engine.variants import HYPERGAMMON, NACKGAMMON

WHITE, BLACK = Side.WHITE, Side.BLACK
DATA = Path(__file__).parents[1] / "data" / "matches"
ROOT = "FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:{length}][game:0][ws:0][bs:0]PW[Left]PB[Right]"
# White's start with one checker of the 8 point on the 9, which no 3-1 allows; and Black's start.
ASTRAY = "AE[a:y]AW[f][f][f][f][f][h][h][i][m][m][m][m][m][x][x]AB[a][a][l][l][l][l][l][q][q][q][s][s][s][s][s]"


def game(nodes: str, root: str = "RU[Crawford]", length: int = 7) -> MatchRecord:
    return read_sgf(f"(;{ROOT.format(length=length)}{root}\n{nodes})")


def actions(record: MatchRecord) -> tuple[Action, ...]:
    assert replay(record) is not None
    return record.games[0].actions


def plays(record: MatchRecord) -> list[Played]:
    return [action for action in actions(record) if isinstance(action, Played)]


def oddities(record: MatchRecord) -> list[str]:
    return [oddity.reason for oddity in record.all_oddities]


def test_letters_are_whites_points_for_both_sides() -> None:
    record = game(";W[31hefe]\n;B[42qusu]")
    started, opened, played, rolled, answered = actions(record)
    assert (started, opened, rolled) == (GameStarted(), OpeningRolled(3, 1), Rolled(BLACK, Roll(4, 2)))
    assert isinstance(played, Played)
    assert played.end == Position.of({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {24: 2, 13: 5, 8: 3, 6: 5})
    assert isinstance(answered, Played)
    assert answered.end.own == Position.of({24: 2, 13: 5, 8: 2, 6: 4, 4: 2}, {}).own
    assert not record.all_oddities


def test_bar_off_and_dances_are_read() -> None:
    shut_out = "AE[a:y]AW[y][a]AB[x][x][w][w][v][v][u][u][t][t][s][s][r]"
    record = game(f";PL[W]{shut_out}\n;W[66]\n;B[61rxsy]", "RU[Crawford]")
    assert record.damage  # six checkers of each side are neither on the board nor off to move to `y`
    record = game(f";PL[W]{shut_out}\n;W[66]\n;B[11rsst]")
    assert plays(record)[0].moves == ()
    assert not record.damage


def test_cube_actions_and_a_drop_are_read() -> None:
    record = game(";W[31hefe];B[double];W[take];B[65aggl];W[double];B[drop]", "RU[Crawford]RE[W+2]")
    cube = [action for action in actions(record) if isinstance(action, Doubled | Took | Dropped)]
    assert cube == [Doubled(BLACK), Took(WHITE), Doubled(WHITE), Dropped(BLACK)]
    assert replay(record).score == (2, 0)


@pytest.mark.parametrize("take", [";B[take]", ""])
def test_a_beaver_is_a_double_answered_by_a_double(take: str) -> None:
    record = game(f";W[31hefe];B[double];W[double]{take};B[65aggl]", "RU[Jacoby]RE[W+4R]", length=0)
    cube = [action for action in actions(record) if isinstance(action, Doubled | Took)]
    assert cube == [Doubled(BLACK), Doubled(WHITE), Took(BLACK)]
    assert (record.rules.has_jacoby, replay(record).score) == (True, (4, 0))


def test_raccoons_are_read() -> None:
    record = game(";W[31hefe];B[double];W[double];B[double];W[take];B[65aggl]", "RE[W+8R]", length=0)
    assert replay(record).score == (8, 0)
    assert actions(record)[-1] == ResignationAccepted(WHITE)


@pytest.mark.parametrize(("points", "level"), [(1, Level.SINGLE), (2, Level.GAMMON), (3, Level.BACKGAMMON)])
def test_points_of_a_resignation_tell_its_level(points: int, level: Level) -> None:
    record = game(";W[31hefe]", f"RU[Crawford]RE[B+{points}R]")
    assert actions(record)[-2:] == (ResignationOffered(WHITE, level), ResignationAccepted(BLACK))


def test_points_that_are_no_level_settle_the_game() -> None:
    assert actions(game(";W[31hefe]", "RE[B+5]RU[Crawford]"))[-1] == GameSettled(BLACK, 5)


def test_a_roll_that_was_not_played_stays_a_roll() -> None:
    record = game(";W[31hefe]\n;PL[B]DI[65]", "RU[Crawford]RE[W+1R]")
    assert actions(record)[-3:-2] == (Rolled(BLACK, Roll(6, 5)),)


def test_dice_edited_by_hand_replace_the_opening_roll() -> None:
    record = game(";PL[B]DI[21]\n;W[31hefe]")
    assert actions(record)[1] == OpeningRolled(3, 1)


def test_dice_set_first_and_played_then_are_one_roll() -> None:
    record = game(";PL[W]DI[31]\n;W[31hefe]\n;PL[B]DI[65]\n;B[65aggl]")
    assert len(plays(record)) == 2
    assert not record.all_oddities


def test_illegal_play_is_a_set_up_after_the_roll() -> None:
    record = game(f";PL[W]DI[31]\n;PL[W]{ASTRAY}\n;B[65aggl]")
    first, second = plays(record)
    assert first == Played(
        WHITE, Position.of({24: 2, 13: 5, 9: 1, 8: 2, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}), is_legal=False
    )
    assert second.is_legal
    assert oddities(record) == ["illegal play"]


def test_illegal_moves_are_kept_with_the_position_reached() -> None:
    assert [played.is_legal for played in plays(game(";W[31hefd]\n;B[65aggl]"))] == [False, True]


@pytest.mark.parametrize("player", ["W", "B"])
def test_a_game_begins_from_a_set_up_position_with_whoever_acts_first(player: str) -> None:
    record = game(f";PL[{player}]{ASTRAY}\n;B[66agaglrlr]")
    start = actions(record)[0]
    assert isinstance(start, GameStarted)
    assert (start.on_roll, start.position is not None) == (BLACK, True)
    assert len(plays(record)) == 1


def test_the_root_may_hold_the_set_up() -> None:
    record = game("", f"RU[Crawford]PL[B]{ASTRAY}DI[65]")
    assert actions(record)[1] == Rolled(BLACK, Roll(6, 5))


def test_the_cube_of_a_set_up_is_flagged_and_one_that_is_so_anyway_is_not() -> None:
    assert oddities(game(f";CV[2];CP[w];PL[W]{ASTRAY}")) == ["the cube of a set-up position is left out"] * 2
    assert oddities(game(f";CV[1];CP[c];CO[c];PL[W]{ASTRAY}")) == []


def test_a_cube_above_one_in_the_root_was_turned_by_equal_opening_dice() -> None:
    record = game(";W[31hefe]", "RU[Jacoby]CV[4]RE[W+4R]", length=0)
    assert (record.rules.automatic_doubles, replay(record).cube, replay(record).score) == (2, 4, (4, 0))
    assert not record.all_oddities


def test_points_that_can_not_be_set_up_are_damage() -> None:
    record = game(";PL[W]AE[a:y]AW[f]AB[f];W[31hefe]")
    assert "both sides have checkers on point 6" in record.damage[0].text
    assert "'5' is no point" in game(";AW[5]").damage[0].text


def test_a_set_up_in_the_middle_of_a_game_loses_its_rest_and_keeps_its_result() -> None:
    record = game(f";W[31hefe]\n;PL[B]{ASTRAY}\n;B[65aggl]", "RU[Crawford]RE[W+2R]")
    assert len(plays(record)) == 1
    assert replay(record).score == (2, 0)
    assert record.damage[0].reason == "the checkers are set up anew in the middle of the game"


def test_a_set_up_of_what_stands_anyway_changes_nothing() -> None:
    record = game(f";W[31hefe]\n;PL[B]{five_point()}\n;B[65aggl]")
    assert (len(plays(record)), record.all_oddities) == (2, ())


def five_point() -> str:
    return ASTRAY.replace("[f][f][f][f][f][h][h][i]", "[e][e][f][f][f][f][h][h]")


def test_unknown_properties_analysis_and_comments_are_passed_over() -> None:
    record = game(
        ";W[31hefe]A[0][hefe E ver 3 0.5 0C 0 1][h]DA[E ver]C[a \\] bracket; (and) more]MR[]LU[-inf]\n;B[65aggl]ZZ[]"
    )
    assert (len(plays(record)), record.all_oddities) == (2, ())


def test_spaces_and_line_ends_may_stand_anywhere() -> None:
    text = f" ( ; {ROOT.format(length=7)} RE [W+1R]\n ; W\n[31hefe] C [x]\n)\n\n"
    assert len(plays(read_sgf(text))) == 1


def test_of_variations_the_first_is_the_main_line() -> None:
    record = game(";W[31hefe](;B[65aggl];W[21mkfe])(;B[65agsn];W[66])")
    assert len(plays(record)) == 3
    assert oddities(record) == ["a variation is left out"]


def test_escapes_are_undone_in_names() -> None:
    text = "(;GM[6]MI[length:1]PW[a\\]b\\\\c\\:d\\\n e]PB[Zoë\nB])"
    assert read_sgf(text).names == ("a]b\\c:d e", "Zoë B")


def test_headers_and_ratings_come_from_the_root() -> None:
    root = "EV[Cup]RO[3]PC[Club]AN[Somebody]DT[2026-11-29]WR[1666]BR[1500.5]RU[Crawford]"
    record = game("", root + 'GC[[Time "13:00"\\]\n[Cubelimit "64"\\]\n]')
    assert dict(record.headers) == {
        "Event": "Cup",
        "Round": "3",
        "Site": "Club",
        "Transcriber": "Somebody",
        "EventDate": "2026.11.29",
        "Time": "13:00",
        "Cubelimit": "64",
    }
    assert record.ratings == (1666, 1500)


@pytest.mark.parametrize(
    ("root", "length", "told"),
    [
        ("RU[Crawford]", 7, (True, False, True)),
        ("RU[Crawford:CrawfordGame]", 7, (True, False, True)),
        ("", 7, (False, False, True)),
        ("", 1, (True, False, True)),
        ("RU[Jacoby]", 0, (True, True, True)),
        ("RU[NoCube:Crawford]", 3, (True, False, False)),
    ],
)
def test_rules_come_from_the_root(root: str, length: int, told: tuple[bool, bool, bool]) -> None:
    rules = game("", root, length).rules
    assert (rules.has_crawford, rules.has_jacoby, rules.has_cube) == told


def test_variants_are_known_by_name() -> None:
    assert game("", "RU[Crawford:Nackgammon]").rules.start == NACKGAMMON.start
    assert game("", "RU[Crawford:Hypergammon3]").rules.start == HYPERGAMMON.start
    one = game(";W[65xrrm]", "RU[Hypergammon1:Crawford]")
    assert one.rules.start == Position.of({24: 1}, {24: 1}, 1)
    assert len(plays(one)) == 1


def test_a_double_in_the_crawford_game_shows_that_there_was_none() -> None:
    text = ROOT.format(length=7).replace("[ws:0]", "[ws:6]")
    record = read_sgf(f"(;{text}RU[Crawford];W[31hefe];B[double])")
    assert (record.rules.has_crawford, replay(record).phase) == (False, Phase.DOUBLE_OFFERED)


def test_games_follow_each_other_with_their_scores() -> None:
    first = f"(;{ROOT.format(length=7)}RU[Crawford]RE[W+2R];W[31hefe])"
    second = first.replace("[game:0][ws:0]", "[game:1][ws:2]").replace("W+2R", "B+1R")
    record = read_sgf(f"{first}\n{second}\n")
    assert ([one.number for one in record.games], replay(record).score) == ([1, 2], (2, 1))
    assert not record.all_oddities


def test_missing_result_is_taken_from_the_next_score() -> None:
    first = f"(;{ROOT.format(length=7)}RU[Crawford];W[31hefe])"
    second = first.replace("[game:0][ws:0]", "[game:1][ws:2]")
    assert replay(read_sgf(first + second)).score == (2, 0)


@pytest.mark.parametrize("text", ["", "hello", "(;)", "(;A[1])", "()", "(;FF[4]", "\x00"])
def test_text_without_a_game_of_backgammon_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match="not a match record"):
        read_sgf(text)


def test_a_game_of_go_is_refused_by_name() -> None:
    with pytest.raises(FormatError, match=r"another game \(GM\[1\]\); backgammon is GM\[6\]"):
        read_sgf("(;FF[4]GM[1]SZ[19];B[pd])")


def test_another_game_between_the_games_is_left_out() -> None:
    record = read_sgf(f"(;FF[4]GM[1]SZ[19];B[pd])(;{ROOT.format(length=7)}RU[Crawford];W[31hefe])")
    assert (len(record.games), oddities(record)) == (1, ["another game, left out"])


def test_a_file_without_a_length_is_damaged() -> None:
    record = read_sgf("(;GM[6];W[31hefe])")
    assert (record.length, [oddity.reason for oddity in record.damage]) == (
        0,
        ["no match length is written: read as a money session"],
    )


# Damage: what stands before it is kept, with its place.

GAME = f"(;{ROOT.format(length=7)}RU[Crawford]RE[W+2R]\n;W[31hefe]\n;B[65aggl]\n;W[21mkfe]\n;B[64aggk]C[x])\n"


@pytest.mark.parametrize(
    ("damaged", "kept", "place", "cause"),
    [
        (GAME[: GAME.index("21mk")], 2, (4, 3), "a value that does not end"),
        (GAME[: GAME.index("\n;W[21")], 2, (3, 11), "the file ends within a game"),
        (GAME.replace(";W[21mkfe]", ";W21mkfe]"), 2, (4, 2), "a property without a value"),
        (GAME.replace(";W[21mkfe]", ";W[21mkfe"), 2, (4, 1), "not understood"),
        (GAME.replace(";W[21mkfe]", "?W[21mkfe]"), 2, (4, 1), "not understood"),
        (GAME.replace(";W[21mkfe]", ";W[21mk*e]"), 2, (4, 1), "not understood"),
        (GAME.replace(";W[21mkfe]", ";W[71mkfe]"), 2, (4, 1), "not understood"),
        (GAME.replace(";W[21mkfe]", ";W[21dcfe]"), 2, (4, 1), "illegal play: 4/3: no checker on 4"),
        (GAME.replace("C[x]", "C[x"), 3, (5, 12), "a value that does not end"),
        (GAME.replace("C[x]", "x"), 3, (5, 11), "a property without a value"),
    ],
)
def test_damage_is_told_with_its_place_and_costs_nothing_before_it(
    damaged: str, kept: int, place: tuple[int, int], cause: str
) -> None:
    record = read_sgf(damaged)
    assert len(plays(record)) in (kept, kept + 1)
    first = record.damage[0]
    assert ((first.line, first.column), first.reason) == (place, cause)


def test_games_after_a_damaged_one_are_read() -> None:
    later = GAME.replace("[game:0][ws:0]", "[game:1][ws:2]").replace(";B[64aggk]C[x]", "")
    record = read_sgf(GAME.replace(";W[21mkfe]", ";W21mkfe]") + later)
    assert len(record.games) == 2
    assert replay(record).score == (4, 0)
    assert len(record.damage) == 1


def test_a_set_up_that_is_cut_is_not_taken_for_whole() -> None:
    record = read_sgf(f"(;{ROOT.format(length=7)}RU[Crawford];W[31hefe];PL[B]AE[a:y]AW[a][b")
    assert len(plays(record)) == 1
    assert record.damage


# Whole files.


@pytest.mark.parametrize("name", ["bot_1pt_1", "bot_3pt_2", "bot_5pt_2"])
def test_own_matches_are_the_same_as_their_mat_twins(name: str) -> None:
    sgf = read_record((DATA / f"{name}.sgf").read_bytes(), f"{name}.sgf")
    mat = read_mat((DATA / f"{name}.mat").read_text())
    assert [game.actions for game in sgf.games] == [game.actions for game in mat.games]
    assert (sgf.rules, sgf.names, sgf.headers, replay(sgf)) == (mat.rules, mat.names, mat.headers, replay(mat))
    assert not sgf.all_oddities


def test_the_money_session_is_the_same_as_its_mat_twin() -> None:
    """But for its first game: there the .mat, whose dice were edited, has the sides exchanged."""
    sgf = read_record((DATA / "money_session_with_beaver.sgf").read_bytes())
    mat = read_record((DATA / "money_session_with_beaver.mat").read_bytes())
    assert [game.actions for game in sgf.games[1:]] == [game.actions for game in mat.games[1:]]
    assert [game.written_result for game in sgf.games] == [game.written_result for game in mat.games]
    assert replay(sgf).score == replay(mat).score == (9, 7)
    assert Doubled(BLACK) in sgf.games[0].actions


WHOLE = (DATA / "money_session_with_beaver.sgf").read_text()


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(WHOLE)), st.text(max_size=8)), min_size=1, max_size=6))
def test_any_mangled_file_replays_or_is_refused(edits: list[tuple[int, str]]) -> None:
    text = WHOLE
    for at, inserted in edits:
        text = text[:at] + inserted + text[at + len(inserted) + 1 :]
    try:
        record = read_sgf(text)
    except FormatError:
        return
    replay(record)
