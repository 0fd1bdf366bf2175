"""`gammond demo`: the virtual board, to play on in the browser or to watch in the terminal."""

from __future__ import annotations

import argparse

from firmware.commands import Command, UsageError, new_folder, typed_input

_DESCRIPTION = """\
A board to play on in the browser, no hardware needed: it prints the address of its page. The
virtual board is a process of its own and speaks the scanner's protocol; all behind it is what
runs on the real one. The match is kept: started again, the demo goes on where it was.

  gammond demo                                       a match, from set-up to the last checker
  gammond demo --length 3 --policy club              a short one, with warnings but no hints
  gammond demo --position 4HPwATDgc/ABMA             White, on roll, begins from this position
  gammond demo --auto                                watch virtual hands play, in the terminal
  gammond demo --auto --screens DIR                  keep their screens as pictures, too

The rehearsal takes a minute and a half in a terminal of 80 x 40 or larger; GAMMOND_DEMO_PACE=8
makes it four times as fast. Into a file or a pipe it writes one drawing a moment, at once."""

_OF_THE_PAGE = ("position", "length", "policy", "port", "no_browser")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--position", metavar="ID", help="a new match from this Position ID or XGID, its roll not yet made"
    )
    parser.add_argument("--length", metavar="N", type=int, help="a new match to N points; 0 for money")
    parser.add_argument("--policy", choices=("home", "club", "tournament"), help="hints and warnings (home)")
    parser.add_argument("--port", metavar="N", type=int, help="the page's port (8080, or the next free one)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.add_argument("--auto", action="store_true", help="virtual hands play; you watch")
    parser.add_argument("--screens", metavar="DIR", help="with --auto: every screen shown, into this folder as PNG")


def run(args: argparse.Namespace) -> int:
    return _watch(args) if args.auto else _play(args)


def _watch(args: argparse.Namespace) -> int:
    given = [name for name in _OF_THE_PAGE if getattr(args, name) not in (None, False)]
    if given:
        raise UsageError(f"--{given[0].replace('_', '-')} is for the page: leave --auto out")
    args.screens = new_folder(args.screens) if args.screens else None
    from firmware.rehearsal import demo

    return demo.main(args)


def _play(args: argparse.Namespace) -> int:
    if args.screens:
        raise UsageError("--screens goes with --auto: the page shows its screen itself")
    if args.length is not None and not 0 <= args.length <= 99:
        raise UsageError(f"--length {args.length}: it is 1 to 99 points, or 0 for money")
    if args.port is not None and not 1024 <= args.port <= 65535:
        raise UsageError(f"--port {args.port}: it is 1024 to 65535")
    try:
        from firmware import playing
    except ModuleNotFoundError as error:
        raise UsageError(
            f"the page needs the library {error.name}, which is not installed: run make setup in the checkout, "
            f"or install gammond with pip"
        ) from error
    with typed_input("--position: "):
        position = playing.read_position(args.position) if args.position else None
    folder = playing.demo_folder()
    wish = playing.Wish(folder, position, args.length, args.policy or "home", args.port, not args.no_browser)
    return playing.play(wish)


COMMAND = Command("demo", "play on a board in the browser, without hardware", _DESCRIPTION, arguments, run)
