"""`scope` binds values of the type that the variable has."""

from __future__ import annotations

from contextvars import ContextVar

from duotone import scope


def a_scope_takes_what_fits_the_variable(user: ContextVar[str], tenant: ContextVar[int | None]) -> None:
    with scope(user, "ada"):
        pass
    with scope(tenant, None):
        pass
    with scope({user: "ada", tenant: 7}):
        pass


async def a_scope_has_both_colors(user: ContextVar[str]) -> None:
    async with scope(user, "ada"), scope({user: "eve"}):
        pass


def a_scope_refuses_what_does_not_fit(user: ContextVar[str]) -> None:
    scope(user, 3)  # type: ignore[misc]  # pyright: ignore[reportArgumentType]
    scope(user)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
    scope("user", "ada")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
    scope({"user": "ada"})  # type: ignore[dict-item]  # pyright: ignore[reportArgumentType]
    scope(user, "ada", tenant=7)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
