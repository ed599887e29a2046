"""Helpers that compute, format, or hold blocking code that they never run on this path."""

import asyncio
import threading
import time


def describe(name: str) -> str:
    return name.title()


def make_waiter(seconds: float):
    def wait() -> None:
        time.sleep(seconds)

    return wait


def start_thread() -> threading.Thread:
    def work() -> None:
        time.sleep(1)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


class Job:
    def __init__(self) -> None:
        self.wait = make_waiter(1)

    def run(self) -> None:
        self.wait()


async def main() -> None:
    print(describe("a"), make_waiter(1), Job())
    start_thread()
    await asyncio.to_thread(make_waiter(1))
