"""What a rule is: a module whose docstring is its page, with its code, its name, and what it looks at."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import types
from collections.abc import Callable, Sequence
from typing import Any

from duotone.analyzer.findings import Severity

__all__ = ["Rule"]


@dataclasses.dataclass(frozen=True)
class Rule:
    """One rule: its code and name, how bad its fault is, its page, and the hooks that its module has.

    A module may define `on_verdict(rule, verdict, writer)`, `on_observation(rule, observation, writer)` with the kinds
    that it `OBSERVES`, `on_function(rule, ran, writer)`, `on_file(rule, file, writer)`, `collect(file, writer)` for
    facts that survive JSON, and `on_program(rule, program)`, which sees these facts of all files.
    """

    code: str
    name: str
    severity: Severity
    module: types.ModuleType

    @property
    def doc(self) -> str:
        """The whole page."""
        return inspect.cleandoc(self.module.__doc__ or "")

    @property
    def summary(self) -> str:
        """The first line of the page."""
        return self.doc.partition("\n")[0]

    @functools.cached_property
    def observes(self) -> Sequence[str]:
        """The kinds of observations that it wants."""
        return getattr(self.module, "OBSERVES", ())

    def hook(self, name: str) -> Callable[..., Any] | None:
        """A function of its module, or None where it has no such hook."""
        return getattr(self.module, name, None)
