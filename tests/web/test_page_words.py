"""The words of the pages: each text that stands in their HTML and scripts is among those that can be translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import NullTranslations
from html.parser import HTMLParser
from pathlib import Path

import pytest

from firmware import texts
from firmware.web import files
from firmware.web.page_words import TEXTS, page_words
from firmware.words import call_sides
from tests.firmware.pseudo_language import Pseudo, pseudo

HTML = sorted(Path(files.FOLDER).glob("*.html"))
SCRIPTS = sorted(path for path in Path(files.FOLDER).glob("*.js") if path.name not in {"strip.js"})
PRINTED = {"gammond", "PLAY", "CUBE", ".mat", ".sgf", *"ASKL"}
"""Names, what is printed on the keys, and the letters of the keyboard."""
IN_THE_HEAD = {"gammond: a board to play on", "gammond: overlay"}
OPTIONS = {"2-digit"}
CALL = re.compile(r"\bt\(")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


class Reader(HTMLParser):
    """Collects what a page's HTML says to people: texts and what screen readers say."""

    def __init__(self) -> None:
        super().__init__()
        self.said: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.said |= {value for name, value in attributes if name in ("aria-label", "title") and value}

    def handle_data(self, data: str) -> None:
        if re.search("[A-Za-z]", data):
            self.said.add(data.strip())


def said_in_html() -> set[str]:
    reader = Reader()
    for path in HTML:
        reader.feed(path.read_text("utf-8"))
    return reader.said - PRINTED - IN_THE_HEAD


def said_in_scripts() -> set[str]:
    """The texts that scripts look up: every literal in a call of `t`, and those of tables that are looked up later."""
    found: set[str] = set()
    for path in SCRIPTS:
        text = path.read_text("utf-8")
        for call in CALL.finditer(text):
            found |= {literal for literal in LITERAL.findall(_arguments(text[call.end() :])) if is_text(literal)}
        for table in re.findall(r"const MEANINGS = \{(.*?)\}", text, re.S):
            found |= set(LITERAL.findall(table))
        found |= {literal for call in re.findall(r"counted\((\w+, .*?)\)", text) for literal in LITERAL.findall(call)}
    return found


def is_text(literal: str) -> bool:
    return literal not in OPTIONS and re.search("[A-Za-z]", literal) is not None


def _arguments(text: str) -> str:
    """What stands up to the bracket that ends a call."""
    depth = 1
    for n, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if not depth:
            return text[:n]
    return text


@pytest.fixture
def made_up() -> Iterator[None]:
    texts.install("en", Pseudo())
    texts.use("en")
    yield
    texts.install("en", NullTranslations())
    texts.use("en")


def test_every_text_of_the_pages_can_be_translated() -> None:
    assert (said_in_html() | said_in_scripts()) - set(TEXTS) == set()


def test_no_text_is_translated_for_nobody() -> None:
    assert set(TEXTS) - said_in_html() - said_in_scripts() == set()
    assert len(TEXTS) == len(set(TEXTS))


@pytest.fixture
def called_back() -> Iterator[None]:
    yield
    call_sides("White", "Black")


def test_pages_are_told_nothing_in_english() -> None:
    assert page_words() == {}


def test_pages_are_told_every_text_in_another_language(made_up: None) -> None:
    assert page_words() == {text: pseudo(text) for text in TEXTS}


def test_pages_call_the_sides_as_the_house_does(called_back: None) -> None:
    call_sides("Amber", "Jet")
    assert page_words() == {"White": "Amber", "Black": "Jet"}
