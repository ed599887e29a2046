"""Whether a call that a test expects to fail can do so, although nobody awaits the coroutine that it makes."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from duotone.analyzer.flow.frames import Frame
from duotone.analyzer.flow.hints import asking
from duotone.analyzer.flow.sites import Site
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.outline import Param

__all__ = ["fits", "is_harmless", "missing"]


def is_harmless(frame: Frame, site: Site, source: str, around: ast.AST) -> bool:
    """Tell whether a call makes a coroutine and does nothing else, so that it can't fail as a test expects."""
    callee = site.callee
    if site.kind != "coroutine" or site.doubt or site.via is not None or callee is None or frame.tolerance == "warned":
        return False
    if frame.tolerance and not _is_only_made(frame, site, callee):
        return False
    if isinstance(site.node, ast.Call) and isinstance(site.node.func, ast.Call):
        return False  # what makes the function may be what fails
    names = {callee.outline.name, callee.owner.outline.name} if callee.owner else {callee.outline.name}
    return callee.outline.is_async and not (asking.replaces(source, around) and asking.mentions(around, names))


def _is_only_made(frame: Frame, site: Site, callee: FunctionSymbol) -> bool:
    """Tell whether a statement is a call, with arguments that fit, and nothing besides that could raise an error."""
    node, statement = site.node, frame.statement
    if not isinstance(statement, ast.Expr) or statement.value is not node or not isinstance(node, ast.Call):
        return False
    return fits(callee, node)


def fits(callee: FunctionSymbol, call: ast.Call, *, is_bound: bool = True) -> bool:
    """Tell whether a call has the arguments that a function asks for, or a method of an object where it is bound."""
    words = {word.arg for word in call.keywords}
    if None in words or any(isinstance(part, ast.Starred) for part in call.args):
        return False
    by_position, others = _divided(callee, call, is_bound=is_bound)
    kinds = {param.kind for param in others}
    by_word = {param.name for param in others if param.kind in {"", "k"}}
    if (len(by_position) < len(call.args) and "*" not in kinds) or (words - by_word and "**" not in kinds):
        return False
    return not any(_is_missing(param, words) for param in others)


def missing(callee: FunctionSymbol, call: ast.Call, *, is_bound: bool = True) -> Sequence[str]:
    """The parameters of a function that a call has to give something, and doesn't."""
    words = {word.arg for word in call.keywords}
    _, others = _divided(callee, call, is_bound=is_bound)
    return [param.name for param in others if _is_missing(param, words)]


def _divided(callee: FunctionSymbol, call: ast.Call, *, is_bound: bool) -> tuple[Sequence[Param], Sequence[Param]]:
    """The parameters that a call gives something by position, and the others."""
    params = [*callee.outline.params]
    if is_bound and callee.owner is not None and "staticmethod" not in callee.outline.decorators:
        params = params[1:]
    by_position = [param for param in params if param.kind in {"", "/"}][: len(call.args)]
    return by_position, [param for param in params if param not in by_position]


def _is_missing(param: Param, words: set[str | None]) -> bool:
    return param.kind in {"", "/", "k"} and param.default is None and param.name not in words
