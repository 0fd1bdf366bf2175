"""Passing a turn: PLAY in Moving judges the board; legal, illegal, taken off, asked about. Part of the table."""

from __future__ import annotations

from typing import Final

from engine.actions import Played
from engine.match import refusal
from engine.plays import Play
from engine.position import BAR, Position, Side
from engine.rulings import Broken
from firmware import facts
from firmware.effects import AcceptBoard, MakeSound, ReadAgain, Sound
from firmware.policy import IllegalPlay, Policy
from firmware.table_board import displaced, mark_board, open_correcting
from firmware.table_games import game_ended
from firmware.table_state import State, Step, TableState
from firmware.texts import _, ngettext
from firmware.verdicts import Ambiguous, Complete, Illegal, Underway, Unmoved, Unreadable, Verdict
from firmware.warnings import illegality_line, nothing_moved, unfinished_lines, warning_lines
from firmware.words import point_list

_WRONGLY_OFF: Final = frozenset({Broken.HIGHER_CHECKER, Broken.NUMBER_TOO_SMALL})
NUDGES_AT_MOST: Final = 2
"""What is still in doubt after so many nudges in a turn is asked about, or put right from where the turn began."""
LOOK_AT_MOST: Final = 3
"""More unreadable places than these are put right in Correcting, not by a nudge."""


def pass_turn(work: Step, seat: int) -> None:
    """PLAY in Moving: judge the quiet board, or keep the press until it is quiet."""
    state = work.state
    if state.board is None or state.board.verdict is None:
        work.set(kept_press=(seat, state.now_s))
        return
    verdict = state.board.verdict
    match verdict:
        case Complete() as complete if complete.reads_like_start:
            work.go(State.TAKEN_OFF, choices=(complete.play,))
        case Complete(play):
            play_made(work, play)
        case Ambiguous(plays):
            _ask_which(work, plays)
        case Underway(missing=missing, look_at=places) as underway if missing and not _was_borne_off(state, underway):
            _say_missing(work, missing, places)
        case Unreadable(plays=plays) if plays and state.nudges >= NUDGES_AT_MOST:
            _ask_which(work, plays)
        case Unreadable(places):
            _ask_to_nudge(work, places)
        case Unmoved() | Underway() | Illegal():
            if state.illegal is IllegalPlay.LEGAL_MOVES:
                _refuse(work, verdict)
            else:
                _pass_illegal(work, verdict)


def _refuse(work: Step, verdict: Unmoved | Underway | Illegal) -> None:
    """The turn cannot be passed yet: say why."""
    state = work.state
    match verdict:
        case Unmoved():
            warn(work, nothing_moved(state.match.roll))
        case Underway(ruling):
            warn(work, unfinished_lines(ruling, policy_of(state), state.mover))
        case Illegal(ruling):
            warn(work, warning_lines(ruling, state.mover, state.match.roll, policy_of(state)))


def _was_borne_off(state: TableState, verdict: Underway) -> bool:
    """Whether a checker that is nowhere to be seen was rather borne off too early than lost sight of."""
    kind = verdict.ruling.kind if verdict.ruling is not None else None
    home = {state.layout.place_of(state.mover, point) for point in range(1, 7)}
    return kind in _WRONGLY_OFF or (kind is Broken.NOT_HOME and home.issuperset(verdict.places))


def policy_of(state: TableState) -> Policy:
    """The match's policy: what it was agreed to be played by, whatever the house has become since."""
    return state.house.policy if state.standing is None else state.standing.policy


def _say_missing(work: Step, missing: int, places: tuple[int, ...]) -> None:
    """A checker is in somebody's hand, or lies where no cell sees it."""
    work.happened(facts.Asked("missing", missing))
    names = point_list(work.state.layout, work.state.mover, places[:LOOK_AT_MOST])
    # Translators: 21 characters; {count} is one digit
    first = ngettext("{count} checker too few:", "{count} checkers too few:", missing).format(count=missing)
    # Translators: 21 characters; {places} is a list of points such as "13, 8, bar"
    warn(work, (first, _("look at {places}").format(places=names)))


def _ask_which(work: Step, plays: tuple[Play, ...]) -> None:
    work.happened(facts.Asked("which play", len(plays)))
    work.go(State.WHICH_PLAY, choices=plays, choice=None)


def _ask_to_nudge(work: Step, places: tuple[int, ...]) -> None:
    work.happened(facts.Asked("nudge", len(places)))
    work.set(nudges=work.state.nudges + 1)
    if len(places) > LOOK_AT_MOST or work.state.nudges > NUDGES_AT_MOST:
        open_correcting(work, State.MOVING)
        work.ask_for(ReadAgain())  # it may stand as the turn began, and is then read anew
        return
    names = point_list(work.state.layout, work.state.mover, places)
    work.set(doubtful=len(places))
    # Translators: 21 characters each; {places} is a list of points such as "13, 8, bar"
    work.say(_("Cannot see it well:"), _("nudge {places}").format(places=names), is_warning=True)


