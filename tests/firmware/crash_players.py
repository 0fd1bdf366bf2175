"""Players who come back to a table that a crash has stopped, and go on where the board and the record stand.

They see what people see: the checkers, what is in their hands, and whose turn the table says it is. What the record
says they were about to do, they then do.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import OpeningRolled, Played
from engine.formats.record import GameRecord
from engine.match import apply
from engine.plays import Move, Roll
from engine.position import Position, Side
from firmware.rehearsal.players import Players
from firmware.table_state import State
from hardware.geometry import BAR_FAR, BAR_NEAR, PLACES
from hardware.ports import KEYS, Key

IN_HAND = -1


class ReturningPlayers(Players):
    """Players of a record who can also begin in its middle (`resume`)."""

    async def resume(self) -> None:
        """Both press PLAY, then finish what they were about and play the rest of the record."""
        self._let_go()
        standing = self.rig.daemon.state.standing
        if standing is None:
            await self.play()
            return
        done = len(standing.actions)
        self._script_rest_of_opening(done)
        await self._go_on()
        for number, game in enumerate(self.record.games):
            if done == 0 and number:
                await self._begin_game(game, is_first=False)
            await self._play_rest(game, done)
            done = max(0, done - len(game.actions))

    def _let_go(self) -> None:
        """Whatever was pressed or held down when the screen went dark; a checker stays in the hand."""
        self.rig.board.is_hand = False
        for key in range(KEYS):
            self.rig.board.release(key)

    async def _play_rest(self, game: GameRecord, done: int) -> None:
        for number, action in enumerate(game.actions):
            before = self.match
            self.match = apply(self.match, action)
            self._where = f"game {self.match.game}, turn {before.turns + 1}"
            if number < done:
                continue
            if number == done and isinstance(action, Played):
                await self._finish(action)
                continue
            if number == done > 0:
                await self._lay(before.position)
            following = game.actions[number + 1] if number + 1 < len(game.actions) else None
            await self._act(action, before, following)

    async def _go_on(self) -> None:
        await self._at(State.RESUME)
        for seat in (0, 1):
            await self.rig.press(seat, Key.PLAY)
        await self.rig.until(lambda: self._state is not State.RESUME, "the match to go on")

    def _script_rest_of_opening(self, done: int) -> None:
        """Dice of an opening roll that is due fall as soon as both have pressed PLAY."""
        for game in self.record.games:
            if 0 < done < len(game.actions):
                for action in game.actions[done:]:
                    if not isinstance(action, OpeningRolled):
                        break
                    self.rig.dice.put(action.white, action.black)
            done -= len(game.actions)

    async def _finish(self, played: Played) -> None:
        """The turn that was being played: lay the checkers that are not where the play ends, and pass."""
        await self._at(State.MOVING, State.NO_LEGAL_PLAY)
        await self._lay(self.match.position)
        await self._pass(played)

    async def _lay(self, position: Position) -> None:
        """Carry what does not stand where this position (White's view) has it."""
        carries = list(self._carries(self._counts(position)))
        if not carries:
            return
        await self.rig.do(self.rig.hands.reach())
        for source, place in carries:
            self._touched |= {place}
            lift = [] if source == IN_HAND else self.rig.hands.lift(source)
            await self.rig.do([*lift, *self.rig.hands.drop(place)])
        await self.rig.do(self.rig.hands.withdraw())

    def _carries(self, target: list[int]) -> Iterator[tuple[int, int]]:
        """From where to where checkers must be carried; those in the hand first, and a hit one before it is hit."""
        hands = self.rig.hands
        now = [hands.count(place) for place in range(PLACES)]
        surplus = [IN_HAND] * len(hands.in_hand)
        surplus += [place for place in range(PLACES) for _ in range(now[place] - target[place])]
        lacking = [place for place in range(PLACES) for _ in range(target[place] - now[place])]
        lacking.sort(key=lambda place: place not in (BAR_NEAR, BAR_FAR))
        return zip(surplus, lacking, strict=True)


class ClumsyPlayers(ReturningPlayers):
    """In the fourth turn somebody's sleeve takes a checker along, and nobody knows what to do."""

    async def _roll(self, side: Side, roll: Roll) -> None:
        if self.match.turns == 3:
            hands = self.rig.hands
            place = self._layout.place_of(side, 6)
            empty = next(p for p in range(24) if not hands.count(p))
            await self.rig.do([*hands.reach(), *hands.move(place, empty), *hands.withdraw()])
            await self._at(State.CORRECTING)
        await super()._roll(side, roll)


class HoldingPlayers(ReturningPlayers):
    """Whoever hits keeps the hit checker in the hand."""

    async def _move_checkers(self, side: Side, moves: tuple[Move, ...]) -> None:
        hands, place = self.rig.hands, self._layout.place_of
        await self.rig.do(hands.reach())
        for move in moves:
            if move.is_hit:
                await self.rig.do(hands.lift(place(side, move.end)))
            await self.rig.do(hands.move(place(side, move.start), place(side, move.end)))
        await self.rig.do(hands.withdraw())
