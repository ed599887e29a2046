"""What a program runs has the loop alone until others can come, and so has what an application begins and ends with."""

import asyncio
import contextlib
import sys
import time


class Application:
    def __init__(self, lifespan) -> None:
        self.lifespan = lifespan


def wait_for_disk() -> None:
    time.sleep(1)


@contextlib.asynccontextmanager
async def lifespan(application: Application):
    await asyncio.sleep(0)
    wait_for_disk()
    await warm_up()
    yield
    await asyncio.sleep(0)
    wait_for_disk()


async def warm_up() -> None:
    await asyncio.sleep(0)
    time.sleep(1)
    await fill_cache()


async def fill_cache() -> None:
    wait_for_disk()
    await asyncio.sleep(0)


@contextlib.asynccontextmanager
async def serving(application: Application):
    async with lifespan(application):
        wait_for_disk()
        yield


def build(lifespan_override=None) -> Application:
    return Application(lifespan=lifespan_override or lifespan)


build(lifespan_override=serving)
application = Application(lifespan=lifespan)


async def main() -> None:
    time.sleep(1)
    try:
        wait_for_disk()
        await asyncio.sleep(1)
    finally:
        print("done")


async def patch(name: str) -> None:
    if name:
        if name.endswith(".web"):
            await asyncio.sleep(1)
            sys.exit()
        elif name.endswith(".disk"):
            wait_for_disk()
        else:
            print(name)
    wait_for_disk()
    await asyncio.sleep(1)


if __name__ == "__main__":
    asyncio.run(main())
    asyncio.run(patch(sys.argv[1]))
