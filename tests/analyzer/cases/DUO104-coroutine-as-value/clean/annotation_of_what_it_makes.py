"""The annotation says what calling the result gives, as the calls show."""

import asyncio
from collections.abc import Awaitable


def make_embedder(model: str) -> Awaitable:
    async def embed(text: str) -> list[float]:
        await asyncio.sleep(0)
        return [float(len(text)), float(len(model))]

    return embed


async def main() -> None:
    embed = make_embedder("small")
    print(await embed("a"))
