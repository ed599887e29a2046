"""What failed says nothing of a loop that is running."""

import asyncio
from collections.abc import Coroutine


async def clean_up() -> None:
    await asyncio.sleep(0)


def serve(order: Coroutine[object, object, None]) -> None:
    try:
        asyncio.run(order)
    except Exception:
        asyncio.get_event_loop().run_until_complete(clean_up())  # expect: DUO402


def serve_all(orders: list[Coroutine[object, object, None]]) -> None:
    try:
        for order in orders:
            asyncio.run(order)
    except RuntimeError as error:
        if "no running event loop" in str(error):
            asyncio.get_event_loop().run_until_complete(clean_up())  # expect: DUO402


def serve_later(order: Coroutine[object, object, None]) -> object:
    try:
        return asyncio.run(order)
    except RuntimeError:
        return asyncio.get_event_loop().create_task(order)  # expect: DUO402
