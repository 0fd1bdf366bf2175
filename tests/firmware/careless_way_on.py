"""The way on from any state, as the documents describe it: leave menus, answer questions, put the board right, play.

What people do here is only what docs/table.md says each key does. They never restart anything.
"""

from __future__ import annotations

import asyncio
from enum import IntEnum
from random import Random
from typing import Final

from engine.plays import Play, legal_plays
from engine.position import BAR, Position, Side
from firmware.rehearsal.laying import counts_by_place
from firmware.rehearsal.rig import Rig
from firmware.table import KEYS_OF, Press, Who, seat_on_turn
from firmware.table_results import ending_of
from firmware.table_state import QUESTIONS, State, TableState
from hardware.ports import Key

DEAF_S: Final = 1.1
"""Questions are deaf for a second."""
QUIET_S: Final = 1.0
STANDS_S: Final = 4.0
"""After so long a board that stands wrong, or at the start, has been noticed."""
TRIES: Final = 3
"""A play laid and not understood so often is made again from where the turn began."""
CABLE_S: Final = 40.0
"""A cable put in again is found within half a minute."""
_SAYS_YES: Final = {
    State.TAKE_BACK: (Key.CUBE, False),
    State.DOUBLE: (Key.PLAY, False),
    State.DOUBLE_OFFERED: (Key.CUBE, False),
    State.TAKE: (Key.CUBE, False),
    State.DROP: (Key.PLAY, False),
    State.TAKEN_OFF: (Key.PLAY, False),
    State.PASS_IT: (Key.PLAY, False),
    State.RESIGN_MENU: (Key.PLAY, False),
    State.RESIGNATION_OFFERED: (Key.CUBE, False),
    State.ILLEGAL_PASSED: (Key.PLAY, False),
    State.TIME_OUT: (Key.CUBE, False),
    State.MATCH_OVER: (Key.PLAY, True),
    State.MENU: (Key.CUBE, True),
    State.DIGITS: (Key.CUBE, True),
}
"""One key of the seat on turn, and whether it is held, that leads out of a question or a menu."""
_BY_BOTH: Final = frozenset({State.GAME_OVER, State.PAUSED, State.RESUME})
_IN_A_GAME: Final = frozenset({State.TO_ROLL, State.MOVING, State.NO_LEGAL_PLAY, State.CORRECTING})


class Way(IntEnum):
    """Which way on is tried first."""

    PUT_RIGHT = 0
    LAY_THE_START = 1
    ACCEPT = 2


