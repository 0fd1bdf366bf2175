"""`gammond legal`: every legal play of a roll, for people and, with `--ids`, for programs."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from firmware.commands import Command, UsageError, typed_input

if TYPE_CHECKING:
    from engine.plays import Roll
    from engine.position import Position

_DESCRIPTION = """\
Lists every legal play of a roll: the moves in notation, and the Position ID that results
(seen by the opponent, who is then on roll, as GNU Backgammon shows it after the play).

  gammond legal 4HPwATDgc/ABMA 31        the opening position, 3-1 to play
  gammond legal --ids 4HPwATDgc/ABMA 31  the resulting IDs only, sorted
  gammond legal --ids - < rolls.txt      one answer line for each line "POSITION_ID ROLL"

With --ids a roll without a legal play gives the position itself with the turn passed."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION_ID", help="the position, seen by the player who rolled")
    parser.add_argument("roll", metavar="ROLL", nargs="?", help="the dice, as 31 or 3-1, in either order")
    parser.add_argument("--ids", action="store_true", help="print Position IDs only")


def run(args: argparse.Namespace) -> int:
    if args.position == "-":
        return _answer_lines(args)
    if args.roll is None:
        raise UsageError("the roll is missing: gammond legal POSITION_ID ROLL, with a roll such as 31")
    from engine.plays import Roll

    with typed_input():
        position, roll = _position(args.position), Roll.parse(args.roll)
    if args.ids:
        print("\n".join(_result_ids(position, roll)))
    else:
        _list_plays(position, roll)
    return 0


def _position(text: str) -> Position:
    from engine.ids import read_id

    return read_id(text).position


def _list_plays(position: Position, roll: Roll) -> None:
    from engine.notation import write_play
    from engine.plays import legal_plays
    from engine.position_id import write_position_id

    lines = [(write_play(play.moves), write_position_id(play.end.turned)) for play in legal_plays(position, roll)]
    width = max((len(moves) for moves, _ in lines), default=0)
    for moves, result in lines:
        print(f"{moves:{width}}  {result}")
    if not lines:
        print("no legal play")


def _result_ids(position: Position, roll: Roll) -> list[str]:
    from engine.plays import legal_ends
    from engine.position_id import write_position_id

    ends = legal_ends(position, roll) or (position,)
    return sorted(write_position_id(end.turned) for end in ends)


def _answer_lines(args: argparse.Namespace) -> int:
    from engine.plays import Roll
    from engine.position_id import read_position_id

    if not args.ids or args.roll is not None:
        raise UsageError("reading from standard input goes with --ids alone: gammond legal --ids -")
    for number, line in enumerate(sys.stdin, 1):
        match line.split():
            case []:
                continue
            case [position, roll]:
                with typed_input(f"line {number}: "):
                    found = _result_ids(read_position_id(position), Roll.parse(roll))
                # Flushed at once, so that a program may ask line by line.
                print(" ".join(found), flush=True)
            case _:
                raise UsageError(f'line {number}: "{line.strip()[:60]}" is not a Position ID and a roll')
    return 0


COMMAND = Command("legal", "every legal play of a roll", _DESCRIPTION, arguments, run)
