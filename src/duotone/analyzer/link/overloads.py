"""Which overload of a function a call means: one, several where nobody can tell, or none where their colors differ."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from duotone.analyzer.link.operations import awaitability
from duotone.analyzer.link.receivers import suits_class
from duotone.analyzer.link.symbols import FunctionSymbol, Linker
from duotone.analyzer.link.unify import STREAMS, fits
from duotone.analyzer.link.values import (
    UNKNOWN,
    CallableType,
    Constant,
    Foreign,
    FunctionObject,
    Instance,
    Partial,
    TypeVariable,
    Union,
    Unknown,
    Value,
    options,
)

__all__ = ["has_both_colors", "is_exceeded", "is_out_of_bounds", "matching", "pairs", "wanted_receiver"]

_NEVER = re.compile(r"\b(Never|NoReturn)\b")
_WRITTEN = re.compile(r"True|False|\d+|'[^']*'|\"[^\"]*\"")
_OPEN = (Unknown, Foreign, Union)
"""What may turn out to be anything else."""


def matching(
    project: Linker, function: FunctionObject, args: Sequence[Value], keywords: Mapping[str, Value]
) -> Sequence[FunctionSymbol]:
    """The overloads that a call may mean, mostly one; none where they are left with both colors."""
    symbol = function.symbol
    suits = {one: _suits(project, one, function.bound) for one in _fitting(project, function, args, keywords)}
    left = [one for one, suited in suits.items() if suited is not False]
    if not left:
        params = [param.annotation for param in symbol.outline.params]
        is_told_nowhere = symbol.outline.annotation is None and not symbol.outline.results and not any(params)
        return [symbol.overloads[-1] if is_told_nowhere else symbol]
    if _has_awaitable(function.bound):
        for_async = [one for one in symbol.overloads if _has_awaitable(wanted_receiver(project, one))]
        if for_async and left[0] not in for_async:
            return []  # they tell colors apart, and none of those for this color can take the arguments
    is_sure = suits[left[0]] is True and not any(
        _hangs_on_value(param, arg) for one in left for param, arg in pairs(project, function, one, args, keywords)
    )
    if any(_hangs_on_color(project, param, arg) for param, arg in pairs(project, function, left[0], args, keywords)):
        return left if len({_color(one) for one in left}) == 1 else []
    if is_sure and not any(isinstance(arg, _OPEN) for arg in (*args, *keywords.values())):
        return left[:1]
    if len({_color(one) for one in left}) > 1:
        return []
    return left[:1] if is_sure and not _hangs_on_unknown(function, left, args, keywords) else left


def _fitting(
    project: Linker, function: FunctionObject, args: Sequence[Value], keywords: Mapping[str, Value]
) -> Iterator[FunctionSymbol]:
    """The overloads that could take these arguments."""
    given = len(args) + (function.bound is not None)
    receiver = FunctionObject(function.symbol, None if function.bound is None else UNKNOWN)
    for one in function.symbol.overloads:
        if (
            _has_room(one, given, keywords)
            and all(fits(project, param, arg) for param, arg in pairs(project, receiver, one, args, keywords))
            and _takes_defaults(function.symbol, one, given, keywords)
        ):
            yield one


def _takes_defaults(
    symbol: FunctionSymbol, overload: FunctionSymbol, given: int, keywords: Mapping[str, Value]
) -> bool:
    """Tell whether an overload is for the values that what runs gives to the parameters which a call leaves out."""
    if symbol is overload or "**" in keywords:
        return True
    for param in overload.outline.params[given:]:
        if param.annotation and "Literal[" in param.annotation and param.name not in keywords:
            default = next((one.default for one in symbol.outline.params if one.name == param.name), None)
            if default and _WRITTEN.fullmatch(default) and default not in param.annotation:
                return False
    return True


def _hangs_on_value(param: Value, arg: Value) -> bool:
    """Tell whether a parameter takes certain values only, and nobody knows whether this is one of them."""
    return not isinstance(arg, Constant) and any(isinstance(option, Constant) for option in options(param))


def _hangs_on_color(project: Linker, param: Value, arg: Value) -> bool:
    """Tell whether a parameter takes functions that give something to await, and nobody knows what this one gives."""
    if not isinstance(param, CallableType) or awaitability(param.result) is not True:
        return False
    is_function = isinstance(arg, CallableType | FunctionObject | Partial)
    return is_function and any(isinstance(one, Unknown | Foreign | TypeVariable) for one in options(project.call(arg)))


def _hangs_on_unknown(
    function: FunctionObject, left: Sequence[FunctionSymbol], args: Sequence[Value], keywords: Mapping[str, Value]
) -> bool:
    """Tell whether overloads want different things where nobody knows what was given."""
    offset = function.bound is not None
    places = {index + offset for index, arg in enumerate(args) if isinstance(arg, _OPEN)}
    names = {name for name, arg in keywords.items() if isinstance(arg, _OPEN)}
    wanted = {
        tuple(
            param.annotation for index, param in enumerate(one.outline.params) if index in places or param.name in names
        )
        for one in left
    }
    return len(wanted) > 1


def wanted_receiver(project: Linker, symbol: FunctionSymbol) -> Instance | None:
    """What a method says that its receiver has to be, where that is a class."""
    first = symbol.outline.params[:1]
    if not first or first[0].annotation is None:
        return None
    wanted = project.annotation(first[0].annotation, symbol)
    return wanted if isinstance(wanted, Instance) else None


def _suits(project: Linker, overload: FunctionSymbol, bound: Value | None) -> bool | None:
    """Tell whether an overload that says what its receiver has to be is meant for this one; None if nobody knows."""
    wanted = None if bound is None else wanted_receiver(project, overload)
    if wanted is None:
        return True
    if not isinstance(bound, Instance):
        return None
    if not wanted.args:
        return suits_class(project, wanted, bound)
    if bound.symbol is not wanted.symbol or len(bound.args) != len(wanted.args):
        return None
    is_for_nothing = _NEVER.search(overload.outline.params[0].annotation or "") is not None
    suits: bool | None = True
    for want, have in zip(wanted.args, bound.args, strict=True):
        one = _suits_argument(project, want, have, is_for_nothing=is_for_nothing)
        if one is False:
            return False
        suits = suits and one
    return suits


def _suits_argument(project: Linker, want: Value, have: Value, *, is_for_nothing: bool) -> bool | None:
    if isinstance(want, TypeVariable):
        return True
    if isinstance(have, (*_OPEN, TypeVariable)):
        return None
    if isinstance(want, Unknown):
        return False if is_for_nothing else None
    return awaitability(have) if awaitability(want) is True else fits(project, want, have)


def _has_room(overload: FunctionSymbol, given: int, keywords: Mapping[str, Value]) -> bool:
    """Tell whether an overload takes so many positional arguments, and these keywords."""
    params = overload.outline.params
    kinds = {param.kind for param in params}
    positional = [param for param in params if param.kind in {"", "/"}]
    if given > len(positional) and "*" not in kinds:
        return False
    if "**" not in kinds and not {param.name for param in params}.issuperset(keywords.keys() - {"**"}):
        return False
    if "**" not in keywords and any(p.default is None and p.name not in keywords for p in positional[given:]):
        return False
    return not any(p.kind == "k" and p.default is None and p.name not in keywords for p in params)


def _has_awaitable(value: Value | None) -> bool:
    return isinstance(value, Instance) and any(awaitability(arg) is True for arg in value.args)


def _color(symbol: FunctionSymbol) -> str:
    """What a call of an overload gives: something to await, to go through with `async for`, or neither."""
    declared, is_async = symbol.declared(), symbol.outline.is_async
    if isinstance(declared, Instance) and declared.symbol.name in STREAMS:
        return "stream"
    return "async" if is_async or (declared is not None and awaitability(declared) is True) else "plain"


def has_both_colors(symbol: FunctionSymbol) -> bool:
    """Tell whether some overloads of a function give something to await, and others don't."""
    return len({_color(one) for one in symbol.overloads}) > 1


