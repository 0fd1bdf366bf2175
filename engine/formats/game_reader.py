"""One game of a file: from its cells to actions that follow the rules of the match.

Owns what a cell means at its place in the game and what becomes of cells that cannot be; the same for every format.
Knows nothing of how a format writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from engine.actions import Doubled, Dropped, GameStarted, OpeningRolled, Played, Rolled, Took
from engine.formats.cells import NOWHERE, Cell, Kind
from engine.formats.game_end import Ending, RulesShown, close_game
from engine.formats.game_log import GameLog
from engine.formats.record import FormatError, GameRecord
from engine.formats.snowie import read_snowie
from engine.match import refusal
from engine.match_state import Match, Phase, Refusal
from engine.notation import IllegalPlay, NotationError, apply_hops, find_play, read_moves
from engine.plays import Roll, legal_ends, play_to
from engine.position import BAR, Position, Side, slots

_NO_PLAY: Final = re.compile(r"(?:cannot move|can't move|no move|dances?)?", re.I)
_NOT_PLAYED: Final = re.compile(r"\?+")
_ILLEGAL: Final = re.compile(r"illegal play\s*\(([^)]*)\)", re.I)


class GameReader(GameLog):
    """Takes the cells of a game in order; `finish` closes it."""

    def __init__(self, match: Match, names: tuple[str, str], start: GameStarted) -> None:
        super().__init__(match, start)
        self._names = names
        self._ending = Ending()
        self._gap: Cell | None = None
        self._is_double_ignored = False
        self._roll_line = 0
        self._dances_assumed_at = 0

    def take(self, cell: Cell) -> None:
        """Take the next cell. Raises RulesShown."""
        if cell.kind is Kind.GAP:
            self._gap = cell
        elif cell.kind is Kind.WINS:
            self._take_wins(cell)
        elif cell.kind in (Kind.GIVE_UP, Kind.LOSES) or _is_question(cell):
            self._ending.gave_up = self._ending.gave_up or cell
        elif not self.match.is_playing or self._ending.wins is not None:
            self.odd(cell, "after the end of the game", is_damage=True)
        elif self.lost_at is not None:
            self.odd(cell, f"not read, since line {self.lost_at.line} could not be followed", is_damage=True)
        elif self._gap is not None:
            self.lose(self._gap, "rows are missing, the position after them is not known")
            self.take(cell)
        else:
            if self._ending.gave_up is not None:
                self.odd(self._ending.gave_up, "the game goes on after it")
                self._ending.gave_up = None
            self._take_turn(cell)

    def take_dice(self, cell: Cell) -> None:
        """Dice that stand alone: a dance where nothing could be played, unless the checkers are set up after them."""
        self.take(cell)
        if isinstance(self.actions[-1], Played):
            self._dances_assumed_at = len(self.actions)

    def roll_equal(self, dice: Iterable[int]) -> None:
        """Equal opening dice, which stand before the first cell."""
        for die in dice:
            self.do(OpeningRolled(die, die))

    def set_up(self, cell: Cell, white: Position, on_roll: Side | None) -> None:
        """Checkers put down by hand, in White's view: a start, or after a roll where an illegal play ended.

        `cell` says where that stands in the file.
        """
        if self._dances_assumed_at == len(self.actions) and white != self.match.position:
            self.undo()
        mover = self.match.on_roll
        if not self.match.is_playing or self.lost_at is not None:
            self.take(cell)
        elif self.match.phase is Phase.MOVING and mover is not None:
            self._stand(cell._replace(side=mover), white if mover is Side.WHITE else white.turned)
        elif len(self.actions) == 1:
            self._restart(cell, GameStarted(white, on_roll))
        elif white != self.match.position:
            self.lose(cell, "the checkers are set up anew in the middle of the game")

    def _restart(self, cell: Cell, start: GameStarted) -> None:
        first = self.actions[0]
        self.undo()
        if (reason := refusal(self.match, start)) is not None:
            self.do(first)
            self.lose(cell, f"set-up position: {reason.value}")
        else:
            self.do(start)

    # Turns

    def _take_turn(self, cell: Cell) -> None:
        self._begin_with(cell)
        if cell.kind is Kind.UNKNOWN:
            self.lose(cell, "not understood")
        elif cell.kind is Kind.ROLL:
            self._take_roll(cell)
        elif cell.kind in (Kind.DOUBLE, Kind.BEAVER):
            self._take_double(cell)
        else:
            self._take_answer(cell)

    def _begin_with(self, cell: Cell) -> None:
        """A game from a set-up position begins with whoever acts first, whatever the set-up says."""
        if len(self.actions) == 1 and self.match.phase is Phase.TO_ROLL and self.match.on_roll is cell.side.other:
            self.odd(cell, "the other side begins than the set-up says")
            self._restart(cell, GameStarted(self.match.position, cell.side))

    def _skip_unplayed(self, side: Side) -> None:
        """A roll without a play, though there is one and the game goes on: the position stays."""
        mover = self.match.on_roll
        if self.match.phase is not Phase.MOVING or mover is None or mover is side:
            return
        self.note(self._roll_line, f"{self.match.roll}:", "no play is written though one is possible")
        self.do(Played(mover, self.match.seen_by(mover), is_legal=False))

    def _take_roll(self, cell: Cell) -> None:
        roll = Roll(int(cell.value[0]), int(cell.value[1]))
        self._is_double_ignored = False
        if not cell.is_near:
            self._skip_unplayed(cell.side)
        if self.match.phase is Phase.MOVING and roll == self.match.roll and cell.side is self.match.on_roll:
            self.undo()
        elif self.match.phase is Phase.MOVING:
            self.odd(cell, "rolled again instead of a play: the earlier dice are left out")
            self.undo()
        if self.match.phase is Phase.DOUBLE_OFFERED and cell.side is self.match.on_roll:
            self._imply_take(cell)
        self._roll_line = cell.line
        if self.match.phase is Phase.OPENING_ROLL and roll.is_double:
            self._start_without_opening(cell, "the first roll of the game is a double")
        if self.match.phase is Phase.OPENING_ROLL:
            high, low = max(roll), min(roll)
            self.do(OpeningRolled(high, low) if cell.side is Side.WHITE else OpeningRolled(low, high))
        else:
            rolled = Rolled(cell.side, roll)
            if (reason := refusal(self.match, rolled)) is not None:
                self.lose(cell, _out_of_turn(reason))
                return
            self.do(rolled)
        self._take_play(cell, roll)

    def _start_without_opening(self, cell: Cell, reason: str) -> None:
        self.odd(cell, reason)
        position = self.match.position
        self.undo()
        self.do(GameStarted(position, cell.side))

    def _imply_take(self, cell: Cell) -> None:
        """The doubler's next roll says that a beaver was accepted; a plain double wants its `Takes`."""
        if not self.match.beavers:
            self.odd(cell, "the double was not answered: read as taken, since the game goes on")
        self.do(Took(cell.side if self.match.beavers % 2 else cell.side.other))

    # Plays

    def _take_play(self, cell: Cell, roll: Roll) -> None:
        before = self.match.seen_by(cell.side)
        if illegal := _ILLEGAL.match(cell.moves):
            self._take_illegal(cell, illegal[1], before)
        elif _NO_PLAY.fullmatch(cell.moves):
            if not legal_ends(before, roll):
                self.do(Played(cell.side, before))
            elif cell.moves:
                self.odd(cell, "a play is possible")
                self.do(Played(cell.side, before, is_legal=False))
        elif not _NOT_PLAYED.fullmatch(cell.moves):
            self._take_moves(cell, before, roll)

    def _take_moves(self, cell: Cell, before: Position, roll: Roll) -> None:
        if cell.is_cut and _may_go_on(cell.moves):
            self.lose(cell, "the file ends within this play")
            return
        try:
            play = find_play(before, roll, cell.moves)
        except IllegalPlay:
            self._take_illegal_moves(cell, before, roll)
        except NotationError as error:
            self._take_beginning(cell, before, roll, str(error))
        else:
            self.do(Played(cell.side, play.end, play.moves))

    def _take_beginning(self, cell: Cell, before: Position, roll: Roll, reason: str) -> None:
        """Words that are no moves: a whole play before them still counts, for the damage may lie in the next cell."""
        words = list(re.finditer(r"\S+", cell.text[cell.text.find(":") + 1 :]))[:-1][:8]
        for count in range(len(words), 0, -1):
            try:
                play = find_play(before, roll, " ".join(word[0] for word in words[:count]))
            except (IllegalPlay, NotationError):
                continue
            self.do(Played(cell.side, play.end, play.moves))
            at = cell.text.find(":") + 1 + words[count - 1].end()
            rest = cell.text[at:]
            column = cell.column + at + len(rest) - len(rest.lstrip()) if cell.column else 0
            self.lose(cell._replace(text=rest.strip(), column=column), "not understood")
            return
        self.lose(cell, reason)

    def _take_illegal_moves(self, cell: Cell, before: Position, roll: Roll) -> None:
        """Moves no legal play fits: the checkers go where they were put."""
        if cell.is_cut:
            self.lose(cell, "the file ends within this play")
            return
        try:
            end = apply_hops(before, read_moves(cell.moves))
        except NotationError as error:
            self.lose(cell, f"illegal play: {error}")
            return
        if (play := play_to(before, roll, end)) is not None:
            self.odd(cell, "a star where nothing is hit")
            self.do(Played(cell.side, play.end, play.moves))
        else:
            self._stand(cell, end)

    def _take_illegal(self, cell: Cell, text: str, before: Position) -> None:
        try:
            given = read_snowie(text, sum(count for _, count in slots(before.own)))
        except FormatError as error:
            self.lose(cell, f"illegal play: {error.cause}")
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
            self.lose(cell, "illegal play: checkers cannot stand as it leaves them")
            return
        self.odd(cell, "illegal play")
        self.do(played)

    # The cube

    def _take_double(self, cell: Cell) -> None:
        self._skip_unplayed(cell.side)
        if self.match.phase is Phase.OPENING_ROLL:
            self._start_without_opening(cell, "a double before the first roll")
        doubled = Doubled(cell.side)
        reason = refusal(self.match, doubled)
        if reason is Refusal.CRAWFORD:
            without = replace(self.match.rules, has_crawford=False)
            raise RulesShown(without, "doubled in the Crawford game: read as without that rule")
        if reason is None:
            self.do(doubled)
        elif reason in (Refusal.CUBE_DEAD, Refusal.CUBE_AT_LIMIT, Refusal.NOT_YOUR_CUBE):
            self.odd(cell, f"left out: {reason.value}")
            self._is_double_ignored = True
        else:
            self.lose(cell, _out_of_turn(reason))

    def _take_answer(self, cell: Cell) -> None:
        if self._is_double_ignored:
            self.odd(cell, "left out: it answers a double that was left out")
            self._is_double_ignored = False
            return
        answer = Took(cell.side) if cell.kind is Kind.TAKE else Dropped(cell.side)
        if (reason := refusal(self.match, answer)) is not None:
            self.lose(cell, _out_of_turn(reason))
            return
        self.do(answer)

    # The end

    def _take_wins(self, cell: Cell) -> None:
        wins = self._ending.wins
        if cell.is_cut and "point" not in cell.text.lower():
            self.lose(cell, "the file ends within the result")
        elif wins is None:
            self._ending.wins = cell
        elif (cell.side, cell.value) != (wins.side, wins.value):
            self.odd(cell, "a second result")

    def finish(
        self, number: int, line: int, score: tuple[int, int], following: tuple[int, int] | None, is_last: bool
    ) -> GameRecord:
        """Close the game, which begins at this line.

        `following` is the score at which the file begins the next game, if it says so.
        """
        self._ending.game = NOWHERE._replace(line=line, text=f"Game {number}", column=1)
        return close_game(self, self._ending, number, score, following, is_last)


def _moved(before: int, after: int) -> int:
    """How many checkers of one side stand elsewhere, counted where they came and where they went."""
    return sum(abs((before >> shift & 15) - (after >> shift & 15)) for shift in range(0, 4 * BAR + 1, 4))


def _is_question(cell: Cell) -> bool:
    return cell.kind is Kind.UNKNOWN and _NOT_PLAYED.fullmatch(cell.text) is not None


def _may_go_on(moves: str) -> bool:
    """The last number may lack its second digit: 21/1 for 21/16."""
    last = re.search(r"(\d+)[-/]([12])$", moves)
    return last is not None and int(last[1]) > 10 * int(last[2])


def _out_of_turn(reason: Refusal) -> str:
    return "a turn is missing" if reason is Refusal.NOT_YOUR_TURN else f"cannot be here: {reason.value}"
