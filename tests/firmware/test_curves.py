"""The curves of the limits of doubt: a line for each limit that is changed, and more doubt asks more."""

from __future__ import annotations

from dataclasses import replace

from firmware.referee import LIMITS
from firmware.rehearsal.curves import OTHERS, Gathering, outcome, table


def test_curves_have_a_line_for_each_change_and_more_doubt_asks_more() -> None:
    trial = Gathering("sloppy", "R1", 4)
    trial.run(40)
    assert len(list(table(trial.seen))) == 2 + len(OTHERS)
    doubting = replace(LIMITS, ahead=200.0, ahead_exact=200.0, over=50.0)
    usual, more = ([outcome(seen, limits) for seen in trial.seen].count("asked") for limits in (LIMITS, doubting))
    assert more > usual
    assert sum(seen.end is not None for seen in trial.seen) == trial.tally.plays == 40
