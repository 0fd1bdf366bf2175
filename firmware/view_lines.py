"""The two lines of text that each state shows by itself. Pure functions of the table's state."""

from __future__ import annotations

from typing import assert_never

from engine.actions import Doubled
from engine.match import Match, Phase, points_for, refusal
from engine.plays import Play
from engine.position import Side
from firmware.choice_lines import play_lines, which_lines
from firmware.menu_view import digits_lines, menu_lines
from firmware.table_board import acceptable, displaced, put_back_lines, to_put_right
from firmware.table_clock import waits_for_start
from firmware.table_hints import numbers_left, numbers_played
from firmware.table_results import ending_of, results_of
from firmware.table_state import State, TableState
from firmware.texts import _, ngettext, pgettext
from firmware.verdicts import Complete, Underway
from firmware.words import level_word, point_list, side_letter, side_word

Lines = tuple[str, str]
NOTHING: Lines = ("", "")


def lines_of(state: TableState) -> Lines:
    """What a state says when nothing else is to be said."""
    match state.at:
        case State.SET_UP:
            return _set_up_lines(state)
        case State.TO_ROLL:
            return NOTHING
        case State.OPENING_ROLL | State.TIME_OUT:
            return _clock_lines(state)
        case State.DOUBLE | State.DOUBLE_OFFERED | State.TAKE | State.DROP:
            return _cube_lines(state)
        case State.MOVING:
            return _moving_lines(state)
        case State.TAKE_BACK | State.TAKEN_OFF | State.PASS_IT | State.ILLEGAL_PASSED | State.NO_LEGAL_PLAY:
            return _turn_question_lines(state)
        case State.WHICH_PLAY:
            return which_lines(state)
        case State.RESIGN_MENU | State.RESIGNATION_OFFERED:
            return _resign_lines(state)
        case State.HOW_ENDED:
            return _ending_lines(state)
        case State.GAME_OVER | State.MATCH_OVER:
            return _result_lines(state)
        case State.CORRECTING:
            return _correcting_lines(state)
        case State.PAUSED:
            # Translators: two lines of 21 characters: both players press PLAY, or both hold CUBE
            return _("Both PLAY: go on"), _("hold CUBE: put away")
        case State.RESUME:
            return _resume_lines(state)
        case State.PART_MISSING:
            return _part_lines(state)
        case State.MENU:
            return menu_lines(state)
        case State.DIGITS:
            return digits_lines(state)
        case _:
            assert_never(state.at)


def _resume_lines(state: TableState) -> Lines:
    white, black = state.match.score
    length = state.match.rules.length
    letters = [side_letter(side) for side in Side]
    # Translators: 21 characters: each side's letter and points, then the match's length: "Go on? W3 B1 to 7"
    text = _("Go on? {white} {black} to {length}") if length else _("Go on? {white} {black}")
    text = text.format(white=f"{letters[0]}{white}", black=f"{letters[1]}{black}", length=length)
    # Translators: 21 characters: both players press PLAY; {day} is the last one of the match, such as 2026-11-30
    return text, _("{day} both PLAY").format(day=state.day) if state.day else _("Both: PLAY")


def _part_lines(state: TableState) -> Lines:
    part, remedy = next(iter(state.missing), ("", ""))
    if not state.missing:
        # Translators: two lines of 21 characters
        return _("Scanner is back"), _("one moment")
    # Translators: 21 characters; {part} is a part's name, such as "Scanner"
    return _("{part} not found:").format(part=_(part)), _(remedy) if remedy else ""


def _set_up_lines(state: TableState) -> Lines:
    board = state.board
    # Translators: 21 characters
    title = _("Set up the board")
    if board is None:
        return (title, "")
    if board.start_layout is None:
        return (title, _worst_line(state, board.differs, Side.WHITE) if board.differs else "")
    # Translators: 21 characters: where White's home is; R and L: on the right or left as the near player sees it
    where = _("{side} home: near, {hand}") if board.start_layout.white_seat == 0 else _("{side} home: far, {hand}")
    hand = pgettext("right", "R") if board.start_layout.home_is_right else pgettext("left", "L")
    house_length = state.match.rules.length if state.standing is not None else state.house.length
    # Translators: 6 characters: the match's length
    length = _("to {length}").format(length=house_length) if house_length else pgettext("length of a match", "money")
    waiting = 2 - len(state.ready)
    # Translators: 15 characters; {count} players must still press PLAY
    ready = _("PLAY: ready ({count})").format(count=waiting) if waiting else _("Here we go")
    return (where.format(side=side_word(Side.WHITE), hand=hand), f"{ready} {length}")


# Clock


def _clock_lines(state: TableState) -> Lines:
    """Who starts the first turn's time, or whose time is out and what can be done."""
    if state.at is State.TIME_OUT:
        late = None if state.standing is None else state.standing.time_out
        # Translators: 21 characters each; CUBE goes on playing, PLAY held by both players ends the match
        return _("{side}: time is out").format(side=side_word(late or Side.WHITE)), _("CUBE: on  PLAYs: end")
    if not waits_for_start(state):
        return NOTHING
    # Translators: two lines of 21 characters: who begins, and who presses PLAY to start that player's time
    first, second = _("{side} begins"), _("{side}: PLAY starts")
    return first.format(side=side_word(state.mover)), second.format(side=side_word(state.mover.other))


