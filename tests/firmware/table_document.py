"""Writes docs/table.md from the code: `python -m tests.firmware.table_document`.

What a key does is read from KEYS_OF; which states that leads to, from the calls of `go` in its handler and in what the
handler calls. What happens without a key is listed here, and held against what the table really does by a test.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from firmware import (
    table_back,
    table_board,
    table_clock,
    table_digits,
    table_games,
    table_hints,
    table_menu,
    table_offers,
    table_passing,
    table_pause,
    table_results,
    table_state,
    table_turns,
)
from firmware.menu import LATER_ITEMS
from firmware.table import KEYS_LATER, KEYS_OF, Cell, Handler, Later, Press, Who
from firmware.table_state import State

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "table.md"
BACK: Final = "back"
"""Stands for the state that a menu or Correcting was entered from."""

MODULES: Final = (
    table_state,
    table_board,
    table_games,
    table_offers,
    table_passing,
    table_turns,
    table_hints,
    table_back,
    table_results,
    table_pause,
    table_clock,
    table_menu,
    table_digits,
)

MENUS: Final = frozenset({State.MENU, State.DIGITS})
"""Opened from nearly everywhere, and left to where they were opened: no lines of their own in the diagram."""

LEADS_BACK_TO: Final[dict[State, tuple[State, ...]]] = {
    State.RESIGN_MENU: (State.TO_ROLL, State.MOVING, State.NO_LEGAL_PLAY),
    State.CORRECTING: tuple(sorted({*table_board.WATCHED, State.MOVING}, key=list(State).index)),
}

ASKED_FROM: Final = LEADS_BACK_TO[State.CORRECTING]
LEADS_BACK_TO[State.HOW_ENDED] = ASKED_FROM
LEADS_BACK_TO[State.PAUSED] = tuple(state for state in State if state not in MENUS)

BY_ITSELF: Final[tuple[tuple[State, State, str], ...]] = (
    (State.SET_UP, State.OPENING_ROLL, "both are ready and the start position has stood for 1 s"),
    (State.OPENING_ROLL, State.MOVING, "the dice lie, one higher than the other"),
    (State.OPENING_ROLL, State.NO_LEGAL_PLAY, "likewise, in a game that begins from another position"),
    (State.TO_ROLL, State.MOVING, "the dice lie"),
    (State.TO_ROLL, State.NO_LEGAL_PLAY, "the dice lie, and nothing can be played"),
    (State.MOVING, State.NO_LEGAL_PLAY, "nothing can be played, found only after a restart"),
    (State.MOVING, State.GAME_OVER, "the last checker is off, and that has stood for 1 s without a hand"),
    (State.MOVING, State.MATCH_OVER, "likewise, in the last game"),
    (State.MOVING, State.TO_ROLL, "a PLAY kept until the board was quiet passes the turn"),
    (State.MOVING, State.TAKEN_OFF, "a PLAY kept until the board was quiet"),
    (State.MOVING, State.WHICH_PLAY, "a PLAY kept until the board was quiet"),
    (State.MOVING, State.CORRECTING, "a PLAY kept until the board was quiet, and it cannot be read"),
    (State.RESUME, State.CORRECTING, "both go on, and a whole checker has stood displaced for 3 s"),
    (State.PASS_IT, State.MOVING, "the board is touched"),
    *(
        (state, State.HOW_ENDED, "the start position has stood for 3 s without a hand")
        for state in State
        if state in table_board.WATCHED or state in (State.MOVING, State.CORRECTING)
    ),
    *((State.HOW_ENDED, state, "the board stands as the match has it") for state in ASKED_FROM),
    (State.MOVING, State.PASS_IT, "a PLAY kept until the board was quiet"),
    (State.MOVING, State.ILLEGAL_PASSED, "a PLAY kept until the board was quiet"),
    (State.TAKEN_OFF, State.MOVING, "the board is touched"),
    *(
        (state, State.TIME_OUT, "with a clock: the time of the side that must act is out")
        for state in State
        if state in table_clock.RUNS_IN or state is State.RESIGN_MENU
    ),
    (State.WHICH_PLAY, State.MOVING, "the board is touched"),
    (State.NO_LEGAL_PLAY, State.TO_ROLL, "the turn passes by itself, where that is set"),
    *(
        (state, State.CORRECTING, "a whole checker has stood displaced for 3 s")
        for state in State
        if state in table_board.WATCHED
    ),
    *((State.CORRECTING, state, "the board stands right") for state in LEADS_BACK_TO[State.CORRECTING]),
)

INTRODUCTION: Final = """Written by `python -m tests.firmware.table_document` from `KEYS_OF` in `firmware/table.py`
and its handlers; a test fails when they differ. What players see in each state is in `firmware/views.py`."""

ANYWHERE: Final = f"""From everywhere: *{State.PART_MISSING.value}* when the scanner goes away, and back when it has
returned and the board compares (else *{State.CORRECTING.value}*; a menu is closed, a question about the board is asked
anew). Both keys of a seat, held, open the *{State.MENU.value}*, but not while dice roll; it leads back to where it was
opened. A position entered leads to *{State.TO_ROLL.value}*, a result entered to *{State.GAME_OVER.value}* or
*{State.MATCH_OVER.value}*."""

_COLUMNS: Final = tuple(Press)


def _functions() -> dict[str, ast.FunctionDef]:
    found = {}
    for module in MODULES:
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.FunctionDef):
                found[node.name] = node
    return found


@cache
def _all_functions() -> dict[str, ast.FunctionDef]:
    return _functions()


def _states_named(node: ast.AST) -> set[State | str]:
    """States that an expression names; what functions it calls may return; `back` for the state kept as that."""
    found: set[State | str] = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == "State":
            found.add(State[part.attr])
        elif isinstance(part, ast.Attribute) and part.attr == "back":
            found.add(BACK)
        elif (
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Name)
            and part.func.id in ("turn_state", "resume_state")
        ):
            found |= _states_named(_all_functions()[part.func.id])
    return found


def _assigned(function: ast.FunctionDef, name: str) -> set[State | str]:
    values = (n.value for n in ast.walk(function) if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == name)
    return set().union(*map(_states_named, values))


@cache
def targets(name: str) -> frozenset[State | str]:
    """Every state that a handler may enter, itself or by what it calls."""
    found: set[State | str] = set()
    function = _all_functions()[name]
    for node in ast.walk(function):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Attribute) and node.func.attr == "go":
            at = node.args[0]
            found |= _assigned(function, at.id) if isinstance(at, ast.Name) else _branches(at)
        elif isinstance(node.func, ast.Name) and node.func.id in _all_functions() and node.func.id != name:
            found |= targets(node.func.id)
    return frozenset(found)


def _branches(at: ast.expr) -> set[State | str]:
    """The states an argument may be: of a choice both ends, but not what is asked in it."""
    if isinstance(at, ast.IfExp):
        return _branches(at.body) | _branches(at.orelse)
    return _states_named(at)


def key_targets(state: State, handler: Handler) -> list[State]:
    """Where a key leads from a state, in the order of State."""
    found: set[State] = set()
    for target in targets(handler.__name__):
        found |= set(LEADS_BACK_TO.get(state, ())) if isinstance(target, str) else {target}
    if handler is table_offers.back:  # one handler for two states
        found = {State.TO_ROLL} if state is State.DOUBLE else set(LEADS_BACK_TO[State.RESIGN_MENU])
    return sorted(found, key=list(State).index)


# The document


def _cell(state: State | None, cell: Cell | None) -> str:
    if cell is None:
        return "-"
    if isinstance(cell, Later):
        return f"LATER: {cell.what}"
    assert state is not None
    words = cell.__name__.replace("_", " ")
    leads = [target.value for target in key_targets(state, cell) if target is not state]
    if state in MENUS and cell.__name__ == "leave_menu":
        return f"{words}: where it was opened"
    return words + (f": *{'*, *'.join(leads)}*" if leads else "")


def _row(name: str, state: State | None, keys: Mapping[tuple[Who, Press], Cell]) -> str:
    own = [_cell(state, keys.get((Who.TURN, press))) for press in _COLUMNS]
    same = all(keys.get((Who.OTHER, press)) == keys.get((Who.TURN, press)) for press in _COLUMNS)
    others = [f"{p.value}: {_cell(state, keys[Who.OTHER, p])}" for p in _COLUMNS if (Who.OTHER, p) in keys]
    return f"| **{name}** | {' | '.join(own)} | {'the same' if keys and same else '; '.join(others) or '-'} |"


def _rows() -> str:
    here = [_row(state.value, state, KEYS_OF[state]) for state in State]
    return "\n".join(here + [_row(f"{name} (LATER)", None, keys) for name, keys in KEYS_LATER.items()])


def edges() -> list[tuple[State, State, str]]:
    """Every change of state by a key, and then those that come by themselves: from, to, why."""
    found: dict[tuple[State, State], list[str]] = {}
    for state, keys in KEYS_OF.items():
        for (_, press), handler in keys.items():
            if isinstance(handler, Later):
                continue
            for target in key_targets(state, handler):
                reasons = found.setdefault((state, target), [])
                if target is not state and press.value not in reasons:
                    reasons.append(press.value)
    unlike = {pair: why for pair, why in found.items() if pair[0] is not pair[1] and not MENUS & {*pair}}
    by_key = [(start, end, ", ".join(why)) for (start, end), why in unlike.items() if start is not State.PAUSED]
    return by_key + [(start, end, "by itself") for start, end, _ in BY_ITSELF if (start, end) not in found]


def _diagram() -> str:
    lines = ["```mermaid", "stateDiagram-v2", "    [*] --> SET_UP", "    [*] --> RESUME: a match is unfinished"]
    lines += [f'    state "{state.value}" as {state.name}' for state in State]
    lines += [f"    {start.name} --> {end.name}: {why}" for start, end, why in edges()]
    return "\n".join([*lines, "```"])


def document() -> str:
    """The whole text of docs/table.md."""
    heads = " | ".join(press.value for press in _COLUMNS)
    by_itself = "\n".join(f"| {start.value} | {end.value} | {why} |" for start, end, why in BY_ITSELF)
    return (
        "\n\n".join(
            (
                "# The table: states and keys",
                INTRODUCTION,
                "## What each key does",
                "Each cell names the handler and the states it may lead to. The other seat must not act now.",
                f"| state | {heads} | other seat |\n|{'---|' * (len(_COLUMNS) + 2)}\n" + _rows(),
                "In the menu, LATER: " + "; ".join(LATER_ITEMS) + ".",
                "## What happens without a key",
                ANYWHERE,
                "| from | to | when |\n|---|---|---|\n" + by_itself,
                "## The whole",
                _diagram(),
            )
        )
        + "\n"
    )


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
