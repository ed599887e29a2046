"""What declarations say of a place that a value goes to: a parameter, an attribute, or an element of a container."""

from __future__ import annotations

import ast
import re
import typing

from duotone.analyzer.flow.sites import Site
from duotone.analyzer.flow.values import sites_in
from duotone.analyzer.link import operations
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.scopes import annotated
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol, Linker
from duotone.analyzer.link.values import (
    NONE,
    UNKNOWN,
    CallableType,
    ClassObject,
    Coroutine,
    Foreign,
    FunctionObject,
    Instance,
    Tuple,
    TypeVariable,
    Union,
    Value,
    options,
    substitute,
)
from duotone.analyzer.outline import Param
from duotone.analyzer.outline import Value as Bound

__all__ = [
    "Argument",
    "declared_attribute",
    "declared_param",
    "fate",
    "fields",
    "has_no_room",
    "looks_plain",
    "misplaced",
    "refuses",
    "says_nothing",
    "taker_of",
    "target_of",
]

_ESCAPE = ("escape", "")
_ANYTHING = frozenset({"Any", "typing.Any"})
_PROMISE_LIKE = re.compile("Await|Coroutine|Deferred|Future|Promise|Protocol|Task")


class Argument(typing.NamedTuple):
    """One argument of a call: who is called, under what dotted name, by which position or word, and the value."""

    call: ast.Call
    function: Value
    name: str
    position: int | None
    word: str | None
    value: Value
    part: ast.expr


def fate(project: Linker, argument: Argument) -> tuple[str, str]:
    """What becomes of a coroutine by the declaration of the parameter that it is given to.

    That is "argument" where there is no room for it, "pass" where there is, "param" for an untyped parameter of the
    project, and "escape" for everything else; with it comes the parameter ("function:parameter"). Where a name stands
    for one of several functions, as after a failed import, all of them have to have no room.
    """
    if isinstance(argument.function, Union) and all(
        isinstance(one, FunctionObject) for one in argument.function.options
    ):
        fates = [fate(project, argument._replace(function=one)) for one in argument.function.options]
        return fates[0] if all(kind == "argument" for kind, _ in fates) else _ESCAPE
    target = _only(argument.function)
    if isinstance(target, FunctionObject):
        found = _of_function(project, target.original or target.symbol, argument, is_bound=target.bound is not None)
        return found if found[0] != "pass" else _of_receiver(project, target, argument)
    return _of_class(project, target.symbol, argument) if isinstance(target, ClassObject) else _ESCAPE


def says_nothing(annotation: str | None) -> bool:
    """Tell whether only the body of a function tells what a parameter is for."""
    return annotation is None or annotation in _ANYTHING


def target_of(argument: Argument) -> str:
    """The parameter of the project that an argument goes to ("function:parameter"), or nothing."""
    target = _only(argument.function)
    if isinstance(target, ClassObject):
        target = _constructor(target.symbol)
        is_bound = True
    else:
        is_bound = isinstance(target, FunctionObject) and target.bound is not None
    if not isinstance(target, FunctionObject) or target.symbol.overloads or target.symbol.module.kind != "project":
        return ""
    param = _param(target.symbol, argument.position, argument.word, is_bound=is_bound)
    return f"{target.symbol.name}:{param.name}" if param is not None and param.kind not in {"*", "**"} else ""


def _only(value: Value) -> Value | None:
    """The one thing that a value stands for, besides None; None where there are more, or none."""
    targets = [option for option in options(value) if option is not NONE]
    only = targets[0] if len(targets) == 1 else None
    return _generator(only.origin) if isinstance(only, CallableType) and only.origin is not None else only


def _generator(origin: FunctionSymbol) -> FunctionObject:
    """The function that a context manager was made of, which takes the same arguments."""
    return FunctionObject(origin, Instance(origin.owner) if origin.owner is not None else None)


