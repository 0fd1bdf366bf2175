"""Puts the text of a fault in the place of a module: before it is imported, or one function of it afterwards."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType, ModuleType


class _Text(importlib.machinery.SourceFileLoader):
    """Loads a module from a text instead of its file."""

    def __init__(self, module: str, file: Path, text: str) -> None:
        super().__init__(module, str(file))
        self.text = text

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = compile(self.text, self.path, "exec", dont_inherit=True)
        return code


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, loader: _Text) -> None:
        self.loader = loader

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.loader.name:
            return None
        return importlib.util.spec_from_file_location(name, self.loader.path, loader=self.loader)


def load_from_text(module: str, file: Path, text: str) -> None:
    """Whoever imports the module from now on gets this text; it must not be imported yet."""
    assert module not in sys.modules
    sys.meta_path.insert(0, _Finder(_Text(module, file, text)))


def replace_function(module: ModuleType, path: str, text: str) -> None:
    """Give a function or method (`Class.name`) of an imported module the code it has in another text."""
    file = str(module.__file__)
    (code,) = (code for code in _codes(compile(text, file, "exec", dont_inherit=True)) if code.co_qualname == path)
    _function_at(module, path).__code__ = code


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code of all functions, and of the bodies of all classes."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _function_at(module: ModuleType, path: str) -> FunctionType:
    """The plain function behind a name, be it a property, a class method or whatever else a decorator made of it."""
    found: object = module
    for name in path.split("."):
        found = vars(found)[name]
    while not isinstance(found, FunctionType):
        inner = [getattr(found, name, None) for name in ("fget", "__func__", "__wrapped__")]
        found = next(value for value in inner if value is not None)
    return found
