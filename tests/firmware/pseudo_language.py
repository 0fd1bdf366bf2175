"""A language that nobody speaks: English with accents, a third longer, in brackets. What is cut or untranslated shows.

`[Whííté tóó róóll]`: the vowels are doubled as far as needed, which makes words longer too, as real languages do.
"""

from __future__ import annotations

import gettext
import math
import re

CODE = "en_XA"
LONGER = 0.3
_ACCENTED = str.maketrans("aeiouyAEIOUYncNC", "áéíóúýÁÉÍÓÚÝñçÑÇ")
_PLACEHOLDER = re.compile(r"(\{[^{}]*\})")


def pseudo(text: str) -> str:
    """The text in the language, its placeholders as they were; at least 30 per cent longer."""
    if not text:
        return text
    parts = _PLACEHOLDER.split(text)
    letters = sum(len(part) for part in parts[::2])
    missing = math.ceil(LONGER * letters) - 2  # the brackets
    for k in range(0, len(parts), 2):
        parts[k], missing = _longer(parts[k], missing)
    return f"[{''.join(parts)}{'~' * max(0, missing)}]"


def _longer(text: str, missing: int) -> tuple[str, int]:
    letters = []
    for letter in text:
        letters.append(letter.translate(_ACCENTED))
        if missing > 0 and letter in "aeiou":
            letters.append(letters[-1])
            missing -= 1
    return "".join(letters), missing


class Pseudo(gettext.NullTranslations):
    """The catalogue: it has every text. `asked` keeps those that were looked up."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def gettext(self, message: str) -> str:
        self.asked.add(message)
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked.add(msgid1)
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


def without_texts(shown: str) -> str:
    """What of a line stands in no brackets: names, plays and numbers, or a text that never went through `_`."""
    while (inner := re.sub(r"\[[^\[\]]*\]", "", shown)) != shown:
        shown = inner
    return shown
