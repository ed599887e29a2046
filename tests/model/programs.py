"""The programs: trees of verbs, each to be executed as a sync function or as a coroutine function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, TypeAlias, TypeVar

from hypothesis import strategies as st

__all__ = ["Limit", "Node", "Start", "large_starts", "starts"]

T = TypeVar("T")

Limit: TypeAlias = Literal["none", "ample", "short"]
"""The timeout of a crossing: none, one that never passes, or one that passes or not, as chance will have it."""

Pick: TypeAlias = Callable[[Sequence[Any]], Any]
"""Chooses one of several things: hypothesis, or a random generator."""


@dataclass(frozen=True, slots=True)
class Node:
    """One verb, what it is applied to, and how."""

    verb: str
    is_async: bool
    children: tuple[Node, ...] = ()
    limit: Limit = "none"
    choice: int = 0

    def __repr__(self) -> str:
        """Return the verb with what is not as usual, so that a whole tree can be read."""
        how = "".join(f" {extra}" for extra in (self.limit if self.limit != "none" else "", self.choice or "") if extra)
        inner = ", ".join(map(repr, self.children))
        return f"{'a.' if self.is_async else 's.'}{self.verb}{how}({inner})"

    def _repr_pretty_(self, printer: Any, _is_cycle: bool) -> None:  # noqa: FBT001  # what hypothesis prints with
        printer.text(repr(self))


@dataclass(frozen=True, slots=True)
class Start:
    """A program and where it starts: on a thread of its own, or as the main task of a loop on such a thread."""

    program: Node
    has_eager_tasks: bool = False


LEAVES = ("note", "set", "set", "pause", "pause", "pause", "pause", "fail")
ASYNC_LEAVES = (*LEAVES, "pause", "pause", "cancel_itself", "stubborn")
SYNC_VERBS = (
    "sequence", "sequence", "attempt", "attempt", "run", "run", "run", "run", "run_awaitable", "run_awaitable", "scope",
    "lock", "shared_lock", "portal",
)  # fmt: skip
ASYNC_VERBS = (
    "sequence", "sequence", "attempt", "attempt", "inline", "inline", "inline", "call", "call", "offload", "offload",
    "gather", "gather", "scope", "lock", "shared_lock", "cancelled", "spawn", "within",
)  # fmt: skip

_LIMITS: tuple[Limit, ...] = ("none", "none", "none", "ample", "short")
_LIMITED = {"run", "run_awaitable", "call", "offload", "portal", "lock", "shared_lock"}
_CHOICES = {"offload": 5, "run": 5, "call": 5, "spawn": 3, "cancelled": 3, "within": 3, "lock": 2, "shared_lock": 2,
            "pause": 3, "fail": 3, "set": 2}  # fmt: skip
_COUNTS = {"sequence": (1, 2, 3, 4), "gather": (1, 2, 3)}

# Which color the child of a verb has; where none is named, it has the color of the verb itself.
_COLORS = {"inline": (False,), "run_awaitable": (True,), "run": (True, True, False), "portal": (True, False)}
_COLORS |= {"call": (False, False, True), "offload": (False, False, True)}


def _program(pick: Pick, *, is_async: bool, depth: int) -> Node:
    """Choose a tree that is at most so deep."""
    if depth == 0 or pick(range(8)) == 0:
        return _node(pick, pick(ASYNC_LEAVES if is_async else LEAVES), (), is_async=is_async)
    verb = pick(ASYNC_VERBS if is_async else SYNC_VERBS)
    count = pick(_COUNTS.get(verb, (1,)))
    colors = _COLORS.get(verb, (is_async,))
    # What others want is kept for moments only: a thread that leads the shared loop may be caught in a step of theirs.
    below = 0 if verb == "shared_lock" else depth - 1
    children = tuple(_program(pick, is_async=pick(colors), depth=below) for _ in range(count))
    return _node(pick, verb, children, is_async=is_async)


def _node(pick: Pick, verb: str, children: tuple[Node, ...], *, is_async: bool) -> Node:
    limit: Limit = pick(_LIMITS) if verb in _LIMITED else "none"
    return Node(verb, is_async, children, limit, pick(range(_CHOICES.get(verb, 1))))


@st.composite
def _starts(draw: st.DrawFn, depth: int) -> Start:
    def pick(options: Sequence[T]) -> T:
        return options[0] if len(options) == 1 else draw(st.sampled_from(options))

    return Start(_program(pick, is_async=pick((False, True)), depth=depth), pick((False, True)))


def starts(depth: int) -> st.SearchStrategy[list[Start]]:
    """Return lists of up to three programs that are started at the same time."""
    return st.lists(_starts(depth), min_size=1, max_size=3)


def large_starts(seed: int, count: int, depth: int) -> list[Start]:
    """Return so many programs, larger than hypothesis makes them, that are the same for the same seed."""
    pick = Random(seed).choice  # noqa: S311  # reproducible, not secret
    colors = (False, False, False, True, True)
    return [Start(_program(pick, is_async=pick(colors), depth=depth), pick((False, True))) for _ in range(count)]
