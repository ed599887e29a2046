"""Twins of which one isn't there yet, or has what only its color needs: a limit in time, an object or loop of its own."""

import asyncio
from abc import ABC, abstractmethod

from anyio.from_thread import start_blocking_portal
from database import CURRENT, AsyncSession, Session, in_transaction


class Tokens:
    def get(self, key: str, *, reload: bool = False) -> str:
        print(reload)
        return key

    async def async_get(self, key: str) -> str:
        raise NotImplementedError("not yet in this color")


class Result(ABC):
    @abstractmethod
    def get(self, timeout_s: float | None) -> str:
        raise NotImplementedError

    @abstractmethod
    async def get_async(self) -> str:
        raise NotImplementedError


def select(*, name: str, limit: int, session: Session = CURRENT) -> list[str]:
    return session.select(name)[:limit]


async def select_async(*, name: str, limit: int, session: AsyncSession) -> list[str]:
    return (await session.select(name))[:limit]


def load(key: str, default: str = "") -> str:
    return select(name=key, limit=1)[0] or default


async def load_async(key: str, aiohttp_session, default: str = "") -> str:
    print(aiohttp_session)
    return (await select_async(name=key, limit=1, session=CURRENT))[0] or default


class Waiting:
    def __init__(self, sync_base: object, future: asyncio.Future) -> None:
        self._base = sync_base
        self._future = future

    def value(self) -> object:
        return self._base.wait(self._future)


class AsyncWaiting:
    def __init__(self, future: asyncio.Future) -> None:
        self._future = future

    async def value(self) -> object:
        return await self._future


class Probe:
    def __init__(self, app: object, url: str, backend: str = "asyncio", options: dict[str, str] | None = None) -> None:
        self.app = app
        self.url = url
        self.portal = start_blocking_portal(backend=backend, backend_options=options)

    def request(self) -> object:
        return self.portal.call(self.app, self.url)

    def answer(self, request: object, sent: list[str]) -> str:
        body = self.read(request)
        if not body:
            raise ValueError("nothing was sent")
        sent.append(body)
        return body

    @in_transaction
    def store(self, row: str, sent: list[str]) -> None:
        if not row:
            raise ValueError("no row")
        self.write(row)
        sent.append(row)


class AsyncProbe:
    def __init__(self, app: object, url: str) -> None:
        self.app = app
        self.url = url

    async def request(self) -> object:
        return await self.app(self.url)

    async def answer(self, request: object, body: str, sent: list[str]) -> str:
        if not body:
            raise ValueError("nothing was sent")
        sent.append(body)
        return body

    async def store(self, row: str, sent: list[str]) -> None:
        if not row:
            raise ValueError("no row")
        await self.begin(row)
        await self.write(row)
        sent.append(row)
