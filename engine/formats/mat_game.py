"""One game of a `.mat` file: from its cells to actions that follow the rules of the match.

Owns what a cell means at its place in the game and what becomes of cells that cannot be. Knows nothing of lines and
columns. Every action goes through engine.match as it is read, so a record that was read can be replayed.
"""

from __future__ import annotations

import re
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
from engine.formats.mat_text import Cell, Kind
from engine.formats.record import FormatError, GameRecord, Oddity
from engine.formats.snowie import read_snowie
from engine.match import apply, points_for, refusal
from engine.match_state import Match, Phase, Refusal, Refused
from engine.notation import IllegalPlay, NotationError, apply_hops, find_play, read_moves
from engine.plays import Roll, legal_ends, play_to
from engine.position import BAR, Position, Side

_NO_PLAY: Final = re.compile(r"(?:cannot move|can't move|no move|dances?)?", re.I)
_NOT_PLAYED: Final = re.compile(r"\?+")
_ILLEGAL: Final = re.compile(r"illegal play\s*\(([^)]*)\)", re.I)


class CrawfordDouble(Exception):  # noqa: N818 - never leaves the reader of the file, which then reads it anew
    """The record doubles in what would be the Crawford game: it was played without that rule."""


class GameReader:
    """Takes the cells of a game in order; `finish` closes it. `match` is always the match so far."""

    def __init__(self, match: Match, names: tuple[str, str], start: GameStarted) -> None:
        self.match = match
        self._names = names
        self._actions: list[Action] = []
        self._states: list[Match] = []
        self._oddities: list[Oddity] = []
        self._lost_at: Cell | None = None
        self._gap: Cell | None = None
        self._gave_up: Cell | None = None
        self._wins: Cell | None = None
        self._is_double_ignored = False
        self._roll_line = 0
        self._do(start)

    def note(self, line: int, text: str, reason: str) -> None:
        """Keep something odd of this game."""
        self._oddities.append(Oddity(line, text, reason))

    def take(self, cell: Cell) -> None:
        """Take the next cell. Raises CrawfordDouble."""
        if cell.kind is Kind.GAP:
            self._gap = cell
        elif cell.kind is Kind.WINS:
            self._take_wins(cell)
        elif cell.kind in (Kind.GIVE_UP, Kind.LOSES) or _is_question(cell):
            self._gave_up = self._gave_up or cell
        elif not self.match.is_playing or self._wins is not None:
            self._odd(cell, "after the end of the game")
        elif self._lost_at is not None:
            self._odd(cell, f"not read, since line {self._lost_at.line} could not be followed")
        elif self._gap is not None:
            self._lose(self._gap, "rows are missing, the position after them is not known")
            self.take(cell)
        else:
            if self._gave_up is not None:
                self._odd(self._gave_up, "the game goes on after it")
                self._gave_up = None
            self._take_turn(cell)

    def _do(self, action: Action) -> None:
        after = apply(self.match, action)
        self._states.append(self.match)
        self._actions.append(action)
        self.match = after

    def _undo(self) -> None:
        self.match = self._states.pop()
        self._actions.pop()

    def _odd(self, cell: Cell, reason: str) -> None:
        self.note(cell.line, cell.text, reason)

    def _lose(self, cell: Cell, reason: str) -> None:
        """From here on the position is unknown; only the result can still be read."""
        self._odd(cell, reason)
        self._lost_at = cell
        self._gap = None

    # Turns

    def _take_turn(self, cell: Cell) -> None:
        if cell.kind is Kind.UNKNOWN:
            self._lose(cell, "not understood")
        elif cell.kind is Kind.ROLL:
            self._take_roll(cell)
        elif cell.kind in (Kind.DOUBLE, Kind.BEAVER):
            self._take_double(cell)
        else:
            self._take_answer(cell)

    def _skip_unplayed(self, side: Side) -> None:
        """A roll without a play, though there is one and the game goes on: the position stays."""
        mover = self.match.on_roll
        if self.match.phase is not Phase.MOVING or mover is None or mover is side:
            return
        self.note(self._roll_line, f"{self.match.roll}:", "no play is written though one is possible")
        self._do(Played(mover, self.match.seen_by(mover), is_legal=False))

    def _take_roll(self, cell: Cell) -> None:
        roll = Roll(int(cell.value[0]), int(cell.value[1]))
        self._is_double_ignored = False
        if not cell.is_near:
            self._skip_unplayed(cell.side)
        if self.match.phase is Phase.MOVING:
            self._odd(cell, "rolled again instead of a play: the earlier dice are left out")
            self._undo()
        if self.match.phase is Phase.DOUBLE_OFFERED and cell.side is self.match.on_roll:
            self._imply_take(cell)
        self._roll_line = cell.line
        if self.match.phase is Phase.OPENING_ROLL and roll.is_double:
            self._start_without_opening(cell, "the first roll of the game is a double")
        if self.match.phase is Phase.OPENING_ROLL:
            high, low = max(roll), min(roll)
            self._do(OpeningRolled(high, low) if cell.side is Side.WHITE else OpeningRolled(low, high))
        else:
            rolled = Rolled(cell.side, roll)
            if (reason := refusal(self.match, rolled)) is not None:
                self._lose(cell, _out_of_turn(reason))
                return
            self._do(rolled)
        self._take_play(cell, roll)

    def _start_without_opening(self, cell: Cell, reason: str) -> None:
        self._odd(cell, reason)
        self._undo()
        self._do(GameStarted(self.match.rules.start, cell.side))

    def _imply_take(self, cell: Cell) -> None:
        """The doubler's next roll says that a beaver was accepted; a plain double wants its `Takes`."""
        if not self.match.beavers:
            self._odd(cell, "the double was not answered: read as taken, since the game goes on")
        self._do(Took(cell.side if self.match.beavers % 2 else cell.side.other))

    # Plays

    def _take_play(self, cell: Cell, roll: Roll) -> None:
        before = self.match.seen_by(cell.side)
        if illegal := _ILLEGAL.match(cell.moves):
            self._take_illegal(cell, illegal[1], before)
        elif _NO_PLAY.fullmatch(cell.moves):
            if not legal_ends(before, roll):
                self._do(Played(cell.side, before))
            elif cell.moves:
                self._odd(cell, "a play is possible")
                self._do(Played(cell.side, before, is_legal=False))
        elif not _NOT_PLAYED.fullmatch(cell.moves):
            self._take_moves(cell, before, roll)

    def _take_moves(self, cell: Cell, before: Position, roll: Roll) -> None:
        try:
            play = find_play(before, roll, cell.moves)
        except IllegalPlay:
            self._take_illegal_moves(cell, before, roll)
        except NotationError as error:
            self._lose(cell, str(error))
        else:
            self._do(Played(cell.side, play.end, play.moves))

    def _take_illegal_moves(self, cell: Cell, before: Position, roll: Roll) -> None:
        """Moves no legal play fits: the checkers go where they were put."""
        try:
            end = apply_hops(before, read_moves(cell.moves))
        except NotationError as error:
            self._lose(cell, f"illegal play: {error}")
            return
        if (play := play_to(before, roll, end)) is not None:
            self._odd(cell, "a star where nothing is hit")
            self._do(Played(cell.side, play.end, play.moves))
        else:
            self._stand(cell, end)

    def _take_illegal(self, cell: Cell, text: str, before: Position) -> None:
        try:
            given = read_snowie(text)
        except FormatError as error:
            self._lose(cell, f"illegal play: {error.cause}")
            return
        mover, other = self._names[cell.side], self._names[cell.side.other]
        if given.on_roll == mover and mover != other:
            end = given.position
        elif given.on_roll == other and mover != other:
            end = given.position.turned
        else:
            end = min(given.position.turned, given.position, key=lambda seen: _moved(before.opp, seen.opp))
        self._stand(cell, end)

    def _stand(self, cell: Cell, end: Position) -> None:
        played = Played(cell.side, end, is_legal=False)
        if refusal(self.match, played) is not None:
            self._lose(cell, "illegal play: checkers cannot stand as it leaves them")
            return
        self._odd(cell, "illegal play")
        self._do(played)

    # The cube

    def _take_double(self, cell: Cell) -> None:
        self._skip_unplayed(cell.side)
        if self.match.phase is Phase.OPENING_ROLL:
            self._start_without_opening(cell, "a double before the first roll")
        doubled = Doubled(cell.side)
        reason = refusal(self.match, doubled)
        if reason is Refusal.CRAWFORD:
            raise CrawfordDouble
        if reason is None:
            self._do(doubled)
        elif reason in (Refusal.CUBE_DEAD, Refusal.CUBE_AT_LIMIT, Refusal.NOT_YOUR_CUBE):
            self._odd(cell, f"left out: {reason.value}")
            self._is_double_ignored = True
        else:
            self._lose(cell, _out_of_turn(reason))

    def _take_answer(self, cell: Cell) -> None:
        if self._is_double_ignored:
            self._odd(cell, "left out: it answers a double that was left out")
            self._is_double_ignored = False
            return
        answer = Took(cell.side) if cell.kind is Kind.TAKE else Dropped(cell.side)
        if (reason := refusal(self.match, answer)) is not None:
            self._lose(cell, _out_of_turn(reason))
            return
        self._do(answer)

    # The end

    def _take_wins(self, cell: Cell) -> None:
        if self._wins is None:
            self._wins = cell
        elif (cell.side, cell.value) != (self._wins.side, self._wins.value):
            self._odd(cell, "a second result")

    def finish(
        self, number: int, score: tuple[int, int], following: tuple[int, int] | None, is_last: bool
    ) -> GameRecord:
        """Close the game. `following` is the score at which the file begins the next game, if it says so."""
        written = self._result(score, following)
        if self.match.is_playing:
            self._close(written, is_last)
        elif written is not None and (reached := self._reached()) != written:
            self._odd(
                self._wins or self._gave_up or _NOWHERE, f"the play gives the {_SIDES[reached[0]]} side {reached[1]}"
            )
        return GameRecord(number, score, tuple(self._actions), tuple(self._oddities), written)

    def _reached(self) -> tuple[Side, int]:
        """Winner and points by the rules; 0 points while the game is played."""
        result = self.match.result
        return (Side.WHITE, 0) if result is None else (result.winner, result.points)

    def _result(self, score: tuple[int, int], following: tuple[int, int] | None) -> tuple[Side, int] | None:
        """Winner and points as written; the next game's score decides where the words leave it open."""
        by_score = _won_between(score, following)
        if self._wins is not None:
            winner = self._wins.side.other if self._wins.is_near else self._wins.side
            points = int(self._wins.value)
            if by_score is not None and by_score[1] == points and by_score[0] is not winner:
                winner = by_score[0]
            return (winner, points) if points else None
        if self._gave_up is not None and self._gave_up.kind is Kind.LOSES:
            return self._gave_up.side.other, int(self._gave_up.value)
        if by_score is not None and self.match.is_playing:
            self._odd(self._gave_up or _NOWHERE, "no result is written: taken from the next score")
        return by_score

    def _close(self, written: tuple[Side, int] | None, is_last: bool) -> None:
        if written is None:
            if not is_last:
                self._odd(self._gave_up or _NOWHERE, "no result is known: the game counts for nobody")
                self._do(GameSettled(Side.WHITE, 0))
            return
        winner, points = written
        if not any(self._ends_with(actions, winner, points) for actions in self._ways_to_end(winner, points)):
            self._do(GameSettled(winner, points))

    def _ways_to_end(self, winner: Side, points: int) -> list[tuple[Action, ...]]:
        """How the game may have ended, the likeliest first; nothing is known of it once the position is lost."""
        if self._lost_at is not None:
            return []
        levels = [level for level in Level if points_for(self.match, level) == points]
        resigned = [(ResignationOffered(winner.other, level), ResignationAccepted(winner)) for level in levels]
        return [(Dropped(winner.other),), *resigned]

    def _ends_with(self, actions: tuple[Action, ...], winner: Side, points: int) -> bool:
        count = len(self._actions)
        try:
            for action in actions:
                self._do(action)
        except Refused:
            pass
        if self._reached() == (winner, points):
            return True
        while len(self._actions) > count:
            self._undo()
        return False


_SIDES: Final = ("left", "right")
_NOWHERE: Final = Cell(0, Side.WHITE, Kind.UNKNOWN, "", "", "")


def _moved(before: int, after: int) -> int:
    """How many checkers of one side stand elsewhere, counted where they came and where they went."""
    return sum(abs((before >> shift & 15) - (after >> shift & 15)) for shift in range(0, 4 * BAR + 1, 4))


def _is_question(cell: Cell) -> bool:
    return cell.kind is Kind.UNKNOWN and _NOT_PLAYED.fullmatch(cell.text) is not None


def _out_of_turn(reason: Refusal) -> str:
    return "a turn is missing" if reason is Refusal.NOT_YOUR_TURN else f"cannot be here: {reason.value}"


def _won_between(before: tuple[int, int], after: tuple[int, int] | None) -> tuple[Side, int] | None:
    if after is None:
        return None
    white, black = after[0] - before[0], after[1] - before[1]
    if white > 0 and black == 0:
        return Side.WHITE, white
    return (Side.BLACK, black) if black > 0 and white == 0 else None
