"""What is known of callables by their names alone."""

from __future__ import annotations

import ast

from duotone.analyzer.flow.fixtures import in_the_end
from duotone.analyzer.knowledge import blocking, callbacks, frameworks, scheduling, values
from duotone.analyzer.knowledge.rows import takes
from duotone.analyzer.knowledge.standard import public_name, standard_methods
from duotone.analyzer.link.nodes import parsed
from duotone.analyzer.link.project import Project
from duotone.analyzer.link.public import exported_name
from duotone.analyzer.link.symbols import Scope
from duotone.analyzer.link.values import (
    ClassObject,
    Foreign,
    FunctionObject,
    Instance,
    Partial,
    Union,
    Value,
)
from duotone.analyzer.parsing.walking import all_params, walk

__all__ = [
    "ASKERS",
    "MAPPING",
    "advised",
    "blocks",
    "caches",
    "called",
    "called_as",
    "chain",
    "collects",
    "dotted",
    "drops",
    "fate",
    "gives_result",
    "guesses_loop",
    "has_loop_for_each",
    "injected",
    "is_always_async",
    "is_brief",
    "is_common",
    "is_model",
    "is_never_async",
    "is_of_asyncio",
    "is_of_awaitables",
    "is_of_interest",
    "is_of_super",
    "lets_loops_nest",
    "makes_task",
    "method_of_logger",
    "method_of_mock",
    "names_thread",
    "needs_loop",
    "offloads",
    "offloads_decorated",
    "only_looks",
    "runs_around_serving",
    "runs_where_loops_nest",
    "starts_loop",
    "wants_awaitable",
]


MAPPING = frozenset({"get", "items", "keys", "values", "setdefault", "pop", "update"})
_COROUTINE_NAMES = frozenset(
    {"close", "send", "throw", "__await__", "__name__", "__qualname__", "aclose", "asend", "athrow"}
)
_COLLECTORS = frozenset(
    f"builtins.{name}"
    for name in (
        "all", "any", "dict", "enumerate", "filter", "frozenset", "iter", "list", "map", "max", "min", "reversed",
        "set", "sorted", "str.join", "sum", "tuple", "zip",
    )
)  # fmt: skip
_LOGGERS = frozenset({"log", "logger"})
_BLOCKING = blocking.BLOCKING
_LOOPS = scheduling.LOOP_RUNNERS
_GUESSES = scheduling.LOOP_GUESSES
_TAKERS = (scheduling.COROUTINES, scheduling.ITERABLES, scheduling.EITHER)
_SCHEDULERS = frozenset(
    {
        "as_completed", "async_add_job", "async_create_task", "create_background_task", "create_task", "ensure_future",
        "from_coroutine", "gather", "maybe_coroutine", "run", "run_coroutine_threadsafe", "run_sync",
        "run_until_complete", "shield", "spawn", "start_soon", "wait", "wait_for",
    }
)  # fmt: skip


def dotted(value: Value) -> str:
    """The dotted name of a callable, or nothing where it has none; the same method of several objects has one."""
    if isinstance(value, FunctionObject | ClassObject):
        return value.symbol.name
    if isinstance(value, Foreign):
        return value.name
    if isinstance(value, Union):
        names = {dotted(option) for option in value.options}
        return names.pop() if len(names) == 1 else ""
    return dotted(value.target) if isinstance(value, Partial) else ""


def called_as(function: Value) -> str:
    """The public name of a callable; of a method that is inherited within a library, the shortest."""
    name = dotted(function)
    if isinstance(function, Union):
        names = {called_as(option) for option in function.options}
        return names.pop() if len(names) == 1 else public_name(name)
    whole = exported_name(function.symbol) if isinstance(function, FunctionObject | ClassObject) else name
    owner = function.bound if isinstance(function, FunctionObject) else None
    if isinstance(owner, Instance) and owner.symbol.module.kind != "project":
        inherited = f"{exported_name(owner.symbol)}.{name.rpartition('.')[2]}"
        if owner.symbol.module.kind == "typeshed":
            return public_name(inherited)
        if inherited.partition(".")[0] == whole.partition(".")[0]:
            return min(inherited, whole, key=_depth)
    return public_name(whole)


