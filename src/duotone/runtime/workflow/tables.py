"""Reading a mapping key by key: each value of its type or a problem, and every key that nobody asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from duotone.runtime.events import Json
from duotone.runtime.workflow.nodes import Entry, Node, data_of, kind_of
from duotone.runtime.workflow.problems import Place, Problems, suggestion

__all__ = ["Table", "better_name", "is_name"]

# What can't follow a dot in an expression.
_RESERVED = frozenset({"false", "in", "null", "true"})

_SHORTEST = 1e-6
_LONGEST = 1e9
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_Choice = TypeVar("_Choice", bound=StrEnum)


def is_name(text: str) -> bool:
    """Tell whether expressions can name this after a dot."""
    return bool(_NAME.fullmatch(text)) and text not in _RESERVED


class Table:
    """A mapping that is being read; `what` is how messages speak of it."""

    def __init__(self, node: Node, what: str, problems: Problems) -> None:
        self.place = node.place
        self.problems = problems
        self._what = what
        self._asked: set[str] = set()
        self._entries: Mapping[str, Entry] = {}
        self.is_mapping = isinstance(node.value, Mapping)
        if isinstance(node.value, Mapping):
            self._entries = node.value
        else:
            problems.add(node.place, f"{what} is {kind_of(data_of(node))}", "write a mapping of 'key: value' lines")

    def node(self, key: str) -> Node | None:
        """Return what is under a key, if it is there and says something."""
        self._asked.add(key)
        entry = self._entries.get(key)
        return None if entry is None or entry.node.value is None else entry.node

    def has(self, key: str) -> bool:
        """Tell whether the key is there, whatever it says."""
        self._asked.add(key)
        return key in self._entries

    def key_place(self, key: str) -> Place:
        """Return where a key stands, or the whole where it is missing."""
        return self._entries[key].key if key in self._entries else self.place

    def keys(self) -> list[str]:
        """Return every key, as it is in the file."""
        return list(self._entries)

    def finish(self) -> None:
        """Report each key that nobody asked for."""
        for key, entry in self._entries.items():
            if key not in self._asked:
                keys = sorted(self._asked)
                remedy = suggestion(key, keys, f"its keys are {', '.join(keys)}")
                self.problems.add(entry.key, f"{self._what} has no key {key!r}", remedy)

    def refuse(self, key: str, node: Node, wanted: str) -> None:
        """Report a value of the wrong type."""
        self.problems.add(node.place, f"{key!r} is {_quoted(data_of(node))}", f"write {wanted}")

    def data(self, key: str) -> Json:
        """Return any value."""
        node = self.node(key)
        return None if node is None else data_of(node)

    def text(self, key: str, wanted: str = "a text") -> str | None:
        """Return a text that isn't empty."""
        node = self.node(key)
        if node is None:
            return None
        if isinstance(node.value, str) and node.value.strip():
            return node.value
        self.refuse(key, node, wanted)
        return None

    def flag(self, key: str) -> bool | None:
        """Return true or false."""
        node = self.node(key)
        if node is None or isinstance(node.value, bool):
            return None if node is None else bool(node.value)
        self.refuse(key, node, "true or false")
        return None

    def number(self, key: str, low: float, high: float, wanted: str, otherwise: float) -> float:
        """Return a number between two others."""
        node = self.node(key)
        if node is None:
            return otherwise
        value = node.value
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        self.refuse(key, node, wanted)
        return otherwise

    def seconds(self, key: str) -> float | None:
        """Return a time that lies ahead."""
        wanted = "a number of seconds above 0, such as 1.5"
        return None if self.node(key) is None else self.number(key, _SHORTEST, _LONGEST, wanted, _SHORTEST)

    def count(self, key: str) -> int | None:
        """Return a whole number from 1 up."""
        node = self.node(key)
        if node is None:
            return None
        if isinstance(node.value, int) and not isinstance(node.value, bool) and node.value >= 1:
            return node.value
        self.refuse(key, node, "a whole number from 1 up")
        return None

    def choice(self, key: str, kind: type[_Choice], otherwise: _Choice) -> _Choice:
        """Return one of the words of an enumeration."""
        node = self.node(key)
        if node is None:
            return otherwise
        words = [word.value for word in kind]
        if node.value in words:
            return kind(node.value)
        self.problems.add(node.place, f"unknown {key} {_quoted(data_of(node))}", suggestion(str(node.value), words))
        return otherwise

    def names(self, key: str) -> tuple[str, ...]:
        """Return texts: a list of them, or one alone."""
        node = self.node(key)
        if node is None:
            return ()
        items = node.value if isinstance(node.value, tuple) else (node,)
        return tuple(_texts(key, items, self))

    def members(self, key: str) -> Mapping[str, Entry]:
        """Return the entries of a mapping whose keys expressions can name."""
        node = self.node(key)
        if node is None:
            return {}
        if not isinstance(node.value, Mapping):
            self.refuse(key, node, "a mapping of names to values")
            return {}
        for name, entry in node.value.items():
            if not is_name(name):
                self.problems.add(entry.key, f"{name!r} can't be used in expressions", better_name(name))
        return node.value


def _texts(key: str, items: Iterable[Node], table: Table) -> Iterable[str]:
    for item in items:
        if isinstance(item.value, str) and item.value:
            yield item.value
        else:
            table.refuse(key, item, "a name, or a list of names")


def better_name(name: str) -> str:
    """Return the remedy for a name that expressions can't use."""
    plain = re.sub(r"\W", "_", name, flags=re.ASCII)
    plain = f"{plain}_" if plain in _RESERVED else plain
    plain = plain if is_name(plain) else f"_{plain}"
    return f"write {plain!r}"


def _quoted(value: Json) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, int | float | str) else kind_of(value)
