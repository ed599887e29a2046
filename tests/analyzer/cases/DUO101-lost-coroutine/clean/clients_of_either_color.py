"""Third-party clients of both colors, told apart by their class."""

import aiofiles
import httpx
import redis
import redis.asyncio as aioredis


def read_now(url: str) -> str:
    with httpx.Client() as client:
        client.get(url)
        return httpx.get(url).text


async def read(url: str) -> str:
    async with httpx.AsyncClient() as client:
        response = await client.get(url)
        response.raise_for_status()
        return response.text


def count_now(client: redis.Redis) -> None:
    client.incr("runs")


async def count(client: aioredis.Redis) -> None:
    await client.incr("runs")
    pipe = client.pipeline()
    pipe.incr("runs")
    pipe.expire("runs", 60)
    await pipe.execute()


async def append(line: str) -> None:
    async with aiofiles.open("runs.log", "a") as log:
        await log.write(line)
