"""A helper awaits what it is given, or runs it on a thread, as its caller says."""

import asyncio
from collections.abc import Callable


def play(scene: Callable, *, is_plain: bool = False) -> None:
    async def on_stage() -> None:
        loop = asyncio.get_running_loop()
        if is_plain:
            await loop.run_in_executor(None, scene)
        else:
            await scene()

    asyncio.run(on_stage())


async def rehearse(scene: Callable, *, is_plain: bool = False) -> None:
    if is_plain:
        await asyncio.to_thread(scene)
    else:
        await scene()


def balcony() -> None:
    print("balcony")


async def forest() -> None:
    await asyncio.sleep(0)


async def evening() -> None:
    await rehearse(balcony, is_plain=True)
    await rehearse(forest)


play(balcony, is_plain=True)
play(forest)