def _of_function(project: Linker, symbol: FunctionSymbol, argument: Argument, *, is_bound: bool) -> tuple[str, str]:
    if symbol.overloads:
        return _of_overloads(project, symbol, argument, is_bound=is_bound)
    param = _param(symbol, argument.position, argument.word, is_bound=is_bound)
    if param is None or (param.kind in {"*", "**"} and param.annotation is None):
        return _ESCAPE
    if param.annotation is not None and not (symbol.module.kind == "project" and says_nothing(param.annotation)):
        declared = annotated(project, symbol, param)
        if has_no_room(project, declared, argument.value):
            return "argument", f"{symbol.name}:{param.name}"
        return ("scheduled" if any(operations.awaitability(option) for option in options(declared)) else "pass"), ""
    return ("param", f"{symbol.name}:{param.name}") if symbol.module.kind == "project" else _ESCAPE


def _of_receiver(project: Linker, target: FunctionObject, argument: Argument) -> tuple[str, str]:
    """What becomes of a coroutine that is given to an object of a generic class, which holds what it would give."""
    param = _param(target.symbol, argument.position, argument.word, is_bound=target.bound is not None)
    declared = project.annotation(param.annotation, target.symbol) if param is not None and param.annotation else None
    if param is None or not isinstance(declared, TypeVariable) or declared.bound is not None:
        return "pass", ""
    wanted = substitute(declared, target.known or {})
    made = [option for option in options(argument.value) if isinstance(option, Coroutine)]
    results = [result for coroutine in made for result in options(coroutine.awaited())]
    is_held = looks_plain(project, wanted) and any(_is_among(wanted, result) for result in results)
    return ("argument", f"{target.symbol.name}:{param.name}") if is_held else ("pass", "")


def _is_among(declared: Value, result: Value) -> bool:
    """Tell whether a value is an object of one of the classes that a type names."""
    return isinstance(result, Instance) and any(
        isinstance(option, Instance) and result.symbol.is_subclass(option.symbol.name) for option in options(declared)
    )


def _of_overloads(project: Linker, symbol: FunctionSymbol, argument: Argument, *, is_bound: bool) -> tuple[str, str]:
    """What every overload that has such a parameter does with it."""
    detail, is_open = "", False
    for overload in symbol.overloads:
        param = _param(overload, argument.position, argument.word, is_bound=is_bound)
        if param is None:
            continue
        declared = project.annotation(param.annotation, overload) if param.annotation is not None else UNKNOWN
        if any(operations.awaitability(option) for option in options(declared)):
            return "scheduled", ""
        is_open = is_open or not refuses(project, declared)
        detail = f"{symbol.name}:{param.name}"
    return ("argument", detail) if detail and not is_open else _ESCAPE


def _of_class(project: Linker, symbol: ClassSymbol, argument: Argument) -> tuple[str, str]:
    constructor = _taker(symbol, argument.word)
    if isinstance(constructor, FunctionObject):
        if constructor.symbol.name == "builtins.BaseException.__init__":
            # What went wrong is told by a value, and nobody awaits what an error carries.
            return "argument", constructor.symbol.name
        return _of_function(project, constructor.symbol, argument, is_bound=True)
    if constructor is not None:
        return _ESCAPE
    field = _field(symbol, argument.position, argument.word)
    if field and has_no_room(project, declared_attribute(project, Instance(symbol), field), argument.value):
        return "argument", f"{symbol.name}:{field}"
    return _ESCAPE


def _constructor(symbol: ClassSymbol) -> Value | None:
    """The `__init__` or `__new__` that somebody wrote for a class; None where fields make it, or it takes nothing."""
    for name in ("__init__", "__new__"):
        found = find(symbol, name)
        if found is not None and found[2].name != "builtins.object":
            return found[0] if found[2].module.kind == "project" or not _has_fields(symbol) else None
    return None


def _taker(symbol: ClassSymbol, word: str | None) -> Value | None:
    """The `__init__` that takes an argument; None where it names no such parameter, and hands it on to the fields."""
    found = _constructor(symbol)
    if word is None or not isinstance(found, FunctionObject):
        return found
    param = _param(found.symbol, None, word, is_bound=True)
    return None if param is not None and param.kind == "**" and word in fields(symbol) else found


def _field(symbol: ClassSymbol, index: int | None, word: str | None) -> str:
    """The field that an argument of the constructor goes to, or nothing."""
    names = fields(symbol)
    if word is not None:
        return word if word in names else ""
    is_own = all(entry.module.kind == "project" or entry.name == "builtins.object" for entry, _ in symbol.mro)
    return names[index] if is_own and index is not None and index < len(names) else ""


