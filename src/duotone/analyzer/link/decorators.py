"""What a decorated function is once its decorators have been applied."""

from __future__ import annotations

import ast
import re

from duotone.analyzer.knowledge import frameworks
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.nodes import parsed
from duotone.analyzer.link.symbols import FunctionSymbol, Linker
from duotone.analyzer.link.values import (
    UNKNOWN,
    CallableType,
    ClassObject,
    Descriptor,
    Foreign,
    Form,
    FunctionObject,
    Instance,
    Partial,
    TypeVariable,
    Union,
    Unknown,
    Value,
    union,
)
from duotone.analyzer.outline import Function
from duotone.analyzer.outline import Value as Bound

__all__ = ["BARE", "IDENTITIES", "UNREAD", "WRAPPED", "decorated", "keeps_type", "leaves_alone", "may_begin", "run_by"]

_DESCRIPTORS = {
    "builtins.property": "property",
    "functools.cached_property": "property",
    "abc.abstractproperty": "property",
    "builtins.staticmethod": "static",
    "builtins.classmethod": "class",
}
_MANAGERS = frozenset({"contextlib.asynccontextmanager", "contextlib.contextmanager"})
IDENTITIES = frozenset(
    f"{home}{name}"
    for home in ("", "abc.", "t.", "te.", "typing.", "typing_extensions.")
    for name in ("abstractmethod", "final", "override")
)
"""Decorators that leave a function as it is."""
BARE = IDENTITIES | {"classmethod", "staticmethod"}
"""Decorators that leave what a call of it gives as it is."""
_BEGINS = re.compile(r"(task|future|submit|spawn|start\w*|run\w*)\(", re.IGNORECASE)
"""What begins something that goes on whether or not somebody awaits it."""
_BEGINNING = re.compile(
    r"(?<![a-z])(actor|background|begin|coro|defer|detach|fire|forget|future|job|launch|loop|run|schedul|slot|spawn|start"
    r"|submit|sync|task|thread|work(?!flow)|unasync)"
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_RUN = re.compile(r"\w+\((\w+, )?\*\w+, \*\*\w+\)")
_ALL = ["*", "**"]
_CACHED = "functools._lru_cache_wrapper"
UNREAD = "can't be read"
"""How a doubt ends that a decorator of somebody else gives rise to."""
WRAPPED = "wraps its coroutine in something else to await"
"""How a doubt ends where a decorator of the project gives an object of its own, which may have any attribute."""


def decorated(project: Linker, value: Value, symbol: FunctionSymbol, *, skip_overload: bool = False) -> Value:
    """Apply the decorators of a function from the innermost outward."""
    for text in reversed(symbol.outline.decorators):
        if text in IDENTITIES or _is_wraps(text):
            continue
        if skip_overload and text.endswith("overload"):
            continue
        value = _applied(project, value, text, symbol)
    return value


def may_begin(doubt: str) -> bool:
    """Tell whether a decorator that can't be read says by its name that it begins what it is given, or makes it plain.

    What it gives may be awaited all the same, as tasks are, so that those who do tell nothing of those who don't.
    """
    if not doubt.endswith(UNREAD):
        return False
    return _BEGINNING.search(_CAMEL.sub("_", doubt.removesuffix(UNREAD)).lower()) is not None


def keeps_type(symbol: FunctionSymbol, text: str) -> bool:
    """Tell whether a decorator is declared to give what it is given: `def traced(function: F) -> F`."""
    return _keeps_type(symbol.module.project, symbol.module.project.infer(text, symbol.scope))


def leaves_alone(symbol: FunctionSymbol, text: str) -> bool:
    """Tell whether a decorator is known to give the very function that it is given."""
    if text in IDENTITIES or text.startswith(frameworks.MARKING):
        return True
    decorator = symbol.module.project.infer(text, symbol.scope)
    return isinstance(decorator, Foreign) and _is_left_alone_by(decorator.name.removesuffix("()"))


def _keeps_type(project: Linker, decorator: Value) -> bool:
    if not isinstance(decorator, FunctionObject) or len(decorator.symbol.outline.params) != 1:
        return False
    annotation = decorator.symbol.outline.annotation
    if annotation is None or decorator.symbol.outline.params[0].annotation != annotation:
        return False
    return isinstance(project.annotation(annotation, decorator.symbol), TypeVariable)


def _applied(project: Linker, value: Value, text: str, symbol: FunctionSymbol) -> Value:
    decorator = project.infer(text, symbol.scope)
    if isinstance(decorator, ClassObject):
        kind = _DESCRIPTORS.get(decorator.symbol.name)
        if kind is not None:
            return Descriptor(kind, value)
    if isinstance(decorator, Form):
        return value
    target = decorator.target if isinstance(decorator, Partial) else decorator
    if isinstance(target, Foreign) and _is_left_alone_by(target.name.removesuffix("()")):
        return value
    if isinstance(target, Foreign | Unknown):
        return _doubted(value, f"`@{_short(text)}` {UNREAD}")
    if symbol.outline.name in {"__init__", "__new__"}:
        return value
    return _made(project, value, decorator, text, symbol)


def _is_left_alone_by(decorator: str) -> bool:
    """Tell whether a decorator of a library that isn't there is known to give the function that it is given."""
    return decorator in frameworks.REGISTERING or decorator.startswith(frameworks.MARKING)


def _made(project: Linker, value: Value, decorator: Value, text: str, symbol: FunctionSymbol) -> Value:
    """What a decorator has made of a function; a context manager remembers of which."""
    result = project.call(decorator, [value])
    doubt = f"`@{_short(text)}` may change what it wraps"
    if isinstance(result, Foreign | Unknown | TypeVariable) or _is_only_said(result):
        is_kept = isinstance(result, TypeVariable) and _is_declared_to_keep(project, decorator, text, symbol)
        return value if is_kept else _doubted(value, doubt)
    if (
        isinstance(result, CallableType)
        and isinstance(decorator, FunctionObject)
        and decorator.symbol.name in _MANAGERS
    ):
        return CallableType(result.result, result.site, result.params, symbol)
    if isinstance(result, Instance) and result.symbol.name == _CACHED and _is_plain(value):
        return value
    made = _of_color(result, value)
    if isinstance(value, FunctionObject) and value.symbol.outline.is_async and _is_lazy(project, made):
        return _doubted(value, f"`@{_short(text)}` {WRAPPED}")
    if isinstance(made, CallableType) and symbol.module.kind == "project":
        return CallableType(made.result, made.site, made.params, made.origin, symbol)
    if isinstance(made, FunctionObject) and isinstance(value, FunctionObject):
        is_unsaid = made.symbol is not value.symbol and _keeps_type(project, decorator)
        made = _recolored(made, value, doubt) if is_unsaid else _remembering(made, value)
    return made


def _is_declared_to_keep(project: Linker, decorator: Value, text: str, symbol: FunctionSymbol) -> bool:
    """Tell whether a library declares that what it makes gives what it is given: `Callable[[F], F]`.

    All who use it rely on that, where what a project says of its own decorators may be meant for others.
    """
    if not isinstance(decorator, CallableType) or not isinstance(decorator.result, TypeVariable):
        return False
    if [one.name for one in decorator.params if isinstance(one, TypeVariable)] != [decorator.result.name]:
        return False
    node = parsed(text)
    maker = project.infer(ast.unparse(node.func), symbol.scope) if isinstance(node, ast.Call) else UNKNOWN
    return isinstance(maker, FunctionObject) and maker.symbol.module.kind != "project"


def _recolored(wrapper: FunctionObject, wrapped: FunctionObject, doubt: str) -> Value:
    """What a decorator that makes plain functions async has made of one, although it says to give what it is given."""
    return wrapped if wrapped.symbol.outline.is_async else _doubted(wrapper, doubt)


def _is_plain(value: Value) -> bool:
    return isinstance(value, FunctionObject) and not value.symbol.outline.is_async


def _is_lazy(project: Linker, wrapper: Value) -> bool:
    """Tell whether a wrapper gives an object of the project's that only runs what it wraps when somebody awaits it."""
    if isinstance(wrapper, FunctionObject):
        outline = wrapper.symbol.outline
        if outline.is_async or wrapper.symbol.module.kind != "project" or any(map(_BEGINS.search, outline.results)):
            return False
        result = project.call(wrapper)
    else:
        result = wrapper.result if isinstance(wrapper, CallableType) else UNKNOWN
    found = find(result.symbol, "__await__") if isinstance(result, Instance) else None
    if found is None or found[2].module.kind != "project":
        return False
    attributes = found[2].outline.attributes.values()
    return not any(_BEGINS.search(binding.source or "") for bindings in attributes for binding in bindings)


def _remembering(wrapper: FunctionObject, wrapped: FunctionObject) -> FunctionObject:
    """A wrapper that says whom it wraps, and hands on all that it is given, remembers who gets it."""
    outline = wrapper.symbol.outline
    if not any(map(_is_wraps, outline.decorators)) or not _hands_on(outline):
        return wrapper
    original = wrapped.original or wrapped.symbol
    return FunctionObject(wrapper.symbol, wrapper.bound, wrapper.known, wrapper.doubt, original)


def _hands_on(outline: Function) -> bool:
    """Tell whether a wrapper gives away what it is given as it is: by its types, or by what it returns."""
    if len(outline.params) < len(_ALL) or [param.kind for param in outline.params[-2:]] != _ALL:
        return False
    *first, args, kwargs = outline.params
    if not first and (args.annotation or "").endswith(".args") and (kwargs.annotation or "").endswith(".kwargs"):
        return True
    values = [one.source or "" for part in outline.bindings.values() for one in part if isinstance(one, Bound)]
    is_same = not {param.name for param in outline.params} & outline.bindings.keys()
    given = ", ".join([*(param.name for param in first), f"*{args.name}", f"**{kwargs.name}"])
    return is_same and any(f"({given})" in text for text in (*outline.results, *values))


def run_by(wrapper: FunctionObject) -> FunctionSymbol | None:
    """The plain function that a plain wrapper runs at once, and gives the result of, whatever it does beside that."""
    outline, original = wrapper.symbol.outline, wrapper.original
    if original is None or wrapper.doubt or outline.is_async or original.outline.is_async:
        return None
    if outline.is_generator or original.outline.is_generator:
        return None
    if not outline.results:
        # By its types it gives what it is given for.
        return original if outline.annotation is not None and outline.annotation.isidentifier() else None
    return original if all(_is_run(outline, text) for text in outline.results) else None


def _is_run(outline: Function, text: str) -> bool:
    """Tell whether a result is what calling a name with all arguments gives, perhaps under a name of its own."""
    bound = [one.source or "" for one in outline.bindings.get(text, ()) if isinstance(one, Bound)]
    return text == "None" or any(map(_RUN.fullmatch, (text, *bound)))


def _is_wraps(text: str) -> bool:
    return text.startswith(("wraps(", "functools.wraps("))


def _is_only_said(result: Value) -> bool:
    """Tell whether a class of the project says that its objects can be called, and nothing there does it."""
    found = find(result.symbol, "__call__") if isinstance(result, Instance) else None
    if found is None or found[2].module.kind != "project":
        return False
    return all(isinstance(one, Bound) and one.source is None for one in found[2].outline.names.get("__call__", ()))


def _of_color(result: Value, value: Value) -> Value:
    """Of wrappers in both colors, a decorator takes those that have the color of the function.

    An async generator is no coroutine function, so that it gets a plain one where there is none of its own kind.
    """
    if not isinstance(result, Union) or not isinstance(value, FunctionObject):
        return result
    wrappers = [option for option in result.options if isinstance(option, FunctionObject)]
    mine = value.symbol.outline
    alike = [one for one in wrappers if one.symbol.outline.is_async == mine.is_async]
    if mine.is_async and mine.is_generator:
        streams = [one for one in alike if one.symbol.outline.is_generator]
        alike = streams or [one for one in wrappers if not one.symbol.outline.is_async]
    is_choice = len(alike) < len(wrappers) == len(result.options)
    return union(alike) if alike and is_choice else result


def _doubted(value: Value, doubt: str) -> Value:
    if isinstance(value, FunctionObject):
        return value.doubted(doubt)
    if isinstance(value, Descriptor):
        return Descriptor(value.kind, _doubted(value.target, doubt))
    return value


def _short(text: str) -> str:
    return text.partition("(")[0]
