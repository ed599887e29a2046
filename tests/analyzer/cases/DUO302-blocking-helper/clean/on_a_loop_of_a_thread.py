"""A thread, or a callback, runs a coroutine on a loop of its own, where nothing else is that could be held up."""

import asyncio
import threading
import time


def wait_for_disk() -> None:
    time.sleep(1)


async def measure(name: str) -> None:
    await asyncio.sleep(0)
    wait_for_disk()
    await write(name)


async def write(name: str) -> None:
    wait_for_disk()
    print(name)
    await asyncio.sleep(0)


def measuring() -> None:
    loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(measure("a"))
    finally:
        loop.close()


async def on_message(text: str) -> None:
    wait_for_disk()
    await asyncio.sleep(len(text))


class Socket:
    def listen(self) -> None:
        def receive(text: str) -> None:
            asyncio.run(on_message(text))

        self.receive = receive


async def configure() -> None:
    wait_for_disk()
    wait_for_disk()


async def start_server(command: list[str]) -> None:
    process = await asyncio.create_subprocess_exec(*command)
    await process.wait()
    wait_for_disk()


async def serve() -> None:
    await start_server(["serve"])
    wait_for_disk()


def serving() -> None:
    asyncio.run(serve())


threading.Thread(target=measuring).start()
threading.Thread(target=serving).start()
asyncio.run(configure())
