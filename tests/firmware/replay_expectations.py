"""What a replay must come to, worked out from the rules alone: no word of the referee or the board map in here."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from engine.actions import Played
from engine.formats import MatchRecord, decode, read_mat
from engine.match import Match, apply, begin
from engine.plays import legal_plays
from engine.position import Position

SIDE_BY_SIDE_ON_A_POINT = 5
SIDE_BY_SIDE_ON_THE_BAR = 3


def read(path: Path) -> MatchRecord:
    return read_mat(decode(path.read_bytes()))


def seen(position: Position) -> tuple[int, ...]:
    """What presence-only cells of R1 can tell of a position: no colours, at most five a point and three a bar side."""
    points = [min(position.own_on(point) + position.opp_on(point), SIDE_BY_SIDE_ON_A_POINT) for point in range(1, 25)]
    bars = [min(position.own_bar, SIDE_BY_SIDE_ON_THE_BAR), min(position.opp_bar, SIDE_BY_SIDE_ON_THE_BAR)]
    return (*points, *bars)


def alike_turns(record: MatchRecord) -> int:
    """In how many turns the position played reads like that of another legal play: those must be asked about."""
    alike = 0
    match: Match = begin(record.rules, record.score_before)
    for game in record.games:
        for action in game.actions:
            if isinstance(action, Played) and action.is_legal and match.roll is not None:
                images = Counter(seen(play.end) for play in legal_plays(match.seen_by(action.side), match.roll))
                alike += images[seen(action.end)] > 1
            match = apply(match, action)
    return alike


def plays_in(record: MatchRecord) -> int:
    """Turns in which dice were rolled, played or not."""
    return sum(isinstance(action, Played) for game in record.games for action in game.actions)