def _has_fields(symbol: ClassSymbol) -> bool:
    """Tell whether the annotations of a class make its constructor."""
    if any("dataclass" in text or text.startswith(("define", "attr")) for text in symbol.outline.decorators):
        return True
    texts = {base.rpartition(".")[2] for entry, _ in symbol.mro for base in entry.outline.bases}
    return bool(texts & {"BaseModel", "NamedTuple", "TypedDict", "SQLModel", "Struct"})


def fields(symbol: ClassSymbol) -> list[str]:
    """The names of the fields of a class, in the order of its constructor."""
    if not _has_fields(symbol):
        return []
    names: dict[str, None] = {}
    for entry, _ in reversed(symbol.mro):
        if entry.module.kind != "project":
            continue
        for name, bindings in entry.outline.names.items():
            if any(isinstance(one, Bound) and _is_field(one) for one in bindings):
                names.setdefault(name)
    return list(names)


def _is_field(binding: Bound) -> bool:
    """Tell whether the constructor takes a value for what is annotated so."""
    text = binding.annotation or "ClassVar"
    return "ClassVar" not in text and "KW_ONLY" not in text and "init=False" not in (binding.source or "")


def declared_param(project: Linker, function: Value, index: int | None, word: str | None) -> Value:
    """The annotation of the parameter that an argument goes to, or unknown."""
    taker, name = taker_of(function, index, word)
    if isinstance(taker, ClassSymbol):
        return declared_attribute(project, ClassObject(taker), name)
    param = next((param for param in taker.outline.params if param.name == name), None) if taker is not None else None
    if taker is None or param is None or param.annotation is None or param.kind in {"*", "**"}:
        return UNKNOWN
    return _only(annotated(project, taker, param)) or UNKNOWN


def taker_of(function: Value, index: int | None, word: str | None) -> tuple[FunctionSymbol | ClassSymbol | None, str]:
    """The function with the parameter that an argument goes to, or the class with such a field."""
    target = _only(function)
    is_bound = isinstance(target, ClassObject)
    if isinstance(target, ClassObject):
        constructor = _taker(target.symbol, word)
        if constructor is None:
            field = _field(target.symbol, index, word)
            return (target.symbol, field) if field else (None, "")
        target = constructor
    if not isinstance(target, FunctionObject) or target.symbol.overloads:
        return None, ""
    symbol = target.original or target.symbol
    param = _param(symbol, index, word, is_bound=is_bound or target.bound is not None)
    return (symbol, param.name) if param is not None else (None, "")


def _param(symbol: FunctionSymbol, index: int | None, word: str | None, *, is_bound: bool) -> Param | None:
    params = symbol.outline.params
    if word is not None:
        named = next((param for param in params if param.name == word and param.kind not in {"*", "**", "/"}), None)
        return named or next((param for param in params if param.kind == "**"), None)
    if index is None:
        return None
    positional = [param for param in params if param.kind in {"", "/", "*"}]
    at = index + (1 if is_bound and "staticmethod" not in symbol.outline.decorators else 0)
    if at < len(positional):
        star = next((i for i, param in enumerate(positional) if param.kind == "*"), len(positional))
        return positional[min(at, star)]
    return positional[-1] if positional and positional[-1].kind == "*" else None


def declared_attribute(project: Linker, owner: Value, name: str) -> Value:
    """The annotation of an attribute, or unknown without one."""
    if not isinstance(owner, Instance | ClassObject):
        return UNKNOWN
    for symbol, _ in owner.symbol.mro:
        bindings = (*symbol.outline.names.get(name, ()), *symbol.outline.attributes.get(name, ()))
        for binding in bindings:
            if isinstance(binding, Bound) and binding.annotation:
                return project.annotation(binding.annotation, symbol)
        if bindings:
            return UNKNOWN
    return UNKNOWN


