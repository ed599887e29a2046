"""What never suspends is done in the one step that the loop has noted down, and which holds the task until then."""

import asyncio
import os
import signal


class Table:
    def __init__(self) -> None:
        self.peers: dict[str, int] = {}
        self.changed = asyncio.Event()

    async def note(self, peer: str, count: int) -> None:
        if count:
            self.peers[peer] = count
        else:
            self.peers.pop(peer, None)

    async def answer(self, peer: str) -> int:
        asyncio.create_task(self.note(peer, 1))
        asyncio.ensure_future(self.note(peer, 2))
        await asyncio.sleep(1)
        return len(self.peers)

    def tell(self) -> None:
        async def set_it() -> None:
            self.changed.set()

        asyncio.create_task(set_it())


async def begin() -> None:
    async def leave() -> None:
        os._exit(0)

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, lambda: asyncio.create_task(leave()))
    await asyncio.sleep(1)
