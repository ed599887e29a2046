"""Context across crossings, and scopes that restore exactly."""

from __future__ import annotations

import asyncio
import contextvars
from contextvars import ContextVar
from typing import Any

import pytest

from duotone import call, offload, run, scope
from duotone.contract.context import bring_back
from duotone.errors import ScopeLeftElsewhere

user: ContextVar[str] = ContextVar("user")
tenant: ContextVar[int] = ContextVar("tenant", default=0)


def alone(function: Any) -> Any:
    """Run a test in a context of its own, so that nothing of it stays."""
    return contextvars.copy_context().run(function)


def test_a_scope_binds_and_restores_a_value() -> None:
    user.set("outer")
    with scope(user, "inner"):
        assert user.get() == "inner"
    assert user.get() == "outer"


def test_a_variable_that_had_no_value_has_none_again() -> None:
    fresh: ContextVar[int] = ContextVar("fresh")
    with scope(fresh, 1):
        assert fresh.get() == 1
    assert fresh.get(None) is None


def test_a_scope_binds_several_variables() -> None:
    with scope({user: "ada", tenant: 7}):
        assert (user.get(), tenant.get()) == ("ada", 7)
    assert tenant.get() == 0


def test_a_scope_may_bind_none() -> None:
    maybe: ContextVar[int | None] = ContextVar("maybe", default=1)
    with scope(maybe, None):
        assert maybe.get() is None


def test_a_scope_can_be_entered_again_inside_itself() -> None:
    twice = scope(tenant, 3)
    with twice:
        tenant.set(4)
        with twice:
            assert tenant.get() == 3
        assert tenant.get() == 4
    assert tenant.get() == 0


def test_a_scope_restores_when_its_body_fails() -> None:
    with pytest.raises(LookupError), scope(tenant, 3):
        raise LookupError
    assert tenant.get() == 0


async def read_everywhere() -> tuple[int, int, int]:
    async with scope(tenant, 5):
        return tenant.get(), await call(tenant.get), await offload(tenant.get)


def test_a_scope_of_an_async_function_is_seen_on_workers() -> None:
    assert asyncio.run(read_everywhere()) == (5, 5, 5)


def test_a_change_inside_a_crossing_comes_back_and_the_scope_still_restores() -> None:
    async def change() -> None:
        tenant.set(9)

    with scope(tenant, 1):
        run(change)
        assert tenant.get() == 9
    assert tenant.get() == 0


def test_leaving_a_scope_in_another_context_is_refused() -> None:
    entered = scope(tenant, 3)
    entered.__enter__()
    with pytest.raises(ScopeLeftElsewhere, match="tenant"):
        contextvars.copy_context().run(entered.__exit__)


def test_only_what_the_work_changed_comes_back() -> None:
    def body() -> None:
        tenant.set(1)
        before = contextvars.copy_context()
        work = before.copy()
        work.run(user.set, "work")
        tenant.set(2)
        bring_back(work, before)
        assert (user.get(), tenant.get()) == ("work", 2)

    alone(body)


def test_equal_values_that_are_other_objects_come_back() -> None:
    def body() -> None:
        items: ContextVar[list[int]] = ContextVar("items")
        items.set([])
        other: list[int] = []

        async def change() -> None:
            items.set(other)

        run(change)
        assert items.get() is other

    alone(body)


def test_an_error_does_not_keep_changes_from_coming_back() -> None:
    async def change() -> None:
        tenant.set(6)
        raise LookupError

    def body() -> None:
        with pytest.raises(LookupError):
            run(change)
        assert tenant.get() == 6

    alone(body)