def misplaced(project: Linker, declared: Value, value: Value) -> list[Site]:
    """The sites in a container whose declared type has no room for them there."""
    if isinstance(value, Union):
        return [site for option in value.options for site in misplaced(project, declared, option)]
    if isinstance(declared, Union):
        rest = [option for option in declared.options if option is not NONE]
        return misplaced(project, rest[0], value) if len(rest) == 1 else []
    if isinstance(declared, Tuple) and isinstance(value, Tuple) and len(declared.items) == len(value.items):
        pairs = list(zip(declared.items, value.items, strict=True))
    elif isinstance(declared, Instance) and isinstance(value, Instance) and declared.args and value.args:
        pairs = [(declared.args[-1], value.args[-1])]
    elif isinstance(declared, Instance) and isinstance(value, Tuple) and len(declared.args) == 1:
        pairs = [(declared.args[0], item) for item in value.items]
    else:
        return []
    found: list[Site] = []
    for wanted, given_value in pairs:
        inner = sites_in(given_value)
        if inner and has_no_room(project, wanted, given_value):
            found += [site for site in inner if site.kind == "coroutine"]
        elif not inner:
            found += misplaced(project, wanted, given_value)
    return found


def has_no_room(project: Linker, declared: Value, value: Value) -> bool:
    """Tell whether a declared type refuses awaitables, or has a place for what the coroutines of a value give.

    The objects of a class may be awaitable themselves, as those of models and queries are; a coroutine is none of them.
    """
    if refuses(project, declared):
        return True
    wanted = declared.bound if isinstance(declared, TypeVariable) and declared.bound is not None else declared
    made = [option for option in options(value) if isinstance(option, Coroutine)]
    results = [result for coroutine in made for result in options(coroutine.awaited())]
    places = options(wanted)
    is_result = bool(results) and all(any(_is_made_by(one, result) for one in places) for result in results)
    return is_result and all(
        any(_is_made_by(option, result) for result in results) or looks_plain(project, option) for option in places
    )


def _is_made_by(declared: Value, result: Value) -> bool:
    if isinstance(declared, Foreign):
        # What the class is can't be read, but it is the one that the coroutine is declared to give.
        return isinstance(result, Foreign) and result.name == declared.name
    if not isinstance(declared, Instance) or not isinstance(result, Instance) or _is_protocol(declared.symbol):
        return False
    is_telling = declared.symbol.module.kind != "typeshed" or operations.is_future(declared)
    return is_telling and result.symbol.is_subclass(declared.symbol.name)


def refuses(project: Linker, declared: Value) -> bool:
    """Tell whether a declared type has no room for an awaitable: every possibility is surely something else."""
    return all(_refuses(project, option) for option in options(declared))


def looks_plain(project: Linker, declared: Value) -> bool:
    """Tell whether a type refuses awaitables as far as it can be read: some bases of its classes may be missing."""
    return all(
        _refuses(project, option)
        or (isinstance(option, Instance) and option.symbol.module.kind == "project" and _looks_plain(option.symbol))
        for option in options(declared)
    )


def _looks_plain(symbol: ClassSymbol) -> bool:
    bases = [base for entry, _ in symbol.mro for base in entry.outline.bases]
    return not any(map(_PROMISE_LIKE.search, bases)) and find(symbol, "__await__") is None


def _refuses(project: Linker, value: Value) -> bool:
    if isinstance(value, Instance):
        symbol = value.symbol
        if find(symbol, "__await__") is not None:
            return False
        if _is_protocol(symbol):
            return _lacks(project, symbol)
        return operations.awaitability(value) is False
    if isinstance(value, TypeVariable):
        return value.bound is not None and refuses(project, value.bound)
    return value is NONE or isinstance(value, Tuple | ClassObject | CallableType | FunctionObject)


def _is_protocol(symbol: ClassSymbol) -> bool:
    return symbol.module.name == "typing" or any("Protocol" in base for base in symbol.outline.bases)


def _lacks(project: Linker, symbol: ClassSymbol) -> bool:
    """Tell whether a protocol asks for something that coroutines don't have."""
    coroutine = project.named("typing", "Coroutine")
    if not isinstance(coroutine, Instance):
        return False
    for entry, _ in symbol.mro:
        if entry.name == "builtins.object":
            continue
        for name, bindings in entry.outline.names.items():
            is_asked = any(not isinstance(binding, Bound) or binding.annotation for binding in bindings)
            if is_asked and find(coroutine.symbol, name) is None and name not in {"__slots__", "__hash__"}:
                return True
    return False
