"""A function promises a container of values and returns one of coroutines."""

import asyncio


async def embed(text: str) -> list[float]:
    await asyncio.sleep(0)
    return [0.0]


def embed_all(texts: list[str]) -> list[list[float]]:
    return [embed(text) for text in texts]  # expect: DUO108 | DUO107


async def embed_named(texts: list[str]) -> dict[str, list[float]]:
    await asyncio.sleep(0)
    return {text: embed(text) for text in texts}  # expect: DUO108 | DUO107


def embed_pair(left: str, right: str) -> tuple[list[float], list[float]]:
    return embed(left), embed(right)  # expect: DUO108 | DUO107
