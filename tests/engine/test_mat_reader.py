"""Reading .mat files: the layouts and habits of the programs that write them, and files that are damaged."""

from __future__ import annotations

from pathlib import Path

import pytest

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
from engine.formats import MatchRecord, decode, read_mat, replay
from engine.match_state import Phase
from engine.plays import Roll
from engine.position import START, Position, Side

WHITE, BLACK = Side.WHITE, Side.BLACK
DATA = Path(__file__).parents[1] / "data" / "matches"


def game(*rows: str, length: int = 7, score: str = " Left : 0                       Right : 0") -> MatchRecord:
    """A one-game record of these rows; `{}` in a row stands for the start of the right column."""
    lines = [f" {length} point match", "", " Game 1", score]
    for row in rows:
        left, _, right = row.partition("{}")
        lines.append(f"{left:<33}{right}" if right else left)
    return read_mat("\n".join(lines) + "\n")


def actions(record: MatchRecord) -> tuple[Action, ...]:
    assert replay(record) is not None
    return record.games[0].actions


def plays(record: MatchRecord) -> list[Played]:
    return [action for action in actions(record) if isinstance(action, Played)]


def oddities(record: MatchRecord) -> list[str]:
    return [oddity.reason for oddity in record.all_oddities]


def test_left_column_is_white_and_opens_with_the_higher_die() -> None:
    record = game("  1) 31: 8/5 6/5{}42: 8/4 6/4")
    started, opened, played, rolled, answered = actions(record)
    assert (started, opened) == (GameStarted(), OpeningRolled(3, 1))
    assert isinstance(played, Played)
    assert played.end == Position.of({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {24: 2, 13: 5, 8: 3, 6: 5})
    assert rolled == Rolled(BLACK, Roll(4, 2))
    assert isinstance(answered, Played)
    assert answered.end.own_on(4) == 2
    assert not record.all_oddities


def test_right_column_opens_when_the_left_is_empty() -> None:
    record = game("  1){}13: 8/5 6/5")
    assert actions(record)[1] == OpeningRolled(1, 3)
    assert replay(record).on_roll is WHITE


def test_names_come_from_the_score_line_and_ratings_are_taken_off() -> None:
    record = game("  1) 31: 8/5 6/5", score=" A,1666 : 0                      B b : 0")
    assert (record.names, record.ratings) == (("A", "B b"), (1666, None))


@pytest.mark.parametrize(
    "score", [" A:x : 0                    B : 0", " A: 0                B: 0", " A : 0B : 0", "A:0 B:0"]
)
def test_score_lines_of_every_writer_are_read(score: str) -> None:
    record = game("  1) 31: 8/5 6/5", score=score)
    assert record.names[1] == "B"
    assert record.games[0].score_before == (0, 0)


@pytest.mark.parametrize("moves", ["25/20 13/10", "Bar/20 13/10", "bar/20 13/10", "13/10 25/20", "bar-20 13-10"])
def test_moves_are_read_in_every_writers_hand(moves: str) -> None:
    record = game("  1) 31: 8/5 6/5{}64: 24/14", "  2) 41: 24/20 6/5{}55: 8/3 8/3 6/1* 6/1", f"  3) 53: {moves}")
    assert plays(record)[-1].end.own == Position.of({20: 2, 13: 4, 10: 1, 8: 2, 6: 3, 5: 3}, {}).own


@pytest.mark.parametrize("moves", ["24/18 18/13", "24/18/13", "24/13"])
def test_a_checker_running_with_both_dice_is_one_play_however_written(moves: str) -> None:
    assert plays(game(f"  1) 65: {moves}"))[0].end.own_on(13) == 6


def test_groups_and_joined_steps_are_read() -> None:
    record = game("  1) 31: 8/5 6/5{}66: 24/18(2) 13/7(2)", "  2) 55: 13/3(2)")
    assert plays(record)[2].end.own_on(3) == 2


def test_a_star_where_nothing_is_hit_is_only_odd() -> None:
    record = game("  1) 31: 8/5* 6/5")
    assert plays(record)[0].is_legal
    assert oddities(record) == ["a star where nothing is hit"]


# White's checker on the bar faces six held points; capital letters are the left side's, as GNU Backgammon reads them.
SHUT_OUT = "; Set Pos=------N----------c-bbbbbbA/0"


@pytest.mark.parametrize("cell", ["66:", "66: Cannot Move"])
def test_a_dance_is_a_turn_without_moves(cell: str) -> None:
    record = game(SHUT_OUT, f"  1) {cell}{{}}21: 8/6 8/7")
    assert actions(record)[0] == GameStarted(
        Position.of({25: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 8: 3}), WHITE
    )
    assert (plays(record)[0].moves, plays(record)[0].is_legal) == ((), True)
    assert not record.all_oddities


def test_cube_actions_are_read_and_a_drop_ends_the_game() -> None:
    record = game(
        "  1) 31: 8/5 6/5{} Doubles => 2",
        "  2)  Takes{}65: 24/13",
        "  3)  Doubles => 4{} Drops",
        "      Wins 2 points",
    )
    cube = [type(action) for action in actions(record) if not isinstance(action, Played | Rolled)]
    assert cube == [GameStarted, OpeningRolled, Doubled, Took, Doubled, Dropped]
    assert replay(record).score == (2, 0)


def test_wins_may_stand_on_the_row_of_the_drop() -> None:
    record = game("  1) 31: 8/5 6/5{} Doubles => 2", "  2)  Drops{} Wins 1 point")
    assert replay(record).score == (0, 1)


@pytest.mark.parametrize(
    "rows",
    [
        ("  2) 51: ????{} Wins 2 point",),
        ("  2) 51:{}Wins 2 points",),
        ("  2) 51: Concedes", "{} Wins 2 point"),
        ("  2)  Losses 2 point{} Wins 2 point and the match",),
        ("  2) Resigns{}Wins 2 points",),
        ("  2) Resigned Game", "{}Wins 2 points"),
        ("  2) ????{} Wins 2 point",),
        ("  2)  Losses 2 point",),
    ],
)
def test_giving_up_is_a_resignation_by_the_loser_at_the_level_the_points_tell(rows: tuple[str, ...]) -> None:
    record = game("  1) 31: 8/5 6/5{}65: 24/13", *rows)
    assert actions(record)[-2:] == (ResignationOffered(WHITE, Level.GAMMON), ResignationAccepted(BLACK))
    assert replay(record).score == (0, 2)
    assert not record.all_oddities


def test_roll_that_was_not_played_stays_a_roll() -> None:
    record = game("  1) 31: 8/5 6/5{}65: ????", "      Wins 1 point")
    assert isinstance(actions(record)[-3], Rolled)


def test_concession_after_a_double_is_a_drop() -> None:
    record = game("  1) 31: 8/5 6/5{} Doubles => 2", "  2) Resigns{}Wins 1 point")
    assert actions(record)[-1] == Dropped(WHITE)


def test_points_that_are_no_level_of_the_cube_settle_the_game() -> None:
    record = game("  1) 31: 8/5 6/5{}65: 24/13", "      Wins 5 points")
    assert actions(record)[-1] == GameSettled(WHITE, 5)


def test_points_that_fit_neither_a_drop_nor_a_level_settle_an_open_double() -> None:
    record = game("  1) 31: 8/5 6/5{} Doubles => 2", "{} Wins 5 points")
    assert actions(record)[-2:] == (Doubled(BLACK), GameSettled(BLACK, 5))


def test_the_same_result_twice_is_one_result() -> None:
    record = game("  1) 31: 8/5 6/5", "      Wins 1 point", "      Wins 1 point")
    assert (replay(record).score, oddities(record)) == ((1, 0), [])


def test_comments_that_are_no_headers_are_passed_over() -> None:
    assert game("; a fine opening", "  1) 31: 8/5 6/5").headers == ()


def test_a_game_without_a_result_stays_open() -> None:
    record = game("  1) 31: 8/5 6/5{}65: 24/13")
    assert replay(record).phase is Phase.TO_ROLL
    assert record.games[0].written_result is None


def test_result_on_the_row_of_the_roll_goes_to_the_side_that_did_not_give_up() -> None:
    """GNU Backgammon writes it so when the right side gives up after its roll, and cannot read it back."""
    record = game("  1) 31: 8/5 6/5{}51:  Wins 2 points")
    assert replay(record).score == (2, 0)


def test_illegal_play_keeps_every_hop_even_backwards() -> None:
    record = game("  1) 65: 24/18 13/14")
    played = plays(record)[0]
    assert (played.is_legal, played.moves) == (False, ())
    assert played.end == Position.of({24: 1, 18: 1, 14: 1, 13: 4, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    assert oddities(record) == ["illegal play"]


def test_wrong_number_of_pips_is_flagged() -> None:
    """GNU Backgammon takes it silently: 6/4 is two pips and there is no 2 on the dice."""
    assert oddities(game("  1) 31: 8/5 6/4")) == ["illegal play"]


def test_illegal_play_may_be_given_as_the_position_reached() -> None:
    snowie = "7;0;0;0;1;Right;Left;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;-2;-1;0;-5;0;0;0;0;2;0;0;0;"
    played = plays(game(f"  1) 31: Illegal play ({snowie}) 65: 24/13"))
    assert played[0] == Played(
        WHITE, Position.of({24: 2, 13: 5, 9: 2, 8: 1, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}), is_legal=False
    )
    assert played[1].is_legal


@pytest.mark.parametrize(
    "snowie", ["7;0;0", "7;0;0;0;1;R;L;0;0;0;1;0;0;x" + ";0" * 27, "7;0;0;0;1;R;L;0;0;0;1;0;0;16" + ";0" * 27]
)
def test_illegal_play_with_a_position_that_is_none_loses_the_rest_of_the_game(snowie: str) -> None:
    record = game(f"  1) 31: Illegal play ({snowie}){{}}65: 24/13", "      Wins 1 point")
    assert len(record.all_oddities) == 2
    assert replay(record).score == (1, 0)


def test_play_missing_while_the_game_goes_on_leaves_the_position() -> None:
    record = game("  1) 31: 8/5 6/5{}65:", "  2) 42: 24/20 13/11")
    assert plays(record)[1] == Played(BLACK, replay(game("  1) 31: 8/5 6/5")).seen_by(BLACK), is_legal=False)
    assert oddities(record) == ["no play is written though one is possible"]


def test_cannot_move_where_a_play_exists_is_flagged() -> None:
    assert oddities(game("  1) 31: Cannot Move")) == ["a play is possible"]


def test_a_game_whose_first_roll_is_a_double_starts_without_an_opening_roll() -> None:
    record = game("  1) 33: 24/21(2) 13/10(2)")
    assert actions(record)[:2] == (GameStarted(START, WHITE), Rolled(WHITE, Roll(3, 3)))
    assert oddities(record) == ["the first roll of the game is a double"]


def test_a_double_before_the_first_roll_is_read() -> None:
    record = game("  1)  Doubles => 2{} Takes", "  2) 31: 8/5 6/5")
    assert actions(record)[:3] == (GameStarted(START, WHITE), Doubled(WHITE), Took(BLACK))
    assert oddities(record) == ["a double before the first roll"]


def test_dice_edited_by_hand_replace_the_opening_roll() -> None:
    record = game("  1) 51: 41: 13/9 24/23", "  2) 65: 24/13")
    assert actions(record)[1] == OpeningRolled(1, 4)


def test_beaver_needs_no_answer() -> None:
    record = game(
        "  1) 21: 13/11 6/5{}31: 8/5 6/5",
        "  2)  Doubles => 2{} Beavers => 4",
        "  3) 66: 24/18(2) 13/7(2)",
        "      Wins 8 points",
        length=0,
    )
    assert [a for a in actions(record) if isinstance(a, Doubled | Took)] == [
        Doubled(WHITE),
        Doubled(BLACK),
        Took(WHITE),
    ]
    assert replay(record).score == (8, 0)


def test_a_double_in_what_would_be_the_crawford_game_shows_that_there_was_none() -> None:
    record = game("  1) 31: 8/5 6/5{} Doubles => 2", score=" Left : 6                       Right : 0")
    assert not record.rules.has_crawford
    assert oddities(record) == ["doubled in the Crawford game: read as without that rule"]
    assert replay(record).phase is Phase.DOUBLE_OFFERED


def test_a_double_with_a_dead_cube_is_left_out_and_the_plays_go_on() -> None:
    record = game(
        "  1) 31: 8/5 6/5{} Doubles => 2", "  2)  Takes{}65: 24/13", score=" Left : 6                       Right : 6"
    )
    assert oddities(record)[0] == "left out: the cube is worth all the points needed"
    assert len(plays(record)) == 2


def test_a_gammon_written_as_one_point_shows_the_jacoby_rule() -> None:
    bearing_off = "; Set Pos=-A----------------o-------/0"
    record = game(bearing_off, "  1) 21: 1/0", "      Wins 1 point", length=0)
    assert (record.rules.has_jacoby, replay(record).score) == (True, (1, 0))
    assert oddities(record) == ["a gammon counts single while the cube is not turned: read as with the Jacoby rule"]


@pytest.mark.parametrize(
    ("line", "length"),
    [
        ("Unlimited match", 0),
        ("Money session", 0),
        ("7 points match", 7),
        ("  15 Point Match  ", 15),
        ("1 point match", 1),
    ],
)
def test_match_lines_of_every_spelling_are_read(line: str, length: int) -> None:
    record = read_mat(f"{line}\n Game 1\n A : 0   B : 0\n 1) 31: 8/5 6/5\n")
    assert (record.length, record.all_oddities) == (length, ())


@pytest.mark.parametrize("word", ["Concedes", "Resigns", "Resigned Match", "Forfeits", "Lost on time"])
def test_giving_up_has_many_words(word: str) -> None:
    record = game("  1) 31: 8/5 6/5{}65: 24/13", f"  2) {word}", "{} Wins 3 points and the match")
    assert actions(record)[-2:] == (ResignationOffered(WHITE, Level.BACKGAMMON), ResignationAccepted(BLACK))


def test_several_oddities_at_once_cost_nothing() -> None:
    """Mark, other line ends, comments of both kinds, a numbered result, small die first, words and numbers mixed."""
    text = (
        '\ufeff# [Site "Café"]\n; [CubeLimit "64"]\n5 points match\n\n\nGame 1 \n'
        "A b,1500: 0                     Zoë: 0\n"
        "  1) 13: 8-5, 6-5                       46: 24/14\n"
        "  2)Doubles => 2                         Takes\n"
        "  3) 65: 24/18/13                       55: 8/3(2) 6-1*(2)\n"
        "  4) 26: Bar/23 13/7                    21: ????\n"
        "  5)  Wins 4 point\n  6)\n"
    )
    record = read_mat(decode(text.replace("\n", "\r\n").encode()))
    assert (record.names, record.ratings, record.length) == (("A b", "Zoë"), (1500, None), 5)
    assert record.headers[0] == ("Site", "Café")
    assert replay(record).score == (4, 0)
    assert not record.damage


def test_an_unknown_game_is_played_as_backgammon_and_a_known_one_by_its_start() -> None:
    def start(variation: str) -> Position:
        text = f'; [Variation "{variation}"]\n1 point match\n Game 1\n A : 0   B : 0\n'
        return read_mat(text).rules.start

    assert start("Backgammon") == start("Chess") == START
    assert start("NackGammon").own_on(23) == 2
    assert start("HyperGammon (2)") == Position.of({24: 1, 23: 1}, {24: 1, 23: 1}, 2)


def test_headers_are_kept_in_order_and_set_the_rules() -> None:
    headers = '; [Site "Club"]\n# [Jacoby "On"]\n; [CubeLimit "1"]\n\n'
    record = read_mat(f"{headers}0 point match\n\nGame 1\nA : 0   B : 0\n 1) 31: 8/5 6/5\n")
    assert record.headers == (("Site", "Club"), ("Jacoby", "On"), ("CubeLimit", "1"))
    assert (record.length, record.rules.has_jacoby, record.rules.has_cube) == (0, True, False)


def test_scores_between_games_that_do_not_fit_are_flagged() -> None:
    first = " Game 1\n A : 0   B : 0\n 1) 31: 8/5 6/5\n   Wins 1 point\n"
    record = read_mat(f"5 point match\n{first} Game 2\n A : 3   B : 0\n 1) 31: 8/5 6/5\n")
    assert oddities(record) == ["the score is 1-0"]


def test_missing_result_is_taken_from_the_next_score() -> None:
    record = read_mat(
        "5 point match\n Game 1\n A : 0   B : 0\n 1) 31: 8/5 6/5\n Game 2\n A : 0   B : 2\n 1) 31: 8/5 6/5\n"
    )
    assert replay(record).score == (0, 2)
    assert oddities(record) == ["no result is written: taken from the next score"]


def test_a_game_broken_off_in_the_middle_counts_for_nobody() -> None:
    record = read_mat(
        "5 point match\n Game 1\n A : 0   B : 0\n 1) 31: 8/5 6/5\n Game 2\n A : 0   B : 0\n 1) 31: 8/5 6/5\n"
    )
    assert replay(record).score == (0, 0)
    assert oddities(record) == ["no result is known: the game counts for nobody"]


def test_games_after_the_end_and_second_matches_are_flagged() -> None:
    one = " Game 1\n A : 0   B : 0\n 1) 31: 8/5 6/5\n   Wins 1 point\n"
    record = read_mat(f"1 point match\n{one}{one}1 point match\n{one}")
    assert oddities(record) == ["after the end of the match", "a second match begins here: only the first is read"]
    assert replay(record).score == (1, 0)


def test_a_file_without_a_length_is_a_money_session() -> None:
    record = read_mat(" Game 1\n A : 0   B : 0\n 1) 31: 8/5 6/5\n")
    assert (record.length, oddities(record)) == (0, ["no match length is written: read as a money session"])


def test_a_game_without_a_score_line_goes_on_from_the_score_before() -> None:
    one = " 1) 31: 8/5 6/5\n   Wins 1 point\n"
    record = read_mat(f"5 point match\n Game 1\n A : 2   B : 0\n{one} Game 2\n{one}")
    assert (replay(record).score, oddities(record)) == ((4, 0), ["no score line"])


def test_a_set_up_position_that_is_none_is_flagged() -> None:
    record = game("; Set Pos=hello/0", "  1) 31: 8/5 6/5")
    assert oddities(record)[0].startswith("position not understood: XGID: 5 characters")
    assert replay(record).seen_by(WHITE).own_on(5) == 2


def test_the_cube_of_a_set_up_position_is_flagged() -> None:
    record = game(SHUT_OUT.replace("/0", "/1"), "  1) 66:")
    assert oddities(record) == ["the cube of a set-up position is left out"]


def test_a_second_result_is_flagged() -> None:
    record = game("  1) 31: 8/5 6/5", "      Wins 1 point", "      Wins 2 points")
    assert (replay(record).score, oddities(record)) == ((1, 0), ["a second result"])


def test_a_result_that_the_play_contradicts_is_flagged() -> None:
    record = game("  1) 31: 8/5 6/5{} Doubles => 2", "  2)  Takes", "  3)  Drops", "      Wins 7 points")
    assert "cannot be here: no double was offered" in oddities(record)
    dropped = game("  1) 31: 8/5 6/5{} Doubles => 2", "  2)  Drops{} Wins 2 points")
    assert oddities(dropped) == ["the play gives the right side 1"]


def test_the_next_score_decides_who_won_where_the_column_misleads() -> None:
    first = " Game 1\n A : 0   B : 0\n 1) 31: 8/5 6/5\n   Wins 2 points\n"
    record = read_mat(f"5 point match\n{first} Game 2\n A : 0   B : 2\n 1) 31: 8/5 6/5\n")
    assert replay(record).score == (0, 2)


def test_a_concession_that_the_game_goes_on_after_is_flagged() -> None:
    record = game("  1) 31: 8/5 6/5{}Concedes", "  2) {}65: 24/13")
    assert oddities(record) == ["the game goes on after it"]


def test_a_double_that_was_not_answered_was_taken_when_the_doubler_rolls() -> None:
    record = game("  1) 31: 8/5 6/5{} Doubles => 2", "  2) {}65: 24/13")
    assert Took(WHITE) in actions(record)
    assert oddities(record) == ["the double was not answered: read as taken, since the game goes on"]


def test_a_double_out_of_turn_loses_the_rest_of_the_game() -> None:
    record = game("  1) 31: 8/5 6/5{}65: 24/13", "  2) {} Doubles => 2", "      Wins 1 point")
    assert oddities(record) == ["a turn is missing"]


def test_words_after_a_word_are_flagged() -> None:
    record = game("  1) 31: 8/5 6/5{} Doubles => 2 quickly", "  2)  Takes", "{} Wins 1 point")
    assert oddities(record)[0] == "not understood"
    assert replay(record).score == (0, 1)


def test_rows_behind_the_result_are_flagged() -> None:
    record = game("  1) 31: 8/5 6/5", "      Wins 1 point", "  2) 65: 24/13")
    assert oddities(record) == ["after the end of the game"]


def test_an_oddity_says_where_what_and_why() -> None:
    assert [str(oddity) for oddity in game("  1) 31: 8/5 6/4").all_oddities] == [
        "line 5, column 6: illegal play: 31: 8/5 6/4"
    ]
    no_length = read_mat(" Game 1\n A : 0   B : 0\n").all_oddities[0]
    assert str(no_length) == "line 1, column 1: no match length is written: read as a money session"


def test_illegal_play_seen_by_the_mover_is_told_by_the_names() -> None:
    snowie = "7;0;0;0;0;Left;Right;0;0;0;1;0;0;-2;0;0;0;0;5;0;1;2;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;0;0;"
    played = plays(game(f"  1) 31: Illegal play ({snowie})"))
    assert played[0].end == Position.of({24: 2, 13: 5, 9: 2, 8: 1, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
