"""Every failure of other systems that is claimed to be impossible here has a test that carries its id."""

from __future__ import annotations

import ast
import re

import pytest

from tests.meta.sources import ROOT

# The rows that have landed. One is added together with its test.
LANDED = [
    *(f"H{number}" for number in range(1, 17)),
    *(f"R{number}" for number in range(1, 13)),
    *(f"O{number}" for number in range(1, 14)),
    *(f"G{number}" for number in range(1, 11)),
    *(f"A{number}" for number in range(1, 18)),
]


def rows_shown() -> set[str]:
    """The ids in the names of all tests."""
    names = (
        node.name
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path)))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return {match[1] for name in names if (match := re.match(r"test_([A-Z]\d+)_", name))}


@pytest.mark.parametrize("row", LANDED)
def test_a_row_that_has_landed_is_shown_by_a_test(row: str) -> None:
    assert row in rows_shown()


def test_no_test_carries_an_id_that_has_not_landed() -> None:
    assert rows_shown() <= set(LANDED)
