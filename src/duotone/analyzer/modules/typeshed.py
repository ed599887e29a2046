"""The standard library's stubs, as bundled with typeshed_client, and which Python has which module."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from duotone.errors import MissingExtra

__all__ = ["Version", "Versions", "directory"]

Version = tuple[int, int]

_ALWAYS: tuple[Version, Version] = ((0, 0), (99, 99))


def directory() -> Path:
    """Return the directory of the stubs; raises `MissingExtra` without the ``check`` extra."""
    spec = importlib.util.find_spec("typeshed_client")
    if spec is None or spec.origin is None:
        feature = "the analyzer"
        raise MissingExtra(feature, extra="check")
    return Path(spec.origin).with_name("typeshed")


class Versions:
    """The table of modules and the Pythons that have them, for one Python."""

    def __init__(self, stubs: Path, version: Version) -> None:
        self._ranges = dict(_read(stubs / "VERSIONS"))
        self._version = version

    def has_top(self, name: str) -> bool:
        """Whether the standard library has a top-level module `name`."""
        return name in self._ranges and self._is_within(self._ranges[name])

    def has(self, name: str) -> bool:
        """Whether the standard library has `name`, by its versions: a part may be younger than the whole."""
        while name:
            if not self._is_within(self._ranges.get(name, _ALWAYS)):
                return False
            name = name.rpartition(".")[0]
        return True

    def _is_within(self, bounds: tuple[Version, Version]) -> bool:
        first, last = bounds
        return first <= self._version <= last


def _read(path: Path) -> list[tuple[str, tuple[Version, Version]]]:
    found: list[tuple[str, tuple[Version, Version]]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        name, colon, span = line.partition("#")[0].partition(":")
        if colon:
            first, _, last = span.strip().partition("-")
            found.append((name.strip(), (_version(first), _version(last) if last else _ALWAYS[1])))
    return found


def _version(text: str) -> Version:
    major, _, minor = text.strip().partition(".")
    return int(major), int(minor)
