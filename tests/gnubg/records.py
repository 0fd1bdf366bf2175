"""Records made for GNU Backgammon: whatever may be in one and is not in the matches of programs."""

from __future__ import annotations

import random
from typing import Final

from engine.actions import (
    Action,
    Doubled,
    Dropped,
    GameSettled,
    GameStarted,
    Level,
    OpeningRolled,
    Played,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
    Took,
)
from engine.formats import MatchRecord, record_of
from engine.match import apply, begin, refusal
from engine.match_state import Match, Phase, Rules
from engine.notation import find_play
from engine.plays import Roll, legal_plays
from engine.position import START, Position, Side
from engine.variants import HYPERGAMMON, NACKGAMMON

WHITE, BLACK = Side.WHITE, Side.BLACK
MONEY: Final = Rules(0, has_beavers=True)
NAMES: Final = (
    ("A:x", "a]b\\c;d"),
    ("Zoë", "名前"),
    ("7 point match", "Wins 2 points"),
    ("1) x", "31: 8/5 6/5"),
    ("#1", "Game 2"),
    ("Abcdefghijklmnopqrstuvwxyz Abcdefghijklmnopqrstuvwxyz", "Anna, 1666"),
    ("", "%s%n%d"),
    ("same", "same"),
)

_FIRST = find_play(START, Roll(3, 1), "8/5 6/5")
OPENED: Final = (GameStarted(), OpeningRolled(3, 1), Played(WHITE, _FIRST.end, _FIRST.moves))
# One checker of the 13 point went to the 14, backwards: no roll allows it.
_ASTRAY: Final = Position.of({24: 1, 18: 1, 14: 1, 13: 4, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
_TOO_FAR: Final = Position.of({24: 2, 13: 5, 8: 2, 6: 5, 3: 1}, {24: 2, 13: 5, 8: 3, 6: 5})
_SHUT_OUT: Final = Position.of({25: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 8: 3})


def made_records() -> dict[str, MatchRecord]:
    """All of them by name."""
    found = {
        f"name{number}": _record(Rules(3), *OPENED, *gives_up(WHITE), names=pair) for number, pair in enumerate(NAMES)
    }
    found |= _endings() | _cubes() | _illegal_plays() | _set_ups()
    for number, rules in enumerate(
        (Rules(1), Rules(3), Rules(5, has_crawford=False), MONEY, Rules(0, has_jacoby=True))
    ):
        found |= {f"played{number}-{seed}": played(rules, 100 * number + seed) for seed in range(3)}
    found |= {f"nack{seed}": played(Rules(3, start=NACKGAMMON.start), seed) for seed in range(2)}
    found |= {f"hyper{seed}": played(Rules(5, start=HYPERGAMMON.start), seed) for seed in range(4)}
    return found


def _record(
    rules: Rules, *actions: Action, names: tuple[str, str] = ("Left", "Right"), score: tuple[int, int] = (0, 0)
) -> MatchRecord:
    return record_of(actions, rules, names, (("EventDate", "2026.11.29"), ("Event", 'The "Cup"')), score)


def gives_up(winner: Side, level: Level = Level.SINGLE) -> tuple[Action, Action]:
    return ResignationOffered(winner.other, level), ResignationAccepted(winner)


def _endings() -> dict[str, MatchRecord]:
    rolled = (*OPENED, Rolled(BLACK, Roll(6, 5)))
    found = {
        f"resigned-{winner.name}-{level.name}": _record(Rules(25), *rolled, *gives_up(winner, level), *OPENED)
        for winner in Side
        for level in Level
    }
    found |= {
        f"resigned-first-{side.name}": _record(Rules(7), GameStarted(), OpeningRolled(2, 5), *gives_up(side))
        for side in Side
    }
    found |= {f"settled-{side.name}": _record(Rules(7), *OPENED, GameSettled(side, 2), *OPENED) for side in Side}
    found["unfinished"] = _record(Rules(7), *OPENED)
    found["unfinished-roll"] = _record(Rules(7), *rolled)
    found["just-started"] = _record(Rules(64), *OPENED, *gives_up(BLACK), GameStarted())
    found["late"] = _record(Rules(7), *OPENED, *gives_up(BLACK), score=(5, 6))
    return found


def _cubes() -> dict[str, MatchRecord]:
    reply = find_play(_FIRST.end.turned, Roll(6, 5), "24/13")
    goes_on = (Rolled(BLACK, Roll(6, 5)), Played(BLACK, reply.end, reply.moves))
    return {
        "drop-left": _record(Rules(7), *OPENED, Doubled(BLACK), Dropped(WHITE)),
        "take": _record(Rules(7), *OPENED, Doubled(BLACK), Took(WHITE), *goes_on, *gives_up(WHITE)),
        "redouble": _record(
            Rules(9), *OPENED, Doubled(BLACK), Took(WHITE), *goes_on, Doubled(WHITE), Took(BLACK), *gives_up(BLACK)
        ),
        "redrop": _record(Rules(9), *OPENED, Doubled(BLACK), Took(WHITE), *goes_on, Doubled(WHITE), Dropped(BLACK)),
        "beaver": _record(MONEY, *OPENED, Doubled(BLACK), Doubled(WHITE), Took(BLACK), *goes_on, *gives_up(WHITE)),
        "beaver-taken": _record(MONEY, *OPENED, Doubled(BLACK), Doubled(WHITE), Took(BLACK)),
        "beaver-taken-resigned": _record(
            MONEY, *OPENED, Doubled(BLACK), Doubled(WHITE), Took(BLACK), *gives_up(BLACK), *OPENED
        ),
        "beaver-drop": _record(MONEY, *OPENED, Doubled(BLACK), Doubled(WHITE), Dropped(BLACK)),
        "raccoon": _record(
            MONEY, *OPENED, Doubled(BLACK), Doubled(WHITE), Doubled(BLACK), Took(WHITE), *goes_on, *gives_up(WHITE)
        ),
        "automatic": _record(
            Rules(0, has_beavers=True, automatic_doubles=1),
            OPENED[0],
            OpeningRolled(4, 4),
            *OPENED[1:],
            Doubled(BLACK),
            Took(WHITE),
            *goes_on,
            *gives_up(WHITE),
        ),
        "automatic-limit": _record(
            Rules(0, automatic_doubles=2, cube_limit=2),
            OPENED[0],
            OpeningRolled(4, 4),
            OpeningRolled(6, 6),
            *OPENED[1:],
            *gives_up(WHITE),
        ),
        "score-set": record_of(
            (*OPENED, *gives_up(WHITE), *OPENED, *gives_up(BLACK)), Rules(7), ("L", "R"), scores={2: (3, 5)}
        ),
        "no-crawford": _record(
            Rules(5, has_crawford=False), *OPENED, Doubled(BLACK), Took(WHITE), *goes_on, *gives_up(BLACK), score=(4, 0)
        ),
    }


def _illegal_plays() -> dict[str, MatchRecord]:
    black = (GameStarted(), OpeningRolled(5, 6))
    reply = find_play(_ASTRAY.turned, Roll(3, 1), "8/5 6/5")
    goes_on = (Rolled(BLACK, Roll(3, 1)), Played(BLACK, reply.end, reply.moves))
    answer = find_play(_ASTRAY.turned, Roll(4, 2), "8/4 6/4")
    mirrored = (Rolled(WHITE, Roll(4, 2)), Played(WHITE, answer.end, answer.moves))
    return {
        "illegal-left": _record(
            Rules(7),
            GameStarted(),
            OpeningRolled(6, 5),
            Played(WHITE, _ASTRAY, is_legal=False),
            *goes_on,
            *gives_up(BLACK),
        ),
        "illegal-right": _record(Rules(7), *black, Played(BLACK, _ASTRAY, is_legal=False), *mirrored, *gives_up(WHITE)),
        "illegal-last": _record(Rules(7), *black, Played(BLACK, _ASTRAY, is_legal=False)),
        "illegal-then-double": _record(
            Rules(7),
            GameStarted(),
            OpeningRolled(4, 3),
            Played(WHITE, _TOO_FAR, is_legal=False),
            Doubled(BLACK),
            Dropped(WHITE),
        ),
        "illegal-nothing-played": _record(
            Rules(7), GameStarted(), OpeningRolled(4, 3), Played(WHITE, START, is_legal=False), *gives_up(BLACK)
        ),
        "illegal-same-names": _record(
            Rules(7), *black, Played(BLACK, _ASTRAY, is_legal=False), *mirrored, names=("same", "same")
        ),
    }


def _set_ups() -> dict[str, MatchRecord]:
    danced = (Rolled(WHITE, Roll(6, 6)), Played(WHITE, _SHUT_OUT))
    freed = (Rolled(BLACK, Roll(6, 6)), Played(BLACK, _SHUT_OUT))
    return {
        "set-up-left": _record(Rules(7), GameStarted(_SHUT_OUT, WHITE), *danced, *gives_up(BLACK)),
        "set-up-right": _record(Rules(7), GameStarted(_SHUT_OUT.turned, BLACK), *freed, *gives_up(BLACK)),
        "set-up-double": _record(Rules(7), GameStarted(_SHUT_OUT, WHITE), Doubled(WHITE), Dropped(BLACK)),
    }


def played(rules: Rules, seed: int) -> MatchRecord:
    """A match, or three games for money, between players who know the rules and nothing else."""
    chance = random.Random(seed)
    match = begin(rules)
    actions: list[Action] = []
    while match.phase is not Phase.MATCH_OVER and not (rules.is_money and match.game == 3 and not match.is_playing):
        action = _next(match, chance)
        match = apply(match, action)
        actions.append(action)
    return _record(rules, *actions)


def _next(match: Match, chance: random.Random) -> Action:
    die = chance.randint(1, 6)
    if not match.is_playing:
        return GameStarted()
    if match.phase is Phase.OPENING_ROLL:
        return OpeningRolled(die, die % 6 + 1)
    decider = match.decider
    assert decider is not None
    if match.phase is Phase.TO_ROLL:
        return _before_roll(match, decider, Roll(die, chance.randint(1, 6)), chance)
    if match.phase is Phase.DOUBLE_OFFERED:
        return _answer(match, decider, chance)
    if match.phase is Phase.RESIGNATION_OFFERED:
        return ResignationAccepted(decider)
    return _move(match, decider, chance)


def _before_roll(match: Match, side: Side, roll: Roll, chance: random.Random) -> Action:
    if chance.random() < 0.02:
        return ResignationOffered(side, chance.choice(list(Level)))
    doubled = Doubled(side)
    may_double = match.cube < 16 and _is_allowed(match, doubled)
    return doubled if may_double and chance.random() < 0.1 else Rolled(side, roll)


def _answer(match: Match, side: Side, chance: random.Random) -> Action:
    # After a refused beaver the program's .mat reader misreads the next game.
    answers: list[Action] = [*[Took(side)] * 4, Took(side) if match.beavers else Dropped(side)]
    if match.cube < 16 and _is_allowed(match, Doubled(side)):
        answers += [Doubled(side)] * 3
    return chance.choice(answers)


def _is_allowed(match: Match, action: Action) -> bool:
    return refusal(match, action) is None


def _move(match: Match, side: Side, chance: random.Random) -> Action:
    assert match.roll is not None
    plays = legal_plays(match.seen_by(side), match.roll)
    if not plays:
        return Played(side, match.seen_by(side))
    play = chance.choice(plays)
    return Played(side, play.end, play.moves)
