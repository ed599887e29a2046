"""The callee is a partial, a returned function, an alias, a bound method in a variable, or an inner function."""

import asyncio
import functools
from functools import partial


async def push(queue_name: str, body: bytes) -> None:
    await asyncio.sleep(0)


push_mail = partial(push, "mail")
push_audit = functools.partial(push, queue_name="audit")
send = push


def pusher(queue_name: str):
    async def push_one(body: bytes) -> None:
        await push(queue_name, body)

    return push_one


class Broker:
    async def ack(self, tag: int) -> None:
        await asyncio.sleep(0)

    def settle(self, tags: list[int]) -> None:
        ack = self.ack
        for tag in tags:
            ack(tag)  # expect: DUO101


def handle(body: bytes) -> None:
    push_mail(body)  # expect: DUO101
    push_audit(body=body)  # expect: DUO101
    send("mail", body)  # expect: DUO101
    pusher("mail")(body)  # expect: DUO101
    push_late = pusher("late")
    push_late(body)  # expect: DUO101

    async def push_twice() -> None:
        await push("mail", body)
        await push("mail", body)

    push_twice()  # expect: DUO101
    partial(push, "mail")(body)  # expect: DUO101
