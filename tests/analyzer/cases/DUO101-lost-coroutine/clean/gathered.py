"""Coroutines are collected and gathered: as arguments, a list, a comprehension, a generator, a map."""

import asyncio


async def embed(text: str) -> list[float]:
    await asyncio.sleep(0)
    return [0.0]


async def embed_pair(left: str, right: str) -> list[list[float]]:
    return await asyncio.gather(embed(left), embed(right))


async def embed_all(texts: list[str]) -> list[list[float]]:
    return await asyncio.gather(*[embed(text) for text in texts])


async def embed_lazily(texts: list[str]) -> list[list[float]]:
    return await asyncio.gather(*(embed(text) for text in texts), return_exceptions=False)


async def embed_mapped(texts: list[str]) -> list[list[float]]:
    return await asyncio.gather(*map(embed, texts))


async def embed_collected(texts: list[str]) -> list[list[float]]:
    jobs = []
    for text in texts:
        jobs.append(embed(text))
    jobs += [embed("end of text")]
    return await asyncio.gather(*jobs)


async def embed_named(texts: dict[str, str]) -> dict[str, list[float]]:
    jobs = {name: embed(text) for name, text in texts.items()}
    return dict(zip(jobs, await asyncio.gather(*jobs.values())))


async def embed_as_they_come(texts: list[str]) -> list[list[float]]:
    vectors = []
    for job in asyncio.as_completed([embed(text) for text in texts]):
        vectors.append(await job)
    return vectors


async def embed_in_time(text: str) -> list[float]:
    async with asyncio.timeout(1):
        return await asyncio.shield(asyncio.wait_for(embed(text), 0.5))
