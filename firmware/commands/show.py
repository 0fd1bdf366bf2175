"""`gammond show`: a position drawn in the terminal, and its ID in every form."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from firmware.commands import Command, typed_input

if TYPE_CHECKING:
    from engine.situation import Situation

_DESCRIPTION = """\
Draws a board from the ID that another program shows: a Position ID (14 characters),
PositionID:MatchID as GNU Backgammon writes it, an XGID or an OGID. Below it stands the ID in all
forms.

  gammond show 4HPwATDgc/ABMA
  gammond show 4HPwATDgc/ABMA:cAkAAAAAAAAA
  gammond show "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"

A Position ID does not say who is who: the player on roll is then drawn at the bottom."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the position; put an XGID or an OGID in quotes")


def run(args: argparse.Namespace) -> int:
    from engine.ids import read_id, write_gnu_id
    from engine.ogid import write_ogid
    from engine.position import Side
    from engine.position_id import write_position_id
    from engine.xgid import write_xgid
    from firmware.terminal import board_text

    with typed_input():
        situation = read_id(args.id)
        ids = (write_position_id(situation.position), write_gnu_id(situation))
        forms = (*ids, write_xgid(situation), write_ogid(situation))
    if ":" not in args.id:
        print(board_text(situation.position, ("on roll", "opponent")))
    else:
        white = situation.position if situation.on_roll is Side.WHITE else situation.position.turned
        print(board_text(white, notes=_notes(situation)))
    print()
    for name, form in zip(("Position ID", "GNU ID", "XGID", "OGID"), forms, strict=True):
        print(f"{name:12} {form}")
    return 0


def _notes(situation: Situation) -> tuple[str, ...]:
    """Score, cube and turn, in the words of players."""
    from engine.position import Side

    names = {Side.WHITE: "White", Side.BLACK: "Black"}
    score = f"White {situation.score[0]} - {situation.score[1]} Black"
    aim = f"to {situation.length}" if situation.length else "money"
    crawford = ", Crawford game" if situation.is_crawford else ""
    owner = "in the middle" if situation.cube_owner is None else f"owned by {names[situation.cube_owner]}"
    return f"{score}, {aim}{crawford}", f"cube {situation.cube}, {owner}", _turn(situation, names[situation.on_roll])


def _turn(situation: Situation, on_roll: str) -> str:
    if situation.is_doubled:
        return f"{on_roll} doubles to {situation.cube * 2}"
    return f"{on_roll} plays {situation.roll}" if situation.roll else f"{on_roll} to roll"


COMMAND = Command("show", "draw a position in the terminal", _DESCRIPTION, arguments, run)
