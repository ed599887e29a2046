"""What calling a value gives."""

from __future__ import annotations

import ast
import typing
from collections.abc import Callable, Mapping, Sequence

from duotone.analyzer.link.attributes import attribute, find
from duotone.analyzer.link.choosing import ELSE, chosen_results
from duotone.analyzer.link.declarations import instance, variables
from duotone.analyzer.link.nodes import parsed
from duotone.analyzer.link.operations import awaitability, declared_item
from duotone.analyzer.link.overloads import is_exceeded, is_out_of_bounds, matching, pairs, wanted_receiver
from duotone.analyzer.link.receivers import is_broken, is_recolored
from duotone.analyzer.link.scopes import FunctionScope, Shadowed
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol, Linker, Scope
from duotone.analyzer.link.unify import unify
from duotone.analyzer.link.values import (
    NONE,
    UNKNOWN,
    Alias,
    AsyncStream,
    CallableType,
    ClassObject,
    Coroutine,
    Descriptor,
    Foreign,
    FunctionObject,
    Instance,
    LambdaType,
    Partial,
    Tuple,
    TypeVariable,
    Union,
    Value,
    options,
    substitute,
    unbound,
    union,
)

__all__ = ["call", "expected"]

_Key = tuple[object, ...]
_DEEPEST = 24
_MOST_FOLLOWED = 64
"""So many calls are followed with their own arguments for the sake of one."""


def call(  # noqa: PLR0911  # one case for each kind of value
    project: Linker, function: Value, args: Sequence[Value], keywords: Mapping[str, Value]
) -> Value:
    """What calling the value gives."""
    if isinstance(function, FunctionObject):
        return _function(project, function, args, keywords)
    if isinstance(function, ClassObject):
        return _constructed(project, function, args, keywords)
    if isinstance(function, CallableType):
        return (
            _applied(project, function, args)
            if isinstance(function, LambdaType)
            else _declared(project, function, args)
        )
    if isinstance(function, Union):
        results = [call(project, option, args, keywords) for option in function.options if option is not NONE]
        return union(results or [UNKNOWN])
    if isinstance(function, Partial):
        return call(project, function.target, [UNKNOWN] * function.skipped + list(args), keywords)
    if isinstance(function, Instance):
        return _instance(project, function, args, keywords)
    if isinstance(function, Foreign):
        # What a foreign class makes answers to the name of the class; what a foreign function gives is foreign too.
        name = function.name
        return Foreign(name if name.rpartition(".")[2][:1].isupper() else f"{name}()")
    if isinstance(function, Descriptor):
        return call(project, function.target, args, keywords)
    if isinstance(function, TypeVariable) and function.bound is not None:
        return call(project, function.bound, args, keywords)
    # Calling a type by another name gives one of these.
    return instance(project, function.node, function.scope) if isinstance(function, Alias) else UNKNOWN


def _applied(project: Linker, function: LambdaType, args: Sequence[Value]) -> Value:
    """What a lambda gives for functions that it is given."""
    node = parsed(function.text)
    if not isinstance(node, ast.Lambda) or not any(isinstance(arg, _TELLING) for arg in args):
        return function.result
    given = dict(zip((arg.arg for arg in (*node.args.posonlyargs, *node.args.args)), args, strict=False))
    return project.infer(ast.unparse(node.body), Shadowed(typing.cast("Scope", function.scope), given))


def _declared(project: Linker, function: CallableType, args: Sequence[Value]) -> Value:
    """What a callable that is only declared gives: a decorator, what it makes of the function that it is given."""
    if not any(isinstance(param, CallableType) for param in function.params):
        return function.result
    if isinstance(function.result, CallableType) and is_exceeded(
        zip(function.params, args, strict=False), function.result
    ):
        return UNKNOWN
    if not _has_variables(function.result):
        return function.result
    known: dict[str, Value] = {}
    for param, arg in zip(function.params, args, strict=False):
        if isinstance(param, CallableType):
            unify(project, param, arg, known)
    return substitute(function.result, known)


