"""The annotation is too narrow: what the function gives is given to what takes nothing but an awaitable."""

import asyncio
import dataclasses
from collections.abc import Callable

Hook = Callable[[str], None]
_running: set[asyncio.Future[None]] = set()


def begin(hook: Hook) -> None:
    _running.add(asyncio.create_task(hook("begin")))


def begin_on(loop: asyncio.AbstractEventLoop, hook: Hook) -> None:
    task = loop.create_task(hook("begin"))
    _running.add(task)


def send_to(loop: asyncio.AbstractEventLoop, hook: Hook) -> None:
    asyncio.run_coroutine_threadsafe(hook("sent"), loop)


def begin_later(hook: Hook) -> None:
    begin(hook)


async def wait(hook: Hook) -> None:
    await asyncio.wait_for(hook("waited"), 2)
    await asyncio.shield(hook("waited"))


async def ensure(hook: Hook) -> None:
    await asyncio.ensure_future(hook("ensured"))


async def group(hook: Hook) -> None:
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(hook("grouped"))


async def gather(hook: Hook, texts: list[str]) -> None:
    await asyncio.gather(hook("first"), *(hook(text) for text in texts))


async def collect(hook: Hook, texts: list[str]) -> None:
    pending = []
    for text in texts:
        pending.append(hook(text))
    await asyncio.gather(*pending)


async def name(check: Callable[[str], bool]) -> None:
    pending = check("named")
    print("waiting")
    print(await pending)


@dataclasses.dataclass
class Step:
    hook: Hook

    async def take(self) -> None:
        await asyncio.wait_for(self.hook("taken"), 2)


class Bus:
    def __init__(self) -> None:
        self.hooks: list[Hook] = []

    def add(self, hook: Hook) -> None:
        self.hooks.append(hook)

    async def publish(self) -> None:
        await asyncio.gather(*[hook("published") for hook in self.hooks])


async def show(text: str) -> None:
    await asyncio.sleep(0)
    print(text)


async def is_short(text: str) -> bool:
    await asyncio.sleep(0)
    return len(text) < 3


async def main(loop: asyncio.AbstractEventLoop) -> None:
    begin(show)
    begin_later(show)
    begin_on(loop, show)
    send_to(loop, show)
    await wait(show)
    await ensure(show)
    await group(show)
    await gather(show, [])
    await collect(show, [])
    await name(is_short)
    await Step(show).take()
    bus = Bus()
    bus.add(show)
    await bus.publish()


def start(hook: Hook) -> None:
    asyncio.run(hook("started"))


def start_on(loop: asyncio.AbstractEventLoop, hook: Hook) -> None:
    loop.run_until_complete(hook("started"))


if __name__ == "__main__":
    start(show)
    start_on(asyncio.new_event_loop(), show)
