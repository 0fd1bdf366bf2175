"""The documents know every command and every option of it, and name no other."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from firmware.cli import COMMANDS
from firmware.commands import Command

ROOT = Path(__file__).parents[2]
HEADING = re.compile(r"^### `gammond (\w+)(.*)`$", re.MULTILINE)


def headings() -> dict[str, str]:
    return dict(HEADING.findall((ROOT / "docs" / "commands.md").read_text(encoding="utf-8")))


def parser_of(command: Command) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False)
    command.arguments(parser)
    return parser


def test_every_command_is_documented_and_no_other() -> None:
    assert set(headings()) == {command.name for command in COMMANDS}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: str(command.name))
def test_every_argument_of_a_command_is_documented_and_no_other(command: Command) -> None:
    heading = headings()[command.name]
    options = {name for action in parser_of(command)._actions for name in action.option_strings}
    places = {str(action.metavar) for action in parser_of(command)._actions if not action.option_strings}
    assert set(re.findall(r"--[\w-]+", heading)) == options
    assert places <= set(re.findall(r"[A-Z_]+", heading))


@pytest.mark.parametrize("document", ["docs/commands.md", "docs/configuration.md", "CONTRIBUTING.md"])
def test_documents_point_at_files_that_exist(document: str) -> None:
    path = ROOT / document
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []
