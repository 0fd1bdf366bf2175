"""The language of what players read: messages are looked up here, catalogues are brought in from outside.

Owns which language is in use. Knows no file: whoever composes the daemon loads catalogues and hands them to `install`.
Facts never hold translated text. In the sources a note `Translators:` before a text says how much room it has.
"""

from __future__ import annotations

from gettext import NullTranslations
from typing import Final

ENGLISH: Final = "en"
_catalogues: Final[dict[str, NullTranslations]] = {ENGLISH: NullTranslations()}
_in_use: list[NullTranslations] = [_catalogues[ENGLISH]]


def install(language: str, catalogue: NullTranslations) -> None:
    """Make a language available under its code, such as `de`."""
    _catalogues[language] = catalogue


def use(language: str) -> None:
    """Speak this language from now on; English where there is no catalogue of it."""
    _in_use[0] = _catalogues.get(language, _catalogues[ENGLISH])


def _(message: str) -> str:
    """The message in the language in use."""
    return _in_use[0].gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """The message for a number of things."""
    return _in_use[0].ngettext(one, many, count)


def pgettext(context: str, message: str) -> str:
    """A message whose English word has several meanings; `context` tells them apart."""
    return _in_use[0].pgettext(context, message)


def later(message: str) -> str:
    """Marks a text that is translated when it is shown, not where it stands."""
    return message
