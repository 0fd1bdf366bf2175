"""`gammond convert`: a match record read as it is and written as it should be."""

from __future__ import annotations

import argparse
import sys

from firmware.commands import Command, UsageError, existing_file, reason, typed_input, write_text

_DESCRIPTION = """\
Reads a match record (.mat, as many programs write it) tolerantly and writes it strictly.
What could not be understood, or breaks the rules, is listed with its line; the rest is kept.

  gammond convert found.mat clean.mat
  gammond convert found.mat -          to the terminal"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="IN", help="the record to read")
    parser.add_argument("out", metavar="OUT", help="the file to write (.mat), or - for standard output")


def run(args: argparse.Namespace) -> int:
    from engine.formats import decode, read_mat, write_mat

    source = existing_file(args.source)
    try:
        content = source.read_bytes()
    except OSError as error:
        raise UsageError(f"{source}: cannot be read: {reason(error)}") from error
    with typed_input(f"{source}: "):
        record = read_mat(decode(content))
        text = write_mat(record)
    for oddity in record.all_oddities:
        print(f"{source}: {oddity}", file=sys.stderr)
    write_text(args.out, text)
    return 0


COMMAND = Command("convert", "clean a match record", _DESCRIPTION, arguments, run)
