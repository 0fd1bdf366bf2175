"""Warnings in words: a ruling as two lines of 21 characters (TABLE.md, Warnings). Pure."""

from __future__ import annotations

from engine.notation import write_play
from engine.plays import Move, Roll
from engine.position import BAR, OFF, Side
from engine.rulings import Broken, Ruling
from firmware.policy import Policy
from firmware.screens import COLUMNS
from firmware.words import side_word

Lines = tuple[str, str]


def warning_lines(ruling: Ruling, mover: Side, roll: Roll | None, policy: Policy = Policy.CLUB) -> Lines:
    """What is wrong, in the mover's numbering. Never empty, never wider than two lines of 21 characters."""
    first, second = _lines(ruling, mover, roll, policy)
    return first[:COLUMNS], second[:COLUMNS]


def _lines(ruling: Ruling, mover: Side, roll: Roll | None, policy: Policy) -> Lines:
    points, numbers, count = ruling.points, ruling.numbers, ruling.count
    other = side_word(mover.other)
    match ruling.kind:
        case Broken.BAR_FIRST:
            return "Enter from the bar", f"first: {count} waiting"
        case Broken.POINT_HELD:
            return f"{points[0]} is blocked: {count}", f"{other.lower()} checker{_s(count)}"
        case Broken.NO_WAY:
            return _no_way(points)
        case Broken.NOT_ON_DICE:
            return f"{_way(points)} is {count}:", f"you rolled {_numbers(numbers)}"
        case Broken.NUMBER_USED_UP:
            return f"{_way(points)}: the {numbers[0]}", "is played already"
        case Broken.BACKWARDS:
            return _one_or_two(f"{_way(points)} is", "backwards")
        case Broken.NOT_HOME:
            return "Not home yet:", f"{count} checker{_s(count)} on {_name(points[0])}"
        case Broken.HIGHER_CHECKER:
            return f"No {numbers[0]} off from {points[0]}:", f"a checker is on {points[1]}"
        case Broken.NUMBER_TOO_SMALL:
            return f"A {numbers[0]} is too small", f"to bear off {points[0]}"
        case Broken.OPPONENT_MOVED:
            return f"{other}'s checker moved", f"{_opponents_way(points)}"
        case Broken.TOO_MANY_MOVES:
            return _one_or_two(f"{count} moves, but", f"{4 if len(set(numbers)) == 1 else 2} rolled")
        case Broken.HIT_NOT_ON_BAR:
            return "Hit checker: put it", "on the bar"
        case Broken.TOO_FEW:
            return f"{count} checker{_s(count)} too few:", _look(points)
        case Broken.TOO_MANY:
            return f"{count} checker{_s(count)} too many:", _look(points)
        case Broken.NOTHING_MOVED:
            return nothing_moved(roll)
        case Broken.NUMBER_LEFT:
            return _number_left(ruling, policy)
        case Broken.SECOND_KILLED:
            return "Both numbers can be", "played: start over"
        case Broken.LARGER_DUE:
            return "Only one number fits:", f"it must be the {numbers[0]}"
        case Broken.DOUBLE_UNFINISHED:
            return f"Play all four {numbers[0]}s:", f"{count} more {'is' if count == 1 else 'are'} possible"


def _one_or_two(first: str, second: str) -> Lines:
    """In one line where it fits, else in two."""
    whole = f"{first} {second}"
    return (whole, "") if len(whole) <= COLUMNS else (first, second)


def _no_way(points: tuple[int, ...]) -> Lines:
    start, end, *stops = points
    if len(stops) == 1:
        return f"{_way((start, end))} stops:", f"{stops[0]} is held"
    return f"No way from {_name(start)} to {_name(end)}:", f"{max(stops)} and {min(stops)} are held"


def _number_left(ruling: Ruling, policy: Policy) -> Lines:
    number = ruling.numbers[0]
    if policy is Policy.HOME and len(ruling.points) == 2:
        start, end = ruling.points
        return f"You must also play {number}", f"e.g. {write_play((Move(start, end, number),))}"
    return "One more number", f"can be played: {number}"


def nothing_moved(roll: Roll | None) -> Lines:
    """PLAY on an unmoved board although a play exists."""
    return "No checker moved:", f"play {_numbers(roll.numbers)}" if roll else ""


def unfinished_lines(ruling: Ruling | None, policy: Policy, mover: Side) -> Lines:
    """PLAY while a play is still under way: what is missing."""
    if ruling is None:
        return "A checker is missing:", "put it on the board"
    return warning_lines(ruling, mover, None, policy)


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def _name(point: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(point, str(point))


def _way(points: tuple[int, ...]) -> str:
    return f"{_name(points[0])} to {_name(points[1])}"


def _opponents_way(points: tuple[int, ...]) -> str:
    """The opponent's bar is 0 and its off 25 in the mover's numbering."""
    names = {0: "bar", 25: "off"}
    return " to ".join(names.get(point, str(point)) for point in points[:2])


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers[:2]))


def _look(points: tuple[int, ...]) -> str:
    return "look at " + ", ".join(_name(point) for point in points) if points else "look at the board"
