"""The records of an outline: what a file defines, without its bodies, as rows that survive a trip through JSON.

Expressions and annotations are kept as source text and parsed again by whoever asks, since most are never asked for.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Mapping, Sequence

__all__ = ["Binding", "Class", "Function", "Import", "Outline", "Param", "Scope", "Value", "from_rows", "to_rows"]

_STREAM = re.compile(r"(\w+\.)*Async(Generator|Iterable|Iterator)\b")


class Param(typing.NamedTuple):
    """A parameter; `kind` is one of "/" (positional only), "" (either), "*" (varargs), "k" (keyword only), "**"."""

    name: str
    kind: str
    annotation: str | None
    default: str | None


class Value(typing.NamedTuple):
    """Something bound to a name: by assignment, by `for` or `with`, or declared without a value.

    `how` is one of "=", "for", "async for", "with", "async with", or an index into what is unpacked ("0", "1", …).
    """

    how: str
    annotation: str | None
    source: str | None
    line: int
    method: str = ""


class Import(typing.NamedTuple):
    """A name bound by an import; `name` is empty for a module, and "*" for everything in it."""

    module: str
    name: str
    level: int


class Function(typing.NamedTuple):
    """A function without its body, save what tells the type of its result, and whether it names a True or False.

    `guards` are tests of parameters that must hold for some of the results. `is_declared` says that its annotation is
    believed all the same, but where it is given something else than it says to take.
    """

    name: str
    line: int
    is_async: bool
    is_generator: bool
    is_stub: bool
    decorators: Sequence[str]
    params: Sequence[Param]
    annotation: str | None
    results: Sequence[str]
    bindings: Scope
    type_params: Sequence[tuple[str, str | None]]
    is_switched: bool = False
    guards: Mapping[str, str] | None = None
    is_declared: bool = False

    @property
    def may_be_stream(self) -> bool:
        """Whether it is empty and says that it gives an async iterator, as those do that stand for generators."""
        return self.is_stub and _STREAM.match(self.annotation or "") is not None


class Class(typing.NamedTuple):
    """A class: its own names, and what its methods assign to attributes of the instance."""

    name: str
    line: int
    bases: Sequence[str]
    keywords: Sequence[tuple[str, str]]
    decorators: Sequence[str]
    names: Scope
    attributes: dict[str, list[Value]]
    type_params: Sequence[tuple[str, str | None]]


Binding = Value | Import | Function | Class
Scope = dict[str, list[Binding]]


class Outline(typing.NamedTuple):
    """A module: its names, its star imports in order, the names that it awaits the call of, and what it exports.

    Constants that it sets elsewhere stand among the names that it awaits, each after a dot. A star among the exported
    names stands for those that are put together from others.
    """

    names: Scope
    stars: Sequence[Import]
    awaited: Sequence[str]
    exported: Sequence[str] | None


_TAGS: dict[str, type[Binding]] = {"v": Value, "i": Import, "f": Function, "c": Class}
_LETTERS = {kind: letter for letter, kind in _TAGS.items()}


def to_rows(outline: Outline, *, has_lines: bool = True) -> list[typing.Any]:
    """Give the outline as nested lists for JSON; without lines it is what other files depend on."""
    return [
        _scope_rows(outline.names, has_lines=has_lines),
        outline.stars,
        outline.awaited if has_lines else (),
        outline.exported,
    ]


def _scope_rows(scope: Scope, *, has_lines: bool) -> dict[str, list[object]]:
    return {name: [_row(binding, has_lines=has_lines) for binding in bindings] for name, bindings in scope.items()}


def _row(binding: Binding, *, has_lines: bool) -> list[object]:
    letter = _LETTERS[type(binding)]
    if isinstance(binding, Function):
        line = binding.line if has_lines else 0
        return [
            letter,
            binding.name,
            line,
            *binding[2:9],
            _scope_rows(binding.bindings, has_lines=has_lines),
            binding.type_params,
            *(binding[11:] if binding.is_switched or binding.guards or binding.is_declared else ()),
        ]
    if isinstance(binding, Class):
        line = binding.line if has_lines else 0
        names = _scope_rows(binding.names, has_lines=has_lines)
        attributes = {
            name: values if has_lines else [value._replace(line=0) for value in values]
            for name, values in binding.attributes.items()
        }
        return [letter, binding.name, line, *binding[2:5], names, attributes, binding.type_params]
    if isinstance(binding, Value) and not has_lines:
        binding = binding._replace(line=0)
    return [letter, *binding]


def from_rows(rows: typing.Any) -> Outline:
    """Rebuild an outline from what `to_rows` gave, after JSON."""
    names, stars, awaited, exported = rows
    return Outline(_scope(names), [Import(*star) for star in stars], awaited, exported)


def _scope(rows: dict[str, list[typing.Any]]) -> Scope:
    return {name: [_binding(row) for row in bindings] for name, bindings in rows.items()}


def _binding(row: typing.Any) -> Binding:
    letter, *fields = row
    if letter == "f":
        fields[6] = [Param(*param) for param in fields[6]]
        fields[9] = _scope(fields[9])
    elif letter == "c":
        fields[5] = _scope(fields[5])
        fields[6] = {name: [Value(*value) for value in values] for name, values in fields[6].items()}
    return _TAGS[letter](*fields)
