"""Plays as text: `24/18*/13`, `bar/22`, `6/off(2)`.

Owns writing a play the one way the field writes it, and reading it the many ways people and programs do. Knows
nothing of match files: dice, columns and names are theirs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.plays import Move, Play, Roll, legal_ends, play_to
from engine.position import BAR, OFF, EngineError, Position

Hops = tuple[tuple[int, int], ...]
"""(start, end) of checkers as a text names them; one hop may be several moves of a roll."""

_NAMES: Final = {"bar": BAR, "off": OFF} | {str(slot): slot for slot in range(26)}
_WORD: Final = re.compile(r"(\w+)((?:[-/]\w+\*?)+)(?:\((\d+)\)(\*?))?")


class NotationError(EngineError):
    """A text that is no play, or hops that cannot be made; the message names the word and what is wrong with it."""


class IllegalPlay(EngineError):
    """A readable play that the roll does not allow; the message says which play and which roll."""


class _Hop(NamedTuple):
    start: int
    end: int
    is_starred: bool


class _Track(NamedTuple):
    """One checker's way through a play: start, stops where it hit, end, and whether it hit there."""

    start: int
    stops: tuple[int, ...]
    end: int
    is_hit: bool

    def then(self, move: Move) -> _Track:
        stops = (*self.stops, self.end) if self.is_hit else self.stops
        return _Track(self.start, stops, move.end, move.is_hit)


def write_play(moves: Iterable[Move]) -> str:
    """The usual text of a play's moves, empty for none.

    Larger start first, then larger end; the moves of one checker joined, with a stop between only where it hit;
    equal ones grouped. In a group the star means that the first checker hit: `6/1*(2)`.
    """
    tracks = sorted(_tracks(moves), key=lambda track: (-track.start, -track.end, not track.stops))
    groups = Counter((track.start, track.stops, track.end) for track in tracks)
    hits = {(track.start, track.stops, track.end) for track in tracks if track.is_hit}
    return " ".join(_word(*group, group in hits, count) for group, count in groups.items())


def _tracks(moves: Iterable[Move]) -> list[_Track]:
    tracks: list[_Track] = []
    for move in sorted(moves, key=lambda move: (-move.start, not move.is_hit)):
        for index, track in enumerate(tracks):
            if track.end == move.start:
                tracks[index] = track.then(move)
                break
        else:
            tracks.append(_Track(move.start, (), move.end, move.is_hit))
    return tracks


def _word(start: int, stops: Sequence[int], end: int, is_hit: bool, count: int) -> str:
    between = "".join(f"/{stop}*" for stop in stops)
    group = f"({count})" if count > 1 else ""
    return f"{_name(start)}{between}/{_name(end)}{'*' if is_hit else ''}{group}"


def _name(slot: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(slot, str(slot))


def read_moves(text: str) -> Hops:
    """The hops a text names, in its order: `-` or `/`, bar or 25, off or 0, chains, groups, stars or none.

    Whether they are legal, or possible at all, is not asked here. Raises NotationError naming the word that is no hop.
    """
    return tuple((hop.start, hop.end) for hop in _hops(text))


def _hops(text: str) -> list[_Hop]:
    return [hop for word in text.replace(",", " ").split() for hop in _hops_of_word(word)]


def _hops_of_word(word: str) -> list[_Hop]:
    match = _WORD.fullmatch(word)
    if match is None:
        raise NotationError(f"'{word}' is no move: write it like 24/18, bar/22, 6/off or 8/5(2)")
    first, rest, times, last_star = match.groups()
    start = _slot(first, word)
    hops = []
    for stop in re.findall(r"[-/](\w+\*?)", rest + (last_star or "")):
        end = _slot(stop.rstrip("*"), word)
        if start in (OFF, end) or end == BAR:
            raise NotationError(f"'{word}' is no move: no checker goes from {_name(start)} to {_name(end)}")
        hops.append(_Hop(start, end, stop.endswith("*")))
        start = end
    count = int(times or 1)
    if not 1 <= count <= 4:
        raise NotationError(f"'{word}' is no move: a roll moves 1 to 4 checkers, not {count}")
    return hops * count


def _slot(name: str, word: str) -> int:
    slot = _NAMES.get(name.lower())
    if slot is None:
        raise NotationError(f"'{word}' is no move: '{name}' is neither a point 1 to 24 nor bar nor off")
    return slot


def apply_hops(position: Position, hops: Iterable[tuple[int, int]]) -> Position:
    """Where checkers stand after hops made by hand, legal or not; a single opposing checker landed on goes to its bar.

    Hops may come in any order in which a checker can make them. On a point held by the opponent both sides then
    stand, as on a real board. Raises NotationError if no checker is there to make a hop.
    """
    own, opp = position
    waiting = list(hops)
    while waiting:
        ready = next((hop for hop in waiting if own >> 4 * hop[0] & 15), None)
        if ready is None:
            start, end = waiting[0]
            raise NotationError(f"{_name(start)}/{_name(end)}: no checker on {_name(start)}")
        waiting.remove(ready)
        start, end = ready
        own += (1 << 4 * end) - (1 << 4 * start)
        if end != OFF and Position(own, opp).opp_on(end) == 1:
            opp += (1 << 4 * BAR) - (1 << 4 * (25 - end))
    return Position(own, opp)


def find_play(position: Position, roll: Roll, text: str) -> Play:
    """The legal play that a text means, found by the position it leads to; an empty text is a turn without a play.

    One hop may stand for several moves. A blot on a named stop, or with a star, must be hit; where a hop passes over
    blots the way that hits fewest is meant. Raises NotationError (unreadable, or two ways hit differently) and
    IllegalPlay.
    """
    hops = _hops(text)
    ends = legal_ends(position, roll)
    if not hops and not ends:
        return Play((), position)
    refused = IllegalPlay(f"{text.strip() or 'no move'} is not legal with {roll}")
    try:
        reached = apply_hops(position, [(hop.start, hop.end) for hop in hops])
    except NotationError:
        raise refused from None
    asked = _hit_points(position, reached)
    if not asked.issuperset(hop.end for hop in hops if hop.is_starred):
        raise refused
    meant = [end for end in ends if end.own == reached.own and asked <= _hit_points(position, end)]
    if len(hops) > 1 and not roll.is_double:
        meant = [end for end in meant if end.opp == reached.opp]
    fewest = min((end.opp_bar for end in meant), default=0)
    meant = [end for end in meant if end.opp_bar == fewest]
    if len(meant) > 1:
        raise NotationError(f"'{text.strip()}' with {roll} can hit on the way in two ways: write the point it stops on")
    play = play_to(position, roll, meant[0]) if meant else None
    if play is None:
        raise refused
    return play


def _hit_points(before: Position, after: Position) -> set[int]:
    return {point for point in range(1, 25) if before.opp_on(point) == 1 and after.opp_on(point) == 0}