def _depth(name: str) -> int:
    return name.count(".")


_OF_ONE_THREAD = frozenset({"aiosqlite", "sqlalchemy.ext.asyncio"})
"""What is advised where an object may only be used on the thread that has it."""
_BRIEF = 0.01
"""Seconds."""
ASKERS = scheduling.INSPECTORS | scheduling.FUNCTION_INSPECTORS


def method_of_mock(node: ast.expr) -> str:
    """The dotted name of a method that nothing but a mock has; nothing for any other."""
    name = f"unittest.mock.NonCallableMock.{called(node)}"
    return name if name in values.LOOKS else ""


def method_of_logger(node: ast.expr) -> str:
    """The dotted name of a method that something which is called a logger has; nothing for any other."""
    name = f"logging.Logger.{called(node)}"
    if name not in values.TEXT or not isinstance(node, ast.Attribute):
        return ""
    return name if chain(node.value).rpartition(".")[2].strip("_").lower() in _LOGGERS else ""


def is_of_super(method: ast.expr) -> bool:
    """Tell whether a method is asked of `super()`."""
    owner = method.value if isinstance(method, ast.Attribute) else None
    return isinstance(owner, ast.Call) and chain(owner.func) == "super"


def is_common(name: str) -> bool:
    """Tell whether objects of the standard library have methods of this name, so that it proves nothing."""
    return name in values.COMMON_METHODS or name in standard_methods()


def is_never_async(name: str) -> bool:
    """Tell whether methods of this name are plain wherever they are."""
    return name in values.PLAIN_METHODS


def is_always_async(name: str) -> bool:
    """Tell whether methods of this name give an awaitable wherever they are."""
    return name in values.ASYNC_METHODS


def needs_loop(name: str) -> bool:
    """Tell whether a callable is asyncio's, or a class of others, that wants a loop to be running."""
    return name in scheduling.LOOP_BOUND or (is_of_asyncio(name) and name not in scheduling.LOOPLESS)


def chain(node: ast.expr) -> str:
    """The text of a chain of names, such as `self.client.fetch`; nothing for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    parts.append(node.id)
    return ".".join(reversed(parts))


def called(node: ast.expr) -> str:
    """The last name of what is called, whatever it is taken from."""
    return node.attr if isinstance(node, ast.Attribute) else ""


def is_of_interest(name: str) -> bool:
    """Tell whether a rule looks at calls of this name."""
    tables = (_BLOCKING, _LOOPS, _GUESSES, scheduling.LOOP_NESTING, scheduling.LOOP_BOUND)
    return any(name in table for table in tables) or is_of_asyncio(name)


def is_of_asyncio(name: str) -> bool:
    """Tell whether a callable is asyncio's, in Python or in C."""
    return name.startswith(("asyncio.", "_asyncio."))


def is_of_awaitables(attribute: str) -> bool:
    """Tell whether an attribute is one that coroutines, or other awaitables, have."""
    return attribute in _COROUTINE_NAMES or attribute.startswith(("cr_", "ag_"))


def blocks(name: str, node: ast.AST, function: ast.AST) -> str:
    """What to use in place of a call in a function that holds up its thread; nothing where it doesn't."""
    instead = _BLOCKING.get(name, "")
    if instead and isinstance(node, ast.Call) and name in blocking.UNLESS and _is_excused(name, node, function):
        return ""
    return blocking.SHELL if instead == blocking.PROCESS and _is_for_shell(node) else instead


