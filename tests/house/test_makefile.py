"""What `make` says on a machine where something is missing, and that it lists what can be done."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder that has never been set up."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["make", "-C", folder, *arguments], capture_output=True, text=True, timeout=60)


def test_make_alone_lists_what_can_be_done(checkout: Path) -> None:
    done = make(checkout)
    assert done.returncode == 0
    assert "make demo    a board to play on in the browser" in done.stdout
    assert not (checkout / ".venv").exists()


def test_missing_python_is_explained(checkout: Path) -> None:
    done = make(checkout, "setup", "PYTHON=")
    assert done.returncode == 2
    assert "needs Python 3.11 or newer, and none was found" in done.stdout
    assert "apt install python3 python3-venv" in done.stdout


def test_python_that_cannot_make_environments_is_explained(checkout: Path) -> None:
    bare = checkout / "bare-python"
    bare.write_text("#!/bin/sh\nexit 1\n")
    bare.chmod(0o755)
    done = make(checkout, "test", f"PYTHON={bare}")
    assert done.returncode == 2
    assert "apt install python3-venv" in done.stdout
    assert not (checkout / ".venv").exists()
