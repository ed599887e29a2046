"""A flag that says to go on, an event that no round asks for, or nothing at all, ends no thread."""

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
    is_recording = False
    is_recording = True
    thread.start()
    await asyncio.sleep(1)
    thread.join()  # expect: DUO301


class Watcher:
    def __init__(self) -> None:
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.watch)

    def watch(self) -> None:
        for _ in range(1_000_000):
            forces.clear()
        self.ended.clear()

    async def close(self) -> None:
        await asyncio.sleep(0)
        self.ended.set()
        self.thread.join()  # expect: DUO301
