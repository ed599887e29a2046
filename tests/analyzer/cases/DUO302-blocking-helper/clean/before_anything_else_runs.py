"""What a program runs, and what an application begins with, has the loop alone until others can come."""

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
    await asyncio.sleep(0)
    wait_for_disk()
    yield


application = Application(lifespan=lifespan)


async def main() -> None:
    time.sleep(1)
    try:
        wait_for_disk()
        await asyncio.sleep(1)
    finally:
        print("done")


if __name__ == "__main__":
    asyncio.run(main())
