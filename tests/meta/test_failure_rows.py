"""Every failure of other systems that is claimed to be impossible here has a test that carries its id."""

from __future__ import annotations

import ast
import re
from functools import cache

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


# The rows about conversations and delivery that both faces of the runtime could fail in; the others of O and G are
# about one of them, or about the contract.
FACED = ["O1", "O3", "O4", "O5", "O6", "O8", "O11", "O13", "G1", "G2", "G5", "G6", "G8", "G9", "G10"]


@cache
def evidence() -> dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]]:
    """All tests whose names carry the id of a row."""
    tests: dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]] = {}
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                match = re.match(r"test_([A-Z]\d+)_", node.name)
                if match is not None:
                    tests.setdefault(match[1], []).append(node)
    return tests


def rows_shown() -> set[str]:
    """The ids in the names of all tests."""
    return set(evidence())


def faces_of(test: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The faces that a test shows: its own, or both if it is given one, or what stands for either."""
    given = {argument.arg for argument in test.args.args}
    if given & {"face", "processes", "caller", "ask"}:
        return {"sync", "async"}
    return {"async" if isinstance(test, ast.AsyncFunctionDef) else "sync"}


@pytest.mark.parametrize("row", FACED)
def test_a_row_that_both_faces_could_fail_in_is_shown_on_both(row: str) -> None:
    assert {face for test in evidence()[row] for face in faces_of(test)} == {"sync", "async"}


@pytest.mark.parametrize("row", LANDED)
def test_a_row_that_has_landed_is_shown_by_a_test(row: str) -> None:
    assert row in rows_shown()


def test_no_test_carries_an_id_that_has_not_landed() -> None:
    assert rows_shown() <= set(LANDED)
