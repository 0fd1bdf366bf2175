"""`gammond replay`: recorded matches played again by virtual hands through the whole chain."""

from __future__ import annotations

import argparse

from firmware.commands import Command, UsageError, new_folder
from firmware.commands.match_files import read_match

_DESCRIPTION = """\
Plays recorded matches again on a virtual board: hands move the checkers in millimetres,
the keys are pressed as the record says, the dice are the record's. gammond sees only what its
cells see, and its own record is then held against the file.

right      the play on record is the one that was played, whether or not a question was asked
asked      questions that the board had to ask on the way
wrong      another position was recorded
unplayable what hands cannot play, listed with the reason (an illegal play, a gap in the file)

With mischief the hands also do what people do beside playing: they slide, rest on the way, try
another play first, put hit checkers away late, press too early, take plays back.

Exit status 0 only if nothing is wrong."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="match records to play")
    parser.add_argument(
        "--hands",
        choices=("exact", "tidy", "loose", "sloppy"),
        default="exact",
        help="how well the hands place checkers (exact)",
    )
    parser.add_argument("--mischief", metavar="RATE", type=float, default=0.0, help="from 0, none, to 1 (0)")
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="chooses the hands' small mistakes (1)")
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    parser.add_argument("--out", metavar="DIR", help="write gammond's own records into this folder")


def run(args: argparse.Namespace) -> int:
    if args.seed < 0:
        raise UsageError(f"--seed {args.seed}: it must be 0 or more")
    if not 0.0 <= args.mischief <= 1.0:
        raise UsageError(f"--mischief {args.mischief:g}: from 0 to 1")
    args.out = new_folder(args.out) if args.out else None
    for name in args.files:  # all are looked at before the first is played
        read_match(name)
    from firmware.rehearsal import replay

    return replay.main(args)


COMMAND = Command("replay", "play recorded matches again through the whole chain", _DESCRIPTION, arguments, run)
