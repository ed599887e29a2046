"""Which parts of a body are evaluated whichever way it goes, and which names a test is about."""

from __future__ import annotations

import ast

import pytest

from duotone.analyzer.flow import branches, narrowing


def always(body: str) -> set[str]:
    """The names that are surely read."""
    return {node.id for node in branches.always(ast.parse(body).body) if isinstance(node, ast.Name)}


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("a\nb", {"a", "b"}),
        ("if a:\n    b\nc", {"a", "c"}),
        ("while a:\n    b", {"a"}),
        ("for x in a:\n    b", {"a", "x"}),
        ("a and b", {"a"}),
        ("a if b else c", {"b"}),
        ("[a for x in b for y in c]", {"b"}),
        ("lambda: a", set()),
        ("def f():\n    a", set()),
        ("with a:\n    b\nc", {"a", "b"}),
        ("try:\n    a\nexcept E:\n    b\nc", set()),
        ("return a\nb", {"a"}),
        ("raise a\nb", {"a"}),
    ],
)
def test_what_is_evaluated_whichever_way_a_body_goes(body: str, names: set[str]) -> None:
    assert always(body) == names


@pytest.mark.parametrize(
    ("test", "names"),
    [
        ("a", ["a"]),
        ("not a", ["a"]),
        ("a and not b", ["a", "b"]),
        ("a is None", ["a"]),
        ("isinstance(a, dict)", ["a"]),
        ("(a := f())", ["a"]),
        ("a.b", []),
        ("f()", []),
    ],
)
def test_the_names_that_a_test_is_about(test: str, names: list[str]) -> None:
    assert list(narrowing.asked(ast.parse(test, mode="eval").body)) == names