def advised(instead: str, node: ast.Call, function: ast.AST) -> str:
    """What to use for a call of an object: where a function was given it, others have it too, perhaps on other loops.

    So another class can only be chosen where the object is made; a thread will do here, save for what is of one thread.
    """
    if blocking.THREAD in instead or instead in _OF_ONE_THREAD or not isinstance(node.func, ast.Attribute):
        return instead
    first, *fields = chain(node.func.value).split(".")
    given = function.args if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) else None
    is_given = given is not None and any(param.arg == first for param in all_params(given))
    if not is_given or (first in {"self", "cls"} and not fields):
        return instead
    return f"{blocking.THREAD}, or {instead} where the object is made"


def _is_for_shell(node: ast.AST) -> bool:
    """Tell whether a call says that a shell is to read what it is given."""
    words = node.keywords if isinstance(node, ast.Call) else ()
    return any(word.arg == "shell" and getattr(word.value, "value", None) is True for word in words)


def is_brief(name: str, node: ast.Call) -> bool:
    """Tell whether a call sleeps for no longer than it takes to get out of the way, which helpers may do."""
    match node.args:
        case [ast.Constant(value=int() | float() as seconds)]:
            return name == "time.sleep" and seconds <= _BRIEF
        case _:
            return False


def _is_excused(name: str, node: ast.Call, function: ast.AST) -> bool:
    """Tell whether an argument makes the call return at once."""
    given: dict[int | str | None, ast.expr] = {
        **dict(enumerate(node.args)),
        **{word.arg or "": word.value for word in node.keywords},
    }
    for unless in blocking.UNLESS[name]:
        places = (unless.name, unless.position)
        found = [given[place] for place in places if place in given]
        if found and _excuses(unless, ast.unparse(_written(found[0], function))):
            return True
    return False


def _written(value: ast.expr, function: ast.AST) -> ast.expr:
    """The constant that a name stands for in its function, which binds it to nothing else."""
    if not isinstance(value, ast.Name):
        return value
    parts = [*walk(function)]
    stored = [
        one
        for one in parts
        if (isinstance(one, ast.Name) and one.id == value.id and not isinstance(one.ctx, ast.Load))
        or (isinstance(one, ast.arg) and one.arg == value.id)
    ]
    made = [one.value for one in parts if isinstance(one, ast.Assign) and one.targets == stored]
    return made[0] if len(made) == 1 and isinstance(made[0], ast.Constant) else value


def _excuses(unless: blocking.Unless, text: str) -> bool:
    """Tell whether a value makes a call return at once, or may do so where it isn't known which ones do."""
    return text in unless.texts if unless.texts else not unless.despite.issuperset(text.split(" | "))


def names_thread(name: str) -> bool:
    """Tell whether a call gives the thread that it is made on, or another to compare it with."""
    return name in blocking.THREADS


def makes_task(name: str) -> bool:
    """Tell whether what a call returns has to be kept or awaited."""
    return name in scheduling.TASK_MAKERS or name in scheduling.GATHERS


def offloads(name: str, index: int | None, word: str | None) -> bool:
    """Tell whether a framework runs a plain function that it is given here on a thread."""
    slots = frameworks.OFFLOADED.get(name)
    return slots is not None and takes(slots, word if word is not None else index or 0)


def drops(name: str, index: int | None, word: str | None) -> bool:
    """Tell whether a callable calls the function that it is given here, and drops what that returns."""
    slots = callbacks.DROPPED.get(name)
    return slots is not None and takes(slots, word if word is not None else index or 0)


def gives_result(name: str, index: int | None, word: str | None) -> bool:
    """Tell whether a callable calls the function that it is given here, and gives what that returns."""
    slots = callbacks.USED_AS_VALUE.get(name)
    return slots is not None and takes(slots, word if word is not None else index or 0)


def offloads_decorated(name: str) -> bool:
    """Tell whether a framework runs plain functions with this decorator on a thread."""
    return name in frameworks.OFFLOADING


