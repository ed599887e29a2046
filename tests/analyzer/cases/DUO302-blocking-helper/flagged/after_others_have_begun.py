"""What a program runs, and what an application begins with, blocks once others can be on the loop."""

import asyncio
import contextlib
import time


class Application:
    def __init__(self, lifespan) -> None:
        self.lifespan = lifespan


def wait_for_disk() -> None:
    time.sleep(1)


@contextlib.asynccontextmanager
async def lifespan(application: Application):
    yield
    await asyncio.sleep(0)
    wait_for_disk()  # expect: DUO302


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


if __name__ == "__main__":
    asyncio.run(main())
    asyncio.run(other())
    asyncio.run(both())
