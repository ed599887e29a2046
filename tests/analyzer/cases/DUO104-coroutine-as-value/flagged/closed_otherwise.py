"""What is closed on one path and given away on another was meant to be the result, which can be closed too."""

import asyncio


class Listener:
    def close(self) -> None:
        pass


class Server:
    def __init__(self, listener: Listener) -> None:
        self.listener = listener


async def listen() -> Listener:
    await asyncio.sleep(0)
    return Listener()


async def serve(ready: asyncio.Event) -> Server | None:
    listener = listen()  # expect: DUO104
    try:
        await asyncio.wait_for(ready.wait(), 1)
    except TimeoutError:
        listener.close()
        return None
    return Server(listener)
