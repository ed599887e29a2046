"""Whether a call goes to a database that is kept in memory, for which nobody has to wait."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from duotone.analyzer.flow.known import chain
from duotone.analyzer.parsing.walking import walk

__all__ = ["is_in_memory"]

_OPENED = re.compile(r"([\w.]+\.)?connect\(\s*(database=)?(['\"]):memory:\3")
_GIVES_CURSOR = frozenset({"cursor", "execute", "executemany", "executescript"})
_DEEPEST = 4
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_NOTHING = ast.Constant(None)


def is_in_memory(source: str, scopes: Sequence[ast.AST], name: str, node: ast.Call) -> bool:
    """Tell whether a call of sqlite opens, or asks, a database that is opened in memory and nowhere else here.

    The scopes are those that its names may be bound in, the nearest first.
    """
    if "sqlite3." not in name or ":memory:" not in source:
        return False
    if name.endswith(".connect"):
        return _OPENED.match(ast.unparse(node)) is not None
    return isinstance(node.func, ast.Attribute) and _is_opened(source, scopes, node.func.value, _DEEPEST)


def _is_opened(source: str, scopes: Sequence[ast.AST], owner: ast.expr, depth: int) -> bool:
    """Tell whether whatever an expression stands for comes from such a database."""
    while isinstance(owner, ast.Call) and isinstance(owner.func, ast.Attribute) and owner.func.attr in _GIVES_CURSOR:
        owner = owner.func.value
    if isinstance(owner, ast.Call):
        return _OPENED.match(ast.unparse(owner)) is not None
    text = chain(owner)
    if "." in text:
        kept = re.findall(rf"(?<![\w.]){re.escape(text)}(?:: *[^=\n]+)? = (.*)", source)
        return bool(kept) and all(map(_OPENED.match, kept))
    for scope in scopes if text and depth else ():
        bound = [*_bound(scope, text)]
        if len(bound) == 1 and isinstance(scope, _FUNCTIONS) and text in _names(scope):
            given = [*_given(scopes[-1], scope, text)]
            return bool(given) and all(_is_opened(source, around, value, depth - 1) for value, around in given)
        if bound:
            return all(_is_opened(source, scopes, value, depth - 1) for value in bound)
    return False


def _bound(around: ast.AST, name: str) -> Iterator[ast.expr]:
    """What a function, or a module, binds a name to, by assignment or by `with`; a parameter may be anything."""
    for part in _parts(around, name):
        match part:
            case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
                yield value
            case ast.AnnAssign(target=ast.Name(id=found), value=ast.expr() as value) if found == name:
                yield value
            case ast.withitem(context_expr=value, optional_vars=ast.Name(id=found)) if found == name:
                yield value
            case ast.arg(arg=found) if found == name:
                yield _NOTHING
            case _:
                pass


def _parts(around: ast.AST, name: str) -> Iterator[ast.AST]:
    """The nodes of a scope; the functions of a module have names of their own, unless they say otherwise."""
    is_own = isinstance(around, ast.Module) and not any(
        isinstance(part, ast.Global) and name in part.names for part in walk(around)
    )
    waiting: list[ast.AST] = [around]
    while waiting:
        part = waiting.pop()
        yield part
        if not is_own or not isinstance(part, (*_FUNCTIONS, ast.Lambda)):
            waiting += ast.iter_child_nodes(part)


def _names(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    return [param.arg for param in (*function.args.posonlyargs, *function.args.args)]


def _given(
    tree: ast.AST, function: ast.FunctionDef | ast.AsyncFunctionDef, name: str
) -> Iterator[tuple[ast.expr, Sequence[ast.AST]]]:
    """What each call of a function of the module gives to a parameter, with the scopes of that call.

    Who has the function as a value may call it with anything.
    """
    index = _names(function).index(name)
    calls = {
        part.func: (part, around)
        for around in (tree, *(one for one in walk(tree) if isinstance(one, _FUNCTIONS)))
        for part in walk(around)
        if isinstance(part, ast.Call)
    }
    is_of_module = isinstance(tree, ast.Module) and function in tree.body and not function.decorator_list
    loads = [part for part in walk(tree) if isinstance(part, ast.Name) and part.id == function.name]
    for load in loads if is_of_module else ():
        call, around = calls.get(load, (None, tree))
        words = {word.arg: word.value for word in call.keywords} if call is not None else {}
        args = call.args[: index + 1] if call is not None else []
        is_told = len(args) > index and not any(isinstance(one, ast.Starred) for one in args)
        value = args[index] if is_told else words.get(name, _NOTHING)
        yield value, (tree,) if around is tree else (around, tree)
