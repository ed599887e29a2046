"""What becomes of a value that is given as an argument: taken care of, refused, or followed into the callee."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from duotone.analyzer.flow import known, narrowing, placing
from duotone.analyzer.flow.declared import Argument, declared_param, fate, looks_plain, misplaced, taker_of, target_of
from duotone.analyzer.flow.frames import Frame
from duotone.analyzer.flow.hints import belonging, trusting
from duotone.analyzer.flow.seen import Seen
from duotone.analyzer.flow.sites import CALLED, Site, Use
from duotone.analyzer.flow.values import sites_in, sure
from duotone.analyzer.knowledge import scheduling
from duotone.analyzer.link import operations
from duotone.analyzer.link.expressions import CASTS, FALLBACKS
from duotone.analyzer.link.named import classes_with
from duotone.analyzer.link.symbols import ClassSymbol
from duotone.analyzer.link.values import (
    UNKNOWN,
    CallableType,
    ClassObject,
    Coroutine,
    Foreign,
    FunctionObject,
    Instance,
    Partial,
    Unknown,
    Value,
    options,
)

__all__ = ["arguments_of", "follow", "given", "is_scheduled"]

_COPIES = frozenset({"functools.wraps", "functools.update_wrapper"})
"""They look at a function and leave it alone."""
_CONSTRUCTORS = frozenset({"__init__", "__new__"})
_OWNER_AND_NAME = 2
_PUTS = frozenset({"builtins.list.append", "builtins.list.insert", "builtins.set.add", "collections.deque.append"})
_PUTS_ALL = frozenset({"builtins.list.extend", "builtins.set.update", "collections.deque.extend"})
_CONSUMERS = frozenset(
    {
        "builtins.all",
        "builtins.any",
        "builtins.max",
        "builtins.min",
        "builtins.sorted",
        "builtins.sum",
        "builtins.str.join",
    }
)


_MAP = "builtins.map"
_COPIERS = frozenset(
    f"builtins.{name}" for name in ("dict", "enumerate", "frozenset", "iter", "len", "list", "reversed", "set", "tuple")
)
"""What they give has the same elements, or none."""


def arguments_of(
    node: ast.Call, function: Value, args: Sequence[Value], keywords: dict[str, Value]
) -> Iterator[Argument]:
    """The arguments of a call, one by one; nothing where the callee looks at a function and leaves it alone."""
    name = known.dotted(function) or known.method_of_mock(node.func) or known.method_of_logger(node.func)
    if name in _COPIES:
        return
    for index, (arg, part) in enumerate(zip(args, node.args, strict=True)):
        yield Argument(node, function, name, index, None, arg, part)
    for word in node.keywords:
        yield Argument(node, function, name, None, word.arg, keywords[word.arg or "**"], word.value)


def given(seen: Seen, frame: Frame, argument: Argument) -> None:
    """Record what happens to an argument."""
    name, arg = argument.name, argument.value
    if argument.position is not None:
        if name and known.wants_awaitable(name, argument.position):
            seen.scheduled_value(argument.part, arg)
        if known.collects(name):
            seen.used(arg, "iterate", argument.part)
        elif _is_extended(argument) and any(isinstance(option, Coroutine) for option in options(arg)):
            frame.use(arg, "iterate", argument.part)
            return
    belonging.show(seen, argument)
    _show(seen, frame, argument)
    if isinstance(arg, Instance) and not arg.args:
        seen.gave_object(argument, arg.symbol)
        return
    if isinstance(argument.part, ast.Lambda) and known.drops(name, argument.position, argument.word):
        seen.dropped_task(argument.part.body)
    if isinstance(argument.part, ast.Lambda) or any(
        isinstance(option, FunctionObject | Partial) for option in options(arg)
    ):
        seen.gave(argument)
    elif isinstance(argument.part, ast.Attribute):
        _hand_over(seen, argument, argument.part)
    if not _is_put(seen, argument):
        follow(seen, frame, argument)


def _show(seen: Seen, frame: Frame, argument: Argument) -> None:
    """Remember that a parameter is given an object of a class of others, and what says so if that is an annotation."""
    current = seen.current
    if current is None or not any(map(trusting.has_another_color, options(argument.value))):
        return
    taker, name = taker_of(argument.function, argument.position, argument.word)
    if taker is None or taker.module.kind != "project":
        return
    believed = trusting.grounds(frame, current.node, argument.part, seen.fixtures)
    current.shown.update((f"{taker.name}:{name}", one) for one in believed or [trusting.MADE])


def _hand_over(seen: Seen, argument: Argument, method: ast.Attribute) -> None:
    """Remember an attribute that stands for a function, or may do so, and goes to one who may call it."""
    if method in seen.receivers:
        seen.handed_blindly.add((method.attr, target_of(argument)))
    elif any(isinstance(option, CallableType) for option in options(argument.value)):
        seen.handed.add(method.attr)


def _is_extended(argument: Argument) -> bool:
    """Tell whether something that can't be read gets an argument as more elements, since that is what the name says."""
    called = argument.call.func
    is_unread = isinstance(argument.function, Foreign | Unknown)
    return is_unread and isinstance(called, ast.Attribute) and called.attr == "extend" and argument.position == 0


