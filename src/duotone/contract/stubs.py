"""The sync side of an async class as source code: protocols by which type checkers know its facade."""

from __future__ import annotations

import abc
import ast
import asyncio
import collections.abc
import contextlib
import enum
import functools
import importlib
import inspect
import sys
import types
import typing
from collections.abc import Callable, Iterable, Iterator
from inspect import Parameter
from typing import Any

from duotone.contract.surface import color_of_member, is_async, makes_blocks, members_of, name_of_face, public_members

__all__ = ["USAGE", "main", "stub_of"]

USAGE = "usage: python -m duotone.contract.stubs package.module:AsyncClass"

# What a facade makes of what an async object gives out.
_FORMS: dict[Any, str] = {
    collections.abc.AsyncIterable: "collections.abc.Iterator[{}]",
    collections.abc.AsyncIterator: "collections.abc.Iterator[{}]",
    collections.abc.AsyncGenerator: "collections.abc.Generator[{}, {}, None]",
    contextlib.AbstractAsyncContextManager: "contextlib.AbstractContextManager[{}]",
}
_PLAIN: dict[Any, str] = {None: "None", type(None): "None", ...: "..."}
_AWAITABLES = frozenset({collections.abc.Awaitable, collections.abc.Coroutine, asyncio.Future, asyncio.Task})
_TWINS = {"__aenter__": "__enter__", "__aexit__": "__exit__", "__aiter__": "__iter__", "__anext__": "__next__"}


def stub_of(subject: type[Any], /) -> str:
    """Return the source of a module with a protocol for the facade of an async class, and for whatever that gives out.

    Async results are unwrapped: ``AsyncIterator[T]`` is ``Iterator[T]``, ``AbstractAsyncContextManager[T]`` is
    ``AbstractContextManager[T]``. A generic class becomes an abstract one, in which type variables need no variance.

    Raises `TypeError` for what is not a class, `ValueError` for a class that has nothing async or that names a local
    class, and `NameError` for an annotation that can't be resolved.
    """
    if not isinstance(typing.cast("Any", subject), type):
        message = f"stub_of() needs a class, and got {subject!r}; pass the class itself, not an instance of it"
        raise TypeError(message)
    if not is_async(subject, or_either=True):
        message = f"{subject.__qualname__} has nothing async, so it needs neither a facade nor a stub"
        raise ValueError(message)
    types_ = _Types(subject)
    classes = ["\n".join(_class_lines(each, name, types_)) for each, name in types_.classes()]
    title = f'"""Sync signatures of {subject.__module__}:{subject.__qualname__}."""'
    head = [title, "from __future__ import annotations", *types_.preamble()]
    return "\n\n".join(head) + "\n\n\n" + "\n\n\n".join(classes) + "\n"


