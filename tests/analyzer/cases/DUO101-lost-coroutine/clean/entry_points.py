"""A loop runs the coroutine: asyncio.run, a runner, run_until_complete, a portal from another thread."""

import asyncio


async def main(path: str) -> int:
    await asyncio.sleep(0)
    return len(path)


def cli() -> int:
    return asyncio.run(main("a"))


def cli_with_runner() -> int:
    with asyncio.Runner() as runner:
        runner.run(main("warm up"))
        return runner.run(main("a"))


def cli_with_loop() -> int:
    loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(main("warm up"))
        return loop.run_until_complete(main("a"))
    finally:
        loop.close()


def from_worker(loop: asyncio.AbstractEventLoop) -> int:
    return asyncio.run_coroutine_threadsafe(main("a"), loop).result(timeout=5)


if __name__ == "__main__":
    asyncio.run(main("script"))
