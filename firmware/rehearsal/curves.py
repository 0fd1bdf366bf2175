"""`python -m firmware.rehearsal.curves`: what other limits of doubt would cost, as the curves of docs/referee.md.

One trial is played; what the cells showed first of each play and of each visible illegal attempt is then judged again
with other limits. Decides nothing: which limits hold is written in firmware/referee.py.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from engine.plays import Play
from engine.position import Position
from firmware.readings import Evidence
from firmware.referee import LIMITS, Limits, judge
from firmware.rehearsal.manners import Manners
from firmware.rehearsal.selfmade import Attempt
from firmware.rehearsal.trial import Trial
from firmware.turn_sheet import TurnSheet
from firmware.verdicts import Ambiguous, Complete, Unreadable
from hardware.geometry import GEOMETRIES
from hardware.virtual.styles import STYLES

OTHERS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"over": 0.0},
    {"over": -4.0},
    {"over_far": 5.0},
    {"over_far": -1.0},
    {"reject": 6.0},
    {"reject": 14.0},
    {"ahead": 8.0, "ahead_exact": 7.0},
    {"ahead": 2.0, "ahead_exact": 1.0},
)
"""The limits that are changed, alone or together; none: as they are."""


class Seen(NamedTuple):
    """What a turn showed. `end` was played; None: an illegal attempt."""

    sheet: TurnSheet
    evidence: Evidence
    end: Position | None


class Gathering(Trial):
    """A trial that keeps what each play and each visible illegal attempt showed first."""

    def __init__(self, style: str, geometry: str, seed: int) -> None:
        super().__init__(style, GEOMETRIES[geometry], seed)
        self.seen: list[Seen] = []

    def _judge_play(self, sheet: TurnSheet, play: Play, manners: Manners) -> None:
        self.seen.append(Seen(sheet, self._bench.evidence(self._reference), play.end))
        super()._judge_play(sheet, play, manners)

    def _judge_attempt(self, sheet: TurnSheet, attempt: Attempt) -> None:
        evidence, illegal = self._bench.evidence(self._reference), self.tally.illegal
        super()._judge_attempt(sheet, attempt)
        if self.tally.illegal > illegal:
            self.seen.append(Seen(sheet, evidence, None))


def outcome(seen: Seen, limits: Limits) -> str:
    """What these limits make of it: right, asked, wrong or alarm; missed or caught, if it was illegal."""
    verdict = judge(seen.sheet, seen.evidence, limits)
    if seen.end is None:
        return "missed" if isinstance(verdict, Complete) else "caught"
    if isinstance(verdict, Complete):
        return "right" if verdict.play.end == seen.end else "wrong"
    return "asked" if isinstance(verdict, Ambiguous | Unreadable) else "alarm"


def table(seen: Iterable[Seen]) -> Iterator[str]:
    """The curves as lines of Markdown."""
    seen = tuple(seen)
    yield "| limits | right % | asked % | false alarms % | wrong | illegal missed |"
    yield "|---|---|---|---|---|---|"
    for others in OTHERS:
        count = Counter(outcome(each, replace(LIMITS, **others)) for each in seen)
        plays = sum(count[name] for name in ("right", "asked", "alarm", "wrong"))
        shares = " | ".join(f"{100 * count[name] / max(1, plays):.2f}" for name in ("right", "asked", "alarm"))
        name = ", ".join(f"{limit} {value:g}" for limit, value in others.items()) or "as they are"
        illegal = f"{count['missed']} of {count['missed'] + count['caught']}"
        yield f"| {name} | {shares} | {count['wrong']} | {illegal} |"


def main(arguments: list[str]) -> int:
    """Play the trial and print its curves."""
    parser = argparse.ArgumentParser(description="what other limits of doubt would cost")
    parser.add_argument("--plays", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--style", choices=STYLES, default="sloppy")
    parser.add_argument("--geometry", choices=GEOMETRIES, default="R1")
    args = parser.parse_args(arguments)
    trial = Gathering(args.style, args.geometry, args.seed)
    trial.run(args.plays)
    for line in table(trial.seen):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
