"""Walking a tree: the nodes of `ast.walk`, in its order, without contexts and operators."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from duotone.analyzer import analysis, parsing
from duotone.analyzer.parsing.walking import walk

UNASKED = (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)


@pytest.mark.parametrize("module", [ast, analysis, parsing])
def test_the_nodes_and_their_order_are_those_of_ast(module: object) -> None:
    tree = ast.parse(Path(str(getattr(module, "__file__", ""))).read_text())
    assert [*walk(tree)] == [node for node in ast.walk(tree) if not isinstance(node, UNASKED)]


def test_every_kind_of_node_is_reached() -> None:
    tree = ast.parse(
        "match a:\n"
        "    case {'k': [x, *_], **rest} | B(c=1) as d if e: pass\n"
        "try: pass\n"
        "except* E as f: raise g from h\n"
        "with i as j: k = lambda l, /, m=1, *n, o, **p: (yield)\n"
        "q: r = {s: t for u in v if w}\n"
        "print(f'{x!r:>{y}}', z[1:2:3], *aa, bb=cc)\n"
    )
    assert [*walk(tree)] == [node for node in ast.walk(tree) if not isinstance(node, UNASKED)]
