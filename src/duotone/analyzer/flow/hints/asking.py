"""Whether a function asks where it runs, or replaces what it calls, so that its calls alone don't tell what happens."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet

from duotone.analyzer.flow.narrowing import catches
from duotone.analyzer.link.nodes import statements
from duotone.analyzer.parsing.walking import walk

__all__ = [
    "answers_by_none",
    "asked_methods",
    "asks_for_colors",
    "asks_for_loop",
    "asks_where_it_runs",
    "changes",
    "has",
    "is_compared",
    "mentions",
    "recolors_attributes",
    "recolors_classes",
    "refuses_loops",
    "replaces",
]

_QUESTIONS = frozenset(
    {
        *("current_async_library", "current_task", "current_thread", "get_ident", "get_native_id"),
        *("get_running_loop", "_get_running_loop", "is_running", "main_thread"),
    }
)
_BEGINNINGS = frozenset({"create_task", "ensure_future"})
"""What fails with a RuntimeError where no loop is running, so that whoever catches it has asked."""
_ANSWERED = frozenset({"_get_running_loop", "is_running"})
"""Those that say no where there is no loop, and don't raise."""
_GIVEN = frozenset({"get_event_loop", "get_running_loop"})
"""Those that give a loop."""
_EITHER = re.compile(
    r"\b_?(is_?(awaitable|coroutine|future)|(ensure|maybe|possibly)_\w*(async|await|coro|future)\w*|await_(if|maybe)\w*)\b"
)
_EITHER_WORDS = (
    *("isawaitable", "is_awaitable", "iscoroutine", "is_coroutine", "isfuture", "is_future"),
    *("ensure_", "maybe_", "possibly_", "await_if", "await_maybe"),
)
"""One of them is in whatever the pattern fits, and they are found in a file many times faster."""
_EITHER_CLASS = re.compile(r"\bisinstance\(.*\b(Awaitable|Coroutine)\b|\bhasattr\(.*\b__await__\b")
_GOES_THROUGH = re.compile(r"\b(dir|vars|getmembers)\(|\b__dict__\b")
_RUNS_LOOP = re.compile(r"\b(run_until_complete|run_coroutine_threadsafe|asyncio\.run|async_to_sync)\(")
_SET = re.compile(r"\bsetattr\(\s*[\w.]+\s*,\s*([^,]+),")
_NEW_NAME = r"f[\"']|[\"'][^\"'\n]*[\"'] *\+|.*\+ *f?[\"']"
"""A name that is put together, such as that of a plain method beside the async one."""
_CLASS_WORDS = ("Awaitable)", "Coroutine)", "__await__")
_EITHER_FUNCTION = re.compile(r"\b_?is_?(async|awaitable|coro|coroutine)_?(callable|func|function)\b")
_FUNCTION_WORDS = ("isasync", "is_async", "isawaitable", "is_awaitable", "iscoro", "is_coro")
_OF_MOCK = re.compile(r"(\.(return_value|side_effect))+$")
_REPLACING = re.compile(r"Mock|\b(mock|mocker|monkeypatch|patch)\b|\bmock_")
_REPLACING_WORDS = ("Mock", "mock", "patch")


def asks_where_it_runs(source: str, node: ast.AST) -> bool:
    """Tell whether a function looks at its thread, or for a running loop, before it decides what to do.

    Such a function is made to be called from both, and keeps what blocks for the threads that may.
    """
    if _tries_to_begin(source, node):
        return True
    if not has(source, _QUESTIONS):
        return False
    tests = [*_tests(node)]
    return any(_asks(part) for test in tests for part in walk(test)) or _keeps_answer(node, tests)


def _tries_to_begin(source: str, node: ast.AST) -> bool:
    """Tell whether a function starts a loop where a task could not be begun for want of one."""
    if not (has(source, ("RuntimeError",)) and has(source, _BEGINNINGS)):
        return False
    tried = [part for part in walk(node) if isinstance(part, ast.Try) and catches(part, "RuntimeError")]
    return any(
        any(_asks(inner, _BEGINNINGS) for one in part.body for inner in walk(one))
        and any(_RUNS_LOOP.search(ast.unparse(one)) for one in part.handlers)
        for part in tried
    )


def _keeps_answer(node: ast.AST, tests: Sequence[ast.AST]) -> bool:
    """Tell whether a function asks for a running loop first, and decides by the answer later."""
    kept = {
        part.targets[0].id
        for part in walk(node)
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name) and _asks(part.value, _ANSWERED)
    }
    return bool(kept) and any(isinstance(part, ast.Name) and part.id in kept for test in tests for part in walk(test))


