"""Learns what type variables stand for, by laying a declared type beside what was given."""

from __future__ import annotations

from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.operations import awaitability, awaited, item
from duotone.analyzer.link.symbols import ClassSymbol, Linker
from duotone.analyzer.link.values import (
    NONE,
    UNKNOWN,
    AsyncStream,
    CallableType,
    ClassObject,
    Constant,
    Coroutine,
    Foreign,
    FunctionObject,
    Instance,
    NoneObject,
    Partial,
    Tuple,
    TypeVariable,
    Union,
    Unknown,
    Value,
    options,
    substitute,
    union,
)
from duotone.analyzer.outline import Function

__all__ = ["STREAMS", "fits", "is_protocol", "unify"]

_AWAITABLES = frozenset({"typing.Awaitable", "typing.Coroutine", "asyncio.futures.Future"})
STREAMS = frozenset({"typing.AsyncGenerator", "typing.AsyncIterable", "typing.AsyncIterator"})
"""What `async for` goes through."""
_READ = frozenset({"library", "project"})
_CALLABLES = (FunctionObject, Partial, CallableType, ClassObject)


def unify(project: Linker, pattern: Value, given: Value, known: dict[str, Value]) -> None:
    """Add to `known` what the variables of the pattern must be for the given value to fit."""
    if given is UNKNOWN:
        return
    if isinstance(pattern, TypeVariable):
        name = pattern.name
        if isinstance(given, Coroutine) and pattern.bound is not None and awaitability(pattern.bound) is False:
            given = pattern.bound
        known[name] = union([known[name], given]) if name in known else given
    elif isinstance(pattern, Instance):
        if pattern.args:
            _instance(project, pattern, given, known)
    elif isinstance(pattern, CallableType):
        _callable(project, pattern, given, known)
    elif isinstance(pattern, Union):
        _union(project, pattern, given, known)
    elif isinstance(pattern, Tuple) and isinstance(given, Tuple):
        _pairwise(project, pattern.items, given.items, known)
    elif isinstance(pattern, ClassObject) and isinstance(given, ClassObject):
        _pairwise(project, pattern.args, given.args, known)


def _callable(project: Linker, pattern: CallableType, given: Value, known: dict[str, Value]) -> None:
    found = [option for option in options(given) if option is not NONE]
    results = [project.call(option) if isinstance(option, (*_CALLABLES, Foreign)) else UNKNOWN for option in found]
    if results:
        # Of a function that is one of several, what the others give counts too, and be it unknown.
        unify(project, pattern.result, union(results), known)


def _pairwise(project: Linker, patterns: tuple[Value, ...], given: tuple[Value, ...], known: dict[str, Value]) -> None:
    for pattern, value in zip(patterns, given, strict=False):
        unify(project, pattern, value, known)


def fits(project: Linker, pattern: Value, given: Value) -> bool:
    """Tell whether a given value may be of a declared type; False only where it surely isn't."""
    if isinstance(pattern, TypeVariable):
        pattern = pattern.bound or pattern
    if isinstance(pattern, Union):
        return any(fits(project, option, given) for option in pattern.options)
    found = options(given)
    if len(found) != 1:
        return any(fits(project, pattern, option) for option in found)
    value = found[0]
    if pattern is NONE:
        return value is NONE or isinstance(value, Unknown | Foreign | TypeVariable)
    if isinstance(pattern, CallableType):
        return _fits_callable(project, pattern, value)
    if not isinstance(pattern, Instance) or pattern.symbol.name == "builtins.object":
        return True
    return _fits_instance(project, pattern, value)


def _fits_callable(project: Linker, pattern: CallableType, value: Value) -> bool:
    if isinstance(value, FunctionObject | CallableType):
        return fits(project, pattern.result, project.call(value))
    return not isinstance(value, Coroutine)


def _fits_instance(project: Linker, pattern: Instance, value: Value) -> bool:
    symbol = pattern.symbol
    if isinstance(pattern, Constant) and isinstance(value, Constant):
        return symbol is value.symbol and pattern.value == value.value
    if isinstance(value, Coroutine):
        return symbol.name in _AWAITABLES or symbol.module.kind == "project"
    if _is_other(symbol, value):
        return False
    if isinstance(value, FunctionObject) and not value.doubt and symbol.module.kind in _READ:
        return _takes_function(project, pattern, value)
    if not isinstance(value, Instance) or value.symbol.has_unknown_base:
        return True
    return value.symbol.is_subclass(symbol.name) or _looks_like(project, symbol, value.symbol)


def _looks_like(project: Linker, symbol: ClassSymbol, given: ClassSymbol) -> bool:
    """Tell whether the objects of a class have what a protocol asks for, or are dictionaries whose keys one names."""
    if given.name == "builtins.dict" and any(
        "TypedDict" in base for entry, _ in symbol.mro for base in entry.outline.bases
    ):
        return True
    return is_protocol(symbol) and _has_all(project, symbol, given)


