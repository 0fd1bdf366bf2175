"""`gammond export`: a match of the journal as a file for other programs."""

from __future__ import annotations

import argparse

from firmware.commands import Command, add_journal_arguments, journal_of
from firmware.commands.match_files import format_to_write, write_match

_DESCRIPTION = """\
Writes a match from the journal as a file that other backgammon programs read: .mat or .sgf.

  gammond export last game.mat    the match played last
  gammond export last game.sgf    the same as GNU Backgammon's own kind of file
  gammond export 7KQ2 -           the match whose name begins so, to the terminal

`gammond matches` lists the names."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", metavar="MATCH", help="its name or the beginning of it, or last")
    parser.add_argument("out", metavar="OUT", help="the file to write (.mat or .sgf), or - for standard output (.mat)")
    add_journal_arguments(parser)


def run(args: argparse.Namespace) -> int:
    from firmware.commands.recorded import find_match, record_of

    kind = format_to_write(args.out)
    journal = journal_of(args)
    try:
        summary = find_match(journal, args.match)
        record = record_of(journal, summary)
    finally:
        journal.close()
    write_match(args.out, record, kind, f"match {summary.match}: ")
    return 0


COMMAND = Command("export", "write a match as a file", _DESCRIPTION, arguments, run)
