"""The faults of `make mutants`: each is one, has a name of its own, and every excused survivor is still there."""

from __future__ import annotations

import ast

import pytest

from tests.mutants.mutate import mutants, with_fault
from tests.mutants.run import ROOT, TESTS, excused, files_of, module_file

FAULTS = {
    "a + b": "a - b",
    "a < b": "a <= b",
    "1 <= a <= b": "2 <= a <= b;1 < a <= b;1 <= a < b",
    "a and b": "a or b",
    "not a": "not not a",
    "a if b else c": "a if not b else c",
    "[a for a in b if c]": "[a for a in b if not c]",
    "f(x=a)": "f()",
    "a is None": "a is not None",
    "a == 'text'": "a != 'text'",
    "True": "False",
}


@pytest.mark.parametrize(("text", "faults"), FAULTS.items())
def test_each_part_of_an_expression_has_its_faults(text: str, faults: str) -> None:
    source = f"def f() -> int:\n    return {text}\n"
    wanted = {f"def f() -> int:\n    return {fault}" for fault in faults.split(";")}
    assert {with_fault(source, mutant) for mutant in mutants(source)} == wanted


def test_types_docstrings_and_the_words_of_an_error_have_no_faults() -> None:
    source = 'def f(a: int = 1) -> int | None:\n    """1 + 1"""\n    b: int | str\n    raise ValueError(f"{a + 1}")\n'
    assert list(mutants(source)) == []


def test_a_call_for_its_effect_is_left_out() -> None:
    source = "def f() -> None:\n    g()\n"
    assert [with_fault(source, mutant) for mutant in mutants(source)] == ["def f() -> None:\n    None"]


def test_a_named_value_has_faults_and_belongs_to_no_function() -> None:
    (mutant,) = mutants("LIMIT: int = 3\n")
    assert (mutant.name, mutant.function) == ("LIMIT: 3 -> 4", "")


@pytest.mark.parametrize("module", TESTS)
def test_faults_of_a_module_have_names_of_their_own_and_change_it(module: str) -> None:
    source = module_file(module).read_text(encoding="utf-8")
    found = list(mutants(source))
    assert len(found) > 5
    assert len({mutant.name for mutant in found}) == len(found)
    whole = ast.unparse(ast.parse(source))
    assert all(with_fault(source, mutant) != whole for mutant in found[::20])


@pytest.mark.parametrize("module", TESTS)
def test_the_tests_of_a_module_exist(module: str) -> None:
    assert all((ROOT / file).is_file() for file in files_of(module))


def test_every_excused_survivor_is_a_fault_that_can_be_put_in_and_has_a_reason() -> None:
    names = {
        (module, mutant.name) for module in TESTS for mutant in mutants(module_file(module).read_text(encoding="utf-8"))
    }
    assert set(excused()) <= names
    assert all(len(reason.split()) > 3 for reason in excused().values())
