"""GNU Backgammon as the tests use it: records go in as files, what it made of them comes out.

Its home is a folder of the test: the settings of whoever runs the tests are left alone.
"""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_SCRIPT = """\
import gnubg, json

gnubg.command("set jacoby {jacoby}")
print("===", flush=True)
gnubg.command("{command} record")
json.dump(gnubg.match(analysis=0, boards=1), open("told.json", "w"))
gnubg.command("save match out.sgf")
gnubg.command("export match mat out.mat")
print("===", flush=True)
"""

# What it says without being worried: the board and the position it ends on, and empty lines.
_HARMLESS = (
    "GNU Backgammon  Position ID",
    "Match ID",
    "No game in progress.",
    "The cube has been centred.",
    "The cube has been set to 1.",
    "Warning: this game was edited during play and cannot be exported correctly in this format.",
    "Use Snowie text format instead.",
)


@dataclass(slots=True)
class Told:
    """What GNU Backgammon made of one record: its own view of the games, its complaints, the files it wrote."""

    match: dict[str, Any]
    complaints: list[str]
    sgf: bytes
    mat: bytes


def ask(program: Path, folder: Path, text: str, *, is_mat: bool, has_jacoby: bool) -> Told:
    """Hand one record to the program. Each has a run of its own: what a record leaves behind spoils the next one."""
    script = _SCRIPT.format(jacoby="on" if has_jacoby else "off", command="import mat" if is_mat else "load match")
    (folder / "record").write_text(text, encoding="utf-8")
    (folder / "script.py").write_text(script)
    done = subprocess.run(
        [str(program), "-t", "-q", "-p", "script.py"],
        cwd=folder,
        env=os.environ | {"HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
        check=False,
    )
    output = done.stdout.decode("utf-8", "replace")
    assert output.count("===") == 2, f"GNU Backgammon left with status {done.returncode}: {output[-2000:]}"
    match = json.loads((folder / "told.json").read_text())
    return Told(match, _complaints(output), (folder / "out.sgf").read_bytes(), (folder / "out.mat").read_bytes())


def _complaints(output: str) -> list[str]:
    lines = [line for line in output.split("===")[1].splitlines() if line.strip() and not _is_board(line)]
    return [line.strip() for line in lines if not line.strip().startswith(_HARMLESS)]


def _is_board(line: str) -> bool:
    return line[:2] in (" |", "^|", "v|", " +")