# Cube and resignation


def _cube_lines(state: TableState) -> Lines:
    value = state.match.cube * 2
    # Translators: 21 characters: PLAY leads back
    back = _("PLAY: back")
    if state.at is State.DOUBLE:
        # Translators: 21 characters
        return _("Double? CUBE: offer"), back
    if state.at is State.DOUBLE_OFFERED:
        # Translators: two lines of 21 characters
        answers = _("CUBE take, hold: drop")
        if can_beaver(state):
            # Translators: 21 characters each: the stake is doubled at once in answer to a double, or to a beaver
            return (_("hold PLAY: raccoon") if state.match.beavers % 2 else _("hold PLAY: beaver")), answers
        if not state.match.beavers:
            return _("Double to {value}").format(value=value), answers
        # Translators: 21 characters each: a double in answer to a double, and one in answer to that
        again = _("Beaver to {value}") if state.match.beavers % 2 else _("Raccoon to {value}")
        return again.format(value=value), answers
    if state.at is State.TAKE:
        # Translators: 21 characters
        return _("Take at {value}? CUBE: yes").format(value=value), back
    # Translators: 21 characters
    return _drop_line(state), _("CUBE: drop PLAY: back")


def can_beaver(state: TableState) -> bool:
    """Whether the side that must answer a double may double at once, and keep the cube."""
    return refusal(state.match, Doubled(state.match.decider or Side.WHITE)) is None


def _drop_line(state: TableState) -> str:
    """What a drop means: the score after it, or the match."""
    match = state.match
    doubler = match.offered_by
    if doubler is None:
        # Translators: 21 characters
        return _("Drop?")
    score = list(match.score)
    score[doubler] += match.cube
    if match.rules.length and score[doubler] >= match.rules.length:
        # Translators: 21 characters
        return _("Drop loses the match")
    # Translators: 21 characters; the score after a drop, the leader's first: "Drop: White 5-3"
    text = _("Drop: {side} {points}-{others}")
    return text.format(side=side_word(doubler), points=score[doubler], others=score[doubler.other])


def _resign_lines(state: TableState) -> Lines:
    if state.at is State.RESIGN_MENU:
        # Translators: two lines of 21 characters
        return _("Resign {level}?").format(level=level_word(state.level)), _("hold CUBE: offer it")
    level = level_word(state.match.offered_level or state.level)
    # Translators: two lines of 21 characters
    return _("Resigns a {level}").format(level=level), _("hold PLAY yes CUBE no")


# A turn


def _moving_lines(state: TableState) -> Lines:
    board = state.board
    if state.is_snapping:
        # Translators: two lines of 21 characters: the lamps show the way back to where the turn began
        return put_back_lines(state) if displaced(state) else (_("Back to the start"), _("CUBE: enough"))
    verdict = board.verdict if board is not None else None
    if board is None or board.is_hand:
        return NOTHING
    if isinstance(verdict, Underway):
        return _left_lines(state)
    if not isinstance(verdict, Complete):
        return NOTHING
    if verdict.on_wrong_bar:
        # Translators: two lines of 21 characters that are one sentence; {side} is a colour word
        second = _("{side}'s bar side").format(side=side_word(state.mover.other))
        return _("Hit checker: move to"), second
    if verdict.reads_like_start:
        return _off_lines(verdict.play)
    return _complete_lines(state, verdict.play)


def _left_lines(state: TableState) -> Lines:
    """What is left to play, once something is played (home and club)."""
    is_told = state.standing is not None and state.standing.policy.greys_played_dice
    if not is_told or not numbers_played(state):
        return NOTHING
    left = " ".join(map(str, numbers_left(state)))
    # Translators: 21 characters; {numbers} are up to four digits
    return (_("Still to play: {numbers}").format(numbers=left), "") if left else NOTHING


def _complete_lines(state: TableState, play: Play) -> Lines:
    """The play, and the new count of a tall stack; in a tournament the count alone, or nothing."""
    standing = state.standing
    if standing is not None and not standing.policy.greys_played_dice:
        return ("", _stack_counts(state, play)) if standing.shows_legality else NOTHING
    first, second = play_lines(play)
    return (first, second or _stack_counts(state, play))


def _off_lines(play: Play) -> Lines:
    off = [move.start for move in play.moves if move.end == 0]
    # Translators: two lines of 21 characters: checkers to take off that no cell can see
    text, then = _("Take {count} off point {point}"), _("then PLAY")
    # Translators: 21 characters
    return (text.format(count=len(off), point=off[0]) if off else _("PLAY: pass"), then)


def _stack_counts(state: TableState, play: Play) -> str:
    """`Point 1: 7 now` for a stack of five or more that this turn changes."""
    before = state.match.seen_by(state.mover)
    for point in range(1, 25):
        now = play.end.own_on(point)
        if now >= 5 and now != before.own_on(point):
            # Translators: 21 characters: how many checkers the point counts now
            return _("Point {point}: {count} now").format(point=point, count=now)
    return ""


