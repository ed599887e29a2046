"""The color of every kind of callable."""

from __future__ import annotations

import asyncio
import concurrent.futures
import functools
import inspect
import operator
import sys
import types
from collections.abc import AsyncIterator, Awaitable, Coroutine
from typing import Any, Optional, Union
from unittest import mock

import pytest

from duotone.contract.color import Color, color_of
from duotone.errors import NotCallable
from tests.contract.callables import (
    ASYNC,
    ASYNC_GENERATOR,
    EITHER,
    SYNC,
    SYNC_GENERATOR,
    ByMetaclass,
    ByNew,
    CallsAsyncStream,
    CallsNative,
    CallsObject,
    CallsPlain,
    CallsStatic,
    CallsStream,
    CallsUnknown,
    Level,
    LoudPartial,
    Marked,
    Operation,
    Surface,
    Wrapper,
    amanaged,
    astream,
    awaiting,
    dispatched,
    generator_based,
    hiding,
    managed,
    marked_as_asyncio_does,
    native,
    plain,
    stream,
    surface,
)
from tests.labels import label


@pytest.mark.parametrize(
    ("callee", "color"),
    [
        pytest.param(plain, SYNC, id="a function"),
        pytest.param(native, ASYNC, id="an async function"),
        pytest.param(stream, SYNC_GENERATOR, id="a generator function"),
        pytest.param(astream, ASYNC_GENERATOR, id="an async generator function"),
        pytest.param(lambda: 1, SYNC, id="a lambda"),
        pytest.param(lambda: native(), SYNC, id="a lambda that returns a coroutine"),  # noqa: PLW0108
        pytest.param(generator_based, ASYNC, id="types.coroutine"),
        pytest.param(types.coroutine(plain), EITHER, id="types.coroutine of no generator"),
        pytest.param(functools.partial(plain), SYNC, id="a partial"),
        pytest.param(functools.partial(native, 1), ASYNC, id="a partial of an async function"),
        pytest.param(functools.partial(functools.partial(surface.native)), ASYNC, id="nested partials of a method"),
        pytest.param(LoudPartial(plain), ASYNC, id="a partial with an async call of its own"),
        pytest.param(surface.plain, SYNC, id="a bound method"),
        pytest.param(surface.native, ASYNC, id="a bound async method"),
        pytest.param(surface.stream, SYNC_GENERATOR, id="a bound generator method"),
        pytest.param(surface.astream, ASYNC_GENERATOR, id="a bound async generator method"),
        pytest.param(Surface.native, ASYNC, id="an async method of the class"),
        pytest.param(surface.static, ASYNC, id="a static method of the instance"),
        pytest.param(Surface.static, ASYNC, id="a static method of the class"),
        pytest.param(vars(Surface)["static"], ASYNC, id="a raw static method"),
        pytest.param(surface.of_class, ASYNC, id="a class method of the instance"),
        pytest.param(Surface.of_class, ASYNC, id="a class method of the class"),
        pytest.param(vars(Surface)["of_class"], ASYNC, id="a raw class method"),
        pytest.param(surface.preset, ASYNC, id="a partialmethod of the instance"),
        pytest.param(Surface.preset, ASYNC, id="a partialmethod of the class"),
        pytest.param(vars(Surface)["preset_twice"], ASYNC, id="a raw nested partialmethod"),
        pytest.param(Surface.preset_plain, SYNC, id="a sync partialmethod of the class"),
        pytest.param(types.MethodType(functools.partial(native), 1), ASYNC, id="a method made of a partial"),
        pytest.param(CallsPlain(), SYNC, id="a callable object"),
        pytest.param(CallsNative(), ASYNC, id="an async callable object"),
        pytest.param(CallsStream(), SYNC_GENERATOR, id="a generator callable object"),
        pytest.param(CallsAsyncStream(), ASYNC_GENERATOR, id="an async generator callable object"),
        pytest.param(CallsStatic(), ASYNC, id="a callable object whose call is static"),
        pytest.param(CallsObject(), ASYNC, id="a callable object whose call is an object"),
        pytest.param(CallsUnknown(), EITHER, id="a callable object whose call is a property"),
        pytest.param(CallsNative().__call__, ASYNC, id="the bound call of an object"),
        pytest.param(Surface, SYNC, id="a class"),
        pytest.param(CallsNative, SYNC, id="a class of async callables"),
        pytest.param(Level, SYNC, id="an enum"),
        pytest.param(Operation, ASYNC, id="a class of awaitables"),
        pytest.param(asyncio.Future, ASYNC, id="Future"),
        pytest.param(asyncio.Future[int], ASYNC, id="Future of int"),
        pytest.param(list[int], SYNC, id="list of int"),
        pytest.param(ByMetaclass, ASYNC, id="a class whose metaclass is async"),
        pytest.param(ByNew, ASYNC, id="a class whose __new__ is async"),
        pytest.param(type, SYNC, id="type"),
        pytest.param(functools.partial, SYNC, id="the class of partials"),
        pytest.param(len, SYNC, id="a C function"),
        pytest.param([].append, SYNC, id="a C method"),
        pytest.param(str.join, SYNC, id="an unbound C method"),
        pytest.param((1).__add__, SYNC, id="a slot of a C object"),
        pytest.param(vars(dict)["fromkeys"], SYNC, id="a C class method"),
        pytest.param(anext, ASYNC, id="anext"),
        pytest.param(types.AsyncGeneratorType.asend, ASYNC, id="asend"),
        pytest.param(operator.methodcaller("close"), EITHER, id="a C object that returns whatever a method does"),
        pytest.param(asyncio.sleep, ASYNC, id="asyncio.sleep"),
        pytest.param(mock.Mock(), SYNC, id="a mock"),
        pytest.param(mock.MagicMock(), SYNC, id="a magic mock"),
        pytest.param(mock.AsyncMock(), ASYNC, id="an async mock"),
        pytest.param(mock.AsyncMock, SYNC, id="the class of async mocks"),
        pytest.param(mock.Mock(spec=native), ASYNC, id="a mock specified by an async function"),
        pytest.param(mock.Mock(spec=plain), SYNC, id="a mock specified by a function"),
        pytest.param(mock.create_autospec(native), ASYNC, id="an autospec of an async function"),
        pytest.param(mock.create_autospec(plain), SYNC, id="an autospec of a function"),
        pytest.param(mock.create_autospec(Surface).native, ASYNC, id="an async method of an autospec"),
        pytest.param(mock.create_autospec(Surface).plain, SYNC, id="a method of an autospec"),
        pytest.param(hiding(plain), SYNC, id="a wrapped function"),
        pytest.param(hiding(native), EITHER, id="a wrapper that hides an async function"),
        pytest.param(hiding(hiding(native)), EITHER, id="two wrappers that hide an async function"),
        pytest.param(hiding(stream), EITHER, id="a wrapper that hides a generator function"),
        pytest.param(hiding(surface.native), EITHER, id="a wrapper that hides an async method"),
        pytest.param(awaiting(plain), ASYNC, id="an async wrapper of a function"),
        pytest.param(hiding(awaiting(plain)), EITHER, id="a wrapper of an async wrapper of a function"),
        pytest.param(awaiting(stream), ASYNC, id="an async wrapper of a generator function"),
        pytest.param(Wrapper(native), EITHER, id="a decorator object that hides an async function"),
        pytest.param(Wrapper(plain), SYNC, id="a decorator object of a function"),
        pytest.param(functools.cache(plain), SYNC, id="a cached function"),
        pytest.param(functools.lru_cache(native), ASYNC, id="a cached async function"),
        pytest.param(surface.cached, SYNC, id="a cached method"),
        pytest.param(dispatched, EITHER, id="a single dispatcher, whose implementations may be of either color"),
        pytest.param(surface.dispatched, EITHER, id="a dispatched method whose default is async"),
        pytest.param(managed, SYNC, id="a context manager"),
        pytest.param(amanaged, SYNC, id="an async context manager"),
        pytest.param(marked_as_asyncio_does(lambda: native()), ASYNC, id="a marked function"),  # noqa: PLW0108
        pytest.param(marked_as_asyncio_does(Marked()), ASYNC, id="an object that is marked in a slot"),
        pytest.param(marked_as_asyncio_does(CallsUnknown()), ASYNC, id="a marked object whose call is a property"),
        pytest.param(marked_as_asyncio_does(hiding(native)), ASYNC, id="a marked wrapper"),
        pytest.param(hiding(marked_as_asyncio_does(hiding(plain))), EITHER, id="a wrapper with a copied mark"),
    ],
)
def test_the_color_is_what_a_call_gives(callee: object, color: Color) -> None:
    assert color_of(callee) is color
    assert color_of(callee) is color, "the remembered answer is the same"


