"""A callback or a lambda makes a task, and whoever calls it drops the result."""

import asyncio
import signal


async def shut_down(reason: str) -> None:
    await asyncio.open_connection(reason, 80)


async def serve() -> None:
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, lambda: asyncio.create_task(shut_down("term")))  # expect: DUO501
    loop.call_later(60, lambda: asyncio.ensure_future(shut_down("idle")))  # expect: DUO501

    def on_timeout() -> None:
        asyncio.create_task(shut_down("timeout"))  # expect: DUO501

    loop.call_later(600, on_timeout)
    await asyncio.sleep(3600)