def pairs(
    project: Linker,
    function: FunctionObject,
    symbol: FunctionSymbol,
    args: Sequence[Value],
    keywords: Mapping[str, Value],
) -> Iterator[tuple[Value, Value]]:
    """The annotated parameters that were given arguments, with those; a receiver comes first."""
    given = ([function.bound] if function.bound is not None else []) + list(args)
    params = symbol.outline.params
    for index, arg in enumerate(given):
        position = min(index, len(params) - 1)
        if position < 0:
            return
        param = params[position]
        if index > position and param.kind != "*":
            star = next((one for one in params if one.kind == "*"), None)
            if star is None:
                break
            param = star
        if param.annotation is not None:
            yield project.annotation(param.annotation, symbol), arg
    for param in params:
        if param.annotation is not None and param.name in keywords:
            yield project.annotation(param.annotation, symbol), keywords[param.name]


def is_exceeded(given: Iterable[tuple[Value, Value]], declared: CallableType) -> bool:
    """Tell whether a declaration says to take and give functions of plain results, and is given an async one.

    It speaks of others then, so that what it says of the result is not said of this one either.
    """
    return _is_plain(declared.result) and any(
        isinstance(wanted, CallableType) and _is_plain(wanted.result) and _is_async(arg) for wanted, arg in given
    )


def is_out_of_bounds(project: Linker, declared: Value, known: Mapping[str, Value]) -> bool:
    """Tell whether a declaration says what is made of objects, and these are none of those that it is bound to.

    Whoever gives a factory a class of another color than it asks for gets what that class makes of its objects.
    """
    return any(
        isinstance(arg, TypeVariable) and arg.name in known and not fits(project, arg, known[arg.name])
        for one in options(declared)
        if isinstance(one, Instance)
        for arg in one.args
    )


def _is_plain(result: Value) -> bool:
    return all(awaitability(one) is False for one in options(result))


def _is_async(value: Value) -> bool:
    """Tell whether calling a value surely gives something to await, going by what it is and not by its body."""
    if isinstance(value, CallableType):
        return any(awaitability(one) for one in options(value.result))
    return isinstance(value, FunctionObject) and value.symbol.outline.is_async and not value.symbol.outline.is_generator
