"""What each name is called on the sync side: rules of the user, pairs that the project has, and the known ones."""

from __future__ import annotations

import re
from collections.abc import Mapping

from duotone.analyzer.mirror.records import Rules
from duotone.analyzer.mirror.tables import NAMES, STREAMS

__all__ = ["Names", "without_async"]

_CLASS = re.compile(r"(_*)Async([A-Z]\w*)")
_WORD = re.compile(r"\b[A-Za-z_]\w*\b")


class Names:
    """Renames identifiers, and remembers which rules of the user were of use."""

    def __init__(self, rules: Rules, inferred: Mapping[str, str]) -> None:
        self._explicit = {name: other for name, other in rules.rename.items() if "." not in name}
        self._inferred = {**NAMES, **STREAMS, **inferred}
        self._keep = frozenset(rules.keep)
        self._words = rules.words
        self.used: set[str] = set()

    def __call__(self, name: str) -> str:
        """Return the name on the sync side, which mostly is the same."""
        if name in self._keep:
            self.used.add(name)
            return name
        if name in self._explicit:
            self.used.add(name)
            return self._explicit[name]
        if name in self._inferred:
            return self._inferred[name]
        match = _CLASS.fullmatch(name)
        return "".join(match.groups()) if match else name

    def in_prose(self, text: str) -> str:
        """Rename in a comment or docstring, with the phrases of the user."""
        for word, other in self._words.items():
            if word in text:
                self.used.add(word)
                text = text.replace(word, other)
        return self.in_text(text)

    def in_text(self, text: str) -> str:
        """Rename the words of a text that can only be names: those of the rules, with a capital inside or dunders."""
        return _WORD.sub(lambda match: self(match[0]) if self._is_telling(match[0]) else match[0], text)

    def _is_telling(self, word: str) -> bool:
        return word in self._explicit or bool(_CLASS.fullmatch(word)) or "_" in word or word in NAMES


def without_async(name: str) -> str | None:
    """Return a function's name without the part that says that it is async, or None where it has none."""
    parts = name.split("_")
    rest = [part for part in parts if part != "async"]
    other = "_".join(rest)
    return other if len(rest) < len(parts) and other.isidentifier() else None
