"""A coroutine is closed, thrown into, or driven by `send`, as schedulers and benchmarks do."""

import asyncio


async def step(value: int) -> int:
    await asyncio.sleep(0)
    return value


def start_and_stop() -> None:
    coroutine = step(1)
    coroutine.close()


def drive() -> object:
    coroutine = step(1)
    try:
        while True:
            coroutine.send(None)
    except StopIteration as stop:
        return stop.value


def drop() -> None:
    coroutine = step(1)
    del coroutine


def throw() -> None:
    coroutine = step(1)
    coroutine.throw(GeneratorExit)


def close_at_once() -> None:
    step(2).close()


class Scheduler:
    def __init__(self) -> None:
        self.ready = []

    def spawn(self, coroutine) -> None:
        self.ready.append(coroutine)

    def run(self) -> None:
        while self.ready:
            coroutine = self.ready.pop(0)
            try:
                coroutine.send(None)
            except StopIteration:
                continue
            self.ready.append(coroutine)


def main() -> None:
    scheduler = Scheduler()
    scheduler.spawn(step(1))
    scheduler.run()