def _turn_question_lines(state: TableState) -> Lines:
    """Questions about a turn that are answered with one key."""
    if state.at is State.NO_LEGAL_PLAY:
        # Translators: two lines of 21 characters
        return _("No legal play"), _("PLAY: pass")
    if state.at is State.TAKE_BACK:
        asking = side_word(state.mover.other)
        # Translators: two lines of 21 characters; {side} wants to take the last play back
        return _("{side}: take back?").format(side=asking), _("hold PLAY yes CUBE no")
    if state.at is State.TAKEN_OFF:
        off = state.choices[0].end.own_off - state.match.seen_by(state.mover).own_off
        # Translators: two lines of 21 characters
        return ngettext("{count} taken off?", "{count} taken off?", off).format(count=off), _("PLAY: yes  CUBE: back")
    if state.at is State.ILLEGAL_PASSED:
        # Translators: two lines of 21 characters
        return _("Play is not legal"), _("PLAY: yes  CUBE: redo")
    # Translators: two lines of 21 characters
    return _("Pass it?"), _("PLAY: pass CUBE: back")


# Results


def _ending_lines(state: TableState) -> Lines:
    level = ending_of(state)
    # Translators: 21 characters each: how a game ended whose board was swept
    first = _("Ended: not finished") if level is None else _("Ended: {level}").format(level=level_word(level))
    if level is None:
        # Translators: 21 characters: both players press PLAY to say so
        return first, _("Both PLAY, CUBE next")
    if state.proposer is None:
        # Translators: 21 characters: who has won presses PLAY; CUBE shows the next ending
        return first, _("Winner PLAY CUBE next")
    # Translators: 21 characters; {side} says so, the other must agree
    return first, _("{side} won? PLAY: yes").format(side=side_word(state.layout.side_of(state.proposer)))


def _ratings_text(state: TableState) -> str:
    """Both players' ratings after a match, where they have any."""
    after = None if state.standing is None else state.standing.ratings_after
    if after is None:
        return ""
    white, black = (round(rating.points) for rating in after)
    return f" {side_letter(Side.WHITE)}{white} {side_letter(Side.BLACK)}{black}"


def _result_lines(state: TableState) -> Lines:
    match: Match = state.match
    result = match.result
    if result is None:
        return NOTHING
    if match.phase is Phase.MATCH_OVER:
        score = f"{match.score[result.winner]}-{match.score[result.winner.other]}"
        # Translators: 21 characters
        return (_("{side} wins the match").format(side=side_word(result.winner)), score + _ratings_text(state))
    if state.choice:
        winner, level_won = results_of(state)[state.choice]
        points, level = points_for(match, level_won), level_word(level_won)
    else:
        winner, points = result.winner, result.points
        # Translators: 10 characters: the players said how the game ended
        level = _("by word") if result.level is None else level_word(result.level)
    # Translators: 21 characters each: what comes after a game, on pressing PLAY
    following = _("PLAY: Crawford game") if match.is_crawford_next else _("Both PLAY: next game")
    return (f"{side_word(winner)} +{points} {level}", following)


# The board


def _correcting_lines(state: TableState) -> Lines:
    wrong = to_put_right(state)
    if not wrong or state.board is None:
        # Translators: 21 characters
        return (_("Put the board right"), "")
    chosen = (state.choice or 0) % len(wrong)
    entry = wrong[chosen]
    first = _worst_line(state, (entry,), state.match.on_roll or Side.WHITE)
    # Translators: 10 characters: which of how many places
    number = _("{number} of {count}").format(number=chosen + 1, count=len(wrong))
    if state.is_guided:
        return first, _guide(state, wrong) + number
    if acceptable(state) is None:
        return first, number
    # Translators: 21 characters, the numbers of two digits each: which of how many places, or both players hold PLAY
    return first, _("{number}/{count} hold both PLAY").format(number=chosen + 1, count=len(wrong))


def _guide(state: TableState, wrong: tuple[tuple[int, int, int], ...]) -> str:
    """Whose checkers are set up now."""
    is_white = len(wrong) < len(displaced(state)) or state.layout.spot_of(Side.WHITE, wrong[0][0]) in _whites(state)
    # Translators: 11 characters: whose checkers are being set up
    text = _("{side} first") if is_white else _("then {side}")
    return text.format(side=side_word(Side.WHITE if is_white else Side.BLACK)) + " "


def _whites(state: TableState) -> set[int]:
    return {slot for slot in range(1, 26) if state.match.position.own_on(slot)}


def _worst_line(state: TableState, wrong: tuple[tuple[int, int, int], ...], side: Side) -> str:
    """The place that is furthest off: `14: 1 too many`, numbered for `side`."""
    place, have, want = max(wrong, key=lambda entry: abs(entry[1] - entry[2]))
    name, count = point_list(state.layout, side, (place,)), abs(have - want)
    # Translators: 21 characters; {place} is a point's number or "bar"
    text = _("{place}: {count} too many") if have > want else _("{place}: {count} missing")
    return text.format(place=name, count=count)
