"""Coroutines that only put something into queues which take any number of items, and so are done in one step."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator

from duotone.analyzer.flow import known
from duotone.analyzer.flow.seen import Ran, Seen
from duotone.analyzer.parsing.walking import params, walk

__all__ = ["only_puts", "puts_own"]

_UNBOUNDED = re.compile(r"(asyncio\.)?(Lifo|Priority)?Queue\(\)")
_MADE = "Queue()"
_SUSPENDING = (ast.AsyncFor, ast.AsyncWith, ast.Yield, ast.YieldFrom)


def only_puts(file: Seen, ran: Ran, made: ast.expr) -> bool:
    """Tell whether all that the coroutine of a call awaits is `put` of queues that the file makes without a limit."""
    if _MADE not in file.source or not isinstance(made, ast.Call):
        return False
    callee = next((site.callee for site in ran.sites if site.node is made and site.is_surely_called), None)
    function = next((one.node for one in file.ran if callee is not None and one.name == callee.name), None)
    if not isinstance(function, ast.AsyncFunctionDef):
        return False
    if _is_drawn_out(function):
        return False
    queues = [*_queues(function, made)]
    return bool(queues) and all(_is_unbounded(file.source, queue) for queue in queues)


def puts_own(file: Seen, ran: Ran) -> bool:
    """Tell whether all that an async function awaits is `put` of such queues, and functions that are to be asked that.

    Those are surely the ones that it calls. The queues are those that the file keeps under a name which is no
    parameter's.
    """
    if not (isinstance(ran.node, ast.AsyncFunctionDef) and ran.suspends):
        return False
    sites = [(site.node, site.callee) for site in ran.sites if site.is_surely_called]
    sure = {node for node, callee in sites if callee is not None and callee.module.kind == "project"}
    if not (sure or _MADE in file.source) or _is_drawn_out(ran.node):
        return False
    names = {param.arg for param in params(ran.node.args)}
    awaited = [part.value for part in walk(ran.node) if isinstance(part, ast.Await)]
    return all(one in sure or _is_put(file.source, one, names) for one in awaited)


def _is_drawn_out(function: ast.AsyncFunctionDef) -> bool:
    """Tell whether a function suspends in other ways than by `await`."""
    return any(isinstance(part, _SUSPENDING) or getattr(part, "is_async", 0) for part in walk(function))


def _is_put(source: str, node: ast.expr, given: Collection[str]) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=queue, attr="put")):
            return known.chain(queue) not in given and _is_unbounded(source, known.chain(queue))
        case _:
            return False


def _queues(function: ast.AsyncFunctionDef, made: ast.Call) -> Iterator[str]:
    """What a coroutine awaits the `put` of, by its name where the coroutine is made; nothing for another `await`."""
    names = [param.arg for param in function.args.args]
    is_method = bool(names) and names[0] == "self"
    given = dict(zip(names[int(is_method) :], made.args, strict=False))
    given |= {word.arg: word.value for word in made.keywords if word.arg}
    for part in walk(function):
        match part:
            case ast.Await(value=ast.Call(func=ast.Attribute(value=queue, attr="put"))):
                text = known.chain(queue)
                yield known.chain(given[text]) if text in given else text if text not in names else ""
            case ast.Await():
                yield ""
            case _:
                pass


def _is_unbounded(source: str, queue: str) -> bool:
    """Tell whether all that a file keeps under a name is queues without a limit."""
    kept = re.findall(rf"(?<![\w.]){re.escape(queue)}(?:: *[^=\n]+)? = (.*)", source) if queue else []
    return bool(kept) and all(map(_UNBOUNDED.match, kept))
