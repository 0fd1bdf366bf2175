"""`gammond demo`: a rehearsal on the virtual board."""

from __future__ import annotations

import argparse

from firmware.commands import Command, UsageError, new_folder

_DESCRIPTION = """\
Shows the board at work without any hardware: a short rehearsal on a virtual board, with the
board, its OLED screen and its lamps drawn in the terminal as it goes.

  gammond demo --auto                 watch a rehearsal
  gammond demo --auto --screens DIR   keep its screens as pictures, too

A minute and a half in a terminal of 80 x 40 or larger; GAMMOND_DEMO_PACE=8 makes it four times as
fast. Into a file or a pipe it writes one drawing a moment, at once."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--auto", action="store_true", help="virtual hands play; you watch")
    parser.add_argument("--screens", metavar="DIR", help="write every screen shown into this folder as PNG")


def run(args: argparse.Namespace) -> int:
    if not args.auto:
        raise UsageError("the page to play on is not there yet: watch a rehearsal with gammond demo --auto")
    args.screens = new_folder(args.screens) if args.screens else None
    from firmware.rehearsal import demo

    return demo.main(args)


COMMAND = Command("demo", "watch the board at work, without hardware", _DESCRIPTION, arguments, run)