class WayOn:
    """Two people who want to play on. `lay` and `answer` do one thing each and wait until it can have been seen."""

    def __init__(self, rig: Rig, random: Random) -> None:
        self.rig = rig
        self.random = random
        self._turn, self._tries = 0, 0

    @property
    def _state(self) -> TableState:
        return self.rig.daemon.state

    async def lay(self, position: Position) -> None:
        """Lay a position (White's view), whatever lies there now, and take the hand away."""
        self.rig.board.is_hand = True
        await asyncio.sleep(0.3)
        self.rig.hands.set_up(counts_by_place(position, self._state.layout))
        await asyncio.sleep(0.3)
        self.rig.board.is_hand = False
        await asyncio.sleep(QUIET_S)

    async def press(self, seat: int, key: Key, hold_s: float = 0.1) -> None:
        self.rig.board.press(2 * seat + key)
        await asyncio.sleep(hold_s)
        self.rig.board.release(2 * seat + key)
        await asyncio.sleep(0.2)

    async def both(self, key: Key, hold_s: float = 0.1) -> None:
        """Both seats at once."""
        for seat in (0, 1):
            self.rig.board.press(2 * seat + key)
        await asyncio.sleep(hold_s)
        for seat in (0, 1):
            self.rig.board.release(2 * seat + key)
        await asyncio.sleep(0.2)

    async def press_what_means_something(self, number: int) -> None:
        """One of the keys that have a meaning here, long enough and by whom it takes; questions are read first."""
        state = self._state
        row = sorted(KEYS_OF[state.at], key=lambda cell: (cell[0].value, cell[1].value))
        if not row:
            return
        row += 2 * [cell for cell in row if cell[1] is not Press.HELD_CUBE]  # else they resign all the time
        who, press = row[number % len(row)]
        turn = seat_on_turn(state)
        seat = turn if who is Who.TURN else 1 - turn
        if state.at in QUESTIONS:
            await asyncio.sleep(DEAF_S)
        key = Key.PLAY if press in (Press.PLAY, Press.HELD_PLAY, Press.BOTH_PLAY) else Key.CUBE
        if press in (Press.BOTH_PLAY, Press.BOTH_CUBE):
            await self.both(key, 2.2)
        else:
            await self.press(seat, key, 0.1 if press in (Press.PLAY, Press.CUBE) else 0.9)

    async def answer(self) -> None:
        """What people who want to play on do in the state the table is in."""
        state = self._state
        at, seat = state.at, seat_on_turn(state)
        if at in _SAYS_YES:
            key, is_held = _SAYS_YES[at]
            await asyncio.sleep(DEAF_S)
            await self.press(seat, key, 1.0 if is_held else 0.1)
        elif at in _BY_BOTH:
            await self.press(0, Key.PLAY)
            await self.press(1, Key.PLAY)
        elif at is State.PART_MISSING:
            self.rig.scanner.plug()
            await self._until_not(State.PART_MISSING, CABLE_S)
        elif at is State.OPENING_ROLL:
            await asyncio.sleep(STANDS_S)
            await self.press(1 - seat, Key.PLAY)
        else:
            await self._at_the_board(at, seat)

    async def _at_the_board(self, at: State, seat: int) -> None:
        state = self._state
        if at is State.SET_UP:
            match = state.standing.match if state.standing else None
            await self.lay(match.rules.start if match else state.house.start)
            await self.press(0, Key.PLAY)
            await self.press(1, Key.PLAY)
            await asyncio.sleep(STANDS_S)
        elif at is State.HOW_ENDED:
            await self._say_ending(state)
        elif at is State.WHICH_PLAY:
            await asyncio.sleep(DEAF_S)
            await self.press(seat, Key.CUBE)
            await self.press(seat, Key.PLAY, 1.0)
        elif at is State.MOVING:
            await self._play(self._some_play(), seat)
        else:
            await self.lay(state.match.position)
            await self.press(seat, Key.PLAY)
        await asyncio.sleep(QUIET_S)

    async def _play(self, play: Play, seat: int) -> None:
        """Lay the end of a play and pass; where that was not understood, from the beginning of the turn by hand."""
        turn = self._state.match.turns
        self._tries = self._tries + 1 if turn == self._turn else 0
        self._turn = turn
        if self._tries < TRIES:
            await self.lay(self._end_of(play))
        else:
            await self.lay(self._state.match.position)
            if self._state.at is State.MOVING:
                await self._move(play)
        await self.press(seat, Key.PLAY)

    async def _move(self, play: Play) -> None:
        hands, place, mover = self.rig.hands, self._state.layout.place_of, self._state.mover
        await self.rig.do(hands.reach())
        for move in play.moves:
            if move.is_hit:
                await self.rig.do(hands.move(place(mover, move.end), place(mover.other, BAR)))
            await self.rig.do(hands.move(place(mover, move.start), place(mover, move.end)))
        await self.rig.do(hands.withdraw())
        await asyncio.sleep(QUIET_S)

    async def _say_ending(self, state: TableState) -> None:
        await asyncio.sleep(DEAF_S)
        while ending_of(self._state) is not None and self._state.at is State.HOW_ENDED:
            await self.press(0, Key.CUBE)
        await self.press(0, Key.PLAY)
        await self.press(1, Key.PLAY)

    def _some_play(self) -> Play:
        match, mover = self._state.match, self._state.mover
        assert match.roll is not None
        seen = match.seen_by(mover)
        return self.random.choice(legal_plays(seen, match.roll) or (Play((), seen),))

    def _end_of(self, play: Play) -> Position:
        return play.end if self._state.mover is Side.WHITE else play.end.turned

    async def _until_not(self, at: State, patience_s: float) -> None:
        end_s = self.rig.loop.time() + patience_s
        while self._state.at is at and self.rig.loop.time() < end_s:
            await asyncio.sleep(0.5)

    async def lay_the_start(self) -> None:
        """In mid-game: lay the start position, agree that the game is over, and let the next one begin."""
        if self._state.at in _IN_A_GAME:
            await self.lay(self._state.match.rules.start)
            await asyncio.sleep(STANDS_S)
        if self._state.at is State.HOW_ENDED:
            await asyncio.sleep(DEAF_S)
            while ending_of(self._state) is None:
                await self.press(0, Key.CUBE)
            await self.press(0, Key.PLAY)
            await self.press(1, Key.PLAY)

    async def accept(self) -> None:
        """Accept the board as it stands, if the table can tell what that is."""
        if self._state.at in (State.MOVING, State.CORRECTING):
            await self.both(Key.PLAY, 2.3)
            await asyncio.sleep(QUIET_S)