def is_scheduled(seen: Seen, argument: Argument) -> bool:
    """Tell whether what gets an argument is to run it, by its name or by its annotation."""
    is_known = known.fate(argument.name, argument.position, argument.word) == "scheduled"
    return is_known or fate(seen.project, argument)[0] == "scheduled"


def _is_put(seen: Seen, argument: Argument) -> bool:
    """Tell whether an argument is put into the container of an attribute."""
    function = argument.function
    if argument.name not in _PUTS or not isinstance(function, FunctionObject) or function.bound is None:
        return False
    return seen.put(function.bound, argument.value, argument.part)


def follow(seen: Seen, frame: Frame, argument: Argument) -> None:
    """Record what becomes of the coroutines in an argument."""
    found = _given_in(argument)
    if not found:
        return
    argument, function = _handed_on(frame, argument)
    name, arg = argument.name, argument.value
    if isinstance(function, ast.Attribute) and _put(seen, frame, argument, function.value):
        return
    if _is_cast(argument) and operations.cast(_declared_by(frame, argument), arg) is arg:
        return
    if _is_given_back(argument):
        return
    direct = set(sites_in(arg))
    taken = _taken(seen, frame, argument) if name else None
    kind, detail, takers = (taken, name, ()) if taken is not None else _fate(seen, argument, function, found)
    refused = _refused(seen, argument) if taken is None and len(direct) < len(found) else []
    is_for_function = kind == "argument" and taken is None and _wants_function(seen, argument)
    for site in found:
        is_sure = sure(arg, kind) if direct else not site.is_alternative
        if site.kind == "element" and site not in direct and name in _COPIERS:
            continue
        if site.kind == "callable":
            site.uses.append(_function_given(argument))
            continue
        if site in refused:
            site.uses.append(Use("misplaced", argument.part, is_sure, detail))
            continue
        is_hidden = site not in direct and kind not in {"text", "scheduled"} and name not in _CONSUMERS
        site.uses.append(Use("escape" if is_hidden else kind, argument.part, is_sure, detail, is_for_function, takers))


def _fate(seen: Seen, argument: Argument, called: ast.expr, sites: Sequence[Site]) -> tuple[str, str, Sequence[str]]:
    """What becomes of an argument by what is known of the callee, or else by its name: kind, detail and takers."""
    kind, detail = fate(seen.project, argument)
    is_open = kind == "escape" and all(site.kind == "coroutine" for site in sites)
    by_name = {*_fates_by_name(seen, argument, called)} if is_open else set[tuple[str, str]]()
    if ("scheduled", "") in by_name:
        return "scheduled", "", ()
    if kind in {"escape", "pass"}:
        detail = known.chain(called) or known.called(called)
    return kind, detail, sorted(taker for what, taker in by_name if what == "param")


def _fates_by_name(seen: Seen, argument: Argument, called: ast.expr) -> Iterator[tuple[str, str]]:
    """What becomes of an argument in the async methods of a name, where nothing but the name of the callee is known."""
    if not isinstance(called, ast.Attribute) or not isinstance(argument.function, Unknown):
        return
    seen.project.touch(f"#{called.attr}")
    named = seen.project.methods.get(called.attr)
    for module in filter(None, map(seen.project.module, named.modules if named is not None else ())):
        for owner in classes_with(module, called.attr):
            method = seen.project.attribute(Instance(owner), called.attr)
            yield fate(seen.project, argument._replace(function=method))


def _wants_function(seen: Seen, argument: Argument) -> bool:
    """Tell whether the parameter that an argument goes to is annotated to take a function."""
    return isinstance(declared_param(seen.project, argument.function, argument.position, argument.word), CallableType)


def _handed_on(frame: Frame, argument: Argument) -> tuple[Argument, ast.expr]:
    """An argument as the function gets it that it is given along with, to be called with it, and what that is.

    `map` calls the function with each element.
    """
    is_mapped = argument.name == _MAP
    slots, args = scheduling.FUNCTIONS.get(argument.name), argument.call.args
    first = 0 if is_mapped else slots[0].position if slots else None
    if first is None or argument.position is None or not first < argument.position < len(args):
        return argument, argument.call.func
    if any(isinstance(part, ast.Starred) for part in args):
        return argument, argument.call.func
    taker, value = args[first], operations.item(frame.project, argument.value) if is_mapped else argument.value
    if not isinstance(taker, ast.Name | ast.Attribute):
        return (argument._replace(function=UNKNOWN, name="", value=value), taker) if is_mapped else (argument, taker)
    function, position = frame.of(taker), argument.position - first - 1
    return argument._replace(function=function, name=known.dotted(function), position=position, value=value), taker


