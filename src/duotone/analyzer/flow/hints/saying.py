"""What docstrings say of the color of functions: that it is meant, or that others may need it."""

from __future__ import annotations

import ast
import functools
import re

from duotone.analyzer.link.nodes import statements
from duotone.analyzer.parsing.walking import all_params

__all__ = ["says_why_async"]

_INVITES = re.compile(r"\b(override (it|this|to)|overridden|subclasses (can|may|must|should))\b", re.IGNORECASE)
"""How a method says that others may have another one in its place, which waits for something."""
_HOOK = re.compile(
    r"hooks?\b|\b(allows?|callback|customi[sz]e|extension point|override|subclass(es)?)\b"
    r"|^_*(adjust|after|before|customi[sz]e|filter|modify|on|post|pre|prepare|process|transform)_|_hook$",
    re.IGNORECASE,
)
"""How what does nothing says that it is there for others to do something."""
_INJECTED = re.compile(r"\b(fastapi|litestar) dependency\b|^dependency (injection|provider)\b", re.IGNORECASE)
"""How a function says that a framework calls it, which sends plain ones to a thread for each request."""
_SENTENCE = re.compile(r"\.\s|\n\s*\n")
_ASYNC = re.compile(r"\basync(hronous)?\b", re.IGNORECASE)
_MEANT = re.compile(
    r"\b(uniform(ity|ly)?|consisten(cy|t|tly)|convention|interchangeabl[ey]|symmetry"
    r"|even (if|when|where|though)|to match|loop is (already )?running|running (event )?loop"
    r"|(has to|must|needs? to|should) be (an? )?async(hronous)?)\b",
    re.IGNORECASE,
)
"""Why something is async that needn't be for its own sake, in a sentence that says that it is."""


def says_why_async(tree: ast.Module, function: ast.AST) -> bool:
    """Tell whether the docstring of a function, of its class or of its module says why it is async."""
    own = _docstring(function)
    if _gives_back(function) and (_HOOK.search(own) or _HOOK.search(getattr(function, "name", ""))):
        return True
    if _INVITES.search(own) is not None or _INJECTED.search(own.strip()) is not None or _explains(own):
        return True
    return function in _explained(tree)


def _gives_back(function: ast.AST) -> bool:
    """Tell whether all that a function does is to give back one of its parameters."""
    if not isinstance(function, ast.AsyncFunctionDef):
        return False
    match function.body:
        case [ast.Return(value=ast.Name(id=name))] | [
            ast.Expr(value=ast.Constant()),
            ast.Return(value=ast.Name(id=name)),
        ]:
            return name != "self" and any(arg.arg == name for arg in all_params(function.args))
        case _:
            return False


def _explains(text: str) -> bool:
    return any(_ASYNC.search(one) and _MEANT.search(one) for one in _SENTENCE.split(text))


@functools.lru_cache(maxsize=1)
def _explained(tree: ast.Module) -> frozenset[ast.AST]:
    """The functions and methods of a file whose module or class says why they are async; each of them asks."""
    found = [*statements(tree.body)]
    if _explains(_docstring(tree)):
        return frozenset(found)
    classes = [one for one in found if isinstance(one, ast.ClassDef) and _explains(_docstring(one))]
    return frozenset(method for one in classes for method in one.body)


def _docstring(node: ast.AST) -> str:
    if not isinstance(node, ast.AsyncFunctionDef | ast.ClassDef | ast.FunctionDef | ast.Module):
        return ""
    return ast.get_docstring(node, clean=False) or ""
