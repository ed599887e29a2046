"""A facade is known to the checkers by the protocol that it is given."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, Protocol, Self, assert_type

from duotone import facade


class AsyncClient:
    def __init__(self, address: str) -> None:
        self.address = address

    async def fetch(self, key: int) -> bytes:
        return self.address.encode() * key

    async def lines(self) -> AsyncIterator[str]:
        yield self.address

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc_info: object) -> None: ...


class Client(Protocol):
    def __init__(self, address: str) -> None: ...
    def fetch(self, key: int) -> bytes: ...
    def lines(self) -> Iterator[str]: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exc_info: object) -> None: ...


def a_facade_with_a_protocol_is_that_protocol() -> None:
    made = facade(AsyncClient, Client)
    assert_type(made, type[Client])
    with made("address") as client:
        assert_type(client.fetch(1), bytes)
        assert_type(list(client.lines()), list[str])
        client.fetch("1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        client.missing()  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    made(1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def a_facade_without_one_may_be_anything() -> None:
    assert_type(facade(AsyncClient), type[Any])


def a_facade_is_made_of_a_class() -> None:
    facade(3)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
    facade(AsyncClient("address"))  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType]
