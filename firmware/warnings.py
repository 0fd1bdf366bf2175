"""Warnings in words: a ruling as two lines of 21 characters (TABLE.md, Warnings). Pure."""

from __future__ import annotations

from typing import Final

from engine.notation import write_play
from engine.plays import Move, Roll
from engine.position import Side
from engine.rulings import Broken, Ruling
from firmware.policy import Policy
from firmware.screens import COLUMNS
from firmware.texts import _, ngettext
from firmware.words import point_word, side_word

Lines = tuple[str, str]
LOOK_AT_MOST: Final = 3
"""So many points are named in a line."""


def warning_lines(ruling: Ruling, mover: Side, roll: Roll | None, policy: Policy = Policy.CLUB) -> Lines:
    """What is wrong, in the mover's numbering. Never empty; in English two lines of 21 characters."""
    first, second = _lines(ruling, mover, roll, policy)
    return _without_colon(first), second


def _without_colon(line: str) -> str:
    """A line that would be too long for its colon alone; longer ones are for the screen to set narrower."""
    return line.removesuffix(":") if len(line) > COLUMNS else line


def _lines(ruling: Ruling, mover: Side, roll: Roll | None, policy: Policy) -> Lines:
    match ruling.kind:
        case Broken.BAR_FIRST | Broken.POINT_HELD | Broken.NO_WAY | Broken.NOT_ON_DICE | Broken.NUMBER_USED_UP:
            return _landing_lines(ruling, mover)
        case Broken.BACKWARDS | Broken.NOT_HOME | Broken.HIGHER_CHECKER | Broken.NUMBER_TOO_SMALL:
            return _direction_lines(ruling)
        case Broken.OPPONENT_MOVED | Broken.TOO_MANY_MOVES | Broken.HIT_NOT_ON_BAR | Broken.TOO_FEW | Broken.TOO_MANY:
            return _count_lines(ruling, mover)
        case Broken.NOTHING_MOVED:
            return nothing_moved(roll)
        case _:
            return _unplayed_lines(ruling, policy)


def _landing_lines(ruling: Ruling, mover: Side) -> Lines:
    """Where a checker may not land, or not in this roll."""
    points, numbers, count = ruling.points, ruling.numbers, ruling.count
    if ruling.kind is Broken.BAR_FIRST:
        # Translators: two lines of 21 characters; {count} is a digit
        return _("Enter from the bar"), _("first: {count} waiting").format(count=count)
    if ruling.kind is Broken.POINT_HELD:
        # Translators: 21 characters; {point} and {count} are numbers, the next line says of what
        first = _("{point} is blocked: {count}").format(point=points[0], count=count)
        # Translators: 21 characters; {side} is a colour word, such as "black"
        second = ngettext("{side} checker", "{side} checkers", count).format(side=side_word(mover.other).lower())
        return first, second
    if ruling.kind is Broken.NO_WAY:
        return _no_way(points)
    if ruling.kind is Broken.NOT_ON_DICE:
        # Translators: 21 characters; {way} is such as "24 to 15", {count} a distance
        first = _("{way} is {count}:").format(way=_way(points), count=count)
        # Translators: 21 characters; {numbers} is such as "5 3"
        return first, _("you rolled {numbers}").format(numbers=_numbers(numbers))
    # Translators: two lines of 21 characters that are one sentence: "8 to 5: the 3 / is played already"
    first = _("{way}: the {number}").format(way=_way(points), number=numbers[0])
    return first, _("is played already")


def _direction_lines(ruling: Ruling) -> Lines:
    """Wrong direction, and bearing off against the rules."""
    points, numbers, count = ruling.points, ruling.numbers, ruling.count
    if ruling.kind is Broken.BACKWARDS:
        # Translators: 21 characters in all: "12 to 14 is backwards"
        return _one_or_two(_("{way} is").format(way=_way(points)), _("backwards"))
    if ruling.kind is Broken.NOT_HOME:
        # Translators: 21 characters; {point} is a number or "bar"
        second = ngettext("{count} checker on {point}", "{count} checkers on {point}", count)
        # Translators: 21 characters: not all checkers are in the home board
        return _("Not home yet:"), second.format(count=count, point=point_word(points[0]))
    if ruling.kind is Broken.HIGHER_CHECKER:
        # Translators: 21 characters; a 5 may not bear off from 4 while a checker is higher up
        first = _("No {number} off from {point}:").format(number=numbers[0], point=points[0])
        # Translators: 21 characters
        return first, _("a checker is on {point}").format(point=points[1])
    # Translators: two lines of 21 characters that are one sentence: "A 4 is too small / to bear off 6"
    first = _("A {number} is too small").format(number=numbers[0])
    return first, _("to bear off {point}").format(point=points[0])


