"""Loops are run from plain code, from threads, and from processes."""

import asyncio
import threading


async def serve() -> None:
    await asyncio.sleep(1)


def run_now() -> None:
    asyncio.run(serve())


def run_runner() -> None:
    with asyncio.Runner() as runner:
        runner.run(serve())


async def main() -> None:
    await asyncio.to_thread(run_now)
    await asyncio.get_running_loop().run_in_executor(None, run_runner)
    thread = threading.Thread(target=run_now)
    thread.start()
    await serve()


if __name__ == "__main__":
    run_now()
    run_runner()
    asyncio.run(main())
