"""`gammond hands`: how often the referee is right when people place checkers as people do."""

from __future__ import annotations

import argparse

from firmware.commands import Command, UsageError, new_folder

_DESCRIPTION = """\
Plays self-made matches on a virtual board with hands of one style and counts what the referee
makes of them. Every scan goes through the real cell filter, rest detection and referee; the wire,
the table, the keys and the journal are left out, `gammond replay` has those. In one turn of ten an
illegal play is tried first, of every kind the table warns of, and put right again. With mischief
they also do what people do beside playing: slide and rest on the way, try another play first,
lift and put back, take two at once, put the hit checker away first or late, knock against the
next point, reach over the board unseen by the touch plate, press too early, take a play back.

right        recorded right without a question
asked        a question first, then right
wrong        another position recorded
false_alarms a fault declared although the play was legal (these four sum to the plays)
illegal      attempts that cells can see; caught: declared or asked; named: by the right rule,
             of those declared; invisible: attempts that read like a legal end, the start or a
             play under way
raw_count    share of freshly laid columns of 0-5 checkers whose cells count as many
mischief     how often in 1000 turns each kind was done

The same seed gives the same counts. Exit status 0 only if nothing is wrong."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plays", metavar="N", type=int, default=1000, help="so many plays (1000)")
    parser.add_argument("--seed", metavar="N", type=int, default=1, help="chooses games, dice and small mistakes (1)")
    parser.add_argument(
        "--style", choices=("exact", "tidy", "loose", "sloppy"), default="sloppy", help="how the hands place (sloppy)"
    )
    parser.add_argument("--geometry", choices=("R1", "R1+"), default="R1", help="how many cells a point has (R1: 5)")
    parser.add_argument("--mischief", metavar="RATE", type=float, default=0.0, help="from 0, none, to 1 (0)")
    parser.add_argument("--cases", metavar="DIR", help="what was not right, with its scans, into this folder")
    parser.add_argument("--json", action="store_true", help="the result as JSON")


def run(args: argparse.Namespace) -> int:
    if args.plays < 1:
        raise UsageError(f"--plays {args.plays}: at least 1")
    if args.seed < 0:
        raise UsageError(f"--seed {args.seed}: it must be 0 or more")
    if not 0.0 <= args.mischief <= 1.0:
        raise UsageError(f"--mischief {args.mischief:g}: from 0 to 1")
    args.cases = new_folder(args.cases) if args.cases else None
    from firmware.rehearsal import figures

    return figures.main(args)


COMMAND = Command("hands", "how often the referee is right with hands of one style", _DESCRIPTION, arguments, run)
