"""`gammond matches`: what the journal holds."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from firmware.commands import Command, UsageError, add_journal_arguments, journal_of

if TYPE_CHECKING:
    from firmware.journal import Journal, MatchSummary

_SHOWN = 20
_DESCRIPTION = """\
Lists the matches in the journal, the latest last: the name to give to `gammond export`, when
it began (UTC), the players, the score and the length. It may be asked while the board is running."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help=f"all matches, not only the latest {_SHOWN}")
    add_journal_arguments(parser)


def run(args: argparse.Namespace) -> int:
    journal = journal_of(args)
    try:
        found = journal.matches()
        if not found:
            print("no match yet")
        for summary in found if args.all else found[-_SHOWN:]:
            print(_line(journal, summary))
    finally:
        journal.close()
    return 0


def _line(journal: Journal, summary: MatchSummary) -> str:
    from firmware.commands.recorded import standing_of

    begun = summary.first_wall_time.replace("T", " ")[:16]
    try:
        standing = standing_of(journal, summary.match)
    except UsageError as error:
        return f"{summary.match}  {begun}  cannot be read: {error}"  # the other matches can still be listed
    if standing is None:
        return f"{summary.match}  {begun}  not begun"
    white, black = standing.match.score
    length = standing.match.rules.length
    aim = f"to {length}" if length else "money"
    state = "  put away" if standing.is_put_away else ""
    return f"{summary.match}  {begun}  {standing.white_name} {white} - {black} {standing.black_name}, {aim}{state}"


COMMAND = Command("matches", "list the matches that were played", _DESCRIPTION, arguments, run)
