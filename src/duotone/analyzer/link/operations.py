"""What awaiting, iterating, entering, indexing and unpacking a value gives."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from duotone.analyzer.link.attributes import attribute, find
from duotone.analyzer.link.symbols import ClassSymbol, Linker
from duotone.analyzer.link.values import (
    NONE,
    UNKNOWN,
    AsyncStream,
    ClassObject,
    Coroutine,
    Foreign,
    FunctionObject,
    Instance,
    NoneObject,
    Tuple,
    TypeVariable,
    Union,
    Value,
    options,
    union,
)

__all__ = [
    "async_item",
    "awaitability",
    "awaited",
    "cast",
    "declared_item",
    "element",
    "entered",
    "filled",
    "first_true",
    "is_future",
    "is_text",
    "item",
    "joined",
    "subscript",
    "unpack",
]

_STREAMS = frozenset({"typing.AsyncGenerator", "typing.AsyncIterable", "typing.AsyncIterator"})
_FIRST = frozenset(
    {"builtins.list", "builtins.tuple", "collections.deque", "typing.Sequence", "typing.MutableSequence"}
)
_SECOND = frozenset(
    {"builtins.dict", "collections.defaultdict", "collections.OrderedDict", "typing.Mapping", "typing.MutableMapping"}
)
_FILLED = frozenset(
    {
        "builtins.dict",
        "builtins.list",
        "builtins.set",
        *(f"collections.{n}" for n in ("OrderedDict", "defaultdict", "deque")),
    }
)
_COLLECTIONS = frozenset(
    f"typing.{name}"
    for name in ("AbstractSet", "Mapping", "MutableMapping", "MutableSequence", "MutableSet", "Sequence")
)
_GENERATOR_ARGS = 3
"""Generator[what it yields, what it is sent, what it returns]."""
_MAPPING_ARGS = 2


def awaitability(value: Value) -> bool | None:
    """Tell whether a value can be awaited, or None where it can't be known."""
    if isinstance(value, Coroutine):
        return True
    if isinstance(value, Instance):
        return _of_instance(value.symbol)
    if isinstance(value, AsyncStream | Tuple | NoneObject) or (isinstance(value, FunctionObject) and not value.doubt):
        return False
    return None


def is_future(value: Value) -> bool:
    """Tell whether a value is a task or a future, which goes on whoever waits for it."""
    return isinstance(value, Instance) and any(entry.name.endswith("asyncio.Future") for entry, _ in value.symbol.mro)


def _of_instance(symbol: ClassSymbol) -> bool | None:
    if find(symbol, "__await__") is not None:
        return True
    if symbol.has_unknown_base or _is_partial(symbol) or symbol.name == "builtins.object":
        return None
    # An unannotated class of a protocol can be anything; a generator may have been made by types.coroutine.
    return None if symbol.name.startswith("typing.") and symbol.name not in _STREAMS | _COLLECTIONS else False


def _is_partial(symbol: ClassSymbol) -> bool:
    """Tell whether a stub says that it leaves things out; elsewhere `await` never asks `__getattr__`."""
    found = find(symbol, "__getattr__")
    return found is not None and str(found[2].module.path).endswith(".pyi")


def _each(value: Union, step: Callable[[Value], Value]) -> Value:
    """What one step gives for whatever a value may be, but None."""
    return union([step(option) for option in value.options if option is not NONE] or [UNKNOWN])


def awaited(project: Linker, value: Value) -> Value:
    """What awaiting the value gives."""
    if isinstance(value, Coroutine):
        return value.awaited()
    if isinstance(value, Union):
        return _each(value, lambda option: awaited(project, option))
    if isinstance(value, Instance):
        steps = project.call(attribute(project, value, "__await__"))
        if isinstance(steps, Instance) and len(steps.args) == _GENERATOR_ARGS:
            return steps.args[-1]
    elif isinstance(value, Foreign):
        return value if value.name.endswith("()") else Foreign(f"{value.name}()")
    return UNKNOWN


def joined(project: Linker, left: Value, right: Value) -> Value | None:
    """What `left + right` holds where one of them is a container of known contents; None where neither is."""
    if isinstance(left, Tuple) and isinstance(right, Tuple):
        return Tuple((*left.items, *right.items))
    held = [*map(_held, (left, right))]
    if held == [None, None]:
        return None
    kind = "tuple" if isinstance(left, Tuple) or isinstance(right, Tuple) else "list"
    return project.builtin(kind, union([one if one is not None else UNKNOWN for one in held]))


def _held(value: Value) -> Value | None:
    """What a list or a tuple holds, if that is known."""
    if isinstance(value, Tuple):
        return union(value.items or [UNKNOWN])
    if not isinstance(value, Instance) or value.symbol.name not in {"builtins.list", "builtins.tuple"}:
        return None
    return value.args[0] if value.args else None


def item(project: Linker, value: Value) -> Value:
    """What iterating over the value gives."""
    if isinstance(value, Tuple):
        return union(list(value.items) or [UNKNOWN])
    if isinstance(value, Union):
        return _each(value, lambda option: item(project, option))
    if isinstance(value, Instance):
        iterator = project.call(attribute(project, value, "__iter__"))
        if isinstance(iterator, Instance):
            return project.call(attribute(project, iterator, "__next__"))
    if isinstance(value, ClassObject) and value.symbol.is_subclass("enum.Enum"):
        return Instance(value.symbol)
    return value if isinstance(value, Foreign) else UNKNOWN


