"""Players of a match record who do beside playing what people do: slide, try another play first, press too early.

The record stays what they play; everything is put right before or after the turn is passed. How often is said in
`mischief.py`, how it is done in `manners.py`.
"""

from __future__ import annotations

import asyncio
from random import Random

from engine.actions import Played
from engine.formats.record import MatchRecord
from engine.match import Match
from engine.plays import Move, Play, Roll, legal_plays
from engine.position import Position, Side
from firmware.rehearsal.manners import Manners, Turn
from firmware.rehearsal.mischief import Kind, Mischief
from firmware.rehearsal.players import QUESTION_S, TRIES, Players
from firmware.rehearsal.rig import Rig, StuckError
from firmware.table_state import State
from hardware.ports import Key


class MischievousPlayers(Players):
    """Play one record on a rig, with mischief at a rate from 0 to 1."""

    def __init__(self, rig: Rig, record: MatchRecord, rate: float, seed: int) -> None:
        super().__init__(rig, record)
        self.mischief = Mischief(rate, Random(seed))
        self._turn: tuple[Position, Roll, Position] | None = None
        self._manners: Manners | None = None

    async def _play(self, played: Played, before: Match) -> None:
        self._turn = None if before.roll is None else (before.seen_by(played.side), before.roll, played.end)
        self._manners = None
        await super()._play(played, before)

    async def _move_checkers(self, side: Side, moves: tuple[Move, ...]) -> None:
        if not moves or self._turn is None:
            await super()._move_checkers(side, moves)
            return
        self.mischief.begin_turn()
        start, roll, end = self._turn
        turn = Turn(start, side, Play(moves, end), legal_plays(start, roll), self._layout)
        manners = Manners(self.rig.hands, self.mischief, turn)
        self._touched = manners.touched
        await self.rig.do(manners.steps())
        self._manners = manners

    async def _quiet(self) -> None:
        if self._manners is None or not self._manners.presses_at_once:
            await super()._quiet()
        elif not self._is_passed():
            self._manners.presses_at_once = False  # the next try waits

    async def _pass(self, played: Played) -> None:
        if not played.end.own >> 4 and self.rig.hands.board.is_hand:  # a game that is won ends once the hand is gone
            await self.rig.do(self.rig.hands.withdraw())
        await super()._pass(played)
        manners = self._manners
        if manners is None:
            return
        await self.rig.do(manners.afterwards())
        if self._state is State.TO_ROLL and self.mischief.is_due(Kind.TAKE_BACK_AFTER_PASS):
            self.mischief.did(Kind.TAKE_BACK_AFTER_PASS)
            await self._take_back(played, manners)

    async def _choose(self, played: Played, seat: int) -> bool:
        """Choose what was played. Where the board stirs meanwhile the question is asked anew, deaf at first: again."""
        for _ in range(TRIES):
            if not await super()._choose(played, seat):
                return False
            await asyncio.sleep(QUESTION_S)
            if self._state is not State.WHICH_PLAY:
                return self._is_passed()
        raise StuckError(f"{self._where}: nothing can be chosen; {self.rig.where()}")

    async def _put_right(self) -> None:
        if self._manners is not None:
            await self.rig.do(self._manners.afterwards())
        await super()._put_right()

    async def _take_back(self, played: Played, manners: Manners) -> None:
        """The turn is asked back and granted; the checkers go back, and it is played as on record once more."""
        await asyncio.sleep(QUESTION_S)
        await self.rig.hold(self._layout.seat_of(played.side), Key.PLAY)
        await self._at(State.TAKE_BACK)
        await asyncio.sleep(QUESTION_S)
        await self.rig.hold(self._layout.seat_of(played.side.other), Key.PLAY)
        await self._at(State.MOVING)
        await self.rig.do(manners.back())
        await self._stand_as_before()
        await super()._move_checkers(played.side, played.moves)
        self._manners = None
        await super()._pass(played)

    async def _stand_as_before(self) -> None:
        """Wait until the board is read as the turn began; straighten what was touched until it is."""
        for _ in range(TRIES):
            await asyncio.sleep(0.6)
            board = self.rig.daemon.state.board
            if board is not None and not board.differs:
                return
            await super()._put_right()
        raise StuckError(f"{self._where}: taken back, but not read as before; {self.rig.where()}")