def warn(work: Step, lines: tuple[str, str]) -> None:
    """Two lines that say what is wrong, and the sound that goes with them."""
    work.set(lines=lines, is_warning=True, is_warned=True)
    work.ask_for(MakeSound(Sound.WARNING))


def pass_taken_off(work: Step, seat: int) -> None:
    play_made(work, work.state.choices[0])


def back_to_moving(work: Step, seat: int) -> None:
    work.go(State.MOVING)


def pass_dance(work: Step, seat: int) -> None:
    """The turn passes without a play (R13); the board must stand as it did."""
    state = work.state
    if state.board is None:
        work.set(kept_press=(seat, state.now_s))
    elif displaced(state):
        mark_board(work)
    else:
        play_made(work, Play((), state.match.seen_by(state.mover)))


def play_made(work: Step, play: Play) -> None:
    """A legal play: the turn passes, or the game is over."""
    _passed(work, Played(work.state.mover, play.end, play.moves))


def _passed(work: Step, played: Played) -> None:
    board = work.state.board
    work.happened(played)
    hand = _in_hand(work.state, board.counts) if board is not None else (0, 0)
    work.set(in_hand=hand, passing=None)
    work.ask_for(AcceptBoard(work.state.match.position, hand))
    if not work.state.match.is_playing:
        game_ended(work)
    elif work.state.standing is not None and work.state.standing.is_illegal_open:
        work.go(State.ILLEGAL_PASSED, choices=())
        work.say(*_illegal_lines(work.state, board.verdict if board is not None else None))
    else:
        work.go(State.TO_ROLL, choices=())


def _in_hand(state: TableState, counts: tuple[int, ...]) -> tuple[int, int]:
    """How many checkers of each side the position has on the bar and the board has not."""
    position: Position = state.match.position
    bars = (min(position.own_bar, 3), min(position.opp_bar, 3))
    return (
        max(0, bars[0] - counts[state.layout.place_of(Side.WHITE, BAR)]),
        max(0, bars[1] - counts[state.layout.place_of(Side.BLACK, BAR)]),
    )


# Illegal plays under tournament policy


def _pass_illegal(work: Step, verdict: Unmoved | Underway | Illegal) -> None:
    """PLAY passes it all the same: after a question where it should be said what is passed."""
    state = work.state
    start = state.match.seen_by(state.mover)
    reached = start if isinstance(verdict, Unmoved) else verdict.reached
    is_silent = state.illegal is IllegalPlay.SILENT
    played = None if reached is None else Played(state.mover, reached, (), is_legal=reached == start and state.is_dance)
    if played is None or refusal(state.match, played) is not None:
        # Translators: 21 characters each
        warn(work, (_("Cannot tell the play:"), _("put the board right")))
    elif is_silent and not isinstance(verdict, Unmoved):
        _passed(work, played)
    else:
        work.go(State.PASS_IT, passing=played)
        work.say(_what_is_passed(verdict), _("PLAY: pass CUBE: back"))


def _what_is_passed(verdict: Verdict | None) -> str:
    if isinstance(verdict, Unmoved):
        # Translators: 21 characters
        return _("No checker moved.")
    return illegality_line(verdict.ruling if isinstance(verdict, Illegal | Underway) else None)


def _illegal_lines(state: TableState, verdict: Verdict | None) -> tuple[str, str]:
    # Translators: 21 characters: the opponent lets an illegal play stand, or has it played again
    return _what_is_passed(verdict), _("PLAY: yes  CUBE: redo")


def pass_it(work: Step, seat: int) -> None:
    """PLAY in Pass it?: the play is recorded with what was reached."""
    if work.state.passing is not None:
        _passed(work, work.state.passing)


def let_it_stand(work: Step, seat: int) -> None:
    """PLAY of the opponent: the illegal play stands."""
    work.happened(facts.IllegalPlayStands(work.state.layout.side_of(seat)))
    work.go(State.TO_ROLL)


# Which play?


def next_choice(work: Step, seat: int) -> None:
    """CUBE: the next of the plays that read alike. Nothing is preselected."""
    choice = work.state.choice
    work.set(choice=0 if choice is None else (choice + 1) % len(work.state.choices))


def choose(work: Step, seat: int) -> None:
    if work.state.choice is not None:
        play_made(work, work.state.choices[work.state.choice])
