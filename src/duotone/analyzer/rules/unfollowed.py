"""Imports that lead to no file, and the definitions of the project that they may mean all the same."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from duotone.analyzer.flow.file import File
from duotone.analyzer.outline import Import
from duotone.analyzer.rules.facts import FunctionFact
from duotone.analyzer.rules.program import Program

__all__ = ["Unfollowed", "imported"]

_KEPT_BY = "DUO201"


def imported(file: File) -> Iterator[str]:
    """What a file imports from modules within packages that neither Python has nor its own."""
    for bindings in file.module.outline.names.values():
        for one in bindings:
            if isinstance(one, Import) and one.name and not one.level and "." in one.module:
                top = one.module.partition(".")[0]
                if not file.module.name.startswith(f"{top}.") and top not in sys.stdlib_module_names:
                    yield f"{one.module}.{one.name}"


class Unfollowed:
    """What is imported from where no file of the project is, by the last two parts of its name.

    So it is with a copy of somebody else's project, whose imports begin at a folder that is put on the path when it
    runs.
    """

    def __init__(self, program: Program) -> None:
        modules = {file.module for file in program.files}
        self._names: dict[str, list[str]] = {}
        for name in {name for file in program.files for name in file.kept[_KEPT_BY]["imports"]}:
            if name.rpartition(".")[0] not in modules and name not in modules:
                self._names.setdefault(_ending(name), []).append(name)

    def may_mean(self, function: FunctionFact) -> str:
        """The import that may mean a function, or its class; an empty text where none does."""
        for one in (function.name, function.name.rpartition(".")[0]):
            for name in self._names.get(_ending(one), ()):
                if one.endswith(f".{name}"):
                    return name
        return ""


def _ending(name: str) -> str:
    return ".".join(name.split(".")[-2:])
