"""Every small fault that can be put into a module: one changed operator, number, condition or statement at a time."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Final, NamedTuple

_SWAPPED: Final[dict[type[ast.AST], type[ast.AST]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


class Mutant(NamedTuple):
    """A fault: where it is, what it says there instead, and the whole module with it."""

    name: str
    source: str


def mutants(source: str) -> Iterator[Mutant]:
    """Every fault of a module, in the order of its text. Names hold the function, so they last when lines move."""
    tree = ast.parse(source)
    for path, owner in _functions(tree):
        seen: dict[str, int] = {}
        for number, node in enumerate(_parts(owner)):
            if not _changed(copy.deepcopy(node)):
                continue
            changed = copy.deepcopy(tree)
            function = _function_at(changed, path)
            what = _change(function, number)
            seen[what] = seen.get(what, 0) + 1
            times = f" #{seen[what]}" if seen[what] > 1 else ""
            yield Mutant(f"{path}: {what}{times}", ast.unparse(changed))


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner


def _function_at(tree: ast.Module, path: str) -> ast.AST:
    return dict(_functions(tree))[path]


def _parts(function: ast.AST) -> list[ast.AST]:
    """The nodes of a function's body, its docstring and annotations left out."""
    assert isinstance(function, ast.FunctionDef)
    body = function.body[1:] if ast.get_docstring(function) else function.body
    found: list[ast.AST] = []
    todo: list[ast.AST] = list(reversed(body))
    while todo:
        node = todo.pop()
        found.append(node)
        if not isinstance(node, ast.Raise):  # the words of an error are tested as words
            children = ast.iter_child_nodes(node)
            todo += reversed([c for c in children if not (isinstance(node, ast.AnnAssign) and c is node.annotation)])
    return found


def _change(function: ast.AST, number: int) -> str:
    """Change one node in its place; what was changed into what."""
    node = _parts(function)[number]
    before = ast.unparse(node)
    _changed(node)
    ast.fix_missing_locations(node)
    return f"{_short(before)} -> {_short(ast.unparse(node))}"


def _changed(node: ast.AST) -> bool:
    """Put a fault into a node; False where there is none to put."""
    match node:
        case ast.BinOp() | ast.AugAssign() | ast.BoolOp() if type(node.op) in _SWAPPED:
            node.op = _SWAPPED[type(node.op)]()  # type: ignore[assignment]  # one of the same family
        case ast.Compare() if type(node.ops[0]) in _SWAPPED:
            node.ops[0] = _SWAPPED[type(node.ops[0])]()  # type: ignore[call-overload]  # likewise
        case ast.UnaryOp(op=ast.Not()):
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
        case ast.UnaryOp(op=ast.Invert()):
            node.op = ast.UAdd()
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value)):
            node.value = value + 1
        case ast.IfExp():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case _:
            return False
    return True


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 100 else f"{line[:97]}..."
