"""Shims: an override that only calls an inherited one has the color of what the shim calls."""

from __future__ import annotations

import asyncio
import functools
import types
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from duotone.contract.color import color_of
from duotone.contract.shim import shim, shim_of
from duotone.errors import NotCallable
from tests.contract.callables import (
    ASYNC,
    SYNC,
    Surface,
    awaiting,
    native,
)


class Step:
    """What an agent framework offers: a sync step, and an async one that merely covers it."""

    def step(self, count: int = 1) -> int:
        return count

    @shim(of="step")
    async def astep(self, count: int = 1) -> int:
        return await asyncio.to_thread(self.step, count)

    @classmethod
    @shim(of="make")
    async def amake(cls) -> Step:
        return cls()

    async def anative(self) -> None:
        await asyncio.sleep(0)


class Inherits(Step): ...


class Native(Step):
    async def astep(self, count: int = 1) -> int:
        await asyncio.sleep(0)
        return count


class Delegates(Step):
    async def astep(self, count: int = 1) -> int:
        """Say something about it."""
        return await super().astep(count)

    @classmethod
    async def amake(cls) -> Step:
        return await super().amake()

    async def anative(self) -> None:
        return await super().anative()


class DelegatesTwice(Delegates):
    async def astep(self, count: int = 1) -> int:
        result = await super().astep(count)
        return result  # noqa: RET504  a spelling of its own in the bytecode


class DelegatesAnything(Step):
    async def astep(self, *args: Any, **kwargs: Any) -> int:
        return await super().astep(*args, **kwargs)


class DelegatesAllButOne(Step):
    async def astep(self, first: int, *others: Any) -> int:  # type: ignore[override]
        return await super().astep(first, *others)


class DelegatesByKeyword(Step):
    async def astep(self, count: int = 1) -> int:
        return await super().astep(count=count)


class DelegatesChanged(Step):
    async def astep(self, count: int = 1) -> int:
        return await super().astep(-count + 1)


class DelegatesAndDrops(Step):
    async def astep(self, count: int = 1) -> None:  # type: ignore[override]
        await super().astep(count)


class DelegatesToNative(Native):
    async def astep(self, count: int = 1) -> int:
        return await super().astep(count)


class Logs(Step):
    async def astep(self, count: int = 1) -> int:
        print("stepping")  # noqa: T201
        return await super().astep(count)


class Chooses(Step):
    async def astep(self, count: int = 1) -> int:
        if count:
            return await super().astep(count)
        return 0


class Repeats(Step):
    async def astep(self, count: int = 1) -> int:
        await super().astep(count)
        return await super().astep(count)


class HandsOn(Step):
    async def astep(self, following: Any) -> int:  # type: ignore[override]
        return await following(super().astep)  # type: ignore[no-any-return]


class CallsAnother(Step):
    async def astep(self, count: int = 1) -> int:
        return await super().anative()  # type: ignore[func-returns-value, return-value]


class Guards(Step):
    async def astep(self, count: int = 1) -> int:
        try:
            return await super().astep(count)
        except ValueError:
            return 0


SHIMS = [
    *(Step, Inherits, Delegates, DelegatesTwice, DelegatesAndDrops),
    *(DelegatesAnything, DelegatesAllButOne, DelegatesByKeyword, DelegatesChanged),
]
NATIVES = [Native, DelegatesToNative, Logs, Chooses, Repeats, HandsOn, CallsAnother, Guards]


@pytest.mark.parametrize("agent", SHIMS)
def test_O2_an_override_that_only_calls_the_inherited_shim_has_the_shims_color(agent: type[Step]) -> None:
    assert color_of(agent().astep) is SYNC
    assert color_of(agent.astep) is SYNC
    assert shim_of(agent().astep) == shim_of(agent.astep) == "step"


@pytest.mark.parametrize("agent", NATIVES)
def test_O2_an_override_that_does_anything_else_is_native(agent: type[Step]) -> None:
    assert color_of(agent().astep) is ASYNC
    assert color_of(agent.astep) is ASYNC
    assert shim_of(agent().astep) is None


