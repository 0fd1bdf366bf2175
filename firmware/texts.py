"""Texts that people read, in their language. All of them pass through `_`, `ngettext` or `pgettext`.

Owns which catalogue is in use; who composes the daemon loads one (`firmware/languages.py`) and hands it to `use`.
Facts never hold a translated text. A text is translated first and filled in afterwards:
`_("{side} owns the cube").format(side=...)`, so that the catalogue sees the placeholder.
"""

from __future__ import annotations

import gettext

_catalogue: list[gettext.NullTranslations] = [gettext.NullTranslations()]


def use(catalogue: gettext.NullTranslations) -> None:
    """Take every text from this catalogue from now on; NullTranslations() is the English of the source."""
    _catalogue[0] = catalogue


def _(text: str) -> str:
    """The text in the language in use."""
    return _catalogue[0].gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """The form for `count` things. Languages differ in when they use which form: always give both."""
    return _catalogue[0].ngettext(one, many, count)


def pgettext(context: str, text: str) -> str:
    """A text whose English word means two things, as the point of the board and the point of the score."""
    return _catalogue[0].pgettext(context, text)
