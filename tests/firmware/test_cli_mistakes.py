"""The command line as a whole: each mistake is one line and status 2, help is there, little is loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from firmware.cli import COMMANDS, main

ROOT = Path(__file__).parents[2]
OPENING = "4HPwATDgc/ABMA"


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a mistake is answered with."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("gammond: ")
    return err.removeprefix("gammond: ").strip()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "say what to do: run, "),
        (["lgal"], 'there is no command "lgal": did you mean legal?'),
        (["xyzzy"], 'there is no command "xyzzy": there are run, '),
        (["--verbose"], "see gammond --help"),
        (["legal"], "POSITION_ID; see gammond legal --help"),
        (["legal", OPENING], "the roll is missing: gammond legal POSITION_ID ROLL"),
        (["legal", OPENING, "71"], "'71' is no roll: two numbers 1 to 6, such as 31 or 3-1"),
        (["legal", OPENING, "three"], "'three' is no roll"),
        (["legal", "4HPwATDgc", "31"], "a Position ID has 14 characters"),
        (["legal", "4HPwATDgc/ABM!", "31"], "only A-Z a-z 0-9 + / may stand in it"),
        (["legal", "//////////////", "31"], "is no Position ID"),
        (["legal", OPENING, "31", "42"], "unrecognized arguments: 42"),
        (["legal", "-", "31"], "gammond legal --ids -"),
        (["legal", "--ids", "-", "31"], "gammond legal --ids -"),
        (["perft", "0"], '"0" is no depth: a whole number from 1 to 5'),
        (["perft", "two"], '"two" is no depth'),
        (["perft", "1", "--position", "opening"], "'opening' is no ID"),
        (["demo", "--auto", "--port", "8081"], "--port is for the page: leave --auto out"),
        (["demo", "--screens", "pictures"], "--screens goes with --auto: the page shows its screen itself"),
        (["demo", "--length", "100"], "--length 100: it is 1 to 99 points, or 0 for money"),
        (["demo", "--port", "80"], "--port 80: it is 1024 to 65535"),
        (["demo", "--position", "opening"], "--position: 'opening' is no ID"),
        (["run", "--config", "none.toml"], "none.toml: there is no such file"),
        (["replay"], "FILE; see gammond replay --help"),
        (["replay", "none.mat"], "none.mat: there is no such file"),
        (["replay", "Makefile"], "Makefile: line 1, column 1: not a match record"),
        (["replay", "tests"], "tests: is a folder; name the files in it"),
        (["replay", "x" * 300], "cannot be read: file name too long"),
        (["convert", "x" * 300, "-"], "cannot be read: file name too long"),
        (["matches", "--journal", "x" * 300], "File name too long"),
        (["replay", "Makefile", "--hands", "clumsy"], "'exact', 'tidy', 'loose', 'sloppy'"),
        (["replay", "Makefile", "--seed", "-1"], "--seed -1: it must be 0 or more"),
        (["replay", "Makefile", "--seed", "x"], "--seed: invalid int value: 'x'"),
        (["replay", "Makefile", "--out", "Makefile"], "Makefile: cannot be used as a folder: file exists"),
        (["demo", "--auto", "--screens", "Makefile"], "Makefile: cannot be used as a folder: file exists"),
        (["matches", "--journal", "none.db"], "journal none.db: there is no such file"),
        (["matches", "--config", "none.toml"], "none.toml: there is no such file"),
        (["matches", "--journal", "Makefile"], "journal Makefile: file is not a database"),
    ],
)
def test_mistake_is_one_line_with_its_remedy(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(ROOT)
    assert said in complaint(capsys, *arguments)


def test_every_mistake_in_the_settings_has_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text('[table]\nlenght = 7\npolicy = "club house"\n')
    assert main(["run", "--config", str(file)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[:3] for line in lines] == [
        ["gammond", str(file), "table.lenght"],
        ["gammond", str(file), "table.policy"],
    ]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str], command: object) -> None:
    name = str(command[0]) if isinstance(command, tuple) else ""
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert out.startswith(f"usage: gammond {name}")
    assert max(map(len, out.splitlines())) <= 100


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith("gammond")


def test_legal_loads_no_picture_library_no_serial_port_and_no_server() -> None:
    program = (
        "import sys; from firmware.cli import main;"
        f"assert main(['legal', '{OPENING}', '31']) == 0;"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert done.returncode == 0, done.stderr
    assert not loaded & {"PIL", "luma", "aiohttp", "serial", "gpiozero", "lgpio", "sqlite3", "asyncio"}
    assert {"engine", "firmware"} <= loaded


def test_reader_that_has_enough_is_no_error() -> None:
    command = f"yes '{OPENING} 31' | {sys.executable} -m firmware.cli legal --ids - | head -n 1"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert len(done.stdout.split()) == 16
    assert done.stderr == ""
