"""The rehearsal's story: a short match, one illegal try and one pulled plug, told sentence by sentence.

Owns the script and its words. The players of `players.py` carry it out; knows nothing of how it is drawn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from engine.actions import (
    Action,
    Doubled,
    GameStarted,
    Level,
    OpeningRolled,
    Played,
    ResignationAccepted,
    ResignationOffered,
    Rolled,
    Took,
)
from engine.formats.record import GameRecord, MatchRecord
from engine.match import Match, Rules, apply, begin
from engine.notation import find_play, write_play
from engine.plays import Move, Roll
from engine.position import BAR, START, Position, Side
from firmware.policy import House
from firmware.rehearsal.players import Players
from firmware.rehearsal.rig import Rig
from firmware.table_state import State
from hardware.ports import Key

LENGTH: Final = 3
SCORE: Final = (1, 1)
NAMES: Final = ("Ada", "Ben")
HOUSE: Final = House(length=LENGTH, score=SCORE, white_name=NAMES[0], black_name=NAMES[1], is_flipping=False)

OPENING: Final = (3, 1)
TURNS: Final = (
    (Roll(3, 1), "8/5 6/5"),
    (Roll(6, 2), "24/18 13/11"),
    (Roll(6, 1), "13/7* 8/7"),
    (Roll(6, 5), ""),
    (Roll(4, 2), "8/4 6/4"),
    (Roll(3, 2), "bar/22 13/11"),
    (Roll(5, 5), "13/3*(2)"),
)
DOUBLE_BEFORE: Final = 4
"""The turn, counted from 0, before which White doubles."""
SLIP_IN: Final = 4
"""In this turn White first moves 8/4 and 13/10: three points with a two."""
PLUG_IN: Final = 5
"""In this turn the plug is pulled when the first checker has been moved."""

READ_S: Final = 5.0
"""Table time in which the players, and whoever watches, look at what was told."""
GLANCE_S: Final = 1.5
"""The same between a finished play and the press of PLAY: people do not wait long there."""

Tell = Callable[[str, float], Awaitable[None]]
"""Show a sentence, and let this much table time go by."""


@dataclass(frozen=True, slots=True)
class Owners:
    """Whose checker each disc is. The board cannot know it; the people at the table do."""

    of: dict[int, Side]


def record() -> MatchRecord:
    """The match as it will be played, made and checked by the rules."""
    rules = Rules(length=LENGTH)
    match = begin(rules, SCORE)
    actions: list[Action] = [GameStarted(), OpeningRolled(*OPENING)]
    for action in actions:
        match = apply(match, action)
    for number, (roll, play) in enumerate(TURNS):
        for action in _turn(match, number, roll, play):
            actions.append(action)
            match = apply(match, action)
    actions += [ResignationOffered(Side.BLACK, Level.SINGLE), ResignationAccepted(Side.WHITE)]
    return MatchRecord(rules, NAMES, (GameRecord(1, SCORE, tuple(actions)),))


def _turn(match: Match, number: int, roll: Roll, text: str) -> list[Action]:
    side = match.on_roll
    assert side is not None
    play = find_play(match.seen_by(side), roll, text)
    cube: list[Action] = [Doubled(side), Took(side.other)] if number == DOUBLE_BEFORE else []
    rolled: list[Action] = [] if number == 0 else [Rolled(side, roll)]
    return [*cube, *rolled, Played(side, play.end, play.moves)]


def name(side: Side) -> str:
    return NAMES[side]


class Story(Players):
    """The players, who say what they do. `tell` shows a sentence and lets people read it."""

    def __init__(self, rig: Rig, tell: Tell) -> None:
        super().__init__(rig, record())
        self.owners = Owners({})
        self._tell = tell
        self._turn = 0

    # Set-up, with one checker on the wrong point

    async def _begin_game(self, game: GameRecord, is_first: bool) -> None:
        hands, place = self.rig.hands, self._layout.place_of
        self._script_opening(game)
        wrong = Position(START.own - (1 << 4 * 6) + (1 << 4 * 5), START.opp)
        hands.set_up(self._counts(wrong))
        self._learn_owners(wrong)
        await self._at(State.SET_UP)
        await asyncio.sleep(1.0)
        await self._tell(
            "Ada (White, O) and Ben (Black, X) set up. One checker is wrong: the screen says where.", READ_S
        )
        await self.rig.do(hands.reach())
        await self.rig.do(hands.move(place(Side.WHITE, 5), place(Side.WHITE, 6)))
        await self.rig.do(hands.withdraw())
        await asyncio.sleep(0.6)
        await self._tell(
            "Now it stands right; on which side the homes are, the board has seen. Both press PLAY.", READ_S
        )
        for seat in (0, 1):
            await self.rig.press(seat, Key.PLAY)
        await self._stand_at_the_start()

    def _learn_owners(self, position: Position) -> None:
        for side, packed in ((Side.WHITE, position.own), (Side.BLACK, position.opp)):
            for slot in range(1, BAR + 1):
                if packed >> 4 * slot & 15:
                    column = self.rig.hands.columns[self._layout.place_of(side, slot)]
                    self.owners.of.update({lying.disc: side for lying in (*column.row, *column.stack)})

    # What is told of each action

    async def _act(self, action: Action, before: Match, following: Action | None) -> None:
        self._turn = before.turns
        if isinstance(action, ResignationOffered):
            await self._tell(
                "Ben is on the bar against five points in a row. He has seen enough and holds CUBE.", READ_S
            )
        await super()._act(action, before, following)
        if isinstance(action, Played):
            await asyncio.sleep(READ_S - GLANCE_S)
        said = self._told_of(action)
        if said:
            await self._tell(said, READ_S)

    def _told_of(self, action: Action) -> str:
        match action:
            case OpeningRolled(white, black):
                winner = name(self.match.on_roll) if self.match.on_roll is not None else "nobody"
                return f"The opening roll: Ada {white}, Ben {black}. {winner} begins, with both numbers."
            case Rolled(side, roll):
                return self._told_of_roll(name(side), roll)
            case Doubled(side):
                return (
                    f"{name(side)} presses CUBE, and once more when asked again: she doubles to {2 * self.match.cube}."
                )
            case Took(side):
                return f"{name(side)} takes: the cube is his, at {self.match.cube}."
            case ResignationOffered(side, _):
                return f"{name(side)} offers to resign a single game. At a cube of 2 that is 2 points."
            case ResignationAccepted(side):
                white, black = self.match.score
                return f"{name(side)} holds PLAY and accepts. {white}-{black}: she wins the match to {LENGTH}."
            case _:
                return ""

    def _told_of_roll(self, who: str, roll: Roll) -> str:
        rolled = f"{roll.first}-{roll.second}"
        if self._state is State.NO_LEGAL_PLAY:
            return f"{who} rolls {rolled} and cannot enter: Ada holds both points. No legal play; PLAY passes."
        if roll.is_double:
            return f"{who} rolls {rolled}, a double: that number four times."
        return f"{who} presses PLAY and rolls {rolled}."

    # A turn

    async def _move_checkers(self, side: Side, moves: tuple[Move, ...]) -> None:
        if self._turn == SLIP_IN:
            await self._slip(side)
        elif self._turn == PLUG_IN:
            await super()._move_checkers(side, moves[:1])
            await self._pull_the_plug(name(side))
            await super()._move_checkers(side, moves[1:])
        else:
            await super()._move_checkers(side, moves)

    async def _pass(self, played: Played) -> None:
        await self._quiet()
        if played.moves:
            await asyncio.sleep(0.1)
            await self._tell(self._told_of_play(played), GLANCE_S)
        await super()._pass(played)

    def _told_of_play(self, played: Played) -> str:
        hits = sum(move.is_hit for move in played.moves)
        hit = f" with {'a hit' if hits == 1 else f'{hits} hits'}" if hits else ""
        text = f"{name(played.side)} plays {write_play(played.moves)}{hit}"
        if self._turn == SLIP_IN:
            return f"{text}. Now it is legal: green. PLAY passes the turn."
        if self._turn == PLUG_IN:
            return f"{text}: the whole play is seen, although the plug was pulled in the middle of it."
        return f"{text}: the board has seen it by itself. PLAY passes the turn."

    async def _slip(self, side: Side) -> None:
        """8/4 and 6/3 with 4-2, the warning, and the second checker put right."""
        hands, place = self.rig.hands, self._layout.place_of
        await self.rig.do(hands.reach())
        for start, end in ((8, 4), (13, 10)):
            await self.rig.do(hands.move(place(side, start), place(side, end)))
        await self.rig.do(hands.withdraw())
        await self.rig.until(lambda: self.rig.daemon.state.is_warning, "a warning")
        await self._tell(
            f"{name(side)} moves 8/4 and 13/10, which is illegal: red lamps, and the reason in words.", READ_S
        )
        await self.rig.do(hands.reach())
        await self.rig.do(hands.move(place(side, 10), place(side, 13)))
        await self.rig.do(hands.move(place(side, 6), place(side, 4)))
        await self.rig.do(hands.withdraw())

    async def _pull_the_plug(self, who: str) -> None:
        """The daemon dies as in a power cut, the panel goes dark; then both start again over the same board."""
        rig = self.rig
        await asyncio.sleep(0.6)
        rig.daemon.abandon()
        rig.panel.lose_power()
        await self._tell(f"{who} has moved one checker, and somebody pulls the plug. Everything is dark.", READ_S)
        await rig.restart(rig.path)
        await self._at(State.RESUME)
        await asyncio.sleep(0.6)
        await self._tell("Power is back. The journal knows match, cube and roll. Both press PLAY to go on.", READ_S)
        for seat in (0, 1):
            await rig.press(seat, Key.PLAY)
        await self._at(State.MOVING)