class _Types:
    """How types are written: what is imported or declared for them, and which are protocols of this module."""

    def __init__(self, subject: type[Any]) -> None:
        self._modules = {"typing"}
        self._variables: dict[str, str] = {}
        self._classes = {subject: name_of_face(subject)}

    def classes(self) -> Iterator[tuple[type[Any], str]]:
        """Yield the classes that need a protocol, also those that come up while one is being written."""
        place = 0
        while place < len(self._classes):
            yield list(self._classes.items())[place]
            place += 1

    def preamble(self) -> list[str]:
        """Return the imports, and the declarations of type variables if there are any."""
        imports = "\n".join(f"import {name}" for name in sorted(self._modules))
        return [imports, *filter(None, ["\n".join(self._variables.values())])]

    def text(self, hint: Any, *, is_result: bool = False) -> str:
        """Return the source of an annotation; what a facade gives back is written as what it turns into."""
        if isinstance(hint, (typing.ParamSpecArgs, typing.ParamSpecKwargs)):
            return f"{self.text(hint.__origin__)}.{'args' if isinstance(hint, typing.ParamSpecArgs) else 'kwargs'}"
        origin = typing.get_origin(hint)
        if origin is not None:
            return self._of_generic(origin, typing.get_args(hint), is_result=is_result)
        if hint in _PLAIN:
            return _PLAIN[hint]
        if isinstance(hint, (typing.TypeVar, typing.ParamSpec, typing.TypeVarTuple)):
            return self._of_variable(hint)
        if is_result and (hint in _FORMS or hint in _AWAITABLES):
            return self._of_generic(hint, (Any, Any), is_result=True)
        return self._of_name(hint)

    def texts(self, hints: Iterable[Any], *, is_result: bool = False) -> str:
        """Return the source of several annotations; a list among them holds the parameters of a callable."""
        return ", ".join(
            f"[{self.texts(hint)}]" if _is_list(hint) else self.text(hint, is_result=is_result) for hint in hints
        )

    def _of_generic(self, origin: Any, args: tuple[Any, ...], *, is_result: bool) -> str:
        if origin in (typing.Union, types.UnionType):
            return " | ".join(dict.fromkeys(self.text(each, is_result=is_result) for each in args))
        if origin is typing.Annotated or (is_result and origin in _AWAITABLES):
            return self.text(args[0 if origin is typing.Annotated else -1], is_result=is_result)
        if origin is typing.Literal:
            return f"typing.Literal[{', '.join(map(self._of_literal, args))}]"
        if is_result and origin in _FORMS:
            self._modules.add(_FORMS[origin].partition("[")[0].rpartition(".")[0])
            return _FORMS[origin].format(*(self.text(each, is_result=True) for each in args), "None")
        name = self._of_name(origin)
        if origin in self._classes and not getattr(origin, "__parameters__", None):
            return name  # generic for type checkers alone, as ``asyncio.Queue`` is
        return f"{name}[{self.texts(args, is_result=is_result)}]"

    def _of_name(self, thing: Any) -> str:
        if isinstance(thing, type) and thing not in _FORMS and thing not in _AWAITABLES and is_async(thing):
            return self._of_protocol(thing)
        name = str(getattr(thing, "__qualname__", None) or thing.__name__)
        if "<locals>" in name:
            message = f"{name} is local to a function, so a stub can't name it; move it to the level of its module"
            raise ValueError(message)
        if thing.__module__ == "builtins":
            return name
        self._modules.add(thing.__module__)
        return f"{thing.__module__}.{name}"

    def _of_protocol(self, kind: type[Any]) -> str:
        if kind not in self._classes:
            name = name_of_face(kind)
            while name in self._classes.values():
                name += "_"
            self._classes[kind] = name
        return self._classes[kind]

    def _of_literal(self, value: Any) -> str:
        return f"{self._of_name(type(value))}.{value.name}" if isinstance(value, enum.Enum) else repr(value)

    def _of_variable(self, variable: Any) -> str:
        options = [repr(variable.__name__), *map(self.text, getattr(variable, "__constraints__", ()))]
        if isinstance(variable, typing.TypeVar) and variable.__bound__ is not None:
            options.append(f"bound={self.text(variable.__bound__)}")
        options += [
            f"{name}=True" for name in ("covariant", "contravariant") if getattr(variable, f"__{name}__", False)
        ]
        self._variables[variable.__name__] = (
            f"{variable.__name__} = typing.{type(variable).__name__}({', '.join(options)})"
        )
        return str(variable.__name__)


def _is_list(hint: object) -> bool:
    return isinstance(hint, list)


