"""The command line: `gammond COMMAND`. Owns how commands are found and how mistakes are told; does nothing itself.

Wrong input is one line on standard error that names the thing and the remedy, and exit status 2.
"""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from firmware.commands import (
    Command,
    UsageError,
    bench,
    convert,
    demo,
    export,
    hands,
    legal,
    matches,
    perft,
    replay,
    run,
    show,
)

COMMANDS: tuple[Command, ...] = (
    run.COMMAND,
    demo.COMMAND,
    replay.COMMAND,
    hands.COMMAND,
    matches.COMMAND,
    export.COMMAND,
    legal.COMMAND,
    show.COMMAND,
    convert.COMMAND,
    perft.COMMAND,
    bench.COMMAND,
)

_DESCRIPTION = """\
The controller of a smart backgammon board: it sees the checkers, judges the plays, rolls the
dice and keeps the match. `gammond COMMAND --help` explains each command."""


class _Parser(argparse.ArgumentParser):
    """Tells a mistake in one line instead of the whole usage."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")


class _ShowVersion(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"gammond {version('gammond')}")
        except PackageNotFoundError:
            print("gammond, from a checkout that is not installed (make setup)")
        parser.exit(0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit status: 0 done, 1 done with a bad result, 2 wrong input."""
    try:
        status = _run(sys.argv[1:] if arguments is None else list(arguments))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader, such as `head`, has enough. What is still buffered must not complain at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        return 130
    return status


def _run(arguments: list[str]) -> int:
    try:
        _check_command(arguments)
        parsed = _parser().parse_args(arguments)
        status: int = parsed.run(parsed)
    except UsageError as error:
        for line in str(error).splitlines():
            print(f"gammond: {line}", file=sys.stderr)
        return 2
    return status


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="gammond", description=_DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="print the version and leave")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, title="commands")
    for command in COMMANDS:
        own = commands.add_parser(
            command.name,
            help=command.summary,
            description=command.description,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.arguments(own)
        own.set_defaults(run=command.run)
    return parser


def _check_command(arguments: list[str]) -> None:
    """A command that does not exist gets a better answer than argparse's list."""
    names = [command.name for command in COMMANDS]
    if not arguments:
        raise UsageError(f"say what to do: {', '.join(names)}; see gammond --help")
    word = arguments[0]
    if not word.startswith("-") and word not in names:
        close = difflib.get_close_matches(word, names, n=1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(names)}"
        raise UsageError(f'there is no command "{word}": {hint}')


if __name__ == "__main__":
    sys.exit(main())
