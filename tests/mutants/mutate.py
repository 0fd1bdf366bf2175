"""Every small fault that can be put into a module: one operator, number, condition, call or argument at a time.

Owns what a fault is and what it is called. Knows nothing of tests; tests/mutants/run.py asks them.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
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

_Change = tuple[Callable[[], ast.AST], Callable[[], None]]
"""What is shown of a fault, before and after, and what puts it in."""


class Mutant(NamedTuple):
    """A fault: its name, the function or method it is in ("" for a value), and where it is in the tree.

    The name says the function too, so it lasts when lines move.
    """

    name: str
    function: str
    owner: int
    part: int
    change: int


def mutants(source: str) -> Iterator[Mutant]:
    """Every fault of a module, in the order of its text; no two have the same name."""
    seen: dict[str, int] = {}
    for owner, (path, top) in enumerate(_owners(ast.parse(source))):
        for part, node in enumerate(_parts(top)):
            for change in range(len(_changes(node))):
                name = f"{path}: {_put(copy.deepcopy(node), change)}"
                seen[name] = seen.get(name, 0) + 1
                name = name if seen[name] == 1 else f"{name} #{seen[name]}"
                yield Mutant(name, path if isinstance(top, ast.FunctionDef) else "", owner, part, change)


def with_fault(source: str, mutant: Mutant) -> str:
    """The module's text with the fault in it."""
    tree = ast.parse(source)
    _, top = list(_owners(tree))[mutant.owner]
    _put(_parts(top)[mutant.part], mutant.change)
    return ast.unparse(ast.fix_missing_locations(tree))


def _owners(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """The functions and methods of a module, and the values it names; types and dataclass fields have no faults."""
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name):
                yield name, node
            case ast.ClassDef(name=name, body=body):
                yield from ((f"{name}.{inner.name}", inner) for inner in body if isinstance(inner, ast.FunctionDef))
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
                yield name, node


def _parts(owner: ast.stmt) -> list[ast.AST]:
    """The nodes of a function's body or of a value; docstrings, annotations and the words of an error left out."""
    waiting: list[ast.AST] = [owner]
    if isinstance(owner, ast.FunctionDef):
        waiting = [*reversed(owner.body[1:] if ast.get_docstring(owner) else owner.body)]
    found: list[ast.AST] = []
    while waiting:
        node = waiting.pop()
        found.append(node)
        if not isinstance(node, ast.Raise):
            children = ast.iter_child_nodes(node)
            waiting += reversed([c for c in children if not (isinstance(node, ast.AnnAssign) and c is node.annotation)])
    return found


def _put(node: ast.AST, change: int) -> str:
    """Change a node in its place; what was changed into what."""
    shown, put = _changes(node)[change]
    before = ast.unparse(shown())
    put()
    return f"{_short(before)} -> {_short(ast.unparse(shown()))}"


def _changes(node: ast.AST) -> list[_Change]:
    """The faults that can be put into a node, none for most."""
    match node:
        case ast.BinOp() | ast.AugAssign() | ast.BoolOp() if type(node.op) in _SWAPPED:
            return [(lambda: node, lambda: setattr(node, "op", _SWAPPED[type(node.op)]()))]
        case ast.Compare():
            return [(lambda: node, _swap_at(node, at)) for at, op in enumerate(node.ops) if type(op) in _SWAPPED]
        case ast.UnaryOp(op=ast.Not()):
            return [(lambda: node, lambda: setattr(node, "operand", _denied(node.operand)))]
        case ast.UnaryOp(op=ast.Invert()):
            return [(lambda: node, lambda: setattr(node, "op", ast.UAdd()))]
        case ast.Constant(value=bool()):
            return [(lambda: node, lambda: setattr(node, "value", not node.value))]
        case ast.Constant(value=int(value)):
            return [(lambda: node, lambda: setattr(node, "value", value + 1))]
        case ast.If() | ast.While() | ast.IfExp() if _is_plain(node.test):
            return [(lambda: node.test, lambda: setattr(node, "test", _denied(node.test)))]
        case ast.comprehension():
            return [(_shown(node.ifs, at), _deny(node.ifs, at)) for at, test in enumerate(node.ifs) if _is_plain(test)]
        case ast.Expr(value=ast.Call()):
            return [(lambda: node, lambda: setattr(node, "value", ast.Constant(None)))]
        case ast.Call(keywords=keywords):
            return [(_argument(node, keyword), _leave_out(keywords, keyword)) for keyword in keywords]
    return []


def _is_plain(test: ast.expr) -> bool:
    """A condition that has no fault of its own which turns it round."""
    return not isinstance(test, ast.Compare | ast.BoolOp) and not (
        isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    )


def _denied(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def _swap_at(node: ast.Compare, at: int) -> Callable[[], None]:
    def put() -> None:
        node.ops[at] = _SWAPPED[type(node.ops[at])]()  # type: ignore[call-overload]  # one of the same family

    return put


def _shown(tests: list[ast.expr], at: int) -> Callable[[], ast.AST]:
    return lambda: tests[at]


def _deny(tests: list[ast.expr], at: int) -> Callable[[], None]:
    def put() -> None:
        tests[at] = _denied(tests[at])

    return put


def _argument(call: ast.Call, keyword: ast.keyword) -> Callable[[], ast.AST]:
    """The call as if it had only this argument, or none once that is left out."""
    return lambda: ast.Call(call.func, [], [keyword] if keyword in call.keywords else [])


def _leave_out(keywords: list[ast.keyword], keyword: ast.keyword) -> Callable[[], None]:
    return lambda: keywords.remove(keyword)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 100 else f"{line[:97]}..."