def test_an_async_method_that_nobody_marked_is_native_however_often_it_is_delegated_to() -> None:
    assert color_of(Step().anative) is ASYNC
    assert color_of(Delegates().anative) is ASYNC


def test_a_shim_may_be_a_class_method() -> None:
    assert color_of(Delegates.amake) is SYNC
    assert color_of(Delegates().amake) is SYNC
    assert color_of(vars(Delegates)["amake"]) is SYNC
    assert shim_of(vars(Delegates)["amake"]) == "make"


def test_a_shim_may_be_the_call_of_an_object() -> None:
    class Calls:
        @shim(of="step")
        async def __call__(self) -> None: ...

    class CallsThrough(Calls):
        async def __call__(self) -> None:
            return await super().__call__()

    assert color_of(CallsThrough()) is SYNC


def test_what_super_finds_is_looked_up_from_the_class_of_the_instance() -> None:
    class Between(Step):
        async def astep(self, count: int = 1) -> int:
            await asyncio.sleep(0)
            return count

        @classmethod
        async def amake(cls) -> Step:
            await asyncio.sleep(0)
            return cls()

    class Diamond(Delegates, Between): ...

    assert color_of(Delegates().astep) is SYNC
    assert color_of(Diamond().astep) is ASYNC
    assert color_of(functools.partial(Diamond().astep, 1)) is ASYNC
    assert color_of(Diamond.amake) is ASYNC
    assert color_of(Delegates().astep) is SYNC


def test_an_override_bound_to_a_stranger_is_looked_up_from_its_own_class() -> None:
    assert color_of(types.MethodType(Delegates.astep, object())) is SYNC


def test_an_override_that_is_asked_while_its_class_is_made_gets_its_color_afterwards() -> None:
    early = []

    def registered(method: Callable[..., Any]) -> Callable[..., Any]:
        early.append(color_of(method))
        return method

    class Registers(Step):
        @registered
        async def astep(self, count: int = 1) -> int:
            return await super().astep(count)

    assert early == [ASYNC]
    assert color_of(Registers().astep) is SYNC


def test_an_override_whose_super_has_no_such_method_is_native() -> None:
    class Alone:
        async def astep(self) -> None:
            await super().astep()  # type: ignore[misc]

    assert color_of(Alone().astep) is ASYNC


def test_an_override_that_reaches_itself_is_native() -> None:
    class Circular(Inherits):
        async def astep(self, count: int = 1) -> int:
            return await super().astep(count)

    Inherits.astep = Circular.astep  # type: ignore[assignment, method-assign]
    try:
        assert color_of(Circular().astep) is ASYNC
    finally:
        del Inherits.astep


def test_an_override_whose_class_is_no_class_is_native() -> None:
    method = Delegates.astep
    astray = types.FunctionType(method.__code__, globals(), closure=(types.CellType("no class"),))
    assert color_of(astray) is ASYNC


def test_a_wrapper_does_not_inherit_the_mark_of_the_shim_that_it_wraps() -> None:
    assert color_of(awaiting(Step.astep)) is ASYNC
    assert shim_of(awaiting(Step.astep)) is None


def test_a_sync_function_may_be_a_shim_too() -> None:
    @shim(of="step")
    def astep() -> Awaitable[int]:
        return native()

    assert color_of(astep) is SYNC


def test_a_shim_is_seen_although_its_color_was_asked_before_it_was_marked() -> None:
    async def astep() -> None: ...

    assert color_of(astep) is ASYNC
    shim(of="step")(astep)
    assert color_of(astep) is SYNC


def test_a_shim_must_be_a_function() -> None:
    with pytest.raises(NotCallable):
        shim(of="step")(vars(Surface)["of_class"])


def test_a_shim_works_as_before() -> None:
    assert asyncio.run(DelegatesTwice().astep(3)) == 3
