"""What a program runs blocks once others can be on the loop, and so does what an application starts beside requests."""

import asyncio
import contextlib
import time


class Application:
    def __init__(self, lifespan) -> None:
        self.lifespan = lifespan


def wait_for_disk() -> None:
    time.sleep(1)


async def clean_up() -> None:
    while True:
        await asyncio.sleep(60)
        wait_for_disk()  # expect: DUO302


async def load() -> None:
    await asyncio.sleep(0)
    wait_for_disk()  # expect: DUO302


async def on_request() -> None:
    await load()


@contextlib.asynccontextmanager
async def lifespan(application: Application):
    async def watch() -> None:
        while True:
            wait_for_disk()  # expect: DUO302
            await asyncio.sleep(1)

    tasks = [asyncio.create_task(clean_up()), asyncio.create_task(watch())]
    await load()
    yield
    for task in tasks:
        task.cancel()


@contextlib.asynccontextmanager
async def locked(name: str):
    wait_for_disk()  # expect: DUO302
    yield name
    await asyncio.sleep(0)


application = Application(lifespan=lifespan)


async def main() -> None:
    while True:
        wait_for_disk()  # expect: DUO302
        await asyncio.sleep(1)


async def other() -> None:
    wait_for_disk()  # expect: DUO302
    await asyncio.sleep(1)


async def both() -> None:
    await asyncio.gather(other(), other())


async def patch(name: str) -> None:
    if name:
        if name.endswith(".web"):
            await asyncio.sleep(1)
        else:
            print(name)
    wait_for_disk()  # expect: DUO302
    await asyncio.sleep(1)


if __name__ == "__main__":
    asyncio.run(main())
    asyncio.run(patch("a.disk"))
    asyncio.run(other())
    asyncio.run(both())
