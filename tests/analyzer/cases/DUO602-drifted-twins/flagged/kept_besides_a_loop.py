"""A parameter that starts a loop and is kept as well, and a check that no decorator makes."""

from anyio.from_thread import start_blocking_portal
from database import in_transaction


class Probe:
    def __init__(self, app: object, url: str, backend: str = "asyncio") -> None:
        self.app = app
        self.url = url
        self.backend = backend
        self.portal = start_blocking_portal(backend=backend)

    @in_transaction
    def store(self, row: str, rows: list[str]) -> None:
        if not row:
            raise ValueError("no row")
        if row in rows:
            raise ValueError("it is there")
        self.write(row)


class AsyncProbe:
    def __init__(self, app: object, url: str) -> None:  # expect: DUO602
        self.app = app
        self.url = url

    @in_transaction
    async def store(self, row: str, rows: list[str]) -> None:  # expect: DUO602
        if not row:
            raise ValueError("no row")
        await self.write(row)
