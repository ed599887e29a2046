"""Scopes: a function as other files see it, with the local names that its result needs, and names bound over one."""

from __future__ import annotations

import re
from collections.abc import Mapping

from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol, Linker, Scope
from duotone.analyzer.link.values import (
    NONE,
    UNKNOWN,
    CallableType,
    ClassObject,
    Coroutine,
    FunctionObject,
    Instance,
    Tuple,
    Value,
    options,
    union,
)
from duotone.analyzer.outline import Function, Param

__all__ = ["FunctionScope", "Shadowed", "annotated", "is_defined_later", "parameter"]

_OF_AWAITABLES = re.compile(
    r"[\w.]*([Ll]ist|[Tt]uple|Sequence|Iterable|Collection)\[[\w.]*(Awaitable|Coroutine|Future|Task)\b"
)
"""What may be said of all that `*name` stands for, by those who don't know that it is said of each."""
_FUNCTION = re.compile(r"lambda\b|(?!None$)[a-z_][\w.]*$", re.IGNORECASE)
"""Defaults that may be functions."""
_PROMISES = frozenset({"typing.Awaitable", "typing.Coroutine"})


class FunctionScope:
    """Looks names up as the body of a function would, with the values of its arguments where they are known."""

    def __init__(
        self,
        project: Linker,
        symbol: FunctionSymbol,
        bound: Value | None,
        arguments: Mapping[str, Value] | None = None,
        attributes_of: ClassSymbol | None = None,
    ) -> None:
        self.project = project
        self.symbol = symbol
        self.module = symbol.module
        self.bound = bound
        self.arguments = arguments or {}
        self._attributes_of = attributes_of
        self._known: dict[str, Value | None] = {}

    def lookup(self, name: str) -> Value | None:
        """A parameter, a local name, or a name of the scope around the function."""
        if name in self._known:
            return self._known[name]
        self._known[name] = UNKNOWN
        found = self._find(name)
        self._known[name] = found
        return found

    def node_of(self, _name: str, /) -> str:
        """What is inside belongs to the function."""
        return self.symbol.node

    def _find(self, name: str) -> Value | None:
        outline = self.symbol.outline
        for index, param in enumerate(outline.params):
            if param.name == name:
                return self._parameter(index, param)
        bindings = outline.bindings.get(name)
        if bindings:
            return self.project.bound(bindings, self, f"{self.symbol.name}.{name}", self.module)
        if self._attributes_of is not None:
            local = self._attributes_of.outline.attributes.get(f"{outline.name}.{name}")
            if local:
                return union([self.project.value_of(binding, self) for binding in local])
        if name in self.symbol.params:
            return self.symbol.type_param(name)
        scope = self.symbol.scope
        while isinstance(scope, ClassSymbol):
            # The names of a class aren't seen from inside its methods.
            scope = scope.scope
        return scope.lookup(name)

    def _parameter(self, index: int, param: Param) -> Value:
        if param.name not in self.arguments:
            return parameter(self.project, self.symbol, index, self.bound)
        given = self.arguments[param.name]
        later = self.symbol.outline.bindings.get(param.name)
        if not later:
            return given
        self._known[param.name] = given  # what it is bound to later may be made of it
        return union([given, self.project.bound(later, self, f"{self.symbol.name}.{param.name}", self.module)])


class Shadowed:
    """A scope with a few names bound over it."""

    def __init__(self, inner: Scope, names: dict[str, Value]) -> None:
        self.inner = inner
        self.names = names
        self.module = inner.module
        self.symbol = getattr(inner, "symbol", None)
        self.bound = getattr(inner, "bound", None)

    def lookup(self, name: str) -> Value | None:
        """A name that is bound over the scope, or one of the scope."""
        found = self.names.get(name)
        return found if found is not None else self.inner.lookup(name)

    def node_of(self, name: str, /) -> str:
        """Names that are bound over a scope belong to it."""
        return self.inner.node_of(name)


def is_defined_later(scope: ClassSymbol, name: str, line: int) -> bool:
    """Tell whether a name of a class is that of methods below a line, where it stands for something else as yet."""
    found = scope.outline.names.get(name, ())
    return bool(found) and all(isinstance(one, Function) and one.line > line for one in found)


def parameter(project: Linker, symbol: FunctionSymbol, index: int, bound: Value | None) -> Value:
    """What a parameter is known to be, from its annotation, its place, or its default."""
    param = symbol.outline.params[index]
    if index == 0 and symbol.owner is not None and param.annotation is None and not _is_static(symbol):
        if bound is not None:
            return bound
        return ClassObject(symbol.owner) if _is_class_method(symbol) else Instance(symbol.owner)
    if param.annotation is not None:
        return _declared(project, param, annotated(project, symbol, param))
    if param.default is not None and param.default != "None":
        value = project.infer(param.default, symbol.scope)
        if isinstance(value, Instance) and value.symbol.module.name != "builtins":
            return value
    return _declared(project, param, UNKNOWN)


def annotated(project: Linker, symbol: FunctionSymbol, param: Param) -> Value:
    """What the annotation of a parameter says of it, or of each that `*name` takes; unknown where it may mean all."""
    text = param.annotation or ""
    if param.kind == "*" and _OF_AWAITABLES.match(text) is not None:
        return UNKNOWN
    declared = project.annotation(text, symbol)
    is_denied = _FUNCTION.match(param.default or "") is not None and _is_denied(project, symbol, param, declared)
    return UNKNOWN if is_denied else declared


def _is_denied(project: Linker, symbol: FunctionSymbol, param: Param, declared: Value) -> bool:
    """Tell whether the default of a parameter gives a plain value, where what it is declared as gives an awaitable."""
    is_promised = any(isinstance(one, CallableType) and _is_promise(one.result) for one in options(declared))
    default = project.infer(param.default or "", symbol.scope) if is_promised else None
    is_read = isinstance(default, CallableType) or (isinstance(default, FunctionObject) and not default.doubt)
    return default is not None and is_read and all(map(_is_plain, options(project.call(default))))


def _is_promise(value: Value) -> bool:
    return isinstance(value, Coroutine) or (isinstance(value, Instance) and value.symbol.name in _PROMISES)


def _is_plain(value: Value) -> bool:
    """Tell whether a value is surely nothing to await."""
    return (
        value is NONE
        or isinstance(value, Tuple)
        or (
            isinstance(value, Instance)
            and value.symbol.module.name == "builtins"
            and value.symbol.outline.name != "object"
        )
    )


def _declared(project: Linker, param: Param, value: Value) -> Value:
    if param.kind == "*":
        return project.builtin("tuple", value)
    if param.kind == "**":
        return project.builtin("dict", project.builtin("str"), value)
    return value


def _is_static(symbol: FunctionSymbol) -> bool:
    return "staticmethod" in symbol.outline.decorators


def _is_class_method(symbol: FunctionSymbol) -> bool:
    return "classmethod" in symbol.outline.decorators or symbol.outline.name in {"__new__", "__init_subclass__"}