def has_loop_for_each(decorator: Value) -> bool:
    """Tell whether a framework runs what a decorator is put on for each request on a loop of that request alone."""
    return _is_among(frameworks.LOOP_FOR_EACH, decorator)


def runs_around_serving(decorator: Value) -> bool:
    """Tell whether a framework runs what a decorator is put on while it serves no request."""
    return _is_among(frameworks.AROUND_SERVING, decorator)


def _is_among(rows: frozenset[str], decorator: Value) -> bool:
    """Tell whether a decorator has one of some names, by its own class or by one above it."""
    name = dotted(decorator)
    owner = decorator.bound if isinstance(decorator, FunctionObject) else None
    classes = [one.name for one, _ in owner.symbol.mro] if isinstance(owner, Instance) else []
    names = [name, *(f"{one}.{name.rpartition('.')[2]}" for one in classes)]
    return not rows.isdisjoint(names)


def is_model(name: str) -> bool:
    """Tell whether a foreign base is known to make objects with attributes and no items."""
    return name in {"pydantic.BaseModel", "pydantic.main.BaseModel", "sqlmodel.SQLModel", "msgspec.Struct"}


def wants_awaitable(name: str, index: int) -> bool:
    """Tell whether a parameter takes what can be awaited, and nothing else."""
    slots = scheduling.COROUTINES.get(name)
    return slots is not None and name.startswith("asyncio.") and takes(slots, index)


def collects(name: str) -> bool:
    """Tell whether a callable iterates over what it is given."""
    return name in _COLLECTORS


def caches(name: str) -> str:
    """The name of a decorator that keeps what the function returns, or nothing."""
    return name if name in callbacks.CACHES else ""


def guesses_loop(name: str) -> bool:
    """Tell whether a call asks for a loop that may not be there."""
    return name in _GUESSES


def starts_loop(name: str) -> bool:
    """Tell whether a call starts a loop and runs it until something is done."""
    return name in _LOOPS


def lets_loops_nest(name: str) -> bool:
    """Tell whether, after a call, a loop can be started where one is running."""
    return name in scheduling.LOOP_NESTING


def runs_where_loops_nest(module: str) -> bool:
    """Tell whether what imports a module is run by its package, which lets loops nest before."""
    return module.partition(".")[0] in scheduling.LOOP_NESTING_HOSTS


def fate(name: str, index: int | None, word: str | None) -> str | None:
    """What a known callable does with a coroutine that it is given."""
    argument = word if word is not None else index if index is not None else 0
    if any(name in table and takes(table[name], argument) for table in _TAKERS):
        return "scheduled"
    if name == "builtins.str.format":
        return "text"
    for table, verdict in ((values.TEXT, "text"), (values.CONDITIONS, "condition"), (values.VALUES, "argument")):
        if name in table and takes(table[name], argument):
            return verdict
    is_named_so = name.rpartition(".")[2] in _SCHEDULERS and not name.startswith("builtins.")
    return "scheduled" if is_named_so else None


def only_looks(name: str, index: int | None, word: str | None) -> bool:
    """Tell whether a callable looks at what it is given here, and keeps nothing of it."""
    slots = values.LOOKS.get(name)
    return slots is not None and takes(slots, word if word is not None else index or 0)


def injected(project: Project, default: str, scope: Scope) -> Value | None:
    """What a framework puts in the place of a default such as `Depends(get_session)`."""
    node = parsed(default)
    if not isinstance(node, ast.Call):
        return None
    slots = frameworks.INJECTED.get(dotted(project.infer(ast.unparse(node.func), scope)))
    given: list[tuple[int | str, ast.expr]] = [*enumerate(node.args)]
    given += [(word.arg or "", word.value) for word in node.keywords]
    for place, part in given:
        if slots is not None and takes(slots, place):
            provider = project.infer(ast.unparse(part), scope)
            if isinstance(provider, FunctionObject | ClassObject):
                return in_the_end(project.call(provider), provider)
    return None
