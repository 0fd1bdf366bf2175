"""The confusion table of docs/rulings.md: by which rule positions were made, and which rule they are said to break.

`python -m tests.engine.ruling_table > docs/rulings.md` writes the document anew. Positions and rolls are those that
independent engines agreed on (tests/data/oracle); from each come at most two positions of each kind.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from engine.plays import Roll, play_tree
from engine.position import Position
from engine.position_id import read_position_id
from engine.rulings import Broken, Ruling, explain
from tests.engine.illegal_positions import Case, illegal_positions
from tests.engine.ruling_truth import is_true

ORACLE: Final = Path(__file__).parents[1] / "data" / "oracle" / "legal_positions.public.jsonl.gz"
OF_EACH_KIND: Final = 2


class Judged(NamedTuple):
    """One illegal position: how it was made and what it was called."""

    made: Broken
    told: Ruling
    case: Case
    reached: Position

    @property
    def is_right(self) -> bool:
        """Named by the kind it was made by or by a more important one, and nothing said that is not so."""
        return self.told.kind <= self.made and is_true(self.case.position, self.case.roll, self.reached, self.told)


def cases(every: int = 1) -> Iterator[tuple[int, Case]]:
    """Every so many of the positions and rolls, with their number."""
    with gzip.open(ORACLE, "rt") as lines:
        for line in list(lines)[::every]:
            entry = json.loads(line)
            position, roll = read_position_id(entry["position"]), Roll(*entry["dice"])
            yield entry["id"], Case(position, roll, play_tree(position, roll), Random())


def judged(every: int = 1) -> Iterator[Judged]:
    """Illegal positions of every kind from these positions and rolls, judged; the same ones each time."""
    for number, case in cases(every):
        for kind in Broken:
            case.chance.seed(100 * number + kind)
            for reached in illegal_positions(case, kind, OF_EACH_KIND):
                yield Judged(kind, explain(case.position, case.roll, reached, case.tree), case, reached)


def confusion(every: int = 1) -> dict[Broken, Counter[Broken]]:
    """How often positions made by each kind were told as each kind."""
    table: dict[Broken, Counter[Broken]] = {kind: Counter() for kind in Broken}
    for one in judged(every):
        table[one.made][one.told.kind] += 1
    return table


MEANINGS: Final = {
    Broken.BAR_FIRST: "another checker moved while one waits on the bar",
    Broken.POINT_HELD: "landed on a point that two or more opposing checkers hold",
    Broken.NO_WAY: "right distance, but every stop in between is held",
    Broken.NOT_ON_DICE: "a distance that no die shows, nor both together",
    Broken.NUMBER_USED_UP: "one number played once more than it was rolled",
    Broken.BACKWARDS: "away from home",
    Broken.NOT_HOME: "borne off with a checker outside the home board",
    Broken.HIGHER_CHECKER: "borne off with a larger number while a checker is higher",
    Broken.NUMBER_TOO_SMALL: "borne off with a number too small for the point",
    Broken.OPPONENT_MOVED: "an opposing checker moved, perhaps onto a blot",
    Broken.TOO_MANY_MOVES: "more moves than numbers",
    Broken.HIT_NOT_ON_BAR: "a checker that was hit lies elsewhere",
    Broken.TOO_FEW: "a checker is missing",
    Broken.TOO_MANY: "a checker too many",
    Broken.NOTHING_MOVED: "nothing moved though a play exists",
    Broken.NUMBER_LEFT: "a number left that can be played",
    Broken.SECOND_KILLED: "the first move made the second impossible",
    Broken.LARGER_DUE: "the smaller number where only one can be played",
    Broken.DOUBLE_UNFINISHED: "a double not finished",
}

HEADING: Final = """\
# Rulings

When a position is not the end of a legal play, the engine says which rule it breaks, where, and by which number
(`engine/rulings.py`, `engine/hops.py`); the words for it are made elsewhere. Which checker went where is not seen, so:

1. A position that legal moves lead to is only unfinished. Of that nothing is said until the turn is passed.
2. Of all ways to pair the points that checkers left with those they came to, the one is believed that breaks the
   fewest rules. More moves than numbers rolled count as one broken rule.
3. Of several such, and of several broken rules in one, the most important is told, in the order of the table below.
4. An opposing blot was hit if a checker landed on it or may have passed it. An own blot under an opposing checker was
   hit by that checker, which must not have moved at all.
5. What no rule explains is told as a checker too few or too many, compared with the nearest legal position.

## How well the mistake is named

Mistakes of every kind were made in {positions} positions with a roll each: {total} illegal positions. A position is
left out where legal moves leave the checkers the same. Every ruling was either the kind the position was made by or a
more important one, and everything it says was found true by a second, independent statement of its meaning
(`tests/engine/ruling_truth.py`). Where two readings explain a position equally well, the more important is told: with
3-1, moving 8 to 5 and 6 to 3 leaves the same position as moving 8 to 3 and 6 to 5.

| made by | what was done | positions | named so | told as a more important rule |
|---|---|---|---|---|
"""

FOOTER: Final = """
Written by `python -m tests.engine.ruling_table > docs/rulings.md`; the long tests fail when it is out of date.
"""


def document(table: dict[Broken, Counter[Broken]], positions: int) -> str:
    """The whole of docs/rulings.md."""
    total = sum(sum(told.values()) for told in table.values())
    rows = "".join(_row(kind, told) for kind, told in table.items())
    return HEADING.format(positions=positions, total=total) + rows + FOOTER


def _row(kind: Broken, told: Counter[Broken]) -> str:
    others = ", ".join(f"{other.name} {count}" for other, count in sorted(told.items()) if other is not kind)
    return f"| {kind.name} | {MEANINGS[kind]} | {sum(told.values())} | {told[kind]} | {others or '-'} |\n"


if __name__ == "__main__":
    print(document(confusion(), sum(1 for _ in cases())), end="")
