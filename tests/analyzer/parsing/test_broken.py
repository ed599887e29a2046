"""Broken code: what is good around it is kept, and the first fault says what `ast` says."""

from __future__ import annotations

import ast
import itertools

import pytest

from duotone.analyzer.parsing import parse

WHOLE = """\
import a

def first(x):
    y = a.b(x)
    return y

class Second:
    def third(self):
        return first(self)

    async def fourth(self):
        await a.c()

def fifth():
    pass
"""
BROKEN_LINES = [
    "    z = (1",
    "    z = 1)",
    '    z = "',
    "    z = = 1",
    "    awai a.b()",
    "    for for",
    "    a.b(x y)",
    "    z = 0777",
    "    print x",
    "    z = {1: 2, 3: }",
    "    f'{'",
    '    """',
    "    $",
    "    def",
]


def names(tree: ast.AST) -> set[str]:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds)}


def function(tree: ast.AST, name: str) -> ast.FunctionDef:
    return next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name)


@pytest.mark.parametrize("line", BROKEN_LINES)
def test_a_broken_line_costs_nothing_but_itself(line: str) -> None:
    lines = WHOLE.split("\n")
    lines.insert(4, line)
    parsed = parse("\n".join(lines))
    assert parsed.faults[0].line == 5
    assert names(parsed.tree) == {"first", "Second", "third", "fourth", "fifth"}
    kept = [ast.unparse(statement) for statement in function(parsed.tree, "first").body]
    assert [text for text in kept if text != "pass"] == ["y = a.b(x)", "return y"]


@pytest.mark.parametrize("line", BROKEN_LINES)
def test_a_broken_line_beside_newer_syntax_costs_nothing_of_other_functions(line: str) -> None:
    lines = WHOLE.split("\n")
    lines.insert(4, line)
    parsed = parse("\n".join(["type X = int", *lines]))
    if line != '    """':
        # An open string hides what follows it, and only `ast` can tell whether it was the right one.
        assert {"Second", "third", "fourth", "fifth"} <= names(parsed.tree)
    assert parsed.faults


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("if x ==:", "if ...:\n    y = 1"),
        ("while (x:", None),
        ("for x in :", None),
        ("with open( as f:", None),
        ("class A(b c):", "class A:\n    y = 1"),
        ("def f(a, (b, c), d=1):", "def f(a, d=1):\n    y = 1"),
        ("def f(:", "def f():\n    y = 1"),
    ],
)
def test_a_broken_header_keeps_its_body(header: str, expected: str | None) -> None:
    parsed = parse(f"{header}\n    y = 1\n\ndef g():\n    return 2\n")
    assert parsed.faults[0].line == 1
    assert "g" in names(parsed.tree)
    assert "y = 1" in ast.unparse(parsed.tree)
    if expected is not None:
        assert ast.unparse(parsed.tree.body[0]) == expected


def test_the_rest_of_a_broken_line_is_not_taken_for_a_statement() -> None:
    parsed = parse("type X = int\nasync def f():\n    awai g()\n    x = 1\n")
    (definition,) = parsed.tree.body[1:]
    assert "g()" not in ast.unparse(definition)
    assert "x = 1" in ast.unparse(definition)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x = (\n", "'(' was never closed"),
        ("def f():\nx = 1\n", "expected an indented block after function definition on line 1"),
        ("f(a=1, 2)\n", "positional argument follows keyword argument"),
        ("x = 1\n  y = 2\n", "unexpected indent"),
        ("print 'a'\n", "Missing parentheses in call to 'print'. Did you mean print(...)?"),
    ],
)
def test_the_message_is_that_of_ast(source: str, message: str) -> None:
    assert parse(source).faults[0].message == message


def test_a_fault_beside_newer_syntax_is_placed_by_the_grammar() -> None:
    parsed = parse("t'{a}'\nx = 1\nif y = = 2:\n    pass\n")
    assert [fault.line for fault in parsed.faults] == [3]


def test_a_fault_counts_characters() -> None:
    (fault,) = parse("x = 'é' = = 1\n").faults
    assert fault.line == 1
    assert fault.column in {5, 11}
    faults = parse("type X = int\né = 'é' +\n").faults
    assert [(fault.line, fault.end_line) for fault in faults] == [(2, 2)]
    assert all(1 <= fault.column <= 10 for fault in faults)


def test_a_body_is_never_empty() -> None:
    for source in (
        "def f():\n    x = = 1\n",
        "if a:\n",
        "class A:\n\ntype X = int\n",
        "try:\n    x = (\nexcept A, B:\n",
    ):
        for node in ast.walk(parse(source).tree):
            if not isinstance(node, ast.Module):
                assert getattr(node, "body", [1]) != []


PYTHON_2 = """\
import urllib2, os
class Old:
    def show(self, (a, b), **kw):
        print >>self.out, "x", `a`
        print "y" % b,
        if a <> b:
            raise ValueError, "bad"
        try:
            exec "code" in kw
        except (IOError, OSError), e:
            print e
        return 0777 + 10L + ur"z"

def good():
    return 1
"""


def test_python_2_gives_faults_and_what_can_be_read() -> None:
    parsed = parse(PYTHON_2)
    assert parsed.faults
    assert {"Old", "show", "good"} <= names(parsed.tree)
    assert len(parse("print 1\n" * 5_000).faults) <= 50


DEEP = {
    "a sum": "+".join(["f(1)"] * 5_000),
    "a product": "*".join(["1"] * 5_000) + "\nx = 1\n",
    "conditions": " and ".join(["a"] * 5_000),
    "signs": "-" * 5_000 + "1",
    "negations": "not " * 5_000 + "a",
    "parentheses": "(" * 5_000 + ")" * 5_000,
    "open brackets": "[" * 5_000,
    "attributes": "a" + ".b" * 5_000,
    "calls": "a" + "()" * 5_000,
    "lambdas": "lambda: " * 5_000 + "0",
    "branches": "if a: pass\n" + "elif b: pass\n" * 5_000,
    "choices": "a if b else " * 5_000 + "c",
    "strings": "f'{" * 200,
    "blocks": "".join(" " * depth + "if a:\n" for depth in range(500)) + " " * 500 + "b\n",
    "open tries": "".join(" " * depth + "try:\n" for depth in range(60)) + " " * 60 + "b\n",
    "open matches": "".join("  " * depth + "match a:\n" + " " * (2 * depth + 1) + "case (:\n" for depth in range(40)),
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_nesting_is_at_worst_a_fault(name: str) -> None:
    parsed = parse(f"type X = int\ndef kept(): pass\n{DEEP[name]}\n")
    assert names(parsed.tree) >= {"kept"} or parsed.faults
    parsed = parse(DEEP[name])
    assert len(list(itertools.islice(ast.walk(parsed.tree), 10))) <= 10


def test_a_type_parameter_with_words_too_many_is_a_fault() -> None:
    parsed = parse("class A[T: int x: y]: pass\ndef kept(): pass\n")
    assert "kept" in names(parsed.tree)
    assert parsed.faults
