"""Languages: which there are, and their catalogues from the files that come with the program.

Owns where catalogues lie (`data/locale/<code>/LC_MESSAGES/gammond.mo`, made from the `.po` beside it when the program
is built). Knows no text and no player: which language is in use is for firmware/texts.py.
"""

from __future__ import annotations

import gettext
import struct
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from firmware import texts

ENGLISH: Final = "en"
"""The language of the sources; it needs no catalogue."""
DOMAIN: Final = "gammond"


class LanguageError(Exception):
    """A language that cannot be spoken; the message says why and what to do."""


def folder_of_catalogues() -> Traversable:
    """Where the catalogues come with the program."""
    return files("firmware") / "data" / "locale"


def available(folder: Traversable | None = None) -> tuple[str, ...]:
    """The codes of the languages there are, English first, the others in order."""
    folder = folder or folder_of_catalogues()
    entries = folder.iterdir() if folder.is_dir() else ()
    others = [entry.name for entry in entries if _catalogue(folder, entry.name, "po").is_file()]
    return ENGLISH, *sorted(others)


def load(language: str, folder: Traversable | None = None) -> gettext.NullTranslations:
    """The catalogue of a language. Raises LanguageError if there is none, or none that can be read."""
    if language == ENGLISH:
        return gettext.NullTranslations()
    folder = folder or folder_of_catalogues()
    if language not in available(folder):
        raise LanguageError(f"there is no language {language!r}: there are {', '.join(available(folder))}")
    try:
        with _catalogue(folder, language, "mo").open("rb") as file:
            return gettext.GNUTranslations(file)
    except FileNotFoundError:
        raise LanguageError(f"the catalogue of {language!r} is not built: run `make texts`, or install again") from None
    except (OSError, ValueError, struct.error) as error:  # what gettext raises for a file that is none
        raise LanguageError(f"the catalogue of {language!r} cannot be read: {error}") from error


def speak(language: str) -> None:
    """Hand every catalogue to the texts, and use this one. Raises LanguageError."""
    for code in available():
        texts.install(code, load(code))
    texts.use(language)


def _catalogue(folder: Traversable, language: str, kind: str) -> Traversable:
    return folder / language / "LC_MESSAGES" / f"{DOMAIN}.{kind}"
