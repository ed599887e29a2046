"""An async client with a member of every kind, and what it works with."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any, Self, TypeVar

from duotone.contract.facade import facade
from tests.contract.callables import hiding

T = TypeVar("T")


class AsyncSession:
    """What a client gives out, with an async method of its own."""

    def __init__(self, name: str) -> None:
        self.name = name

    async def query(self, text: str) -> str:
        await asyncio.sleep(0)
        return f"{self.name}: {text}"


class AsyncReader:
    """An async iterator."""

    def __init__(self, end: int) -> None:
        self.left = end

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> int:
        if not self.left:
            raise StopAsyncIteration
        self.left -= 1
        return self.left


class AsyncClient:
    """A client that can be made and used on an event loop only."""

    LIMIT = 3
    Session = AsyncSession

    def __init__(self, url: str, *, size: int = 1) -> None:
        self.loop = asyncio.get_running_loop()
        self.url = url
        self.size = size
        self.log: list[Any] = []
        self.main = AsyncSession("main")
        self.on_event: Callable[[], Any] = self.get_later

    async def get(self, path: str, *, times: int = 1) -> str:
        """Get something."""
        await asyncio.sleep(0)
        return f"{self.url}{path}" * times

    async def get_later(self) -> str:
        return "later"

    @hiding
    async def hidden(self) -> str:
        return "hidden"

    preset = functools.partialmethod(get, "preset")

    @functools.singledispatchmethod
    async def dispatched(self, value: object) -> str:
        return f"dispatched {value}"

    def plain(self, number: int) -> int:
        """Add one, on the loop."""
        assert asyncio.get_running_loop() is self.loop
        return number + 1

    def promise(self) -> Awaitable[str]:
        return self.get_later()

    def task(self) -> asyncio.Task[str]:
        return asyncio.create_task(self.get_later())

    def numbers(self) -> Iterator[int]:
        yield from (1, 2)

    async def count(self, end: int) -> AsyncGenerator[int]:
        try:
            for number in range(end):
                yield number
        finally:
            self.log.append("closed")

    def count_hidden(self, end: int) -> AsyncIterator[int]:
        return self.count(end)

    async def sessions(self) -> AsyncGenerator[AsyncSession]:
        yield self.main

    async def promises(self) -> AsyncGenerator[Awaitable[str]]:
        yield self.get_later()
        yield self.get("path", times="no")  # type: ignore[arg-type]

    def reader(self) -> AsyncReader:
        return AsyncReader(2)

    def callback(self) -> Callable[[str], Awaitable[str]]:
        return functools.partial(self.get, times=2)

    def sync_callback(self) -> Callable[[int], int]:
        return abs_of

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncGenerator[AsyncSession]:
        self.log.append(asyncio.current_task())
        try:
            yield self.main
        finally:
            self.log.append(asyncio.current_task())

    @property
    def address(self) -> str:
        return self.url

    @address.setter
    def address(self, value: str) -> None:
        self.url = value

    @property
    async def remote(self) -> str:
        return "remote"

    @functools.cached_property
    def session(self) -> AsyncSession:
        return AsyncSession("cached")

    @staticmethod
    async def double(number: int) -> int:
        return number * 2

    @classmethod
    async def connect(cls, url: str) -> Self:
        await asyncio.sleep(0)
        return cls(url)

    @classmethod
    def name(cls) -> str:
        return cls.__name__

    async def query_with(self, session: AsyncSession, *, other: AsyncSession | None = None) -> str:
        assert type(session) is AsyncSession
        assert other is None or type(other) is AsyncSession
        return await session.query("with")

    async def itself(self) -> Self:
        return self

    async def _private(self) -> str:
        return "private"

    def _private_plain(self) -> Awaitable[str]:
        return self.get_later()

    async def __aenter__(self) -> Self:
        self.log.append(asyncio.current_task())
        return self

    async def __aexit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
        self.log.append(asyncio.current_task())
        return isinstance(error, IndexError)

    def __enter__(self) -> Self:
        message = "use 'async with'"
        raise TypeError(message)

    async def __aiter__(self) -> AsyncGenerator[AsyncSession]:
        yield self.main

    async def __call__(self, text: str) -> str:
        return text.upper()

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, key: str) -> AsyncSession:
        return AsyncSession(key)

    async def aclose(self) -> None:
        self.log.append("aclosed")


def abs_of(number: int) -> int:
    return abs(number)


Client = facade(AsyncClient)


class Handler(BaseHTTPRequestHandler):
    """A server that says hello."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"hello")

    def log_message(self, *args: object) -> None:
        pass
