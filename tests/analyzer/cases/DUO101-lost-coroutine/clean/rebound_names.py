"""A name is bound again, so that at the call it is a plain function."""

import asyncio


async def deliver(text: str) -> None:
    await asyncio.sleep(0)


def deliver_now(text: str) -> None:
    print(text)


async def _original(text: str) -> None:
    await asyncio.sleep(0)


def _run(function):
    def runner(*args):
        return asyncio.run(function(*args))

    return runner


original = _run(_original)
deliver_soon = deliver
deliver_soon = deliver_now


class Sender:
    async def send(self, text: str) -> None:
        await asyncio.sleep(0)

    send_now = _run(send)

    def __init__(self) -> None:
        self.send = deliver_now

    def greet(self) -> None:
        self.send("hello")
        self.send_now("hello")


original("hello")
deliver_soon("hello")
