"""What a docstring says of a function and of each of its parameters, in any of the three usual styles."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

__all__ = ["Doc", "doc_of"]

_PARAMETERS = {"args", "arguments", "parameters", "params"}
_OTHERS = {
    "returns",
    "return",
    "raises",
    "yields",
    "yield",
    "example",
    "examples",
    "note",
    "notes",
    "see also",
    "warns",
}

_FIELD = re.compile(r":(?:param|parameter|arg|argument)\s+(?:[^:]*\s)?\*{0,2}(\w+)\s*:\s*(.*)")
_OTHER_FIELD = re.compile(r":(?:\w+)(?:\s[^:]*)?:")
_GOOGLE = re.compile(r"\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)")
_NUMPY = re.compile(r"\*{0,2}(\w+)\s*(?::\s*.*)?$")


class Doc(NamedTuple):
    """A docstring, taken apart."""

    description: str
    parameters: Mapping[str, str]


def doc_of(function: Callable[..., Any]) -> Doc:
    """Return what the docstring of a function says, empty where it has none."""
    lines = (inspect.getdoc(function) or "").splitlines()
    reader = _Reader()
    for number, line in enumerate(lines):
        following = lines[number + 1].strip() if number + 1 < len(lines) else ""
        reader.read(line, following)
    parameters = {name: " ".join(words).strip() for name, words in reader.parameters.items()}
    return Doc("\n".join(reader.description).strip(), {name: text for name, text in parameters.items() if text})


class _Reader:
    """Reads line by line, and knows in which section it is."""

    def __init__(self) -> None:
        self.description: list[str] = []
        self.parameters: dict[str, list[str]] = {}
        self._section = "description"
        self._style = _GOOGLE
        self._depth: int | None = None
        self._name = ""

    def read(self, line: str, following: str) -> None:
        """Take in a line; the one after it tells whether this is a title of numpy's style."""
        text = line.strip()
        if self._is_title(text, following) or set(text) == {"-"} or self._is_field(text):
            return
        if self._section == "description":
            self.description.append(line.rstrip())
        elif self._section == "parameters" and text:
            self._parameter(text, len(line) - len(line.lstrip()))
        elif self._section == "field":
            if text:
                self.parameters[self._name].append(text)
            else:
                self._section = "description"

    def _is_title(self, text: str, following: str) -> bool:
        is_underlined = len(following) > 2 and set(following) == {"-"}  # noqa: PLR2004  # as numpy does it
        word = text.removesuffix(":").lower()
        if not (is_underlined or text.endswith(":")) or word not in _PARAMETERS | _OTHERS:
            return False
        self._section = "parameters" if word in _PARAMETERS else "other"
        self._style = _NUMPY if is_underlined else _GOOGLE
        self._depth = None
        return True

    def _is_field(self, text: str) -> bool:
        if match := _FIELD.match(text):
            self._section, self._name = "field", match[1]
            self.parameters[match[1]] = [match[2]]
            return True
        if _OTHER_FIELD.match(text):
            self._section = "other"
            return True
        return False

    def _parameter(self, text: str, depth: int) -> None:
        if self._depth is None:
            self._depth = depth
        match = self._style.match(text) if depth <= self._depth else None
        if match is not None:
            self._name = match[1]
            self.parameters[self._name] = [match[2]] if self._style is _GOOGLE else []
        elif self._name in self.parameters:
            self.parameters[self._name].append(text)
