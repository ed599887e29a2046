"""Classes that are there to be subclassed: their methods have the color that overrides elsewhere may need."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence

from duotone.analyzer.flow.file import File
from duotone.analyzer.outline import Import
from duotone.analyzer.rules.facts import FunctionFact
from duotone.analyzer.rules.program import Program

__all__ = ["Extending", "offered"]

_KEPT_BY = "DUO201"


def offered(file: File) -> Iterator[str]:
    """The names that a module exports, or a package imports for those who import it."""
    outline = file.module.outline
    if outline.exported is not None:
        yield from outline.exported
    elif file.module.is_package:
        for name, bindings in outline.names.items():
            if not name.startswith("_") and any(isinstance(one, Import) for one in bindings):
                yield name


class Extending:
    """Which methods others may override, since the project does so with others of the same class."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def beside(self, function: FunctionFact) -> str:
        """An override of another async method of a public class, where that class alone awaits this one."""
        owner, _, name = function.name.rpartition(".")
        if "method" not in function.marks or name.startswith("_"):
            return ""
        is_offered = self._is_offered(owner)
        if not is_offered and any(part.startswith("_") for part in owner.split(".")):
            return ""
        callers = [one.name for one, _ in self._program.callers(function.name) if not self._program.is_test(one.name)]
        if not callers or any(one.rpartition(".")[0] != owner for one in callers):
            return ""
        return (self._overriding if is_offered else self._waiting).get(owner, "")

    def _is_offered(self, owner: str) -> bool:
        """Tell whether a module that a class is in, or a package around it, has the class for others."""
        home, _, name = owner.rpartition(".")
        parts = home.split(".")
        homes = (".".join(parts[:count]) for count in range(1, len(parts) + 1))
        return not name.startswith("_") and any((one, name) in self._names for one in homes)

    @functools.cached_property
    def _names(self) -> frozenset[tuple[str, str]]:
        return frozenset((file.module, name) for file in self._program.files for name in file.kept[_KEPT_BY]["offered"])

    @functools.cached_property
    def _overriding(self) -> Mapping[str, str]:
        """For each class, an async method that overrides one of it and is no test's."""
        return {base.rpartition(".")[0]: name for base, name in self._overrides}

    @functools.cached_property
    def _waiting(self) -> Mapping[str, str]:
        """Those of them that suspend, where what they override doesn't: it is async for their sake."""
        marks = self._program.marks
        pairs = [(base, name) for base, name in self._overrides if "suspends" in marks(name)]
        return {base.rpartition(".")[0]: name for base, name in pairs if "suspends" not in marks(base)}

    @functools.cached_property
    def _overrides(self) -> Sequence[tuple[str, str]]:
        """The async methods that async ones override, but for those of tests, with these."""
        return [
            (base, function.name)
            for function in self._program.functions.values()
            if "async" in function.marks and not self._program.is_test(function.name)
            for base in function.overrides
            if "async" in self._program.marks(base)
        ]
