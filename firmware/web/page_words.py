"""The words of the pages: what stands in their HTML and scripts, in the language of the table.

Pages are written in English and are told what they say instead. Owns which texts those are; a test holds them against
the pages. The strip for developers stays English.
"""

from __future__ import annotations

from typing import Final

from engine.position import Side
from firmware.texts import _, later
from firmware.words import side_word

TEXTS: Final = (
    # Translators: web page: titles and headings; no limit of room on the page, here and below, but keep it short
    later("Live board"),
    later("gammond: live board"),
    later("Board"),
    later("The match"),
    later("Last plays of this game"),
    # Translators: web page: buttons; PLAY and CUBE are printed on the board's keys and stay as they are, here and below
    later("Set up"),
    later("Start position, homes on the right"),
    later("Start position, homes on the left"),
    later("As the match stands"),
    later("All checkers beside the board"),
    later("Other side"),
    later("Sound"),
    later("Cells"),
    later("Live"),
    later("Help"),
    later("Close"),
    later("Copy"),
    later("Copied"),
    # Translators: web page: labels; the record is the list of all plays, to download
    later("Record"),
    later("Position ID"),
    later("Screen and keys"),
    later("Far player's keys"),
    later("Near player's keys"),
    later("Far PLAY"),
    later("Far CUBE"),
    later("Near PLAY"),
    later("Near CUBE"),
    later("The board's screen"),
    later("Screen:"),
    later("Backgammon board."),
    later("Backgammon board: arrow keys move, Enter lifts and lays."),
    # Translators: web page: below the small screen, which way it is turned
    later("turned to the far player"),
    later("turned to the near player"),
    later("one panel for each player"),
    later("asleep: any key wakes it"),
    later("hand on the board"),
    # Translators: web page: {side} is a colour word; its points, its half of the bar, its tray for checkers borne off
    later("{side} point {point}"),
    later("{side} bar"),
    later("{side} tray"),
    later("1 white checker"),
    later("{count} white checkers"),
    later("1 black checker"),
    later("{count} black checkers"),
    later("empty"),
    later("White"),
    later("Black"),
    # Translators: web page: read out; {meaning} is one of those that follow
    later("lamp: {meaning}"),
    later("may be moved"),
    later("may land here"),
    later("complete"),
    later("against the rules"),
    later("put one here"),
    later("take one away"),
    later("hard to see"),
    # Translators: web page: read out when a checker is moved by keyboard; {place} as "White point 13"
    later("Lifted: {place}. Choose where to lay it."),
    later("Laid down: {place}."),
    later("Laid beside the board."),
    later("Put back."),
    later("{place} is empty."),
    # Translators: web page: how many checkers where, read out
    later("{count} on {point}"),
    later("{count} on the bar"),
    later("{count} off"),
    later("{count} pips"),
    # Translators: web page: the match in a line: its length, game, cube; {name} owns the cube
    later("No match yet"),
    later("Match to {length}"),
    later("Money game"),
    later("to {length}"),
    later("money"),
    later("game {number}"),
    later("Crawford"),
    later("Crawford game"),
    later("no cube"),
    later("cube {value}"),
    later("cube {value}: {name}"),
    later("cube in the middle"),
    later("cube {value} in the middle"),
    later("double to {value}"),
    later("rolled {roll}"),
    later("{name} wins the match"),
    # Translators: web page: when the board's program cannot be reached
    later("gammond does not answer."),
    later("gammond does not know this page: open the address that it printed."),
    later("What you see is from {time}."),
    later("Trying again …"),
    # Translators: web page: what the cells (sensors) of the board see, for developers
    later("What the cells see"),
    later("Verdict"),
    later("Held against the match"),
    # Translators: web page: the help, a sentence each
    later("How to play here"),
    later("This is a board, not a game: it lets you lay any checker anywhere."),
    later("Whether that was right, its little screen and its lamps will tell."),
    later("Begin"),
    later("Both players press PLAY."),
    later("The dice roll by themselves; whoever wins the opening roll begins."),
    later("A turn"),
    later("PLAY rolls."),
    later("A hit checker goes to the bar on its owner's side."),
    later("One borne off goes beside the board."),
    later("PLAY passes the turn."),
    later("The cube"),
    later("CUBE, twice, before rolling, offers a double."),
    later("CUBE, twice, takes it; CUBE held, then CUBE, drops."),
    later("More"),
    later("CUBE on your turn shows the way back to where the turn began, or hints."),
    later("CUBE held: resign."),
    later("Both keys of one player held: the menu."),
    later("Checkers"),
    later("Drag one, or click it and then where it shall lie."),
    later("Two at once: with two fingers, or Shift and a click on the second."),
    later("With Shift it lies exactly where you let go."),
    later("Keyboard"),
    later("Tab to the board; arrow keys go from place to place."),
    later("Enter lifts and lays, Shift+Enter lifts one more, Escape puts back."),
    later("A S (near) and K L (far) press PLAY and CUBE; hold them to hold."),
    later("Lamps"),
)


def page_words() -> dict[str, str]:
    """What the pages say instead of their English: in the language in use, the sides as this house calls them.

    Empty in English with white and black checkers.
    """
    sides = {"White": side_word(Side.WHITE), "Black": side_word(Side.BLACK)}
    said = {text: sides.get(text) or _(text) for text in TEXTS}
    return {text: word for text, word in said.items() if word != text}
