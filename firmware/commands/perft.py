"""`gammond perft`: how many ways a position can go on, counted to a depth."""

from __future__ import annotations

import argparse

from firmware.commands import Command, UsageError, typed_input

_DEEPEST = 5
_DESCRIPTION = """\
Counts the ways a position can go on for DEPTH turns: each of the 21 rolls with each of its
different results; a turn without a legal play counts one. It proves the rules engine against
others: from the opening position depth 1 gives 447 and depth 2 gives 202782.

A line for each first roll, then the total. Depth 3 takes minutes."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("depth", metavar="DEPTH", help=f"turns to look ahead, 1 to {_DEEPEST}")
    parser.add_argument("--position", metavar="ID", help="start from this Position ID or XGID, not from the opening")


def run(args: argparse.Namespace) -> int:
    from engine.ids import read_id
    from engine.perft import perft
    from engine.position import START

    if not (args.depth.isascii() and args.depth.isdigit() and 1 <= int(args.depth) <= _DEEPEST):
        raise UsageError(f'"{args.depth}" is no depth: a whole number from 1 to {_DEEPEST}')
    with typed_input():
        position = read_id(args.position).position if args.position else START
    counts = perft(position, int(args.depth))
    for roll, count in counts.by_roll.items():
        print(f"{roll}     {count}")
    print(f"total  {counts.total}")
    return 0


COMMAND = Command("perft", "count how a position can go on", _DESCRIPTION, arguments, run)
