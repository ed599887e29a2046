"""One step of an actor: what is to be done, for whom, and what came of it, context variables included."""

from __future__ import annotations

import asyncio
import contextlib
from _thread import allocate_lock
from collections.abc import Callable
from contextvars import Context, ContextVar, Token, copy_context
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

__all__ = ["Step", "Tokens"]

T = TypeVar("T")

Tokens: TypeAlias = dict[ContextVar[Any], Token[Any]]
"""The variables that were set in a context where they had no value, each with what unsets it there."""

_UNSET: Final = object()


class Step(Generic[T]):
    """One request to an actor, which has a context of its own."""

    __slots__ = (
        "_after",
        "_before",
        "_begun",
        "caller",
        "cancels",
        "error",
        "function",
        "is_answered",
        "is_last",
        "is_next",
        "tell",
        "value",
    )

    def __init__(self, function: Callable[[], Any], *, is_next: bool = True, is_last: bool = False) -> None:
        """Ask for a call of `function`: to get what comes next, or for its own sake, or as the last thing to do."""
        self.function = function
        self.is_next = is_next and not is_last
        self.is_last = is_last
        self.is_answered = False
        self.tell: Callable[[], object] | None = None
        self.cancels = 0
        self.caller: Context | None = None
        self.value: Any = None
        self.error: BaseException | None = None
        self._begun = allocate_lock()
        self._before: Context | None = None
        self._after: Context | None = None

    def claim(self) -> bool:
        """Tell one thread, and only one, that the step has not begun and is its own from now on."""
        return self._begun.acquire(blocking=False)

    @property
    def has_ended(self) -> bool:
        """Whether the function has returned or raised."""
        return self._after is not None

    def perform(self, tokens: Tokens) -> None:
        """Call the function in the current context, which is the actor's."""
        self._begin(tokens)
        try:
            self.value = self.function()
        except BaseException as error:  # noqa: BLE001  # raised again where the caller is
            self.error = error
        self._after = copy_context()

    async def aperform(self, tokens: Tokens) -> None:
        """Call the function and await its result in the current task and context, which are the actor's."""
        self._begin(tokens)
        try:
            self.value = await self.function()
        except BaseException as error:  # noqa: BLE001  # raised again where the caller is
            self.error = error
        self._after = copy_context()

    def _begin(self, tokens: Tokens) -> None:
        if self.caller is not None:
            _follow(self.caller, tokens)
        self._before = copy_context()

    def bring_back(self, tokens: Tokens) -> None:
        """Change in the current context, which is the caller's, what the step has changed in the actor's."""
        if self._after is not None:
            _follow(self._after, tokens, self._before)

    def take_over(self, early: Step[Any]) -> None:
        """Answer with what came early; a step that asked for something else was done, and has an error to add."""
        if self.is_next:
            self.value, self.error = early.value, early.error
            self._before, self._after = early._before, early._after
        elif self.error is None and not isinstance(early.error, asyncio.CancelledError):
            self.error = early.error

    def result(self) -> T:
        """Return or raise what came of the step."""
        try:
            if self.error is not None:
                raise self.error
            return cast("T", self.value)
        finally:
            self.error = None  # the traceback would keep this step, and the step the traceback


def _follow(source: Context, tokens: Tokens, before: Context | None = None) -> None:
    """Set what `source` has that differs, from `before` if given, and unset what was set here and is gone from it."""
    for variable, value in source.items():
        if (variable.get(_UNSET) if before is None else before.get(variable, _UNSET)) is not value:
            token = variable.set(value)
            if token.old_value is Token.MISSING:
                tokens[variable] = token
    for variable in [variable for variable in tokens if variable not in source]:
        with contextlib.suppress(ValueError):  # it was set in the context of a caller who is not here
            variable.reset(tokens.pop(variable))
