"""The text of an `.sgf` file taken apart: game trees, their main line, and the properties of its nodes.

Owns brackets, escapes and places (facts: SGF for backgammon; red-bean.com/sgf, FF[4]). Knows nothing of backgammon.
Damage ends its tree; the next one begins at the next `(;`. Bounded whatever the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from engine.formats.record import Oddity

# Far beyond any match; what has more is none, and must not cost time or memory.
_MOST_KEPT: Final = 200_000
_MOST_TREES: Final = 1_000
_LONGEST_VALUE: Final = 4_000
_TOO_MUCH: Final = "not read: more than any match has"

_SPACE: Final = re.compile(r"\s*")
_NAME: Final = re.compile(r"[A-Za-z]+")
_TREE: Final = re.compile(r"\(\s*;")
# What follows a backslash stands for itself; a line end behind one is no line end.
_ESCAPE: Final = re.compile(r"\\\n?([^\n]?)")


@dataclass(slots=True)
class Node:
    """A node of the main line, its place (from 1), and its values by property; not whole where the text broke off."""

    line: int
    column: int
    properties: dict[str, list[str]] = field(default_factory=dict)
    is_whole: bool = False

    def first(self, name: str) -> str:
        """The first value of a property, stripped; empty without one."""
        values = self.properties.get(name)
        return values[0].strip() if values else ""


@dataclass(slots=True)
class Tree:
    """A game: the nodes of its main line, and what is wrong with it."""

    line: int
    nodes: list[Node] = field(default_factory=list)
    oddities: list[Oddity] = field(default_factory=list)


class _BrokenError(Exception):
    """The tree cannot be read on; `at` is where."""

    def __init__(self, at: int, cause: str) -> None:
        super().__init__(cause)
        self.at = at
        self.cause = cause


def read_trees(text: str, wanted: frozenset[str]) -> list[Tree]:
    """Every game tree of a text, with the values of the wanted properties only; none for a text without `(;`."""
    return _Scanner(text, wanted).trees()


def unescaped(value: str) -> str:
    """A value as it was meant: escapes undone, other line ends and tabs as spaces."""
    plain = _ESCAPE.sub(lambda escape: escape[1], value) if "\\" in value else value
    return re.sub(r"\s", " ", plain)


class _Scanner:
    def __init__(self, text: str, wanted: frozenset[str]) -> None:
        self._text = text
        self._wanted = wanted
        self._at = 0
        self._kept = 0
        self._counted_to = 0
        self._line = 1
        self._line_start = 0

    def trees(self) -> list[Tree]:
        found: list[Tree] = []
        while (begun := _TREE.search(self._text, self._at)) is not None:
            self._at = begun.end() - 1
            tree = Tree(self._place(begun.start())[0])
            found.append(tree)
            try:
                if len(found) > _MOST_TREES:
                    self._kept = _MOST_KEPT + 1
                    raise _BrokenError(begun.start(), _TOO_MUCH)
                self._take_tree(tree)
            except _BrokenError as broken:
                line, column = self._place(broken.at)
                words = self._text[broken.at : broken.at + 60]
                tree.oddities.append(Oddity(line, words, broken.cause, column, is_damage=True))
                if self._kept > _MOST_KEPT:
                    break
                self._at = broken.at
        return found

    def _take_tree(self, tree: Tree) -> None:
        """From the first `;` to the closing bracket. Of variations the first is the main line, the others are left."""
        depth = 1
        is_line_over = False
        while depth:
            self._skip_space()
            start, letter = self._at, self._peek()
            self._at += 1
            if letter == ";":
                node = Node(*self._place(start))
                if not is_line_over:
                    tree.nodes.append(node)
                self._take_node(start, node)
            elif letter == "(":
                if is_line_over and not tree.oddities:
                    line, column = self._place(start)
                    tree.oddities.append(Oddity(line, "", "a variation is left out", column))
                depth += 1
            elif letter == ")":
                depth -= 1
                is_line_over = True
            else:
                cause = "not understood" if letter else "the file ends within a game"
                raise _BrokenError(start, cause)

    def _take_node(self, start: int, node: Node) -> None:
        while True:
            self._skip_space()
            name = _NAME.match(self._text, self._at)
            if name is None:
                break
            self._at = name.end()
            self._take_values("".join(filter(str.isupper, name[0])), name.start(), node)
        self._kept += 1 + len(node.properties)
        if self._kept > _MOST_KEPT:
            raise _BrokenError(start, _TOO_MUCH)
        node.is_whole = True

    def _take_values(self, name: str, start: int, node: Node) -> None:
        is_wanted = name in self._wanted
        values: list[str] = []
        self._skip_space()
        if self._peek() != "[":
            raise _BrokenError(start, "a property without a value")
        while self._peek() == "[":
            value = self._value()
            if is_wanted:
                values.append(value)
            self._skip_space()
        if is_wanted:
            self._kept += len(values)
            node.properties.setdefault(name, []).extend(values)

    def _value(self) -> str:
        """The text between two square brackets, escapes as they stand."""
        start = self._at
        at = start + 1
        while True:
            end = self._text.find("]", at)
            if end < 0:
                raise _BrokenError(start, "a value that does not end")
            escape = self._text.find("\\", at, end + 1)
            if escape < 0:
                self._at = end + 1
                return self._text[start + 1 : min(end, start + 1 + _LONGEST_VALUE)]
            at = escape + 2

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _skip_space(self) -> None:
        space = _SPACE.match(self._text, self._at)
        self._at = space.end() if space else self._at

    def _place(self, at: int) -> tuple[int, int]:
        """Line and column of an index that is not before the last one asked for."""
        if at > self._counted_to:
            lines = self._text.count("\n", self._counted_to, at)
            if lines:
                self._line += lines
                self._line_start = self._text.rfind("\n", 0, at) + 1
            self._counted_to = at
        return self._line, max(at - self._line_start, 0) + 1