def _instance(project: Linker, function: Instance, args: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
    if function.symbol.name == "builtins.type" and function.args:
        return function.args[0]
    method = attribute(project, function, "__call__")
    return call(project, method, args, keywords) if isinstance(method, FunctionObject | CallableType) else UNKNOWN


def _function(project: Linker, function: FunctionObject, args: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
    symbol = function.symbol
    if not symbol.overloads:
        return _called(project, function, symbol, args, keywords)
    found = matching(project, function, args, keywords)
    promised = union([_promised(project, function, one, args, keywords) for one in found] or [UNKNOWN])
    if not _is_told_by_receiver(project, function):
        return promised
    body = _inferred(project, function, symbol, args, keywords)
    return body if is_broken(promised, body) else promised


def _promised(
    project: Linker,
    function: FunctionObject,
    overload: FunctionSymbol,
    args: Sequence[Value],
    keywords: Mapping[str, Value],
) -> Value:
    """What an overload gives: where the one that runs is async, and overloads forget to say so, a coroutine of it."""
    given = _called(project, function, overload, args, keywords)
    symbol, outline = function.symbol, function.symbol.outline
    is_waited_for = outline.is_async and not outline.is_generator and not function.doubt
    if not is_waited_for or symbol in symbol.overloads or overload.outline.is_async:
        return given
    return given if any(awaitability(one) for one in options(given)) else Coroutine(given, symbol)


def _is_told_by_receiver(project: Linker, function: FunctionObject) -> bool:
    """Tell whether it is the receiver that a method gives this or that for, and its body can be read for one."""
    symbol = function.symbol
    if symbol.module.kind != "project" or not symbol.outline.results or symbol.outline.is_async:
        return False
    return isinstance(function.bound, Instance) and any(
        wanted_receiver(project, one) is not None for one in symbol.overloads
    )


def _called(
    project: Linker,
    function: FunctionObject,
    symbol: FunctionSymbol,
    args: Sequence[Value],
    keywords: Mapping[str, Value],
) -> Value:
    project.touch(symbol.node)
    declared = symbol.declared()
    outline = symbol.outline
    if function.doubt and (outline.is_generator or not outline.is_async):
        # A decorator that can't be read may have changed the color; only what was async keeps its own, with the doubt.
        return UNKNOWN
    if outline.is_async and outline.is_generator:
        stream = declared_item(declared) if declared is not None else _yielded(project, function, symbol)
        return AsyncStream(stream, symbol)
    if outline.is_async:
        if symbol.module.kind == "typeshed" and _is_overfull(function, symbol, args):
            return UNKNOWN  # whoever wrote this has another object in mind than was declared

        def result() -> Value:
            return _told(symbol, _result(project, function, symbol, declared, args, keywords))

        return Coroutine(result, symbol, function.doubt)
    if project.depth > _DEEPEST:
        return UNKNOWN
    return _told(symbol, _result(project, function, symbol, declared, args, keywords))


def _told(symbol: FunctionSymbol, result: Value) -> Value:
    """What a function gives, under the name of a library's that doesn't tell, as of one that can't be read."""
    is_told = result is not UNKNOWN or symbol.module.kind in {"project", "typeshed"}
    return result if is_told else Foreign(f"{symbol.name}()")


def _is_overfull(function: FunctionObject, symbol: FunctionSymbol, args: Sequence[Value]) -> bool:
    """Tell whether a call has more arguments than a function takes by position."""
    params = symbol.outline.params
    places = sum(param.kind in {"", "/"} for param in params) - (function.bound is not None)
    return len(args) > places and all(param.kind != "*" for param in params)


def _result(  # noqa: PLR0913, PLR0917  # a call is all of these
    project: Linker,
    function: FunctionObject,
    symbol: FunctionSymbol,
    declared: Value | None,
    args: Sequence[Value],
    keywords: Mapping[str, Value],
) -> Value:
    if declared is None:
        return _inferred(project, function, symbol, args, keywords)
    if is_recolored(symbol, function.bound):
        return UNKNOWN
    if isinstance(declared, CallableType) and is_exceeded(pairs(project, function, symbol, args, keywords), declared):
        return _inferred(project, function, symbol, args, keywords) if symbol.outline.results else UNKNOWN
    if not _has_variables(declared):
        return declared
    known = _known(project, function, symbol)
    if function.bound is not None:
        known["Self"] = function.bound if isinstance(function.bound, Instance) else _made(function.bound)
    for param_value, arg in pairs(project, function, symbol, args, keywords):
        unify(project, param_value, arg, known)
    if is_out_of_bounds(project, declared, known):
        return _inferred(project, function, symbol, args, keywords) if symbol.outline.results else UNKNOWN
    return substitute(declared, known)


def _known(project: Linker, function: FunctionObject, symbol: FunctionSymbol) -> dict[str, Value]:
    """What is known of the type variables; a method that says what its receiver has to be gives them their meaning."""
    known = dict(function.known or {})
    if known and function.bound is not None and (wanted := wanted_receiver(project, symbol)) is not None:
        for name in variables(wanted):
            known.pop(name, None)
    return known


def _made(value: Value) -> Value:
    return Instance(value.symbol, value.args) if isinstance(value, ClassObject) else UNKNOWN


def _has_variables(value: Value) -> bool:
    if isinstance(value, TypeVariable):
        return True
    if isinstance(value, Instance | ClassObject):
        return any(map(_has_variables, value.args))
    if isinstance(value, Union):
        return any(map(_has_variables, value.options))
    if isinstance(value, Tuple):
        return any(map(_has_variables, value.items))
    return isinstance(value, CallableType) and any(map(_has_variables, (*value.params, value.result)))


_TELLING = (FunctionObject, Coroutine, Partial, CallableType, AsyncStream, ClassObject)


def _inferred(
    project: Linker,
    function: FunctionObject,
    symbol: FunctionSymbol,
    args: Sequence[Value],
    keywords: Mapping[str, Value],
) -> Value:
    """The union of what the function returns; arguments matter where they are functions or coroutines."""
    outline = symbol.outline
    if outline.is_generator:
        return project.named("typing", "Generator", _yielded(project, function, symbol), UNKNOWN, UNKNOWN)
    if not outline.results:
        return NONE if not outline.is_stub else UNKNOWN
    telling = any(isinstance(arg, _TELLING) for arg in (*args, *keywords.values()))
    results: Sequence[str] = outline.results
    named = _named(function, symbol, args, keywords)
    is_choice = bool(outline.guards) or any(ELSE in text for text in results)
    if is_choice:
        results = chosen_results(symbol, results, named)
    key = *_receiver(function.bound), *(results if is_choice else ())
    # One that calls itself is followed once, whatever it hands on, and so are all others once there were many.
    telling = telling and not symbol.is_followed and project.followed < _MOST_FOLLOWED
    if not telling and key in symbol.results:
        return symbol.results[key]
    if project.depth > _DEEPEST:
        return UNKNOWN
    arguments = {name: value for name, value in named.items() if telling and value is not UNKNOWN}
    scope = FunctionScope(project, symbol, function.bound, arguments)
    if telling:
        return _followed(project, symbol, results, scope)
    return _remembered(project, symbol, key, lambda: union([_given_back(project, text, scope) for text in results]))


def _remembered(project: Linker, symbol: FunctionSymbol, key: _Key, find: Callable[[], Value]) -> Value:
    """What is found out of a function once for each receiver; while it is, nothing is known of others of its class.

    A method that asks itself for an object made of its own receiver would go on like that without end.
    """
    kind = key[1:]
    if kind in symbol.busy:
        return UNKNOWN
    symbol.busy.add(kind)
    previous = project.enter(symbol.node)
    try:
        symbol.results[key] = find()
    finally:
        symbol.busy.discard(kind)
        project.leave(previous)
    return symbol.results[key]


def _followed(project: Linker, symbol: FunctionSymbol, results: Sequence[str], scope: FunctionScope) -> Value:
    """What a function returns for what it is given here, which nobody else is told."""
    is_first = not project.followed
    project.followed += 1
    symbol.is_followed = True
    previous = project.enter(symbol.node)
    try:
        return union([_given_back(project, text, scope) for text in results])
    finally:
        project.leave(previous)
        symbol.is_followed = False
        if is_first:
            project.followed = 0


def _given_back(project: Linker, text: str, scope: FunctionScope) -> Value:
    """What a function returns; a lambda is evaluated again where it is called."""
    value = project.infer(text, scope)
    is_lambda = text.startswith("lambda ") and isinstance(value, CallableType)
    return LambdaType(value.result, text, scope) if is_lambda and isinstance(value, CallableType) else value


def _receiver(bound: Value | None) -> _Key:
    """What a result is remembered for, its type arguments first.

    Each class has its own, since others may override what the function calls, and so has what a container is of.
    """
    if not isinstance(bound, Instance | ClassObject):
        return (), None
    return tuple(map(_signature, bound.args)), (type(bound), bound.symbol.name)


def _signature(value: Value) -> object:
    """What two values have in common that are of the same types; any other value has only itself for that."""
    if isinstance(value, Union):
        return Union, *map(_signature, value.options)
    if isinstance(value, Instance | ClassObject):
        return type(value), value.symbol.name, *map(_signature, value.args)
    return value


def _yielded(project: Linker, function: FunctionObject, symbol: FunctionSymbol) -> Value:
    """The union of what a generator yields; one that goes through itself adds nothing to that."""
    if project.depth > _DEEPEST or not symbol.outline.results:
        return UNKNOWN
    key = *_receiver(function.bound), "yielded"
    if key in symbol.results:
        return symbol.results[key]
    scope = FunctionScope(project, symbol, function.bound)
    return _remembered(
        project, symbol, key, lambda: union([project.infer(text, scope) for text in symbol.outline.results])
    )


def _named(
    function: FunctionObject, symbol: FunctionSymbol, args: Sequence[Value], keywords: Mapping[str, Value]
) -> dict[str, Value]:
    params = [param for param in symbol.outline.params if param.kind in {"", "/"}]
    if function.bound is not None:
        params = params[1:]
    named = {param.name: arg for param, arg in zip(params, args, strict=False)}
    named.update(keywords)
    rest = next((param.name for param in symbol.outline.params if param.kind == "*"), "")
    if rest and all(isinstance(arg, FunctionObject | CallableType) for arg in args[len(params) :]):
        # Of functions it is told how many there are; what is spread may be any number of others.
        named[rest] = Tuple(args[len(params) :])
    return named


def _constructed(project: Linker, made: ClassObject, args: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
    """An instance, with type arguments where the constructor tells them."""
    symbol = made.symbol
    if symbol.module.kind == "project" and (maker := _async_maker(symbol)) is not None:
        return Coroutine(Instance(symbol, made.args), maker)
    if made.args or not symbol.type_params:
        return Instance(symbol, made.args)
    known: dict[str, Value] = {}
    target = _constructor(symbol)
    if target is not None and target.symbol.overloads and target.symbol.outline.name == "__new__":
        given = call(project, target, args, keywords)
        if isinstance(given, Instance) and given.args:
            return given  # as `reversed` gives the iterator of what it is given, and `zip` tuples of several
    if target is not None:
        for param, arg in pairs(project, target, _chosen(project, target, args, keywords), args, keywords):
            unify(project, param, arg, known)
    return Instance(symbol, tuple(known.get(name, UNKNOWN) for name in symbol.type_params))


def _async_maker(symbol: ClassSymbol) -> FunctionSymbol | None:
    """The async `__new__` of a class, which has to be awaited for an object of it."""
    found = find(symbol, "__new__")
    raw = unbound(found[0]) if found is not None and found[2].name != "builtins.object" else None
    is_async = isinstance(raw, FunctionObject) and raw.symbol.outline.is_async and not raw.doubt
    return raw.symbol if is_async and isinstance(raw, FunctionObject) else None


def _constructor(symbol: ClassSymbol) -> FunctionObject | None:
    """What takes the arguments where an object of a class is made."""
    for name in ("__init__", "__new__"):
        found = find(symbol, name)
        if found is None or found[2].name == "builtins.object":
            continue
        raw = found[0].target if isinstance(found[0], Descriptor) else found[0]
        if isinstance(raw, FunctionObject):
            return FunctionObject(raw.symbol, UNKNOWN)
    return None


def _chosen(
    project: Linker, function: FunctionObject, args: Sequence[Value], keywords: Mapping[str, Value]
) -> FunctionSymbol:
    symbol = function.symbol
    return next(iter(matching(project, function, args, keywords)), symbol) if symbol.overloads else symbol


def expected(
    project: Linker, function: Value, args: Sequence[Value], keywords: Mapping[str, Value], given: Value
) -> tuple[Value, ...]:
    """What a callee calls one of its arguments with, by its declaration and the other arguments."""
    target = _constructor(function.symbol) if isinstance(function, ClassObject) else function
    if not isinstance(target, FunctionObject):
        return ()
    known = dict(target.known or {})
    wanted: Value = UNKNOWN
    for param, arg in pairs(project, target, _chosen(project, target, args, keywords), args, keywords):
        if arg is given:
            wanted = param
        else:
            unify(project, param, arg, known)
    found = [option for option in options(wanted) if isinstance(option, CallableType)]
    return tuple([substitute(param, known) for param in found[0].params]) if len(found) == 1 else ()
