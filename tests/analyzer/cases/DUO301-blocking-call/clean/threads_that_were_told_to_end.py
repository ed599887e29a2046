"""A thread that asks before each round whether to go on ends as soon as it is told."""

import asyncio
import threading

is_recording = False
forces: list[float] = []


def record() -> None:
    while is_recording:
        forces.append(1.0)


async def press() -> None:
    global is_recording
    thread = threading.Thread(target=record)
    is_recording = True
    thread.start()
    await asyncio.sleep(1)
    is_recording = False
    thread.join()


class Watcher:
    def __init__(self) -> None:
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.watch)

    def watch(self) -> None:
        while not self.ended.wait(0.1):
            forces.clear()

    async def close(self) -> None:
        await asyncio.sleep(0)
        self.ended.set()
        self.thread.join()
