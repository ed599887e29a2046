"""An empty method stayed plain where everything that overrides it became async: it is the one to change."""

import asyncio
from abc import ABC, abstractmethod


class Table(ABC):
    @abstractmethod
    def create(self) -> None: ...  # expect: DUO601

    @abstractmethod
    def name(self) -> str: ...


class Orders(Table):
    async def create(self) -> None:
        await asyncio.sleep(0)

    def name(self) -> str:
        return "orders"


class Customers(Table):
    async def create(self) -> None:
        await asyncio.sleep(0)

    def name(self) -> str:
        return "customers"


class Parts(Table):
    async def create(self) -> None:
        await asyncio.sleep(0)

    async def name(self) -> str:  # expect: DUO601
        await asyncio.sleep(0)
        return "parts"


async def create_all(orders: Orders, customers: Customers, parts: Parts) -> None:
    await orders.create()
    await customers.create()
    await parts.create()
