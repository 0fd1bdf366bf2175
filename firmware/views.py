"""What the players see of a state: the screen and the lamps, as values. Pure functions of the table's state."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from engine.match import Match, Phase
from engine.notation import write_play
from engine.plays import Play
from engine.position import Side
from firmware.screens import COLUMNS, Die, Mark, Screen
from firmware.table_board import displaced
from firmware.table_state import State, TableState
from firmware.verdicts import Complete, Illegal, Unreadable
from firmware.words import LEVELS, point_list, side_word
from hardware.ports import DARK, LAMPS, Colour, Lamp, Rhythm

Lines = tuple[str, str]

GREEN_PULSE: Final = Lamp(Colour.GREEN, Rhythm.PULSE)
RED: Final = Lamp(Colour.RED, Rhythm.BLINK_2HZ)
BLUE: Final = Lamp(Colour.BLUE, Rhythm.BLINK_1HZ)
VIOLET: Final = Lamp(Colour.VIOLET, Rhythm.BLINK_1HZ)
AMBER: Final = Lamp(Colour.AMBER, Rhythm.SLOW)


_MARK_OF_PART: Final = {
    "Scanner": Mark.SCANNER_MISSING,
    "Keys": Mark.KEYS_MISSING,
    "Buzzer": Mark.BUZZER_MISSING,
}
"""A missing display has none: nobody could read it."""


def screen_of(state: TableState, seat: int, bar: float | None) -> Screen:
    """The picture of a state. `seat` must act and is faced, `bar` is how full the bar of a held key is."""
    facing = seat if state.house.is_flipping else 0
    marks = _marks(state)
    lines = state.lines or _lines(state)
    if state.standing is None:
        return Screen(lines=lines, is_warning=state.is_warning, bar=bar, facing=facing, marks=marks)
    match, standing = state.match, state.standing
    return Screen(
        white_name=standing.white_name,
        black_name=standing.black_name,
        white_score=match.score[Side.WHITE],
        black_score=match.score[Side.BLACK],
        length=match.rules.length,
        cube=match.cube * 2 if match.phase is Phase.DOUBLE_OFFERED else match.cube,
        cube_owner=match.cube_owner,
        cube_offered=match.phase is Phase.DOUBLE_OFFERED,
        has_cube=match.rules.has_cube,
        turn=_turn(state),
        on_turn=match.decider,
        white_off=match.position.own_off,
        black_off=match.position.opp_off,
        is_crawford=match.is_crawford,
        marks=marks,
        dice=_dice(state),
        is_rolling=state.is_rolling,
        lines=lines,
        is_warning=state.is_warning,
        bar=bar,
        facing=facing,
    )


def _marks(state: TableState) -> tuple[Mark, ...]:
    marks = []
    if state.is_unsaved:
        marks.append(Mark.NOT_SAVED)
    missing = {part for part, _ in state.missing}
    return (*marks, *(mark for part, mark in _MARK_OF_PART.items() if part in missing))


def _dice(state: TableState) -> tuple[Die, ...]:
    match = state.match
    if match.phase is Phase.OPENING_ROLL and match.opening:
        return tuple(Die(number) for number in match.opening[-1])
    if match.roll is None:
        return ()
    numbers = match.roll.numbers
    if not state.standing or not state.standing.policy.greys_played_dice:
        return tuple(Die(number) for number in numbers)
    board = state.board
    is_done = state.at is State.MOVING and board is not None and isinstance(board.verdict, Complete)
    return tuple(Die(number, is_done) for number in numbers)


def _turn(state: TableState) -> str:
    match = state.match
    decider = match.decider
    if decider is None:
        return f"Game {match.game}" if match.is_playing else ""
    word = side_word(decider)
    doing = {
        State.TO_ROLL: "to roll",
        State.DOUBLE: "to roll",
        State.DOUBLE_OFFERED: "to answer",
        State.TAKE: "to answer",
        State.DROP: "to answer",
        State.RESIGNATION_OFFERED: "to answer",
        State.NO_LEGAL_PLAY: "to pass",
    }.get(state.at, "to move" if match.roll is not None else "to roll")
    return f"{word} {doing}"


def _lines(state: TableState) -> Lines:
    """The two lines of text that a state shows by itself."""
    match state.at:
        case State.SET_UP:
            return _set_up_lines(state)
        case State.TO_ROLL | State.OPENING_ROLL:
            return ("", "")
        case State.DOUBLE:
            return ("Double? CUBE: offer", "PLAY: back")
        case State.DOUBLE_OFFERED:
            return (f"Double to {state.match.cube * 2}", "CUBE take, hold: drop")
        case State.TAKE:
            return (f"Take at {state.match.cube * 2}? CUBE", "PLAY: back")
        case State.DROP:
            return (_drop_line(state), "CUBE: drop PLAY: back")
        case State.MOVING:
            return _moving_lines(state)
        case State.TAKEN_OFF:
            off = state.choices[0].end.own_off - state.match.seen_by(state.mover).own_off
            return (f"{off} taken off?", "PLAY: yes  CUBE: back")
        case State.WHICH_PLAY:
            return _which_lines(state)
        case State.NO_LEGAL_PLAY:
            return ("No legal play", "PLAY: pass")
        case State.RESIGN_MENU:
            return (f"Resign {LEVELS[state.level]}?", "hold CUBE: offer it")
        case State.RESIGNATION_OFFERED:
            level = LEVELS[state.match.offered_level or state.level]
            return (f"Resigns a {level}", "hold PLAY: accept")
        case State.GAME_OVER | State.MATCH_OVER:
            return _result_lines(state)
        case State.CORRECTING:
            return _correcting_lines(state)
        case State.RESUME:
            white, black = state.match.score
            return (f"Go on? W{white} B{black} to {state.match.rules.length}", "Both: PLAY")
        case State.PART_MISSING:
            part, remedy = next(iter(state.missing), ("Board", "one moment"))
            return (f"{part} not found:" if state.missing else "Scanner is back", remedy)


def _set_up_lines(state: TableState) -> Lines:
    board = state.board
    if board is None:
        return ("Set up the board", "")
    if board.start_layout is None:
        return ("Set up the board", _worst_line(state, board.differs, Side.WHITE) if board.differs else "")
    seat = "near" if board.start_layout.white_seat == 0 else "far"
    waiting = 2 - len(state.ready)
    length = f"to {state.house.length}" if state.house.length else "money"
    ready = f"PLAY: ready ({waiting})" if waiting else "Here we go"
    return (f"White home: {seat}, {'R' if board.start_layout.home_is_right else 'L'}", f"{ready} {length}")


def _drop_line(state: TableState) -> str:
    """What a drop means: the score after it, or the match."""
    match = state.match
    doubler = match.offered_by
    if doubler is None:
        return "Drop?"
    score = list(match.score)
    score[doubler] += match.cube
    if match.rules.length and score[doubler] >= match.rules.length:
        return "Drop loses the match"
    return f"Drop: {side_word(doubler)} {score[doubler]}-{score[doubler.other]}"


def _moving_lines(state: TableState) -> Lines:
    board = state.board
    verdict = board.verdict if board is not None else None
    if not isinstance(verdict, Complete) or (board is not None and board.is_hand):
        return ("", "")
    if verdict.on_wrong_bar:
        return ("Hit checker: move to", f"{side_word(state.mover.other)}'s bar side")
    if verdict.reads_like_start:
        return _off_lines(state, verdict.play)
    first, second = _play_lines(verdict.play)
    return (first, second or _stack_counts(state, verdict.play))


def _play_lines(play: Play) -> Lines:
    """A play in one line, or in two if it is long."""
    first, *rest = wrap(write_play(play.moves), COLUMNS) or [""]
    return (first, " ".join(rest))


def _off_lines(state: TableState, play: Play) -> Lines:
    off = [move.start for move in play.moves if move.end == 0]
    return (f"Take {len(off)} off point {off[0]}" if off else "PLAY: pass", "then PLAY")


def _stack_counts(state: TableState, play: Play) -> str:
    """`Point 1: 7 now` for a stack of five or more that this turn changes."""
    before = state.match.seen_by(state.mover)
    for point in range(1, 25):
        now = play.end.own_on(point)
        if now >= 5 and now != before.own_on(point):
            return f"Point {point}: {now} now"
    return ""


def _which_lines(state: TableState) -> Lines:
    """Ask about the difference: how many are off, or else the plays in turn."""
    hint = "CUBE: next, hold PLAY"
    offs = [play.end.own_off for play in state.choices]
    before = state.match.seen_by(state.mover).own_off
    by_off = len(set(offs)) == len(offs)
    if state.choice is None:
        return ("How many off?" if by_off else "Which play was it?", "CUBE: show them")
    play = state.choices[state.choice]
    if by_off:
        return (f"How many off? {play.end.own_off - before}", hint)
    first, second = _play_lines(play)
    return (first, second or hint)


def _result_lines(state: TableState) -> Lines:
    match: Match = state.match
    result = match.result
    if result is None:
        return ("", "")
    winner = side_word(result.winner)
    if match.phase is Phase.MATCH_OVER:
        return (f"{winner} wins the match", f"{match.score[result.winner]}-{match.score[result.winner.other]}")
    level = "by word" if result.level is None else LEVELS[result.level]
    following = "PLAY: Crawford game" if match.is_crawford_next else "Both PLAY: next game"
    return (f"{winner} +{result.points} {level}", following)


def _correcting_lines(state: TableState) -> Lines:
    wrong = displaced(state)
    if not wrong or state.board is None:
        return ("Put the board right", "")
    ordered = sorted(wrong, key=lambda entry: -abs(entry[1] - entry[2]))
    chosen = (state.choice or 0) % len(ordered)
    entry = ordered[chosen]
    return (_worst_line(state, (entry,), state.match.on_roll or Side.WHITE), f"{chosen + 1} of {len(ordered)}")


def _worst_line(state: TableState, wrong: tuple[tuple[int, int, int], ...], side: Side) -> str:
    """The place that is furthest off: `14: 1 too many`, numbered for `side`."""
    place, have, want = max(wrong, key=lambda entry: abs(entry[1] - entry[2]))
    name = point_list(state.layout, side, (place,))
    return f"{name}: {abs(have - want)} {'too many' if have > want else 'missing'}"


# Lamps


def lights_of(state: TableState) -> tuple[Lamp, ...]:
    """One lamp a place (28). None changes under a hand, nor while the board stirs: then a hand is mostly there."""
    lamps = [DARK] * LAMPS
    board = state.board
    if state.standing is None or state.at is State.PART_MISSING:
        return tuple(lamps)
    if board is None or board.is_hand:
        return state.lamps
    if state.at is State.MOVING:
        _moving_lamps(state, lamps)
    elif state.at is State.CORRECTING or (state.is_warned and displaced(state)):
        for place, have, want in displaced(state):
            lamps[place] = VIOLET if have > want else BLUE
    return tuple(lamps)


def _moving_lamps(state: TableState, lamps: list[Lamp]) -> None:
    board = state.board
    assert board is not None
    verdict = board.verdict
    if isinstance(verdict, Complete):
        for place in _touched(state, verdict.play):
            lamps[place] = GREEN_PULSE
    if isinstance(verdict, Complete) and verdict.on_wrong_bar:
        lamps[state.layout.place_of(state.mover.other, 25)] = AMBER
    if isinstance(verdict, Illegal) and state.is_warned:
        for place in verdict.places:
            lamps[place] = RED
    if isinstance(verdict, Unreadable):
        for place in verdict.places:
            lamps[place] = AMBER


def _touched(state: TableState, play: Play) -> set[int]:
    return {state.layout.place_of(state.mover, slot) for move in play.moves for slot in (move.start, move.end)}
