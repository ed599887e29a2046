"""Which code is in a test that the project says is not to be run, by itself or by a constant."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from duotone.analyzer.flow.file import Ran
from duotone.analyzer.link.expressions import Expressions
from duotone.analyzer.link.nodes import parsed
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.link.values import FunctionObject
from duotone.analyzer.outline import Value
from duotone.analyzer.rules.trust.suites import is_of_tests

__all__ = ["is_skipped"]

_SKIPPED = re.compile(r"(?:unittest\.(?:case\.)?)?(?:skip|SkipTest)\b(?!\.)|(?:pytest\.)?mark\.skip\b")
"""Decorators of tests that don't run, whatever the platform is."""
_CHOSEN = {"skipIf": True, "skipUnless": False, "skipif": True}
"""Decorators of tests that don't run where their first argument comes to this."""


def is_skipped(ran: Ran, path: str) -> bool:
    """Tell whether code is in a test that doesn't run, or may not, for what its decorators ask."""
    outer: Ran | None = ran
    while outer is not None and outer.symbol is not None:
        symbol = outer.symbol
        owner = symbol.owner.outline.decorators if symbol.owner is not None else ()
        texts = (*symbol.outline.decorators, *owner, *_marks(symbol))
        if any(map(_SKIPPED.match, texts)) or any(_is_turned_off(text, symbol, path) for text in texts):
            return True
        outer = outer.outer
    return False


def _marks(symbol: FunctionSymbol) -> Iterator[str]:
    """What pytest takes for decorators of all tests of a module, or of a class."""
    scopes = [symbol.module.outline.names, *([symbol.owner.outline.names] if symbol.owner is not None else ())]
    for binding in (one for names in scopes for one in names.get("pytestmark", ()) if isinstance(one, Value)):
        node = parsed(binding.source or "")
        parts = node.elts if isinstance(node, ast.List | ast.Tuple) else [node] if node is not None else []
        yield from map(ast.unparse, parts)


def _is_turned_off(text: str, symbol: FunctionSymbol, path: str) -> bool:
    """Tell whether a decorator asks a constant whether a test is to be run, and is told no, or asks it inside."""
    node = parsed(text)
    called = node.func if isinstance(node, ast.Call) else node
    wanted = _CHOSEN.get(getattr(called, "attr", getattr(called, "id", "")))
    expressions = Expressions(symbol.module.project, symbol.scope)
    if wanted is not None and isinstance(node, ast.Call):
        tests = [one for one in node.args[:1] if not isinstance(one, ast.Constant) or isinstance(one.value, bool)]
        return any(expressions.comes_to(one) is wanted for one in tests)
    if called is None or not is_of_tests(path):
        return False
    decorator = expressions.of(called)
    return isinstance(decorator, FunctionObject) and decorator.symbol.outline.is_switched