@pytest.mark.skipif(sys.version_info < (3, 12), reason="inspect.markcoroutinefunction came with 3.12")
def test_a_function_that_is_marked_through_inspect_is_async() -> None:
    marked = inspect.markcoroutinefunction(lambda: native())  # type: ignore[attr-defined, unused-ignore]  # noqa: PLW0108
    assert color_of(marked) is ASYNC


def test_an_unset_mark_is_no_mark() -> None:
    assert color_of(Marked()) is SYNC


def test_colors_know_whether_they_are_async_and_whether_they_are_streams() -> None:
    assert [color for color in Color if color.is_async] == [ASYNC, ASYNC_GENERATOR]
    assert [color for color in Color if color.is_stream] == [SYNC_GENERATOR, ASYNC_GENERATOR]


def test_a_coroutine_is_refused_with_the_advice_to_pass_the_function() -> None:
    coroutine = native()
    with pytest.raises(NotCallable, match="pass the function itself") as caught:
        color_of(coroutine)
    assert caught.value.given is coroutine
    assert caught.value.__context__ is None
    coroutine.close()


@pytest.mark.parametrize("given", [None, 1, "native", object(), property(plain), stream()], ids=label)
def test_what_can_not_be_called_is_refused(given: object) -> None:
    with pytest.raises(NotCallable, match=r"color_of\(\) needs a callable"):
        color_of(given)


