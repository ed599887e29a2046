"""Whichever name is put together, the methods that begin so are async."""

import asyncio


class Desk:
    async def _on_open(self, guest: str) -> None:
        await asyncio.sleep(1)

    async def _on_close(self, guest: str) -> None:
        await asyncio.sleep(0)

    async def serve(self, kind: str) -> None:
        getattr(self, "_on_" + kind)("Ada")  # expect: DUO101

    async def serve_later(self, kind: str) -> None:
        handler = getattr(self, f"_on_{kind}")
        handler("Ada")  # expect: DUO101
