"""The class of a sync face: its names, bases and protocols, and what can't have one."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import inspect
import sqlite3
import weakref
from collections.abc import Generator
from typing import Any, Generic, Protocol, Self

import pytest

from duotone import run
from duotone.contract.facade import Face, facade
from tests.contract.callables import hiding
from tests.contract.clients import AsyncClient, AsyncSession, Client, Handler, T

# -- the class --------------------------------------------------------------------------------------------------------


def test_names_docstrings_and_signatures_are_kept() -> None:
    assert (Client.__name__, Client.__qualname__, Client.__module__) == ("Client", "Client", AsyncClient.__module__)
    assert Client.__doc__ == AsyncClient.__doc__
    assert Client.get.__doc__ == "Get something."
    assert (Client.get.__name__, Client.get.__qualname__) == ("get", "Client.get")
    assert Client.get.__module__ == AsyncClient.__module__
    assert str(inspect.signature(Client)).startswith("(url: 'str', *, size: 'int' = 1)")
    for name in ("get", "plain", "double", "connect", "count", "transaction"):
        assert inspect.signature(getattr(Client, name)) == inspect.signature(getattr(AsyncClient, name))


@pytest.mark.parametrize(
    ("name", "face"), [("AsyncX", "X"), ("Async", "Async"), ("Asynchronous", "Asynchronous"), ("X", "X")]
)
def test_only_the_prefix_of_a_name_is_taken_off(name: str, face: str) -> None:
    async def get(_self: object) -> None: ...

    assert facade(type(name, (), {"get": get})).__name__ == face


def test_there_is_one_face_for_a_class() -> None:
    assert facade(AsyncClient) is Client
    assert facade(AsyncSession) is facade(AsyncSession)


def test_faces_inherit_as_their_classes_do() -> None:
    class Plain:
        def shared(self) -> str:
            return "shared"

    class AsyncBase(Plain):
        async def get(self) -> str:
            return "base"

    class AsyncChild(AsyncBase):
        async def get(self) -> str:
            return f"child of {await super().get()}"

    child = facade(AsyncChild)()
    assert (child.get(), child.shared()) == ("child of base", "shared")
    assert isinstance(child, facade(AsyncBase))


def test_a_face_may_be_subclassed() -> None:
    class Special(Client):  # type: ignore[misc]
        def get_all(self) -> list[str]:
            return [self.get("a"), self.get("b")]

    assert Special("u/").get_all() == ["u/a", "u/b"]
    assert type(Special.connect("u/")) is Special


def test_a_generic_class_and_an_awaitable_object_have_faces() -> None:
    class AsyncPool(Generic[T]):
        def __await__(self) -> Generator[Any, None, str]:
            yield from asyncio.sleep(0).__await__()
            return "awaited"

        async def get(self) -> str:
            return "got"

        async def itself(self) -> Self:
            return self

    pool = facade(AsyncPool)()
    assert pool.get() == "got"
    assert pool.itself() is pool
    assert run(pool.__wrapped__) == "awaited"


def test_an_async_constructor_is_awaited() -> None:
    class AsyncMade:
        async def __new__(cls) -> Self:  # type: ignore[misc]
            await asyncio.sleep(0)
            return super().__new__(cls)

        async def get(self) -> str:
            return "got"

    assert facade(AsyncMade)().get() == "got"


def test_a_class_with_slots_or_without_a_signature_has_a_face() -> None:
    class AsyncSlots:
        __slots__ = ("value",)
        value: int
        split = str.split

        async def get(self) -> int:
            return self.value

    slots = facade(AsyncSlots)()
    slots.value = 1
    assert slots.get() == 1
    assert "get" in dir(slots)


def test_a_face_holds_its_class_no_longer_than_somebody_needs_it() -> None:
    class AsyncBrief:
        async def get(self) -> int:
            return 1

    brief = weakref.ref(AsyncBrief)
    assert facade(AsyncBrief)().get() == 1
    del AsyncBrief
    gc.collect()
    assert brief() is None


@pytest.mark.parametrize("given", [1, AsyncSession("x"), len])
def test_what_is_not_a_class_is_refused(given: Any) -> None:
    with pytest.raises(TypeError, match=r"^facade\(\) needs a class"):
        facade(given)


@pytest.mark.parametrize("given", [int, sqlite3.Connection, Handler])
def test_a_class_that_has_nothing_async_is_refused(given: type) -> None:
    with pytest.raises(ValueError, match="has nothing async"):
        facade(given)


def test_a_class_whose_methods_may_turn_out_to_be_async_is_accepted() -> None:
    class Doubtful:
        @hiding
        async def get(self) -> int:
            return 1

    assert facade(Doubtful)().get() == 1


@pytest.mark.parametrize(
    "member",
    [
        contextlib.asynccontextmanager(AsyncClient.count),
        property(AsyncClient.get_later),
        functools.cached_property(AsyncClient.get_later),
        staticmethod(AsyncClient.get_later),
        functools.partialmethod(AsyncClient.get_later),
    ],
)
def test_one_async_member_is_enough(member: Any) -> None:
    assert issubclass(facade(type("AsyncOne", (), {"member": member})), Face)


# -- protocols --------------------------------------------------------------------------------------------------------


class ClientProtocol(Protocol):
    url: str

    def get(self, path: str, *, times: int = ...) -> str: ...


class Repository(Generic[T]):
    def get(self, path: str) -> T: ...  # type: ignore[empty-body]


class Wider(ClientProtocol, Protocol):
    def post(self) -> None: ...

    def patch(self) -> None: ...


def test_a_protocol_may_be_given_for_type_checkers() -> None:
    assert facade(AsyncClient, ClientProtocol) is Client
    assert issubclass(facade(AsyncClient, Repository[int]), Face)


def test_a_protocol_that_asks_for_more_is_refused() -> None:
    with pytest.raises(TypeError, match="AsyncClient has no post, patch, which Wider asks for"):
        facade(AsyncClient, Wider)
