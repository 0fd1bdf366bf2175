"""The house rules that a look at the tree can hold: names, sizes, packages, documents."""

from __future__ import annotations

import re
import subprocess
import tomllib
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
OURS = ("engine", "hardware", "firmware")
LONGEST = 500


def tracked() -> list[Path]:
    """Files under version control; outside a repository, what lies in our folders."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode == 0:
        names = [ROOT / name for name in listed.stdout.split("\0") if name]
        return [path for path in names if path.is_file()]
    return [path for folder in (*OURS, "tests", "docs", "systemd") for path in (ROOT / folder).rglob("*.*")]


def text_of(path: Path) -> str:
    """The file's text, empty for pictures and archives."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_no_other_distribution_claims_our_import_names() -> None:
    claims = {
        (name, distribution.metadata["Name"])
        for distribution in distributions()
        for name in OURS
        if name in _top_level_names(distribution)
    }
    assert {owner for _, owner in claims} <= {"gammond"}, f"two packages of one name cannot live together: {claims}"


def _top_level_names(distribution: Any) -> set[str]:
    listed = (distribution.read_text("top_level.txt") or "").split()
    return {*listed, *(file.parts[0] for file in distribution.files or () if len(file.parts) > 1)}


def test_every_package_is_in_the_wheel() -> None:
    on_disk = {
        ".".join(init.parent.relative_to(ROOT).parts)
        for folder in OURS
        for init in (ROOT / folder).rglob("__init__.py")
    }
    assert on_disk == set(project()["tool"]["setuptools"]["packages"])


def test_no_file_of_code_is_longer_than_it_can_be_read() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in tracked()
        if path.suffix == ".py" and (lines := text_of(path).count("\n")) >= LONGEST
    }
    assert long == {}


# Where checkouts and homes of people and machines lie; a tracked file that names one works nowhere else.
MACHINE_PATH = re.compile(r"(?<![\w.~/-])/(?:work|root|home|Users|tmp|mnt|private)/[\w.]")


def test_no_tracked_file_names_a_folder_of_some_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in tracked()
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if MACHINE_PATH.search(line)
    ]
    assert found == []


def test_tests_are_no_packages_and_have_names_of_their_own() -> None:
    assert list((ROOT / "tests").rglob("__init__.py")) == []
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


def test_scanner_program_is_no_package_of_the_host() -> None:
    assert not (ROOT / "firmware" / "scanner" / "__init__.py").exists()


@pytest.mark.parametrize("name", ["CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", ".ci/run"])
def test_house_has_its_papers(name: str) -> None:
    assert (ROOT / name).is_file()


def test_changelog_has_the_version_of_the_project_or_what_is_to_come() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "## Unreleased" in text or f"## {project()['project']['version']}" in text


def test_every_target_of_the_makefile_is_explained_by_make() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.+)$", text, re.MULTILINE)
    assert phony is not None
    explained = set(re.findall(r'^\t@echo "make (\w+) ', text, re.MULTILINE))
    assert explained == set(phony[1].split()) - {"help"}
