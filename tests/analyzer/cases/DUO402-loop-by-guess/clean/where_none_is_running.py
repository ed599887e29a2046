"""What fails where no loop is running has failed, so that only one which somebody else runs later can be meant."""

import asyncio


async def brew(cups: int) -> None:
    await asyncio.sleep(cups)


def brew_soon(cups: int) -> None:
    try:
        asyncio.create_task(brew(cups))  # noqa: RUF006
    except RuntimeError:
        loop = asyncio.get_event_loop()
        loop.create_task(brew(cups))  # noqa: RUF006


def some_loop() -> asyncio.AbstractEventLoop:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.get_event_loop()


async def never_without() -> asyncio.AbstractEventLoop:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.get_event_loop()
