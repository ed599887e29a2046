"""Places where something is made that must not get lost, and everything that happens to it afterwards."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Sequence

from duotone.analyzer.link.nodes import Node
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.link.values import Coroutine, Value

__all__ = ["AWAITED", "CALLED", "Hiding", "Site", "Use"]

AWAITED = "awaited"
"""The detail of an attribute that is called, where the result is awaited."""
CALLED = "called"
"""The detail of a call, or of a taker that calls, where the result is neither awaited nor handed on."""


@dataclasses.dataclass(slots=True)
class Use:
    """One thing that happens to a value; `is_sure` when the value can be nothing but what the site made.

    `is_for_function` says that a parameter is annotated to take a function in its place. `takers` are the parameters
    ("function:parameter") that it goes to if the name of a method tells which one is called.
    """

    kind: str
    node: Node
    is_sure: bool = True
    detail: str = ""
    is_for_function: bool = False
    takers: Sequence[str] = ()


@dataclasses.dataclass(slots=True)
class Hiding:
    """A handler that would swallow the failure: where it is, in bytes as the tree counts, and what it says."""

    line: int
    offset: int
    text: str


@dataclasses.dataclass(slots=True, eq=False)
class Site:
    """Where a value was made; it equals nothing but itself.

    `kind` is "coroutine", "stream" (an async generator), "call" (a call of which nothing is known but how others treat
    it), "param" (an untyped parameter), "callable" (one that is annotated as a function), "element" (what is in the
    container of an attribute), "result" (what calling one of these gives) or "attribute" (a coroutine that was kept
    in an attribute, or that another coroutine gave).

    `made` is the coroutine itself, `via` the plain function that was called and returned it, `wrapped` the function of
    which a decorator made what was called, `home` is where the name of a "call" means the same, and `is_of_param` says
    that it begins with an untyped parameter; `param` is the untyped parameter ("function:parameter") that a method is
    asked of. `results` are the sites of what calling a parameter or an element gives, and `beside` is what else the
    names stand for that the value was assigned to. `is_deferred` says that a lambda makes the value, whenever somebody
    calls it. `is_bound` says whether what it is taken from is given to the one function that is called there; None
    where that isn't known.
    """

    kind: str
    node: Node
    callee: FunctionSymbol | None = None
    name: str = ""
    doubt: str = ""
    hiding: Hiding | None = None
    statement: ast.stmt | None = None
    uses: list[Use] = dataclasses.field(default_factory=list[Use])
    bound_to: list[str] = dataclasses.field(default_factory=list[str])
    made: Coroutine | None = None
    via: FunctionSymbol | None = None
    wrapped: FunctionSymbol | None = None
    home: str = ""
    results: list[Site] = dataclasses.field(default_factory=list["Site"])
    beside: list[Value] = dataclasses.field(default_factory=list[Value])
    param: str = ""
    is_contained: bool = False
    is_alternative: bool = False
    is_of_param: bool = False
    is_deferred: bool = False
    is_bound: bool | None = None

    @property
    def is_surely_called(self) -> bool:
        """Whether it is the coroutine of the function that is called there, and of no other."""
        return (
            self.kind == "coroutine" and self.callee is not None and not (self.doubt or self.is_alternative or self.via)
        )