def async_item(project: Linker, value: Value) -> Value:
    """What `async for` over the value gives."""
    if isinstance(value, AsyncStream):
        return value.item
    if isinstance(value, Union):
        return _each(value, lambda option: async_item(project, option))
    if isinstance(value, Instance):
        iterator = project.call(attribute(project, value, "__aiter__"))
        if isinstance(iterator, AsyncStream):
            return iterator.item
        if isinstance(iterator, Instance):
            return awaited(project, project.call(attribute(project, iterator, "__anext__")))
    return value if isinstance(value, Foreign) else UNKNOWN


def declared_item(declared: Value) -> Value:
    """The item of an AsyncIterator[…] that an async generator declares to give."""
    return declared.args[0] if isinstance(declared, Instance) and declared.args else UNKNOWN


def entered(project: Linker, value: Value, *, is_async: bool) -> Value:
    """What `with value as` binds."""
    if isinstance(value, Union):
        return union([entered(project, option, is_async=is_async) for option in value.options])
    if isinstance(value, Foreign):
        return value
    if not isinstance(value, Instance):
        return UNKNOWN
    result = project.call(attribute(project, value, "__aenter__" if is_async else "__enter__"))
    if is_async:
        result = awaited(project, result)
    if isinstance(result, TypeVariable) and result.name == "Self":
        return value
    return result


def element(project: Linker, value: Value, key: int | str) -> Value:
    """One element by its position, or by its key."""
    if isinstance(value, Tuple) and isinstance(key, int):
        return value.items[key] if -len(value.items) <= key < len(value.items) else UNKNOWN
    if isinstance(value, Union):
        return union([element(project, option, key) for option in value.options])
    if isinstance(value, Instance) and isinstance(key, str) and _has_keys(value.symbol):
        return attribute(project, value, key)
    return subscript(project, value, project.builtin(type(key).__name__), is_slice=False)


def _has_keys(symbol: ClassSymbol) -> bool:
    """Tell whether the annotations of a class are what is under its keys."""
    return any(base.endswith("TypedDict") for entry, _ in symbol.mro for base in entry.outline.bases)


def subscript(project: Linker, value: Value, key: Value, *, is_slice: bool) -> Value:
    """What `value[key]` gives."""
    if isinstance(value, Instance):
        name, args = value.symbol.name, value.args
        if name in _FIRST and args:
            return value if is_slice else args[0]
        if name in _SECOND and len(args) == _MAPPING_ARGS:
            return args[1]
        return project.call(attribute(project, value, "__getitem__"), [key])
    if isinstance(value, Tuple):
        return union(list(value.items) or [UNKNOWN])
    if isinstance(value, Union):
        return union(
            [subscript(project, option, key, is_slice=is_slice) for option in value.options if option is not NONE]
        )
    return value if isinstance(value, Foreign) else UNKNOWN


_PROMISED = frozenset({"typing.Awaitable", "typing.Coroutine"})


def cast(declared: Value, value: Value) -> Value:
    """What `cast(type, value)` gives: a coroutine stays one where the type leaves room for it; a future is none."""
    is_open = declared is UNKNOWN or (isinstance(declared, TypeVariable) and declared.bound is None)
    is_meant = isinstance(declared, Coroutine) or (isinstance(declared, Instance) and declared.symbol.name in _PROMISED)
    return value if isinstance(value, Coroutine) and (is_open or is_meant) else declared


def first_true(values: Sequence[Value]) -> Value:
    """What `… or …` gives; a coroutine is true, so that nothing after it is asked."""
    taken: list[Value] = []
    for value in values[:-1]:
        taken.append(_truthy(value))
        if isinstance(value, Coroutine):
            return union(taken)
    return union([*taken, values[-1]])


def _truthy(value: Value) -> Value:
    """The value without None, since what is left of `or` is only taken when it is true."""
    if isinstance(value, Union):
        return union([option for option in value.options if option is not NONE] or [UNKNOWN])
    return value


def is_text(value: Value) -> bool:
    """Tell whether the value is a string."""
    return isinstance(value, Instance) and value.symbol.name == "builtins.str"


def unpack(project: Linker, target: ast.expr, value: Value) -> dict[str, Value]:
    """The names of a target, each with its part of the value."""
    if isinstance(target, ast.Name):
        return {target.id: value}
    names: dict[str, Value] = {}
    if isinstance(target, ast.Tuple | ast.List):
        for index, part in enumerate(target.elts):
            if isinstance(part, ast.Starred):
                names.update(unpack(project, part.value, UNKNOWN))
            else:
                names.update(unpack(project, part, element(project, value, index)))
    return names


def filled(container: Value, elements: Sequence[Value]) -> Value:
    """A container of nobody knows what, with what is put into it, where those are all objects of the project."""
    if not isinstance(container, Instance) or container.symbol.name not in _FILLED or not container.args:
        return container
    found = [option for element in elements for option in options(element) if option is not NONE]
    is_own = all(isinstance(one, Instance) and one.symbol.module.kind == "project" for one in found)
    if container.args[-1] is not UNKNOWN or not found or not is_own:
        return container
    return Instance(container.symbol, (*container.args[:-1], union(found)))
