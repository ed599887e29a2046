"""The three axes of the matrix, and the cells that they span."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

CONTEXTS = (
    "no_loop",
    "running_loop",
    "worker_thread",
    "nested_three_deep",
    "uvloop",
    "fastapi-async_handler",
    "fastapi-sync_handler",
    "jupyter",
)
CALLABLES = ("function", "partial", "bound_method", "callable_object", "decorated", "generator", "coroutine")
OUTCOMES = ("value", "exception", "context_in", "context_back", "timeout", "cancellation", "ctrl_c")


@dataclass(frozen=True)
class Cell:
    """One combination: where a call is made, what is called, and how it ends."""

    context: str
    callable: str
    outcome: str

    def __str__(self) -> str:
        return f"{self.context}-{self.callable}-{self.outcome}"


CELLS = tuple(Cell(*axes) for axes in product(CONTEXTS, CALLABLES, OUTCOMES))
