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
    """What a file imports from modules that neither Python has nor its own package."""
    for bindings in file.module.outline.names.values():
        for one in bindings:
            if isinstance(one, Import) and one.name and not one.level:
                top = one.module.partition(".")[0]
                if not file.module.name.startswith(f"{top}.") and top not in sys.stdlib_module_names:
                    yield f"{one.module}.{one.name}"


class Unfollowed:
    """What is imported from where no file of the project is, by the last two parts of its name.

    So it is with a copy of somebody else's project, whose imports begin at a folder that is put on the path when it
    runs, and with a script, which has its own folder there: what it imports by a single name is beside it or above.
    """

    def __init__(self, program: Program) -> None:
        modules = {file.module for file in program.files}
        self._names: dict[str, list[str]] = {}
        self._beside: dict[str, str] = {}
        for file in program.files:
            for name in file.kept[_KEPT_BY]["imports"]:
                module = name.rpartition(".")[0]
                if module in modules or name in modules:
                    continue
                if "." in module:
                    self._names.setdefault(_ending(name), []).append(name)
                else:
                    self._beside.update(
                        (f"{folder}.{name}", name)
                        for folder in _above(file.module)
                        if f"{folder}.{module}" in modules and f"{folder}.{module}" != file.module
                    )

    def may_mean(self, function: FunctionFact) -> str:
        """The import that may mean a function, or its class; an empty text where none does."""
        for one in (function.name, function.name.rpartition(".")[0]):
            for name in self._names.get(_ending(one), ()):
                if one.endswith(f".{name}"):
                    return name
        around = (function.name, *_above(function.name)) if self._beside else ()
        return next((self._beside[one] for one in around if one in self._beside), "")


def _above(name: str) -> Iterator[str]:
    """The packages that a name is in, the nearest first."""
    while name := name.rpartition(".")[0]:
        yield name


def _ending(name: str) -> str:
    return ".".join(name.split(".")[-2:])
