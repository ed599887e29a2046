"""Plain functions are given to context managers that await what they return."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager


@asynccontextmanager
async def connected(address: str, headers: Callable[[], Awaitable[dict[str, str]]]) -> AsyncIterator[str]:
    yield f"{address} {await headers()}"


class Session:
    @asynccontextmanager
    async def opened(self, hook) -> AsyncIterator[str]:
        await hook("opened")
        yield "open"


def no_headers() -> dict[str, str]:
    return {}


def log(event: str) -> None:
    print(event)


async def main(session: Session) -> None:
    async with connected("a", headers=no_headers) as one:  # expect: DUO702
        print(one)
    async with session.opened(log) as two:  # expect: DUO702
        print(two)