def _count_lines(ruling: Ruling, mover: Side) -> Lines:
    """The opponent's checkers, too many moves, too few or too many checkers."""
    points, count = ruling.points, ruling.count
    if ruling.kind is Broken.OPPONENT_MOVED:
        # Translators: 21 characters; {side} is a colour word of at most 5 letters
        return _("{side}'s checker moved").format(side=side_word(mover.other)), _opponents_way(points)
    if ruling.kind is Broken.TOO_MANY_MOVES:
        rolled = 4 if len(set(ruling.numbers)) == 1 else 2
        # Translators: 21 characters in all: "3 moves, but 2 rolled"
        return _one_or_two(_("{count} moves, but").format(count=count), _("{count} rolled").format(count=rolled))
    if ruling.kind is Broken.HIT_NOT_ON_BAR:
        # Translators: two lines of 21 characters
        return _("Hit checker: put it"), _("on the bar")
    if ruling.kind is Broken.TOO_FEW:
        # Translators: 21 characters
        few = ngettext("{count} checker too few:", "{count} checkers too few:", count)
        return few.format(count=count), _look(points)
    # Translators: 21 characters
    many = ngettext("{count} checker too many:", "{count} checkers too many:", count)
    return many.format(count=count), _look(points)


def _unplayed_lines(ruling: Ruling, policy: Policy) -> Lines:
    """Said in answer to PLAY: what could still be played."""
    number, count = ruling.numbers[0], ruling.count
    if ruling.kind is Broken.NUMBER_LEFT:
        return _number_left(ruling, policy)
    if ruling.kind is Broken.SECOND_KILLED:
        # Translators: two lines of 21 characters that are one sentence
        return _("Both numbers can be"), _("played: start over")
    if ruling.kind is Broken.LARGER_DUE:
        # Translators: two lines of 21 characters
        return _("Only one number fits:"), _("it must be the {number}").format(number=number)
    # Translators: 21 characters; a double: {number} has to be played four times
    first = _("Play all four {number}s:").format(number=number)
    # Translators: 21 characters
    return first, ngettext("{count} more is possible", "{count} more are possible", count).format(count=count)


def _one_or_two(first: str, second: str) -> Lines:
    """In one line where it fits, else in two."""
    whole = f"{first} {second}"
    return (whole, "") if len(whole) <= COLUMNS else (first, second)


def _no_way(points: tuple[int, ...]) -> Lines:
    start, end, *stops = points
    if len(stops) == 1:
        # Translators: two lines of 21 characters: a double stops at a held point: "24 to 15 stops: / 21 is held"
        return _("{way} stops:").format(way=_way((start, end))), _("{point} is held").format(point=stops[0])
    # Translators: 21 characters; numbers, or "bar" and "off"
    first = _("No way from {start} to {end}:").format(start=point_word(start), end=point_word(end))
    # Translators: 21 characters
    return first, _("{first} and {second} are held").format(first=max(stops), second=min(stops))


def _number_left(ruling: Ruling, policy: Policy) -> Lines:
    number = ruling.numbers[0]
    if policy is Policy.HOME and len(ruling.points) == 2:
        start, end = ruling.points
        example = write_play((Move(start, end, number),))
        # Translators: two lines of 21 characters; {play} is such as "8/5"
        return _("You must also play {number}").format(number=number), _("e.g. {play}").format(play=example)
    # Translators: two lines of 21 characters that are one sentence
    return _("One more number"), _("can be played: {number}").format(number=number)


def nothing_moved(roll: Roll | None) -> Lines:
    """PLAY on an unmoved board although a play exists."""
    # Translators: two lines of 21 characters; {numbers} is such as "5 3"
    return _("No checker moved:"), _("play {numbers}").format(numbers=_numbers(roll.numbers)) if roll else ""


def unfinished_lines(ruling: Ruling | None, policy: Policy, mover: Side) -> Lines:
    """PLAY while a play is still under way: what is missing."""
    if ruling is None:
        # Translators: two lines of 21 characters
        return _("A checker is missing:"), _("put it on the board")
    return warning_lines(ruling, mover, None, policy)


def illegality_line(ruling: Ruling | None) -> str:
    """One line of 21 characters that says what is not legal, without why."""
    moves = (Broken.NO_WAY, Broken.NOT_ON_DICE, Broken.NUMBER_USED_UP, Broken.BACKWARDS)
    if ruling is not None and ruling.kind in moves and len(ruling.points) >= 2:
        # Translators: 21 characters; {way} is such as "24 to 15"
        return _("{way}: not legal").format(way=_way(ruling.points))
    # Translators: 21 characters
    return _("Play is not legal")


def _way(points: tuple[int, ...]) -> str:
    # Translators: 10 characters: a checker's way, "24 to 15"
    return _("{start} to {end}").format(start=point_word(points[0]), end=point_word(points[1]))


def _opponents_way(points: tuple[int, ...]) -> str:
    """The opponent's bar is 0 and its off 25 in the mover's numbering."""
    names = {0: point_word(25), 25: point_word(0)}
    start, end = (names.get(point, str(point)) for point in points[:2])
    return _("{start} to {end}").format(start=start, end=end)


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers[:2]))


def _look(points: tuple[int, ...]) -> str:
    if not points:
        # Translators: 21 characters
        return _("look at the board")
    more = " .." if len(points) > LOOK_AT_MOST else ""
    names = ", ".join(point_word(point) for point in points[:LOOK_AT_MOST])
    return _("look at {places}").format(places=names + more)
