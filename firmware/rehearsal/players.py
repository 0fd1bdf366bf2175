"""Two players made of a match record: they look at the table, move checkers with their hands and press the keys.

They do what the record says, truthfully answer what the board asks, and put right what it cannot read. They know the
true position; the daemon only ever sees its cells.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine.actions import (
    Action,
    Doubled,
    Dropped,
    GameSettled,
    GameStarted,
    OpeningRolled,
    Played,
    ResignationAccepted,
    ResignationDeclined,
    ResignationOffered,
    Rolled,
    Took,
)
from engine.formats.record import GameRecord, MatchRecord
from engine.match import Match, Phase, apply, begin
from engine.notation import write_play
from engine.plays import Move, Roll
from engine.position import BAR, Position, Side
from firmware.board_map import Layout
from firmware.inputs import PositionEntered, ResultEntered
from firmware.rehearsal.laying import counts_by_place
from firmware.rehearsal.rig import Rig, StuckError
from firmware.table_state import State
from firmware.verdicts import Complete
from hardware.ports import Key

QUESTION_S = 1.05
"""A question is deaf for its first second."""
TRIES = 12
"""How often players put right what the board cannot read before they give up."""


@dataclass
class Tally:
    """What came of a record. `unplayable` and `wrong` say where and why."""

    plays: int = 0
    right: int = 0
    asked: int = 0
    wrong: list[str] = field(default_factory=list)
    unplayable: list[str] = field(default_factory=list)


class Players:
    """Play one record on a rig."""

    def __init__(self, rig: Rig, record: MatchRecord, on_turn: Callable[[], None] = lambda: None) -> None:
        self.rig = rig
        self.record = record
        self.tally = Tally()
        self.match: Match = begin(record.rules, record.score_before)
        self._on_turn = on_turn
        self._where = ""
        self._touched: set[int] = set()

    # The course of the match

    async def play(self) -> Tally:
        """The whole record, from set-up to its last action."""
        for number, game in enumerate(self.record.games):
            await self._begin_game(game, is_first=number == 0)
            await self._play_game(game)
        return self.tally

    @property
    def _state(self) -> State:
        return self.rig.daemon.state.at

    @property
    def _layout(self) -> Layout:
        return self.rig.daemon.state.layout

    async def _at(self, *states: State) -> None:
        names = " or ".join(state.value for state in states)
        await self.rig.until(lambda: self._state in states and not self.rig.daemon.state.is_rolling, names)

    async def _begin_game(self, game: GameRecord, is_first: bool) -> None:
        started = game.actions[0]
        assert isinstance(started, GameStarted)
        self._script_opening(game)
        if is_first:
            self.rig.hands.set_up(self._counts(self.match.rules.start))
            await self._at(State.SET_UP)
        else:
            await self._at(State.GAME_OVER)
            await self.rig.do(self.rig.hands.reach())
            self.rig.hands.set_up(self._counts(self.match.rules.start))
            await self.rig.do(self.rig.hands.withdraw())
        for seat in (0, 1):
            await self.rig.press(seat, Key.PLAY)
        await self._stand_at_the_start()
        if started.on_roll is not None or started.position is not None:
            await self._enter_start(started)

    async def _stand_at_the_start(self) -> None:
        """The game begins once the start position is read; until then straighten what the screen names."""
        for _ in range(TRIES):
            await asyncio.sleep(2.0)
            if self._state is not State.SET_UP:
                return
            await self._put_right()
        raise StuckError(f"the start position is not seen; {self.rig.where()}")

    def _script_opening(self, game: GameRecord) -> None:
        """The dice of the opening roll fall before anybody presses a key: tell them now."""
        rolls = [a for a in game.actions if isinstance(a, OpeningRolled)]
        for roll in rolls:
            self.rig.dice.put(roll.white, roll.black)
        if not rolls:
            self.rig.dice.put(2, 1)  # a game that begins otherwise: this roll is replaced by the position entered

    async def _enter_start(self, started: GameStarted) -> None:
        """A game that does not begin with an opening roll from the start position is entered by hand."""
        await self._at(State.MOVING)
        position = started.position or self.match.rules.start
        side = started.on_roll or Side.WHITE
        self.rig.hands.set_up(self._counts(position))
        self.rig.daemon.take(PositionEntered(self.rig.loop.time(), position, side))
        where = f"game {self.match.game + 1}"
        self.tally.plays += 1
        self.tally.unplayable.append(f"{where}: begins with {side.name.title()} to roll, set by hand")

    async def _play_game(self, game: GameRecord) -> None:
        for number, action in enumerate(game.actions):
            before = self.match
            self.match = apply(self.match, action)
            self._where = f"game {self.match.game}, turn {before.turns + 1}"
            following = game.actions[number + 1] if number + 1 < len(game.actions) else None
            await self._act(action, before, following)

    async def _act(self, action: Action, before: Match, following: Action | None) -> None:
        match action:
            case GameStarted():
                pass
            case OpeningRolled():
                if self.match.phase is Phase.MOVING:
                    await self._at(State.MOVING, State.NO_LEGAL_PLAY)
                    self._count_roll(following)
            case Rolled(side, roll):
                await self._roll(side, roll)
                self._count_roll(following)
            case Played():
                await self._play(action, before)
                self._on_turn()
            case Doubled(side):
                await (self._beaver(side) if before.phase is Phase.DOUBLE_OFFERED else self._double(side))
            case Took(side):
                await self._answer(side, Key.CUBE, State.TAKE, is_held=False)
            case Dropped(side):
                await self._answer(side, Key.CUBE, State.DROP, is_held=True)
            case ResignationOffered(side, level):
                await self._resign(side, level)
            case ResignationAccepted(side):
                await asyncio.sleep(QUESTION_S)
                await self.rig.hold(self._layout.seat_of(side), Key.PLAY)
            case ResignationDeclined(side):
                await asyncio.sleep(QUESTION_S)
                await self.rig.press(self._layout.seat_of(side), Key.CUBE)
            case GameSettled(winner, points):
                self.rig.daemon.take(ResultEntered(self.rig.loop.time(), winner, points))
        if not self.match.is_playing:
            await self._at(State.GAME_OVER, State.MATCH_OVER)

    # Turns

    def _count_roll(self, following: Action | None) -> None:
        self.tally.plays += 1
        if not isinstance(following, Played):
            self.tally.unplayable.append(f"{self._where}: rolled {self.match.roll}, but not played")

    async def _roll(self, side: Side, roll: Roll) -> None:
        await self._at(State.TO_ROLL)
        self.rig.dice.put(*roll)
        for _ in range(TRIES):
            await self.rig.press(self._layout.seat_of(side), Key.PLAY)
            await self.rig.until(
                lambda: self._state is not State.TO_ROLL or self.rig.daemon.state.is_warning, "the roll"
            )
            if self._state in (State.MOVING, State.NO_LEGAL_PLAY):
                return
            await self._put_right()
        raise StuckError(f"{self._where}: cannot roll; {self.rig.where()}")

    async def _play(self, played: Played, before: Match) -> None:
        seen = before.seen_by(played.side)
        if not played.is_legal:
            await self._play_unplayable(played, seen)
            return
        await self._move_checkers(played.side, played.moves)
        await self._pass(played)
        got = self._recorded()
        if got == self.match.position:
            self.tally.right += 1
            return
        self.tally.wrong.append(
            f"{self._where}: {write_play(played.moves) or 'no play'} was recorded as another position"
        )
        await self._set_by_hand()

    async def _play_unplayable(self, played: Played, seen: Position) -> None:
        """An illegal play of a record cannot be passed: the position after it is set up and entered."""
        what = "no play recorded" if played.end == seen else "an illegal play"
        roll = self.rig.daemon.state.match.roll
        self.tally.unplayable.append(f"{self._where}: {roll}: {what}")
        await self._set_by_hand()

    async def _set_by_hand(self) -> None:
        """Lay the true position and enter it, as on the paired page."""
        await self.rig.do(self.rig.hands.reach())
        self.rig.hands.set_up(self._counts(self.match.position))
        await self.rig.do(self.rig.hands.withdraw())
        await asyncio.sleep(0.6)
        if self.match.on_roll is not None:
            self.rig.daemon.take(PositionEntered(self.rig.loop.time(), self.match.position, self.match.on_roll))

    def _recorded(self) -> Position:
        return self.rig.daemon.state.match.position

    async def _move_checkers(self, side: Side, moves: tuple[Move, ...]) -> None:
        hands, place = self.rig.hands, self._layout.place_of
        self._touched = {place(side, slot) for move in moves for slot in (move.start, move.end)}
        if not moves:
            return
        await self.rig.do(hands.reach())
        for move in moves:
            target = place(side, move.end)
            if move.is_hit:
                await self.rig.do(hands.move(target, place(side.other, BAR)))
            await self.rig.do(hands.move(place(side, move.start), target))
        await self.rig.do(hands.straighten_touched())
        await self.rig.do(hands.withdraw())

    async def _pass(self, played: Played) -> None:
        """Press PLAY and answer until the turn is passed."""
        seat = self._layout.seat_of(played.side)
        is_winning = played.end.own >> 4 * 1 == 0
        was_asked = False
        for _ in range(TRIES):
            await self._quiet()
            if not (is_winning and self._is_complete()):  # a win that is seen ends the game by itself
                await self.rig.press(seat, Key.PLAY)
            await self.rig.until(self._has_answered, "an answer to PLAY")
            was_asked = was_asked or self._state is State.WHICH_PLAY
            if await self._passed_after_questions(played, seat):
                self.tally.asked += was_asked
                return
            was_asked = True
            await self._put_right()
        raise StuckError(f"{self._where}: {write_play(played.moves)} cannot be passed; {self.rig.where()}")

    async def _quiet(self) -> None:
        await self.rig.until(lambda: self.rig.daemon.state.board is not None or self._is_passed(), "a quiet board")

    def _is_passed(self) -> bool:
        return self._state in (State.TO_ROLL, State.GAME_OVER, State.MATCH_OVER)

    def _is_complete(self) -> bool:
        board = self.rig.daemon.state.board
        return board is not None and isinstance(board.verdict, Complete) and not board.verdict.reads_like_start

    def _has_answered(self) -> bool:
        state = self.rig.daemon.state
        asks = (State.TAKEN_OFF, State.WHICH_PLAY, State.CORRECTING)
        return self._is_passed() or state.is_warning or state.at in asks

    async def _passed_after_questions(self, played: Played, seat: int) -> bool:
        if self._state is State.TAKEN_OFF:
            await asyncio.sleep(QUESTION_S)
            await self.rig.press(seat, Key.PLAY)
        elif self._state is State.WHICH_PLAY:
            await asyncio.sleep(QUESTION_S)
            if not await self._choose(played, seat):
                return False
        elif not self._is_passed():
            return False
        await self.rig.until(self._is_passed, "the turn to be passed")
        return True

    async def _choose(self, played: Played, seat: int) -> bool:
        """Choose what was played; False if it is not among the choices."""
        choices = self.rig.daemon.state.choices
        wanted = next((n for n, play in enumerate(choices) if play.end == played.end), None)
        if wanted is None:
            return False
        for _ in range(wanted + 1):
            await self.rig.press(seat, Key.CUBE)
        await self.rig.hold(seat, Key.PLAY)
        return True

    async def _put_right(self) -> None:
        """The board cannot read it: straighten what it names and what was touched, and press again."""
        hands = self.rig.hands
        state = self.rig.daemon.state
        places = {*_places_in_question(self.rig), *self._touched}
        await self.rig.do(hands.reach())
        for place in sorted(places):
            if place < 26 and hands.count(place):
                await self.rig.do(hands.straighten(place))
        await self.rig.do(hands.withdraw())
        await asyncio.sleep(0.6)
        if state.at is State.CORRECTING:
            await self.rig.until(lambda: self._state is not State.CORRECTING, "the board to be right", 30.0)

    # Cube and resignation

    async def _double(self, side: Side) -> None:
        await self._at(State.TO_ROLL)
        seat = self._layout.seat_of(side)
        await self.rig.press(seat, Key.CUBE)
        await self._at(State.DOUBLE)
        await asyncio.sleep(QUESTION_S)
        await self.rig.press(seat, Key.CUBE)
        await self._at(State.DOUBLE_OFFERED)

    async def _beaver(self, side: Side) -> None:
        """A double in answer to a double."""
        await asyncio.sleep(QUESTION_S)
        await self.rig.hold(self._layout.seat_of(side), Key.PLAY)
        await self.rig.until(lambda: self.rig.daemon.state.match.decider is side.other, "the beaver")

    async def _answer(self, side: Side, key: Key, question: State, is_held: bool) -> None:
        seat = self._layout.seat_of(side)
        await asyncio.sleep(QUESTION_S)
        await (self.rig.hold(seat, key) if is_held else self.rig.press(seat, key))
        await self._at(question)
        await asyncio.sleep(QUESTION_S)
        await self.rig.press(seat, Key.CUBE)
        await self.rig.until(lambda: self._state is not question, "the cube to be turned or refused")

    async def _resign(self, side: Side, level: int) -> None:
        await self._at(State.TO_ROLL, State.MOVING, State.NO_LEGAL_PLAY)
        seat = self._layout.seat_of(side)
        await self.rig.hold(seat, Key.CUBE)
        await self._at(State.RESIGN_MENU)
        while self.rig.daemon.state.level != level:
            await self.rig.press(seat, Key.CUBE)
        await self.rig.hold(seat, Key.CUBE)
        await self._at(State.RESIGNATION_OFFERED)

    def _counts(self, position: Position) -> list[int]:
        return counts_by_place(position, self._layout)


def _places_in_question(rig: Rig) -> list[int]:
    board = rig.daemon.state.board
    if board is None:
        return []
    places = [*getattr(board.verdict, "places", ()), *getattr(board.verdict, "look_at", ())]
    return places or [place for place, _, _ in board.differs]


def opening_rolls(game: GameRecord) -> Iterator[tuple[int, int]]:
    """The dice of a game's opening roll, equal ones too."""
    for action in game.actions:
        if isinstance(action, OpeningRolled):
            yield action.white, action.black
