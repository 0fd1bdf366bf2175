"""`gammond export`: a match of the journal as a file for other programs."""

from __future__ import annotations

import argparse

from firmware.commands import Command, add_journal_arguments, journal_of, typed_input, write_text

_DESCRIPTION = """\
Writes a match from the journal as a .mat file, which other backgammon programs read.

  gammond export last game.mat    the match played last
  gammond export 7KQ2 -           the match whose name begins so, to the terminal

`gammond matches` lists the names."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", metavar="MATCH", help="its name or the beginning of it, or last")
    parser.add_argument("out", metavar="OUT", help="the file to write (.mat), or - for standard output")
    add_journal_arguments(parser)


def run(args: argparse.Namespace) -> int:
    from engine.formats import write_mat
    from firmware.commands.recorded import find_match, record_of

    journal = journal_of(args)
    try:
        summary = find_match(journal, args.match)
        record = record_of(journal, summary)
    finally:
        journal.close()
    with typed_input(f"match {summary.match}: "):
        text = write_mat(record)
    write_text(args.out, text)
    return 0


COMMAND = Command("export", "write a match as a file", _DESCRIPTION, arguments, run)
