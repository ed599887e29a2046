"""A parameter that gets a callback for when it is done takes futures, and an awaitable may be one."""

import asyncio
from collections.abc import Awaitable


class Gate:
    def __init__(self) -> None:
        self.waiting: list[asyncio.Future[bool]] = []

    def wait(self) -> Awaitable[bool]:
        waiter: asyncio.Future[bool] = asyncio.Future()
        self.waiting.append(waiter)
        return waiter


class History:
    def __init__(self) -> None:
        self.done: list[str] = []

    def record(self, future, key):
        def on_done(_future):
            self.done.append(key)

        future.add_done_callback(on_done)


def test_order() -> None:
    gate, history = Gate(), History()
    history.record(gate.wait(), "first")
    history.record(gate.wait(), "second")
    last = gate.wait()
    last.add_done_callback(print)
