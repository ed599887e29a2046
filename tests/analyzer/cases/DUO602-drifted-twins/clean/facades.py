"""One twin is a facade over the other: it runs it, or gives it to a thread."""

import asyncio
import functools


class Model:
    def complete(self, prompt: str, *, limit: int = 10) -> str:
        return asyncio.run(self.acomplete(prompt, limit=limit))

    async def acomplete(self, prompt: str, *, limit: int = 10) -> str:
        await asyncio.sleep(0)
        return prompt[:limit]


def render(name: str, scale: float = 1.0) -> str:
    if scale < 0:
        raise ValueError(scale)
    return name * int(scale)


async def render_async(name: str, scale: float = 1.0) -> str:
    return await asyncio.to_thread(render, name, scale)


async def embed(text: str) -> list[float]:
    await asyncio.sleep(0)
    return [0.0]


def embed_sync(text: str) -> list[float]:
    return asyncio.run(embed(text))


class Switch:
    def __init__(self, hass) -> None:
        self.hass = hass

    def turn_on(self, **kwargs: str) -> None:
        raise NotImplementedError

    async def async_turn_on(self, **kwargs: str) -> None:
        await self.hass.async_add_executor_job(functools.partial(self.turn_on, **kwargs))


def move(source: str, target: str) -> None:
    print(source, target)


async def move_async(source: str, target: str, *, attempts: int = 6, delay: float = 0.5) -> None:
    for _ in range(attempts):
        try:
            return move(source, target)
        except OSError:
            await asyncio.sleep(delay)


async def replay_async(path: str, first: int) -> None:
    await asyncio.sleep(first)
    print(path)


def replay(path: str, first: int = 0) -> None:
    asyncio.run(replay_async(path, first))
