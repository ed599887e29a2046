"""A plain view that has a coroutine run by the loop which serves all requests."""

import asyncio
import time

from asgiref.sync import async_to_sync


def view(request):
    return async_to_sync(answer)(request)


async def answer(request):
    await asyncio.sleep(0)
    time.sleep(1)  # expect: DUO301
    return request
