"""Templates: data in which texts hold `${{ expressions }}`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from duotone.runtime.events import Json
from duotone.runtime.workflow.expressions import Reference, Scope, compiled, references
from duotone.runtime.workflow.nodes import Node

__all__ = ["Spot", "evaluate", "filled", "spots"]

# Texts of an expression may hold braces, so they are passed over as a whole.
_TEMPLATE = re.compile(r"""\$\{\{((?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[^'"])*?)\}\}""")


@dataclass(frozen=True, slots=True)
class Spot:
    """One expression of a template, and where it stands."""

    text: str
    node: Node
    offset: int
    is_open: bool = False
    """Whether its `${{` is never closed."""


def spots(node: Node) -> Iterator[Spot]:
    """Yield every expression in the texts of a node."""
    value = node.value
    if isinstance(value, str):
        end = 0
        for found in _TEMPLATE.finditer(value):
            yield Spot(found[1], node, found.start(1))
            end = found.end()
        if (start := value.find("${{", end)) >= 0:
            yield Spot(value[start:], node, start, is_open=True)
    elif isinstance(value, tuple):
        for item in value:
            yield from spots(item)
    elif isinstance(value, Mapping):
        for entry in value.values():
            yield from spots(entry.node)


def filled(data: Json, scope: Scope) -> Json:
    """Return data with its templates filled in: one that is the whole text gives its value, others become text.

    Raises `BadExpression` where an expression has no value.
    """
    if isinstance(data, str):
        return _text(data, scope) if "${{" in data else data
    if isinstance(data, Mapping):
        return {key: filled(value, scope) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [filled(value, scope) for value in data]
    return data


def _text(text: str, scope: Scope) -> Json:
    whole = text.strip()
    first = _TEMPLATE.match(whole)
    if first and first.end() == len(whole):
        return evaluate(first[1], scope)
    return _TEMPLATE.sub(lambda found: _shown(evaluate(found[1], scope)), text)


def _shown(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def evaluate(text: str, scope: Scope) -> Json:
    """Return the value of an expression; a bare path gives the very value that is there, unconverted."""
    value: Json = scope
    for name in _bare_path(text):
        if not isinstance(value, Mapping) or name not in value:
            break
        value = value[name]
    else:
        if value is not scope:
            return value
    return compiled(text)(scope)


def _bare_path(text: str) -> tuple[str, ...]:
    """Return the path that an expression is, or nothing where it is more than that."""
    match references(text):
        case (Reference(path=path),) if text.strip() == ".".join(path):
            return path
        case _:
            return ()
