"""A shop in both colors."""

import asyncio


class Counter:
    def __enter__(self) -> "Counter":
        return self

    def __exit__(self, *details: object) -> None:
        pass

    def sell(self, name: str) -> int:
        return len(name)


class AsyncCounter:
    async def __aenter__(self) -> "AsyncCounter":
        return self

    async def __aexit__(self, *details: object) -> None:
        pass

    async def sell(self, name: str) -> int:
        await asyncio.sleep(0)
        return len(name)


class Shop:
    def counter(self) -> Counter:
        return Counter()


class AsyncShop:
    def counter(self) -> AsyncCounter:
        return AsyncCounter()

    async def close(self) -> None:
        await asyncio.sleep(0)
