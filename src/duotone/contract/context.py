"""Context variables across a crossing: copied in, changes brought back, scopes restored exactly."""

from __future__ import annotations

from contextvars import Context, ContextVar, Token
from typing import TYPE_CHECKING, Any, Final, TypeVar, overload

from duotone.contract.waits import FRAME
from duotone.errors import ScopeLeftElsewhere

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["bring_back", "scope"]

T = TypeVar("T")

_UNSET: Final = object()


def bring_back(context: Context, before: Context | None = None) -> None:
    """Set in the current context whatever `context` has that differs.

    With `before`, the copy that the work started from, a variable comes back only if the work itself
    changed it, so that what the caller set in the meantime stays.
    """
    for variable, value in context.items():
        if variable is FRAME:
            continue
        known = variable.get(_UNSET) if before is None else before.get(variable, _UNSET)
        if known is not value:
            variable.set(value)


class scope:  # noqa: N801  # reads as a verb at the call site, like contextlib.suppress
    """Bind context variables for a block of either color, and restore exactly what was there.

    ``with scope(user, "ada"): ...`` binds one variable, ``async with scope({user: "ada", tenant: 7}): ...``
    several. A variable that had no value has none again afterwards. The binding is seen by everything that
    is called inside, on whichever thread or loop it runs.

    Raises `ScopeLeftElsewhere` when it is left in another context than the one it was entered in, since
    nothing could be restored there.
    """

    __slots__ = ("_bindings", "_tokens")

    @overload
    def __init__(self, variable: ContextVar[T], value: T, /) -> None: ...
    @overload
    def __init__(self, bindings: Mapping[ContextVar[Any], Any], /) -> None: ...
    def __init__(self, target: Any, value: Any = _UNSET, /) -> None:
        """Remember what to bind; nothing is bound before the block is entered."""
        self._bindings: dict[ContextVar[Any], Any] = {target: value} if value is not _UNSET else dict(target)
        self._tokens: list[list[Token[Any]]] = []

    def __enter__(self) -> None:
        """Bind the variables in the current context."""
        self._tokens.append([variable.set(value) for variable, value in self._bindings.items()])

    def __exit__(self, *exc_info: object) -> None:
        """Put back what each variable had when the block was entered."""
        for token in reversed(self._tokens.pop()):
            try:
                token.var.reset(token)
            except ValueError as error:
                message = (
                    f"the scope of {token.var.name!r} was entered in one context and left in another; "
                    f"enter and leave it in the same function, on the same side of every crossing"
                )
                raise ScopeLeftElsewhere(message) from error

    async def __aenter__(self) -> None:
        """Bind the variables in the current context, which is the task's own."""
        self.__enter__()

    async def __aexit__(self, *exc_info: object) -> None:
        """Put back what each variable had when the block was entered."""
        self.__exit__()