def _function_given(argument: Argument) -> Use:
    """What becomes of a function that is given: passed on, called, kept in a field of an object, or out of sight."""
    target = target_of(argument)
    if target:
        return Use("param", argument.part, detail=target)
    name, position, word = argument.name, argument.position, argument.word
    if known.drops(name, position, word) or known.gives_result(name, position, word):
        return Use("call", argument.part, detail=CALLED)
    taker, name = taker_of(argument.function, argument.position, argument.word)
    if isinstance(taker, ClassSymbol) and taker.module.kind == "project":
        return Use("stored", argument.part, detail=f"{taker.name}.{name}")
    return Use("escape", argument.part)


def _put(seen: Seen, frame: Frame, argument: Argument, container: ast.expr) -> bool:
    """Put an argument, or all that is in it, into the container of a name; False where that can't be followed."""
    if argument.name in _PUTS_ALL:
        return frame.put(container, operations.item(seen.project, argument.value))
    if argument.name not in _PUTS:
        return False
    if not placing.put(frame, container, argument.value, argument.part) and seen.is_dead_end(container):
        placing.bury(argument.value, argument.part)
    return frame.put(container, argument.value)


def _taken(seen: Seen, frame: Frame, argument: Argument) -> str | None:
    """What a callable that is known by its name does with an argument."""
    if _is_cast(argument):
        # Who can't await it, and says that it is something else, hands it to somebody who takes both; and where only
        # a declaration says that it is awaitable, the cast knows better.
        is_sure = any(site.doubt not in {"declared", "loose"} for site in sites_in(argument.value))
        is_mistaken = is_sure and frame.symbol is not None and frame.symbol.outline.is_async
        return "annotation" if is_mistaken and looks_plain(seen.project, _declared_by(frame, argument)) else None
    name, position, word = argument.name, argument.position, argument.word
    if known.only_looks(name, position, word) and (_is_made_for(frame, argument) or _is_asked_for_more(argument)):
        return "argument"
    return known.fate(_made_by(argument.function) or name, position, word)


def _made_by(function: Value) -> str:
    """The name of the library's class whose constructor a class of the project has, or nothing."""
    if not isinstance(function, ClassObject) or function.symbol.module.kind != "project":
        return ""
    for entry, _ in function.symbol.mro:
        if entry.module.kind != "project":
            return entry.name
        if not _CONSTRUCTORS.isdisjoint(entry.outline.names):
            return ""
        foreign = next((base.name for base in entry.bases() if isinstance(base, Foreign)), "")
        if foreign:
            return foreign
    return ""


def _given_in(argument: Argument) -> list[Site]:
    """The sites that an argument may come from; `**mapping` gives the items away, and what is no mapping nothing."""
    found = sites_in(argument.value, deep=True)
    is_spread = argument.position is None and argument.word is None
    return [site for site in found if site not in sites_in(argument.value)] if is_spread else found


def _is_given_back(argument: Argument) -> bool:
    """Tell whether the call gives an argument back as it is, so that what is done with its result tells."""
    position = argument.position
    return position is not None and FALLBACKS.get(argument.name) == position == len(argument.call.args) - 1


def _is_cast(argument: Argument) -> bool:
    return argument.name in CASTS and argument.position == 1


def _declared_by(frame: Frame, argument: Argument) -> Value:
    """The type that a cast says."""
    return frame.annotated(argument.call.args[0])


def _is_made_for(frame: Frame, argument: Argument) -> bool:
    """Tell whether a coroutine is made to be looked at, by somebody who doesn't ask whether it is one."""
    if argument.part not in {site.node for site in sites_in(argument.value)}:
        return False
    asked = argument.call.args[1:2] if argument.position == 0 else []
    return not any(narrowing.asks_for_awaitable(frame, part) for part in asked)


def _is_asked_for_more(argument: Argument) -> bool:
    """Tell whether `getattr` has to find an attribute by a name that can be any, or that no coroutine has."""
    if argument.name != "builtins.getattr" or len(argument.call.args) != _OWNER_AND_NAME:
        return False
    asked = argument.call.args[1]
    name = str(asked.value) if isinstance(asked, ast.Constant) else ""
    return not name.startswith("__") and not known.is_of_awaitables(name)


def _refused(seen: Seen, argument: Argument) -> list[Site]:
    """The coroutines in a container that a parameter has no room for."""
    declared = declared_param(seen.project, argument.function, argument.position, argument.word)
    return misplaced(seen.project, declared, argument.value)
