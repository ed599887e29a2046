"""Calls of libraries that return values, futures and clients in async code."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

import aiohttp
from openai import AsyncOpenAI

logger = logging.getLogger(__name__)


async def ask(client: AsyncOpenAI, prompt: str) -> str:
    response = await client.chat.completions.create(model="m", messages=[{"role": "user", "content": prompt}])
    return response.choices[0].message.content or ""


async def fetch(session: aiohttp.ClientSession, url: str) -> dict[str, str]:
    async with session.get(url) as response:
        logger.info("status %s", response.status)
        return await response.json()


async def crunch(pool: ThreadPoolExecutor, number: int) -> int:
    loop = asyncio.get_running_loop()
    future = loop.run_in_executor(pool, abs, number)
    future.add_done_callback(print)
    if future.done():
        return future.result()
    server = await asyncio.start_server(print, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    queue: asyncio.Queue[int] = asyncio.Queue(maxsize=3)
    print(queue.qsize() + 1, queue.empty(), port)
    return await future
