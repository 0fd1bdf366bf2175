"""`gammond bench`: how fast the parts are on this machine, beside other engines that are installed."""

from __future__ import annotations

import argparse
import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.commands import Command, UsageError

if TYPE_CHECKING:
    from engine.plays import Roll
    from engine.position import Position

_DESCRIPTION = """\
Asks for all plays of 500 positions with each of the 21 rolls, of itself and of every other
engine that is installed (pip install 'gammond[bench]'): calls by processor time. A call
returns all different results, each with one play; nothing is kept between calls. Then the
worst roll known, the referee's preparations, match records, scans and facts. All answers of
an oracle are checked in the same run, if it is there."""

_WORST = "AACA/z+oJKVSKg"  # 2,138 different plays with 1-1, more than any other position found
_PERFT_3 = 116154993


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    parser.add_argument("--perft", action="store_true", help="also count three turns from the opening; minutes")
    parser.add_argument("--oracle", metavar="FILE", help="answers to check against; those of a checkout if left out")


def run(args: argparse.Namespace) -> int:
    from firmware.measuring.questions import ORACLE

    oracle = Path(args.oracle) if args.oracle else ORACLE if ORACLE.is_file() else None
    figures = {**_engines(), **_parts(), "oracle": None if oracle is None else _checked(oracle)}
    if args.perft:
        figures["perft_3"] = _perft()
    print(json.dumps(figures, indent=2) if args.json else _table(figures))
    checked, perft = figures["oracle"], figures.get("perft_3")
    is_right = (checked is None or checked["wrong"] == 0) and (perft is None or perft["total"] == _PERFT_3)
    return 0 if is_right else 1


def _engines() -> dict[str, Any]:
    """The engine and its peers by turns, on the same questions."""
    import engine.packed
    from engine.perft import ROLLS
    from engine.plays import legal_ends, legal_plays
    from firmware.measuring.peers import installed_peers
    from firmware.measuring.questions import positions
    from firmware.measuring.stopwatch import race

    asked = [(position, roll) for position in positions() for roll in ROLLS]

    def with_plays() -> None:
        for position, roll in asked:
            legal_plays(position, roll)

    def positions_alone() -> None:
        for position, roll in asked:
            legal_ends(position, roll)

    peers = installed_peers(asked)
    works = {peer.name: peer.work for peer in peers}
    best = race({"with plays": with_plays, "positions": positions_alone, **works})
    ends = [legal_ends(position, roll) for position, roll in asked]
    return {
        "is_compiled": not str(engine.packed.__file__).endswith(".py"),
        "calls": len(asked),
        "ends_a_call": sum(len(found) or 1 for found in ends) / len(asked),
        "calls_per_s": len(asked) / best["with plays"],
        "positions_per_s": len(asked) / best["positions"],
        "peers": {peer.name: peer.calls / best[peer.name] for peer in peers},
        "peers_return": {peer.name: peer.returns for peer in peers},
        "peers_answer_otherwise": {
            peer.name: sum(peer.differs(number, found) for number, found in enumerate(ends))
            for peer in peers
            if peer.differs is not None
        },
        **_worst(asked),
    }


def _worst(asked: list[tuple[Position, Roll]]) -> dict[str, Any]:
    """The slowest call of all that were asked and the worst one known, each at its fastest of three."""
    from engine.plays import Roll, legal_plays
    from engine.position_id import read_position_id
    from firmware.measuring.parts import preparations
    from firmware.measuring.stopwatch import shortest

    known = read_position_id(_WORST), Roll(1, 1)
    slowest = max(shortest(partial(legal_plays, *question)) for question in [known, *asked])
    spread = preparations([*asked[::5], known])
    return {
        "worst_ms": slowest * 1000,
        "tree_ms_mean": spread.mean,
        "tree_ms_p99": spread.p99,
        "tree_ms_max": spread.most,
        "tree_slice_ms_max": spread.longest_slice,
    }


def _parts() -> dict[str, Any]:
    from firmware.measuring import parts
    from firmware.measuring.stopwatch import per_second, yardstick

    read, written = parts.records()
    return {
        "mat_plays_read_per_s": read,
        "mat_plays_written_per_s": written,
        "scans_per_s": parts.scans(),
        "facts_per_s": parts.facts(),
        "yardsticks_per_s": per_second(yardstick),
    }


def _checked(oracle: Path) -> dict[str, int]:
    from firmware.measuring.questions import wrong_answers

    try:
        lines, wrong = wrong_answers(oracle)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{oracle}: cannot be read as answers of an oracle: {error}") from error
    return {"lines": lines, "wrong": wrong}


def _perft() -> dict[str, Any]:
    from engine.perft import perft
    from engine.position import START
    from firmware.measuring.stopwatch import seconds

    totals: list[int] = []
    took = seconds(lambda: totals.append(perft(START, 3).total))
    return {"total": totals[0], "seconds": took}


def _table(figures: dict[str, Any]) -> str:
    build = "compiled" if figures["is_compiled"] else "plain Python"
    ours = [("gammond, with plays", figures["calls_per_s"]), ("gammond, positions", figures["positions_per_s"])]
    lines = [f"{figures['calls']} calls of {figures['ends_a_call']:.1f} results on average, {build}", ""]
    lines += [f"{name:36}{speed:>10,.0f} calls a second{_ratios(speed, figures['peers'])}" for name, speed in ours]
    for name, speed in figures["peers"].items():
        otherwise = figures["peers_answer_otherwise"].get(name)
        note = f"; {otherwise} answers differ" if otherwise else ""
        lines.append(f"{name:36}{speed:>10,.0f} calls a second  ({figures['peers_return'][name]}{note})")
    lines += ["", *_other_lines(figures)]
    return "\n".join(lines)


def _ratios(speed: float, peers: dict[str, float]) -> str:
    return "".join(f"  {speed / other:.2f} x {name}" for name, other in peers.items())


def _other_lines(figures: dict[str, Any]) -> list[str]:
    yardsticks = figures["yardsticks_per_s"]
    rows = [
        f"{'worst call, with plays':36}{figures['worst_ms']:>10.2f} ms",
        f"{'tree and images of a roll':36}{figures['tree_ms_mean']:>10.2f} ms on average,"
        f" {figures['tree_ms_p99']:.2f} of the 99th in a hundred, {figures['tree_ms_max']:.2f} at most,"
        f" {figures['tree_slice_ms_max']:.2f} without a pause",
    ]
    for name, key in (
        ("plays read from .mat", "mat_plays_read_per_s"),
        ("plays written to .mat", "mat_plays_written_per_s"),
        ("scans, from the wire to the cells", "scans_per_s"),
        ("facts, safe in the folder for temps", "facts_per_s"),
        ("yardstick", "yardsticks_per_s"),
    ):
        rows.append(f"{name:36}{figures[key]:>10,.0f} a second  {figures[key] / yardsticks:>8.2f} yardsticks")
    checked, perft = figures["oracle"], figures.get("perft_3")
    if checked is None:
        rows.append("oracle: not here, so no answer was checked; --oracle FILE names it")
    else:
        rows.append(f"oracle: {checked['lines']} answers checked, {checked['wrong']} wrong")
    if perft is not None:
        rows.append(f"perft 3: {perft['total']} in {perft['seconds']:.1f} s; {_PERFT_3} is right")
    return rows


COMMAND = Command("bench", "how fast the parts are on this machine", _DESCRIPTION, arguments, run)
