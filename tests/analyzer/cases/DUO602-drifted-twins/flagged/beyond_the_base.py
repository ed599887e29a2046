"""One twin has gone beyond its base, or an interface that is empty has a parameter that its twin lacks."""

import asyncio


class Store:
    async def get(self, key: str) -> str: ...


class Memory(Store):
    async def get(self, key: str, span: int | None = None) -> str:
        await asyncio.sleep(0)
        return key * (span or 1)

    def get_sync(self, key: str) -> str:  # expect: DUO602
        return key * 1


class Source:
    async def aread(self, path: str, size: int = 0) -> bytes:
        """Read."""

    def read(self, path: str) -> bytes:  # expect: DUO602
        """Read."""


async def send(text: str, retries: int = 3) -> str:
    for _ in range(retries):
        await asyncio.sleep(0)
    return text


def send_sync(text: str) -> str:  # expect: DUO602
    return text
