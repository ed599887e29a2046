"""A mixin comes before others whose base it shares: what stands in that base is still below all of them."""

from __future__ import annotations

import abc


class Base(abc.ABC):
    @abc.abstractmethod
    def handle(self, update: list[str]) -> None:
        raise NotImplementedError

    @abc.abstractmethod
    async def reconnect(self) -> None: ...


class Auth(Base):
    async def log_in(self) -> None:
        await self.reconnect()


class Updates(Base):
    async def handle(self, update: list[str]) -> None:  # expect: DUO601
        for part in update:
            self.handle([part])  # expect: DUO101
        await self.reconnect()


class Client(Auth, Updates, Base):
    async def reconnect(self) -> None:
        await super().log_in()
