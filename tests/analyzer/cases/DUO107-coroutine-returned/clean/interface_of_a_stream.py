"""An empty method stands for async generators, and was written as a coroutine."""

from collections.abc import AsyncIterator


class Decoder:
    async def decode(self, chunks: AsyncIterator[bytes]) -> AsyncIterator[str]:
        raise NotImplementedError


class Reply:
    def __init__(self, stream: object) -> None:
        self.stream = stream


async def opened(decoder: Decoder, chunks: AsyncIterator[bytes]) -> object:
    stream = decoder.decode(chunks)
    return stream


async def reply(decoder: Decoder, chunks: AsyncIterator[bytes]) -> Reply:
    return Reply(await opened(decoder, chunks))
