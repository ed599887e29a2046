"""Data that knows where each of its parts was written."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from duotone.runtime.events import Json
from duotone.runtime.workflow.problems import Place, Problems

__all__ = ["Entry", "Node", "Scalar", "data_of", "kind_of", "node_of"]

Scalar: TypeAlias = "bool | int | float | str | None"

_DEEPEST = 50
# A boolean is a number to Python, so it comes first.
_KINDS: Mapping[type, str] = {
    str: "a text",
    bool: "a boolean",
    int: "a number",
    float: "a number",
    list: "a list",
    tuple: "a list",
    Mapping: "a mapping",
}


@dataclass(frozen=True, slots=True)
class Node:
    """One value. `opening` is how far its text begins behind its place, or None if it isn't there as it is."""

    value: Scalar | tuple[Node, ...] | Mapping[str, Entry]
    place: Place
    opening: int | None = None

    def at(self, *path: str | int) -> Node:
        """Return the node at the end of a path, or the last one that is there."""
        node = self
        for part in path:
            inner = node.value
            if isinstance(part, str) and isinstance(inner, Mapping) and part in inner:
                node = inner[part].node
            elif isinstance(part, int) and isinstance(inner, tuple) and part < len(inner):
                node = inner[part]
            else:
                break
        return node

    def place_in(self, offset: int) -> Place:
        """Return the place of a character of this text, or of the whole where it was written otherwise."""
        return self.place if self.opening is None else self.place.after(self.opening + offset)


@dataclass(frozen=True, slots=True)
class Entry:
    """A value of a mapping, and the place of its key."""

    key: Place
    node: Node


def data_of(node: Node) -> Json:
    """Return the plain data of a node."""
    value = node.value
    if isinstance(value, tuple):
        return [data_of(item) for item in value]
    if isinstance(value, Mapping):
        return {key: data_of(entry.node) for key, entry in value.items()}
    return value


def kind_of(value: object) -> str:
    """Return what YAML and JSON call a value of this kind."""
    for kind, said in _KINDS.items():
        if isinstance(value, kind):
            return said
    return "nothing" if value is None else f"a {type(value).__name__}"


def node_of(value: object, problems: Problems, path: str = "", depth: int = 0) -> Node:
    """Return plain data as a node whose places are paths; what JSON can't hold is a problem."""
    place = Place(path=path)
    if depth > _DEEPEST:
        problems.add(place, f"is nested more than {_DEEPEST} deep", "make it flatter")
        return Node(None, place)
    if isinstance(value, Mapping):
        return Node(_entries(cast("Mapping[object, object]", value), problems, path, depth), place)
    if isinstance(value, list | tuple):
        items = cast("Sequence[object]", value)
        return Node(
            tuple(node_of(item, problems, f"{path}[{i}]", depth + 1) for i, item in enumerate(items)),
            place,
        )
    if isinstance(value, float) and not math.isfinite(value):
        problems.add(place, f"{value} is no number that JSON has", "write a finite number")
        return Node(None, place)
    if value is None or isinstance(value, bool | int | float | str):
        return Node(value, place, opening=None)
    problems.add(place, f"is {kind_of(value)}, which a workflow can't keep", "use text, numbers, lists and mappings")
    return Node(None, place)


def _entries(value: Mapping[object, object], problems: Problems, path: str, depth: int) -> dict[str, Entry]:
    entries: dict[str, Entry] = {}
    for key, inner in value.items():
        place = Place(path=f"{path}.{key}")
        if isinstance(key, str):
            entries[key] = Entry(place, node_of(inner, problems, place.path, depth + 1))
        else:
            problems.add(place, f"the key {key!r} is no text", f"write '{key}' in quotes")
    return entries
