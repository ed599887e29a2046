"""A server that is started once, by the plain code that then runs the coroutines which ask for it again."""

import asyncio


class Server:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop

    async def open(self) -> None:
        await asyncio.sleep(0)


_server: Server | None = None


def get_server() -> Server:
    global _server
    if _server is not None:
        return _server
    loop = asyncio.new_event_loop()
    server = Server(loop)
    loop.run_until_complete(server.open())
    _server = server
    return _server


async def handle() -> Server:
    server = get_server()
    await asyncio.sleep(0)
    return server


def run() -> None:
    server = get_server()
    server.loop.run_until_complete(handle())
