"""What screens tell of a match, and what they may tell: only what follows from facts that are on disk."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from engine.match import Match, Phase
from engine.position import Side
from firmware.facts import MatchBegun, decode
from firmware.journal import Row, open_read_only
from firmware.screens import Screen
from firmware.standing import Standing, after, begin


class Shown(NamedTuple):
    """What a screen tells of the match; all of it must be on disk before anybody sees it."""

    score: tuple[int, int]
    cube: int
    cube_owner: Side | None
    is_offered: bool
    dice: tuple[int, ...]
    off: tuple[int, int]


def shown_on(screen: Screen) -> Shown:
    return Shown(
        (screen.white_score, screen.black_score),
        screen.cube,
        screen.cube_owner,
        screen.cube_offered,
        tuple(die.number for die in screen.dice),
        (screen.white_off, screen.black_off),
    )


def shown_of(match: Match) -> Shown:
    """What a screen may tell of a match that stands so."""
    is_offered = match.phase is Phase.DOUBLE_OFFERED
    dice = match.roll.numbers if match.roll is not None else ()
    if match.phase is Phase.OPENING_ROLL and match.opening:
        dice = match.opening[-1]
    cube = match.cube * 2 if is_offered else match.cube
    off = (match.position.own_off, match.position.opp_off)
    return Shown(match.score, cube, match.cube_owner, is_offered, tuple(dice), off)


def rows_on_disk(path: Path) -> tuple[Row, ...]:
    journal = open_read_only(path)
    try:
        return tuple(journal.rows())
    finally:
        journal.close()


def on_disk(rows: Iterable[Row]) -> set[Shown]:
    """Everything that screens may have told if these facts, and no others, were kept."""
    known = set()
    standing: Standing | None = None
    for row in rows:
        body = decode(row.kind, row.body)
        standing = begin(body) if isinstance(body, MatchBegun) else after(standing, body) if standing else None
        if standing is not None:
            known.add(shown_of(standing.match))
    return known
