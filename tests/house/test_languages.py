"""Texts for translators: the template holds what the sources say, and every catalogue is whole, sound and printable."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from firmware import languages, texts
from firmware.fonts import load_font
from firmware.languages import LanguageError
from firmware.lettering import FONTS, TALL_FONTS, plain
from tests.firmware.pseudo_language import CODE, pseudo

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "firmware" / "data" / "locale"
TEMPLATE = LOCALE / "gammond.pot"
CATALOGUES = sorted(LOCALE.glob("*/LC_MESSAGES/gammond.po"))
KEYWORDS: dict[str, Any] = {
    "_": None,
    "later": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
NOTE = "Translators:"
WIDEST = 96  # letters that the smallest font has in the room of two lines


def collected() -> Catalog:
    """What `make texts` would collect from the sources."""
    with (ROOT / "babel.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]  # Babel types some of it
    catalogue = Catalog(charset="utf-8")
    for path, _, message, comments, context in extract_from_dir(ROOT, methods, options, KEYWORDS, (NOTE,)):
        catalogue.add(message, None, [(path, 0)], auto_comments=comments, context=context)
    return catalogue


def said_by(catalogue: Catalog) -> dict[tuple[str | None, Any], tuple[set[str], str]]:
    """Every text of a catalogue with the files it stands in and its notes."""
    return {
        (message.context, message.id): (
            {str(path) for path, _ in message.locations},
            " ".join(dict.fromkeys(" ".join(message.auto_comments).split())),
        )
        for message in catalogue
        if message.id
    }


def template() -> Catalog:
    with TEMPLATE.open("rb") as file:
        return read_po(file)


def forms(text: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def faults_of(file: Path) -> Iterator[str]:
    """What is wrong with a catalogue, a line each."""
    with file.open("rb") as po:
        catalogue = read_po(po, locale=file.parts[-3])
    wanted = {(message.context, message.id) for message in template() if message.id}
    had = {(message.context, message.id) for message in catalogue if message.id}
    yield from (f"{key[1]!r} is missing: make texts" for key in wanted - had)
    yield from (f"{key[1]!r} is no text any more: make texts" for key in had - wanted)
    for message in catalogue:
        if message.id:
            yield from faults_in(message)


def faults_in(message: Any) -> Iterator[str]:
    said, asked = forms(message.string), forms(message.id)
    if message.fuzzy or not all(said):
        yield f"{asked[0]!r} is not translated, or fuzzy"
    for text in said:
        if text and placeholders(text) != placeholders(asked[-1]):
            yield f"{text!r} must have the placeholders of {asked[-1]!r}"
        lacking = [letter for letter in plain(text) if letter not in load_font(FONTS[-1]).glyphs]
        if lacking:
            yield f"{text!r}: the panel's fonts have no {', '.join(lacking)}"
        if len(text) > WIDEST:
            yield f"{text!r} is longer than the panel"


# The template


def test_template_holds_every_text_of_the_sources() -> None:
    assert said_by(template()) == said_by(collected()), "run `make texts` and commit firmware/data/locale"


def test_makefile_collects_by_the_same_rules() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    assert re.findall(r"--keyword (\S+)", text) == ["pgettext:1c,2", "later"]  # `_` and ngettext are Babel's own
    assert re.findall(r"--add-comments (\S+)", text) == [NOTE]


def test_no_text_is_put_together_before_it_is_looked_up() -> None:
    """`_(f"...")` and `_("..." + x)` are never found in a catalogue."""
    wrong = re.compile(r"\b(?:_|ngettext|pgettext|later)\(\s*(?:f[\"']|[^\"'()]*[\"'] *[%+])")
    sources = [path for path in (ROOT / "firmware").rglob("*.py") if "scanner" not in path.parts]
    found = [
        f"{path.name}: {match[0]}"
        for path in sources
        if "from firmware.texts import" in (text := path.read_text("utf-8"))
        for match in wrong.finditer(text)
    ]
    assert found == []


# Catalogues


def test_every_catalogue_is_whole_and_fits_the_panel() -> None:
    assert {file.parts[-3]: faults for file in CATALOGUES if (faults := list(faults_of(file)))} == {}


@pytest.fixture
def made_up(tmp_path: Path) -> Path:
    """The catalogue of a language that nobody speaks, made from the template."""
    catalogue = Catalog(locale="en", charset="utf-8")
    for message in template():
        if message.id:
            said = tuple(map(pseudo, forms(message.id)))
            catalogue.add(message.id, said if message.pluralizable else said[0], context=message.context)
    file = tmp_path / CODE / "LC_MESSAGES" / "gammond.po"
    file.parent.mkdir(parents=True)
    with file.open("wb") as po:
        write_po(po, catalogue)
    return file


def builder() -> ModuleType:
    """setup.py as a module."""
    pytest.importorskip("setuptools", reason="setuptools is not installed here; a build brings its own")
    spec = importlib.util.spec_from_file_location("gammond_setup", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compile_to(file: Path) -> None:
    builder().compile_catalogue(file, file.with_suffix(".mo"))


def test_made_up_catalogue_has_no_fault(made_up: Path) -> None:
    assert list(faults_of(made_up)) == []


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="gettext's tools are not installed")
@pytest.mark.parametrize("name", ["made up", *(str(file.parts[-3]) for file in CATALOGUES)])
def test_gettexts_own_check_finds_no_fault(name: str, made_up: Path) -> None:
    file = made_up if name == "made up" else LOCALE / name / "LC_MESSAGES" / "gammond.po"
    done = subprocess.run(["msgfmt", "-c", "-o", "/dev/null", file], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_faults_of_a_catalogue_are_named(made_up: Path) -> None:
    text = made_up.read_text("utf-8")
    first = next(message for message in template() if message.id and "{" in forms(message.id)[0])
    said = pseudo(forms(first.id)[0])
    name = sorted(placeholders(said))[0]
    made_up.write_text(text.replace(f"{{{name}}}", "{wrong}", 2).replace("[", "漢", 1), encoding="utf-8")
    faults = "\n".join(faults_of(made_up))
    assert "must have the placeholders of" in faults or "is missing: make texts" in faults
    assert "fonts have no 漢" in faults


@pytest.mark.parametrize("font", sorted({*FONTS, *TALL_FONTS}))
def test_fonts_have_the_same_letters_as_the_smallest(font: str) -> None:
    assert set(load_font(FONTS[-1]).glyphs) <= set(load_font(font).glyphs)


# Loading


def test_english_needs_no_catalogue() -> None:
    assert languages.load("en").gettext("White") == "White"
    assert languages.available()[0] == "en"


def test_built_catalogue_is_spoken(made_up: Path) -> None:
    compile_to(made_up)
    folder = made_up.parents[2]
    assert languages.available(folder) == ("en", CODE)
    text = forms(next(message.id for message in template() if message.id))[0]
    assert languages.load(CODE, folder).gettext(text) == pseudo(text)


def test_catalogue_that_is_not_built_is_named_with_its_remedy(made_up: Path) -> None:
    with pytest.raises(LanguageError, match="'en_XA' is not built: run `make texts`"):
        languages.load(CODE, made_up.parents[2])


@pytest.mark.parametrize("damage", [b"", b"no catalogue", b"\xde\x12\x04\x95" + b"\xff" * 40])
def test_damaged_catalogue_is_named(made_up: Path, damage: bytes) -> None:
    made_up.with_suffix(".mo").write_bytes(damage)
    with pytest.raises(LanguageError, match="'en_XA' cannot be read"):
        languages.load(CODE, made_up.parents[2])


def test_language_that_is_not_there_is_named_with_those_that_are(made_up: Path) -> None:
    with pytest.raises(LanguageError, match="no language 'tlh': there are en, en_XA"):
        languages.load("tlh", made_up.parents[2])


def test_speaking_english_changes_nothing() -> None:
    languages.speak("en")
    assert texts._("White") == "White"
