"""The README tells how to begin, and no document points at something that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAPERS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
DOCUMENTS = (*PAPERS, *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")))

LINK = re.compile(r"\]\(([^)\s]+)\)|<img[^>]* src=\"([^\"]+)\"")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FILE_NAME = re.compile(r"`((?:engine|hardware|firmware|tests|docs|systemd)/[\w./]+\.\w+)`")


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def local_links(document: str) -> list[str]:
    links = [first or second for first, second in LINK.findall(text_of(document))]
    return [link for link in links if not link.startswith(("https:", "http:", "mailto:"))]


def anchors(path: Path) -> set[str]:
    """The anchors of a document's headings, as forges make them: small letters, hyphens, no punctuation."""
    headings = HEADING.findall(path.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("command", ["make demo", "make test"])
def test_readme_names_the_two_commands(command: str) -> None:
    assert re.search(rf"^{command}\b", text_of("README.md"), re.MULTILINE)


def test_readme_shows_the_board_and_the_panel() -> None:
    pictures = re.findall(r'<img src="([^"]+)"[^>]* alt="[^"]+"', text_of("README.md"))
    assert {Path(picture).suffix for picture in pictures} == {".svg", ".png"}


def test_readme_says_that_no_board_was_built_yet() -> None:
    assert "No board has been built yet" in text_of("README.md")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_local_link_leads_somewhere(document: str) -> None:
    folder = (ROOT / document).parent
    broken = []
    for link in local_links(document):
        file, _, anchor = link.partition("#")
        target = folder / file if file else ROOT / document
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_that_a_document_names_exists(document: str) -> None:
    named = FILE_NAME.findall(text_of(document))
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_every_document_can_be_reached_from_the_readme() -> None:
    reached, waiting = set(), ["README.md"]
    while waiting:
        document = waiting.pop()
        if document in reached:
            continue
        reached.add(document)
        folder = (ROOT / document).parent
        for link in local_links(document):
            target = (folder / link.partition("#")[0]).resolve()
            if target.suffix == ".md" and target.is_file():
                waiting.append(str(target.relative_to(ROOT)))
    assert set(DOCUMENTS) <= reached