def answers_by_none(source: str, node: ast.AST) -> bool:
    """Tell whether a function gives the loop that it is on, and None where there is none."""
    return has(source, _GIVEN) and any(
        any(_asks(inner, _GIVEN) for one in part.body for inner in walk(one)) and _gives_none(part.handlers)
        for part in walk(node)
        if isinstance(part, ast.Try) and catches(part, "RuntimeError")
    )


def asks_for_loop(node: ast.AST | None) -> bool:
    """Tell whether an expression is the loop of its thread, and fails where there is none."""
    return node is not None and _asks(node, _GIVEN)


def refuses_loops(source: str, body: Sequence[ast.stmt]) -> bool:
    """Tell whether a function raises where a loop is running, and only returns where there is none."""
    if not (has(source, _GIVEN) and body and isinstance(body[-1], ast.Raise)):
        return False
    return any(
        any(_asks(inner, _GIVEN) for one in part.body for inner in walk(one))
        and all(isinstance(handler.body[-1], ast.Return) for handler in part.handlers)
        for part in body
        if isinstance(part, ast.Try) and catches(part, "RuntimeError")
    )


def _gives_none(handlers: Sequence[ast.ExceptHandler]) -> bool:
    """Tell whether one of some handlers ends by returning None."""
    returned = [last.value for handler in handlers if isinstance(last := handler.body[-1], ast.Return)]
    return any(value is None or (isinstance(value, ast.Constant) and value.value is None) for value in returned)


@functools.lru_cache(maxsize=64)
def has(source: str, words: tuple[str, ...], pattern: re.Pattern[str] | None = None) -> bool:
    """Tell whether a file is worth a look; each of its functions asks."""
    return any(word in source for word in words) and (pattern is None or pattern.search(source) is not None)


def _tests(node: ast.AST) -> Iterator[ast.AST]:
    """Everything in a function that decides about what follows."""
    for part in walk(node):
        if isinstance(part, ast.If | ast.While | ast.IfExp | ast.Assert):
            yield part.test
        elif isinstance(part, ast.Compare):
            yield part
        elif isinstance(part, ast.Try) and catches(part, "RuntimeError"):
            yield from part.body


def _asks(node: ast.AST, questions: Collection[str] = _QUESTIONS) -> bool:
    return isinstance(node, ast.Call) and _called(node) in questions


def _called(node: ast.Call) -> str:
    """The last name of what is called."""
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def replaces(source: str, node: ast.AST) -> bool:
    """Tell whether a test puts something of its own in the place of what it calls."""
    if not has(source, _REPLACING_WORDS, _REPLACING):
        return False
    return any((word := _word(part)) and _REPLACING.search(word) for part in walk(node))


def mentions(node: ast.AST, names: AbstractSet[str]) -> bool:
    """Tell whether a function speaks of one of these otherwise than by calling it: patches, assigns or inspects it.

    An annotation says what something is, and does nothing to it.
    """
    parts = [*walk(node)]
    annotations = [part.annotation for part in parts if isinstance(part, ast.arg | ast.AnnAssign)]
    passed_over = {id(part.func) for part in parts if isinstance(part, ast.Call)}
    passed_over.update(id(part) for one in annotations if one is not None for part in walk(one))
    return any(not names.isdisjoint(_spoken_of(part)) for part in parts if id(part) not in passed_over)


def changes(node: ast.AST, owner: str) -> bool:
    """Tell whether a function puts something else in the place of attributes of an object: assigns or patches one."""
    parts = [*walk(node)]
    assigned = [part.value for part in parts if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)]
    calls = [part for part in parts if isinstance(part, ast.Call) and _called(part) in {"object", "setattr"}]
    patched = [call.args[0] for call in calls if call.args]
    return any(ast.unparse(part) == owner for part in (*assigned, *patched))


