"""A timeout that holds, and a late result that is not lost: it is kept when the work ends after all."""

from __future__ import annotations

import asyncio
import threading
import time

from duotone import figures, offload
from duotone.errors import TimedOut

network = threading.Event()  # stands for a slow server that answers at last
outbox: list[str] = []
arrived = threading.Event()


def pay(amount: int) -> str:
    """Block in a library that knows no timeout."""
    network.wait()
    return f"paid {amount}"


def keep(receipt: str | None, error: BaseException | None) -> None:
    """Take what came too late; runs on the worker's thread."""
    outbox.append(receipt or repr(error))
    arrived.set()


async def checkout() -> str:
    try:
        return await offload(pay, 30, timeout=0.1, on_late=keep)
    except TimedOut as error:
        return "payment pending" if error.abandoned else "not paid"


def main() -> None:
    began = time.monotonic()
    print(asyncio.run(checkout()), f"after {time.monotonic() - began:.1f} s,", figures().abandoned, "thread abandoned")
    network.set()
    arrived.wait()
    print("came late:", *outbox)
    assert outbox == ["paid 30"]


if __name__ == "__main__":
    main()
