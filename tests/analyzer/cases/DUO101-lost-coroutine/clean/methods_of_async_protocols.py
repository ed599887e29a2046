"""The methods of async protocols are awaited, passed on to whoever does, or defined by a class of the file."""

import asyncio
import contextlib


class Feed:
    def __init__(self, source, stack: contextlib.AsyncExitStack):
        self.source = source
        stack.push_async_callback(source.aclose)

    def __aiter__(self):
        return self

    def __anext__(self):
        return self.source.__anext__()

    async def first(self):
        return await asyncio.wait_for(self.source.__anext__(), 1)

    async def close(self):
        task = asyncio.ensure_future(self.source.aclose())
        await task


class Log:
    def aclose(self) -> None:
        pass


def ended(log: Log) -> None:
    log.aclose()
