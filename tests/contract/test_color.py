"""The color of every kind of callable, and what may be awaited."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import enum
import functools
import gc
import inspect
import operator
import sys
import types
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Generator, Iterator
from dataclasses import dataclass
from typing import Any, Optional, Union
from unittest import mock

import pytest

from duotone.contract.color import Color, color_of, is_awaitable, shim, shim_of
from duotone.errors import NotCallable
from tests.labels import label

SYNC, ASYNC, EITHER = Color.SYNC, Color.ASYNC, Color.EITHER
SYNC_GENERATOR, ASYNC_GENERATOR = Color.SYNC_GENERATOR, Color.ASYNC_GENERATOR


def plain(value: int = 1) -> int:
    return value


async def native(value: int = 1) -> int:
    return value


def stream() -> Iterator[int]:
    yield 1


async def astream() -> AsyncIterator[int]:
    yield 1


@types.coroutine
def generator_based() -> Generator[None, None, None]:
    yield


def hiding(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap in a sync function that passes on whatever the function returns."""

    @functools.wraps(function)
    def wrapper(*args: object, **kwargs: object) -> object:
        return function(*args, **kwargs)

    return wrapper


def awaiting(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap in an async function."""

    @functools.wraps(function)
    async def wrapper(*args: object, **kwargs: object) -> object:
        return function(*args, **kwargs)

    return wrapper


class Surface:
    def plain(self) -> None: ...

    async def native(self) -> None: ...

    def stream(self) -> Iterator[int]:
        yield 1

    async def astream(self) -> AsyncIterator[int]:
        yield 1

    @staticmethod
    async def static() -> None: ...

    @classmethod
    async def of_class(cls) -> None: ...

    @functools.lru_cache  # noqa: B019  a cached method is what is looked at
    def cached(self) -> None: ...

    preset = functools.partialmethod(native)
    preset_twice: Any = functools.partialmethod(preset)
    preset_plain = functools.partialmethod(plain)

    @functools.singledispatchmethod
    async def dispatched(self, value: object) -> None: ...


class CallsPlain:
    def __call__(self) -> None: ...


class CallsNative:
    async def __call__(self) -> None: ...


class CallsStream:
    def __call__(self) -> Iterator[int]:
        yield 1


class CallsAsyncStream:
    async def __call__(self) -> AsyncIterator[int]:
        yield 1


class CallsStatic:
    @staticmethod
    async def __call__() -> None: ...


class CallsObject:
    __call__ = CallsNative()


class CallsUnknown:
    @property
    def __call__(self) -> Callable[[], None]:
        return plain  # type: ignore[return-value]


class Wrapper:
    """A class-based decorator that passes results on."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)

    def __call__(self) -> object:
        return self.__wrapped__()  # type: ignore[attr-defined]


class LoudPartial(functools.partial):  # type: ignore[type-arg]
    async def __call__(self, /, *args: object, **kwargs: object) -> object:
        return super().__call__(*args, **kwargs)


class Operation:
    def __await__(self) -> Generator[None, None, int]:
        yield
        return 1


class MadeAsync(type):
    async def __call__(cls) -> object:
        return super().__call__()


class ByMetaclass(metaclass=MadeAsync): ...


class ByNew:
    async def __new__(cls) -> object:  # type: ignore[misc]
        return super().__new__(cls)


class Level(enum.Enum):
    LOW = 1


def marked_as_asyncio_does(function: Any) -> Any:
    function._is_coroutine = asyncio.coroutines._is_coroutine  # type: ignore[attr-defined]
    return function


class Marked:
    """Marked on the class, through a slot: where a compiled function keeps its mark as well."""

    __slots__ = ("_is_coroutine",)

    def __call__(self) -> None: ...


@functools.singledispatch
def dispatched(value: object) -> object:
    return value


@contextlib.contextmanager
def managed() -> Iterator[None]:
    yield


@contextlib.asynccontextmanager
async def amanaged() -> AsyncIterator[None]:
    yield


surface = Surface()


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


class AnswersEverything:
    def __getattr__(self, name: str) -> AnswersEverything:
        return self

    def __call__(self) -> None: ...


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


@dataclass
class Point:
    x: int = 1


class NotReally:
    __await__ = None


class GeneratorLike(Generator[None, None, None]):
    def send(self, _value: None) -> None:
        raise StopIteration

    def throw(self, *_: Any) -> None:
        raise StopIteration


class Unequal(type):
    __hash__ = None  # type: ignore[assignment]

    def __eq__(cls, other: object) -> bool:
        raise RuntimeError


class AwaitableOfUnhashableClass(Operation, metaclass=Unequal): ...


class AnsweringMetaclass(type):
    def __getattr__(cls, name: str) -> Callable[[], None]:
        return lambda: None


class OfAnsweringMetaclass(metaclass=AnsweringMetaclass): ...


@pytest.mark.parametrize(
    "value",
    [
        *(None, 1, "text", {}, [], Point(), Point, native, Operation, stream(), astream(), NotReally()),
        *(GeneratorLike(), AnswersEverything(), OfAnsweringMetaclass(), mock.MagicMock(), concurrent.futures.Future()),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_can_not_be_awaited_is_not_awaitable(value: object) -> None:
    assert is_awaitable(value) is False
    assert is_awaitable(value) is False, "the remembered answer is the same"


@pytest.mark.parametrize(
    "make",
    [generator_based, Operation, AwaitableOfUnhashableClass, types.coroutine(GeneratorLike)],
    ids=label,
)
def test_what_can_be_awaited_is_awaitable(make: Callable[[], object]) -> None:
    assert is_awaitable(make()) is True
    assert is_awaitable(make()) is True, "the remembered answer is the same"


def test_coroutines_futures_tasks_and_steps_of_async_generators_are_awaitable() -> None:
    async def main() -> None:
        coroutine = native()
        task = asyncio.ensure_future(coroutine)
        assert is_awaitable(coroutine)
        assert is_awaitable(task)
        assert is_awaitable(asyncio.get_running_loop().create_future())
        await task
        generator = astream()
        following = anext(generator)
        assert is_awaitable(following)
        await following
        await generator.aclose()  # type: ignore[attr-defined]

    asyncio.run(main())


def test_a_class_that_becomes_awaitable_is_seen_after_a_garbage_collection_at_the_latest() -> None:
    class Late: ...

    assert not is_awaitable(Late())
    Late.__await__ = Operation.__await__  # type: ignore[attr-defined]
    gc.collect()
    assert is_awaitable(Late())