def _spoken_of(node: ast.AST) -> Sequence[str]:
    """The names that a node may bring in: an attribute, a keyword, or the end of a dotted path in a text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _OF_MOCK.sub("", node.value).split(".")[-1:]
    if isinstance(node, ast.keyword):
        return (node.arg or "",)
    return (node.attr,) if isinstance(node, ast.Attribute) else ()


def _word(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.arg if isinstance(node, ast.arg) else ""


def asks_for_colors(source: str) -> bool:
    """Tell whether a file asks some function for its color."""
    return has(source, _FUNCTION_WORDS, _EITHER_FUNCTION)


def recolors_classes(source: str) -> bool:
    """Tell whether a file puts plain methods that run a loop in the place of all the async ones of some classes."""
    is_setting = "setattr(" in source and "iscoroutinefunction(" in source
    if not is_setting or _GOES_THROUGH.search(source) is None or _RUNS_LOOP.search(source) is None:
        return False
    return not all(_is_put_together(source, name.strip()) for name in _SET.findall(source))


def _is_put_together(source: str, name: str) -> bool:
    """Tell whether a name is put together where it is set as an attribute, or where it is assigned before."""
    if name.isidentifier():
        return re.search(rf"\b{name} = (?:{_NEW_NAME})", source) is not None
    return re.match(_NEW_NAME, name) is not None


def recolors_attributes(source: str, tree: ast.Module) -> bool:
    """Tell whether a class hands on what is asked of another object by its color, whichever attribute that is."""
    return "def __getattr" in source and any(
        isinstance(part, ast.Call) and _EITHER_FUNCTION.search(_called(part)) is not None
        for node in walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name in {"__getattr__", "__getattribute__"}
        for part in walk(node)
    )


def asked_methods(source: str, tree: ast.Module) -> set[str]:
    """Names of methods, or "function:callback", that are asked for their color, or their result: either one will do."""
    if not any(
        has(source, words, pattern)
        for words, pattern in (
            (_EITHER_WORDS, _EITHER),
            (_FUNCTION_WORDS, _EITHER_FUNCTION),
            (_CLASS_WORDS, _EITHER_CLASS),
        )
    ):
        return set()
    functions = (node for node in statements(tree.body) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {name for function in functions for name in _asked_in(function)}


def _asked_in(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    parts = [*walk(function)]
    calls = [part for part in parts if isinstance(part, ast.Call) and part.args]
    for value in _with_origins(parts, [call.args[0] for call in calls if _asks_for_result(call)]):
        made = value.value if isinstance(value, ast.NamedExpr) else value
        if isinstance(made, ast.Call):
            yield from _names_of(function, _with_origins(parts, [made.func]))
    asked = [call.args[0] for call in calls if _EITHER_FUNCTION.search(_called(call))]
    yield from _names_of(function, _with_origins(parts, asked))


def _names_of(function: ast.FunctionDef | ast.AsyncFunctionDef, called: Sequence[ast.expr]) -> Iterator[str]:
    """The names of what is called, as attributes, as local names, or as texts that are asked for."""
    for value in called:
        yield from _named(function, value)
        if isinstance(value, ast.Call) and _called(value) == "getattr":
            yield from (str(part.value) for part in value.args[1:2] if isinstance(part, ast.Constant))


def _asks_for_result(call: ast.Call) -> bool:
    """Tell whether a call asks its first argument whether it can be awaited."""
    name = _called(call)
    if name in {"hasattr", "isinstance"}:
        return _EITHER_CLASS.match(ast.unparse(call)) is not None
    return _EITHER.search(name) is not None


def _named(function: ast.FunctionDef | ast.AsyncFunctionDef, node: ast.expr) -> Iterator[str]:
    """The name of an attribute, or that of a local name with its function."""
    if isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.Name):
        yield f"{function.name}:{node.id}"


def _with_origins(parts: Sequence[ast.AST], asked: Sequence[ast.expr]) -> Sequence[ast.expr]:
    """What is asked, and what the names among it were assigned."""
    names = {value.id for value in asked if isinstance(value, ast.Name)}
    return [*asked, *(value for part in parts if names for value in _assigned(part, names))]


def _assigned(node: ast.AST, names: AbstractSet[str]) -> Iterator[ast.expr]:
    """The value that a node gives to one of some names."""
    if isinstance(node, ast.Assign):
        targets: Sequence[ast.expr] = node.targets
    elif isinstance(node, ast.AnnAssign | ast.NamedExpr):
        targets = (node.target,)
    else:
        return
    if node.value is not None and any(isinstance(target, ast.Name) and target.id in names for target in targets):
        yield node.value


def is_compared(statement: ast.stmt | None, node: ast.Call) -> bool:
    """Tell whether a call is part of a comparison in its statement."""
    compared = [part for part in walk(statement) if isinstance(part, ast.Compare)] if statement is not None else []
    return any(inner is node for part in compared for inner in walk(part))
