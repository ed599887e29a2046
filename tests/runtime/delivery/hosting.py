"""A host that may be killed: it makes promises, ends their work, and delivers to a receiver outside."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from duotone.runtime import AsyncLog, AsyncOutbox, Backoff, Log, Outbox, Promise, Webhook
from duotone.runtime.delivery import PromiseStatus
from tests.runtime.delivery.receiver import SECRET

__all__ = ["host"]

SOON = Backoff(0.01, most=0.05)


def promised(hook: Webhook, number: int) -> Promise:
    return Promise(f"p{number}", f"session-{number % 3}", hook.name, "task.completed", str(number), 10.0**10)


def host(path: Path, url: str, total: int) -> None:
    """Make all promises that were not made, end the work of those that were, and return when all are delivered."""
    hook = Webhook(url, SECRET)
    with Log(path, durability="normal") as log, Outbox(log, backoff=SOON) as outbox:
        outbox.bind(hook)
        for standing in outbox.promises():
            if standing.status is PromiseStatus.PROMISED:
                outbox.ready(standing.promise, {"number": standing.promise.about})
        for number in range(total):
            promise = promised(hook, number)
            if log.promise(promise.id) is None:
                outbox.make(promise)
                outbox.ready(promise, {"number": promise.about})
        assert outbox.drain(60) == []


async def host_async(path: Path, url: str, total: int) -> None:
    """Do the same with the async face."""
    hook = Webhook(url, SECRET)
    async with AsyncLog(path, durability="normal") as log, AsyncOutbox(log, backoff=SOON) as outbox:
        await outbox.bind(hook)
        for standing in await outbox.promises():
            if standing.status is PromiseStatus.PROMISED:
                await outbox.ready(standing.promise, {"number": standing.promise.about})
        for number in range(total):
            promise = promised(hook, number)
            if await log.promise(promise.id) is None:
                await outbox.make(promise)
                await outbox.ready(promise, {"number": promise.about})
        assert await outbox.drain(60) == []


if __name__ == "__main__":
    _, face, file, address, count = sys.argv
    if face == "async":
        asyncio.run(host_async(Path(file), address, int(count)))
    else:
        host(Path(file), address, int(count))
