"""The color of objects that lie, raise or run in circles; it is decided once, and keeps nothing alive."""

from __future__ import annotations

import functools
import gc
import types
import weakref
from collections.abc import Callable
from unittest import mock

import pytest

from duotone.contract.color import Color, color_of, is_awaitable
from duotone.contract.shim import shim, shim_of
from tests.contract.callables import (
    ASYNC,
    EITHER,
    SYNC,
    AnswersEverything,
    awaiting,
    hiding,
    native,
    plain,
)
from tests.labels import label


class RaisesAlways:
    def __getattribute__(self, name: str) -> object:
        raise RuntimeError(name)

    async def __call__(self) -> None: ...


class RaisesWhenUnwrapped:
    @property
    def __wrapped__(self) -> object:
        raise RuntimeError

    def __call__(self) -> None: ...


class LiesAboutItsClass:
    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return types.FunctionType

    async def __call__(self) -> None: ...


class Unhashable:
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    async def __call__(self) -> None: ...


class WithoutWeakReferences:
    __slots__ = ()

    async def __call__(self) -> None: ...


class HostileMetaclass(type):
    def __getattribute__(cls, name: str) -> object:
        raise RuntimeError(name)


class WithHostileMetaclass(metaclass=HostileMetaclass): ...


class Proxy:
    """Stands for another callable, as the proxies of web frameworks do."""

    def __init__(self, target: Callable[..., object]) -> None:
        self._target = target

    @property
    def __wrapped__(self) -> object:
        return self._target

    def __call__(self, *args: object) -> object:
        return self._target(*args)


@pytest.mark.parametrize(
    ("make", "color"),
    [
        (AnswersEverything, SYNC),
        (RaisesAlways, ASYNC),
        (RaisesWhenUnwrapped, SYNC),
        (LiesAboutItsClass, ASYNC),
        (Unhashable, ASYNC),
        (WithoutWeakReferences, ASYNC),
        (functools.partial(Proxy, native), EITHER),
        (functools.partial(Proxy, plain), SYNC),
        (functools.partial(weakref.proxy, native), EITHER),
    ],
    ids=label,
)
def test_hostile_objects_are_judged_by_what_they_store(make: Callable[[], object], color: Color) -> None:
    assert color_of(make()) is color


def test_a_class_whose_metaclass_raises_is_judged_by_what_it_stores() -> None:
    assert color_of(WithHostileMetaclass) is SYNC


def test_wrappers_in_a_circle_are_either() -> None:
    first, second = hiding(plain), hiding(plain)
    first.__wrapped__, second.__wrapped__ = second, first  # type: ignore[attr-defined]
    assert color_of(first) is EITHER


def test_partials_in_a_circle_are_either() -> None:
    circle = functools.partial(plain)
    circle.__setstate__((circle, (), {}, {}))  # type: ignore[attr-defined]
    assert color_of(circle) is EITHER
    circle.__setstate__((plain, (), {}, {}))  # type: ignore[attr-defined]  # else it can't be collected


def test_an_async_function_that_wraps_itself_is_async() -> None:
    wrapper = awaiting(plain)
    wrapper.__wrapped__ = wrapper  # type: ignore[attr-defined]
    assert color_of(wrapper) is ASYNC


def test_asking_a_mock_for_its_color_leaves_no_trace_on_it() -> None:
    asked = mock.Mock()
    color_of(asked)
    assert asked.mock_calls == []
    assert asked._mock_children == {}


class Counts:
    """Counts how often it is looked at."""

    def __init__(self) -> None:
        self.looks = 0

    @property
    def __wrapped__(self) -> object:
        self.looks += 1
        return native

    def __call__(self) -> None: ...


def test_the_color_is_decided_once() -> None:
    counts = Counts()
    assert color_of(counts) is EITHER
    assert color_of(counts) is EITHER
    assert counts.looks == 1


def test_nothing_is_kept_alive_by_having_been_asked() -> None:
    class Local:
        def method(self) -> None: ...

        async def __call__(self) -> None: ...

    def local() -> None: ...

    @shim(of="step")
    async def marked() -> None: ...

    instance, partial = Local(), functools.partial(local)
    watched = [weakref.ref(each) for each in (Local, local, marked, instance, partial)]
    for each in (Local, local, marked, instance, instance.method, Local.method, partial):
        color_of(each)
    is_awaitable(instance)
    shim_of(marked)
    del Local, local, marked, instance, partial, each
    gc.collect()
    assert [ref() for ref in watched] == [None] * 5


def test_a_new_function_in_the_place_of_a_dead_one_gets_its_own_color() -> None:
    for _ in range(1000):
        assert color_of(lambda: 1) is SYNC

        async def fresh() -> None: ...

        assert color_of(fresh) is ASYNC
        del fresh
