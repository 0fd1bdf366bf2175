"""Records whose players set something by hand, as they are exported."""

from __future__ import annotations

from engine.actions import Doubled, Dropped, Level, Took
from engine.formats import MatchRecord
from engine.position import START, Position, Side
from firmware.facts import Corrected, MatchCorrected, ResultCorrected
from tests.firmware.test_match_record import GAVE_UP, OPENED, REPLIED, THREE, record

WHITE, BLACK = Side.WHITE, Side.BLACK
_DROPPED = (Doubled(BLACK), Dropped(WHITE))
_NEW = Position.of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 1, 22: 1, 13: 5, 8: 3, 6: 5})
_SET = MatchCorrected


def corrected_records() -> dict[str, MatchRecord]:
    """All of them by name."""
    gammon = ResultCorrected(BLACK, 2, Level.GAMMON)
    return {
        "result-resigned": record(*OPENED, *GAVE_UP, gammon, *OPENED, *GAVE_UP),
        "result-dropped": record(*OPENED, *_DROPPED, gammon, *OPENED, *GAVE_UP),
        "result-taken": record(
            *OPENED, Doubled(BLACK), Took(WHITE), *REPLIED[3:], *GAVE_UP, ResultCorrected(WHITE, 4, Level.GAMMON)
        ),
        "score-between": record(*OPENED, *GAVE_UP, _SET("score", "3-2"), *OPENED, *GAVE_UP, length=11),
        "score-in-a-game": record(*OPENED, _SET("score", "2-1"), *REPLIED[3:], *GAVE_UP),
        "game-for-nobody": record(*OPENED, *GAVE_UP, _SET("score", "0-0"), *OPENED, *GAVE_UP),
        "cube": record(*THREE, _SET("cube", "2"), _SET("owner", "black"), *GAVE_UP),
        "turn": record(*THREE, _SET("turn", "white"), *GAVE_UP),
        "turn-first": record(*OPENED[:2], _SET("turn", "black"), *_DROPPED),
        "position": record(*REPLIED, Corrected(START, _NEW, BLACK, "entered"), *_DROPPED),
        "no-crawford": record(
            _SET("score", "6-0"), *OPENED, _SET("crawford", "no"), Doubled(BLACK), Took(WHITE), *GAVE_UP
        ),
    }
