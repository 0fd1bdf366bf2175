"""A record and GNU Backgammon's view of a match in the same words, so that they can be compared.

GNU Backgammon calls the left side X and the right side O in these answers. Its positions are Position IDs before each
play, which are read with the encoder that the verified examples hold; its moves are made with nothing but sums.
"""

from __future__ import annotations

from typing import Any

from engine.actions import Doubled, Dropped, GameStarted, Played, Took
from engine.formats import MatchRecord
from engine.match import apply, at_score, begin
from engine.match_state import Match
from engine.notation import apply_hops
from engine.position import Position, Side
from engine.position_id import read_position_id

Event = tuple[object, ...]
_SIDES = {"X": Side.WHITE, "O": Side.BLACK}


def events_of(record: MatchRecord) -> list[list[Event]]:
    """Per game: its start, every play with its dice and position reached, every cube action, and how it ended."""
    match = begin(record.rules, record.score_before)
    games: list[list[Event]] = []
    for game in record.games:
        match = at_score(match, game.score_before)
        events: list[Event] = [("score", *match.score)]
        for action in game.actions:
            before, match = match, apply(match, action)
            events += _event(action, before)
        games.append([*events, *_end(match)])
    return games


def _event(action: object, before: Match) -> list[Event]:
    match action:
        case Played(side, end, _, True):
            return [("play", side, tuple(sorted(before.roll or ())), end)]
        case GameStarted(Position() as position, _):
            return [("put", position)]
        case Played(side, end):
            return [("put", end if side is Side.WHITE else end.turned)]
        case Doubled(side):
            return [("double", side)]
        case Took(side):
            return [("take", side)]
        case Dropped(side):
            return [("drop", side)]
        case _:
            return []


def _end(match: Match) -> list[Event]:
    if match.is_playing or match.result is None or not match.result.points:
        return [("open",)]
    return [("won", match.result.winner, match.result.points)]


def events_told(told: dict[str, Any], checkers: int = 15) -> list[list[Event]]:
    """The same of what GNU Backgammon tells."""
    return [_game_told(game, checkers) for game in told["games"]]


def _game_told(game: dict[str, Any], checkers: int) -> list[Event]:
    info = game["info"]
    events: list[Event] = [("score", info["score-X"], info["score-O"])]
    was_put = False
    for action in game["game"]:
        was_put = was_put or (action["action"] == "set" and "board" in action)
        events += _event_told(action, checkers, was_put)
    if info["winner"] is None:
        return [*events, ("open",)]
    return [*events, ("won", _SIDES[info["winner"]], info["points-won"])]


def _event_told(action: dict[str, Any], checkers: int, was_put: bool) -> list[Event]:
    """One event. Once checkers were put down by hand the answer turns its boards wrongly, so they are left out."""
    kind = action["action"]
    if kind == "move":
        played = ("play", _SIDES[action["player"]], tuple(sorted(action["dice"])))
        if was_put:
            return [(*played, None)]
        before = read_position_id(action["board"], checkers)
        return [(*played, apply_hops(before, [(start, end) for start, end in action.get("move") or ()]))]
    if kind == "set" and "board" in action:
        return [("put",)]
    return [(kind, _SIDES[action["player"]])] if kind in ("double", "take", "drop") else []


def without_boards_after_put(games: list[list[Event]]) -> list[list[Event]]:
    """Our own events as far as GNU Backgammon can tell them."""
    return [_blinded(events) for events in games]


def _blinded(events: list[Event]) -> list[Event]:
    found: list[Event] = []
    was_put = False
    for event in events:
        was_put = was_put or event[0] == "put"
        kind = event[0]
        found.append(("put",) if kind == "put" else (*event[:3], None) if was_put and kind == "play" else event)
    return found
