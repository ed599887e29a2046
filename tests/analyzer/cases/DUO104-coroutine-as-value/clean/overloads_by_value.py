"""A factory whose overloads are told apart by a value, and a method whose receiver gives its variables a meaning."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, Literal, ParamSpec, TypeVar, overload

P = ParamSpec("P")
R = TypeVar("R")


class AsyncClient:
    async def read(self, name: str) -> list[str]:
        await asyncio.sleep(0)
        return [name]


class Client:
    def read(self, name: str) -> list[str]:
        return [name]


@overload
def get_client(*, sync: Literal[False] = False) -> AsyncClient: ...
@overload
def get_client(*, sync: Literal[True]) -> Client: ...
def get_client(*, sync: bool = False) -> AsyncClient | Client:
    return Client() if sync else AsyncClient()


@overload
def by_mode(mode: Literal["async"]) -> AsyncClient: ...
@overload
def by_mode(mode: Literal["sync"]) -> Client: ...
def by_mode(mode: str) -> AsyncClient | Client:
    return Client() if mode == "sync" else AsyncClient()


def length(mode: str, is_sync: bool) -> int:
    some = get_client(sync=is_sync).read("b")
    other = by_mode(mode).read("c")
    return len(get_client(sync=True).read("a")) + len(by_mode("sync").read("d")) + len(some) + len(other)


class Later(Generic[R]):
    def result(self) -> R:
        raise NotImplementedError


class Job(Generic[P, R]):
    @overload
    def submit(self: "Job[P, Coroutine[Any, Any, R]]", *args: P.args, **kwargs: P.kwargs) -> Later[R]: ...
    @overload
    def submit(self: "Job[P, R]", *args: P.args, **kwargs: P.kwargs) -> Later[R]: ...
    def submit(self, *args: Any, **kwargs: Any) -> Later[Any]:
        return Later()


def job(function: Callable[P, R]) -> Job[P, R]:
    return Job()


@job
async def size(name: str) -> int:
    return len(name)


def total() -> int:
    return size.submit("a").result() + 1