class _Text:
    """A piece of source that stands in a signature as it is."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


def _class_lines(subject: type[Any], name: str, types_: _Types) -> Iterator[str]:
    """Write the protocol of one class."""
    parameters = getattr(subject, "__parameters__", ())
    marks = ["@abc.abstractmethod"] if parameters else []
    bases = f"{types_.text(abc.ABC)}, typing.Generic[{types_.texts(parameters)}]" if parameters else "typing.Protocol"
    yield f"class {name}({bases}):"
    for line in [*_attribute_lines(subject, types_), *_method_lines(subject, marks, types_)]:
        yield f"    {line}"


def _attribute_lines(subject: type[Any], types_: _Types) -> Iterator[str]:
    hints = {name: hint for name, hint in _hints(subject).items() if not name.startswith("_")}
    for name, member in public_members(subject).items():
        if color_of_member(member) is None:
            hints.setdefault(name, _type_of(member))
    yield from (f"{name}: {types_.text(hint)}" for name, hint in hints.items())


def _type_of(member: object) -> Any:
    if isinstance(member, type):
        return type[member]
    return Any if hasattr(member, "__get__") else type(member)


def _method_lines(subject: type[Any], marks: list[str], types_: _Types) -> Iterator[str]:
    members = members_of(subject)
    if isinstance(subject.__init__, types.FunctionType):
        yield from _function_lines("__init__", subject.__init__, [], types_, _as_nothing)
    for name, member in public_members(subject).items():
        if color_of_member(member) is not None:
            yield from _member_lines(name, member, marks, types_)
    for name, twin in _TWINS.items():
        if name in members:
            is_itself = name == "__aiter__" and "__anext__" in members
            yield from _function_lines(twin, members[name], marks, types_, _as_itself if is_itself else _as_said)
    if "aclose" in members and "close" not in members:
        yield from _member_lines("close", members["aclose"], marks, types_)


def _member_lines(name: str, member: Any, marks: list[str], types_: _Types) -> Iterator[str]:
    if isinstance(member, functools.cached_property):
        yield from _function_lines(name, member.func, ["@property", *marks], types_)
    elif isinstance(member, property):
        yield from _function_lines(name, member.fget, ["@property", *marks], types_)
        if member.fset is not None:
            yield from _function_lines(name, member.fset, [f"@{name}.setter", *marks], types_)
    else:
        if type(member) in (staticmethod, classmethod):
            marks = [f"@{type(member).__name__}", *marks]
        function = getattr(member, "__func__", member)
        yield from _function_lines(name, function, marks, types_, _as_block if makes_blocks(member) else _as_said)


def _as_said(types_: _Types, hint: Any) -> str:
    return types_.text(hint, is_result=True)


def _as_block(types_: _Types, hint: Any) -> str:
    """Write what a function gives that was made into a context manager, from what it says that it yields."""
    manager: Any = contextlib.AbstractAsyncContextManager
    return types_.text(manager[(*typing.get_args(hint), Any)[0]], is_result=True)


def _as_nothing(_types: _Types, _hint: Any) -> str:
    return "None"


def _as_itself(_types: _Types, _hint: Any) -> str:
    return "typing.Self"


def _function_lines(
    name: str, function: Any, marks: list[str], types_: _Types, result: Callable[[_Types, Any], str] = _as_said
) -> Iterator[str]:
    """Write a function, or each of its overloads; `result` writes what it returns, from what its annotation says."""
    overloads = typing.get_overloads(function)
    for each in overloads or [function]:
        signature, hints = inspect.signature(each), _hints(each)
        parameters: list[Parameter] = []
        for place, parameter in enumerate(signature.parameters.values()):
            is_self = place == 0 and parameter.name in ("self", "cls") and parameter.name not in hints
            text = Parameter.empty if is_self else _Text(types_.text(hints.get(parameter.name, Any)))
            default = Parameter.empty if parameter.default is Parameter.empty else _Text("...")
            parameters.append(parameter.replace(annotation=text, default=default))
        returns = _Text(result(types_, hints.get("return", Any)))
        yield from ["@typing.overload"] if overloads else []
        yield from marks
        yield f"def {name}{signature.replace(parameters=parameters, return_annotation=returns)}: ..."


def _hints(thing: Any) -> dict[str, Any]:
    """Resolve the annotations of a class or a function, also those that only type checkers can see."""
    try:
        return typing.get_type_hints(thing, include_extras=True)
    except NameError:
        module = sys.modules[thing.__module__]
        return typing.get_type_hints(thing, None, _names_for_checkers(module), include_extras=True)


def _names_for_checkers(module: types.ModuleType) -> dict[str, Any]:
    names = dict(vars(module))
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            block = compile(ast.Module(node.body, []), module.__name__, "exec")
            exec(block, names)  # noqa: S102  # the module's own imports, which it leaves to type checkers
    return names


def main(arguments: list[str]) -> int:
    """Print the stub of the class that the one argument names; returns 2, after one line on stderr, if it can't."""
    module, _, path = "".join(arguments).partition(":")
    if len(arguments) != 1 or not module or not path:
        sys.stderr.write(f"{USAGE}\n")
        return 2
    try:
        subject = functools.reduce(getattr, path.split("."), importlib.import_module(module))
        sys.stdout.write(stub_of(typing.cast("type[Any]", subject)))
    except Exception as error:  # noqa: BLE001  # the module may fail in any way while it is imported
        sys.stderr.write(f"error: {type(error).__name__}: {' '.join(str(error).split())}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