class Unseen: ...


def explode() -> type:
    pytest.fail("an annotation was evaluated")


@pytest.mark.parametrize(
    ("hint", "color"),
    [
        (int, SYNC),
        (None, SYNC),
        (Any, SYNC),
        (Awaitable[int], ASYNC),
        (Coroutine[Any, Any, int], ASYNC),
        (asyncio.Task, ASYNC),
        (asyncio.Future[int], ASYNC),
        (concurrent.futures.Future, SYNC),
        (Operation, ASYNC),
        (list[Awaitable[int]], SYNC),
        (AsyncIterator[int], SYNC),
        (int | Awaitable[int], EITHER),
        (Awaitable[int] | asyncio.Future[int], ASYNC),
        (Union[int, Awaitable[int]], EITHER),  # noqa: UP007  the older spelling has a type of its own
        (Optional[Awaitable[int]], EITHER),  # noqa: UP045
        ("int", SYNC),
        ("None", SYNC),
        ("Awaitable[int]", ASYNC),
        ("'Awaitable[int]'", ASYNC),
        ("Coroutine[Any, Any, dict[str, int]]", ASYNC),
        ("asyncio.Task[int]", ASYNC),
        ("concurrent.futures.Future[int]", SYNC),
        ("Operation", ASYNC),
        ("Callable[[], Awaitable[int]]", SYNC),
        ("dict[str, list[Awaitable[int]]]", SYNC),
        ("int | Awaitable[int]", EITHER),
        ("Union[int, Awaitable[int]]", EITHER),
        ("typing.Optional[\n  Awaitable[int]\n]", EITHER),
        ("not_imported.Awaitable[int]", ASYNC),
        ("not_imported.Future[int]", EITHER),
        ("Task", EITHER),
        ("explode()", SYNC),
        ("Unseen.Awaitables", SYNC),
        ("this is not Python", SYNC),
        ("", SYNC),
    ],
    ids=label,
)
def test_a_return_annotation_is_evidence_and_is_never_evaluated(hint: object, color: Color) -> None:
    def annotated() -> object: ...

    annotated.__annotations__ = {"return": hint}
    assert color_of(annotated) is color


def test_the_annotation_of_an_async_function_is_about_what_it_gives_when_awaited() -> None:
    async def promising() -> Awaitable[int]:
        return native()

    assert color_of(promising) is ASYNC
    assert color_of(hiding(promising)) is EITHER


def test_a_wrapper_does_not_speak_through_the_annotation_that_it_has_copied() -> None:
    def annotated() -> Awaitable[int]:
        return native()

    assert color_of(annotated) is ASYNC
    assert color_of(hiding(annotated)) is EITHER
    assert color_of(awaiting(annotated)) is ASYNC
