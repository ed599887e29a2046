"""Among the methods that a name may be put together to, one takes the same arguments and is plain."""

import asyncio


class Service:
    async def on_write(self, peer: str, value: bytes) -> None:
        handler = getattr(self, "_on_" + chr(value[0]))
        await handler(peer, value)  # expect: DUO702

    async def _on_start(self, peer: str, value: bytes) -> None:
        await asyncio.sleep(0)

    async def _on_stop(self, peer: str, value: bytes) -> None:
        await asyncio.sleep(1)

    def _on_pause(self, peer: str, value: bytes) -> None:
        print(peer, value)