def _is_other(symbol: ClassSymbol, value: Value) -> bool:
    """Tell whether a value is of a kind that has nothing to do with a class."""
    if symbol.name in _AWAITABLES:
        return awaitability(value) is False
    if symbol.name in STREAMS:
        return isinstance(value, Tuple | NoneObject)
    return isinstance(value, _CALLABLES) and symbol.module.name == "builtins" and symbol.name != "builtins.type"


def _takes_function(project: Linker, pattern: Instance, function: FunctionObject) -> bool:
    """Tell whether a class may stand for a function: one that can't be read, or a protocol of those of its color."""
    if not is_protocol(pattern.symbol):
        return pattern.symbol.has_unknown_base
    wanted = {awaitability(option) for option in options(project.call(pattern))}
    given = {awaitability(option) for option in options(project.call(function))}
    return wanted == {None} or None in given or not wanted.isdisjoint(given)


def is_protocol(symbol: ClassSymbol) -> bool:
    """Tell whether a class only says what others have to offer."""
    return any("Protocol" in base for base in symbol.outline.bases)


def _has_all(project: Linker, protocol: ClassSymbol, symbol: ClassSymbol) -> bool:
    """Tell whether a class has every method that a protocol asks for, besides those of all objects."""
    everything = project.builtin("object")
    always = frozenset(everything.symbol.outline.names if isinstance(everything, Instance) else ())
    # What the language itself asks for is looked up in the class, past `__getattr__`.
    answers = find(symbol, "__getattr__") is not None
    return all(
        name in always or find(symbol, name) is not None or (answers and not name.startswith("__"))
        for entry, _ in protocol.mro
        if is_protocol(entry)
        for name, bindings in entry.outline.names.items()
        if isinstance(bindings[0], Function)
    )


def _union(project: Linker, pattern: Union, given: Value, known: dict[str, Value]) -> None:
    rest = union([option for option in options(given) if option is not NONE] or [NONE])
    variables = [option for option in pattern.options if isinstance(option, TypeVariable)]
    before = len(known)
    for option in pattern.options:
        if not isinstance(option, TypeVariable):
            unify(project, option, rest, known)
    if len(known) == before:
        left = _left_over(pattern, rest)
        for option in variables:
            unify(project, option, left, known)


def _left_over(pattern: Union, given: Value) -> Value:
    """What a variable may stand for beside an awaitable: not for a coroutine, even where it gives nobody knows what."""
    if not any(isinstance(option, Instance) and option.symbol.name in _AWAITABLES for option in pattern.options):
        return given
    return union([option for option in options(given) if not isinstance(option, Coroutine)] or [UNKNOWN])


def _instance(project: Linker, pattern: Instance, given: Value, known: dict[str, Value]) -> None:
    name, args = pattern.symbol.name, pattern.args
    for option in options(given):
        if isinstance(option, Instance):
            _arguments(project, pattern, option, known)
        elif isinstance(option, Tuple):
            unify(project, args[0], union(list(option.items) or [UNKNOWN]), known)
        elif isinstance(option, Coroutine) and name in _AWAITABLES:
            unify(project, args[-1], option.awaited(), known)
        elif isinstance(option, AsyncStream) and name.startswith("typing.Async"):
            unify(project, args[0], option.item, known)
        elif isinstance(option, ClassObject) and name == "builtins.type":
            unify(project, args[0], Instance(option.symbol, option.args), known)


def _arguments(project: Linker, pattern: Instance, given: Instance, known: dict[str, Value]) -> None:
    """Lay the type arguments of a class beside those that an instance of it, or of a subclass, has for it."""
    for entry, mapping in given.symbol.mro:
        if entry is pattern.symbol or entry.name == pattern.symbol.name:
            own = dict(zip(given.symbol.type_params, given.args, strict=False))
            for name, part in zip(entry.type_params, pattern.args, strict=False):
                found = own.get(name) if entry is given.symbol else substitute(mapping.get(name, UNKNOWN), own)
                unify(project, part, found or UNKNOWN, known)
            return
    if pattern.symbol.name == "typing.Iterable":
        unify(project, pattern.args[0], item(project, given), known)
    elif is_protocol(pattern.symbol):
        _structure(project, pattern, given, known)


def _structure(project: Linker, pattern: Instance, given: Instance, known: dict[str, Value]) -> None:
    """Take what the methods of an object give for the type arguments of a protocol whose methods give just those."""
    parts = dict(zip(pattern.symbol.type_params, pattern.args, strict=False))
    for name, (binding, *_) in pattern.symbol.outline.names.items():
        if isinstance(binding, Function) and (binding.annotation or "") in parts:
            found = project.call(project.attribute(given, name))
            # What an async method is annotated with is what awaiting it gives.
            found = awaited(project, found) if binding.is_async else found
            unify(project, parts[binding.annotation or ""], found, known)
