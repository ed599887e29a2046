"""Coroutines that only put something into queues which take any number of items, and so are done in one step."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from duotone.analyzer.flow import known
from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.parsing.walking import walk

__all__ = ["only_puts"]

_UNBOUNDED = re.compile(r"(asyncio\.)?(Lifo|Priority)?Queue\(\)")
_SUSPENDING = (ast.AsyncFor, ast.AsyncWith, ast.Yield, ast.YieldFrom)


def only_puts(file: File, ran: Ran, made: ast.expr) -> bool:
    """Tell whether all that the coroutine of a call awaits is `put` of queues that the file makes without a limit."""
    if "Queue()" not in file.source or not isinstance(made, ast.Call):
        return False
    callee = next((site.callee for site in ran.sites if site.node is made and site.is_surely_called), None)
    function = next((one.node for one in file.ran if callee is not None and one.name == callee.name), None)
    if not isinstance(function, ast.AsyncFunctionDef):
        return False
    if any(isinstance(part, _SUSPENDING) or getattr(part, "is_async", 0) for part in walk(function)):
        return False
    queues = [*_queues(function, made)]
    return bool(queues) and all(_is_unbounded(file.source, queue) for queue in queues)


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
