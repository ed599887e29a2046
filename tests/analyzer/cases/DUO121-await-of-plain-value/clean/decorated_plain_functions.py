"""A decorator turns the plain function into an awaitable one, or nobody knows what it does."""

import asyncio
import functools
import time

from asgiref.sync import sync_to_async
from vendor_sdk import remote, traced


def threaded(function):
    @functools.wraps(function)
    def wrapper(*args):
        return asyncio.get_running_loop().run_in_executor(None, function, *args)

    return wrapper


@threaded
def crunch(number: int) -> int:
    time.sleep(1)
    return number


@sync_to_async
def query(number: int) -> int:
    return number


@remote
def render(number: int) -> int:
    return number


@traced("load")
def load(number: int) -> int:
    return number


def plain(number: int) -> int:
    return number


async def main() -> int:
    lifted = sync_to_async(plain)
    return await crunch(1) + await query(1) + await render(1) + await load(1) + await lifted(1) + await sync_to_async(plain)(1)
