"""Golden pictures: `pytest tests/firmware --update-golden` writes them anew; look at them before committing."""

from __future__ import annotations

import os

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", default=False, help="write the golden screens anew")


@pytest.fixture
def is_updating_golden(pytestconfig: pytest.Config) -> bool:
    """Whether golden pictures are to be written; refused where nobody would look at them."""
    is_asked = bool(pytestconfig.getoption("--update-golden", default=False))
    if is_asked and os.environ.get("CI"):
        pytest.fail("--update-golden is for people who look at the pictures: it is refused where CI is set")
    return is_asked
