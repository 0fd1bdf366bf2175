"""`gammond convert`: a match record read as it is and written as it should be."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from firmware.commands import Command, UsageError
from firmware.commands.match_files import format_to_write, read_match, write_match

if TYPE_CHECKING:
    from engine.formats import MatchRecord

_DESCRIPTION = """\
Reads a match record (.mat or .sgf, as many programs write it) tolerantly and writes it strictly.
What breaks the rules is listed with its line and kept. A damaged file, of which a part cannot
be read, is refused with the place; with --salvage what can be read is written, and what is
left out is listed.

  gammond convert found.mat clean.mat
  gammond convert found.mat match.sgf    to the other format, and back
  gammond convert found.sgf -            to the terminal, as .mat
  gammond convert --salvage broken.mat good.mat"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="IN", help="the record to read")
    parser.add_argument("out", metavar="OUT", help="the file to write (.mat or .sgf), or - for standard output (.mat)")
    parser.add_argument("--salvage", action="store_true", help="keep the good part of a damaged file")


def run(args: argparse.Namespace) -> int:
    kind = format_to_write(args.out)
    record = read_match(args.source)
    if record.damage and not args.salvage:
        raise UsageError(f"{args.source}: {record.damage[0]}; {_good_part(record)} can be kept with --salvage")
    write_match(args.out, record, kind, f"{args.source}: ")
    for oddity in record.all_oddities:
        print(f"{args.source}: {'left out: ' if oddity.is_damage else ''}{oddity}", file=sys.stderr)
    if record.damage:
        print(f"{args.source}: kept: {_good_part(record)}", file=sys.stderr)
    return 0


def _good_part(record: MatchRecord) -> str:
    from engine.actions import Played

    plays = sum(isinstance(action, Played) for game in record.games for action in game.actions)
    return f"{_counted(len(record.games), 'game')} and {_counted(plays, 'play')}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


COMMAND = Command("convert", "clean a match record, or put it into another format", _DESCRIPTION, arguments, run)
