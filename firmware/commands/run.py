"""`gammond run`: the daemon, on the real board or on a virtual one."""

from __future__ import annotations

import argparse

from firmware.commands import Command, add_config_argument, settings

_DESCRIPTION = """\
Runs the board until it is stopped (Ctrl-C): finds the scanner, lights the screen and takes up
the match that was being played. A part that is missing is named on the screen and in the log,
and is used as soon as it is there.

  gammond run --config /etc/gammond.toml   the real board
  gammond run --virtual                    a virtual board in its place: no hardware needed"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--virtual", action="store_true", help="play on a virtual board")
    add_config_argument(parser)


def run(args: argparse.Namespace) -> int:
    config = settings(args.config)
    from firmware import running

    return running.run(config, virtual=args.virtual)


COMMAND = Command("run", "run the board", _DESCRIPTION, arguments, run)
