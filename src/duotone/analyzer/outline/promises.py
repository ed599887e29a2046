"""Which annotations of a result leave it to the body what a function gives."""

from __future__ import annotations

import ast

from duotone.analyzer.parsing.walking import walk

__all__ = ["is_either", "says_nothing", "yields"]

_AWAITABLES = frozenset({"Awaitable", "Coroutine"})
_OWN_SCOPE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_RECEIVERS = frozenset({"self", "cls"})


def says_nothing(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a function has no annotation of its result, or one that tells less than its body.

    `Any` on a method leaves room for what overrides it, which may give anything.
    """
    returns = node.returns
    if returns is None:
        return True
    first = next(iter([*node.args.posonlyargs, *node.args.args]), None)
    is_method = first is not None and first.arg in _RECEIVERS
    if _is_bare_callable(returns) or (_name(returns) == "Any" and not is_method) or is_either(returns):
        return True
    if _is_same_callable(returns):
        return _returns_identity(node)
    return _gives_awaitable(returns) and _returns_stream_maker(node)


def _is_same_callable(node: ast.expr) -> bool:
    """Tell whether an annotation says that something can be called, and gives what it is given: `Callable[[F], F]`."""
    if not (isinstance(node, ast.Subscript) and _name(node.value) == "Callable" and isinstance(node.slice, ast.Tuple)):
        return False
    taken, *given = node.slice.elts
    if not isinstance(taken, ast.List) or len(taken.elts) != 1 or len(given) != 1:
        return False
    return isinstance(given[0], ast.Name) and _name(taken.elts[0]) == given[0].id


def _returns_identity(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a function returns one of its own that gives back what it is given, and nothing else."""
    last = node.body[-1]
    name = last.value.id if isinstance(last, ast.Return) and isinstance(last.value, ast.Name) else ""
    inner = [part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == name]
    if len(inner) != 1 or not inner[0].args.args or inner[0].decorator_list:
        return False
    given = inner[0].args.args[0].arg
    returned = [part.value for part in walk(inner[0]) if isinstance(part, ast.Return)]
    bound = [part for part in walk(inner[0]) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]
    is_same = all(isinstance(value, ast.Name) and value.id == given for value in returned)
    return bool(returned) and is_same and all(part.id != given for part in bound)


def _gives_awaitable(node: ast.expr) -> bool:
    """Tell whether an annotation says that something can be called, and that its result is to be awaited."""
    if not (isinstance(node, ast.Subscript) and _name(node.value) == "Callable" and isinstance(node.slice, ast.Tuple)):
        return False
    result = node.slice.elts[-1] if node.slice.elts else node
    return isinstance(result, ast.Subscript) and _name(result.value) in _AWAITABLES


def _returns_stream_maker(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a function returns one of its own that is an async generator, which nobody can await."""
    made = {part.name for part in node.body if isinstance(part, ast.AsyncFunctionDef) and any(map(yields, part.body))}
    return bool(made) and any(
        isinstance(part, ast.Return) and isinstance(part.value, ast.Name) and part.value.id in made
        for part in walk(node)
    )


def yields(node: ast.AST) -> bool:
    """Tell whether a statement yields for the function that it is in."""
    if isinstance(node, ast.Yield | ast.YieldFrom):
        return True
    if isinstance(node, _OWN_SCOPE):
        return False
    return any(map(yields, ast.iter_child_nodes(node)))


def is_either(node: ast.expr) -> bool:
    """Tell whether an annotation says that something is there at once, or is to be awaited."""
    arms = {isinstance(arm, ast.Subscript) and _name(arm.value) in _AWAITABLES for arm in _arms(node)}
    return len(arms) > 1


def _arms(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_arms(node.left), *_arms(node.right)]
    if isinstance(node, ast.Subscript) and _name(node.value) == "Union" and isinstance(node.slice, ast.Tuple):
        return node.slice.elts
    return [node]


def _is_bare_callable(node: ast.expr) -> bool:
    """Tell whether an annotation says that something can be called, and not what this gives."""
    if isinstance(node, ast.Subscript):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else []
        return _name(node.value) == "Callable" and bool(parts) and _gives_anything(parts[-1])
    return _name(node) == "Callable"


def _gives_anything(node: ast.expr) -> bool:
    return _name(node) == "Any" or _is_bare_callable(node)


def _name(node: ast.expr) -> str:
    """The last name of a dotted one."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
